"""What things are made of: bodies with their modes. Frequencies of checkers and dice are those one hears on a board,
where the case gives way, not those of the free piece, which lie above hearing.
"""

from __future__ import annotations

from assets.studio.strike import Body

CHECKERS = {
    "wood": Body(
        ((430, 0.7), (980, 1.0), (1610, 0.75), (2540, 0.5), (3720, 0.3), (5150, 0.16)),
        loss=0.017, held=0.10, contact=0.00036, click=0.40, grain=0.30, dense=1.0,
    ),
    "lacquer": Body(
        ((620, 0.5), (1290, 0.85), (2110, 1.0), (3340, 0.65), (4880, 0.42), (6900, 0.26)),
        loss=0.0095, held=0.075, contact=0.00020, click=0.42, grain=0.24, dense=0.8,
    ),
    "marble": Body(
        ((910, 0.25), (1850, 0.55), (3120, 0.9), (4870, 0.75), (7230, 0.5), (9800, 0.3)),
        loss=0.0034, held=0.11, contact=0.00010, click=0.34, grain=0.22, dense=0.7,
    ),
}  # fmt: skip
"""Turned boxwood; many coats of hard lacquer on wood; stone: high, with little loss, touching for an instant."""

DICE = {
    "bone": Body(
        ((1450, 0.3), (2350, 0.9), (3900, 1.0), (5600, 0.7), (8100, 0.4)),
        loss=0.0105, held=0.05, contact=0.00014, click=0.5, grain=0.30, dense=0.9,
    ),
    "wood": Body(
        ((1100, 0.5), (1820, 1.0), (2950, 0.7), (4300, 0.4), (6100, 0.2)),
        loss=0.015, held=0.05, contact=0.00026, click=0.45, grain=0.30, dense=1.0,
    ),
    "resin": Body(
        ((1280, 0.5), (2040, 1.0), (3260, 0.8), (4700, 0.35), (6500, 0.15)),
        loss=0.024, held=0.05, contact=0.00020, click=0.5, grain=0.26, dense=0.8,
    ),
}  # fmt: skip
"""Bone clicks, ebony knocks, amber and resin click with a softer end: plastics lose most."""


def _plate(lowest: float, highest: float, step: float, slope: float) -> tuple[tuple[float, float], ...]:
    """The modes of a plate on its frame: about equally far apart (step in Hz), weaker by frequency ** -slope."""
    modes, frequency, index = [], lowest, 0
    while frequency < highest:
        modes.append((frequency, (frequency / lowest) ** -slope))
        frequency += step * (0.75 + 0.5 * ((index * 0.618) % 1.0))
        index += 1
    return tuple(modes)


BOARDS = {
    "wood": Body(_plate(132.0, 2600.0, 88.0, 0.75), loss=0.030, held=0.12, contact=0.00060, click=0.10, grain=0.14),
    "stone": Body(_plate(310.0, 4200.0, 240.0, 0.45), loss=0.016, held=0.035, contact=0.00022, click=0.25, grain=0.22),
}
"""The hollow case gives every blow a body; a slab of stone hardly moves."""

FELT = 0.0019
"""Seconds that a die touches felt."""

LEATHER = Body(
    ((310, 1.0), (690, 0.8), (1240, 0.45), (1980, 0.16)), loss=0.055, held=0.03, contact=0.0011, click=0.05, grain=0.25
)
"""A stiff leather cup: the air in it speaks more than its wall."""

TABLE = Body(_plate(92.0, 900.0, 74.0, 1.0), loss=0.045, held=0.09, contact=0.0016, click=0.0, grain=0.03)
"""The table beside the board, through a rim of leather."""
