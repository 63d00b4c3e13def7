"""Nets in training, as the trainer's own library wants them: made, run, labelled with, turned into whole numbers.

For builders, like trainer.py; left out of the wheel. Nets are flat float arrays, one for each slot (train.h).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c.games import Game
from engine_c.judge import Judge, aligned, bear_off_table
from engine_c.position import POSITION

try:
    from engine_c import _trainer

    ffi, lib = _trainer.ffi, _trainer.lib
except ImportError:  # it is built by those who train, and by nobody else
    ffi = lib = None

Array = npt.NDArray[Any]
SLOTS, CHANCES, RACE = 5, 5, 4
PRICE = np.array([2, 1, 1, -1, -1], np.float32)  # of each chance, in points
OTHER_SIDE = np.array([-1, 1, 1, 1, 1], np.float32)  # a difference of chances seen by the other, gammons changed over


def _sizes() -> tuple[int, int]:
    sizes = [ffi.new("int32_t *") for _ in range(3)]
    lib.bt_sizes(*sizes)
    return sizes[0][0], sizes[1][0]


ROWS, FEATURES = _sizes() if lib else (0, 0)


def hidden_of(net: Array) -> int:
    """How many hidden units a net of that length has."""
    return int((len(net) - CHANCES) // (ROWS + FEATURES + CHANCES))


def fresh_net(hidden: int, rng: np.random.Generator) -> Array:
    """Small random weights; outputs begin near the frequencies of results."""
    net = rng.uniform(-0.08, 0.08, (ROWS + FEATURES + CHANCES) * hidden + CHANCES).astype(np.float32)
    net[-CHANCES:] = (0.0, -1.2, -4.0, -1.2, -4.0)
    return net


def fresh_nets(hidden: int, race_hidden: int, seed: int) -> list[Array]:
    """Nets for all slots."""
    rng = np.random.default_rng(seed)
    return [fresh_net(race_hidden if slot == RACE else hidden, rng) for slot in range(SLOTS)]


def floats(array: Array) -> Any:
    """A C pointer to an array of 32-bit floats, without a copy."""
    return ffi.from_buffer("float[]", array)


def nets_pointer(nets: list[Array], *, is_raw: bool = False) -> tuple[Any, list[Any]]:
    """The nets as C wants them, and what must live as long."""
    alive = [floats(net) for net in nets]
    array = ffi.new("bt_net[]", SLOTS)
    for slot, net in enumerate(nets):
        array[slot].weights, array[slot].hidden, array[slot].is_raw = alive[slot], hidden_of(net), is_raw
    return array, alive


def record_of(game: Game) -> Any:
    """The game's record for the trainer's own library."""
    record = ffi.new("bg_game *")
    check(lib.bg_game_find(game.key.encode(), record))
    for name, value in game.options:
        check(lib.bg_game_set(game.key.encode(), name.encode(), value.encode(), record))
    return record


def check(status: int) -> None:
    """Raises RuntimeError with the words of a status."""
    if status:
        raise RuntimeError(ffi.string(lib.bg_status_text(status)).decode())


def quantised(game: Game, nets: list[Array], *, is_raw: bool = False) -> bytes:
    """The file of weights that these nets make."""
    array, _alive = nets_pointer(nets, is_raw=is_raw)
    needed = ffi.new("size_t *")
    record = record_of(game)
    lib.bt_quantise(record, array, ffi.NULL, 0, needed)
    file = bytearray(needed[0])
    check(lib.bt_quantise(record, array, ffi.from_buffer(file), len(file), needed))
    return bytes(file)


HEAD, NET_HEAD = 32, np.dtype([("hidden", "<u2"), ("slot", "u1"), ("out_shift", "u1")])  # judge.h has both
ROW_SHIFT, FEATURE_SHIFT, HIDDEN_SHIFT = 12, 11, 9  # net.h


def restored(weights: bytes) -> list[Array]:
    """The nets of a file of weights that `quantised` made, as near as whole numbers are. Nothing is checked."""
    nets, place = [np.empty(0, np.float32)] * SLOTS, HEAD
    while place < len(weights):
        head = np.frombuffer(weights, NET_HEAD, 1, place)[0]
        hidden, finest = int(head["hidden"]), int(head["out_shift"])
        spans = (ROWS, ROW_SHIFT), (FEATURES, FEATURE_SHIFT), (CHANCES, finest)
        place, parts = place + NET_HEAD.itemsize, []
        for lines, shift in spans:
            parts.append(np.frombuffer(weights, "<i2", lines * hidden, place) / 2.0**shift)
            place += 2 * lines * hidden
        parts.append(np.frombuffer(weights, "<i4", CHANCES, place) / 2.0 ** (finest + HIDDEN_SHIFT))
        place += 4 * CHANCES
        nets[int(head["slot"])] = np.concatenate(parts).astype(np.float32)
    return nets


class Judgement:
    """A judge for the trainer's own library, from the bytes of a file of weights."""

    def __init__(self, weights: bytes) -> None:
        table = bear_off_table()
        self.judge = Judge.of(weights, table)
        self._alive = ffi.from_buffer(self.judge.block), ffi.from_buffer(table)
        fields = {
            "judge": self._alive[0], "judge_size": len(self.judge.block),
            "bear_off": self._alive[1], "bear_off_size": len(table), "simd": lib.BG_SIMD_BEST,
        }  # fmt: skip
        self.pointer = ffi.new("bg_judgement *", fields)


def workspace() -> tuple[Any, int]:
    """A workspace for one thread."""
    size = lib.bg_workspace_size()
    return ffi.from_buffer(aligned(size)), size


STYLES = ("best", "random", "loose", "hitter", "builder", "runner", "last_one", "last_two")  # train.h, in its order


def how(seed: int, styles: Sequence[str] = STYLES[:6], **fields: Any) -> Any:
    """The C struct of a game of self-play. styles: one at least, of both sides while a scattered position is made."""
    chosen = sum({1 << STYLES.index(style) for style in styles})
    return ffi.new("bt_play *", {"seed": seed, "most_plies": 1500, "styles": chosen, **fields})


def rows_pointer(rows: Array) -> Any:
    """POSITION rows for the trainer's own library."""
    return ffi.from_buffer("bg_position[]", rows)


def slots_of(record: Any, rows: Array) -> Array:
    """Which slot judges each position; -1 none."""
    slots = np.empty(len(rows), np.int8)
    check(lib.bt_slots(record, rows_pointer(rows), len(rows), ffi.from_buffer("int8_t[]", slots)))
    return slots


def forward(record: Any, slot: int, net: Array, rows: Array, *, is_raw: bool = False) -> Array:
    """Chances by a net in training, shape (n, 5), not made sane."""
    found, weights = np.empty((len(rows), CHANCES), np.float32), floats(net)
    one = ffi.new("bt_net *", {"weights": weights, "hidden": hidden_of(net), "is_raw": is_raw})
    check(lib.bt_forward(record, one, slot, rows_pointer(rows), len(rows), floats(found)))
    return found


def gradient_of(
    record: Any, slot: int, net: Array, rows: Array, labels: Array, equity_weight: float
) -> tuple[Array, float]:
    """The gradient of the mean loss over some positions, laid out like the net, and that loss."""
    gradient, weights, loss = np.empty_like(net), floats(net), ffi.new("double *")
    one = ffi.new("bt_net *", {"weights": weights, "hidden": hidden_of(net)})
    pointers = rows_pointer(rows), floats(labels), len(rows), equity_weight, floats(gradient), loss
    check(lib.bt_gradient(record, one, slot, *pointers))
    return gradient, float(loss[0])


def rms(record: Any, slot: int, net: Array, rows: Array, labels: Array, *, is_raw: bool = False) -> float:
    """Root of the mean squared error of the equity."""
    if not len(rows):
        return float("nan")
    errors = (forward(record, slot, net, np.ascontiguousarray(rows), is_raw=is_raw) - labels) @ PRICE
    return float(np.sqrt(np.mean(errors**2)))


def walk(
    record: Any, judgement: Judgement, play: Any, first_game: int, count: int, space: tuple[Any, int]
) -> tuple[Array, Array, int]:
    """Positions met in self-play, where each one's best play led (places further on; 0 nowhere), games begun."""
    rows, after, games = np.empty(count, POSITION), np.empty(count, np.uint8), ffi.new("uint64_t *")
    places = ffi.from_buffer("uint8_t[]", after)
    check(lib.bt_walk(record, judgement.pointer, play, first_game, *space, rows_pointer(rows), places, count, games))
    return rows, after, int(games[0])


def carried_back(labels: Array, opinions: Array, after: Array, trust: float) -> Array:
    """Labels to which is added, times `trust`, what the game's next labels found wrong with the judge's opinions.

    A label is the mean of opinions one roll later; the roll that came up stands for all of them. What the label of its
    position says beyond the opinion of it has nothing of the luck of that roll, so games teach far ahead with little
    noise. after: as `walk` has it.
    """
    found = labels.copy()
    for i in np.flatnonzero(after)[::-1]:
        following = i + after[i]
        wrong = trust * (found[following] - opinions[following])
        found[i] += wrong[[0, 3, 4, 1, 2]] * OTHER_SIDE
    return found


def labels_of(record: Any, teacher: Judgement, rows: Array, scout: Judgement | None = None, keep: int = 0) -> Array:
    """What the teacher makes of positions by looking one roll ahead, shape (n, 5).

    With a scout only the `keep` replies it likes best are judged.
    """
    labels, pointer = np.empty((len(rows), CHANCES), np.float32), scout.pointer if scout else ffi.NULL
    kept = keep if scout else 0
    check(lib.bt_label(record, teacher.pointer, pointer, kept, rows_pointer(rows), len(rows), floats(labels)))
    return labels
