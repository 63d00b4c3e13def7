"""What a format cannot hold of one match: asked before writing it, so that nobody loses anything unawares."""

from __future__ import annotations

from collections.abc import Iterator

from engine_c import OFF
from game.formats.names import in_line
from game.formats.telling import one_line
from game.match import events
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase

LOSSES = (
    "bear_off_die",
    "opening_doubles",
    "automatic_doubles",
    "automatic_stake",
    "refused_beaver",
    "rule_of_beavers",
    "rule_of_raccoons",
    "rule_of_automatic_doubles",
    "jacoby_in_comment",
    "refused_resignation",
    "taken_back",
    "clock",
    "names",
    "names_in_comment",
)
"""Everything that `losses` may answer, as codes of sentences."""


def losses(record: MatchRecord, format: str) -> tuple[str, ...]:  # noqa: A002  # its name
    """What of the match the format (mat, sgf, txt or json) does not hold, each once, in the order of LOSSES."""
    if format == "json":
        return ()
    found = set(_of_events(record, format)) | set(_of_rules(record, format))
    return tuple(loss for loss in LOSSES if loss in found)


def _of_events(record: MatchRecord, format_name: str) -> Iterator[str]:
    for before, event in zip(record.states(), record.events, strict=False):
        if isinstance(event, events.Played) and _is_unclear(before, event):
            yield "bear_off_die"
        if format_name == "txt":
            continue
        match event:
            case events.Opened((first, second)) if first == second:
                yield "opening_doubles"
                if record.options.automatic_doubles:
                    yield "automatic_doubles" if format_name == "mat" else "automatic_stake"
            case events.Refused():
                yield "refused_resignation"
            case events.TookBack():
                yield "taken_back"
            case events.TimedOut():
                yield "clock"
            case events.Passed() if before.phase is Phase.TO_ANSWER_BEAVER and format_name == "mat":
                yield "refused_beaver"


def _is_unclear(before: MatchState, event: events.Played) -> bool:
    """A checker was borne off by one of two dice that would both have done."""
    dice = set(before.dice or ())
    return len(dice) > 1 and any(
        step.target == OFF and any(die >= step.source for die in dice - {step.die}) for step in event.steps
    )


def _of_rules(record: MatchRecord, format_name: str) -> Iterator[str]:
    options = record.options
    if format_name == "txt":
        return
    if format_name == "sgf" and any(one_line(name) != name or not name for name in record.names):
        yield "names"
    if format_name == "mat" and any(in_line(name, side) != name for side, name in enumerate(record.names)):
        yield "names_in_comment"
    if options.clock:
        yield "clock"
    has_beaver = any(isinstance(event, events.Beavered) for event in record.events)
    has_raccoon = any(isinstance(event, events.Raccooned) for event in record.events)
    if format_name == "sgf" and options.beavers and not has_beaver:
        yield "rule_of_beavers"
    if options.raccoons and not (has_raccoon and format_name == "sgf"):
        yield "rule_of_raccoons"
    if options.automatic_doubles:
        yield "rule_of_automatic_doubles"
    if format_name == "mat" and options.is_session:
        yield "jacoby_in_comment"
