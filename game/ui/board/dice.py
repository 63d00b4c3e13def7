"""Thrown dice: a throw is known to its end before it begins, and lands on the faces of the record.

Cubes without numbers are thrown ahead as solid bodies (`engine_c.tumble`). Where each has come to rest, its numbers are
written on it so that the wanted one is up; then the same throw is shown from its beginning. Nothing is drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, pi, sin
from random import Random

from engine_c import tumble
from engine_c.tumble import ThrowPlan, Tumble
from game.ui.board import geometry as table
from game.ui.board.attitude import Rotation, blended, labels, matrix, resting
from game.ui.board.cup import CupInHand, CupShown
from game.ui.board.geometry import DIE_HALF, Geometry, Spot
from game.ui.board.happenings import Happening
from game.ui.board.seen import Laid

SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""The spots of each face, in steps from its middle."""

REACH = 0.84
"""Dice lie this close to the middle of the board: on felt that even five checkers on a point leave free."""

_MOUTH = (0.95, 0.45, 1.20)
"""Where dice leave the hand: units from the outer wall of the field, from the middle line, above the felt."""

_SPEED = (8.0, 0.6)
_HARDEST = 13.0
"""The speed of a touch, units a second, that is as loud as can be."""

_FLIGHT, _SETTLE, _FADE = 0.11, 0.10, 0.22
"""Seconds: that dice without a cup are in the air before they reach the field; in which a die comes to lie as it will
be drawn from then on; in which dice appear where little shall move.
"""

_HEARD = {
    tumble.FELT: "die_on_felt",
    tumble.WOOD: "die_on_wood",
    tumble.CHECKER: "die_on_checker",
    tumble.DIE: "die_on_die",
}


@dataclass(frozen=True, slots=True)
class Manner:
    """How dice are thrown. pace: how many times as fast as usual. is_calm: they appear, nothing tumbles."""

    has_cup: bool = True
    pace: float = 1.0
    is_calm: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice on the table. faces: in order. at_bottom: whose half; None when each side has thrown one of them (the
    opening throw: the first face is the bottom's). used: how much of each is played, 0 to 1. blocks: checkers that lie
    in the dice's way. laid: real dice are laid down where they are typed, so many in a half in the end; 0 where they
    are thrown.
    """

    faces: tuple[int, ...]
    at_bottom: bool | None
    used: tuple[float, ...] = ()
    seed: int = 0
    blocks: tuple[tuple[float, float, float], ...] = ()
    laid: int = 0

    def among(self, geometry: Geometry, laid: Laid) -> Throw:
        """The throw on a board with checkers."""
        spots = [geometry.checker(place, index) for place, index, _ in laid.checkers() if 1 <= place <= 24]
        return replace(self, blocks=tuple((spot.x, spot.y, spot.z) for spot in spots))


@dataclass(frozen=True, slots=True)
class FallingDie:
    """face: the one of the record. spot: of its underside if it lay. rotation: while it rolls, None at rest. lean:
    degrees about the vertical at rest. used: how much of it is played, 0 to 1. side: whose half it is in, 0 at the
    bottom. alpha: 0 to 1.
    """

    face: int
    spot: Spot
    rotation: Rotation | None
    lean: int
    used: float
    side: int
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class _Hand:
    """The dice of one side: which of the throw's, in which half, for how many there is room, and how they fall."""

    dice: tuple[int, ...]
    at_bottom: bool
    room: int
    plan: ThrowPlan
    tumble: Tumble | None


class Course:
    """A throw from its first moment to its last; a pure function of what is given.

    seconds: how long it takes. happenings: what there is to be heard, by time.
    """

    def __init__(self, throw: Throw, geometry: Geometry, manner: Manner) -> None:
        self.throw, self.geometry, self.manner = throw, geometry, manner
        everyone = range(len(throw.faces))
        sides = ((True, tuple(everyone)[:1]), (False, tuple(everyone)[1:])) if throw.at_bottom is None else ()
        parts = sides or ((throw.at_bottom is True, tuple(everyone)),)
        self._hands = [_hand(throw, geometry, dice, at_bottom) for at_bottom, dice in parts]
        self._cups = [_cup(hand, throw.seed) for hand in self._hands] if manner.has_cup else []
        self._began = self._cups[0].pours_at if self._cups else _FLIGHT
        lasts = max((len(hand.tumble.places) for hand in self._hands if hand.tumble), default=1)
        self._rolling = lasts / tumble.FRAMES_A_SECOND
        whole = max([self._began + self._rolling, *(cup.seconds for cup in self._cups)])
        self.seconds = _FADE if manner.is_calm else whole / manner.pace
        self.happenings = self._calm() if manner.is_calm else self._heard()

    def _calm(self) -> tuple[Happening, ...]:
        return (Happening("die_on_felt", 0.0, 0.35),)

    def _heard(self) -> tuple[Happening, ...]:
        found = [happening for cup in self._cups for happening in cup.happenings]
        for hand in self._hands:
            for touch in hand.tumble.touches if hand.tumble else ():
                strength = min(touch.speed / _HARDEST, 1.0) ** 1.2
                found.append(Happening(_HEARD[touch.ground], self._began + touch.at, strength))
        paced = [replace(happening, at=happening.at / self.manner.pace) for happening in found]
        return tuple(sorted(paced, key=lambda happening: happening.at))

    # At a moment, in seconds since the beginning

    def dice(self, at: float) -> list[FallingDie]:
        """The dice; from the end on they lie still. Those still in the cup are left out."""
        return [die for hand in self._hands for index in range(len(hand.dice)) for die in self._die(hand, index, at)]

    def cups(self, at: float) -> list[CupShown]:
        """The cups that are to be seen."""
        if self.manner.is_calm or at >= self.seconds:
            return []
        return [shown for cup in self._cups if (shown := cup.at(at * self.manner.pace)) is not None]

    def lying(self) -> list[FallingDie]:
        """The dice at rest."""
        return self.dice(self.seconds)

    def _die(self, hand: _Hand, index: int, at: float) -> list[FallingDie]:
        number, ended = hand.dice[index], at >= self.seconds
        face, side = self.throw.faces[number], 0 if hand.at_bottom else 1
        used = self.throw.used[number] if number < len(self.throw.used) else 0.0
        within, target, spot, lean = _at_rest(hand, index, face, self.throw.seed, self.geometry)
        since = at * self.manner.pace - self._began
        if self.manner.is_calm or ended or hand.tumble is None or since >= self._rolling:
            alpha = min(at / _FADE, 1.0) if self.manner.is_calm else 1.0
            return [FallingDie(face, spot, None, lean, used, side, alpha)]
        if since < 0.0 and self._cups:
            return []
        place, turn = _between(hand.tumble, index, max(since, 0.0))
        if since < 0.0:  # thrown by hand, from beyond the field
            way = hand.plan.way
            place = (place[0] + way[0] * since, place[1] + way[1] * since, place[2] + 2.5 * since)
        left = (len(hand.tumble.places) - 1) / tumble.FRAMES_A_SECOND - since
        rotation = turn @ within
        settled = min(max(1.0 - left / _SETTLE, 0.0), 1.0)
        x, y, z = place[0], place[1], place[2] - DIE_HALF
        if settled:
            share = settled * settled * (3.0 - 2.0 * settled)
            rotation = blended(rotation, target, share)
            x, y, z = x + (spot.x - x) * share, y + (spot.y - y) * share, z * (1.0 - share)
        alpha = 1.0 if since >= 0.0 else 1.0 + since / _FLIGHT
        return [FallingDie(face, Spot(x, y, max(z, 0.0)), rotation, lean, used, side, alpha)]


@lru_cache(maxsize=16)
def course(throw: Throw, geometry: Geometry, manner: Manner) -> Course:
    """The course of a throw; what was asked last is kept."""
    return Course(throw, geometry, manner)


def lying(geometry: Geometry, throw: Throw) -> list[FallingDie]:
    """The dice of a throw at rest."""
    return course(throw, geometry, Manner(is_calm=True)).lying()


def exchanged(dice: list[FallingDie], share: float) -> list[FallingDie]:
    """Two dice that have just changed places, on their way around each other: share is 0 where each was before."""
    one, other = dice
    eased = share * share * (3.0 - 2.0 * share)
    across = (one.spot.y - other.spot.y, other.spot.x - one.spot.x)
    length = hypot(*across) or 1.0
    aside, lift = 0.5 * sin(pi * share) / length, 0.35 * sin(pi * share)
    found = []
    for die, before, way in ((one, other, 1.0), (other, one, -1.0)):
        x = before.spot.x + (die.spot.x - before.spot.x) * eased + way * across[0] * aside
        y = before.spot.y + (die.spot.y - before.spot.y) * eased + way * across[1] * aside
        lean = before.lean + ((die.lean - before.lean + 45) % 90 - 45) * eased
        found.append(replace(die, spot=Spot(x, y, lift), rotation=resting(die.face, lean)))
    return found


def _plan(throw: Throw, geometry: Geometry, at_bottom: bool, count: int) -> ThrowPlan:
    """Dice come from the outer end of their half, on the side of whoever throws them, and run to the middle."""
    middle = geometry.dice(at_bottom, 1)[0].x
    outwards, near = (1.0 if middle > 0 else -1.0), (-1.0 if at_bottom else 1.0)
    left, right = middle - table.FIELD_HALF_WIDTH, middle + table.FIELD_HALF_WIDTH
    wall = right if outwards > 0 else left
    mouth = (wall - _MOUTH[0] * outwards, _MOUTH[1] * near, _MOUTH[2])
    blocks = tuple(block for block in throw.blocks if left < block[0] < right)[: tumble.MOST_BLOCKS]
    high = table.FIELD_HALF_HEIGHT
    way = (-_SPEED[0] * outwards, -_SPEED[1] * near)
    return ThrowPlan(count, (left, right, -high, high), mouth, way, (-REACH, REACH), blocks)


def _cup(hand: _Hand, seed: int) -> CupInHand:
    beside = hand.plan.mouth[1] if hand.tumble is None else float(hand.tumble.places[0, :, 1].mean())
    return CupInHand(hand.plan, beside, seed)


def _hand(throw: Throw, geometry: Geometry, dice: tuple[int, ...], at_bottom: bool) -> _Hand:
    plan = _plan(throw, geometry, at_bottom, len(dice))
    thrown = None if throw.laid else _thrown(plan, throw.seed * 2 + at_bottom)
    return _Hand(dice, at_bottom, throw.laid or len(dice), plan, thrown)


@lru_cache(maxsize=64)
def _thrown(plan: ThrowPlan, seed: int) -> Tumble | None:
    return tumble.throw_dice(plan, seed)


def _at_rest(hand: _Hand, index: int, face: int, seed: int, geometry: Geometry) -> tuple[Rotation, Rotation, Spot, int]:
    """The numbers within the cube, the rotation, the spot and the lean of a die at rest."""
    if hand.tumble is None:  # typed; or no throw of many ended well: the dice are laid down
        spot = geometry.dice(hand.at_bottom, hand.room)[index]
        return matrix((1, 0, 0, 0)), matrix((1, 0, 0, 0)), spot, 0
    last = matrix(hand.tumble.turns[-1, index])
    within, lean = labels(last, face, Random(seed * 31 + index).randrange(4))
    x, y, _ = hand.tumble.places[-1, index]
    return within, resting(face, lean), Spot(float(x), float(y)), lean


def _between(thrown: Tumble, index: int, since: float) -> tuple[tuple[float, float, float], Rotation]:
    """Place and turn of a die between two frames of its throw."""
    exact = since * tumble.FRAMES_A_SECOND
    first = min(int(exact), len(thrown.places) - 1)
    then, share = min(first + 1, len(thrown.places) - 1), min(exact - first, 1.0)
    before, after = thrown.places[first, index].tolist(), thrown.places[then, index].tolist()
    turn, next_turn = thrown.turns[first, index].tolist(), thrown.turns[then, index].tolist()
    same = 1.0 if sum(a * b for a, b in zip(turn, next_turn, strict=True)) >= 0.0 else -1.0
    x, y, z = (a + (b - a) * share for a, b in zip(before, after, strict=True))
    return (x, y, z), matrix([a + (same * b - a) * share for a, b in zip(turn, next_turn, strict=True)])
