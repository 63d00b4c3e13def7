"""A stored match in words: who, what, when, and how it ended."""

from __future__ import annotations

from datetime import datetime

from game import i18n
from game.i18n import gettext as _
from game.i18n import ngettext
from game.storage.about import local_day
from game.storage.header import MatchHeader
from game.storage.seating import seated, seats_between
from game.storage.summaries import game_of_match, outcome_of
from game.ui.modes.words import seat_about
from game.ui.widgets.lists import Line
from game.wording import game_title


def outcome_words(outcome: str) -> str:
    """How a match ended for the person."""
    return {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn"), "open": _("Broken off")}.get(outcome, "")


_TONES = {"won": "good", "lost": "ink", "drawn": "ink", "open": "faint", "": "ink"}


def opponent_title(seat: str, name: str) -> str:
    """Somebody who was played against: a name, and level and style of an opponent of the computer's."""
    about = seat_about(seat)
    return f"{name} · {about}" if about else name


def names_words(header: MatchHeader) -> str:
    """Who plays, in the order of the sides."""
    return _("{first} – {second}").format(first=header.names[0], second=header.names[1])


def length_title(header: MatchHeader) -> str:
    """What is played for."""
    if header.options.is_session:
        return _("Session")
    length = header.options.length
    return ngettext("Match to {count} point", "Match to {count} points", length).format(count=i18n.number(length))


def day_words(stamp: str) -> str:
    """The day of a stored moment, where the person is; what is no date as it stands there."""
    try:
        return i18n.day(datetime.fromisoformat(local_day(stamp)))
    except ValueError:
        return stamp


_EVERYTHING = 1 << 62


def played_words(header: MatchHeader, first: int, end: int) -> str:
    """Who played the events of that span against the person, '' in a match in which nobody was replaced."""
    if len(seated(header)) == 2:
        return ""
    side = 1 - header.person_side
    return ", ".join(map(seat_about, seats_between(header, side, first, end)))


def match_line(header: MatchHeader) -> Line:
    """A row of the list of matches."""
    outcome = outcome_of(header)
    score = _("{points} : {others}").format(points=i18n.number(header.score[0]), others=i18n.number(header.score[1]))
    ended = outcome_words(outcome)
    about = played_words(header, 0, _EVERYTHING) or seat_about(header.seats[1 - header.person_side])
    parts = [game_title(game_of_match(header)), length_title(header), about]
    if header.dice == "imported":
        parts.append(_("Imported"))
    return Line(
        left=names_words(header),
        right=f"{ended} · {score}" if ended else score,
        below=" · ".join(part for part in parts if part),
        below_right=day_words(header.finished or header.started),
        tone=_TONES[outcome],
    )
