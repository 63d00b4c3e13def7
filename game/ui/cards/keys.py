"""All keys, made from the table of intents; and the card that changes them."""

from __future__ import annotations

from collections.abc import Callable

from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.input import Pressed
from game.ui.intents import INTENTS, Intent, KeyMap, intent_of
from game.ui.modes.words import key_words
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Button, Label


class KeyLine(Widget):
    """What a key does, and the key."""

    def __init__(self, words: str, keys: str) -> None:
        super().__init__(label=words)
        self._keys = keys

    def _room(self, canvas: Canvas, width: int) -> int:
        return max(width - canvas.letters.width(self._keys, "strong") - canvas.u(16), width // 3)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.paragraph_height(self.label, "text", self._room(canvas, width))

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        room = self._room(canvas, self.rect.width)
        canvas.surface.blit(canvas.letters.paragraph(self.label, "text", canvas.palette.ink, room), self.rect)
        keys = canvas.letters.line(self._keys, "strong", canvas.palette.accent)
        canvas.surface.blit(keys, (self.rect.right - keys.get_width(), self.rect.top))


class KeysCard(Card):
    """The keys, to be read."""

    units = 560.0

    def __init__(self, keys: Callable[[], KeyMap]) -> None:
        super().__init__()
        self._keys = keys

    @property
    def title(self) -> str:
        return _("Keys")

    def content(self) -> list[Widget]:
        keys = self._keys()
        lines: list[Widget] = [KeyLine(_("A die of real dice, or a number to choose"), "1 – 6")]
        for intent in INTENTS:
            shown = "   ".join(dict.fromkeys(key_words(key) for key in keys.keys(intent.id)))
            lines.append(KeyLine(_(intent.help), shown))
        lines.append(
            Label(
                _("Mouse: click or drag a checker; double click plays the higher die, right click the lower."),
                "small",
                "faint",
            )
        )
        lines.append(Label(_("A click on the dice changes which is played first."), "small", "faint"))
        return lines

    def footer(self) -> list[Widget]:
        return [Button(_("Close"), self.finish, key="close", is_main=True)]


class ChangeKeysCard(Card):
    """The keys, to be changed. changed: told the new map."""

    units = 560.0

    def __init__(self, keys: KeyMap, changed: Callable[[KeyMap], object]) -> None:
        super().__init__()
        self._keys, self._changed = keys, changed

    @property
    def title(self) -> str:
        return _("Change keys")

    def content(self) -> list[Widget]:
        return [
            Button(
                _(intent.help),
                lambda chosen=intent: self._ask(chosen),  # type: ignore[misc]
                key=intent.id,
                key_hint=key_words(self._keys.keys(intent.id)[0]) if self._keys.keys(intent.id) else "–",
            )
            for intent in INTENTS
            if not intent.is_fixed
        ]

    def _ask(self, intent: Intent) -> None:
        assert self.stack is not None
        self.stack.open(PressKeyCard(self._keys, intent), self._take)

    def _take(self, keys: KeyMap | None) -> None:
        if keys is not None:
            self._keys = keys
            self._changed(keys)
            self.rebuild()

    def footer(self) -> list[Widget]:
        return [
            Button(_("Usual keys"), lambda: self._take(KeyMap()), key="usual"),
            Button(_("Close"), self.finish, key="close", is_main=True),
        ]


class PressKeyCard(Card):
    """Waits for the key that shall mean something. Its result is the new map."""

    units = 420.0

    def __init__(self, keys: KeyMap, intent: Intent) -> None:
        super().__init__()
        self._keys, self._intent, self._clash = keys, intent, ""

    @property
    def title(self) -> str:
        return _(self._intent.help)

    def content(self) -> list[Widget]:
        boxes: list[Widget] = [Label(_("Press the new key. Esc leaves it as it is."))]
        if self._clash:
            boxes.append(Label(self._clash, "text", "danger"))
        return boxes

    def _pressed(self, event: Pressed) -> bool:
        if "cancel" in event.intents:
            self.finish(None)
            return True
        taken = self._keys.taken_by(event.key, self._intent.id)
        if taken is None:
            self.finish(self._keys.with_keys(self._intent.id, (event.key,)))
            return True
        key = key_words(event.key)
        if taken.startswith("die_"):
            self._clash = _("{key} is a number of the dice; please choose another key.").format(key=key)
        else:
            used = _(intent_of(taken).help)
            self._clash = _("{key} already means: {use}. Please choose another key.").format(key=key, use=used)
        self.rebuild()
        return True
