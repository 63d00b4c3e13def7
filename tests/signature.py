"""The engine's signature: a few letters for each of its parts, from many fixed questions.

    .venv/bin/python tests/signature.py             what it is now, part by part, against what is kept
    .venv/bin/python tests/signature.py --write     keeps it, after a change that was meant (new weights change most)

A part builds on those before it, so the first one that differs is where to look.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from engine_c import (
    STAGES,
    Position,
    Rollout,
    RolloutRequest,
    SearchRequest,
    Turn,
    array_of,
    decide,
    endings,
    evaluate,
    first_part,
    game_of,
    judge_of,
    plays_many,
    ranked_plays,
    turn_array,
)
from engine_c.cube import CubeView, efficiencies, match_table_of, verdict_rows
from engine_c.doubling import verdict_ahead
from engine_c.judge import FOLDER, WEIGHTS, bear_off_table
from positions import reached

KEPT = Path(__file__).parent / "data" / "engine_signature.json"
KEYS = sorted({name: key for key, name in WEIGHTS.items()}.values())
BACKGAMMON = game_of("backgammon")
VIEWS = (
    CubeView(),
    CubeView(value=2, owner="own"),
    CubeView(jacoby=True, beavers=True),
    CubeView(own_need=5, opponent_need=3),
    CubeView(value=2, owner="own", own_need=4, opponent_need=7),
)


def _boards(key: str, count: int) -> Any:
    return array_of([roll.position for roll in reached(game_of(key), 12, 20 * count)[::20]])


def _rolls(key: str, count: int) -> Any:
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    return turn_array([Turn(first_part(game_of(key), rolls[i % 21], 9), 9, 9) for i in range(count)])


def _middle(count: int) -> Any:
    return np.ascontiguousarray(_boards("backgammon", 4 * count)[3::4])


def _weights() -> Any:
    yield from (path.read_bytes() for path in sorted(FOLDER.glob("*.bin")))
    yield bytes(bear_off_table())


def _plays() -> Any:
    for key in KEYS:
        rows = _boards(key, 40)
        yield from plays_many(game_of(key), rows, _rolls(key, len(rows)))


def _chances() -> Any:
    for key in KEYS:
        yield evaluate(game_of(key), _boards(key, 60))


def _best_plays() -> Any:
    for key in KEYS:
        rows = _boards(key, 40)
        yield from decide(game_of(key), rows, _rolls(key, len(rows)))


def _search() -> Any:
    for position in _middle(6):
        request = SearchRequest(BACKGAMMON, _position(position), Turn(first_part(BACKGAMMON, (4, 2)), 9, 9), STAGES[2])
        for each in ranked_plays(request):
            yield np.array([*each.chances, each.equity, each.plies])


def _position(row: Any) -> Position:
    return Position(row.tobytes())


def _cube() -> Any:
    rows = _middle(30)
    for view in VIEWS:
        yield verdict_rows(view, evaluate(BACKGAMMON, rows), efficiencies(BACKGAMMON, rows))
        yield np.array([verdict.value for verdict in verdict_ahead(BACKGAMMON, rows[:4], view, 1)])


def _match_tables() -> Any:
    for key in KEYS:
        table = match_table_of(game_of(key))
        yield np.array([table.chance(own, other) for own in range(1, 12) for other in range(1, 12)])


def _endings() -> Any:
    *_, made = endings.making()
    yield made.table


def _rollouts() -> Any:
    for view in (None, *VIEWS):
        rollout = Rollout(RolloutRequest(BACKGAMMON, _middle(2), trials=6, truncate=5, seed=1, view=view))
        rollout.run()
        yield rollout.results


PARTS: dict[str, Callable[[], Any]] = {
    "weights": _weights,
    "plays": _plays,
    "chances": _chances,
    "best plays": _best_plays,
    "search": _search,
    "cube": _cube,
    "match tables": _match_tables,
    "endings": _endings,
    "rollouts": _rollouts,
}


def signature() -> dict[str, str]:
    """Sixteen letters for each part."""
    judge_of(BACKGAMMON)
    found = {}
    for name, part in PARTS.items():
        digest = hashlib.sha256()
        for each in part():
            digest.update(each if isinstance(each, bytes) else np.ascontiguousarray(each).tobytes())
        found[name] = digest.hexdigest()[:16]
    return found


def kept() -> dict[str, str]:
    """What was written last."""
    return dict(json.loads(KEPT.read_text("utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep it")
    found, before = signature(), kept() if KEPT.is_file() else {}
    for name, letters in found.items():
        print(f"{name:<14}{letters}  {'as kept' if before.get(name) == letters else 'another than kept'}")
    if parser.parse_args().write:
        KEPT.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
