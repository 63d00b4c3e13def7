from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine_c import GAMES, Position, game_of
from game.errors import GameError
from game.formats import ids, match_id, notation, text, xgid
from game.formats.match_id import MatchFacts, read_match_id
from game.formats.notation import read_play
from game.formats.text import ReadPosition, read_position, read_text, write_text
from game.formats.xgid import Xgid
from positions import reached, scattered

REFUSALS = ids.REFUSALS | match_id.REFUSALS | xgid.REFUSALS | text.REFUSALS | notation.REFUSALS

START = game_of("backgammon").start()
OPENING = "24:2 13:5 8:3 6:5"

# A text as we write it, and others that mean the same.
SAME = [
    (f"{OPENING} / {OPENING}", f"6:5 8:3 24:2 13:5/{OPENING}"),
    (f"{OPENING} / {OPENING}", f"24:2,13:5, 8:3 ,6:5 / \t{OPENING}\n"),
    (f"{OPENING} / {OPENING}", f"24 :2 13: 5 8 : 3 6:05/{OPENING}"),
    ("bar:1 6:13 off:1 / 6:14 off:1", "BAR:1 Off:1 6:13 / 6:14"),
    ("24:12 13:2 8! / 24:10 17:4 off:1", "8 ! 24:12 13:2 / 24:10 17:4"),
    ("reserve:12 24:2 22:1 / reserve:13 bar:1 21:1", "24:2 22:1 Reserve:12 / bar:1 21:1 reserve:13"),
    ("off:15 / 1:1 off:14", "off:15 / 1:1"),
]

# A text, how many checkers a side has, the code and what else it says.
BAD = [
    ("", 15, "text_sides", {"given": ""}),
    ("/", 15, "text_sides", {"given": "/"}),
    ("6:15", 15, "text_sides", {"given": "6:15"}),
    ("6:15 /", 15, "text_sides", {}),
    ("6:15 / 6:15 / 6:15", 15, "text_sides", {}),
    ("25:1 6:14 / 6:15", 15, "text_place", {"given": "25:1", "side": 0}),
    ("6:15 / 26:15", 15, "text_place", {"given": "26:15", "side": 1}),
    ("0:15 / 6:15", 15, "text_place", {"given": "0:15"}),
    ("6:15 / b:15", 15, "text_place", {"given": "b:15"}),
    ("6:15 / 6", 15, "text_place", {"given": "6"}),
    ("6:-1 / 6:15", 15, "text_place", {"given": "6:-1"}),
    ("6:٣ / 6:15", 15, "text_place", {"given": "6:٣"}),
    ("bar! 6:14 / 6:15", 15, "text_place", {"given": "bar!"}),
    ("off! 6:14 / 6:15", 15, "text_place", {"given": "off!"}),
    ("6:1! / 6:15", 15, "text_place", {"given": "6:1!"}),
    ("6:0 / 6:15", 15, "text_count", {"given": "6:0", "checkers": 15}),
    ("6:16 / 6:15", 15, "text_count", {"given": "6:16"}),
    ("6:4 / 6:3", 3, "text_count", {"given": "6:4", "checkers": 3}),
    (f"6:{'9' * 5000} / 6:15", 15, "text_count", {}),
    ("6:1 6:2 / 6:15", 15, "text_twice", {"given": "6:2", "side": 0}),
    ("6:15 / 6:1 6!", 15, "text_twice", {"given": "6!", "side": 1}),
    ("6:15 / 6:15 off:1", 15, "text_total", {"side": 1, "count": 16, "checkers": 15}),
    ("6:13 off:1 / 6:15", 15, "text_total", {"side": 0, "count": 14}),
]

XGID = "-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10"

POSITIONS = [
    (f"XGID={XGID}", ReadPosition(START, (3, 1), Xgid(START, dice=(3, 1), score=(2, 1), length=7))),
    (f" {XGID} ", ReadPosition(START, (3, 1), Xgid(START, dice=(3, 1), score=(2, 1), length=7))),
    (" 4HPwATDgc/ABMA\n", ReadPosition(START)),
    ("4HPwATDgc/ABMA:cAnqAAAAAAAE", ReadPosition(START, (4, 2), match=MatchFacts(length=7, dice=(4, 2)))),
    (f"{OPENING}/{OPENING}", ReadPosition(START)),
]

NO_POSITIONS = [
    ("", "not_a_position"),
    ("hello", "not_a_position"),
    ("8/5 6/5", "not_a_position"),
    ("https://example.org/x", "not_a_position"),
    ("4HPwATDgc", "not_a_position"),
    ("4HPwATDgc/ABM", "id_length"),
    ("4HPwATDgc-ABMA", "id_letter"),
    ("4HPwATDgc/ABMA:", "id_length"),
    ("4HPwATDgc/ABMA:cAnqAAAAAAA", "id_length"),
    ("4HPwATDgc/ABMA:cAngAHAAAAAE", "match_id_score"),
    ("XGID=", "xgid_fields"),
    (XGID[1:], "xgid_board_length"),
    (f"{OPENING} / 0:2", "text_place"),
]

PLAYS = ["8/5 6/5", "bar/20*, 6/off", "reserve/22 24/18*/13", "6/4(2)* 8/4*(2)", "B/20 O-0 r/24", "25/20 6/0"]
SAMPLES = [*(sample for sample, _read in POSITIONS), *(sample for pair in SAME for sample in pair), "cAnqAAAAAAAE"]
LETTERS = "".join(sorted(set("".join([*SAMPLES, *PLAYS])))) + "é٣²ſK\u2212\u00a0\0\ud800😀"


def _read_play(given: str) -> object:
    return read_play(given, START, game_of("backgammon"), (6, 5))


READERS: list[Callable[[str], object]] = [read_position, read_text, xgid.read_xgid, read_match_id, _read_play]


@pytest.mark.parametrize(("written", "given"), SAME)
def test_read_liberally_and_written_in_one_way(written: str, given: str) -> None:
    assert read_text(given) == read_text(written)
    assert write_text(read_text(given)) == written


def test_pins_and_reserve() -> None:
    pinned = Position.of({24: 12, 13: 2, 8: 1}, {24: 10, 17: 4, 0: 1}, pinned_own=[8])
    waiting = Position.of({26: 12, 24: 2, 22: 1}, {26: 13, 25: 1, 21: 1})
    assert read_text("24:12 13:2 8! / 24:10 17:4 off:1") == pinned
    assert read_text("reserve:12 24:2 22:1 / reserve:13 bar:1 21:1") == waiting


@pytest.mark.parametrize("key", ["backgammon", "plakoto", "aceydeucey_us", "fevga", "hyper"])
def test_positions_come_back(key: str) -> None:
    game = game_of(key)
    for roll in scattered(game, 3, 2000):
        written = write_text(roll.position)
        assert read_text(written, game.checkers) == roll.position
        assert read_position(written, game.checkers) == ReadPosition(roll.position)


@pytest.mark.parametrize("key", GAMES)
def test_positions_of_play_come_back(key: str) -> None:
    game = game_of(key)
    for roll in reached(game, 4, 100):
        assert read_text(write_text(roll.position), game.checkers) == roll.position


@pytest.mark.parametrize(("given", "checkers", "code", "facts"), BAD)
def test_refused(given: str, checkers: int, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as caught:
        read_text(given, checkers)
    error = caught.value
    assert (error.code, set(error.facts)) == (code, set(text.REFUSALS[code]))
    assert error.facts == error.facts | facts


@pytest.mark.parametrize(("given", "read"), POSITIONS)
def test_positions_recognised(given: str, read: ReadPosition) -> None:
    assert read_position(given) == read


@pytest.mark.parametrize(("given", "code"), NO_POSITIONS)
def test_positions_not_recognised(given: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        read_position(given)
    assert caught.value.code == code


def test_damaged_texts_are_refused_and_nothing_else() -> None:
    rng = Random("damaged texts")
    for _ in range(20_000):
        given = _damaged(rng.choice(PLAYS if rng.random() < 0.3 else SAMPLES), rng)
        for reader in READERS:
            _check_reading(reader, given)


def _damaged(given: str, rng: Random) -> str:
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(given) + 1)
        end = min(start + rng.choice((0, 0, 1, 1, 2, 9)), len(given))
        piece = "".join(rng.choices(LETTERS, k=rng.choice((0, 1, 1, 1, 2))))
        given = given[:start] + rng.choice((piece, piece, given[start:end] * 2)) + given[end:]
    return given


@pytest.mark.parametrize(
    "piece", [" ", "/", ":", ",", "*", "-", "A", "a", "8", "(", "6:1 ", "8/5 ", "1\t", "24/18", "ı"]
)
@pytest.mark.parametrize("end", ["", ":", "!", "/ 6:15", "=", "\0"])
def test_endless_texts_are_read_in_no_time(piece: str, end: str) -> None:
    for reader in READERS:
        _check_reading(reader, piece * 40_000 + end)


def _check_reading(reader: Callable[[str], object], given: str) -> None:
    error = _refusal(reader, given)
    if error is not None:
        assert set(error.facts) == set(REFUSALS[error.code])
        assert all(len(fact) <= 60 for fact in error.facts.values() if isinstance(fact, str))


def _refusal(reader: Callable[[str], object], given: str) -> GameError | None:
    try:
        reader(given)
    except GameError as error:
        return error
    return None
