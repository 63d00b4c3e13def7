"""Who answers at the other side of the board: levels, styles and plugins."""
