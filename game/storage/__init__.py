"""What lasts: matches, one row an event, so that the program may be killed at any moment."""
