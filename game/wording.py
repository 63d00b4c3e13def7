"""Sentences: what a refusal's code and facts say in the player's language. Nothing below words anything."""

from __future__ import annotations

from engine_c import EngineError, OptionError, TooManyFinals
from game.errors import GameError
from game.i18n import gettext, marked

# Refusals of the game's own rooms, by code; the fields are the facts of the error.
_REFUSALS = {
    "bad_counts": marked(
        "The field {field} must be a list of 27 counts, or of points for pinned checkers; it is: {given}"
    ),
    "bad_dice": marked("Dice are two numbers from 1 to 6, like 3-1; given was: {given}"),
    "bad_game": marked("The game is named by its key and its options by name and value; given was: {given}"),
    "bad_option": marked("An option is written NAME=VALUE; given was: {given}"),
    "bad_turns": marked("Turns made before are two whole numbers, like 4,3; given was: {given}"),
    "cannot_read": marked("The file {file} cannot be read: {why}"),
    "game_over": marked("The game is over in this position; there is nothing to play."),
    "no_dice": marked("The roll is missing: add it with --dice, or give an XGID that has dice."),
    "no_position": marked("The position is missing: give an XGID, a position ID or the game's own text."),
    "not_json": marked("This line is not a JSON object: {given}"),
    "position_or_batch": marked("Give either one position or --batch with a file."),
}

# What the engine refuses; where a side matters, the sentence for the side on roll and the one for the other.
_ENGINE = {
    "BAD_TOTAL": (
        marked("The checkers of the side on roll add up to {value}; there must be {limit}."),
        marked("The checkers of the other side add up to {value}; there must be {limit}."),
    ),
    "SHARED_POINT": (marked("Both sides stand on the point that is {point} for the side on roll."),),
    "BAD_PIN": (
        marked("The side on roll cannot have a pinned checker on its {point} point."),
        marked("The other side cannot have a pinned checker on its {point} point."),
    ),
    "NO_BAR": (
        marked("The side on roll has checkers on the bar, but in this game nothing is hit."),
        marked("The other side has checkers on the bar, but in this game nothing is hit."),
    ),
    "NO_RESERVE": (
        marked("The side on roll has checkers in reserve, but in this game all of them start on the board."),
        marked("The other side has checkers in reserve, but in this game all of them start on the board."),
    ),
    "BOTH_FINISHED": (marked("Both sides have borne off all their checkers."),),
    "BAD_DIE": (marked("A die shows 1 to 6, not {value}."),),
    "GAME_OVER": (marked("The game is over in this position; there is nothing to play."),),
    "NO_SUCH_GAME": (marked("There is no game {given}. The games are: {known}"),),
    "NO_SUCH_OPTION": (marked("This game has no option {given}. Its options are: {known}"),),
    "NO_SUCH_VALUE": (marked("The option cannot be {given}. Its values are: {known}"),),
}

_TOO_MANY = marked("This turn can end in more than {limit} ways, too many to list.")
_OURS = marked("The game made a mistake here ({code}). Please report it with what you did.")


def sentence(error: GameError | EngineError | TooManyFinals) -> str:
    """The refusal in words: what is wrong, where, and what to do."""
    if isinstance(error, TooManyFinals):
        return gettext(_TOO_MANY).format(limit=error.limit)
    if isinstance(error, GameError):
        text = _REFUSALS.get(error.code)
        return gettext(text or _OURS).format(**{"code": error.code, **error.facts})
    forms = _ENGINE.get(error.name, (_OURS,))
    facts: dict[str, object] = {
        "code": error.name,
        "point": error.point,
        "value": error.value,
        "limit": error.limit,
    }
    if isinstance(error, OptionError):
        facts |= {"given": error.given, "known": ", ".join(error.known) or "-"}
    return gettext(forms[min(error.side, len(forms) - 1)]).format(**facts)
