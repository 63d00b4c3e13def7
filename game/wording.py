"""Sentences: what a refusal's code and facts say in the player's language. Nothing below words anything."""

from __future__ import annotations

from engine_c import EngineError, OptionError, TooManyFinalsError
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
    "id_both_shut_out": marked("In {given} both sides wait on the bar before a closed home; no play can lead there."),
    "id_last_letter": marked("{given} cannot end with the letter {letter}. Please copy the position ID again."),
    "id_length": marked("A position ID has 14 letters and a match ID 12; {given} should have {length}."),
    "id_letter": marked("{given} has the letter {letter}, which no ID can have."),
    "id_shared_point": marked("In {given} both sides stand on the point that is {point} for the side on roll."),
    "id_tail": marked("{given} is not a whole ID: its end does not fit the rest. Please copy it again."),
    "id_too_many": marked("In {given} a side has {count} checkers; this game is played with {checkers}."),
    "match_id_crawford": marked("The match ID {given} says Crawford, but nobody needs exactly one point."),
    "match_id_crawford_double": marked("The match ID {given} has a double in the Crawford game, where there is none."),
    "match_id_dice": marked("The match ID {given} holds dice that do not exist."),
    "match_id_score": marked("The match ID {given} has a score beyond its length of {length} points."),
    "match_id_state": marked("The match ID {given} has a state of the game that does not exist: {state}"),
    "match_id_tail": marked("The match ID {given} holds more than a match ID can say. Please copy it again."),
    "match_is_over": marked("The match is over at this score; there is nothing to judge."),
    "match_too_long": marked("Scores are judged up to {most} points to go; here somebody needs more."),
    "no_dice": marked("The roll is missing: add it with --dice, or give an XGID that has dice."),
    "no_match_id": marked("A match ID has no room for this: {field} {value}"),
    "no_position": marked("The position is missing: give an XGID, a position ID or the game's own text."),
    "no_position_id": marked("A position ID and an XGID cannot hold this board; use the game's own text."),
    "no_such_level": marked("There is no level {given} to judge by. The levels are: {known}"),
    "not_a_position": marked("{given} is not a position: give an XGID, a position ID or the game's own text."),
    "not_json": marked("This line is not a JSON object: {given}"),
    "play_backwards": marked("In {given} a checker would move from {source} to {target}; checkers move downwards."),
    "play_count": marked("In {given} the number in brackets, {count}, must be from 1 to 4."),
    "play_place": marked("In {given} there is no place {place}: places are bar, 24 to 1, off and reserve."),
    "play_word": marked("{given} is no move; moves are written like 8/5, bar/20 or 6/off."),
    "position_or_batch": marked("Give either one position or --batch with a file."),
    "text_count": marked("{given} is no number of checkers: a place holds 1 to {checkers}."),
    "text_place": marked("{given} is no place: places are written like 24:2, bar:1, reserve:3, off:4 or 8!."),
    "text_sides": marked("A position has two sides with a stroke between them, like 24:15 / 24:15; given was: {given}"),
    "text_total": marked("A side has {count} checkers; this game is played with {checkers}."),
    "text_twice": marked("A place is named twice: {given}"),
    "xgid_board_length": marked("The board of an XGID has 26 letters; this one has {count}: {given}"),
    "xgid_board_letter": marked("The letter {letter} cannot stand at place {place} of the XGID's board: {given}"),
    "xgid_both_shut_out": marked(
        "In the XGID both sides wait on the bar before a closed home; no play can lead there."
    ),
    "xgid_crawford": marked("The XGID says Crawford, but nobody needs exactly one point."),
    "xgid_double": marked("The XGID has a double that the rules of its match do not allow: {given}"),
    "xgid_field": marked("Field {field} of the XGID cannot be: {given}"),
    "xgid_fields": marked("An XGID has ten fields between colons; this one has {count}: {given}"),
    "xgid_score": marked("Field {field} of the XGID is a score beyond the match length of {length}: {given}"),
    "xgid_too_many": marked("In the XGID a side has {count} checkers; this game is played with {checkers}."),
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
    "NO_WEIGHTS": (marked("The engine has not learnt this game yet, so it cannot judge it."),),
    **dict.fromkeys(
        ("CUT_WEIGHTS", "OTHER_WEIGHTS", "SPOILED_WEIGHTS", "UNFIT_WEIGHTS", "BAD_TABLE"),
        (marked("A file that the engine judges by is damaged. Please install the game again."),),
    ),
    "NO_SUCH_GAME": (marked("There is no game {given}. The games are: {known}"),),
    "NO_SUCH_OPTION": (marked("This game has no option {given}. Its options are: {known}"),),
    "NO_SUCH_VALUE": (marked("The option cannot be {given}. Its values are: {known}"),),
}

_TOO_MANY = marked("This turn can end in more than {limit} ways, too many to list.")
_OURS = marked("The game made a mistake here ({code}). Please report it with what you did.")


def sentence(error: GameError | EngineError | TooManyFinalsError) -> str:
    """The refusal in words: what is wrong, where, and what to do."""
    if isinstance(error, TooManyFinalsError):
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


def engine_codes() -> frozenset[str]:
    """The statuses of the engine that have words of their own; any other is a fault of ours."""
    return frozenset(_ENGINE)
