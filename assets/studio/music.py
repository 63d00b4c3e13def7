"""The piece one hears at the table: our own, in the makam of hicaz on d, in eight quavers (duyek), without an end.

Every note goes round the loop, and so does the room: the last bar's echo is heard under the first one.
"""

from __future__ import annotations

import numpy as np

from assets.studio import strings
from assets.studio.waves import RATE, Random, Wave, add_around, band, filtered, in_room, room

QUAVER = 0.47
"""Seconds."""

BAR = 8 * QUAVER

CENTS = {"d": 0, "e": 113, "E": 204, "f": 385, "g": 498, "a": 702, "b": 792, "B": 884, "c": 996}
"""Above d, as the theory of Arel counts them in commas: the second is low and the third a pure one."""

MELODY = (
    # The lute alone, from the fifth down through the tonic's tetrachord.
    ("oud", 0, "a3 g1 f2 e2  f2 e1 d1 d4  g2 a1 b1 a2 g1 f1  e1 f1 g1 f1 e4"),
    # The flute answers.
    ("ney", 4, "a3 b1 a2 g2  f1 g1 a2 g2 f1 e1  f2 g1 f1 e2 f1 e1  d6 r2"),
    # Together.
    ("oud", 8, "d2 f2 g2 a2  a2 b1 a1 g2 f2  g3 a1 g1 f1 e1 f1  e2 d2 d4"),
    ("ney", 10, "g3 a1 g1 f1 e1 f1  e2 d6"),
    # High up, the heart of the piece.
    ("ney", 12, "d'3 c1 d'2 E'2  d'2 c1 B1 a2 B1 c1  d'2 c1 b1 a2 g1 a1  b2 a1 g1 f2 e2"),
    ("oud", 12, "d2 g2 b2 d'2  c1 b1 a1 g1 c4  d'1 b1 g1 b1 d4  e2 g2 b2 a1 g1"),
    # And home.
    ("oud", 16, "a3 g1 f2 e2  f2 e1 d1 d4  g1 f1 e1 f1 g1 f1 e1 d1  d4 r1 d1 f1 g1"),
    ("ney", 19, "d7 r1"),
)
"""Who, from which bar on, what: note, octave (' above, , below) and quavers; r is a rest."""

CHORDS = {"D": "d,, d, a, d f", "G": "g,, d, g, b, d", "E": "e,, b,, e, g, b,", "C": "c,, g,, c, e, g,"}
HARMONY = "D D G E  D G E D  D G E D  G C G E  D D E D"
"""A chord a bar; its first note is the bass."""

DUYEK = ((0, True, 1.0), (1, False, 0.55), (3, False, 0.7), (4, True, 0.85), (6, False, 0.6))
"""Quaver, low or not, strength: dum tek, tek dum, tek."""

_PLACES = {"oud": -0.22, "ney": 0.28, "bass": -0.08, "drum": 0.10}
"""Left -1, right 1."""


def pitch(note: str) -> float:
    """Hz of a note such as "f", "d'" or "a,"."""
    octave = note.count("'") - note.count(",")
    return strings.D4 * 2 ** (octave + CENTS[note.rstrip("',")] / 1200)


def music(random: Random) -> Wave:
    """The whole loop, left and right."""
    bars = len(HARMONY.split())
    made = np.zeros((2, round(bars * BAR * RATE)))
    for who, bar, line in MELODY:
        _play(made, random, who, bar * BAR, line)
    for bar, name in enumerate(HARMONY.split()):
        _accompany(made, random, bar, name)
        if 4 <= bar < 19:
            _drum(made, random, bar)
    heard = in_room(made, room(random, 2.2, 0.55, 4200), 0.34)
    return filtered(heard, band(58.0, 20000.0), is_loop=True)


def _place(made: Wave, part: Wave, at: float, gain: float, side: float) -> None:
    angle = np.pi / 4 * (1 + side)
    add_around(made, np.stack([np.cos(angle) * part, np.sin(angle) * part]), at, gain)


def _play(made: Wave, random: Random, who: str, start: float, line: str) -> None:
    at = start
    for word in line.split():
        note, quavers = word[:-1], int(word[-1])
        length = quavers * QUAVER
        if note != "r":
            when = max(at + random.normal(0, 0.009), 0.0)
            stress = 0.9 if round((at - start) / QUAVER) % 4 == 0 else 0.72
            if who == "oud":
                _oud(made, random, note, when, quavers, stress)
            else:
                _place(made, strings.blown(random, pitch(note), length * 0.97), when, 0.17, _PLACES["ney"])
        at += length


def _oud(made: Wave, random: Random, note: str, at: float, quavers: int, stress: float) -> None:
    """A note; a long one is struck again, softer, as one keeps a lute singing."""
    strokes = [(0.0, stress)]
    if quavers >= 3:
        strokes += [(QUAVER * 2, 0.45), *([(QUAVER * 3, 0.38)] if quavers >= 4 else [])]
    for later, strength in strokes:
        tone = strings.plucked(random, pitch(note), 2.4, bright=0.38 + 0.45 * strength)
        _place(made, tone, at + later + random.normal(0, 0.005), 0.62 * strength, _PLACES["oud"])
        below = strings.plucked(random, pitch(note) / 2, 2.2, bright=0.2)
        _place(made, below, at + later + 0.012, 0.20 * strength, _PLACES["oud"])


def _accompany(made: Wave, random: Random, bar: int, name: str) -> None:
    notes = CHORDS[name].split()
    start = bar * BAR
    for quaver, strength in ((0, 0.34), (4, 0.20)):
        tone = strings.plucked(random, pitch(notes[0]) * (1 if quaver == 0 else 2), 3.2, bright=0.15)
        _place(made, tone, start + quaver * QUAVER + abs(random.normal(0, 0.008)), strength, _PLACES["bass"])
    for index, note in enumerate(notes[1:]):
        tone = strings.bowed(random, pitch(note), BAR * 1.45)
        _place(made, tone, start - 0.22 * BAR, 0.060, -0.5 + index / 3)


def _drum(made: Wave, random: Random, bar: int) -> None:
    level = 0.17 if 8 <= bar < 16 else 0.11
    for quaver, is_low, strength in DUYEK:
        stroke = strings.drummed(random, is_low=is_low, strength=strength * random.uniform(0.8, 1.1))
        at = bar * BAR + quaver * QUAVER + abs(random.normal(0, 0.006))
        _place(made, stroke, at, level * (1.0 if is_low else 0.5), _PLACES["drum"])
