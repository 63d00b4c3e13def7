"""The worked positions of the rules as data: tests/data/worked_positions.txt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reference import BAR, OFF, RESERVE, Board, Rules, Step, other_number, rules

DATA = Path(__file__).parent / "data"
_NAMES = {"bar": BAR, "reserve": RESERVE, "off": OFF}


@dataclass(frozen=True)
class Case:
    """One worked position: what is played from where, and what the rules say about its finals."""

    name: str
    game: str
    options: dict[str, str]
    board: Board
    dice: tuple[int, int]
    own_turns: int
    count: int | None
    complete: bool
    plays: tuple[tuple[tuple[Step, ...], bool, str], ...]  # steps, is a legal final, result or ""

    @property
    def rules(self) -> Rules:
        return rules(self.game, self.options)

    @property
    def first_stage_only(self) -> bool:
        return "stage" in self.name


def cases() -> list[Case]:
    lines = (DATA / "worked_positions.txt").read_text(encoding="utf-8").splitlines()
    return [_case(line) for line in lines if line and not line.startswith("#")]


def _case(line: str) -> Case:
    name, game, options, own, opponent, dice, turns, count, plays = (field.strip() for field in line.split("|"))
    chosen = {} if options == "-" else dict(option.split("=") for option in options.split(","))
    first, second = map(int, dice.split("-"))
    texts = plays.removeprefix("all:").split(";") if plays else []
    return Case(
        name,
        game,
        chosen,
        _board(rules(game, chosen), own, opponent),
        (first, second),
        int(turns),
        None if count == "?" else int(count),
        plays.startswith("all:"),
        tuple(_play(text.strip(), (first, second)) for text in texts),
    )


def _board(game: Rules, own: str, opponent: str) -> Board:
    """Both sides come in the mover's numbering. Where no opponent is listed one checker stands far behind."""
    own_counts, own_pins = _places(own)
    there, pins = _places(opponent or ("24" if 24 not in own_counts else "23"))
    across = {other_number(game, point) if 1 <= point <= 24 else point: count for point, count in there.items()}
    return Board(
        _counts(game, own_counts),
        _counts(game, across),
        frozenset(own_pins),
        frozenset(other_number(game, point) for point in pins),
    )


def _places(text: str) -> tuple[dict[int, int], list[int]]:
    counts: dict[int, int] = {}
    pins: list[int] = []
    for word in text.split():
        name, _, count = word.rstrip("!").partition(":")
        place = _NAMES.get(name) or int(name)
        counts[place] = int(count or 1)
        if word.endswith("!"):
            pins.append(place)
    return counts, pins


def _counts(game: Rules, places: dict[int, int]) -> tuple[int, ...]:
    return (game.checkers - sum(places.values()), *(places.get(place, 0) for place in range(1, 27)))


def _play(text: str, dice: tuple[int, int]) -> tuple[tuple[Step, ...], bool, str]:
    words, _, outcome = text.partition("=>")
    is_final = not words.startswith("not ")
    hops = [hop for hop in words.removeprefix("not ").split() if hop != "pass"]
    return _steps(hops, dice), is_final, outcome.strip()


def _steps(hops: list[str], dice: tuple[int, int]) -> tuple[Step, ...]:
    """The die of a hop is its length; a checker borne off uses the smallest die left that is long enough."""
    steps: list[Step] = []
    cascade = sorted(range(dice[0], 7)) if dice[0] == dice[1] else []
    left = [number for number in cascade for _ in range(4)] if cascade else list(dice)
    for hop in hops:
        source, target = hop.split("/")
        start = _NAMES.get(source) or int(source)
        from_point = 25 if start in (BAR, RESERVE) else start
        end = _NAMES[target] if target == "off" else int(target)
        die = from_point - end if end else min(number for number in left if number >= from_point)
        if cascade:  # stages run in order
            die = next(number for number in left if number == die or (not end and number >= from_point))
            left = left[left.index(die) + 1 :]
        else:
            left.remove(die)
        steps.append((start, die))
    return tuple(steps)
