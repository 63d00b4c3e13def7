"""A plain first picture of the table and its pieces."""

from __future__ import annotations

import pygame

from game.ui.board import geometry as table
from game.ui.board.projection import Camera

Sprite = tuple[pygame.Surface, tuple[float, float]]


class Art:
    def __init__(self) -> None:
        self._tables: dict[Camera, pygame.Surface] = {}
        self._pieces: dict[object, Sprite] = {}

    def poll(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def table(self, camera: Camera) -> pygame.Surface:
        if camera not in self._tables:
            s = pygame.Surface((camera.width, camera.height))
            s.fill((22, 15, 11))

            def poly(pts: list[tuple[float, float, float]], c: tuple[int, int, int]) -> None:
                pygame.draw.polygon(s, c, [camera.project(*p)[:2] for p in pts])

            def box(x0: float, y0: float, x1: float, y1: float, z: float, c: tuple[int, int, int]) -> None:
                poly([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], c)

            box(-8.72, -6.3, 8.72, 6.3, 0.5, (92, 56, 32))
            for cx in (-3.46, 3.46):
                box(cx - 3, -5.55, cx + 3, 5.55, 0, (22, 52, 44))
            for cx in (-7.62, 7.62):
                box(cx - 0.6, -5.55, cx + 0.6, 5.55, 0, (18, 40, 34))
            g = table.Geometry()
            for p in range(1, 25):
                x, up = g.point(p)
                c = (176, 132, 86) if p % 2 else (96, 34, 28)
                poly([(x - 0.475, up * 5.5, 0), (x + 0.475, up * 5.5, 0), (x, up * 1.02, 0)], c)
            self._tables = {camera: s}
        return self._tables[camera]

    def _disc(self, radius: float, colour: tuple[int, int, int], rim: tuple[int, int, int]) -> Sprite:
        r = max(int(radius), 2)
        s = pygame.Surface((2 * r + 4, 2 * r + 4), pygame.SRCALPHA)
        c = (r + 2, r + 2)
        pygame.draw.aacircle(s, rim, c, r)
        pygame.draw.aacircle(s, colour, c, int(r * 0.9))
        pygame.draw.aacircle(s, rim, c, int(r * 0.62), 1)
        return s, (-r - 2.0, -r - 2.0)

    def checker(self, side: int, scale: float, seed: int = 0) -> Sprite:
        colours = [((222, 198, 152), (150, 120, 80)), ((50, 32, 24), (140, 110, 70))]
        key = ("c", side, round(scale * 8))
        if key not in self._pieces:
            self._pieces[key] = self._disc(scale * table.CHECKER_RADIUS, *colours[side])
        return self._pieces[key]

    def checker_shadow(self, scale: float) -> Sprite:
        key = ("s", round(scale * 8))
        if key not in self._pieces:
            s, o = self._disc(scale * table.CHECKER_RADIUS, (0, 0, 0), (0, 0, 0))
            s.set_alpha(90)
            self._pieces[key] = (s, (o[0] + 3, o[1] + 4))
        return self._pieces[key]

    def die(self, face: int, scale: float, side: int = 0) -> Sprite:
        r = int(scale * table.DIE_HALF)
        s = pygame.Surface((2 * r, 2 * r), pygame.SRCALPHA)
        pygame.draw.rect(s, (232, 220, 190), s.get_rect(), border_radius=r // 3)
        spots = {
            1: [(0, 0)],
            2: [(-1, -1), (1, 1)],
            3: [(-1, -1), (0, 0), (1, 1)],
            4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
            5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
            6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
        }
        for x, y in spots[face]:
            pygame.draw.aacircle(s, (25, 18, 14), (r + int(x * r * 0.5), r + int(y * r * 0.5)), max(r // 6, 1))
        return s, (-float(r), -float(r))

    def die_shadow(self, scale: float) -> Sprite:
        return self.checker_shadow(scale * 0.8)

    def cube(self, value: int, scale: float) -> Sprite:
        r = int(scale * table.CUBE_HALF)
        s = pygame.Surface((2 * r, 2 * r), pygame.SRCALPHA)
        pygame.draw.rect(s, (110, 26, 20), s.get_rect(), border_radius=r // 3)
        t = pygame.font.Font(None, r).render(str(value), True, (240, 220, 160))
        s.blit(t, t.get_rect(center=(r, r)))
        return s, (-float(r), -float(r))

    def icon(self, side: int, pixels: int) -> pygame.Surface:
        return self.checker(side, pixels / 0.91)[0]
