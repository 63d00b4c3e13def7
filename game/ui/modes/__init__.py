"""What the one board is used for."""
