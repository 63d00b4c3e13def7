"""Where everything lies on the flat table, and what lies at a place; no drawing.

Places are named as the side at the bottom of the screen counts them: 1 to 24, 25 its bar, 26 its reserve, 0 its tray.
The other side's bar, reserve and tray have names of their own. The bottom home is at the right, or at the left when
mirrored; a reserve, of checkers not yet in play, waits in the tray of the other end.
"""

from __future__ import annotations

from dataclasses import dataclass

HALF_WIDTH, HALF_HEIGHT = 8.72, 6.30
"""Half the frame, in units of a point's width."""

FIELD_CENTRE, FIELD_HALF_WIDTH, FIELD_HALF_HEIGHT = 3.46, 3.0, 5.55
TRAY_CENTRE, TRAY_HALF_WIDTH = 7.62, 0.60
POINT_BASE, POINT_TIP, POINT_HALF_WIDTH = 5.50, 1.02, 0.475
BAR_HALF_WIDTH = 0.46

CHECKER_RADIUS, CHECKER_HEIGHT, STACK_STEP = 0.455, 0.27, 0.925
DIE_HALF = 0.335
CUBE_HALF = 0.46
RIM = 0.5
"""How high the frame and the bar stand above the field."""
HOLE_ROUNDING = 0.10
"""The radius of the edges of the frame along its holes."""

RAIL_FLAT = {"line": (5.73, 5.96), "lozenges": (5.73, 5.92)}
"""Between which y the rails are flat, by border: from the line that follows the holes to the inlay of the outline."""

STACK_LIMIT, BAR_LIMIT = 5, 4
"""More checkers than this on a point, or on the bar, lie on top of each other, and their number is written."""

TRAY, BAR, RESERVE, OTHER_TRAY, OTHER_BAR, OTHER_RESERVE = 0, 25, 26, 27, 28, 29
PLACES = 30


_FIELD, _TRAY = FIELD_CENTRE + FIELD_HALF_WIDTH, TRAY_CENTRE - TRAY_HALF_WIDTH
_LEVELS = (
    (-HALF_WIDTH, -TRAY_CENTRE - TRAY_HALF_WIDTH, RIM),
    (-TRAY_CENTRE - TRAY_HALF_WIDTH, -_TRAY, 0.0),
    (-_TRAY, -_FIELD, RIM),
    (-_FIELD, -BAR_HALF_WIDTH, 0.0),
    (-BAR_HALF_WIDTH, BAR_HALF_WIDTH, RIM),
    (BAR_HALF_WIDTH, _FIELD, 0.0),
    (_FIELD, _TRAY, RIM),
    (_TRAY, TRAY_CENTRE + TRAY_HALF_WIDTH, 0.0),
    (TRAY_CENTRE + TRAY_HALF_WIDTH, HALF_WIDTH, RIM),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in space: x, y and the height z of what lies there (its underside)."""

    x: float
    y: float
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Geometry:
    """mirrored: the bottom home is at the left. parallel: both sides travel the same way, so that the other side's
    home, and its tray, are at the other end.
    """

    mirrored: bool = False
    parallel: bool = False

    def _side(self, x: float) -> float:
        return -x if self.mirrored else x

    def point(self, point: int) -> tuple[float, int]:
        """The x of the middle of a point, and +1 when its base is at the top, -1 at the bottom."""
        column = (12 - point if point <= 12 else point - 13) if point else 0
        field = -FIELD_CENTRE if column < 6 else FIELD_CENTRE
        x = field + (column % 6 - 2.5)
        return self._side(x), 1 if point > 12 else -1

    def checker(self, place: int, index: int) -> Spot:
        """Where checker number `index` (0 nearest the rim) on a place lies."""
        if place in (TRAY, OTHER_TRAY, RESERVE, OTHER_RESERVE):
            return self._in_tray(place, index)
        # A second layer lies in the gaps of the first, a third in those of the second.
        layer, row = divmod(index, BAR_LIMIT if place in (BAR, OTHER_BAR) else STACK_LIMIT)
        along = (row + 0.5 * (layer % 2)) * STACK_STEP
        if place in (BAR, OTHER_BAR):
            away = 1.15 + along
            return Spot(0.0, away if place == BAR else -away, RIM + layer * CHECKER_HEIGHT)
        x, up = self.point(place)
        return Spot(x, up * (POINT_BASE - CHECKER_RADIUS - 0.03 - along), layer * CHECKER_HEIGHT)

    @staticmethod
    def is_numbered(place: int, count: int) -> bool:
        """So many checkers cannot be counted there at a glance: their number is written on the uppermost."""
        if 1 <= place <= 24:
            return count > STACK_LIMIT
        return count >= BAR_LIMIT if place in (BAR, OTHER_BAR) else count > 0

    def _in_tray(self, place: int, index: int) -> Spot:
        """Borne-off checkers lie in the tray on top of each other, in rows of three layers' height."""
        up = -1 if place in (TRAY, RESERVE) else 1
        row, layer = divmod(index, 3)
        y = up * (FIELD_HALF_HEIGHT - 0.55 - row * 1.0)
        return Spot(self._side(self._tray(place)), y, layer * CHECKER_HEIGHT)

    def _tray(self, place: int) -> float:
        is_far = place in (RESERVE, OTHER_RESERVE) or (place == OTHER_TRAY and self.parallel)
        return -TRAY_CENTRE if is_far else TRAY_CENTRE

    def cube(self, owner: int | None, offered_to: int | None = None) -> Spot:
        """Where the cube lies: in the tray without checkers; owner 0 is the side at the bottom, None the middle."""
        if offered_to is not None:
            return Spot(self._side(-FIELD_CENTRE), 0.0)
        y = 0.0 if owner is None else (-4.6 if owner == 0 else 4.6)
        return Spot(self._side(-TRAY_CENTRE), y)

    def dice(self, at_bottom: bool, count: int) -> list[Spot]:
        """Where thrown dice come to rest: the side at the bottom throws to the right, the other to the left."""
        middle = self._side(FIELD_CENTRE if at_bottom else -FIELD_CENTRE)
        gap = 1.05
        return [Spot(middle + (index - (count - 1) / 2) * gap, 0.0) for index in range(count)]

    def die_of_opening(self, at_bottom: bool) -> Spot:
        """One die each decides who begins."""
        return Spot(self._side(FIELD_CENTRE if at_bottom else -FIELD_CENTRE), 0.0)

    def hole(self, x: float) -> tuple[float, float] | None:
        """The left and right wall of the hole in the frame over which a place lies, None on wood."""
        for centre, half in ((FIELD_CENTRE, FIELD_HALF_WIDTH), (TRAY_CENTRE, TRAY_HALF_WIDTH)):
            for middle in (-centre, centre):
                if abs(x - middle) < half:
                    return middle - half, middle + half
        return None

    @staticmethod
    def levels() -> tuple[tuple[float, float, float], ...]:
        """What a shadow may fall on, from left to right: its left and right end and its height."""
        return _LEVELS

    def number(self, point: int, border: str) -> tuple[Spot, Spot]:
        """The lower and the upper end of where the number of a point is written: the flat of the rail."""
        x, up = self.point(point)
        low, high = sorted(up * y for y in RAIL_FLAT[border])
        return Spot(x, low, RIM), Spot(x, high, RIM)

    def place_at(self, x: float, y: float) -> int | None:
        """The point, bar or tray that lies at a place of the table."""
        across = self._side(x)
        if abs(y) > FIELD_HALF_HEIGHT + 0.35:
            return None
        if abs(across) <= BAR_HALF_WIDTH + 0.05:
            return BAR if y > 0 else OTHER_BAR
        if abs(across - TRAY_CENTRE) <= TRAY_HALF_WIDTH + 0.3:
            return TRAY if y < 0 else RESERVE if self.parallel else OTHER_TRAY
        if abs(across + TRAY_CENTRE) <= TRAY_HALF_WIDTH + 0.3:
            return RESERVE if y < 0 else OTHER_TRAY if self.parallel else OTHER_RESERVE
        for field in (-FIELD_CENTRE, FIELD_CENTRE):
            offset = across - field
            if abs(offset) <= FIELD_HALF_WIDTH:
                column = min(int(offset + 3.0), 5) + (6 if field > 0 else 0)
                return column + 13 if y > 0 else 12 - column
        return None
