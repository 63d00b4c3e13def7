"""What the judge made by hand says, measured against what is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine_c import GAMES, Game, Position, array_of, game_of
from game.formats.ids import read_position_id
from opponents.board import sides_of
from opponents.features import NAMES, features
from opponents.judge import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, WIN, equities, inverted
from opponents.judgement import FAMILIES, Judgement
from opponents.many_games import duel
from opponents.race import race_chances
from opponents.shots import WEIGHTS, hits
from positions import every_game, name_of, reached, scattered

BENCH = Path(__file__).parent.parent / "data" / "bench" / "chequer.jsonl"


def test_every_game_has_a_table() -> None:
    assert sorted(key for keys in FAMILIES.values() for key in keys) == sorted(GAMES)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_chances_are_consistent_and_stay_within_what_can_still_happen(game: Game) -> None:
    rows = array_of([roll.position for roll in reached(game, 1, 30) + scattered(game, 1, 30)])
    chances = Judgement().chances(game, rows)
    assert np.isfinite(chances).all()
    assert (chances >= 0).all()
    assert (chances <= 1).all()
    assert (chances[:, GAMMON] <= chances[:, WIN]).all()
    assert (chances[:, LOSE_GAMMON] <= 1 - chances[:, WIN] + 1e-12).all()
    assert (chances[:, BACKGAMMON] <= chances[:, GAMMON]).all()
    assert (chances[:, LOSE_BACKGAMMON] <= chances[:, LOSE_GAMMON]).all()
    assert (np.abs(equities(chances)) <= game.most_level).all()
    assert not chances[rows["side"]["count"][:, 1, 0] > 0, GAMMON].any()
    assert inverted(inverted(chances)) == pytest.approx(chances)


def test_a_finished_game_is_judged_by_its_result() -> None:
    for line in (BENCH.parent / "results.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["winner"] == "none":
            continue
        game = game_of(case["game"], case["options"])
        position = Position.of(case["own"], case["opp"], case["pinned_own"], case["pinned_opp"])
        sign = {"own": 1, "opp": -1, "draw": 0}[case["winner"]]
        assert equities(Judgement().chances(game, array_of([position])))[0] == sign * case["level"]


@pytest.mark.parametrize("key", GAMES)
def test_every_feature_belongs_to_the_side_it_names(key: str) -> None:
    """Turning the board exchanges the mover's features and the other's."""
    game = game_of(key)
    rows = array_of([roll.position for roll in reached(game, 2, 20)])
    mover, other = sides_of(game, rows)
    seen, turned = features(game, mover, other), features(game, other, mover)
    exchanged = [
        NAMES.index({"mover": "other", "other": "mover"}.get(name.split("_")[0], "always") + name[5:])
        if name != "always"
        else 0
        for name in NAMES
    ]
    assert seen[:, exchanged] == pytest.approx(turned)


# Rolls of 36 that hit a single checker so many pips away with nothing between.
SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 15: 1, 16: 1, 18: 1, 20: 1}


@pytest.mark.parametrize(("distance", "rolls"), SHOTS.items())
def test_shots(distance: int, rolls: int) -> None:
    position = Position.of({24: 1, 0: 14}, {1 + distance: 1, 0: 14})
    mover, other = sides_of(game_of("backgammon"), array_of([position]))
    assert 36 * ((hits(mover, other, other.closed) != 0) @ WEIGHTS)[0] == pytest.approx(rolls)


# Home boards by points 1 to 6: of the side on roll, of the other; and its exact chance to win.
RACES = [
    ((0, 0, 0, 5, 5, 5), (0, 0, 0, 5, 5, 5), 0.596),
    ((2, 2, 2, 3, 3, 3), (0, 0, 2, 4, 4, 5), 0.878),
    ((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2), 0.657),
    ((5, 5, 5, 0, 0, 0), (0, 0, 2, 4, 4, 0), 0.421),
    ((10, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2), 0.018),
    ((0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1), 0.772),
    ((4, 0, 0, 0, 0, 0), (4, 0, 0, 0, 0, 0), 0.861),
    ((0, 1, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0), 0.528),
]


@pytest.mark.parametrize(("own", "other", "chance"), RACES)
def test_races_are_judged_nearly_right(own: tuple[int, ...], other: tuple[int, ...], chance: float) -> None:
    on_roll = Position.of((15 - sum(own), *own), (15 - sum(other), *other))
    game = game_of("backgammon")
    chances = race_chances(game, *sides_of(game, array_of([on_roll.turned()])))
    assert 1 - chances[0, WIN] == pytest.approx(chance, abs=0.04)


def test_it_plays_backgammon_at_less_than_twelve() -> None:
    """The bench's own figure: 500 times the mean loss of 400 decisions."""
    losses = []
    for line in BENCH.read_text(encoding="utf-8").splitlines():
        moves = json.loads(line)["moves"]
        finals = array_of([read_position_id(move["id"]).turned() for move in moves])
        chosen = int(equities(Judgement().chances(game_of("backgammon"), finals)).argmax())
        losses.append(moves[chosen]["loss"])
    assert len(losses) == 400
    assert 500 * float(np.mean(losses)) < 12


def share_won(points: npt.NDArray[np.int64]) -> float:
    return float((points > 0).mean())


@pytest.mark.parametrize("family", FAMILIES)
def test_it_beats_random_play(family: str) -> None:
    assert share_won(duel(game_of(FAMILIES[family][0]), (Judgement(), None), 16, 1)) > 0.7


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_it_beats_random_play_clearly_in_every_game(key: str) -> None:
    game = game_of(key)
    least = 0.9 if game.checkers == 15 and (game.hits or game.pins) else 0.8  # more luck in three checkers and races
    assert share_won(duel(game, (Judgement(), None), 400, 2)) > least
