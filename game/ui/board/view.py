"""From where the table is seen, and what is shown while that changes: the last true picture, moved; then blended.

Drawing all pieces anew for every tilt takes too long for a moving camera. So while it moves, one picture with
everything on it is moved as a whole; when it rests, the pieces for the new tilt are made a few at a time, and then the
true picture takes over. Everything is told the time and asks nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pygame

from game.ui.art import Art
from game.ui.bake import warp_into
from game.ui.board.poses import Pose
from game.ui.board.projection import Camera, way_between
from game.ui.widgets.base import Canvas

REST_SECONDS = 0.16
"""A slider that stands still for so long has been let go, as far as the table is concerned."""
BLEND_SECONDS = 0.28
_LONG = 1.0
_AROUND = 0.22
"""So much of its size a picture goes on beyond the window on every side while it is moved."""

Paint = Callable[[Canvas, Camera], object]
"""Draws the true table as a camera sees it."""

Make = Callable[[Camera], Iterator[object]]
"""Makes the pieces for a camera, one at a time."""

Path = Callable[[Camera, float], Pose]


@dataclass(frozen=True, slots=True)
class _Photo:
    """A picture with everything on it; camera: that took it, in its own pixels."""

    surface: pygame.Surface
    camera: Camera


@dataclass
class _Flight:
    """A flight begins with the first step after it was asked for: the time may not have been told for a while."""

    path: Path
    seconds: float
    stays: bool
    began: float | None = None

    def share(self, now: float) -> float:
        """How much of the way is done, 0 to 1."""
        return 0.0 if self.began is None else min((now - self.began) / self.seconds, 1.0)


class View:
    """The table as it is seen. is_flying: the camera is on its way by itself, or has come to the end of a way that
    does not lead back.
    """

    def __init__(self, art: Art) -> None:
        self._art = art
        self._now = 0.0
        self._seat: Camera | None = None
        self._photo: _Photo | None = None
        self._flight: _Flight | None = None
        self._changed = 0.0
        self._making: Iterator[object] | None = None
        self._shown: tuple[_Photo, Pose] | None = None
        self._blend: tuple[pygame.Surface, float | None] | None = None
        self._sharpened = -1.0

    # Time

    def step(self, now: float) -> bool:
        """Goes on to a time; True while something moves."""
        self._now = now
        flight = self._flight
        if flight is not None:
            flight.began = now if flight.began is None else flight.began
            if not flight.stays and flight.share(now) >= 1.0:
                self.land()
        if self._blend is not None:
            began = now if self._blend[1] is None else self._blend[1]
            self._blend = (self._blend[0], began) if now - began < BLEND_SECONDS else None
        if self._art.replaced is not None:
            if self._sharpened < 0.0:
                self._sharpened = now
            elif now - self._sharpened >= BLEND_SECONDS:
                self._art.forget_replaced()
                self._sharpened = -1.0
        is_on_its_way = flight is not None and flight.share(now) < 1.0
        return is_on_its_way or self.is_gliding or self._blend is not None or self._art.replaced is not None

    @property
    def waits(self) -> bool:
        """Something is to begin with the next step."""
        is_off = self._flight is not None and self._flight.began is None
        return is_off or self._art.replaced is not None or self.is_gliding or self._blend is not None

    @property
    def is_flying(self) -> bool:
        """See above."""
        return self._flight is not None

    @property
    def is_arriving(self) -> bool:
        """The camera flies and comes back to the seat."""
        return self._flight is not None and not self._flight.stays

    @property
    def is_gliding(self) -> bool:
        """The seat moves, or has just come to rest."""
        return self._photo is not None and self._flight is None

    def fly(self, path: Path, seconds: float, *, stays: bool) -> None:
        """The camera follows a way. stays: it remains at its end until `land`."""
        self._photo, self._making = None, None
        self._flight = _Flight(path, seconds, stays)

    def land(self) -> None:
        """Back in the seat at once."""
        if self._flight is not None:
            self._flight = None
            self._take_over()

    def _take_over(self) -> None:
        """The true picture comes through the one that was shown last."""
        self._photo, self._making = None, None
        if self._shown is not None:
            self._blend = (_moved(*self._shown), None)
            self._shown = None

    # Drawing

    def draw(self, canvas: Canvas, seat: Camera, paint: Paint, make: Make) -> None:
        """The table, as it is seen from a seat or on the way there."""
        if self._seat is not None and (self._seat.width, self._seat.height) != (seat.width, seat.height):
            self._photo = None if self._flight else self._photo
            self._flight = self._blend = self._shown = None
        if self._flight is not None:
            self._draw_flight(canvas, seat, self._flight, paint)
            self._seat = seat
            return
        if self._seat is not None and seat != self._seat:
            self._changed, self._making = self._now, None
            if self._photo is None:
                self._photo = self._wide(self._photographed(canvas, self._seat, paint))
        self._seat = seat
        if self._photo is not None and not self._has_settled(seat, make):
            self._move_photo(canvas, self._photo, Pose(seat))
            return
        paint(canvas, seat)

    @property
    def stand_in(self) -> pygame.Surface | None:
        """What is still to be seen of the stand-in over the sharp table that has just come."""
        replaced = self._art.replaced
        if replaced is None or self._seat is None or replaced.get_size() != (self._seat.width, self._seat.height):
            return None
        share = (self._now - self._sharpened) / BLEND_SECONDS if self._sharpened >= 0.0 else 0.0
        replaced.set_alpha(round(255 * (1.0 - min(share, 1.0))))
        return replaced

    def blend(self, canvas: Canvas) -> None:
        """What was shown before fades away over everything that is drawn now."""
        if self._blend is not None:
            before, began = self._blend
            gone = 0.0 if began is None else min((self._now - began) / BLEND_SECONDS, 1.0)
            before.set_alpha(round(255 * (1.0 - gone)))
            canvas.surface.blit(before, (0, 0))

    def _has_settled(self, seat: Camera, make: Make) -> bool:
        """The camera rests and all pieces are made; each call makes some of them."""
        rests = self._now - self._changed
        if rests < REST_SECONDS:
            return False
        if self._making is None:
            self._making = make(seat)
        made = self._art.made
        for _piece in self._making:
            if self._art.made > made + 1 and rests < _LONG:
                return False
        self._take_over()
        return True

    def _photographed(self, canvas: Canvas, camera: Camera, paint: Paint) -> _Photo:
        surface = pygame.Surface((camera.width, camera.height), 0, canvas.surface)
        paint(replace(canvas, surface=surface), camera)
        return _Photo(surface, camera)

    def _draw_flight(self, canvas: Canvas, seat: Camera, flight: _Flight, paint: Paint) -> None:
        if self._photo is None or seat != self._seat:
            self._photo = self._wide(self._photographed(canvas, seat, paint))
        self._move_photo(canvas, self._photo, flight.path(seat, flight.share(self._now)))

    def _wide(self, photo: _Photo) -> _Photo:
        """The photo on a quick drawing of what lies around it."""
        width, height = photo.surface.get_size()
        right, down = round(_AROUND * width), round(_AROUND * height)
        centre = (photo.camera.centre[0] + right, photo.camera.centre[1] + down)
        camera = replace(photo.camera, width=width + 2 * right, height=height + 2 * down, centre=centre)
        ground = pygame.Surface((camera.width, camera.height), 0, photo.surface)
        ground.blit(self._art.coarse_table(camera), (0, 0))
        ground.blit(photo.surface, (right, down))
        return _Photo(ground, camera)

    def _move_photo(self, canvas: Canvas, photo: _Photo, pose: Pose) -> None:
        self._shown = (photo, pose)
        _move(canvas.surface, photo, pose)


def _moved(photo: _Photo, pose: Pose) -> pygame.Surface:
    surface = pygame.Surface((pose.camera.width, pose.camera.height), 0, photo.surface)
    _move(surface, photo, pose)
    return surface


def _move(target: pygame.Surface, photo: _Photo, pose: Pose) -> None:
    """The photo as a pose sees it, all over a surface of the same kind."""
    warp_into(target, photo.surface, way_between(pose.camera, photo.camera, pose.turn))
    if pose.light < 1.0:
        shade = round(255 * pose.light)
        target.fill((shade, shade, shade), special_flags=pygame.BLEND_RGB_MULT)
