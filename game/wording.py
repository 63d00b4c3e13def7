"""Sentences: refusals, what happened at the table and how a game ended, and what things are called, in the player's
language. Nothing below words anything.
"""

from __future__ import annotations

from engine_c import OPTIONS, EngineError, OptionError, TooManyFinalsError
from engine_c import after as board_after
from game.errors import GameError
from game.formats.notation import hops_text, play_text
from game.formats.reading import Problem
from game.i18n import gettext, marked, ngettext, number
from game.match import events
from game.match.events import Event
from game.match.state import Ending, GameResult, MatchState
from game.refusals import ENGINE, FILES, KEPT, LOST, REFUSALS, TABLE
from game.system_words import system_words
from opponents import LEVELS

_SENTENCES = REFUSALS | TABLE | KEPT | FILES
_TOO_MANY = marked("This turn can end in more than {limit} ways, too many to list.")
_OURS = marked("The game made a mistake here ({code}). Please report it with what you did.")

# Refusals


def sentence(error: GameError | EngineError | TooManyFinalsError) -> str:
    """The refusal in words: what is wrong, where, and what to do."""
    if isinstance(error, TooManyFinalsError):
        return gettext(_TOO_MANY).format(limit=error.limit)
    if isinstance(error, GameError):
        phase = str(error.facts.get("phase", "")).lower()
        text = _SENTENCES.get(f"{error.code}.{phase}") or _SENTENCES.get(error.code, _OURS)
        facts = {name: _fact_words(fact) for name, fact in error.facts.items()}
        return gettext(text).format(**{"code": error.code, **facts})
    forms = ENGINE.get(error.name, (_OURS,))
    said: dict[str, object] = {
        "code": error.name,
        "point": error.point,
        "value": error.value,
        "limit": error.limit,
    }
    if isinstance(error, OptionError):
        said |= {"given": error.given, "known": ", ".join(error.known) or "-"}
    return gettext(forms[min(error.side, len(forms) - 1)]).format(**said)


def _fact_words(fact: object) -> object:
    """Facts that are refusals themselves, ours or the system's, are worded too."""
    if isinstance(fact, GameError):
        return sentence(fact)
    return system_words(fact) if isinstance(fact, OSError) else fact


def problem_sentence(problem: Problem, format_name: str) -> str:
    """What is wrong in a file, where, and what was done about it. format_name: of the ReadMatch with the problem."""
    place = "in_game" if problem.game else "in_file"
    if problem.line:
        place = "at_record" if format_name == "xg" else "at_line"
    done = GameError(problem.done)
    return sentence(GameError(place, line=problem.line, game=problem.game, why=problem.error, done=done))


def loss_sentence(code: str) -> str:
    """What a format cannot hold of a match. code: of `formats.losses`, or times, secret, seats. Raises KeyError."""
    return gettext(LOST[code])


def engine_codes() -> frozenset[str]:
    """The statuses of the engine that have words of their own; any other is a fault of ours."""
    return frozenset(ENGINE)


# Events. name: who did it; value: what the cube shows then, or would show if it is accepted.

_EVENTS: dict[type, str] = {
    events.Rolled: marked("{name} rolls {first} and {second}."),
    events.Chose: marked("{name} chooses the double {number}-{number}."),
    events.Doubled: marked("{name} doubles to {value}."),
    events.Beavered: marked("{name} beavers to {value} and keeps the cube."),
    events.Raccooned: marked("{name} raccoons to {value}."),
    events.Took: marked("{name} takes: the game is played for {value}."),
    events.Passed: marked("{name} passes."),
    events.Accepted: marked("{name} accepts the resignation."),
    events.Refused: marked("{name} refuses the resignation: the game goes on."),
    events.TimedOut: marked("{name} has run out of time."),
    events.TookBack: marked("{name} takes the last turn back."),
    events.Stopped: marked("The session is over."),
    events.Danced: marked("{name} rolls {first} and {second} but is closed out."),
    events.SetUp: marked("The table was set up by hand; {name} is to play."),
}
_RESIGNED = {
    1: marked("{name} offers to resign a single game."),
    2: marked("{name} offers to resign a gammon."),
    3: marked("{name} offers to resign a backgammon."),
}
_OPENED = marked("{name} throws {high} against {low} and begins.")
_OPENED_EQUAL = marked("Both throw {number}: again.")
_OPENED_DOUBLED = marked("Both throw {number}: the cube goes to {value}. Again.")
_PLAYED = marked("{name} plays {play}.")
_PLAYED_HIT = marked("{name} plays {play} and hits.")
_PLAYED_PIN = marked("{name} plays {play} and pins.")
_MISPLAYED = marked("{name} plays {play}, which the rules do not allow.")
_PASSED_UNALLOWED = marked("{name} plays nothing, which the rules do not allow.")
_SETTLED = marked("The points of this game were agreed: {name} gets {points}.")
_BROKEN_OFF = marked("This game was broken off.")
_CANNOT_MOVE = marked("{name} cannot move.")
_CLOSED_OUT = marked("{name} is closed out and misses a turn.")


def event_sentence(event: Event, before: MatchState, after: MatchState, names: tuple[str, str]) -> str:
    """What happened, in one line. before, after: the states around the event; names: of side 0 and side 1.

    Points in plays are the mover's own. How a game ended is told by `result_sentence`.
    """
    actor = before.to_act
    if actor is None or isinstance(event, events.TookBack):  # either could ask; it is the turn of the state after
        actor = after.side
    name = names[actor]
    value = after.at_stake or after.cube.value
    match event:
        case events.Opened(dice):
            return _opening_sentence(dice, before, after, name)
        case events.Played():
            return _play_sentence(event, before, after, names)
        case events.Resigned(level):
            return gettext(_RESIGNED[level]).format(name=name)
        case events.Rolled((first, second)):
            return gettext(_EVENTS[type(event)]).format(name=name, first=first, second=second)
        case events.Danced((first, second)):
            return gettext(_EVENTS[type(event)]).format(name=names[1 - actor], first=first, second=second)
        case events.Misplayed(hops):
            return gettext(_MISPLAYED if hops else _PASSED_UNALLOWED).format(name=name, play=hops_text(hops))
        case events.Settled(winner, points):
            if winner is None:
                return gettext(_BROKEN_OFF)
            return gettext(_SETTLED).format(name=names[winner], points=points)
        case events.SetUp():
            return gettext(_EVENTS[type(event)]).format(name=names[after.side])
        case events.Chose(number):
            return gettext(_EVENTS[type(event)]).format(name=name, number=number)
        case _:
            return gettext(_EVENTS[type(event)]).format(name=name, value=value)


def _opening_sentence(dice: tuple[int, int], before: MatchState, after: MatchState, name: str) -> str:
    if dice[0] != dice[1]:
        return gettext(_OPENED).format(name=name, high=max(dice), low=min(dice))
    doubles_before = before.automatic_doubles if before.number == after.number else 0
    text = _OPENED_DOUBLED if after.automatic_doubles > doubles_before else _OPENED_EQUAL
    return gettext(text).format(number=dice[0], value=after.cube.value)


def _play_sentence(event: events.Played, before: MatchState, after: MatchState, names: tuple[str, str]) -> str:
    side = before.side
    told = [_CANNOT_MOVE]
    play = play_text(before.position, event.steps, before.game, compact=True)
    if play:
        pinned = set(before.position.pinned_opponent)
        now = board_after(before.game, before.position, before.turn, event.steps)
        told = [_PLAYED_HIT if "*" in play else _PLAYED_PIN if set(now.pinned_opponent) - pinned else _PLAYED]
    sentences = [gettext(text).format(name=names[side], play=play) for text in told]
    if after.turns[1 - side] > before.turns[1 - side]:
        sentences.append(gettext(_CLOSED_OUT).format(name=names[1 - side]))
    return " ".join(sentences)


# Results


def result_sentence(result: GameResult, names: tuple[str, str]) -> str:
    """How a game ended, and what it brought. names: of side 0 and side 1."""
    if result.winner is None:
        drawn = result.ending is not Ending.SETTLED
        return gettext("The game is drawn: nobody scores.") if drawn else gettext(_BROKEN_OFF)
    text = _borne_off(result) if result.ending is Ending.BORNE_OFF else _won_otherwise(result)
    return text.format(name=names[result.winner], loser=names[1 - result.winner], points=result.points)


def _borne_off(result: GameResult) -> str:
    points = result.points
    if result.level == 3:
        return ngettext(
            "{name} wins {points} point with a backgammon.", "{name} wins {points} points with a backgammon.", points
        )
    if result.level == 2:
        return ngettext(
            "{name} wins {points} point with a gammon.", "{name} wins {points} points with a gammon.", points
        )
    return ngettext("{name} wins {points} point.", "{name} wins {points} points.", points)


def _won_otherwise(result: GameResult) -> str:
    points = result.points
    match result.ending:
        case Ending.MOTHER_PINNED:
            return ngettext(
                "{name} pins the mother and wins {points} point.",
                "{name} pins the mother and wins {points} points.",
                points,
            )
        case Ending.PASSED:
            return ngettext(
                "{loser} refuses the double: {name} wins {points} point.",
                "{loser} refuses the double: {name} wins {points} points.",
                points,
            )
        case Ending.TIMED_OUT:
            return ngettext(
                "{loser} is out of time: {name} wins {points} point.",
                "{loser} is out of time: {name} wins {points} points.",
                points,
            )
        case Ending.SETTLED:
            return ngettext("As agreed, {name} wins {points} point.", "As agreed, {name} wins {points} points.", points)
        case _:
            return ngettext(
                "{loser} resigns: {name} wins {points} point.", "{loser} resigns: {name} wins {points} points.", points
            )


# Titles

_GAMES = {
    "backgammon": marked("Backgammon"),
    "tavla": marked("Turkish tavla"),
    "portes": marked("Portes"),
    "plakoto": marked("Plakoto"),
    "mahbusa": marked("Mahbusa"),
    "tapa": marked("Tapa"),
    "fevga": marked("Fevga"),
    "moultezim": marked("Moultezim"),
    "gulbara": marked("Gul bara"),
    "nardy": marked("Long nardy"),
    "nackgammon": marked("Nackgammon"),
    "nackgammon_41": marked("Nackgammon (4-1 start)"),
    "aceydeucey_us": marked("Acey-Deucey (American)"),
    "aceydeucey_eu": marked("Acey-Deucey (European)"),
    "aceydeucey_seed": marked("Acey-Deucey (all enter first)"),
    "hyper": marked("Hyper-backgammon"),
    "longgammon": marked("LongGammon"),
    "tavli": marked("Greek tavli match"),
}
_SWITCH = {"off": marked("Off"), "on": marked("On")}
_OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "hitrun_ban_home": (marked("No hit and run"), _SWITCH),
    "comp_bearoff": (marked("Compulsory bear-off"), _SWITCH),
    "mother_value": (
        marked("A pinned mother is worth"),
        {"1": marked("1 point"), "2": marked("2 points"), "3": marked("3 points")},
    ),
    "mother_rule": (marked("Pinning the mother"), {"off": marked("Changes nothing"), "win": marked("Wins the game")}),
    "runner_target": (
        marked("The first checker runs to"),
        {"12": marked("The opponent's starting point (12)"), "11": marked("Past the opponent's starting point (11)")},
    ),
    "moultezim_form": (
        marked("Closing points"),
        {
            "quarter": marked("Never the whole starting quarter"),
            "four_points": marked("At most four of the points 7 to 12"),
        },
    ),
    "cascade_rest": (
        marked("Unplayed rest of a double"),
        {"lost": marked("Is lost"), "opponent": marked("Goes to the opponent")},
    ),
    "head_scope": (
        marked("Two from the head on the first turn"),
        {"three": marked("With 6-6, 4-4 and 3-3"), "any_double": marked("With any double")},
    ),
    "six_prime": (
        marked("Blocking six points in a row"),
        {
            "unless_ahead": marked("With an opposing checker ahead of them"),
            "unless_home": marked("With an opposing checker already home"),
            "always": marked("Never allowed"),
        },
    ),
    "equal_turns": (marked("The second player has the last turn"), _SWITCH),
    "opening": (
        marked("The winner of the opening throw"),
        {"reroll": marked("Rolls again; no cube"), "dice": marked("Plays these dice; with the cube")},
    ),
}
_LEVELS = {
    "easy": marked("Easy"),
    "medium": marked("Medium"),
    "hard": marked("Hard"),
    "master": marked("Master"),
    "even": marked("Even game"),
    "adaptive": marked("Adaptive"),
}
_STYLES = {
    "balanced": marked("Balanced"),
    "aggressive": marked("Aggressive"),
    "careful": marked("Careful"),
    "runner": marked("Runner"),
}
_ABOUT_LEVELS = {
    "easy": marked("Errs often. Measured: PR {rate}."),
    "medium": marked("Errs now and then. Measured: PR {rate}."),
    "hard": marked("Plays what the neural net sees at first sight. Measured: PR {rate}."),
    "master": marked("Looks ahead over all dice. Measured: PR {rate}."),
    "even": marked(
        "Keeps the game close: well ahead, it plays a little less well on purpose, but never throws a checker away."
    ),
    "adaptive": marked("Takes the level that fits how you have played of late, says which and why, and keeps it."),
}
_ABOUT_STYLES = {
    "balanced": marked("Plays the best it sees."),
    "aggressive": marked("Likes to hit and to make points, and is quick with the cube."),
    "careful": marked("Leaves few shots, and is slow with the cube."),
    "runner": marked("Brings its back checkers home early."),
}
_LOOKS = {
    "board": {
        "walnut": marked("Classic walnut"),
        "pearl": marked("Mother-of-pearl inlay"),
        "maple": marked("Maple"),
        "ebony": marked("Ebony night"),
        "oak": marked("Oak and olive"),
        "cherry": marked("Cherry and honey"),
        "sandstone": marked("Sandstone"),
    },
    "checkers": {
        "boxwood": marked("Boxwood and ebony"),
        "marble": marked("Marble and onyx"),
        "lacquer": marked("Red and black lacquer"),
    },
    "dice": {"ivory": marked("Ivory"), "ebony": marked("Ebony"), "amber": marked("Amber")},
    "cloth": {"green": marked("Green"), "burgundy": marked("Burgundy"), "navy": marked("Navy blue")},
}


def game_title(key: str) -> str:
    """What a game is called, or the Greek match ('tavli'). Raises KeyError for a key that is none."""
    return gettext(_GAMES[key])


def option_title(game_key: str, option: str) -> str:
    """What an option of a game is called. Raises KeyError for one that the game does not have."""
    return gettext(_option(game_key, option)[0])


def option_value_title(game_key: str, option: str, value: str) -> str:
    """What the value of an option is called. Raises KeyError for one that the option does not have."""
    return gettext(_option(game_key, option)[1][value])


def _option(game_key: str, option: str) -> tuple[str, dict[str, str]]:
    if option not in OPTIONS[game_key]:
        raise KeyError(option)
    return _OPTIONS[option]


def level_title(level: str) -> str:
    """What a level of play is called: easy, medium, hard, master, adaptive. Raises KeyError."""
    return gettext(_LEVELS[level])


def style_title(style: str) -> str:
    """What a style of play is called: balanced, aggressive, careful, runner. Raises KeyError."""
    return gettext(_STYLES[style])


def level_about(level: str) -> str:
    """How a level plays, with its measured PR (in backgammon; lower is better). Raises KeyError."""
    rate = LEVELS[level].rate if level in LEVELS else None
    return gettext(_ABOUT_LEVELS[level]).format(rate=number(rate, 1) if rate is not None else "")


def style_about(style: str) -> str:
    """What a style of ours prefers, '' for any other opponent."""
    return gettext(_ABOUT_STYLES[style]) if style in _ABOUT_STYLES else ""


def fitting_sentence(level: str, rate: float | None, decisions: int) -> str:
    """Which level Adaptive plays in a match, and why."""
    if rate is None:
        return gettext("Adaptive plays {level} in this match: it has seen too little of your play yet.").format(
            level=level_title(level)
        )
    words = ngettext(
        "Adaptive plays {level} in this match: your last decision was worth PR {rate}.",
        "Adaptive plays {level} in this match: over your last {count} decisions you played at PR {rate}.",
        decisions,
    )
    return words.format(level=level_title(level), rate=number(rate, 1), count=number(decisions))


def look_title(kind: str, name: str) -> str:
    """What a board, checkers, dice or a cloth is called; one that a player has made has the name of its file."""
    title = _LOOKS[kind].get(name)
    return gettext(title) if title else name.replace("_", " ").replace("-", " ")
