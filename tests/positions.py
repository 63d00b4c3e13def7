"""Positions to test on, from a seed: reached by play of random moves, or scattered over the board."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine_c import (
    BAR,
    GAMES,
    OFF,
    OPTIONS,
    RESERVE,
    EngineError,
    Game,
    Play,
    Position,
    Turn,
    chosen_part,
    first_part,
    game_of,
    legal_plays,
    next_part,
)


def every_game() -> list[Game]:
    """All games with all combinations of their options."""
    return [
        game_of(key, dict(zip(OPTIONS[key], values, strict=True)))
        for key in GAMES
        for values in itertools.product(*OPTIONS[key].values())
    ]


def name_of(game: Game) -> str:
    """A game and the options that differ from its defaults."""
    return " ".join([game.key, *(f"{name}={value}" for name, value in game.options)])


@dataclass(frozen=True)
class Roll:
    """A decision: the board seen by the side on roll, and what is to be played."""

    position: Position
    turn: Turn


def reached(game: Game, seed: int, count: int) -> list[Roll]:
    """Decisions of random games, all parts of turns included, as many as asked for."""
    rng = Random(f"{seed} {game.key} {game.options}")
    rolls: list[Roll] = []
    while len(rolls) < count:
        rolls.extend(_random_game(game, rng))
    return rolls[:count]


def _random_game(game: Game, rng: Random) -> Iterator[Roll]:
    position, turns = game.start(), [0, 0]
    side = 0
    while True:
        for roll, play in _random_turn(game, position, turns[side], turns[1 - side], rng):
            yield roll
            position = play.final
        turns[side] += 1
        own, opponent = turns[side], turns[1 - side]
        if game.outcome(position, own, opponent).winner != "nobody":
            return
        position, side = position.turned(), 1 - side


def _random_turn(game: Game, position: Position, own: int, opponent: int, rng: Random) -> Iterator[tuple[Roll, Play]]:
    part = first_part(game, (rng.randint(1, 6), rng.randint(1, 6)), own)
    while True:
        turn = Turn(part, own, opponent)
        play = rng.choice(legal_plays(game, position, turn))
        yield Roll(position, turn), play
        follow = next_part(game, play.final, turn, len(play.steps))
        position = play.final
        if follow.then == "play" and follow.part:
            part = follow.part
        elif follow.then == "choose":
            part = chosen_part(game, rng.randint(1, 6))
        elif follow.then == "roll":
            part = first_part(game, (rng.randint(1, 6), rng.randint(1, 6)), own)
        else:
            return


def scattered(game: Game, seed: int, count: int) -> list[Roll]:
    """Decisions with the checkers thrown anywhere the game allows, so that rare structures appear."""
    rng = Random(f"scattered {seed} {game.key} {game.options}")
    rolls: list[Roll] = []
    while len(rolls) < count:
        position = _throw_checkers(game, rng)
        part = first_part(game, (rng.randint(1, 6), rng.randint(1, 6)), rng.randint(0, 5))
        roll = Roll(position, Turn(part, rng.choice((0, 1, 2, 3, 9)), 3))
        if _is_playable(game, roll):
            rolls.append(roll)
    return rolls


def _is_playable(game: Game, roll: Roll) -> bool:
    try:
        legal_plays(game, roll.position, roll.turn)
    except EngineError:  # impossible, or over: the next throw will do
        return False
    return True


def _throw_checkers(game: Game, rng: Random) -> Position:
    def across(point: int) -> int:
        return (point + 11) % 24 + 1 if game.is_parallel else 25 - point

    own, opponent = [0] * 27, [0] * 27
    nearest = rng.choice((1, 1, 1, 19)), rng.choice((1, 1, 1, 19))
    last = rng.choice((6, 9, 24, 24)), rng.choice((6, 9, 24, 24))
    for counts, other, low, high in ((own, opponent, nearest[0], last[0]), (opponent, own, nearest[1], last[1])):
        places = [point for point in range(min(low, high), high + 1) if not other[across(point)]]
        extra = [OFF] * rng.randint(0, 3) + [BAR] * (game.hits and rng.random() < 0.3)
        extra += [RESERVE] * (game.start().own[RESERVE] > 0) * rng.randint(0, 4)
        spread = rng.sample(places, min(len(places), rng.randint(1, 15))) + extra
        for place in rng.choices(spread or [OFF], k=game.checkers):
            counts[place] += 1
    pinned_own, pinned_opponent = _throw_pins(game, own, opponent, rng)
    return Position.of(own, opponent, pinned_own, pinned_opponent)


def _throw_pins(game: Game, own: list[int], opponent: list[int], rng: Random) -> tuple[list[int], list[int]]:
    """Moves a checker of a big stack under or onto a single one of the other side, here and there."""
    pins: tuple[list[int], list[int]] = ([], [])
    if not game.pins:
        return pins
    for counts, other, pinned in ((own, opponent, pins[1]), (opponent, own, pins[0])):
        for point in range(1, 25):
            donors = [place for place in range(25) if counts[place] > 2]
            if other[25 - point] == 1 and not counts[point] and donors and rng.random() < 0.3:
                counts[rng.choice(donors)] -= 1
                counts[point] += 1
                pinned.append(25 - point)
    return pins
