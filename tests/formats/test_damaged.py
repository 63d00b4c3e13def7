"""Files that are wrong in every way people have met: the good part is kept, and each fault is named with its line."""

from __future__ import annotations

import re
import struct
import tracemalloc
import zlib

import pytest

from formats.samples import SAMPLES, expected
from game.errors import GameError
from game.formats.base import read, write
from game.formats.folding import fold
from game.formats.reading import CORRECTED, CUT, IGNORED, KEPT, READ_ON, ReadMatch
from game.formats.written import Turn, WrittenGame, WrittenMatch
from game.match import events
from game.match.state import Ending

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
    ("letters of other alphabets", HEAD + "  1) 31: 8/5 6/5                  W\u0130NS 2 points\n",
     [(5, "play_unreadable", CUT)], 0),
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


@pytest.mark.parametrize("blanks", range(2, 30))
@pytest.mark.parametrize("cell", ["31: 8/5 6/5", " Doubles => 2"])
def test_a_left_cell_alone_is_the_left_players_however_near_the_right_name_is(blanks: int, cell: str) -> None:
    head = f" 7 point match\n\n Game 1\n A : 0{' ' * blanks}Bob : 1\n"
    match = one(f"{head}  1)                                  42: 8/4 6/4\n  2) {cell}\n")
    assert match.problems == ()
    assert [type(event) for event in match.record.events[2:]] == (
        [events.Played, events.Doubled] if "Doubles" in cell else [events.Played, events.Rolled, events.Played]
    )


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


GAM_ROWS = "  1)                                31: 8/5 6/5\n  2) 42: 8/4 6/4                    Doubles => 2\n"


@pytest.mark.parametrize("names", ["Ann                              Bob Ray", "Ann\tBob Ray"])
@pytest.mark.parametrize("between", ["", "{names}\n"])
def test_games_of_jellyfish_begin_with_their_first_row(names: str, between: str) -> None:
    first = f"{names}\n\n{GAM_ROWS}  3)  Drops\n                                  Wins 1 point\n\n"
    match = one(f"{first}{between.format(names=names)}{GAM_ROWS}  3)  Takes\n", "x.gam")
    assert told(match) == [(3, "no_length", READ_ON)]
    assert match.record.names == ("Ann", "Bob Ray")
    assert match.record.state().score == (0, 1)
    assert match.record.state().number == 1
    assert match.record.options.is_session


@pytest.mark.parametrize("head", ["Ann     Bob\n\n Game 1\n", " Game 1\n Ann     Bob\n", "Ann Bob\n Game 1\n"])
def test_names_without_scores_are_names(head: str) -> None:
    match = one(head + GAM_ROWS)
    assert match.record.names == ("Ann", "Bob")
    assert len(match.record.events) == 5


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
    ("names", "encoding"),
    [
        ("ΓΕΩΡΓΙΟΥ ΠΑΠΑΔΟΠΟΥΛΟΣ", "cp1253"), ("ΝΙΚΟΣ ΕΛΕΝΗ", "cp1253"), ("Ζωή Al", "cp1253"), ("Νίκος Μαρία", "cp1253"),
        ("Иван Пётр", "cp1251"), ("ИВАН ОЛЬГА", "cp1251"), ("Иван Пётр", "koi8-r"), ("СЕРГЕЙ АННА", "koi8-r"),
        ("Sæþór Ann", "cp1252"), ("Søren Bjørn", "cp1252"), ("Hélène François", "cp1252"), ("João Muñoz", "cp1252"),
        ("Øystein Håkan", "cp1252"), ("Cœur Žan", "iso8859-15"), ("İbrahim Ayşe", "cp1254"), ("Işık Şükrü", "cp1254"),
        ("Dvořák Jiří", "cp1250"), ("Łukasz Wałęsa", "cp1250"), ("Kovač Đorđević", "cp1250"),
        ("Kamiński Erdős", "cp1250"),
    ],
)  # fmt: skip
def test_old_encodings_by_what_makes_names(names: str, encoding: str) -> None:
    first, second = names.split()
    text = (HEAD + ROW).replace(" A :", f" {first} :").replace(" B :", f" {second} :")
    assert one(text.encode(encoding)).record.names == (first, second)


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
        (f"{TREE}RE[W+3];CV[000000];W[31hefe])", [(1, "impossible_cube", IGNORED)], 4),
        (f"{TREE}RE[W+3];CV[3];W[31hefe])", [(1, "impossible_cube", IGNORED)], 4),
        (f"{TREE};CV[\u00b2];W[31hefe])", [], 2),
        (f"{TREE}RE[W+2];CV[2]CP[B];B[31qtst])", [], 4),
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


# Found among a million damaged files: what was kept could not be read again.


@pytest.mark.parametrize("score", [(1_610_612_736, 0), (0, 2**31 - 1)])
def test_a_score_that_no_record_can_hold_is_left_out(score: tuple[int, int]) -> None:
    turn = Turn(3, 0, (3, 1), ((8, 5), (6, 5)))
    match = fold(WrittenMatch(length=7, games=[WrittenGame(1, acts=[turn]), WrittenGame(5, 2, score, acts=[turn])]))
    assert ("score_missing", IGNORED) in [(problem.code, problem.done) for problem in match.problems]
    [again] = read(write(match.record, "json"), "x.json")
    assert (again.record.events, again.problems) == (match.record.events, ())
