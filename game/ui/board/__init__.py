"""The one board: where things lie, how they are seen, drawn and touched."""
