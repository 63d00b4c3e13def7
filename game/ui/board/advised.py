"""A play that somebody recommends, shown on the board as arrows until a checker is moved."""

from __future__ import annotations

import pygame

from game.formats.notation import play_text, read_play
from game.match.events import Action, Move
from game.match.state import MatchState
from game.ui.board import arrows
from game.ui.board.geometry import Geometry
from game.ui.board.projection import Camera
from game.ui.board.seen import Laid, Seen
from game.ui.widgets.base import Canvas


class Advised:
    """What was recommended in a state of the match. Arrows are drawn once and kept: they cost more than a frame has."""

    def __init__(self, state: MatchState, action: Action) -> None:
        self.state, self.action = state, action
        self._kept: tuple[object, pygame.Surface, pygame.Rect] | None = None

    def draw(self, canvas: Canvas, camera: Camera, seen: Seen, lying: Laid, geometry: Geometry) -> None:
        """The arrows, as long as the board lies as it was when advice was given."""
        state = self.state
        if not isinstance(self.action, Move) or lying != seen.laid(state.position, state.side):
            return
        key = (camera, geometry.mirrored, seen.bottom, canvas.surface.get_size(), canvas.palette)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, *self._drawn(canvas, camera, seen, lying, geometry))
        _key, picture, box = self._kept
        canvas.surface.blit(picture, box)

    def _drawn(
        self, canvas: Canvas, camera: Camera, seen: Seen, lying: Laid, geometry: Geometry
    ) -> tuple[pygame.Surface, pygame.Rect]:
        state = self.state
        assert isinstance(self.action, Move)
        text = play_text(state.position, self.action.steps, state.game, compact=True)
        hops = read_play(text, state.position, state.game)
        layer = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
        arrows.draw(
            Canvas(layer, canvas.scale, canvas.letters, canvas.palette),
            camera,
            arrows.ways(hops, lying, seen, state.side, geometry),
        )
        box = layer.get_bounding_rect()
        return (layer.subsurface(box).copy() if box.width else layer), box
