"""The leather cup in the hand: brought, shaken, poured out, taken away. Nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, pi, radians, sin, sqrt
from random import Random

import numpy as np

from engine_c.picture import InCup
from engine_c.tumble import ThrowPlan
from game.ui.board.attitude import Rotation, about, matrix
from game.ui.board.geometry import Spot
from game.ui.board.happenings import Happening

CUP_HALF_HEIGHT, CUP_RADIUS = 0.95, 0.86

_COMES, _SHAKEN, _POURS, _STAYS, _GOES = 0.24, 0.70, 0.88, 1.0, 1.38
"""When each part of it ends, in seconds: it comes, is shaken, tips over, stands still, is taken away."""

_SWINGS, _SWAY, _POURED = 4, 15.0, 104.0
"""How often it goes to and fro; how far it leans then, and how far when it pours, in degrees."""

_STEP = 5.0
"""Degrees between two leans that are drawn differently: fewer pictures, and each is used often."""

LEANS = {False: tuple(range(105, 9, -round(_STEP))), True: tuple(range(-15, 101, round(_STEP)))}
"""All of them, about in the order in which they are wanted: of an empty cup, and of one with dice in it."""

_FLOOR, _ROOM, _APART = -0.32, 0.13, 0.78
"""In the cup: how high the middle of the lowest die is, how far from the cup's middle line, and the next one's height
above it.
"""


@dataclass(frozen=True, slots=True)
class CupShown:
    """spot: of its middle. direction: where it leans to, degrees about the vertical; lean: degrees from upright, in
    steps. alpha: 0 to 1. dice: how many are in it.
    """

    spot: Spot
    direction: int
    lean: int
    alpha: float
    dice: int = 0

    @property
    def rotation(self) -> Rotation:
        """How it is turned in space."""
        turn = about((0.0, 0.0, 1.0), radians(self.direction))
        leaning = turn @ about((0.0, 1.0, 0.0), radians(self.lean)) @ about((0.0, 0.0, 1.0), 0.7)
        return leaning.astype(np.float32)

    @property
    def inside(self) -> tuple[InCup, ...]:
        """The dice in it: tossed about anew with every lean, and nearer to the mouth the farther it leans."""
        rng = Random(self.lean * 7 + self.direction)
        angle, slid = rng.uniform(0.0, 2.0 * pi), max(self.lean, 0) / _POURED * 0.45
        found = []
        for index in range(self.dice):
            turn = matrix([rng.gauss(0.0, 1.0) for _ in range(4)])
            around = angle + pi * index
            middle = (_ROOM * cos(around), _ROOM * sin(around), _FLOOR + _APART * index + slid + rng.uniform(0.0, 0.1))
            found.append(InCup(turn, middle))
        return tuple(found)


class CupInHand:
    """One cup during one throw. pours_at: when the dice leave it; seconds: until it is out of sight; at usual pace."""

    def __init__(self, plan: ThrowPlan, beside: float, seed: int) -> None:
        """beside: the y at which the dice really leave it."""
        self._rng = Random(seed * 17 + 5)
        length = sqrt(plan.way[0] ** 2 + plan.way[1] ** 2) or 1.0
        self._ahead = (plan.way[0] / length, plan.way[1] / length)
        # Fewer directions are fewer pictures.
        self._direction = 0 if self._ahead[0] > 0 else 180
        self._dice = plan.dice
        self._mouth = (plan.mouth[0], beside, plan.mouth[2])
        self.pours_at, self.seconds = _POURS - 0.05, _GOES
        self.happenings = tuple(self._heard())

    def _heard(self) -> list[Happening]:
        each = (_SHAKEN - _COMES) / _SWINGS
        shaken = [
            Happening("cup_shaken", _COMES + each * (swing + 0.5), self._rng.uniform(0.45, 0.9))
            for swing in range(_SWINGS)
        ]
        return [*shaken, Happening("cup_poured", self.pours_at, 0.7), Happening("cup_down", _GOES - 0.04, 0.5)]

    def at(self, moment: float) -> CupShown | None:
        """Where it is at a moment, in seconds; None before and afterwards."""
        if not 0.0 <= moment < _GOES:
            return None
        here, lean = self._held(moment)
        away, alpha = 0.0, 1.0
        if moment < _COMES:
            away = (1.0 - _eased(moment / _COMES)) * 3.6
            alpha = min(moment / (_COMES * 0.35), 1.0)
        elif moment > _STAYS:
            share = (moment - _STAYS) / (_GOES - _STAYS)
            away, alpha = 4.4 * share**1.7, min((1.0 - share) / 0.3, 1.0)
        x, y = here.x - self._ahead[0] * away, here.y - self._ahead[1] * away
        dice = self._dice if moment < self.pours_at else 0
        return CupShown(Spot(x, y, here.z), self._direction, round(lean / _STEP) * round(_STEP), alpha, dice)

    def _held(self, moment: float) -> tuple[Spot, float]:
        """Where the hand holds it while it neither comes nor goes, and how far it leans."""
        lean, swing = self._lean(moment), self._swing(moment)
        poured = min(max(lean / _POURED, 0.0), 1.0)
        # It turns about its mouth when it pours: the mouth stays where the dice leave it.
        back = CUP_HALF_HEIGHT * sin(radians(lean)) - 0.15
        out = back * poured + 0.75 * (1.0 - poured)
        x = self._mouth[0] - self._ahead[0] * (out + 0.24 * swing)
        y = self._mouth[1] - self._ahead[1] * (out + 0.24 * swing) + 0.10 * swing * self._ahead[0]
        return Spot(x, y, self._mouth[2] + 0.25 + 0.12 * abs(swing)), lean

    def _swing(self, moment: float) -> float:
        """Between -1 and 1 while it is shaken, more and more, then 0."""
        if not _COMES <= moment <= _SHAKEN:
            return 0.0
        share = (moment - _COMES) / (_SHAKEN - _COMES)
        return sin(2.0 * pi * _SWINGS / 2 * share) * min(1.0, 0.55 + share) * min((1.0 - share) * 6.0, 1.0)

    def _lean(self, moment: float) -> float:
        if moment <= _SHAKEN:
            return _SWAY * self._swing(moment)
        if moment <= _POURS:
            share = (moment - _SHAKEN) / (_POURS - _SHAKEN)
            return _POURED * share * share * (3.0 - 2.0 * share)
        if moment <= _STAYS:
            return _POURED
        return _POURED * exp(-2.2 * (moment - _STAYS) / (_GOES - _STAYS))


def _eased(share: float) -> float:
    return 1.0 - (1.0 - share) ** 3
