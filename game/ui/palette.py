"""The colours of the interface: from those of the table and what its look chooses, each moved until it can be read.

Words are seen on a panel, on what lies behind it, on the row that is chosen and below a hand. A dark panel has light
words and a light one dark words, so all of them move one way, and what lies behind moves the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine_c.picture import TableLook
from game.ui.colours import BLACK, WHITE, Colour, contrast, mixed, moved, on_screen

if TYPE_CHECKING:
    from game.ui.look import Look

__all__ = ["CHOSEN", "Palette", "mixed", "palette_for", "palette_of"]

WORDS, LINES, INK = 4.5, 3.0, 7.0
"""The least contrast of words, of lines and signs (WCAG 2.2), and of what is read most."""

CHOSEN = ("ink", "faint", "panel", "edge", "accent", "danger", "good", "focus")
"""What a look may choose."""

_SHADE = 175 / 255
"""The hint line lets so much of the table shine through as is missing to 1."""


@dataclass(frozen=True, slots=True)
class Palette:
    """ink: letters; faint: secondary letters; panel: cards and plates; raised: buttons; edge: thin lines; accent: the
    brass of the board; dark: what lies behind, light behind a light panel; danger, good: warnings and welcome places;
    focus: the ring of the keyboard; rim: what is written on the frame; movable: around
    checkers that may move; die, pips: the dice, where they are drawn flat.
    """

    ink: Colour
    faint: Colour
    panel: Colour
    raised: Colour
    edge: Colour
    accent: Colour
    dark: Colour
    danger: Colour
    good: Colour
    focus: Colour
    rim: Colour
    movable: Colour
    die: Colour = (242, 234, 214)
    pips: Colour = (30, 24, 20)


def palette_of(look: Look) -> Palette:
    """The interface of a look."""
    return replace(look.interface, die=lit(look.dice.body.light), pips=lit(look.dice.mark.light))


def lit(light: tuple[float, float, float]) -> Colour:
    """A material's colour as it looks under the lamp."""
    red, green, blue = light
    return on_screen((1.35 * red, 1.28 * green, 1.18 * blue))


def palette_for(table: TableLook, chosen: Mapping[str, Colour]) -> Palette:
    """Colours for cards and words: dark as the table's wood, warm as its metal, where the look chooses nothing else.

    chosen: colours by the names in CHOSEN. One that could not be seen is moved as far as it takes, so the palette has
    another there.
    """
    brass = on_screen(table.hinge.light)
    panel = _calm(chosen.get("panel") or mixed(_darkened(on_screen(table.frame.dark)), (14, 11, 10), 0.5))
    bright, behind = (WHITE, BLACK) if _is_dark(panel) else (BLACK, WHITE)
    dark = mixed(panel, behind, 0.6)
    grounds = _grounds(table, panel, dark)

    def word(colour: Colour, *more: Colour) -> Colour:
        return moved(colour, bright, lambda tried: _least(tried, (*grounds, *more)) >= WORDS)

    def accented(tried: Colour) -> bool:
        on_row, hint = mixed(dark, tried, 0.3), mixed(dark, tried, 0.35)
        return min(_least(tried, grounds), contrast(tried, on_row), contrast(tried, hint)) >= WORDS

    def inked(tried: Colour) -> bool:
        key = mixed(tried, behind, 0.35)  # of a button that is as far from the ink as it can be
        return contrast(tried, panel) >= INK and min(_least(tried, grounds), contrast(key, behind)) >= WORDS

    own = moved(mixed((244, 236, 220), brass, 0.06), bright, lambda tried: contrast(tried, panel) >= 10)
    ink = moved(chosen.get("ink") or own, bright, inked)
    accent = moved(chosen.get("accent") or mixed(brass, (255, 226, 160), 0.25), bright, accented)
    below_hand = mixed(mixed(dark, panel, 0.6), ink, 0.12)
    seen_on = (mixed(dark, accent, 0.3), below_hand)
    line = chosen.get("edge") or mixed(panel, brass, 0.34)
    return Palette(
        ink=word(ink, *seen_on),
        faint=word(chosen.get("faint") or mixed(ink, panel, 0.34), *seen_on),
        panel=panel,
        raised=moved(mixed(panel, line, 0.4), behind, lambda tried: _carries(tried, ink, accent)),
        edge=moved(line, bright, lambda tried: _least(tried, (panel, dark)) >= LINES),
        accent=accent,
        dark=dark,
        danger=word(chosen.get("danger") or (226, 88, 72), *seen_on),
        good=word(chosen.get("good") or (92, 190, 122), *seen_on),
        focus=word(chosen.get("focus") or (126, 190, 236)),
        rim=_on_frame(table, brass),
        # Brass is seen on no brass-coloured wood, nor a grey board's on marble: the gold of the lamp is on all of them.
        movable=mixed(accent, (255, 200, 40), 0.85),
    )


def _is_dark(panel: Colour) -> bool:
    return contrast(panel, WHITE) >= contrast(panel, BLACK)


def _calm(panel: Colour) -> Colour:
    """A panel that leaves room for words: neither white nor black is read well on a colour between them."""
    end, other = (BLACK, WHITE) if _is_dark(panel) else (WHITE, BLACK)
    return moved(panel, end, lambda tried: contrast(tried, other) >= INK)


def _grounds(table: TableLook, panel: Colour, dark: Colour) -> tuple[Colour, ...]:
    """What words are written on: cards, lists, and the hint line, through which the table is seen."""
    below = (on_screen(table.table.dark), on_screen(table.table.light))
    return panel, dark, *(mixed(colour, dark, _SHADE) for colour in below)


def _least(colour: Colour, grounds: tuple[Colour, ...]) -> float:
    return min(contrast(colour, ground) for ground in grounds)


def _carries(raised: Colour, ink: Colour, accent: Colour) -> bool:
    """A button has words, below a hand too, its key in weaker ones, and the arrows of a choice."""
    below_hand, key = mixed(raised, ink, 0.12), mixed(ink, raised, 0.35)
    words = min(contrast(ink, below_hand), contrast(key, raised))
    return words >= WORDS and contrast(accent, below_hand) >= LINES


def _darkened(colour: Colour) -> Colour:
    """The colour's hue, dark enough to write on."""
    strongest = max(colour)
    return colour if strongest <= 34 else mixed(BLACK, colour, 34 / strongest)


def _on_frame(table: TableLook, brass: Colour) -> Colour:
    """Brass or burnt into the wood, whichever is seen better on the frame under the lamp."""
    red, green, blue = (0.25 * low + 0.75 * high for low, high in zip(table.frame.dark, table.frame.light, strict=True))
    ground = on_screen((1.5 * red, 1.4 * green, 1.3 * blue))
    pale = mixed(mixed(brass, (255, 226, 160), 0.25), (255, 246, 224), 0.35)
    return max((pale, (26, 16, 9)), key=lambda colour: contrast(colour, ground))
