"""Where throws come from, and how anybody can check them."""
