"""Positions on their way: every name of a position leads back to it, in every game."""

from __future__ import annotations

import json

import pytest

from engine_c import EngineError
from game.errors import GameError
from game.formats.sharing import find, names_of, record_from
from game.match import events
from game.match.options import MatchOptions
from game.match.state import Phase
from game.wording import sentence
from match.test_random_matches import every_match, play, title
from worked import DATA

VECTORS = json.loads((DATA / "id_vectors.json").read_text("utf-8"))["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["xgid"] for vector in VECTORS])
def test_the_names_of_known_positions(vector: dict[str, str]) -> None:
    state = record_from(find(f"see {vector['xgid']} there")).state()
    names = names_of(state)
    assert names.xgid.split(":")[:9] == vector["xgid"].split(":")[:9]
    assert names.gnubg == f"{vector['position_id']}:{vector['match_id']}"
    assert names_of(record_from(find(f"({names.link}).")).state()) == names


@pytest.mark.parametrize("options", every_match(), ids=title)
def test_a_link_leads_back_to_the_position_of_every_game(options: MatchOptions) -> None:
    for state in list(play(options, 3, 2).states())[5:120:13]:
        if state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER, Phase.TO_OPEN):
            continue
        if state.game.outcome(state.position, 5, 5).winner != "nobody":
            continue  # nardy's last turn, when both shall have equally many
        names = names_of(state)
        again = record_from(find(f"Here: {names.link}")).state()
        assert (again.game, again.position, again.side) == (state.game, state.position, state.side)
        assert (again.score, again.options.length) == (state.score, state.options.length)
        if state.phase is Phase.TO_PLAY and state.game.key in ("backgammon", "plakoto"):
            assert again.dice == state.dice


OPENING = "-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize(
    ("text", "phase", "side", "follows"),
    [
        (f"XGID={OPENING}:0:0:1:31:0:0:0:7:10", Phase.TO_PLAY, 0, [events.Rolled((3, 1))]),
        (f"XGID={OPENING}:0:0:-1:00:0:0:0:7:10", Phase.TO_ROLL, 1, []),
        (f"XGID={OPENING}:0:0:1:D:0:0:0:7:10", Phase.TO_ANSWER_DOUBLE, 1, [events.Doubled()]),
        (f"XGID={OPENING}:1:-1:1:D:0:0:0:7:10", Phase.TO_ROLL, 0, []),  # the cube is not theirs
        (f"XGID={OPENING}:0:0:1:B:0:0:2:0:10", Phase.TO_ANSWER_BEAVER, 0, [events.Doubled(), events.Beavered()]),
        ("4HPwATDgc/ABMA:MBngAAAAAAAE", Phase.TO_ANSWER_DOUBLE, 0, [events.Doubled()]),
        ("4HPwATDgc/ABMA:EUn3AAAAAAAE", Phase.TO_ANSWER_RESIGNATION, 0, [events.Rolled((6, 5)), events.Resigned(2)]),
        ("4HPwATDgc/ABMA", Phase.TO_ROLL, 0, []),
    ],
)
def test_what_is_known_of_a_position_is_on_the_table(
    text: str, phase: Phase, side: int, follows: list[events.Event]
) -> None:
    record = record_from(find(text))
    assert list(record.events[1:]) == follows
    state = record.state()
    assert (state.phase, state.to_act) == (phase, side)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sheshbesh://position/plakoto/24:15%20/%2024:15?dice=7-1", "bad_link"),
        ("sheshbesh://position/plakoto/24:15%20/%2024:15?turn=2", "bad_link"),
        ("sheshbesh://position/plakoto/24:15%20/%2024:15?length=99999", "bad_link"),
        ("sheshbesh://position/plakoto/24:15%20/%2024:15?score=x", "bad_link"),
        ("sheshbesh://position/plakoto/24:16%20/%2024:15", "text_count"),
        ("sheshbesh://position/chess/24:15", "no_position_found"),
        ("sheshbesh://position/nothing", "no_position_found"),
    ],
)
def test_links_that_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(GameError) as error:
        find(text)
    assert error.value.code == code
    assert code not in sentence(error.value)


def test_a_finished_position_cannot_be_played_from() -> None:
    with pytest.raises(GameError) as error:
        record_from(find("EwAAAAAAAAAAAA"))
    assert error.value.code == "position_is_over"


def test_a_board_that_the_game_cannot_have_is_refused_by_the_engine() -> None:
    with pytest.raises(EngineError):
        record_from(find("sheshbesh://position/plakoto/bar:1%2024:14%20/%2024:15"))
