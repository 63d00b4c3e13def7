"""Everything that is not the board: cards that slide over it."""
