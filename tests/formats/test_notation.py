from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine_c import BAR, GAMES, Game, Position, Step, game_of, legal_plays
from game.errors import GameError
from game.formats import notation
from game.formats.notation import Hop, play_text, read_play
from game.formats.text import read_text
from positions import Roll, reached, scattered

BACKGAMMON = game_of("backgammon")
OPENING = "24:2 13:5 8:3 6:5"
START = f"{OPENING} / {OPENING}"

# A game, a board, steps as from-die, the play step by step, the play for people.
WRITTEN = [
    ("backgammon", START, "", "", ""),
    ("backgammon", START, "8-3 6-1", "8/5 6/5", "8/5 6/5"),
    ("backgammon", START, "6-1 8-3", "6/5 8/5", "8/5 6/5"),
    ("backgammon", START, "24-6 18-6", "24/18 18/12", "24/12"),
    ("backgammon", START, "6-2 6-2", "6/4 6/4", "6/4(2)"),
    ("backgammon", START, "6-2 13-2 6-2 13-2", "6/4 13/11 6/4 13/11", "13/11(2) 6/4(2)"),
    ("backgammon", START, "8-2 8-2 6-2 6-2", "8/6 8/6 6/4 6/4", "8/4(2)"),
    ("backgammon", f"{OPENING} / 24:1 18:1 13:5 8:3 6:5", "13-6 7-3", "13/7* 7/4", "13/7*/4"),
    ("backgammon", f"{OPENING} / 24:1 21:1 13:5 8:3 6:5", "8-4 8-4", "8/4* 8/4", "8/4*(2)"),
    ("backgammon", f"{OPENING} / 24:1 18:1 13:5 8:3 6:5", "13-3 13-3 10-3 10-3", "13/10 13/10 10/7* 10/7", "13/7*(2)"),
    ("backgammon", f"{OPENING} / 24:1 15:1 13:5 8:3 6:5", "13-3 13-3 10-3", "13/10* 13/10 10/7", "13/10* 13/7"),
    ("backgammon", f"{OPENING} / 24:1 15:1 13:5 8:3 6:5", "13-3 13-3 10-3 10-3", "13/10* 13/10 10/7 10/7",
     "13/10*/7 13/7"),
    ("backgammon", f"bar:1 {OPENING} / 24:1 5:1 13:5 8:3 6:5".replace("24:2", "24:1", 1), "25-5 6-6",
     "bar/20* 6/off", "bar/20* 6/off"),
    ("backgammon", "6:2 1:1 / 6:3", "6-6 6-6 1-6", "6/off 6/off 1/off", "6/off(2) 1/off"),
    ("backgammon", "6:1 / 6:3", "6-2 4-5", "6/4 4/off", "6/off"),
    ("plakoto", "24:15 / 24:14 7:1", "24-6 18-1", "24/18 18/17", "24/17"),
    ("fevga", "24:15 / 24:14 6:1", "24-6", "24/18", "24/18"),
    ("aceydeucey_us", "reserve:15 / reserve:14 3:1", "26-3 22-2 26-3", "reserve/22* 22/20 reserve/22",
     "reserve/22*/20 reserve/22"),
]  # fmt: skip

# A play as somebody wrote it, the dice, the hops.
READ = [
    ("", None, ""),
    ("8/5 6/5", (3, 1), "8/5 6/5"),
    ("  8/5,6/5, ", None, "8/5 6/5"),
    ("8-5 6-5", None, "8/5 6/5"),
    ("Bar/20 6/Off", None, "25/20 6/0"),
    ("b/20* 6/o", None, "25/20 6/0"),
    ("25/20 6/0", None, "25/20 6/0"),
    ("BAR-20 3-OFF", None, "25/20 3/0"),
    ("reserve/22 R/24", None, "26/22 26/24"),
    ("8/5/4", None, "8/5 5/4"),
    ("13/7*/4", (6, 3), "13/7 7/4"),
    ("bar/20*/14*", (6, 5), "25/20 20/14"),
    ("6/4(2)", (2, 2), "6/4 6/4"),
    ("6/4*(2)", None, "6/4 6/4"),
    ("6/4(2)*", None, "6/4 6/4"),
    ("13/11*/9(2)", (2, 2), "13/11 11/9 13/11 11/9"),
    ("24/13", None, "24/13"),
    ("24/13", (6, 5), "24/18 18/13"),
    ("24/13", (5, 6), "24/18 18/13"),
    ("24/16", (6, 2), "24/18 18/16"),
    ("24/14", (5, 5), "24/14"),  # the 19 is held
    ("13/5", (4, 4), "13/9 9/5"),
    ("13/3(2)", (5, 5), "13/8 8/3 13/8 8/3"),
    ("24/8", (4, 4), "24/8"),  # and so is the 12
    ("8/3", (3, 1), "8/3"),
    ("8/5", (3, 1), "8/5"),
    ("reserve/14", (6, 5), "26/20 20/14"),
]

# The other side, in its own numbering; a play with dice; the hops.
WAYS = [
    ("24:1 9:1", "24/14", (6, 4), "24/18 18/14"),
    ("24:1 7:1", "24/14", (6, 4), "24/20 20/14"),  # 24/18 would hit, and no hit is written
    ("24:1 7:2", "24/14", (6, 4), "24/20 20/14"),
    ("24:1 7:1 5:1", "24/14", (6, 4), "24/18 18/14"),
    ("7:1", "24/18* 24/14", (6, 4), "24/18 24/18 18/14"),  # by then nothing stands there
    ("24:1 7:2 5:2", "24/14", (6, 4), "24/14"),
    ("24:1", "6/off", (4, 3), "6/2 2/0"),
    ("24:1", "5/off", (6, 1), "5/0"),
    ("24:1", "5/off", (2, 2), "5/3 3/1 1/0"),
    ("24:1", "6/off", (2, 1), "6/0"),
    ("24:1", "6/off", (5, 5), "6/1 1/0"),
]

REFUSED = [
    ("8", "play_word", {"given": "8"}),
    ("8/5 x", "play_word", {"given": "x"}),
    ("8/5 6/4(2", "play_word", {"given": "6/4(2"}),
    ("8/5 (2)", "play_word", {"given": "(2)"}),
    ("8/5()", "play_word", {"given": "8/5()"}),
    ("8/5(2)(2)", "play_word", {}),
    ("8/", "play_place", {"given": "8/", "place": ""}),
    ("8//5", "play_place", {"place": ""}),
    ("27/20", "play_place", {"place": "27"}),
    ("8/x", "play_place", {"place": "x"}),
    ("8/٣", "play_place", {"place": "٣"}),
    ("8*/5", "play_place", {"place": "8*"}),
    ("8/5**", "play_place", {"place": "5*"}),
    ("5/8", "play_backwards", {"source": "5", "target": "8"}),
    ("8/8", "play_backwards", {}),
    ("off/8", "play_backwards", {"source": "off"}),
    ("r/bar", "play_backwards", {"source": "r", "target": "bar"}),
    ("8/4/6", "play_backwards", {"source": "4", "target": "6"}),
    ("6/4(0)", "play_count", {"count": "0"}),
    ("6/4(16)", "play_count", {"count": "16"}),
    (f"6/4({'9' * 5000})", "play_count", {}),
]


@pytest.mark.parametrize(("key", "board", "steps", "plain", "compact"), WRITTEN)
def test_written(key: str, board: str, steps: str, plain: str, compact: str) -> None:
    game = game_of(key)
    played = [Step(*map(int, step.split("-"))) for step in steps.split()]
    assert play_text(read_text(board), played, game) == plain
    assert play_text(read_text(board), played, game, compact=True) == compact


@pytest.mark.parametrize(("given", "dice", "hops"), READ)
def test_read(given: str, dice: tuple[int, int] | None, hops: str) -> None:
    assert read_play(given, BACKGAMMON.start(), BACKGAMMON, dice) == _hops(hops)


@pytest.mark.parametrize(("opponent", "given", "dice", "hops"), WAYS)
def test_ways_between(opponent: str, given: str, dice: tuple[int, int], hops: str) -> None:
    position = read_text(f"24:3 6:1 5:1 / {opponent}")
    assert read_play(given, position, BACKGAMMON, dice) == _hops(hops)


@pytest.mark.parametrize(
    ("key", "board", "hops"),
    [
        ("plakoto", "24:14 18! / 24:1 7:1", "24/20 20/14"),  # one's own pinned checker stands below the other
        ("plakoto", "24:15 / 7!", "24/18 18/14"),
        ("fevga", "24:15 / 6:1", "24/20 20/14"),
        ("fevga", "24:15 / 7:1", "24/18 18/14"),
    ],
)
def test_ways_of_other_games(key: str, board: str, hops: str) -> None:
    assert read_play("24/14", read_text(board), game_of(key), (6, 4)) == _hops(hops)


@pytest.mark.parametrize(("given", "code", "facts"), REFUSED)
def test_refused(given: str, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as caught:
        read_play(given, BACKGAMMON.start(), BACKGAMMON, (3, 1))
    error = caught.value
    assert (error.code, set(error.facts)) == (code, set(notation.REFUSALS[code]))
    assert error.facts == error.facts | facts


@pytest.mark.parametrize("key", GAMES)
def test_plays_come_back(key: str) -> None:
    game = game_of(key)
    for roll in [*reached(game, 5, 40), *scattered(game, 5, 40)]:
        _check_plays(game, roll)


def _check_plays(game: Game, roll: Roll) -> None:
    position, dice = roll.position, roll.turn.part.dice
    for play in legal_plays(game, position, roll.turn)[:40]:
        hops = tuple((step.source, step.target) for step in play.steps)
        assert read_play(play_text(position, play.steps, game), position, game, dice) == hops
        compact = play_text(position, play.steps, game, compact=True)
        final = (play.final.own, play.final.opponent)
        assert _after(game, position, read_play(compact, position, game)) == final
        assert _after(game, position, read_play(compact, position, game, dice)) == final


def _after(game: Game, position: Position, hops: Iterable[Hop]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own, opponent = list(position.own), list(position.opponent)
    for source, target in hops:
        own[source] -= 1
        own[target] += 1
        if game.hits and target and opponent[25 - target] == 1:
            opponent[25 - target] -= 1
            opponent[BAR] += 1
    return tuple(own), tuple(opponent)


def _hops(text: str) -> tuple[Hop, ...]:
    return tuple((int(source), int(target)) for source, target in (hop.split("/") for hop in text.split()))
