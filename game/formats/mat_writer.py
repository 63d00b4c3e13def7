"""Writing match files in plain text: .mat as other programs read it, and our own .txt that holds every game.

The .mat is written as GNU Backgammon writes it, which every reader takes: one hop a word, 25 for the bar and 0 for off.
It cannot hold automatic doubles, refused resignations, turns taken back, time, and a beaver that was refused, which is
written as a double that was taken and a game that was given up for its value.

The .txt is made for people - words for bar and off, "Cannot Move" - and has a comment line with an event in our own
words for everything that no cell can say, so that all is there when it is read again but for one thing: with which of
two dice a checker was borne off where both would do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine_c import BAR, Step
from game.errors import GameError
from game.formats.lines import event_to_text
from game.formats.names import in_line, in_tag
from game.formats.notation import Hop, hops_text, play_text
from game.formats.telling import (
    KNOWN_ELSEWHERE,
    Entry,
    ToldGame,
    refuse_unknown,
    tell,
)
from game.formats.xgid import Xgid, write_xgid
from game.match import events
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase

_NAME = 32  # where the right name begins, if the left one leaves room; the cells below it begin one later
_FIRST_ROW_WIDTH = 17  # GNU Backgammon looks for the right cell from column 15 on, in the row before where one is short
_TAGS = ("Site", "Match ID", "Event", "Round")
_LATER_TAGS = ("EventDate", "EventTime", "TimeControl", "ClockType", "Transcriber", "Video", "Bracket")
_SWITCH = {True: "On", False: "Off"}


def write_mat(record: MatchRecord, headers: Mapping[str, str]) -> str:
    """The match for other programs. Raises GameError `not_for_other_programs` for games that they do not know, and
    `mat_set_up` where a board was arranged within a game.
    """
    refuse_unknown(record, ".mat")
    return _written(record, headers, is_own=False)


def write_txt(record: MatchRecord, headers: Mapping[str, str]) -> str:
    """The match in letters, of any game."""
    return _written(record, headers, is_own=True)


def _written(record: MatchRecord, headers: Mapping[str, str], is_own: bool) -> str:
    names = in_line(record.names[0], 0), in_line(record.names[1], 1)
    lines = [f'; [{name} "{in_tag(value)}"]' for name, value in _tags(record, headers, is_own)]
    lines += ["", f" {record.options.length} point match", ""]
    for number, game in enumerate(tell(record, standing=not is_own), 1):
        left, right = (f"{name} : {points}" for name, points in zip(names, game.score, strict=True))
        column = max(_NAME, len(left) + 3)
        lines += [f" Game {number}", f" {left:<{column - 1}}{right}"]
        lines += _GameWriter(record, is_own, column + 1).lines(game)
        lines += _wins(record, game, column + 1)
        lines.append("")
    return "\n".join(lines) + "\n"


def _tags(record: MatchRecord, headers: Mapping[str, str], is_own: bool) -> list[tuple[str, str]]:
    options = record.options
    tags = [(name, headers[name]) for name in _TAGS if name in headers]
    tags += [("Player 1", record.names[0]), ("Player 2", record.names[1])]
    tags += [(name, headers[name]) for name in _LATER_TAGS if name in headers]
    if is_own:
        tags.append(("Games", ", ".join(_game_words(game.key, game.options) for game in options.games)))
    elif KNOWN_ELSEWHERE[options.games[0].key]:
        tags.append(("Variation", KNOWN_ELSEWHERE[options.games[0].key]))
    if not options.is_session:
        tags.append(("Crawford", _SWITCH[options.crawford]))
    else:
        tags += [("Jacoby", _SWITCH[options.jacoby]), ("Beaver", _SWITCH[options.beavers])]
    if is_own:
        extra = {"Raccoon": options.raccoons, "Automatic doubles": options.automatic_doubles, "Clock": options.clock}
        tags += [(name, "On") for name, is_on in extra.items() if is_on]
    return tags


def _game_words(key: str, options: tuple[tuple[str, str], ...]) -> str:
    return " ".join([key, *(f"{name}={value}" for name, value in options)])


def _wins(record: MatchRecord, game: ToldGame, column: int) -> list[str]:
    result = game.result
    if result is None or result.winner is None or result.points <= 0:
        return []
    last = game.entries[-1].after
    ends = "" if last.phase is not Phase.MATCH_OVER or record.options.is_session else " and the match"
    blanks = " " * (6 if result.winner == 0 else column + 1)
    return [f"{blanks}Wins {result.points} point{'s' if result.points != 1 else ''}{ends}"]


@dataclass(slots=True)
class _GameWriter:
    """Collects cells in rows; `right_free` says that the last row has only its left cell so far. column: of the right
    cells.
    """

    record: MatchRecord
    is_own: bool
    column: int
    rows: list[tuple[str, str]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    right_free: bool = False
    count: int = 0
    left: str = ""
    last_turn: tuple[int, tuple[int, int]] | None = None  # of the cell written last, if a play stands in it
    dice: str = ""

    def lines(self, game: ToldGame) -> list[str]:
        """The rows of a game."""
        for place, entry in enumerate(game.entries):
            self._entry(entry, game.entries[place + 1] if place + 1 < len(game.entries) else None, place == 0)
        self._close_row()
        return self.written

    # Rows

    def _cell(self, side: int, text: str) -> None:
        if side == 0:
            self._close_row()
            self.left, self.right_free = text, True
        elif self.right_free:
            self._write_row(self.left, text)
        else:
            self._write_row("", text)
        self.last_turn = None

    def _go_on(self, text: str) -> None:
        """More in the cell that was written last."""
        if self.right_free:
            self.left += text
        else:
            self.written[-1] += text

    def _close_row(self) -> None:
        if self.right_free:
            self._write_row(self.left, "")

    def _write_row(self, left: str, right: str) -> None:
        self.count += 1
        row = f"{self.count:3}) {left:<{self.column - 7}}  {right}"
        self.written.append(f"{row.rstrip():<{_FIRST_ROW_WIDTH}}")
        self.left, self.right_free = "", False

    def _tell(self, event: events.Event) -> None:
        self._close_row()
        self.written.append(f"; = {event_to_text(event)}")
        self.last_turn = None

    # Events

    def _entry(self, entry: Entry, following: Entry | None, is_first: bool) -> None:
        before, event = entry.before, entry.event
        match event:
            case events.Opened(dice):
                self._opened(entry, following, dice)
            case events.Rolled(dice):
                self._rolled(entry, following, dice)
            case events.Chose():
                if self.is_own and not (following and isinstance(following.event, events.Played)):
                    self._tell(event)
            case events.Played(steps):
                self._played(before, self._play(before, steps))
            case events.Misplayed(hops):
                self._played(before, hops_text(hops) if self.is_own else _numbers(hops))
            case events.Danced((first, second)):
                self._cell(1 - before.side, self._roll_text(f"{first}{second}", ""))
            case events.Beavered() if not self.is_own and not _is_accepted(following):
                self._cell(before.to_act or 0, " Takes")
            case events.Passed() if not self.is_own and before.phase is Phase.TO_ANSWER_BEAVER:
                pass  # the result says the rest
            case events.Doubled() | events.Beavered() | events.Raccooned():
                word = {events.Doubled: "Doubles", events.Beavered: "Beavers", events.Raccooned: "Raccoons"}[
                    type(event)
                ]
                self._cell(before.to_act or 0, f" {word} => {entry.after.at_stake}")
            case events.Took():
                self._took(before, following)
            case events.Passed():
                self._cell(before.to_act or 0, " Drops")
            case _ if self.is_own:
                self._tell(event)
            case events.SetUp():
                self._set_up(entry, is_first)

    def _opened(self, entry: Entry, following: Entry | None, dice: tuple[int, int]) -> None:
        if entry.after.phase is Phase.TO_PLAY:
            self._rolled(entry, following, dice)
        elif self.is_own:
            self._tell(entry.event)

    def _rolled(self, entry: Entry, following: Entry | None, dice: tuple[int, int]) -> None:
        self.dice = "{}{}".format(*dice)
        if following is None or not isinstance(following.event, events.Played | events.Misplayed):
            self._unplayed(entry.after.side)

    def _unplayed(self, side: int) -> None:
        self._cell(side, f"{self.dice}: ????" if self.is_own else f"{self.dice}:")
        self.dice = ""

    def _played(self, before: MatchState, play: str) -> None:
        part = before.part
        dice = self.dice or ("{}{}".format(*part.dice) if part else "")
        text = self._roll_text(dice, play)
        if self.is_own and self.last_turn == (before.side, before.turns):
            self._go_on(f" then {text}")
        else:
            self._cell(before.side, text)
            self.last_turn = before.side, before.turns
        self.dice = ""

    def _roll_text(self, dice: str, play: str) -> str:
        if not play:
            return f"{dice}: Cannot Move" if self.is_own else f"{dice}:"
        return f"{dice}: {play}"

    def _play(self, before: MatchState, steps: tuple[Step, ...]) -> str:
        if self.is_own:
            return play_text(before.position, steps, before.game)
        return _numbers([(step.source, step.target) for step in steps])

    def _took(self, before: MatchState, following: Entry | None) -> None:
        side = before.to_act or 0
        is_said_by_roll = following is not None and isinstance(following.event, events.Rolled)
        if self.is_own or not is_said_by_roll or before.phase is not Phase.TO_ANSWER_BEAVER:
            self._cell(side, " Takes")  # other programs let the doubler's roll say that a beaver was accepted

    def _set_up(self, entry: Entry, is_first: bool) -> None:
        """A board at the beginning of a game has a comment of its own; within a game nothing can say it."""
        event = entry.event
        assert isinstance(event, events.SetUp)
        if event.position is None:
            return
        if not is_first:
            raise GameError("mat_set_up")
        self.written.append(_set_position(entry.after))


def _is_accepted(following: Entry | None) -> bool:
    """A beaver was accepted or raccooned. GNU Backgammon loses the game after one that was not."""
    return following is not None and isinstance(following.event, events.Took | events.Raccooned)


def _set_position(state: MatchState) -> str:
    position = state.position if state.side == 0 else state.position.turned()
    board = write_xgid(Xgid(position)).removeprefix("XGID=").partition(":")[0]
    exponent = state.cube.value.bit_length() - 1
    signed = {None: 0, 0: -exponent, 1: exponent}[state.cube.owner]
    return f"; Set Pos={board}/{signed}"


def _numbers(hops: list[Hop] | tuple[Hop, ...]) -> str:
    return " ".join(f"{min(source, BAR)}/{target}" for source, target in hops)
