"""For builders: trains the nets. Self-play, labels, fitting and comparing, one command a stage.

    python engine_c/build.py --trainer
    python -m engine_c.trainer run engine_c/weights/backgammon.toml

A recipe names a game and its stages in order; `run` does those that are not done yet, and `td`, `label`, `fit`,
`quantise` and `measure` do one by name. Everything lies in `.training/<recipe>/`: each stage ends in a file of its own
name, written whole, and notes how far it is every minute, so that it goes on where it was stopped. With one thread the
same recipe gives the same numbers. What a stage's parameters mean stands beside them in recipe.py.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c.judge import FOLDER
from engine_c.position import POSITION
from engine_c.recipe import STAGES, Recipe, named, save
from engine_c.teaching import (
    PRICE,
    SLOTS,
    Judgement,
    carried_back,
    check,
    ffi,
    floats,
    forward,
    fresh_nets,
    hidden_of,
    how,
    labels_of,
    lib,
    nets_pointer,
    quantised,
    record_of,
    restored,
    rms,
    rows_pointer,
    slots_of,
    walk,
    workspace,
)

Array = npt.NDArray[Any]
CHECKPOINT_SECONDS = 60.0

WALKED = "noise", "within", "scattered", "lopsided", "held", "styles"  # what both kinds of stage say about their games


def between(span: list[float], share: float, *, geometric: bool = True) -> float:
    """The value at a share of the way from span[0] to span[1]."""
    start, end = span
    return float(start * (end / start) ** share) if geometric else float(start + (end - start) * min(share, 1.0))


class Clock:
    """Says when to note down how far a stage is, and how much processor time it took (of all threads, or of this)."""

    def __init__(self, seconds: float = 0.0, count: Callable[[], float] = time.process_time) -> None:
        self.before, self.count, self.start, self.noted = seconds, count, count(), time.monotonic()

    @property
    def seconds(self) -> float:
        """Processor time in seconds, earlier runs of the stage counted in."""
        return self.before + self.count() - self.start

    def is_time(self) -> bool:
        """True once a minute."""
        if time.monotonic() - self.noted < CHECKPOINT_SECONDS:
            return False
        self.noted = time.monotonic()
        return True


def say(text: str) -> None:
    """One line of progress."""
    print(time.strftime("%H:%M:%S"), text, flush=True)


def td(recipe: Recipe, name: str, stage: Mapping[str, Any]) -> None:
    """Self-play and learning from it."""
    unfinished = recipe.folder / f"{name}.part.npz"
    done, seconds = 0, 0.0
    if unfinished.exists():
        with np.load(unfinished) as data:
            nets = [data[f"net{slot}"] for slot in range(SLOTS)]
            done, seconds = int(data["games"]), float(data["seconds"])
    elif stage["start"]:
        nets = recipe.nets(stage["start"])
    else:
        nets = fresh_nets(stage["hidden"], stage["race_hidden"], stage["seed"])
    clock, tally = Clock(seconds), ffi.new("bt_tally *")
    array, _alive = nets_pointer(nets, is_raw=stage["raw"])
    record, threads, shown = record_of(recipe.game), stage["threads"], time.monotonic()
    spaces = [workspace() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        while done < stage["games"]:
            share = done / stage["games"]
            judgement = Judgement(quantised(recipe.game, nets, is_raw=stage["raw"]))
            slopes: dict[str, Any] = {
                "rate": between(stage["rate"], share),
                "lambda": between(stage["lambda"], 2 * share, geometric=False),
            }
            play = how(stage["seed"], **slopes, **{key: stage[key] for key in WALKED})
            games = min(stage["refresh"], stage["games"] - done)
            parts = [(done + games * k // threads, done + games * (k + 1) // threads) for k in range(threads)]
            tallies = [ffi.new("bt_tally *") for _ in parts]
            learn = partial(lib.bt_td, record, judgement.pointer, array, play)
            statuses = pool.map(
                lambda learn, part, space, one: learn(part[0], part[1] - part[0], *space, one),
                [learn] * threads, parts, spaces, tallies,
            )  # fmt: skip
            for status, one in zip(statuses, tallies, strict=True):
                check(status)
                for field in ("games", "plies", "unfinished", "gammons", "surprise"):
                    setattr(tally, field, getattr(tally, field) + getattr(one, field))
            done += games
            if clock.is_time():
                save(unfinished, **named(nets), games=done, seconds=clock.seconds)
            if time.monotonic() - shown > 20 or done == stage["games"]:
                shown = time.monotonic()
                plies = max(tally.plies, 1)
                say(
                    f"{name}: {done:,} games, {clock.seconds:.0f} s, {plies / max(tally.games, 1):.1f} plies, "
                    f"{tally.gammons / max(tally.games, 1):.3f} gammons, {tally.unfinished} unfinished, "
                    f"surprise {(tally.surprise / plies) ** 0.5:.4f}"
                )
                tally = ffi.new("bt_tally *")
    save(recipe.file(name), **named(nets), seconds=clock.seconds)
    unfinished.unlink(missing_ok=True)


def label(recipe: Recipe, name: str, stage: Mapping[str, Any]) -> None:
    """Positions from self-play, and what the teacher makes of them by looking one roll ahead."""
    record = record_of(recipe.game)
    teacher = recipe.judgement(stage["teacher"])
    scout = recipe.judgement(stage["scout"]) if stage["scout"] else None
    play = how(stage["seed"], **{key: stage[key] for key in (*WALKED, "keep", "siblings")})
    unfinished = recipe.folder / f"{name}.part.npz"
    kept_rows: list[Array] = []
    kept_labels: list[Array] = []
    games, seconds, count = 0, 0.0, 0
    if unfinished.exists():
        with np.load(unfinished) as data:
            kept_rows, kept_labels = [data["rows"].view(POSITION).ravel()], [data["labels"]]
            games, seconds, count = int(data["games"]), float(data["seconds"]), len(kept_rows[0])
    clock, shown = Clock(seconds), time.monotonic()
    threads = stage["threads"]
    space, keep = workspace(), stage["scout_keep"]

    with ThreadPoolExecutor(threads) as pool:
        while count < stage["count"]:
            rows, after, begun = walk(record, teacher, play, games, 4096, space)
            games += begun
            is_wanted = np.isin(slots_of(record, rows), stage["slots"])
            if not stage["trust"]:
                rows, is_wanted = rows[is_wanted], is_wanted[is_wanted]
            pieces = [np.ascontiguousarray(piece) for piece in np.array_split(rows, threads)]
            many = [record] * threads, [teacher] * threads, pieces, [scout] * threads, [keep] * threads
            labels = np.concatenate(list(pool.map(labels_of, *many)))
            if stage["trust"]:
                opinions, _ = teacher.judge.evaluate(recipe.game, rows)
                labels = carried_back(labels, opinions, after, stage["trust"])
            kept_rows.append(rows[is_wanted])
            kept_labels.append(labels[is_wanted])
            count += len(kept_rows[-1])
            is_last = count >= stage["count"]
            if is_last or clock.is_time():
                kept_rows, kept_labels = [np.concatenate(kept_rows)], [np.concatenate(kept_labels)]
                save(
                    unfinished, rows=_bytes_of(kept_rows[0]), labels=kept_labels[0], games=games, seconds=clock.seconds
                )
            if is_last or time.monotonic() - shown > 20:
                shown = time.monotonic()
                say(f"{name}: {count:,} labels, {games:,} games, {clock.seconds:.0f} s")
    unfinished.replace(recipe.file(name))


def _bytes_of(rows: Array) -> Array:
    return rows.view(np.uint8).reshape(len(rows), POSITION.itemsize)


def _labelled(recipe: Recipe, names: list[str]) -> tuple[Array, Array]:
    rows, labels = [], []
    for name in names:
        with np.load(recipe.file(name)) as data:
            rows.append(np.ascontiguousarray(data["rows"]).view(POSITION).ravel())
            labels.append(data["labels"])
    return np.concatenate(rows), np.concatenate(labels)


def fit(recipe: Recipe, name: str, stage: Mapping[str, Any]) -> None:
    """Supervised fitting of one net after the other."""
    record = record_of(recipe.game)
    rows, labels = _labelled(recipe, stage["sets"])
    slots = slots_of(record, rows)
    fresh = fresh_nets(stage["hidden"], stage["race_hidden"], stage["seed"])
    starts = recipe.nets(stage["start"]) if stage["start"] else fresh
    rest = stage["rest"] or stage["start"]
    nets, seconds = recipe.nets(rest) if rest else fresh, 0.0

    def finish(slot: int) -> Path:
        finished = recipe.folder / f"{name}.slot{slot}.npz"
        if not finished.exists():
            chosen = np.flatnonzero(slots == slot)
            net, spent, report = _fit_one(record, slot, starts[slot], rows, labels, chosen, stage)
            say(f"{name}: slot {slot}, {len(chosen):,} positions, {spent:.0f} s, {report}")
            save(finished, net=net, seconds=spent)
        return finished

    # The longest first, so that no thread is left alone with it at the end.
    longest = sorted(stage["slots"], key=lambda slot: -np.count_nonzero(slots == slot))
    with ThreadPoolExecutor(stage["threads"]) as pool:
        for slot, finished in zip(longest, pool.map(finish, longest), strict=True):
            with np.load(finished) as data:
                nets[slot] = data["net"]
                seconds += float(data["seconds"])
    save(recipe.file(name), **named(nets), seconds=seconds)
    for slot in stage["slots"]:
        (recipe.folder / f"{name}.slot{slot}.npz").unlink(missing_ok=True)


def _fit_one(
    record: Any, slot: int, start: Array, rows: Array, labels: Array, chosen: Array, stage: Mapping[str, Any]
) -> tuple[Array, float, str]:
    rng, clock = np.random.default_rng(stage["seed"] + 100 * slot), Clock(count=time.thread_time)
    chosen = rng.permutation(chosen)
    held = chosen[: int(len(chosen) * stage["held_out"])]
    taught = chosen[len(held) :].astype(np.int64)
    net = start.copy()
    average, first, second, gradient = net.copy(), np.zeros_like(net), np.zeros_like(net), np.zeros_like(net)
    weights = floats(net)
    one = ffi.new("bt_net *", {"weights": weights, "hidden": hidden_of(net), "is_raw": stage["raw"]})
    adam = ffi.new("bt_adam *", {
        "decay1": 0.9, "decay2": 0.999, "epsilon": 1e-8, "most": 7.9, "batch": stage["batch"],
        "equity_weight": stage["equity_weight"], "average": stage["average"], "step": 0,
    })  # fmt: skip
    loss, square, piece = ffi.new("double *"), ffi.new("double *"), 128 * stage["batch"]
    passes = max(stage["passes"], min(60, stage["updates"] * stage["batch"] // max(len(taught), 1)))
    total, done, report, learnt = passes * len(taught), 0, [], 0.0
    for turn in range(passes):
        order, squares = rng.permutation(taught), 0.0
        for begin in range(0, len(order), piece):
            part = np.ascontiguousarray(order[begin : begin + piece])
            adam.rate = between(stage["rate"], done / total)
            check(
                lib.bt_fit(
                    record, one, slot, rows_pointer(rows), floats(labels), ffi.from_buffer("int64_t[]", part),
                    len(part), adam, floats(first), floats(second), floats(average), floats(gradient), loss, square,
                )
            )  # fmt: skip
            done += len(part)
            squares += square[0]
        learnt = (squares / max(len(order), 1)) ** 0.5
        if turn in (0, passes // 2, passes - 1):
            kept = rms(record, slot, average, rows[held], labels[held], is_raw=stage["raw"])
            report.append(f"{learnt:.4f}/{kept:.4f}")
    return average, clock.seconds, "rms taught/held out " + " ".join(report)


def blend(recipe: Recipe, name: str, stage: Mapping[str, Any]) -> None:
    """Nets on the way from one stage's to another's: the noise that taught each of them is less there."""
    pairs = zip(recipe.nets(stage["start"]), recipe.nets(stage["towards"]), strict=True)
    save(recipe.file(name), **named([start + stage["share"] * (other - start) for start, other in pairs]), seconds=0.0)


def quantise(recipe: Recipe, stage: str, target: Path) -> None:
    """Writes the weights a stage ended with, and says how much whole numbers change."""
    nets, is_raw = recipe.nets(stage), recipe.is_raw(stage)
    weights = quantised(recipe.game, nets, is_raw=is_raw)
    fresh = target.with_suffix(".fresh")
    fresh.write_bytes(weights)
    fresh.replace(target)
    sizes = [hidden_of(net) for net in nets]
    say(f"{target}: {len(weights):,} bytes, hidden {sizes}; {_loss_of(recipe, nets, weights, is_raw=is_raw)}")


def restore(recipe: Recipe, stage: str, source: Path) -> None:
    """Makes the result of a stage from the weights that ship, for those who train on without repeating what was."""
    if not recipe.file(stage).exists():
        save(recipe.file(stage), **named(restored(source.read_bytes())), seconds=0.0)
        say(f"{stage}: from {source}")


def _loss_of(recipe: Recipe, nets: list[Array], weights: bytes, *, is_raw: bool) -> str:
    record, judgement = record_of(recipe.game), Judgement(weights)
    play = how(99, noise=0.1, within=0.2, scattered=0.2, keep=0.5)
    rows, _, _ = walk(record, judgement, play, 0, 20_000, workspace())
    slots = slots_of(record, rows)
    differences = []
    for slot in range(SLOTS):
        mine = np.ascontiguousarray(rows[slots == slot])
        if not len(mine):
            continue
        found = forward(record, slot, nets[slot], mine, is_raw=is_raw)
        chances, _ = judgement.judge.evaluate(recipe.game, mine)
        bounds = np.column_stack([np.ones(len(mine)), chances[:, :2], 1 - chances[:, 0], chances[:, 3]])
        is_free = (chances > 0) & (chances < bounds)  # where the rules have said nothing
        differences.append(((chances - found) * is_free) @ PRICE)
    difference = np.concatenate(differences)
    return f"equity differs by {np.sqrt(np.mean(difference**2)):.4f} rms, {np.abs(difference).max():.4f} at most"


DO: Mapping[str, Callable[[Recipe, str, Mapping[str, Any]], None]] = {
    "td": td,
    "label": label,
    "fit": fit,
    "blend": blend,
}


def do(recipe: Recipe, name: str) -> None:
    """One stage, unless it is done."""
    if recipe.file(name).exists():
        return
    stage = recipe.stages[name]
    say(f"{name}: {stage}")
    DO[stage["kind"]](recipe, name, stage)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m engine_c.trainer", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for kind in STAGES:
        one = commands.add_parser(kind, help=f"do one stage of kind {kind}")
        one.add_argument("recipe", type=Path)
        one.add_argument("stage")
    run = commands.add_parser("run", help="do all stages that are not done")
    run.add_argument("recipe", type=Path)
    for word, text in (("quantise", "write a stage's nets as weights"), ("measure", "say what a stage's nets weigh")):
        one = commands.add_parser(word, help=text)
        one.add_argument("recipe", type=Path)
        one.add_argument("stage")
        one.add_argument("--to", type=Path, help="the file (default: beside the recipe for quantise)")
    one = commands.add_parser("restore", help="take a stage's nets from weights that ship, to train on from there")
    one.add_argument("recipe", type=Path)
    one.add_argument("stage")
    one.add_argument("--from", type=Path, dest="source", help="the file (default: beside the recipe)")
    return parser.parse_args()


def _pending(path: Path) -> Iterator[tuple[Recipe, str]]:
    """Stages not done; the recipe is read again after each, so that it can be added to while it runs."""
    while True:
        recipe = Recipe.read(path)
        name = next((name for name in recipe.stages if not recipe.file(name).exists()), None)
        if name is None:
            return
        yield recipe, name


def main() -> None:
    """The command line."""
    if lib is None:
        raise SystemExit("the trainer is not built: python engine_c/build.py --trainer")
    arguments = _arguments()
    if arguments.command == "run":
        for recipe, name in _pending(arguments.recipe):
            do(recipe, name)
        return
    recipe = Recipe.read(arguments.recipe)
    if arguments.command in STAGES and recipe.stages[arguments.stage]["kind"] != arguments.command:
        raise SystemExit(f"{arguments.stage} is a stage of kind {recipe.stages[arguments.stage]['kind']}")
    if arguments.command == "quantise":
        quantise(recipe, arguments.stage, arguments.to or FOLDER / f"{recipe.name}.bin")
    elif arguments.command == "restore":
        restore(recipe, arguments.stage, arguments.source or FOLDER / f"{recipe.name}.bin")
    elif arguments.command == "measure":
        with np.load(recipe.file(arguments.stage)) as data:
            say(f"{arguments.stage}: {float(data['seconds']):.0f} processor seconds")
        nets, is_raw = recipe.nets(arguments.stage), recipe.is_raw(arguments.stage)
        say(_loss_of(recipe, nets, quantised(recipe.game, nets, is_raw=is_raw), is_raw=is_raw))
    else:
        do(recipe, arguments.stage)


if __name__ == "__main__":
    main()
