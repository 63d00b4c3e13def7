"""What the table says around the board: plates, information, and the line that says what one can do now."""

from __future__ import annotations

from game import i18n
from game.formats.notation import play_text
from game.guests import GNUBG
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match import events
from game.match.events import Action
from game.match.state import MatchState, Phase
from game.sitting import Sitting
from game.ui.board.surround import PlateText
from game.ui.intents import KeyMap
from game.ui.modes.director import Director
from game.wording import game_title, level_title, style_title
from opponents import LEVELS, called, is_own

Line = tuple[str, str, str]


def key_words(key: str) -> str:
    """A key as it is written in sentences."""
    named = {
        "space": _("Space"),
        "return": _("Enter"),
        "enter": _("Enter"),
        "escape": _("Esc"),
        "tab": _("Tab"),
        "backspace": _("Backspace"),
        "delete": _("Delete"),
        "left": _("Left arrow"),
        "right": _("Right arrow"),
        "up": _("Up arrow"),
        "down": _("Down arrow"),
        "page up": _("Page up"),
        "page down": _("Page down"),
        "home": _("Home"),
        "end": _("End"),
        "ctrl": _("Ctrl"),
        "shift": _("Shift"),
        "alt": _("Alt"),
    }
    parts = key.split("+") if key != "+" else [key]
    return "+".join(named.get(part, part if len(part) > 1 and part[0] != "f" else part.upper()) for part in parts)


def seat_about(seat: str) -> str:
    """Who sits there, besides the name: level and style of an opponent."""
    style, _sep, level = seat.partition(":")
    if not level:
        return ""
    if style == GNUBG:
        style = "GNU Backgammon"
    elif is_own(style):
        style = style_title(style)
    else:
        style = called(style)
    return f"{level_title(level) if level in LEVELS else level} · {style}"


def plate(director: Director, side: int, icon: int) -> PlateText:
    """The plate of a side."""
    sitting, state = director.sitting, director.shown_state
    own, other = state.position.pips()
    entry = director.entry
    if entry is not None:
        own, other = entry.position.pips()
    pips = own if state.side == side else other
    acting = state.to_act == side and state.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER)
    clock = sitting.clock
    return PlateText(
        name=sitting.header.names[side],
        about=seat_about(sitting.header.seats[side]),
        counts=f"{_pips(pips)} · {_points(state.score[side])}",
        clock=i18n.clock_time(clock.banks[side]) if clock else "",
        status=_status(sitting, side, acting=acting, is_thinking=director.is_thinking),
        is_acting=acting,
        is_short_of_time=bool(clock and clock.is_red(side)),
        icon=icon,
    )


def _pips(count: int) -> str:
    return ngettext("{count} pip", "{count} pips", count).format(count=i18n.number(count))


def _points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count).format(count=i18n.number(count))


def _status(sitting: Sitting, side: int, *, acting: bool, is_thinking: bool) -> str:
    if not acting:
        return ""
    if not sitting.is_person(side):
        return _("Thinking…") if is_thinking else ""
    return _("To play")


def information(sitting: Sitting) -> list[Line]:
    """What is played for, the most important first."""
    state, options = sitting.state, sitting.header.options
    is_rotation = len(options.games) > 1
    lines: list[Line] = [(game_title("tavli" if is_rotation else state.game.key), "strong", "accent")]
    if is_rotation:
        lines.append((game_title(state.game.key), "text", "ink"))
    if options.is_session:
        lines.append((_("Session"), "text", "ink"))
    else:
        to_length = ngettext("Match to {count} point", "Match to {count} points", options.length)
        lines.append((to_length.format(count=i18n.number(options.length)), "text", "ink"))
    if state.is_crawford:
        lines.append((_("Crawford game"), "strong", "accent"))
    elif state.game.has_cube and not state.is_one_pointer:
        lines.append((_cube(sitting), "text", "ink"))
    lines.append((_("Game {number}").format(number=i18n.number(state.number + 1)), "text", "ink"))
    first, second = (i18n.number(points) for points in state.score)
    lines.append((_("Score {first} : {second}").format(first=first, second=second), "text", "ink"))
    return lines


def _cube(sitting: Sitting) -> str:
    cube = sitting.state.cube
    value = i18n.number(cube.value)
    if cube.owner is None:
        return _("Cube {value}, in the middle").format(value=value)
    return _("Cube {value}, {name}").format(value=value, name=sitting.header.names[cube.owner])


def hint(director: Director, keys: KeyMap, *, has_picked: bool) -> str:
    """What one can do now."""
    state = director.state
    names = director.sitting.header.names

    def key(intent: str) -> str:
        return key_words(keys.keys(intent)[0]) if keys.keys(intent) else "–"

    if director.typing is not None:
        return _typing(director, names, key("done"))
    if director.wants_roll:
        if director.may_double:
            words = _("Roll the dice ({roll}) or offer the cube ({double}).")
            return words.format(roll=key("roll"), double=key("double"))
        return _("Roll the dice ({roll}).").format(roll=key("roll"))
    if director.wants_number:
        return _("Choose the double you want to play: a number from 1 to 6.")
    if director.entry is not None:
        if has_picked:
            return _("Choose where it goes: the rings show the places.")
        if director.entry.may_finish:
            return _("The turn is complete: press Done ({key}).").format(key=key("done"))
        return _("Choose a checker: those that glow can move.")
    if director.is_thinking and state.to_act is not None:
        return _("{name} is thinking…").format(name=names[state.to_act])
    return ""


def _typing(director: Director, names: tuple[str, str], key: str) -> str:
    typing = director.typing
    assert typing is not None
    numbers = [i18n.number(face) for face in typing.faces]
    if len(numbers) == 2:
        throw = "-".join(numbers)
        if typing.waits_for_confirmation:
            return _("{throw}: press {key} to confirm the throw, or type it again.").format(throw=throw, key=key)
        return _("{throw}: move a checker, or type the numbers again to correct the throw.").format(throw=throw)
    first, second = names
    name = names[typing.side]
    if numbers and typing.is_opening:
        return _("{name}: {number}. Now type the die of {other}.").format(name=first, number=numbers[0], other=second)
    if numbers:
        return _("{name}: {number}. Now type the second number.").format(name=name, number=numbers[0])
    if typing.is_opening:
        return _("Type one die each: first {first}, then {second}.").format(first=first, second=second)
    return _("Type the throw of {name}: two numbers from 1 to 6.").format(name=name)


def advice(state: MatchState, action: Action) -> str:
    """A hint in words."""
    match action:
        case events.Move(steps):
            text = play_text(state.position, steps, state.game, compact=True)
            return _("Hint: {play}").format(play=text) if text else _("Hint: there is no legal play.")
        case events.Double():
            return _("Hint: double.")
        case events.Resign():
            return _("Hint: the game is lost; resign.")
        case events.Choose(number):
            return _("Hint: {play}").format(play=number)
        case events.Take():
            return _("Hint: take.")
        case events.Pass():
            return _("Hint: pass.")
        case events.Beaver():
            return _("Hint: beaver.")
        case events.Raccoon():
            return _("Hint: raccoon.")
        case events.Accept():
            return _("Hint: accept.")
        case events.Refuse():
            return _("Hint: play on.")
        case _:
            return _("Hint: do not double, roll.")
