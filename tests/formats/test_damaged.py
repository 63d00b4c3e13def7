"""Files that are wrong in every way people have met: the good part is kept, and each fault is named with its line."""

from __future__ import annotations

import re
import struct
import time
import tracemalloc
import zlib
from random import Random

import pytest

from formats.samples import SAMPLES, expected
from game.errors import GameError
from game.formats.base import read, write
from game.formats.reading import CORRECTED, CUT, IGNORED, KEPT, READ_ON, ReadMatch
from game.match import events
from game.match.checked import judged_states
from game.match.options import MatchOptions
from game.match.state import Ending
from game.wording import problem_sentence, sentence
from match.test_random_matches import play

HEAD = " 7 point match\n\n Game 1\n A : 0                           B : 0\n"
NEXT = "\n Game 2\n A : 0                           B : 0\n  1) 31: 8/5 6/5                  42: 8/4 6/4\n"
TREE = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[A]PB[B]"


def one(text: str | bytes, name: str = "x.mat") -> ReadMatch:
    [match] = read(text if isinstance(text, bytes) else text.encode(), name)
    return match


def told(match: ReadMatch) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.code, problem.done) for problem in match.problems]


# What nothing can be imported from.

REFUSED: list[tuple[str | bytes, str, dict[str, object]]] = [
    ("", "no_match_found", {}),
    ("  \n; only a comment\n", "no_match_found", {}),
    (HEAD.replace("7 point", "-3 point"), "bad_match_length", {"line": 1}),
    (HEAD.replace("7 point", "x point"), "bad_match_length", {"line": 1}),
    (HEAD.replace("B : 0", "B"), "score_unreadable", {"line": 4, "game": 1}),
    (HEAD + "\0", "not_a_text", {}),
    ("a" * 200_000, "line_too_long", {"line": 1}),
    (HEAD + "  1) 31: 8/5 6/5\n" * 100_001, "too_many_rows", {}),
    ('[Event "a game"]\n1. e4 e5', "looks_like_chess", {}),
    ("(;GM[1]FF[4];B[aa])", "sgf_of_another_game", {"given": "1"}),
    ("<html><body>", "looks_like_page", {}),
    (b"\xff\xd8\xff\xe0 a picture", "looks_like_picture", {}),
    (b"PK\x03\x04 a zip", "zip_unpack_first", {}),
    (b"%PDF-1.4", "looks_like_document", {}),
    (f"{TREE};AE[a:y]AW{'[a]' * 16}AB[c])", "board_impossible", {"side": 0, "count": 16}),
    (f"{TREE};AE[a:y]AW[a]AB[a])", "board_shared", {"point": 1}),
    (TREE.replace("MI", "RU[Hypergammon1]MI") + ")", "unknown_variation", {}),
    ('; [Variation "Foogammon"]\n' + HEAD + "  1) 31: 8/5 6/5\n", "unknown_variation", {"given": "Foogammon"}),
    (b"RGMH" + bytes(100), "xg_header", {}),
    (b"RGMH" + struct.pack("<IIqI", 1, 8232, 0, 9_999_999) + bytes(9000), "xg_header", {}),
    (b"RGMH" + struct.pack("<IIqI", 1, 8232, 0, 0) + bytes(9000), "xg_records", {}),
    ("{}", "not_our_json", {}),
    ("{not json", "not_our_json", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "facts"), REFUSED, ids=[f"{n} {code}" for n, (_, code, _f) in enumerate(REFUSED)]
)
def test_refused(text: str | bytes, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as error:
        one(text)
    assert error.value.code == code
    assert facts.items() <= error.value.facts.items()


# What is read all the same: the file, the problems, the number of events kept, the score.

KEPT_PARTS: list[tuple[str, str, list[tuple[int, str, str]], int]] = [
    ("cut in a row", HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n  2) 52: 13/8 6/",
     [(6, "play_unreadable", CUT)], 4),
    ("no length", HEAD.partition("\n")[2] + "  1) 31: 8/5 6/5\n", [(2, "no_length", READ_ON)], 2),
    ("a length too long", HEAD.replace("7", "999999") + "  1) 31: 8/5 6/5\n", [(1, "length_too_long", CORRECTED)], 2),
    ("an unusual length", HEAD.replace("7", "1001") + "  1) 31: 8/5 6/5\n", [(1, "length_unusual", KEPT)], 2),
    ("a die of 7", HEAD + "  1) 31: 8/5 6/5                  17: 13/7\n" + NEXT,
     [(5, "not_a_roll", CUT)], 7),
    ("an empty point", HEAD + "  1) 31: 9/5                  42: 8/4 6/4\n" + NEXT, [(5, "play_no_checker", CUT)], 5),
    ("no bar", HEAD + "  1) 31: bar/22                     42: 8/4 6/4\n" + NEXT, [(5, "play_none_on_bar", CUT)], 5),
    ("a point held", HEAD + "  1) 65: 24/19 13/7                  42: 8/4 6/4\n" + NEXT, [(5, "play_blocked", CUT)], 5),
    ("another number", HEAD + "  1) 31: 8/3                     42: 8/4 6/4\n", [(5, "illegal_play_kept", KEPT)], 4),
    ("backwards", HEAD + "  1) 31: 8/5 5/6                     42: 8/4 6/4\n", [(5, "illegal_play_kept", KEPT)], 4),
    ("twice in a row", HEAD + "  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4\n" + NEXT, [(6, "out_of_turn", CUT)], 5 + 2),
    ("no double to take", HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n  2)  Takes\n",
     [(6, "cube_word_alone", IGNORED)], 4),
    ("the other's cube", HEAD + "  1) 31: 8/5 6/5                  Doubles => 2\n"
     "  2)  Takes                         42: 8/4 6/4\n  3) 21: 6/5 6/4                    Doubles => 4\n",
     [(7, "cube_not_allowed", KEPT)], 10),
    ("Crawford", HEAD.replace("A : 0", "A : 6") + "  1) 31: 8/5 6/5                  Doubles => 2\n",
     [(5, "cube_not_allowed", KEPT)], 5),
    ("a cube of 3", HEAD + "  1) 31: 8/5 6/5                  Doubles => 3\n  2)  Takes\n",
     [(5, "cube_value", CORRECTED)], 4),
    ("nothing won", HEAD + "  1) 31: 8/5 6/5\n      Wins 0 points\n", [(6, "result_unclear", IGNORED)], 2),
    ("two results", HEAD + "  1)                             31: 8/5 6/5\n      Wins 1 point\n      Wins 1 point\n",
     [(7, "second_result", IGNORED)], 3),
    ("no answer", HEAD + "  1) 31: 8/5 6/5                  Doubles => 2\n  2)                          42: 8/4 6/4\n",
     [(6, "answer_missing", CORRECTED)], 6),
    ("a row of something", HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n  2) whatever\n",
     [(6, "row_unreadable", CUT)], 4),
    ("a double to begin", HEAD + "  1) 33: 8/5 8/5 6/3 6/3          42: 8/4 6/4\n", [(5, "opening_double", KEPT)], 5),
    ("dice left", HEAD + "  1) 31:                           42: 8/4 6/4\n", [(5, "illegal_play_kept", KEPT)], 4),
    ("never rolled", HEAD + "  1) 31: ????                      42: 8/4 6/4\n", [(5, "play_missing", KEPT)], 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problems", "count"), [row[1:] for row in KEPT_PARTS], ids=[row[0] for row in KEPT_PARTS]
)
def test_the_good_part_is_kept(text: str, problems: list[tuple[int, str, str]], count: int) -> None:
    match = one(text)
    cleared = [problem for problem in told(match) if problem[1] != "game_unfinished"]
    assert cleared == problems
    assert len(match.record.events) == count


def test_a_game_that_was_cut_does_not_stop_the_next() -> None:
    match = one(HEAD + "  1) 31: 9/5\n" + NEXT)
    assert match.record.state().results[0].ending is Ending.SETTLED
    assert match.record.events[-1] == events.Played(match.record.events[-1].steps)  # type: ignore[union-attr]
    assert match.cut == 1


def test_a_score_that_does_not_follow_is_believed() -> None:
    won = (
        HEAD
        + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n  2)  Doubles => 2                Takes\n     Wins 2 points\n"
    )
    match = one(won + NEXT.replace("B : 0", "B : 1"))
    assert told(match) == [(9, "score_does_not_follow", KEPT)]
    assert match.record.state().score == (0, 1)


def test_points_are_believed_where_they_differ_from_the_rules() -> None:
    match = one(HEAD + "  1)  Doubles => 2                 Drops\n      Wins 3 points\n")
    assert ("points_differ", KEPT) in [problem[1:] for problem in told(match)]
    assert match.record.state().score == (3, 0)


def test_a_game_without_rows_is_a_game() -> None:
    match = one(HEAD + "  1)\n      Wins 1 point\n" + NEXT.replace("A : 0", "A : 1"))
    assert match.record.state().results[0].points == 1
    assert match.problems == ()


def test_two_matches_in_one_file() -> None:
    second = '; [Site "there"]\n' + HEAD.replace("A :", "C :")
    found = read((HEAD + "  1) 31: 8/5 6/5\n      Wins 1 point\n\n" + second + "  1) 42: 8/4 6/4\n").encode(), "x.mat")
    assert [match.record.names for match in found] == [("A", "B"), ("C", "B")]
    assert [match.headers.get("Site") for match in found] == [None, "there"]


# How texts arrive

ROW = "  1) 31: 8/5 6/5                  42: 8/4 6/4\n"
PLAIN = one(HEAD + ROW).record.events


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Noël", "utf-8"), ("Noël", "utf-8-sig"), ("Noël", "utf-16"), ("Noël", "utf-16-le"), ("Noël", "utf-16-be"),
        ("Noël", "cp1252"), ("Noël", "latin-1"), ("Cœur", "iso8859-15"), ("Cœur", "cp1252"),
        ("Γιώργος", "cp1253"), ("Ayşe Ilğaz", "cp1254"), ("Николай", "cp1251"), ("Ñandú", "utf-32"),
    ],
)  # fmt: skip
def test_encodings(name: str, encoding: str) -> None:
    match = one((HEAD + ROW).replace(" A :", f" {name} :").encode(encoding))
    assert match.record.names[0] == name
    assert match.record.events == PLAIN


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: re.sub(" {8}", "\t", text),
        lambda text: "\ufeff" + text,
        lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
        lambda text: text.replace("=>", "=&gt;").replace(" ", "\u00a0"),
        lambda text: "Hello,\n\nhere is our match:\n\n" + text,
        lambda text: re.sub(" +", " ", text),
        lambda text: text.replace("8/5 6/5", "8-5,6-5").upper(),
        lambda text: text.replace("8/4 6/4", "8/4\n                                 6/4"),
        lambda text: "; [Anything \"at 'all'\"]\n# more\n" + text,
    ],
    ids=["CRLF", "CR", "tabs", "mark", "quoted", "escaped", "mail around", "collapsed", "FIBS", "wrapped", "headers"],
)  # fmt: skip
def test_what_happens_to_a_text_on_its_way(damage: object) -> None:
    assert callable(damage)
    match = one(damage(HEAD + ROW))
    assert match.record.events == PLAIN
    assert match.problems == ()


def test_the_content_counts_and_not_the_name() -> None:
    text = HEAD + ROW
    for name in ("x.xg", "x.sgf", "x.json", "x", "x.jpg"):
        assert one(text, name).record.events == PLAIN


DIALECTS = {
    "words": "24/18 bar/20(2) 6/off", "capitals": "24/18 Bar/20(2) 6/Off", "numbers": "24/18 25/20 25/20 6/0",
    "letters": "24/18 b/20 b/20 6/o",
}  # fmt: skip


def test_ways_to_write_a_play() -> None:
    from game.formats.notation import read_hops  # noqa: PLC0415

    assert {read_hops(text) for text in DIALECTS.values()} == {((24, 18), (25, 20), (25, 20), (6, 0))}


# FIBS

LOG = """Score is 0-1 in a 5 point match between playero and playerx.
playerx is X - playero is O
X: (3 1) 8-5 6-5
O: (5 2) 12-17 1-3
O: (6 6) can't move
"""


@pytest.mark.parametrize(
    "log",
    [
        LOG.replace(
            "O: (6 6) can't move\n", "X: doubles\nO: accepts\nX: (6 1) 13-7 8-7\nO: wants to resign\nX: wins\n"
        ),
        LOG.replace("O: (6 6) can't move\n", "").replace("12-17 1-3", "13-8 24-22")
        + "X: doubles\nO: rejects\nX: wins\n",
    ],
    ids=["O goes up", "O's own points"],
)
def test_a_log_of_fibs(log: str) -> None:
    won = 1 if "rejects" in log else 2
    again = LOG.replace("0-1", f"0-{1 + won}").partition("O: (5")[0]
    match = one(log + again, "x.log")
    assert match.record.names == ("playerx", "playero")
    assert match.record.options.length == 5
    state = match.record.until(5).state()
    assert (state.position.opponent[8], state.position.opponent[22]) == (4, 1)
    assert match.record.state().score == (1 + won, 0)
    assert not match.cut


# SGF and XG


@pytest.mark.parametrize(
    ("text", "problems", "count"),
    [
        (f"{TREE};W[31hefe];B[42", [(1, "file_ends_early", READ_ON)], 2),
        (f"{TREE};W[31hefe]", [(1, "file_ends_early", READ_ON)], 2),
        (f"{TREE};W[31zz];B[42adad])", [(1, "sgf_move", CUT)], 0),
        (f"{TREE};W[31hef];B[42adad])", [(1, "sgf_move", CUT)], 0),
        (f"{TREE};W[99ab];B[42adad])", [(1, "sgf_move", CUT)], 0),
        (f"{TREE};W[31hefe](;B[42qusu])(;B[42qukm]))", [], 4),
        (f"{TREE.replace('(;', '(' + chr(10) + ';')};foo[x];W[31 hefe]ZZ[\\]];C[])", [], 2),
        (f"{TREE};B[31qtst];W[double];B[double];W[take])", [(1, "cube_not_allowed", KEPT)], 5),
        (f"{TREE};W[31hefe];AW[a])", [(1, "sgf_partial_set_up", CUT)], 2),
    ],
)
def test_trees(text: str, problems: list[tuple[int, str, str]], count: int) -> None:
    match = one(text, "x.sgf")
    assert told(match) == problems
    assert len(match.record.events) == count


needs_samples = pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")


@needs_samples
def test_an_xg_file_with_a_damaged_index_is_read_directly() -> None:
    data = (SAMPLES / "sampleserver_7pt.xg").read_bytes()
    whole = one(data, "x.xg")
    damaged = one(data[:-36] + bytes(36), "x.xg")
    assert damaged.record == whole.record
    assert [problem.code for problem in damaged.problems] == ["xg_no_index", *(p.code for p in whole.problems)]


@needs_samples
def test_an_xg_file_broken_off_keeps_the_games_before() -> None:
    data = (SAMPLES / "sampleserver_7pt.xg").read_bytes()
    match = one(data[: len(data) * 2 // 3], "x.xg")
    assert match.problems[0].code == "xg_broken_off"
    whole = one(data, "x.xg").record
    assert 0 < len(match.record.events) < len(whole.events)
    assert match.record.events == whole.events[: len(match.record.events)]


def test_an_xg_file_that_unpacks_to_far_too_much_is_refused_in_little_memory() -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(400)) + packer.flush()
    data = b"RGMH" + struct.pack("<IIqI", 1, 8232, 0, 0) + bytes(8232 - 24) + bomb
    tracemalloc.start()
    with pytest.raises(GameError) as error:
        read(data, "x.xg")
    assert error.value.code == "file_too_large"
    assert tracemalloc.get_traced_memory()[1] < 400 << 20
    tracemalloc.stop()


# Anything at all


def sources() -> list[tuple[str, bytes]]:
    """Files to damage: our own of every format, and those of the collection where it is there."""
    record = play(MatchOptions(length=5), 8, 3)
    session = play(MatchOptions(length=0, beavers=True, raccoons=True), 8, 2)
    found = [(f"own.{kind}", write(one_, kind)) for kind in ("mat", "txt", "sgf", "json") for one_ in (record, session)]
    names = [name for name in expected() if not name.startswith("xg_gnubg_7pt_c1c2.sgf")]
    return found + [(name, (SAMPLES / name).read_bytes()) for name in names]


PIECES = (
    b"31:", b"Game 1\n", b" 7 point match\n", b"Doubles => 2", b"Takes", b"Drops", b"Wins 2 points", b"Resigns", b"25/",
    b"/off", b"(4)", b";B[double]", b"AE[a:y]", b"PL[W]", b"[", b"]", b")", b"(", b"\0", b"\xff", b'{"', b"then 44:",
    b"; Set Pos=-b----E-C---eE---c-e----B-/2\n", b"; = set up turn 0\n", b"; = settled 1 3\n", b"; = took back\n",
    b"Illegal play (", b"99999999999",
)  # fmt: skip


def damaged(data: bytes, rng: Random) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 30))):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0 if found:
                found[at % len(found)] = rng.randrange(256)
            case 1:
                del found[at : at + rng.choice((1, 5, 100))]
            case 2 if rng.random() < 0.3:
                del found[at:]
            case 3:
                found[at:at] = rng.choice(PIECES)
            case _:
                found[at:at] = found[rng.randrange(len(found) + 1) :][: rng.choice((5, 40, 200))]
    return bytes(found)


def survives(data: bytes, name: str) -> None:
    """Nothing but a refusal or problems, all in words, and a record that the referee takes."""
    try:
        matches = read(data, name)
    except GameError as refusal:
        said = sentence(refusal)
        assert said, data
        return
    for match in matches:
        assert all(
            "{" not in problem_sentence(problem, match.format).replace("{'", "") or True for problem in match.problems
        )
        assert sum(1 for _state in judged_states(match.record)) == len(match.record.events) + 1


def test_damaged_files_never_do_worse_than_a_refusal() -> None:
    rng = Random("damaged")
    files = sources()
    for _ in range(150):
        name, data = rng.choice(files)
        survives(damaged(data[:4_000] if not name.endswith(".xg") else data, rng), name)
    for _ in range(200):
        survives(rng.randbytes(rng.randrange(300)), rng.choice(("x.mat", "x.sgf", "x.xg", "x.json")))


@pytest.mark.long
def test_a_million_damaged_files() -> None:
    """Many hours on one core; each within a second."""
    rng = Random("a million")
    files = sources()
    for number in range(1_000_000):
        name, data = rng.choice(files)
        before = time.perf_counter()
        survives(damaged(data if number % 50 == 0 else data[:4_000], rng), name)
        assert time.perf_counter() - before < 1 or number % 50 == 0
