"""The cube and the score that came along with a position."""

from __future__ import annotations

from dataclasses import replace

from engine_c.cube import MOST_NEED, CubeView, Owner
from game.commands.asking import Question
from game.errors import GameError
from game.formats.match_id import MatchFacts
from game.formats.xgid import Xgid


def cube_view(question: Question) -> CubeView:
    """The cube and the score of a question, seen by the side on roll: as its XGID or match ID says, else a session with
    the cube in the middle. Raises GameError `match_too_long`, `match_is_over`.
    """
    read, game = question.read, question.game
    if read and read.xgid:
        view = _view_of_xgid(read.xgid)
    elif read and read.match:
        view = _view_of_match(read.match)
    else:
        view = CubeView()
    needs = (view.own_need, view.opponent_need)
    if None not in needs:
        if min(need for need in needs if need is not None) < 1:
            raise GameError("match_is_over")
        if max(need for need in needs if need is not None) > MOST_NEED:
            raise GameError("match_too_long", most=MOST_NEED)
    if game.has_cube:
        return replace(view, is_fixed=view.is_fixed or needs == (1, 1), is_after_crawford=1 in needs)
    return CubeView(own_need=view.own_need, opponent_need=view.opponent_need, is_fixed=True)


def _view_of_xgid(xgid: Xgid) -> CubeView:
    side = 0 if xgid.turn == 1 else 1
    owners: dict[int, Owner] = {0: None, xgid.turn: "own", -xgid.turn: "opponent"}
    own, other = (xgid.length - xgid.score[each] if xgid.length else None for each in (side, 1 - side))
    return CubeView(
        1 << xgid.cube, owners[xgid.owner], own, other, xgid.crawford, jacoby=xgid.jacoby, beavers=xgid.beavers
    )


def _view_of_match(facts: MatchFacts) -> CubeView:
    owners: dict[int | None, Owner] = {None: None, facts.mover: "own", 1 - facts.mover: "opponent"}
    sides = (facts.mover, 1 - facts.mover)
    own, other = (facts.length - facts.score[each] if facts.length else None for each in sides)
    return CubeView(facts.cube, owners[facts.owner], own, other, facts.crawford, jacoby=facts.jacoby)
