"""What a file tells, played through the referee: a record of what is possible, and a problem for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine_c import EngineError, Game, Position, game_of, legal_plays
from game.errors import GameError
from game.formats import fitting
from game.formats.preparing import with_beavers, with_turns
from game.formats.reading import CORRECTED, CUT, IGNORED, KEPT, READ_ON, Problem, ReadMatch
from game.formats.scoring import ANSWERING, OVER, Scoring
from game.formats.written import (
    Act,
    Arranged,
    CubeWord,
    Resigned,
    Told,
    Turn,
    Unreadable,
    WrittenGame,
    WrittenMatch,
)
from game.match import cube, events
from game.match.checked import followed
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase


def fold(written: WrittenMatch, problems: Sequence[Problem] = ()) -> ReadMatch:
    """The match, with the problems that reading had and those that the rules find.

    Where the file does not name the game and its plays do not fit backgammon, Nackgammon is tried.
    """
    found = _folded(written, written.kinds or (game_of("backgammon"),))
    if written.kinds is None and found.cut + found.illegal > len(written.games) // 2:
        other = _folded(written, (game_of("nackgammon"),))
        if not other.cut + other.illegal:
            guessed = Problem(written.line, "nackgammon_guessed", READ_ON)
            found = replace(other, problems=(guessed, *other.problems))
    return replace(found, problems=(*problems, *found.problems))


def _folded(written: WrittenMatch, kinds: tuple[Game, ...]) -> ReadMatch:
    table = _Table(written, kinds)
    for place, game in enumerate(written.games):
        following = written.games[place + 1] if place + 1 < len(written.games) else None
        table.play(game, following)
    record = MatchRecord(table.options, written.names, tuple(table.events))
    return ReadMatch(record, tuple(table.problems), dict(written.headers))


class _Cut(Exception):  # noqa: N818  # no error: a game ends here
    """The game cannot go on as written."""

    def __init__(self, line: int, code: str, **facts: object) -> None:
        self.line, self.code, self.facts = line, code, facts


class _Table(Scoring):
    """A match being played again from what a file says."""

    # Games

    def play(self, game: WrittenGame, following: WrittenGame | None) -> None:
        """One game, from its score to its result."""
        self.number += 1
        begun = len(self.events)
        self.begin(game)
        acts = with_turns(list(with_beavers(game.acts)))
        self.resigner = None
        self._has_beaver = False  # the cube was set as after a beaver; its acceptance says nothing new
        self._has_dice = False  # dice that were written once are written again with their play
        is_cut = False
        last_turn = max((place for place, act in enumerate(acts) if isinstance(act, Turn)), default=-1)
        for place, act in enumerate(acts):
            before, count, problems = self.state, len(self.events), len(self.problems)
            try:
                self._act(act, is_last=place >= last_turn)
            except (_Cut, EngineError, GameError) as error:
                self.state = before
                del self.events[count:], self.problems[problems:]
                self._cut(act, error)
                is_cut = True
                break
        self.end(game, following, is_cut, started=len(self.events) > begun)

    def _cut(self, act: Act, error: _Cut | EngineError | GameError) -> None:
        if isinstance(error, _Cut):
            self.note(error.line, error.code, CUT, **error.facts)
        else:
            self.note(act.line, "not_possible_here", CUT)

    # Acts

    def _act(self, act: Act, is_last: bool) -> None:
        match act:
            case Told(_line, event):
                self.state = followed(self.state, event)
                self.events.append(event)
                self._has_dice = isinstance(event, events.TookBack | events.Refused)
            case Unreadable(line, code, facts):
                raise _Cut(line, code, **facts)
            case Arranged():
                self._arrange(act)
            case Resigned(_line, side):
                self.resigner = side
            case _ if self.state.phase in OVER and self.is_over():
                self.note(act.line, "after_the_end", IGNORED)
            case CubeWord():
                self._cube(act)
            case Turn():
                self._turn(act, is_last)

    def _arrange(self, act: Arranged) -> None:
        state = self.state
        side = state.side if act.side is None else act.side
        if act.cube is not None and not cube.is_value(act.cube[0]):
            self.note(act.line, "impossible_cube", IGNORED, value=act.cube[0])
            act = replace(act, cube=None)
        if act.board is None:
            is_new = state.phase in (*OVER, Phase.TO_OPEN)
            gives_turn = None if is_new or act.side == state.to_act else act.side
            present = (1, None) if state.phase in OVER else (state.cube.value, state.cube.owner)
            if gives_turn is not None or act.cube not in (None, present):
                self.do(events.SetUp(cube=act.cube, side=gives_turn))
            return
        board = self._with_checkers(act.board if side == 0 else act.board.turned())
        self.do(events.SetUp(cube=act.cube, side=side, position=board))

    def _with_checkers(self, board: Position) -> Position:
        """A board of which only the standing checkers are sure, with as many off as the game has."""
        missing = self.state.game.checkers - sum(board.own)
        if not missing or board.own[0] + missing < 0 or board.opponent[0] + missing < 0:
            return board
        own, opponent = list(board.own), list(board.opponent)
        own[0] += missing
        opponent[0] += missing
        return Position.of(own, opponent)

    def _give_turn(self, line: int, side: int, told: bool = True) -> None:
        """The turn goes to a side that the referee does not wait for."""
        self.do(events.SetUp(side=side))
        if told:
            self.note(line, "turn_missing", CORRECTED)

    # Cube

    def _cube(self, act: CubeWord) -> None:
        if act.word in {"take", "pass"}:
            if self._has_beaver:
                self._has_beaver = False
                if act.word == "pass":
                    self.do(events.Settled(1 - self.state.side, self.state.cube.value // 2))
                return
            if self.state.phase not in ANSWERING:
                self.note(act.line, "cube_word_alone", IGNORED)
                return
            self.do(events.Took() if act.word == "take" else events.Passed())
        elif act.word == "double":
            self._double(act)
        elif self.state.phase is Phase.TO_ANSWER_DOUBLE:
            self._beaver(act)
        elif self.state.phase is Phase.TO_ANSWER_BEAVER and self.options.raccoons:
            self.do(events.Raccooned())
        else:
            self.note(act.line, "cube_word_alone", IGNORED)

    def _beaver(self, act: CubeWord) -> None:
        if self.options.beavers:
            return self.do(events.Beavered())
        self.note(act.line, "cube_not_allowed", KEPT)
        value = self.state.at_stake * 2
        self.do(events.Took())
        self._has_beaver = True
        return self.do(events.SetUp(cube=(value, 1 - self.state.side)))

    def _double(self, act: CubeWord) -> None:
        if not self.state.game.has_cube or self.options.length == 1:
            self.note(act.line, "cube_not_allowed", IGNORED)
            return
        if self.state.phase in (Phase.TO_OPEN, Phase.GAME_OVER):
            self.note(act.line, "cube_not_allowed", KEPT)
            self.do(events.SetUp(side=act.side))
        self._wait_for(act.line, act.side)
        match cube.why_no_double(self.state, act.side):
            case None:
                pass
            case "crawford_game":
                self.note(act.line, "cube_not_allowed", KEPT)
                self.do(events.SetUp(crawford=False))
            case "cube_of_the_other":
                self.note(act.line, "cube_not_allowed", KEPT)
                self.do(events.SetUp(cube=(self.state.cube.value, None)))
            case _:
                raise _Cut(act.line, "out_of_turn", side=act.side)
        value = 2 * self.state.cube.value
        if act.value not in (None, value):
            self.note(act.line, "cube_value", CORRECTED, written=act.value, value=value)
        self.do(events.Doubled())

    def _wait_for(self, line: int, side: int) -> None:
        """It is the side's turn to roll or to double, or else the game is cut."""
        state = self.state
        if state.phase in ANSWERING:
            if state.phase is Phase.TO_ANSWER_DOUBLE:
                self.note(line, "answer_missing", CORRECTED)
            self.do(events.Took())
        if self.state.phase is Phase.TO_PLAY and not self._is_waiting_for(side):
            self.note(line, "play_missing", KEPT)
            self.do(events.Misplayed(()))
        state = self.state
        if state.phase is not Phase.TO_ROLL:
            raise _Cut(line, "out_of_turn", side=side)
        if state.side != side:
            on_bar = bool(state.position.own[25])
            if not on_bar:
                raise _Cut(line, "out_of_turn", side=side)
            self._give_turn(line, side)

    def _is_waiting_for(self, side: int) -> bool:
        return self.state.to_act == side

    # Turns

    def _turn(self, act: Turn, is_last: bool) -> None:
        if act.dice is not None and not self._rolled(act, act.dice):
            return
        self._has_dice = act.play is None
        if act.play is None:
            return
        if self.state.phase is not Phase.TO_PLAY:
            raise _Cut(act.line, "out_of_turn", side=act.side)
        self._play(act, is_last)

    def _rolled(self, act: Turn, dice: tuple[int, int]) -> bool:
        """The dice are thrown, chosen, or those of the part to be played. False for those of a closed-out side."""
        state = self.state
        if state.phase is Phase.TO_CHOOSE and dice[0] == dice[1]:
            self.do(events.Chose(dice[0]))
            return True
        part = state.part if state.phase is Phase.TO_PLAY and state.to_act == act.side else None
        if part is not None and (self._has_dice or part.kind != "roll") and sorted(part.dice) == sorted(dice):
            return True
        if state.phase is Phase.GAME_OVER and self.options.game(state.number + 1).winner_opens:
            self.do(events.Rolled(dice))
            return True
        if state.phase in (Phase.TO_OPEN, Phase.GAME_OVER):
            self._open(act, dice)
            return True
        is_other = state.phase is Phase.TO_ROLL and state.side != act.side
        if is_other and not act.play and state.game.is_closed_out(state.position.turned()):
            self.do(events.Danced(dice))
            return False
        self._wait_for(act.line, act.side)
        self.do(events.Rolled(dice))
        return True

    def _open(self, act: Turn, dice: tuple[int, int]) -> None:
        kind = self.state.game if self.state.phase is Phase.TO_OPEN else self.options.game(self.state.number + 1)
        if dice[0] != dice[1] and kind.plays_opening_dice:
            high, low = max(dice), min(dice)
            self.do(events.Opened((low, high) if act.side else (high, low)))
            return
        if kind.plays_opening_dice:
            self.note(act.line, "opening_double", KEPT, dice="{}{}".format(*dice))
        self.do(events.SetUp(side=act.side))
        self.do(events.Rolled(dice))

    def _play(self, act: Turn, is_last: bool) -> None:
        state = self.state
        assert act.play is not None
        if not act.play and act.final is None:
            return self._nothing_played(act, is_last)
        try:
            hops = fitting.hops_of(act.play)
        except GameError as error:
            raise _Cut(act.line, "play_unreadable", why=error) from None
        steps = fitting.legal_steps(state, hops, act.final)
        if steps is not None:
            return self.do(events.Played(steps))
        made = fitting.made_by_hand(state, hops, act.final)
        if made is None and act.final is not None:
            self.note(act.line, "board_jumps", KEPT)
            return self.do(events.SetUp(side=1 - state.side, position=act.final.turned()))
        if made is None:
            code, point = fitting.why_impossible(state.position, hops)
            raise _Cut(act.line, code, point=point, **_facts(act, state, hops))
        self.note(act.line, "illegal_play_kept", KEPT, **_facts(act, state, hops))
        return self.do(events.Misplayed(made))

    def _nothing_played(self, act: Turn, is_last: bool) -> None:
        """Dice without a play: nothing could be played, or the game ended there, or the play was left out."""
        state = self.state
        plays = legal_plays(state.game, state.position, state.turn)
        if not plays[0].steps:
            return self.do(events.Played(()))
        if is_last:
            return None
        if len(plays) == 1 and state.part is not None and state.part.kind == "roll":
            self.note(act.line, "forced_play_missing", CORRECTED)
            return self.do(events.Played(plays[0].steps))
        self.note(act.line, "illegal_play_kept", KEPT, **_facts(act, state, ()))
        return self.do(events.Misplayed(()))


def _facts(act: Turn, state: MatchState, hops: tuple[tuple[int, int], ...]) -> dict[str, object]:
    dice = act.dice or state.dice or (0, 0)
    return {"dice": "{}{}".format(*dice), "play": fitting.text_of(hops)}
