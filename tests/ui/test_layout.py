"""Nothing is cut and nothing lies on anything else: every card and the table, in every language and size of letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from all_cards import CARDS, SESSION_SETUP, menu, new_match, settings
from game import i18n
from game.i18n import LANGUAGES
from game.storage.header import MatchHeader
from game.ui.board.surround import HintLine, Information, Plate
from game.ui.card import Card
from game.ui.cards.keys import KeyLine
from game.ui.cards.menu import MainMenu
from game.ui.cards.setup import Setup
from game.ui.modes.buttons import DieButton
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Button, Choice, Label, Toggle
from game.ui.widgets.fields import Slider, TextField
from game.ui.widgets.lists import VirtualList
from game.ui.widgets.transport import MatchLine, SignButton
from middle import header, in_the_middle
from pilot import MakePilot, Pilot
from tables import TABLES, moving

LONG = "long"
"""A made-up language: every sentence is 40 per cent longer than in English, its fields kept."""

SPEECHES = (*LANGUAGES, LONG)


class Longer(dict[str, Any]):
    """Answers every sentence with a longer one."""

    def get(self, sentence: str, _usual: Any = None) -> Any:
        return longer(sentence)


class LongerForms(dict[str, Any]):
    """Answers every sentence of counted things with two equal forms, longer than the first one."""

    def get(self, sentence: str, _usual: Any = None) -> Any:
        return (longer(sentence),) * 2


def longer(sentence: str) -> str:
    """Letters of the sentence's own words until it is 40 per cent longer."""
    words = [word for word in sentence.split() if word.isalpha()] or ["oh"]
    wanted, added, index = round(len(sentence) * 0.4), "", 0
    while len(added) < wanted:
        added += " " + words[index % len(words)]
        index += 1
    return sentence + added[: wanted + 1].rstrip()


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Callable[[Pilot, str], None]:
    """Changes the language of a pilot's game, also to the made-up one."""

    def change(pilot: Pilot, language: str) -> None:
        if language == LONG:
            speech = i18n.Catalogue("en", Longer(), LongerForms())
            monkeypatch.setattr(i18n._Speech, "current", speech)
        else:
            pilot.change(language=language)
        pilot.app.stack.rebuild()
        pilot.app.scene.forget_words()

    return change


# The checker of boxes


def fits(canvas: Canvas, text: str, style: str, width: int, height: int | None = None) -> bool:
    """The text needs no letter to be broken off: every word fits the width (a path goes on after a separator), and all
    lines the height."""
    words = canvas.letters.broken(text, style, max(width, 1)).split()
    words_fit = all(canvas.letters.width(word, style) <= width + 1 for word in words)
    if height is None:
        return words_fit
    return words_fit and canvas.letters.paragraph_height(text, style, max(width, 1)) <= height + 1


def faults_of(canvas: Canvas, box: Widget) -> Iterator[str]:
    """What of a box's words cannot be seen whole."""
    rect = box.rect
    match box:
        case DieButton():
            return
        case SignButton() | MatchLine():
            is_whole = rect.width >= canvas.u(26) and rect.height >= canvas.u(20)
        case VirtualList():
            is_whole = rect.height >= 3 * box._row_height(canvas)
        case Button():
            is_whole = fits(canvas, box.label, "strong", rect.width - canvas.u(24), rect.height)
        case Label():
            is_whole = fits(canvas, box.label, box.style, rect.width, rect.height)
        case Toggle():
            is_whole = fits(canvas, box.label, "text", rect.width - canvas.u(76), rect.height)
        case Choice():
            is_whole = choice_fits(canvas, box)
        case TextField():
            is_whole = field_fits(canvas, box)
        case Slider():
            value = canvas.letters.width(box.words(box.ends[1]), "strong")
            is_whole = canvas.letters.width(box.label, "text") <= rect.width - value - canvas.u(24)
        case KeyLine():
            keys = canvas.letters.width(box._keys, "strong")
            is_whole = keys <= rect.width * 2 // 3 and fits(canvas, box.label, "text", rect.width - keys)
        case Plate() | Information():
            lines = box._lines() if isinstance(box, Plate) else box._lines
            is_whole = all(fits(canvas, words, style, rect.width - canvas.u(24)) for words, style, _tone in lines)
        case HintLine():
            is_whole = hint_fits(canvas, box)
        case _:
            is_whole = True
    if not is_whole:
        yield f"{type(box).__name__} {box.key!r} in {tuple(rect)} is cut: {box.label!r}"


def choice_fits(canvas: Canvas, box: Choice[Any]) -> bool:
    """Every value has room, and the label lies beside or above it."""
    letters, rect, value = canvas.letters, box.rect, box.box_rect(canvas)
    if any(letters.width(words, "strong") > value.width - canvas.u(56) for _value, words in box.values):
        return False
    if value.top == rect.top:
        return rect.contains(value) and letters.width(box.label, "text") + canvas.u(8) <= value.left - rect.left
    return bool(rect.contains(value)) and fits(canvas, box.label, "text", rect.width)


def field_fits(canvas: Canvas, box: TextField) -> bool:
    """The label is whole and there is room to write."""
    label, width = canvas.letters.width(box.label, "text"), box.rect.width
    if box.is_below(canvas, width):
        return fits(canvas, box.label, "text", width)
    field = box.box_rect(canvas)
    return field.width >= canvas.u(80) and box.rect.left + label < field.left and field.right == box.rect.right


def hint_fits(canvas: Canvas, box: HintLine) -> bool:
    """The sentence has one line, or its room in smaller letters."""
    inner = box.inner(canvas)
    if canvas.letters.width(box.label, box.style) <= inner.width:
        return True
    return canvas.letters.paragraph_height(box.label, "small", inner.width) <= box.rect.height


def overlaps(boxes: list[Widget]) -> Iterator[str]:
    """Pairs of boxes that lie on each other."""
    for index, first in enumerate(boxes):
        for second in boxes[index + 1 :]:
            if first.rect.colliderect(second.rect):
                yield f"{first.key!r} {tuple(first.rect)} lies on {second.key!r} {tuple(second.rect)}"


def leaves(parts: list[Widget]) -> list[Widget]:
    return [box for box in parts if box.rect.width and box.rect.height]


def faults_of_card(pilot: Pilot) -> list[str]:
    """Everything wrong with the top card."""
    pilot.frame(1.0)
    pilot.draw()
    canvas, card = pilot.canvas, pilot.card
    window = pilot.surface.get_rect()
    content, footer = leaves(list(card._content.parts())), leaves(list(card._footer.parts()))
    found = [fault for box in (*content, *footer) for fault in faults_of(canvas, box)]
    found += [*overlaps(content), *overlaps(footer)]
    if not window.contains(card.rect):
        found.append(f"card {tuple(card.rect)} outside the window")
    found += [f"footer {box.key!r} {tuple(box.rect)} outside" for box in footer if not card.rect.contains(box.rect)]
    found += [f"{box.key!r} beside the card" for box in content if not _within(box.rect, card.rect)]
    if card._footer.boxes and card._view.bottom > card._footer.boxes[0].rect.top:
        found.append("content lies on the footer")
    if card.title and not fits(canvas, card.title, "title", card.rect.width - 2 * canvas.u(24)):
        found.append("title cut")
    if content and card._view.height < canvas.letters.height("strong"):
        found.append(f"only {card._view.height} pixels of the content can be seen")
    return found


def _within(inner: pygame.Rect, outer: pygame.Rect) -> bool:
    return outer.left <= inner.left and inner.right <= outer.right


def faults_of_table(pilot: Pilot) -> list[str]:
    """Everything wrong around the board."""
    pilot.draw()
    canvas, scene = pilot.canvas, pilot.app.scene
    layout = scene._layout
    assert layout is not None
    window = pilot.surface.get_rect()
    boxes = leaves(scene.boxes())
    found = [fault for box in boxes for fault in faults_of(canvas, box)]
    found += overlaps(boxes)
    found += [f"{box.key!r} {tuple(box.rect)} outside" for box in boxes if not window.contains(box.rect)]
    if scene._around._floating:
        for box in leaves(list(scene._around._floating.parts())):
            if not layout.board.contains(box.rect):
                found.append(f"{box.key!r} {tuple(box.rect)} beside the board {tuple(layout.board)}")
    if layout.strip.colliderect(layout.column) or not window.contains(layout.strip):
        found.append("the hint line has no room")
    return found


SIZES: list[tuple[tuple[int, int], float, str]] = [
    ((960, 600), 1.0, "very_large"),
    ((1920, 1080), 1.0, "normal"),
    ((1920, 1080), 1.25, "large"),
    ((1920, 1080), 1.5, "normal"),
    ((1920, 1080), 2.0, "very_large"),
]


@pytest.mark.parametrize("language", SPEECHES)
@pytest.mark.parametrize(("size", "density", "text"), SIZES[:1], ids=str)
def test_cards_in_every_language(
    make_pilot: MakePilot, speak: Callable[[Pilot, str], None], size: Any, density: float, text: str, language: str
) -> None:
    check_cards(make_pilot(size=size, density=density, text_size=text, is_blind=True), speak, language)


@pytest.mark.parametrize("language", [LONG, "de"])
@pytest.mark.parametrize(("size", "density", "text"), SIZES[1:], ids=str)
def test_cards_in_every_size(
    make_pilot: MakePilot, speak: Callable[[Pilot, str], None], size: Any, density: float, text: str, language: str
) -> None:
    check_cards(make_pilot(size=size, density=density, text_size=text, is_blind=True), speak, language)


def check_cards(pilot: Pilot, speak: Callable[[Pilot, str], None], language: str) -> None:
    speak(pilot, language)
    faults: list[str] = []
    for name, card in CARDS.items():
        made = card(pilot)
        pilot.app.stack.clear()
        pilot.app.stack.open(made)
        faults += [f"{name}: {fault}" for fault in faults_of_card(pilot)]
    assert not faults, "\n".join(faults)


# The table: what stands around it


ALL_BUTTONS = {
    "show_undo_button": True,
    "show_hint_button": True,
    "confirm_automatically": False,
    "roll_automatically": False,
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", SPEECHES)
def test_the_table_in_every_language(
    make_pilot: MakePilot, speak: Callable[[Pilot, str], None], table: str, language: str
) -> None:
    pilot = make_pilot(text_size="very_large", is_blind=True, **ALL_BUTTONS)
    speak(pilot, language)
    TABLES[table](pilot)
    assert not faults_of_table(pilot)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("size", "density", "text"), SIZES[1:], ids=str)
def test_the_table_in_every_size(
    make_pilot: MakePilot, speak: Callable[[Pilot, str], None], table: str, size: Any, density: float, text: str
) -> None:
    pilot = make_pilot(size=size, density=density, text_size=text, is_blind=True, **ALL_BUTTONS)
    speak(pilot, LONG)
    TABLES[table](pilot)
    assert not faults_of_table(pilot)


@pytest.mark.parametrize("language", SPEECHES)
def test_every_refusal_and_hint_fits_its_line(
    make_pilot: MakePilot, speak: Callable[[Pilot, str], None], language: str
) -> None:
    from game.refusals import TABLE  # noqa: PLC0415

    pilot = make_pilot(text_size="very_large", is_blind=True)
    speak(pilot, language)
    moving(pilot)
    canvas, layout = pilot.canvas, pilot.app.scene._layout
    assert layout is not None
    faults: list[str] = []
    for text in TABLE.values():
        words = i18n.gettext(text).format(point=24, number=12, length=15, code="x", name="Bartholomäus")
        line = HintLine("", words, is_refusal=True)
        line.place(canvas, layout.strip)
        faults += faults_of(canvas, line)
    assert not faults, "\n".join(faults)


# Windows of every size


ODD = [((320, 200), table) for table in TABLES]
ODD += [((500, 900), "typing"), ((640, 480), "choosing"), ((3440, 1440), "rolling"), ((3840, 2160), "moving")]


@pytest.mark.parametrize(("size", "table"), ODD, ids=str)
def test_windows_of_any_size_are_drawn(make_pilot: MakePilot, size: tuple[int, int], table: str) -> None:
    pilot = make_pilot(size=size)
    TABLES[table](pilot)
    pilot.draw()
    for card in (menu, settings, new_match(SESSION_SETUP)):
        pilot.app.stack.open(card(pilot))
        pilot.frame(1.0)
        pilot.draw()


RESIZED = [(800 + index * 92, 600 + index * 44) for index in range(20)]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("tilt", [0.0, 16.0, 34.0])
def test_a_click_lands_where_it_is_drawn(make_pilot: MakePilot, mirrored: bool, tilt: float) -> None:
    """P02, P04: through twenty sizes of the window, every place is hit by the pixel where its checker is drawn."""
    pilot = make_pilot(home_on_left=mirrored, tilt=tilt, is_blind=True)
    state = in_the_middle("bar:1 24:1 13:5 8:3 6:5 / bar:1 24:1 13:5 8:3 6:5", (3, 1))
    pilot.sit(header(state), state)
    for size in RESIZED:
        pilot.surface = pygame.Surface(size)
        pilot.draw()
        scene = pilot.app.scene
        assert scene._layout is not None
        for place in (*range(1, 25), 0, 25, 27, 28):
            at = pilot.pixel(place)
            assert scene._layout.board.collidepoint(at)
            assert scene._place_at(at) == place
    pilot.click(25)
    pilot.click(22)
    assert pilot.director.entry is not None
    assert [step.source for step in pilot.director.entry.steps] == [25]


@pytest.mark.parametrize("key", ["fevga", "aceydeucey_us", "plakoto", "hyper"])
@pytest.mark.parametrize("tilt", [0.0, 34.0])
def test_a_click_lands_where_it_is_drawn_in_every_kind_of_game(make_pilot: MakePilot, key: str, tilt: float) -> None:
    from game.ui.board.geometry import OTHER_RESERVE, OTHER_TRAY, RESERVE, TRAY  # noqa: PLC0415

    pilot = make_pilot(tilt=tilt, is_blind=True)
    pilot.sit(MatchHeader(("Ada", "Bea"), Setup().with_kind(key).match_options(), extra={"seed": 2}, dice="seeded"))
    pilot.until_still()
    game, laid = pilot.state.game, pilot.director.show.laid
    other = [TRAY, OTHER_TRAY] + ([RESERVE, OTHER_RESERVE] if laid.count(RESERVE) else [])
    for place in (*range(1, 25), *other):
        got = pilot.app.scene._place_at(pilot.pixel(place))
        assert got == place, (place, got, game.is_parallel)


def test_the_main_menu_is_not_seen_behind_another_card(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Card] = []
    monkeypatch.setattr(MainMenu, "draw", lambda card, *_how, **_more: drawn.append(card))
    pilot.draw()
    assert drawn
    pilot.press("return")
    pilot.until_still()
    drawn.clear()
    pilot.app.stack.forget_picture()
    pilot.draw()
    assert len(pilot.app.stack.cards) == 2
    assert not drawn
    pilot.press("escape")
    pilot.until_still()
    pilot.draw()
    assert drawn
