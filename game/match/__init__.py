"""Matches: a list of events, and the state that is folded from it."""
