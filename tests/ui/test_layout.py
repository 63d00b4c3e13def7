"""Nothing is cut and nothing lies on anything else: every card and the table, in every language and size of letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from conftest import MakePilot
from game import i18n
from game.i18n import LANGUAGES
from game.match import cube, events
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import Cube, MatchState, Phase
from game.storage.header import MatchHeader
from game.ui.board.surround import HintLine, Information, Plate
from game.ui.card import Card
from game.ui.cards.dice import DiceCard
from game.ui.cards.keys import ChangeKeysCard, KeyLine, KeysCard, PressKeyCard
from game.ui.cards.look import LookCard
from game.ui.cards.menu import MainMenu, MenuActions, PauseActions, PauseCard
from game.ui.cards.message import ListCard, MessageCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.cards.result import ResultCard
from game.ui.cards.settings import SettingsCard
from game.ui.cards.setup import Setup, kinds
from game.ui.intents import intent_of
from game.ui.modes.buttons import DieButton
from game.ui.scale import TEXT_FACTORS, Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Button, Choice, Label, Toggle
from game.ui.widgets.fields import Slider, TextField
from middle import header, in_the_middle
from opponents import names as opponent_names
from pilot import Pilot

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
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


def canvas_of(pilot: Pilot) -> Canvas:
    scale = Scale(*pilot.surface.get_size(), pilot.density, TEXT_FACTORS[pilot.app.settings.text_size])
    return Canvas(pilot.surface, scale, Letters(scale.unit * scale.text), pilot.app._palette)


def fits(canvas: Canvas, text: str, style: str, width: int, height: int | None = None) -> bool:
    """The text needs no letter to be broken off: every word fits the width, and all lines the height."""
    words_fit = all(canvas.letters.width(word, style) <= width + 1 for word in text.split())
    if height is None:
        return words_fit
    return words_fit and canvas.letters.paragraph_height(text, style, max(width, 1)) <= height + 1


def faults_of(canvas: Canvas, box: Widget) -> Iterator[str]:
    """What of a box's words cannot be seen whole."""
    letters, rect = canvas.letters, box.rect
    name = f"{type(box).__name__} {box.key!r} in {tuple(rect)}"
    match box:
        case DieButton():
            pass
        case Button():
            if not fits(canvas, box.label, "strong", rect.width - canvas.u(24), rect.height):
                yield f"{name}: words cut"
        case Label():
            if not fits(canvas, box.label, box.style, rect.width, rect.height):
                yield f"{name}: words cut"
        case Toggle():
            if not fits(canvas, box.label, "text", rect.width - canvas.u(76), rect.height):
                yield f"{name}: words cut"
        case Choice():
            value = box._value_rect(canvas)
            for _value, words in box.values:
                if letters.width(words, "strong") > value.width - canvas.u(56):
                    yield f"{name}: value {words!r} cut"
            if value.top == rect.top and letters.width(box.label, "text") + canvas.u(8) > value.left - rect.left:
                yield f"{name}: label under its value"
            if not rect.contains(value):
                yield f"{name}: value outside"
            if value.top != rect.top and not fits(canvas, box.label, "text", rect.width - canvas.u(8)):
                yield f"{name}: label cut"
        case TextField():
            room = rect.width - canvas.u(8)
            if not box._is_split(canvas, rect.width):
                room = rect.width - max(rect.width // 2, letters.width(box.label, "text") + canvas.u(24))
                if room < canvas.u(80):
                    yield f"{name}: no room to write"
            elif letters.width(box.label, "text") > room:
                yield f"{name}: label cut"
        case Slider():
            value = letters.width(box.words(box.ends[1]), "strong")
            if letters.width(box.label, "text") > rect.width - value - canvas.u(24):
                yield f"{name}: label cut"
        case KeyLine():
            keys = letters.width(box._keys, "strong")
            if keys > rect.width - rect.width // 3 or not fits(canvas, box.label, "text", rect.width - keys):
                yield f"{name}: cut"
        case Plate():
            inner = rect.width - canvas.u(24)
            if any(not fits(canvas, words, style, inner) for words, style, _tone in box._lines()):
                yield f"{name}: line cut"
        case Information():
            inner = rect.width - canvas.u(24)
            if any(not fits(canvas, words, style, inner) for words, style, _tone in box._lines):
                yield f"{name}: line cut"
        case HintLine():
            inner = rect.inflate(-canvas.u(20), -canvas.u(4))
            style = "strong" if box.is_refusal else "text"
            if letters.width(box.label, style) > inner.width:
                height = letters.paragraph_height(box.label, "small", inner.width)
                if height > rect.height:
                    yield f"{name}: {height} pixels of words in {rect.height}: {box.label!r}"


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
    canvas, card = canvas_of(pilot), pilot.card
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
    canvas, scene = canvas_of(pilot), pilot.app.scene
    layout = scene._layout
    assert layout is not None
    window = pilot.surface.get_rect()
    boxes = leaves(scene._all_boxes())
    found = [fault for box in boxes for fault in faults_of(canvas, box)]
    found += overlaps(boxes)
    found += [f"{box.key!r} {tuple(box.rect)} outside" for box in boxes if not window.contains(box.rect)]
    if scene._floating:
        for box in leaves(list(scene._floating.parts())):
            if not layout.board.contains(box.rect):
                found.append(f"{box.key!r} {tuple(box.rect)} beside the board {tuple(layout.board)}")
    if layout.strip.colliderect(layout.column) or not window.contains(layout.strip):
        found.append("the hint line has no room")
    return found


# The cards: how each is opened


def nothing(*_arguments: object) -> None:
    """Leads nowhere."""


def finished(state: MatchState) -> MatchState:
    return apply(replace(state, phase=Phase.TO_ANSWER_DOUBLE, to_act=1, at_stake=2), events.Passed())


def match_of(pilot: Pilot, options: MatchOptions | None = None, **facts: Any) -> None:
    state = in_the_middle(START, None, length=0)
    state = replace(state, options=options or state.options, **facts)
    pilot.sit(header(state, ("person", "balanced:medium")), state)


def fair(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=0)))


def menu(_pilot: Pilot) -> Card:
    words = "Backgammon: Anna Margarete – Bartholomäus, 12 : 13"
    actions = MenuActions(nothing, words, nothing, nothing, nothing, nothing, nothing)
    return MainMenu(lambda: actions)


def pause(_pilot: Pilot) -> Card:
    actions = PauseActions(nothing, nothing, nothing, nothing, nothing, nothing, nothing)
    return PauseCard(actions, "Anna Margarete gegen Bartholomäus")


def settings(pilot: Pilot) -> Card:
    return SettingsCard(lambda: pilot.app.settings, nothing, lambda: pilot.app.keys)


def new_match(setup: Setup) -> Callable[[Pilot], Card]:
    return lambda _pilot: NewMatchCard(setup, "Anna", opponent_names())


def offer(phase: Phase) -> Callable[[Pilot], Card]:
    state = in_the_middle(START, None, length=0, rules={"beavers": True, "raccoons": True})
    state = replace(state, phase=phase, to_act=1, at_stake=128, cube=Cube(64, 0), resigned=3)
    return lambda _pilot: OfferCard(state, ("Anna Margarete", "Bartholomäus"), nothing)


def resign(_pilot: Pilot) -> Card:
    state = in_the_middle(START, None, length=0, cube=Cube(64, 0))
    return ResignCard(state, cube.resignation_levels(state), lambda _level: False)


def result(**facts: Any) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        fair(pilot)
        sitting = pilot.director.sitting
        state = finished(replace(in_the_middle(START, None, length=0), **facts))
        sitting.table.state = state
        return ResultCard(sitting, nothing)

    return card


def dice(pilot: Pilot) -> Card:
    fair(pilot)
    return DiceCard(pilot.director.sitting, nothing)


def message(_pilot: Pilot) -> Card:
    name = "Bartholomäus"
    kept = i18n.gettext("Your match against {name} is not finished; it is kept.").format(name=name)
    answers = [(True, i18n.gettext("Start")), (False, i18n.gettext("Cancel"))]
    return MessageCard(i18n.gettext("New match"), [kept, kept], answers)


def take_back(_pilot: Pilot) -> Card:
    words = i18n.gettext("{name} asks to take the last turn back. Does {other} agree?").format(name="Anna", other="Bo")
    answers = [(True, i18n.gettext("Agree")), (False, i18n.gettext("Refuse"))]
    return MessageCard(i18n.gettext("Take the last turn back"), [words], answers)


def game_list(_pilot: Pilot) -> Card:
    from game.wording import game_title  # noqa: PLC0415

    return ListCard(i18n.gettext("Game"), [(kind, game_title(kind)) for kind in kinds()], "tavla")


SESSION_SETUP = Setup(length=0, beavers=True, raccoons=True)
CARDS: dict[str, Callable[[Pilot], Card]] = {
    "menu": menu,
    "pause": pause,
    "settings": settings,
    "look": lambda pilot: LookCard(lambda: pilot.app.settings, nothing),
    "keys": lambda pilot: KeysCard(lambda: pilot.app.keys),
    "change keys": lambda pilot: ChangeKeysCard(pilot.app.keys, nothing),
    "press key": lambda pilot: PressKeyCard(pilot.app.keys, intent_of("take_back")),
    "session": new_match(SESSION_SETUP),
    "two people": new_match(Setup(opponent="", typed=True)),
    **{f"new {kind}": new_match(Setup().with_kind(kind)) for kind in ("tavli", "plakoto", "nardy", "moultezim")},
    "double": offer(Phase.TO_ANSWER_DOUBLE),
    "beaver": offer(Phase.TO_ANSWER_BEAVER),
    "resignation": offer(Phase.TO_ANSWER_RESIGNATION),
    "resign": resign,
    "result": result(),
    "result of a match": result(options=MatchOptions(length=1)),
    "dice": dice,
    "message": message,
    "take back": take_back,
    "list": game_list,
}

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
    faults = []
    for name, card in CARDS.items():
        made = card(pilot)
        pilot.app.stack.clear()
        pilot.app.stack.open(made)
        faults += [f"{name}: {fault}" for fault in faults_of_card(pilot)]
    assert not faults, "\n".join(faults)


# The table: what stands around it


def typing(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Anna Margarete", "Bartholomäus"), MatchOptions(length=15, clock=True), dice="typed"))
    pilot.until_still()
    pilot.press("3", "1")


def rolling(pilot: Pilot) -> None:
    state = in_the_middle(START, None, length=15, rules={"clock": True}, score=(12, 13), cube=Cube(64, 0))
    pilot.sit(header(state, ("person", "balanced:medium")), state)
    pilot.until_still()


def moving(pilot: Pilot) -> None:
    state = in_the_middle(START, (3, 1), length=15, rules={"clock": True}, score=(12, 13))
    pilot.sit(header(state), state)
    pilot.until_still()


def choosing(pilot: Pilot) -> None:
    state = in_the_middle(START, None, "aceydeucey_us", length=15)
    state = replace(state, phase=Phase.TO_CHOOSE, dice=(2, 1))
    pilot.sit(header(state), state)
    pilot.until_still()


def rotation(pilot: Pilot) -> None:
    from game.match.options import tavli  # noqa: PLC0415

    pilot.sit(MatchHeader(("Anna Margarete", "Bartholomäus"), tavli(7), extra={"seed": 1}, dice="seeded"))
    pilot.until_still()


TABLES = {"typing": typing, "rolling": rolling, "moving": moving, "choosing": choosing, "rotation": rotation}
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
    canvas, layout = canvas_of(pilot), pilot.app.scene._layout
    assert layout is not None
    faults = []
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
