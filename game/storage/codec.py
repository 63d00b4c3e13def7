"""The text of events and conditions, as the database keeps it: the same as in files."""

from game.formats.lines import (
    LONGEST_MATCH,
    REFUSALS,
    event_from_text,
    event_to_text,
    json_object,
    options_from_text,
    options_to_text,
    unreadable,
)

__all__ = [
    "LONGEST_MATCH",
    "REFUSALS",
    "event_from_text",
    "event_to_text",
    "json_object",
    "options_from_text",
    "options_to_text",
    "unreadable",
]
