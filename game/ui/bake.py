"""The picture of the empty table: at once as well as it can be, sharp a little later, kept in a folder."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import zlib
from collections import OrderedDict, deque
from contextlib import suppress
from math import sqrt
from pathlib import Path
from typing import Any, Literal, cast

import numpy as np
import pygame

from engine_c import picture
from engine_c.picture import Eye, Pixels, TableLook
from game.ui.board.projection import Camera, Matrix, way_between

_STRIP = 8
"""Rows drawn at a time: between two strips a job sees that it is no longer wanted."""

_PREVIEW_PIXELS = 60_000
SHIPPED_EYE = Eye(2000, 1240, 86.0, (840.0, 580.0), 16.0)
"""The camera of the picture that comes with the program: more than the table at the usual tilt."""
_KEPT_IN_MEMORY, _KEPT_ON_DISK = 3, 8
_SAMPLES = 2
_LOWERED = 15


class _Job:
    """One sharp picture being drawn by threads that share its strips."""

    def __init__(self, key: str, eye: Eye, look: TableLook) -> None:
        self.key, self.eye, self.look = key, eye, look
        self.pixels: Pixels = np.empty((eye.height, eye.width, 4), np.uint8)
        self.is_cancelled = False
        self._lock = threading.Lock()
        self._next = self._done = 0

    def strip(self) -> int | None:
        """The first row of a strip nobody has taken yet."""
        with self._lock:
            first = self._next
            self._next += _STRIP
        return first if first < self.eye.height and not self.is_cancelled else None

    def draw(self, first: int) -> bool:
        """Draws a strip; True when it was the last one missing."""
        rows = min(_STRIP, self.eye.height - first)
        picture.table(self.eye, self.look, first, rows, _SAMPLES, self.pixels[first : first + rows])
        with self._lock:
            self._done += rows
            return self._done == self.eye.height and not self.is_cancelled


class Bakery:
    """Pictures of one table. folder: where sharp ones are kept, None for nowhere. Used by one thread; it has helpers
    of its own that run at low priority.

    replaced: the stand-in in whose place a sharp picture has just come, until somebody has blended them and forgets it.
    """

    def __init__(
        self, look: TableLook, folder: Path | None, workers: int | None = None, shipped: Path | None = None
    ) -> None:
        self._look, self._folder, self._shipped = look, folder, shipped
        self._workers = workers or max(1, min(4, os.cpu_count() or 1))
        self._sharp: OrderedDict[str, tuple[Eye, TableLook, pygame.Surface]] = OrderedDict()
        self._preview: tuple[str, pygame.Surface] | None = None
        self._ready: deque[_Job] = deque()
        self._job: _Job | None = None
        self._wanted: tuple[str, Eye] | None = None
        self._threads: list[threading.Thread] = []
        self.replaced: pygame.Surface | None = None

    def wear(self, look: TableLook) -> None:
        """Pictures of another table from now on. Sharp ones of the old one are kept: somebody may go back."""
        self.cancel()
        self._look, self._preview, self.replaced = look, None, None

    def table(self, eye: Eye) -> pygame.Surface:
        """The picture of the table, at once: the sharp one, or a stand-in while the sharp one is drawn. Raises
        EngineError for a camera out of range.
        """
        key = _key(eye, self._look)
        if key in self._sharp:
            self.cancel()
            self._sharp.move_to_end(key)
            return self._sharp[key][2]
        if not self._is_on_its_way(key):
            self.cancel()
            kept = self._load(key, eye)
            if kept is not None:
                return self._keep(key, eye, self._look, kept)
            picture.table(eye, self._look, 0, 1, 1)  # what cannot be drawn is refused here, not in a thread
            self._wanted = (key, eye)
        if self._preview is None or self._preview[0] != key:
            self._preview = (key, self._stand_in(eye))
        return self._preview[1]

    def poll(self) -> bool:
        """Whether a sharp picture has become ready since the last time. Drawing one begins here, so that the frame that
        asks for it first is not slowed down, nor any frame while the camera moves.
        """
        fresh = False
        if self._wanted is not None:
            self._start(*self._wanted)
            self._wanted = None
        while self._ready:
            job = self._ready.popleft()
            if job is self._job:
                self._keep(job.key, job.eye, job.look, job.pixels)
                self.replaced = self._preview[1] if self._preview and self._preview[0] == job.key else None
                self._job = self._preview = None
                fresh = True
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return fresh

    @property
    def is_busy(self) -> bool:
        """Whether a sharp picture is wanted or being drawn."""
        return self._job is not None or self._wanted is not None

    def wait(self) -> None:
        """Comes back when the sharp picture is ready."""
        while self.is_busy and not self.poll():
            for thread in self._threads:
                thread.join()

    def cancel(self) -> None:
        """The picture being drawn is no longer wanted."""
        self._wanted = None
        if self._job is not None:
            self._job.is_cancelled = True
            self._job = None

    def close(self) -> None:
        """Ends the threads; takes no longer than one strip or the writing of one file."""
        self.cancel()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _is_on_its_way(self, key: str) -> bool:
        return (self._job is not None and self._job.key == key) or (self._wanted is not None and self._wanted[0] == key)

    def _keep(self, key: str, eye: Eye, look: TableLook, pixels: Pixels) -> pygame.Surface:
        surface = surface_of(pixels, alpha=False)
        self._sharp[key] = (eye, look, surface)
        while len(self._sharp) > _KEPT_IN_MEMORY:
            self._sharp.popitem(last=False)
        return surface

    def _start(self, key: str, eye: Eye) -> None:
        job = self._job = _Job(key, eye, self._look)
        for _ in range(self._workers):
            thread = threading.Thread(target=self._work, args=(job,), name="table picture", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self, job: _Job) -> None:
        lower_priority()
        while (first := job.strip()) is not None:
            if job.draw(first):
                self._ready.append(job)
                self._save(job)

    def _stand_in(self, eye: Eye) -> pygame.Surface:
        """The newest sharp picture moved to where it is now, on a coarse drawing where that is not enough."""
        known = [(old, surface) for old, look, surface in reversed(self._sharp.values()) if look == self._look]
        known = known or self._from_box()
        moved = next((m for m in (_moved(*last, eye) for last in known) if m), None)
        if moved is None and known and _is_near(known[0][0], eye):
            return _shown(warped(known[0][1], way_between(_camera(eye), _camera(known[0][0])), eye), alpha=False)
        whole = pygame.Rect(0, 0, eye.width, eye.height)
        covers = moved is not None and moved[1].contains(whole)
        ground = pygame.Surface(whole.size) if covers else self.coarse(eye)
        if moved is not None:
            ground.blit(*moved)
        return _shown(ground, alpha=False)

    def _from_box(self) -> list[tuple[Eye, pygame.Surface]]:
        """The picture that came with the program, if it is of this table: the first start has nothing better."""
        if self._shipped is None:
            return []
        try:
            picture_of_it = pygame.image.load(self._shipped / shipped_name(self._look))
        except (OSError, pygame.error):
            return []
        return [(SHIPPED_EYE, _shown(picture_of_it, alpha=False))]

    def coarse(self, eye: Eye) -> pygame.Surface:
        """A quick drawing: right in everything, fine in nothing."""
        share = min(1.0, sqrt(_PREVIEW_PIXELS / (eye.width * eye.height)))
        width, height = max(1, round(eye.width * share)), max(1, round(eye.height * share))
        centre = (eye.centre[0] * width / eye.width, eye.centre[1] * height / eye.height)
        small = Eye(width, height, max(1.0, eye.scale * width / eye.width), centre, eye.tilt)
        surface = surface_of(picture.table(small, self._look, samples=2), alpha=False)
        return pygame.transform.smoothscale(surface, (eye.width, eye.height))

    def _load(self, key: str, eye: Eye) -> Pixels | None:
        if self._folder is None:
            return None
        try:
            content = zlib.decompress((self._folder / f"{key}.table").read_bytes())
        except (OSError, zlib.error):
            return None
        if len(content) != eye.width * eye.height * 3:
            return None
        return np.frombuffer(content, np.uint8).reshape(eye.height, eye.width, 3)

    def _save(self, job: _Job) -> None:
        """Writes a finished picture whole or not at all. Without room or right to write the game goes on without."""
        if self._folder is None:
            return
        path = self._folder / f"{job.key}.table"
        fresh = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                fresh.write_bytes(zlib.compress(np.ascontiguousarray(job.pixels[..., :3]).data, 1))
                fresh.replace(path)
            finally:
                fresh.unlink(missing_ok=True)
            old = sorted(self._folder.glob("*.table"), key=lambda kept: kept.stat().st_mtime)
            for kept in old[:-_KEPT_ON_DISK]:
                kept.unlink(missing_ok=True)


def shipped_name(look: TableLook) -> str:
    """The file's name of the shipped picture of a table: it says by itself whether it is still the right one."""
    return f"{_key(SHIPPED_EYE, look)}.jpg"


def lower_priority() -> None:
    """The calling thread works only when nobody else wants to, where the system can tell threads apart."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWERED)


def surface_of(pixels: Pixels, alpha: bool) -> pygame.Surface:
    """A surface with pixels of three or four channels, in the display's own format when there is a display."""
    layout: Literal["RGBA", "RGB", "RGBX"] = "RGBA" if alpha else "RGB" if pixels.shape[2] == 3 else "RGBX"
    surface = pygame.image.frombuffer(pixels.data, (pixels.shape[1], pixels.shape[0]), layout)
    shown = _shown(surface, alpha)
    return shown.copy() if shown is surface else shown


def _shown(surface: pygame.Surface, alpha: bool) -> pygame.Surface:
    """In the pixels of the window, if there is one: blits are ten times as fast then."""
    try:
        return surface.convert_alpha() if alpha else surface.convert()
    except pygame.error:  # no window has said yet what its pixels are
        return surface


def warped(surface: pygame.Surface, way: Matrix, size: Eye | tuple[int, int]) -> pygame.Surface:
    """A picture moved to where another camera sees it, in the same kind of pixels. way: from new pixels to old ones."""
    source = surface if surface.get_bytesize() == 4 else surface.convert(32)
    new = pygame.Surface((size.width, size.height) if isinstance(size, Eye) else size, 0, source)
    warp_into(new, source, way)
    return new


def warp_into(target: pygame.Surface, source: pygame.Surface, way: Matrix) -> None:
    """The same into a surface of the source's kind of pixels, four bytes each: a fresh one costs as much again."""
    picture.warp(_bytes_of(source), way, target.get_size(), _bytes_of(target))


def _bytes_of(surface: pygame.Surface) -> Pixels:
    """The pixels of a surface themselves, (height, width, 4)."""
    width, height = surface.get_size()
    buffer = cast(Any, surface.get_buffer())  # its type does not say that it is one
    pixels: Pixels = np.frombuffer(buffer, np.uint8)
    return pixels.reshape(height, width, 4)


def _camera(eye: Eye) -> Camera:
    return Camera(eye.width, eye.height, eye.scale, eye.centre, eye.tilt)


def _is_near(old: Eye, eye: Eye) -> bool:
    """Whether a picture shows about all that another camera would see: same window, a little tilted or nearer."""
    return (old.width, old.height) == (eye.width, eye.height) and 0.8 < eye.scale / old.scale < 1.25


def _moved(old: Eye, surface: pygame.Surface, eye: Eye) -> tuple[pygame.Surface, pygame.Rect] | None:
    """What an older picture with the same tilt shows of the new one, and where. The eye stays at its distance, so
    another scale and middle are only an enlargement and a shift.
    """
    if old.tilt != eye.tilt:
        return None
    by = eye.scale / old.scale
    left, top = eye.centre[0] - by * old.centre[0], eye.centre[1] - by * old.centre[1]
    source = pygame.Rect(0, 0, old.width, old.height)
    if by > 1.0:  # only what is seen is enlarged
        part = pygame.Rect(int(-left / by) - 1, int(-top / by) - 1, int(eye.width / by) + 3, int(eye.height / by) + 3)
        source = source.clip(part)
    size = (round(source.width * by), round(source.height * by))
    if min(size) < 1:
        return None
    place = pygame.Rect(round(left + source.left * by), round(top + source.top * by), *size)
    return pygame.transform.smoothscale(surface.subsurface(source), size), place


def _key(eye: Eye, look: TableLook) -> str:
    words = repr((picture.VERSION, _SAMPLES, eye, look))
    return hashlib.sha256(words.encode()).hexdigest()[:32]
