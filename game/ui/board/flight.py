"""Checkers on their way: lifted, carried in an arc, set down with weight, knocked to the bar, slid into the tray.

A passage is one step of a play on the board: whoever moves, and whoever is hit by it. It is known to its end before it
begins. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, exp, hypot, pi, sin

from game.ui.board import geometry as table
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.grains import Grains
from game.ui.board.happenings import Happening
from game.ui.board.seen import Carried

SETTLE = 0.24
"""Seconds in which a checker that was set down, and the one it touches, come to rest."""

_BARS = (table.BAR, table.OTHER_BAR)
_TRAYS = (table.TRAY, table.OTHER_TRAY)

_STAGGER = 0.3
"""Of several checkers that go at once each sets out so much of its way after the one before."""

_MOST_HEARD = 4

_STRUCK = 0.90
"""The share of its way at which a checker strikes the blot it hits."""

_LEAN, _FLIP = 11.0, 360.0
"""Degrees: how far a carried checker leans, and by how much a knocked one turns over."""


@dataclass(frozen=True, slots=True)
class InTheAir:
    """A checker on its way at this moment. grain: which piece of material. direction: where it leans to, degrees about
    the vertical; lean: degrees from lying flat.
    """

    side: int
    spot: Spot
    grain: int = 0
    direction: int = 0
    lean: int = 0


@dataclass(frozen=True, slots=True)
class Flight:
    """One checker's way. manner: "carried", "slid" (flat on the table), "knocked", "off" (into the tray), "held" (a
    hand has carried it and it is there). begins, lasts: seconds. across: the direction of the blow that knocks it.
    grain: which piece of material it is.
    """

    way: Carried
    start: Spot
    end: Spot
    manner: str
    begins: float
    lasts: float
    across: tuple[float, float] = (0.0, 0.0)
    grain: int = 0

    @property
    def ends(self) -> float:
        """Seconds from the beginning of the passage until it lies."""
        return self.begins + self.lasts

    def at(self, moment: float) -> InTheAir:
        """Where it is, before its beginning where it was, after its end where it comes to lie."""
        share = min(max((moment - self.begins) / self.lasts, 0.0), 1.0) if self.lasts else 1.0
        if share in (0.0, 1.0):
            return InTheAir(self.way.side, self.start if share == 0.0 else self.end, self.grain)
        path = {"slid": _slid, "knocked": _knocked, "off": _off}.get(self.manner, _carried)
        spot, direction, lean = path(self, share)
        return InTheAir(self.way.side, spot, self.grain, round(direction / 15.0) * 15 % 360, lean)


@dataclass(frozen=True, slots=True)
class Passage:
    """All checkers of one step. seconds: until the last one lies. happenings: by time."""

    flights: tuple[Flight, ...] = ()
    seconds: float = 0.0
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True)
class Settling:
    """A checker that has just been set down comes to rest; the one it touches gives way. at: since when.
    grains: of the two, the one it touches first.
    """

    side: int
    place: int
    index: int
    at: float
    grains: tuple[int, int] = (0, 0)

    def now(self, geometry: Geometry, moment: float) -> list[InTheAir]:
        """The two of them at a moment."""
        share = min(max((moment - self.at) / SETTLE, 0.0), 1.0)
        calm = exp(-4.0 * share) * (1.0 - share)
        hop = 0.075 * abs(sin(2.0 * pi * share)) * calm
        spot = geometry.checker(self.place, self.index)
        direction = (self.index * 75 + self.place * 30) % 360
        lean = round(5.0 * sin(3.0 * pi * share) * calm)
        found = [InTheAir(self.side, Spot(spot.x, spot.y, spot.z + hop), self.grains[1], direction, lean)]
        if self.index and 1 <= self.place <= 24:
            other = geometry.checker(self.place, self.index - 1)
            far = hypot(other.x - spot.x, other.y - spot.y) or 1.0
            by = 0.035 * sin(pi * min(share * 2.2, 1.0)) / far
            moved = Spot(other.x + (other.x - spot.x) * by, other.y + (other.y - spot.y) * by, other.z)
            found.insert(0, InTheAir(self.side, moved, self.grains[0]))
        return found


def passage(
    ways: Sequence[Carried],
    geometry: Geometry,
    seconds: float,
    *,
    is_calm: bool = False,
    in_hand: int | None = None,
    grains: Grains = (),
) -> Passage:
    """How checkers get from one board to the next. seconds: for one that goes a usual way, 0 for at once. is_calm: they
    slide and nothing is thrown about. in_hand: the side whose checkers a person has just set down by hand. grains: of
    the board before.
    """

    def grain(way: Carried) -> int:
        return grains[way.source[0]][way.source[1]] if grains else 0

    flights: list[Flight] = []
    movers = [way for way in ways if _struck_by(way, ways) is None]
    for number, way in enumerate(movers):
        start, end = geometry.checker(*way.source), geometry.checker(*way.target)
        is_held = way.side == in_hand
        lasts = 0.0 if is_held else seconds * _longer(start, end)
        manner = "held" if is_held else "slid" if is_calm else "off" if way.target[0] in _TRAYS else "carried"
        flights.append(Flight(way, start, end, manner, number * _STAGGER * seconds, lasts, grain=grain(way)))
    for way in ways:
        if (striker := _struck_by(way, ways)) is not None:
            blow = _hit(way, next(f for f in flights if f.way is striker), geometry, seconds, is_calm)
            flights.append(replace(blow, grain=grain(way)))
    # More than a few at once are no play but a board that is laid anew.
    told = [happening for flight in flights for happening in _heard(flight)] if len(ways) <= _MOST_HEARD else []
    ends = max((flight.ends for flight in flights), default=0.0)
    return Passage(tuple(flights), ends, tuple(sorted(told, key=lambda happening: happening.at)))


def _struck_by(way: Carried, ways: Sequence[Carried]) -> Carried | None:
    """The way of the checker that hits this one."""
    if way.target[0] not in _BARS:
        return None
    return next((other for other in ways if other.side != way.side and other.target[0] == way.source[0]), None)


def _hit(way: Carried, striker: Flight, geometry: Geometry, seconds: float, is_calm: bool) -> Flight:
    start, end = geometry.checker(*way.source), geometry.checker(*way.target)
    across = (start.x - striker.start.x, start.y - striker.start.y)
    length = hypot(*across) or 1.0
    begins = striker.begins + striker.lasts * _STRUCK
    manner = "slid" if is_calm else "knocked"
    lasts = seconds * (1.0 if is_calm else 1.25)
    return Flight(way, start, end, manner, begins, lasts, (across[0] / length, across[1] / length))


def _longer(start: Spot, end: Spot) -> float:
    """A long way takes a little more time than a short one."""
    return min(0.9 + 0.025 * hypot(end.x - start.x, end.y - start.y), 1.25)


def _heard(flight: Flight) -> list[Happening]:
    place, index = flight.way.target
    weight = 0.55 + min(hypot(flight.end.x - flight.start.x, flight.end.y - flight.start.y), 12.0) / 40.0
    down, strength = "checker_down" if index == 0 else "checker_on_checker", weight
    if place in _TRAYS:
        down, strength = "checker_off", 0.6
    elif place in _BARS:
        down, strength = "checker_on_bar", 0.7
    landed = Happening(down, flight.ends, 0.4 if flight.manner == "slid" else strength)
    if flight.manner == "knocked":
        return [Happening("checker_knocked", flight.begins, 0.9), landed]
    if flight.manner in {"carried", "off"}:
        return [Happening("checker_lifted", flight.begins, 0.3), landed]
    return [landed]


# Paths: the spot at a share of the way, the direction and the degrees of its lean

_Pose = tuple[Spot, float, int]


def _smooth(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * share * (share * (6.0 * share - 15.0) + 10.0)


def _mixed(start: Spot, end: Spot, share: float, z: float) -> Spot:
    return Spot(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share, z)


def _steps(angle: float, step: float) -> int:
    """Fewer leans are fewer pictures."""
    return round(round(angle / step) * step)


def _slid(flight: Flight, share: float) -> _Pose:
    eased = share * share * (3.0 - 2.0 * share)
    start, end = flight.start, flight.end
    # Over the bar and the rails, not through them.
    hill = table.RIM + 0.02 if max(start.z, end.z) < table.RIM and _crosses_wood(start.x, end.x) else 0.0
    z = max(start.z + (end.z - start.z) * eased, hill * min(1.0, 4.0 * share, 4.0 * (1.0 - share)))
    return _mixed(start, end, eased, z), 0.0, 0


def _crosses_wood(x: float, other: float) -> bool:
    walls = (-table.FIELD_CENTRE - table.FIELD_HALF_WIDTH, 0.0, table.FIELD_CENTRE + table.FIELD_HALF_WIDTH)
    return any(min(x, other) < wall < max(x, other) for wall in walls)


def _carried(flight: Flight, share: float) -> _Pose:
    """Up quickly, over in an arc, down faster and faster: what has weight does not float."""
    start, end = flight.start, flight.end
    far = hypot(end.x - start.x, end.y - start.y)
    height = min(0.95 + 0.06 * far, 1.6)
    rise = 1.0 - (1.0 - min(share / 0.42, 1.0)) ** 2.2
    fall = 1.0 - max((share - 0.58) / 0.42, 0.0) ** 1.8
    ground = start.z + (end.z - start.z) * _smooth(share)
    spot = _mixed(start, end, _smooth((share - 0.03) / 0.94), ground + height * rise * fall)
    direction = degrees(atan2(end.y - start.y, end.x - start.x))
    return spot, direction, _steps(-_LEAN * sin(2.0 * pi * share) * min(far / 3.0, 1.0), 2.0)


def _off(flight: Flight, share: float) -> _Pose:
    """Set down in the open end of the tray, then slid along it until it touches what lies there."""
    end = flight.end
    run = 1.5 if end.z == 0.0 else 0.45
    reached = Spot(end.x, end.y + (-run if end.y > 0.0 else run), end.z)
    carried = 0.68
    if share < carried:
        flown = Flight(flight.way, flight.start, reached, "carried", 0.0, 1.0)
        return _carried(flown, share / carried)
    slid = (share - carried) / (1.0 - carried)
    return _mixed(reached, end, 1.0 - (1.0 - slid) ** 2.2, end.z), 0.0, 0


def _knocked(flight: Flight, share: float) -> _Pose:
    """Struck aside and up, turned over once in the air, down onto the bar."""
    start, end, (x, y) = flight.start, flight.end, flight.across
    blow = 1.05 * sin(pi * min(share / 0.8, 1.0) ** 0.7) * (1.0 - share)
    eased = _smooth(share)
    rise = _smooth(share / 0.45)
    fall = 1.0 - max((share - 0.5) / 0.5, 0.0) ** 1.9
    z = start.z + (end.z - start.z) * eased + 1.75 * rise * fall
    spot = _mixed(start, end, eased, z)
    turned = _FLIP * (1.0 - (1.0 - share) ** 1.6) * min(share / 0.15, 1.0)
    return Spot(spot.x + x * blow, spot.y + y * blow, spot.z), degrees(atan2(y, x)), _steps(turned, 12.0)
