"""Real match files of many programs: every one gives what the collection says, play by play where there are two."""

from __future__ import annotations

import pytest

from formats.samples import FILES, SAMPLES, counted, expected, plays, sample, starts
from game.formats.base import read
from game.formats.reading import CUT
from game.match.checked import judged_states
from game.match.state import Ending, Phase

EXPECTED = expected()
COUNTED = ("rolls", "no_move", "doubles", "takes", "drops", "beavers", "raccoons")
# Games that were edited by hand, of which the text is no true record.
UNTRUE = {("gnubg_beavers_setup.mat", 3), ("gnubg_beavers_setup_snowie.txt", 3)}
UNTRUE_FILES = {name for name, _game in UNTRUE}
needs_samples = pytest.mark.skipif(not EXPECTED, reason="the collection of samples is not beside the repository")


@needs_samples
@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample(name: str) -> None:
    wanted, found = EXPECTED[name], sample(name)
    record = found.record
    assert list(record.names) == wanted["players"]
    assert record.options.length == wanted["match_length"]
    assert len(counted(record)) == len(wanted["games"])
    for number, (game, counts, start) in enumerate(
        zip(wanted["games"], counted(record), starts(record), strict=True), 1
    ):
        assert list(start) == game["start"], number
        if (name, number) not in UNTRUE:
            given = {key: game[key] for key in COUNTED if key in game}
            assert {key: counts[key] for key in given} == given, number
    illegal = sum(len(game.get("illegal", ())) or game.get("invalid_moves", 0) for game in wanted["games"])
    assert found.illegal == illegal
    assert not found.cut


@needs_samples
@pytest.mark.parametrize("name", EXPECTED)
def test_the_results_of_a_sample(name: str) -> None:
    wanted, record = EXPECTED[name], sample(name).record
    final = record.state()
    games = [game for number, game in enumerate(wanted["games"], 1) if (name, number) not in UNTRUE]
    for game, result in zip(games, final.results, strict=False):
        assert (result.winner, result.points) == (game["winner"], game["points"])
        how = str(game.get("how", ""))
        if how in ("drop", "single", "gammon"):
            ending = Ending.PASSED if how == "drop" else Ending.BORNE_OFF
            assert result.ending is ending
        elif how:
            assert result.ending in (Ending.RESIGNED, Ending.SETTLED)
    finished = [game for game in games if game["winner"] is not None]
    assert len(final.results) >= len(finished)
    if name not in UNTRUE_FILES:
        capped = tuple(min(points, wanted["match_length"] or points) for points in final.score)
        assert list(final.score) == wanted["final_score"] or list(capped) == wanted["final_score"]


@needs_samples
@pytest.mark.parametrize("name", [name for name, wanted in EXPECTED.items() if "tags" in wanted])
def test_the_headers_of_a_sample(name: str) -> None:
    headers = {key: value for key, value in sample(name).headers.items() if key != "Comment"}
    assert headers == EXPECTED[name]["tags"]


@needs_samples
@pytest.mark.parametrize("name", EXPECTED)
def test_the_record_of_a_sample_is_one_that_the_referee_gives(name: str) -> None:
    record = sample(name).record
    assert list(judged_states(record)) == list(record.states())


ILLEGAL_LINES = {
    "gammonview_7pt_illegal.mat": [25],
    "hedgehog_9pt_illegal_notrailer.mat": [71, 98, 104],
}


@needs_samples
@pytest.mark.parametrize("name", ILLEGAL_LINES)
def test_an_illegal_play_is_kept_and_named_with_its_line(name: str) -> None:
    problems = [problem for problem in sample(name).problems if problem.code == "illegal_play_kept"]
    assert [problem.line for problem in problems] == ILLEGAL_LINES[name]


TWINS = [
    ("gammonview_7pt_illegal.mat", "gammonview_7pt_illegal.xg"),
    ("sampleserver_7pt.mat", "sampleserver_7pt.xg"),
    ("sampleserver_7pt.mat", "rerendered_xgtxt_7pt.txt"),
    ("sampleserver_money_3g.mat", "sampleserver_money_3g.xg"),
    ("sampleserver_money_9g_emptygame.mat", "sampleserver_money_9g_emptygame.xg"),
    ("sampleserver_5pt_a.mat", "rerendered_cp1252_5pt.mat"),
    ("xg_gnubg_7pt_c1c2.mat", "xg_gnubg_7pt_c1c2.sgf"),
    ("xg_gnubg_7pt_c1c2.mat", "xg_gnubg_7pt_c1c2.xg"),
    ("xg_mat_7pt.mat", "xg_txt_7pt.txt"),
    ("gnubg_g1_5pt.mat", "gnubg_g1_5pt.sgf"),
    ("gnubg_g1_5pt.mat", "gnubg_g1_5pt_snowie.txt"),
    ("gnubg_g2_7pt.mat", "gnubg_g2_7pt.sgf"),
    ("gnubg_g2_7pt.mat", "rerendered_collapsed_7pt.txt"),
    ("gnubg_g4_money.mat", "gnubg_g4_money.sgf"),
    ("gnubg_g6_nack3.mat", "gnubg_g6_nack3.sgf"),
    ("gnubg_g6_nack3.mat", "gnubg_g6_nack3_snowie.txt"),
]


@needs_samples
@pytest.mark.parametrize(("one", "other"), TWINS)
def test_two_files_of_one_match_give_the_same_plays(one: str, other: str) -> None:
    assert plays(sample(one).record) == plays(sample(other).record)


@needs_samples
def test_the_hedgehog_twins_differ_only_where_the_binary_has_not_room_for_a_play() -> None:
    text = plays(sample("hedgehog_9pt_illegal_notrailer.mat").record)
    binary = plays(sample("hedgehog_9pt_illegal_notrailer.xg").record)
    assert len(text) == len(binary)


@needs_samples
def test_a_single_position() -> None:
    [read_line] = read((SAMPLES / "gnubg_position_snowie.txt").read_bytes(), "gnubg_position_snowie.txt")
    ours, theirs = read_line.record.state(), sample("gnubg_position.sgf").record.state()
    assert ours.phase is theirs.phase is Phase.TO_PLAY
    assert ours.position == theirs.position
    assert (ours.dice, ours.cube.value) == (theirs.dice, theirs.cube.value) == ((6, 2), 4)


def test_f29_extra_headers_and_a_play_that_cannot_be_made() -> None:
    [match] = read((FILES / "field-01.mat").read_bytes(), "field-01.mat")
    assert match.headers["Site"] == "eXtreme Gammon"
    first = match.record.state().results[0]
    assert (first.winner, first.points, first.ending) == (0, 1, Ending.PASSED)
    assert match.cut == 1
    [problem] = match.problems
    assert (problem.line, problem.game, problem.done) == (23, 2, CUT)
    assert counted(match.record)[1]["rolls"] == 3
    assert match.record.names == ("Alpha", "Beta")
