"""What lies on the table besides checkers and dice: the marks on places, and the cube."""

from __future__ import annotations

from functools import lru_cache

from game.match.state import Phase
from game.settings import Settings
from game.ui.board.cube import CubeShown
from game.ui.board.dice import Throw
from game.ui.board.geometry import Geometry
from game.ui.board.paint import Marks
from game.ui.board.seen import Laid
from game.ui.board.show import Show
from game.ui.board.touch import Touch
from game.ui.modes.director import Director
from game.ui.widgets.base import Widget


def marks(director: Director | None, touch: Touch | None, focused: Widget | int | None, settings: Settings) -> Marks:
    """Who may move, where to, and what is in the hand. focused: a place, or something else that marks nothing here."""
    if touch is None or director is None:
        return Marks()
    movable = touch.sources() if settings.show_movable and touch.picked is None else ()
    targets = touch.targets() if settings.show_targets or touch.aimed is not None else ()
    lying = director.show.laid
    hits = tuple(t for t in targets if 1 <= t <= 24 and lying.side_on(t) == 1 - touch.side)
    held = touch.held
    carried = (touch.side, held.at) if held and held.is_carried else None
    focus = focused if isinstance(focused, int) and focused in touch.sources() else None
    return Marks(movable, targets, hits, focus, touch.picked, touch.aimed, carried)


def cube(director: Director | None) -> CubeShown | None:
    """The cube, where the match has one just now."""
    if director is None:
        return None
    state = director.state
    if not state.game.has_cube or state.is_one_pointer or state.is_crawford:
        return None
    geometry = director.geometry
    if state.phase in (Phase.TO_ANSWER_DOUBLE, Phase.TO_ANSWER_BEAVER, Phase.TO_ANSWER_RACCOON):
        return CubeShown(state.at_stake, geometry.cube(None, offered_to=state.to_act))
    owner = None if state.cube.owner is None else int(state.cube.owner != director.bottom)
    value = state.cube.value if state.cube.value > 1 else 64
    return CubeShown(value, geometry.cube(owner))


@lru_cache(maxsize=1)
def sample(laid: Laid, *, home_on_left: bool) -> tuple[Show, CubeShown]:
    """Everything that a look is for, where no match is played: a throw at rest, a die in each half, and the cube."""
    geometry = Geometry(home_on_left)
    show = Show(laid, geometry)
    show.roll(Throw((5, 2), None), None)
    show.skip()
    return show, CubeShown(64, geometry.cube(None))
