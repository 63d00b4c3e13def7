"""The line protocol: how any program in any language plays. One JSON object a line, one line an answer.

The game starts the program with the command that the player gave in the settings, under Opponents, writes a question to
its standard input and reads the answer from its standard output; standard error is kept for the report of a failure.
The program ends when its input does.

    {"protocol": 1, "id": 1, "question": "hello", "level": "hard"}
    {"id": 1, "answer": {"name": "Gambler", "author": "You", "levels": ["hard"], "games": ["backgammon"],
                         "description": {"en": "Loves the cube."}}}

comes first; every field may be left out, as may the whole answer: null means "nothing to say". A level of null only
asks who the program is. Then, until the match ends (here broken into several lines):

    {"protocol": 1, "id": 7, "question": "choose_play", "seconds": 1.0, "view": {
        "game": {"key": "backgammon", "options": {}},
        "position": {"own": [27 counts], "opponent": [27 counts], "pinned_own": [], "pinned_opponent": []},
        "on_roll": true, "dice": [3, 1],
        "turn": {"dice": [3, 1], "steps": 2, "kind": "roll", "own_turns": 4, "opponent_turns": 4},
        "plays": [{"steps": [[8, 3], [6, 1]], "final": {position}}, ...],
        "cube": 1, "cube_owner": null, "at_stake": 0, ... }}
    {"id": 7, "answer": [[8, 3], [6, 1]]}

A view has the fields of `opponents.protocol.TableView` under the same names. Counts are: off, points 1 to 24, bar,
reserve, each side in its own numbering, and "own" is always the side that answers. A step is [source, die], the source
being a point, 25 for the bar or 26 for the reserve. The questions and their answers:

    choose_play          the steps of one of "plays"; [] where nothing can be played
    wants_double         true or false; this and resigns are asked before every roll where they are possible
    answer_double        "take", "pass", and where "beavers" is true "beaver"
    answer_beaver        "accept", "pass", and where "raccoons" is true "raccoon"
    answer_raccoon       "accept", "pass"
    choose_number        1 to 6
    resigns              0 or one of "resignation_levels"
    accepts_resignation  true or false

The answer null leaves the question to the game's own judge. A program that has failed says {"id": 7, "error": "why"}.
Fields may be added in time; a program leaves those alone that it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_c import EngineError, Part, Play, Position, Step, Turn, after, game_of, is_legal, legal_plays
from opponents.protocol import Happened, TableView

Json = Any
_PLAIN = (
    "on_roll",
    "cube",
    "cube_owner",
    "at_stake",
    "own_need",
    "opponent_need",
    "is_crawford",
    "crawford_is_past",
    "jacoby",
    "beavers",
    "raccoons",
    "resigned",
    "clock",
    "seed",
    "seconds",
    "own_points",
    "opponent_points",
    "game_number",
)
"""Fields of a view that are JSON as they are."""


class AnswerError(Exception):
    """An answer that is none. code: 'opponent_malformed' or 'opponent_illegal'."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def view_to_json(view: TableView, *, with_plays: bool = True) -> dict[str, Json]:
    """A view as the line protocol has it. with_plays: where the reader cannot find the legal plays by itself."""
    turn = view.turn and {
        "dice": view.turn.part.dice,
        "steps": view.turn.part.steps,
        "kind": view.turn.part.kind,
        "own_turns": view.turn.own_turns,
        "opponent_turns": view.turn.opponent_turns,
    }
    written: dict[str, Json] = {
        "game": {"key": view.game.key, "options": dict(view.game.options)},
        "position": _position_to_json(view.position),
        "turn": turn,
        "dice": view.dice,
        "resignation_levels": view.resignation_levels,
        "history": [_happened_to_json(happened) for happened in view.history],
    }
    if with_plays:
        written["plays"] = [
            {"steps": steps_to_json(play.steps), "final": _position_to_json(play.final)} for play in view.plays
        ]
    return written | {name: getattr(view, name) for name in _PLAIN}


def view_from_json(given: Mapping[str, Json]) -> TableView:
    """The view that `view_to_json` wrote; the legal plays are found anew. Raises KeyError, TypeError, ValueError."""
    game = game_of(given["game"]["key"], given["game"]["options"])
    place = given["position"]
    position = Position.of(place["own"], place["opponent"], place["pinned_own"], place["pinned_opponent"])
    turn = None
    if given["turn"] is not None:
        part = Part(_pair(given["turn"]["dice"]), given["turn"]["steps"], given["turn"]["kind"])
        turn = Turn(part, given["turn"]["own_turns"], given["turn"]["opponent_turns"])
    return TableView(
        game=game,
        position=position,
        turn=turn,
        dice=given["dice"] and _pair(given["dice"]),
        plays=legal_plays(game, position, turn) if turn and given["on_roll"] else (),
        resignation_levels=tuple(given["resignation_levels"]),
        history=tuple(_happened_from_json(happened) for happened in given["history"]),
        **{name: given[name] for name in _PLAIN},
    )


def answer_to_json(question: str, answer: Any) -> Json:
    """What an opponent of `opponents.protocol` answered, for the line; numbers of numpy become plain ones."""
    if question == "choose_play":
        return steps_to_json(answer.steps)
    return answer.item() if hasattr(answer, "item") else answer


def answer_from_json(question: str, view: TableView, given: Json) -> Any:
    """The answer as `opponents.protocol` has it. Raises AnswerError."""
    if question == "choose_play":
        return _play(view, given)
    choices: dict[str, tuple[Any, ...]] = {
        "wants_double": (False, True),
        "answer_double": ("take", "pass", "beaver") if view.beavers else ("take", "pass"),
        "answer_beaver": ("accept", "pass", "raccoon") if view.raccoons else ("accept", "pass"),
        "answer_raccoon": ("accept", "pass"),
        "choose_number": (1, 2, 3, 4, 5, 6),
        "resigns": (0, *view.resignation_levels),
        "accepts_resignation": (False, True),
    }
    for choice in choices[question]:
        if type(given) is type(choice) and given == choice:
            return choice
    raise AnswerError("opponent_malformed")


def steps_to_json(steps: tuple[Step, ...]) -> list[list[int]]:
    """Steps as pairs of source and die."""
    return [[int(step.source), int(step.die)] for step in steps]


def _play(view: TableView, given: Json) -> Play:
    if not isinstance(given, list) or len(given) > 4 or not all(_is_step(pair) for pair in given):
        raise AnswerError("opponent_malformed")
    steps = tuple(Step(source, die) for source, die in given)
    for play in view.plays:
        if play.steps == steps:
            return play
    try:
        if view.turn is not None and is_legal(view.game, view.position, view.turn, steps):
            return Play(after(view.game, view.position, view.turn, steps), steps)
    except (EngineError, ValueError):  # no steps that the engine could even try
        pass
    raise AnswerError("opponent_illegal")


def _is_step(pair: Json) -> bool:
    return (
        isinstance(pair, list) and len(pair) == 2 and all(type(number) is int and 0 < number < 256 for number in pair)
    )


def _pair(given: Json) -> tuple[int, int]:
    first, second = given
    return first, second


def _position_to_json(position: Position) -> dict[str, Json]:
    return {
        "own": position.own,
        "opponent": position.opponent,
        "pinned_own": position.pinned_own,
        "pinned_opponent": position.pinned_opponent,
    }


def _happened_to_json(happened: Happened) -> dict[str, Json]:
    written: dict[str, Json] = {"what": happened.what, "by_own": happened.by_own}
    if happened.dice:
        written["dice"] = happened.dice
    if happened.what == "played":
        written["steps"] = steps_to_json(happened.steps)
    if happened.number:
        written["number"] = happened.number
    return written


def _happened_from_json(given: Mapping[str, Json]) -> Happened:
    dice = _pair(given["dice"]) if "dice" in given else None
    steps = tuple(Step(source, die) for source, die in given.get("steps", ()))
    return Happened(given["what"], given["by_own"], dice, steps, given.get("number", 0))
