"""What the keys do at the table: they roll and move, lead the focus, and press what it lies on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.ui.input import Pressed
from game.ui.modes.services import Services
from game.ui.widgets.base import Widget

if TYPE_CHECKING:
    from game.ui.modes.play import PlayScene


def pressed(scene: PlayScene, services: Services, event: Pressed) -> bool:
    """What a key does at the table; True when it did something there."""
    director = scene.director
    if director is None:
        return opens_menu(services, event)
    if event.intents & {"roll", "done", "press"} and director.show.hurry():
        return True  # nothing waits for it yet: it was meant for what moves
    if "cancel" in event.intents and scene.touch and scene.touch.picked is not None:
        scene.touch.drop()
        return True
    for number in range(1, 7):
        if f"die_{number}" in event.intents and (director.type_die(number) or director.choose(number)):
            return True
    if "undo" in event.intents:
        return director.erase_die() or director.undo()
    if "done" in event.intents:
        return _enter(scene, event)
    if move_focus(scene, event):
        return True
    acts: dict[str, Callable[[], object]] = {
        "roll": director.roll,
        "double": director.double,
        "swap": director.swap,
        "hint": services.show_hint,
        "take_back": services.ask_take_back,
        "resign": services.open_resign,
    }
    for intent, act in acts.items():
        if intent in event.intents:
            act()
            return True
    return opens_menu(services, event)


def opens_menu(services: Services, event: Pressed) -> bool:
    """Escape and the key of the menu lead to it; True when that was pressed."""
    if event.intents & {"cancel", "menu"}:
        services.open_menu()
        return True
    return False


def _enter(scene: PlayScene, event: Pressed) -> bool:
    """Enter: presses the focused button, picks up or sets down, confirms a throw, ends the turn, rolls."""
    director, touch = scene.director, scene.touch
    assert director is not None
    if isinstance(scene.focus, Widget):
        return scene.focus.pressed(Pressed(event.key, event.intents | {"press"}))
    if director.typing is not None and director.entry is None:
        return director.confirm_throw()
    if touch and touch.picked is not None:
        return touch.set_down()
    at_checker = touch is not None and scene.focus in touch.sources()
    if director.entry is not None and director.entry.may_finish and not at_checker:
        return director.finish()
    if touch and isinstance(scene.focus, int):
        return touch.pick(scene.focus)
    return director.roll()


def move_focus(scene: PlayScene, event: Pressed) -> bool:
    """From checker to checker and button to button; with a checker in the hand, from target to target."""
    touch = scene.touch
    by = 1 if event.intents & {"next", "right", "down"} else -1 if event.intents & {"previous", "left", "up"} else 0
    if not by:
        return False
    if touch and touch.picked is not None:
        if event.intents & {"next", "previous"}:
            touch.drop()
        else:
            return touch.next_target(by)
    stops: list[Widget | int] = list(touch.sources()) if touch else []
    stops += [box for box in scene.boxes() if box.can_focus and box.is_enabled]
    if not stops:
        return False
    index = stops.index(scene.focus) if scene.focus in stops else (-1 if by > 0 else 0)
    scene.focus = stops[(index + by) % len(stops)]
    return True
