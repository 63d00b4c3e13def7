"""Every effect by its name: what is struck, how often, how hard. Each take is a blow of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from assets.studio import strings
from assets.studio.materials import BOARDS, CHECKERS, DICE, FELT, LEATHER, TABLE
from assets.studio.strike import Blow, Body, flapping, rubbed, struck, tuned
from assets.studio.waves import Random, Wave, add, band, faded, filtered, noise, seconds

Take = Callable[[Random], Wave]


@dataclass(frozen=True)
class Effect:
    """folder: the material, or "usual" where there is but one. takes: so many are made."""

    folder: str
    name: str
    takes: int
    make: Take


# Checkers


def _set_down(body: Body, random: Random) -> Wave:
    """It lands on its rim, and the rest of it follows."""
    piece = tuned(body, random.uniform(0.95, 1.05))
    return struck(piece, flapping(random, 0.001, random.uniform(0.013, 0.026), 0.55, 0.42, 4), random, 0.30)


def _on_checker(body: Body, random: Random) -> Wave:
    """Beside or on top of others: both ring a little, and it rests at once."""
    made = np.zeros(seconds(0.26).shape)
    blows = flapping(random, 0.001, random.uniform(0.008, 0.015), 0.5, 0.38, 3)
    for factor, gain in ((random.uniform(0.97, 1.03), 1.0), (random.uniform(1.06, 1.14), 0.6)):
        add(made, struck(tuned(body, factor, contact=body.contact * 0.85), blows, random, 0.26), 0, gain)
    return made


def _lifted(body: Body, random: Random) -> Wave:
    """Fingers take it: they damp it, and it rubs along the wood for a moment."""
    fingers = tuned(body, random.uniform(0.92, 1.04), loss=body.loss * 3, held=0.02, contact=body.contact * 2)
    made = 0.55 * struck(fingers, [Blow(0.001, 0.4), Blow(random.uniform(0.018, 0.03), 0.2)], random, 0.16)
    add(made, 0.10 * rubbed(random, 0.11, 900, 3800), 0.004)
    return made


def _knocked(body: Body, random: Random) -> Wave:
    """Checker on checker, both ring; then the one that was hit rattles on its rim."""
    one, other = random.uniform(0.96, 1.0), random.uniform(1.04, 1.12)
    made = np.zeros(seconds(0.42).shape)
    blow = [Blow(0.001, 1.6), Blow(random.uniform(0.009, 0.014), 0.5)]
    add(made, struck(tuned(body, one, contact=body.contact * 0.75), blow, random, 0.3), 0)
    add(made, struck(tuned(body, other, contact=body.contact * 0.75), blow, random, 0.3), 0, 0.8)
    add(made, struck(body, flapping(random, 0.001, 0.036, 0.74, 0.72, 8), random, 0.3), random.uniform(0.05, 0.07), 0.5)
    return made


def _borne_off(body: Body, random: Random) -> Wave:
    """It slides over the rim of the tray and meets the others."""
    made = np.zeros(seconds(0.42).shape)
    slide = random.uniform(0.09, 0.13)
    add(made, rubbed(random, slide, 700, 3000), 0, 0.16)
    damped = tuned(body, random.uniform(0.97, 1.06), held=body.held * 0.6)
    add(made, struck(damped, flapping(random, 0.001, 0.020, 0.6, 0.5, 4), random, 0.28), slide * 0.85)
    return made


def _checker_on_board(body: Body, random: Random) -> Wave:
    """What the board adds to a checker that is set down on it."""
    blows = flapping(random, 0.001, random.uniform(0.014, 0.022), 0.55, 0.40, 3)
    return struck(tuned(body, random.uniform(0.96, 1.04)), blows, random, 0.34)


# Dice


def _die_on_wood(body: Body, random: Random) -> Wave:
    """A corner, and at once an edge."""
    blows = [Blow(0.001), Blow(random.uniform(0.004, 0.011), random.uniform(0.25, 0.5))]
    return struck(tuned(body, random.uniform(0.92, 1.08)), blows, random, 0.20)


def _die_on_felt(body: Body, random: Random) -> Wave:
    """The cloth takes the edge off: a long soft blow, and a hint of the die itself."""
    soft = tuned(body, random.uniform(0.9, 1.08), contact=FELT, click=0.10, grain=0.10)
    blows = [Blow(0.001), Blow(random.uniform(0.010, 0.020), random.uniform(0.2, 0.4))]
    muffled = filtered(struck(tuned(soft, 0.5, held=0.012), blows, random, 0.22), band(150, 1800))
    thud = struck(tuned(BOARDS["wood"], random.uniform(1.45, 1.7), contact=FELT, held=0.022), blows, random, 0.22)
    return np.asarray(muffled / np.max(np.abs(muffled)) + 0.8 * thud / np.max(np.abs(thud)))


def _die_on_die(body: Body, random: Random) -> Wave:
    """Two small hard things in the air."""
    made = struck(tuned(body, random.uniform(1.02, 1.12), contact=body.contact * 0.8), [Blow(0.001, 1.5)], random, 0.16)
    add(made, struck(tuned(body, random.uniform(0.90, 0.99)), [Blow(0.001, 1.5)], random, 0.15), 0, 0.8)
    return made


def _cup_shaken(body: Body, random: Random) -> Wave:
    """One swing of two dice in the cup: where the hand turns they meet the leather, and each other."""
    soft = [Blow(0.001 + random.uniform(0, 0.004), random.uniform(0.8, 1.0))]
    soft += [Blow(random.uniform(0.010, 0.055), random.uniform(0.25, 0.7)) for _ in range(int(random.integers(1, 4)))]
    hard = [Blow(random.uniform(0.004, 0.040), random.uniform(0.5, 1.0)) for _ in range(int(random.integers(1, 3)))]
    made = struck(tuned(LEATHER, random.uniform(0.92, 1.08)), soft, random, 0.2)
    # The leather is between the dice and the ear.
    inside = tuned(body, random.uniform(0.80, 0.92), contact=body.contact * 1.8, click=0.15, held=0.02)
    add(made, struck(inside, hard, random, 0.2), 0, 0.42)
    return faded(made, 0.0, 0.03)


def _cup_poured(body: Body, random: Random) -> Wave:
    """The dice roll along the leather and over its rim."""
    made = np.zeros(seconds(0.34).shape)
    soft = [Blow(0.004 + 0.2 * step / 7 + random.uniform(0, 0.014), 0.4 + 0.08 * step) for step in range(7)]
    add(made, struck(tuned(LEATHER, random.uniform(1.0, 1.15)), soft, random, 0.32), 0)
    hard = [Blow(random.uniform(0.06, 0.12), 0.4), Blow(random.uniform(0.16, 0.22), 0.7)]
    add(made, struck(tuned(body, 0.9, contact=body.contact * 1.5, held=0.02), hard, random, 0.32), 0, 0.35)
    add(made, rubbed(random, 0.24, 500, 2400), 0.01, 0.08)
    return faded(made, 0.0, 0.05)


def _die_on_rail(body: Body, random: Random) -> Wave:
    """What the frame adds to a die that meets it."""
    stiff = tuned(body, random.uniform(1.15, 1.3), contact=body.contact * 0.7, held=body.held * 0.6)
    return struck(stiff, [Blow(0.001), Blow(random.uniform(0.005, 0.011), 0.3)], random, 0.22)


# Cup, cube, card, words


def _cup_set_down(random: Random) -> Wave:
    """The mouth of the cup on the table, a rim of leather, and the air in it."""
    blows = flapping(random, 0.001, 0.030, 0.6, 0.32, 3)
    made = struck(tuned(TABLE, random.uniform(0.95, 1.05)), blows, random, 0.36)
    add(made, struck(tuned(LEATHER, 0.8), blows, random, 0.34), 0, 0.55)
    return made


def _cube_turned(random: Random) -> Wave:
    """It is rolled over an edge: a light touch, then the new face lies."""
    made = np.zeros(seconds(0.46).shape)
    cube = tuned(DICE["resin"], random.uniform(0.55, 0.6), contact=0.0004)
    second = random.uniform(0.10, 0.13)
    for at, strength in ((0.0, 0.45), (second, 1.0)):
        blows = [Blow(0.001, strength), Blow(random.uniform(0.007, 0.012), 0.35 * strength)]
        add(made, struck(cube, blows, random, 0.3), at, strength)
        add(made, struck(BOARDS["wood"], blows, random, 0.3), at, 0.55 * strength)
    return made


def _card(random: Random) -> Wave:
    """Heavy paper over wood: air first, then the edge."""
    length = random.uniform(0.20, 0.24)
    air = rubbed(random, length, 500, 2600) + 0.45 * rubbed(random, length, 2600, 7000)
    made = np.zeros(seconds(length + 0.1).shape)
    add(made, air, 0, 0.3)
    edge = tuned(LEATHER, 1.7, grain=0.5, contact=0.0008)
    add(made, struck(edge, [Blow(0.001, 0.5)], random, 0.09), length * 0.72, 0.22)
    return made


def _phrase(notes: tuple[tuple[float, float, float], ...], length: float, random: Random) -> Wave:
    """Plucked notes: when in seconds, cents above d', how strong."""
    made = np.zeros(seconds(length).shape)
    for at, cents, strength in notes:
        pitch = strings.D4 * 2 ** (cents / 1200)
        add(made, strings.plucked(random, pitch, length - at, bright=0.42 + 0.3 * strength), at, strength)
    echo = noise(random, 0.5, 200, 3200) * np.exp(-seconds(0.5) / 0.11)
    echo /= np.sqrt(np.sum(echo**2))
    wet = np.convolve(made, echo)[: len(made)]
    return faded(made + 0.22 * wet, 0.0, 0.25)


YOUR_TURN = ((0.0, 0, 0.6), (0.11, 702, 0.75))
WON = (
    (0.0, -498, 0.7), (0.14, 0, 0.75), (0.28, 386, 0.8), (0.42, 702, 0.9),
    (0.62, 1200, 1.0), (0.635, 702, 0.6), (0.65, 386, 0.5), (1.02, 1200, 0.55),
)  # fmt: skip
LOST = ((0.0, 498, 0.7), (0.20, 386, 0.65), (0.40, 113, 0.65), (0.68, 0, 0.8), (0.70, -1200, 0.6))
"""A fifth; a chord spread upwards to the octave; the way down through hicaz to the tonic."""


def effects() -> list[Effect]:
    """All of them."""
    made = []
    for material, body in CHECKERS.items():
        checkers = {
            "checker_lifted": (3, _lifted), "checker_down": (6, _set_down), "checker_on_checker": (5, _on_checker),
            "checker_knocked": (3, _knocked), "checker_off": (4, _borne_off),
        }  # fmt: skip
        made += [Effect(material, name, takes, partial(take, body)) for name, (takes, take) in checkers.items()]
    for material, body in DICE.items():
        dice = {
            "die_on_wood": (5, _die_on_wood), "die_on_felt": (5, _die_on_felt),
            "die_on_die": (4, _die_on_die), "cup_shaken": (6, _cup_shaken), "cup_poured": (3, _cup_poured),
        }  # fmt: skip
        made += [Effect(material, name, takes, partial(take, body)) for name, (takes, take) in dice.items()]
    for material, body in BOARDS.items():
        made.append(Effect(material, "board_under_checker", 4, partial(_checker_on_board, body)))
        made.append(Effect(material, "board_under_die", 4, partial(_die_on_rail, body)))
    made += [
        Effect("usual", "cup_down", 3, _cup_set_down),
        Effect("usual", "cube_turned", 3, _cube_turned),
        Effect("usual", "card", 4, _card),
        Effect("usual", "your_turn", 2, partial(_phrase, YOUR_TURN, 1.3)),
        Effect("usual", "won", 1, partial(_phrase, WON, 3.2)),
        Effect("usual", "lost", 1, partial(_phrase, LOST, 2.8)),
    ]
    return made
