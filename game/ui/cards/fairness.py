"""What was thrown, beside what that many throws of fair dice show: of a game, a match, or all matches of a kind."""

from __future__ import annotations

from dataclasses import dataclass

from game import i18n
from game.dice.fairness import Figure, Tally, figures, outside_by_chance
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match.record import MatchRecord
from game.match.thrown import tallies
from game.storage import thrown
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Gap, Label
from game.ui.widgets.strips import SideNames, StripRow
from game.wording import sentence

MATCH, ALL = -1, -2
"""What is counted, besides the games by their number from 0."""

_COUNTED_A_FRAME, _SHOWN_EVERY = 2, 25


@dataclass(frozen=True, slots=True)
class _Counted:
    """names and tallies of both sides; matches: how many there are of them, 0 for a part of one."""

    names: tuple[str, str]
    sides: tuple[Tally, Tally]
    matches: int = 0


class FairnessCard(Card):
    """The dice of a stored match, counted. record: of the match, None to read it from the store."""

    units = 720.0

    def __init__(self, store: Store, header: MatchHeader, record: MatchRecord | None = None) -> None:
        super().__init__()
        self._store, self._header = store, header
        self._scope = MATCH
        self._problem: GameError | None = None
        self._record = MatchRecord(header.options, header.names)
        self._uncounted: list[int] = []
        try:
            self._record = store.record(header.id) if record is None else record
        except GameError as error:
            self._problem = error
        state = self._record.state()
        self._games = state.number + 1

    @property
    def title(self) -> str:
        return _("Are the dice fair?")

    def content(self) -> list[Widget]:
        if self._header.dice != "fair":
            return [Label(why_nothing_is_proven(self._header.dice))]
        if self._problem is not None:
            return [Label(sentence(self._problem), "text", "danger")]
        choice = Choice(_("Counted"), self._scopes(), self._scope, self._choose, key="scope", open_list=None)
        try:
            counted = self._counted()
        except GameError as error:
            return [choice, Label(sentence(error), "text", "danger")]
        shown = [figures(side) for side in counted.sides]
        return [choice, *self._summary(counted, shown), *_rows(counted, shown)]

    def _scopes(self) -> list[tuple[int, str]]:
        games = [(game, _("Game {number}").format(number=i18n.number(game + 1))) for game in range(self._games)]
        return [(MATCH, _("This match")), *(games if len(games) > 1 else []), (ALL, _("All matches like this"))]

    def _choose(self, scope: int) -> None:
        self._scope = scope
        try:
            self._uncounted = thrown.uncounted(self._store.database) if scope == ALL else []
        except GameError as error:
            self._problem = error
        self.rebuild()

    def _counted(self) -> _Counted:
        names = self._header.names
        if self._scope != ALL:
            return _Counted(names, tallies(self._record, None if self._scope == MATCH else self._scope))
        together = thrown.against(self._store.database, self._header.seats)
        sides, matches = together.sides, together.matches
        if self._header.finished is None:
            this = tallies(self._record)
            sides, matches = (sides[0] + this[0], sides[1] + this[1]), matches + 1
        return _Counted(names, sides, matches)

    def step(self, now: float) -> bool:
        if not self._uncounted or self._problem is not None:
            return super().step(now)
        chosen, self._uncounted = self._uncounted[:_COUNTED_A_FRAME], self._uncounted[_COUNTED_A_FRAME:]
        try:
            thrown.count_all(self._store.database, chosen)
        except GameError as error:
            self._problem = error
        if len(self._uncounted) % _SHOWN_EVERY < _COUNTED_A_FRAME:  # adding all of them up anew is dear
            self.rebuild()
        return True

    # Words

    def _summary(self, counted: _Counted, shown: list[list[Figure]]) -> list[Widget]:
        every = [figure for side in shown for figure in side if figure.of]
        if not every:
            return [Label(_("Nothing has been thrown yet."))]
        boxes: list[Widget] = []
        if self._scope == ALL:
            boxes.append(Label(self._all_words(counted.matches), "small", "faint"))
        left = len(self._uncounted)
        if left:
            words = ngettext(
                "{count} match is still to be counted …", "{count} matches are still to be counted …", left
            )
            boxes.append(Label(words.format(count=i18n.number(left)), "small", "accent"))
        outside = sum(not figure.is_inside for figure in every)
        by_chance = i18n.number(outside_by_chance(every), 1)
        boxes.append(Label(_outside_words(outside, len(every), by_chance), "strong", "ink"))
        boxes.append(
            Label(
                _(
                    "The bright band is where a fair die stays 95 times of 100 with so many throws; the line in it is"
                    " what it shows on average. The mark is what fell here: a disc inside the band, a diamond outside."
                ),
                "small",
                "faint",
            )
        )
        return boxes

    def _all_words(self, matches: int) -> str:
        first, second = self._header.seats
        count = i18n.number(matches)
        if first == second:
            words = ngettext("{count} match between two people", "{count} matches between two people", matches)
            return words.format(count=count)
        words = ngettext(
            "{count} match against this opponent at this level",
            "{count} matches against this opponent at this level",
            matches,
        )
        return words.format(count=count)

    def footer(self) -> list[Widget]:
        return [Button(_("Close"), self.finish, key="close", is_main=True)]


def why_nothing_is_proven(dice: str) -> str:
    """Why there is no proof and no count of a match without fair dice."""
    return {
        "typed": _("This match is played with real dice: every throw is typed in, so the game cannot prove them."),
        "seeded": _("The throws of this match come from a number, so that they can be had again."),
    }.get(dice, _("This match comes from elsewhere; where its throws come from nobody here can say."))


def _outside_words(outside: int, counts: int, by_chance: str) -> str:
    words = ngettext(
        "{outside} of {counts} counts lies outside its band. With fair dice about {by_chance} do, by chance alone.",
        "{outside} of {counts} counts lie outside their bands. With fair dice about {by_chance} do, by chance alone.",
        outside,
    )
    return words.format(outside=i18n.number(outside), counts=i18n.number(counts), by_chance=by_chance)


def _rows(counted: _Counted, shown: list[list[Figure]]) -> list[Widget]:
    """The strips of both sides, kind by kind."""
    names: dict[str, str] = {
        "doubles": _("Doubles"),
        "entering": _("Throws that entered from the bar"),
        "opening": _("Opening throws won"),
    }
    heads = {"face": _("The faces of single dice"), "roll": _("All 21 throws")}
    boxes: list[Widget] = []
    last = ""
    for first, second in zip(*shown, strict=True):
        if first.kind != last and first.kind in heads:
            boxes += [Gap(2), Label(heads[first.kind], "strong", "ink"), SideNames(_heads(counted))]
        last = first.kind
        name = names.get(first.kind, "")
        key = f"{first.kind}{''.join(map(str, first.dice))}"
        boxes.append(StripRow(name, (first, second), _figure_words, key))
    return boxes


def _heads(counted: _Counted) -> list[str]:
    heads = []
    for name, side in zip(counted.names, counted.sides, strict=True):
        count = ngettext("{count} throw", "{count} throws", side.throws).format(count=i18n.number(side.throws))
        heads.append(f"{name}: {count}")
    return heads


def _figure_words(figure: Figure) -> str:
    """A figure as it is told."""
    dice = "-".join(map(str, figure.dice))
    words = _("{dice} {count} of {of}; on average {expected}, fair dice stay between {low} and {high}.")
    return words.format(
        dice=dice,
        count=i18n.number(figure.count),
        of=i18n.number(figure.of),
        expected=i18n.number(figure.expected, 1),
        low=i18n.number(figure.band.low),
        high=i18n.number(figure.band.high),
    ).strip()
