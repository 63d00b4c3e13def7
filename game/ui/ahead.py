"""Pictures drawn ahead: a thread makes what will soon be wanted, one group after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from engine_c.picture import Pixels
from game.ui.bake import lower_priority


@dataclass(frozen=True, slots=True)
class Group:
    """Pictures that are wanted one after the other, such as those of one motion. name: the same for the same pictures.
    numbers: in the order in which they will be wanted; draw: makes any of them, in another thread too.
    """

    name: Hashable
    numbers: Sequence[int]
    draw: Callable[[int], Pixels]


class Ahead:
    """Groups of pictures, drawn while nobody waits for them."""

    def __init__(self) -> None:
        self._ready: dict[Hashable, dict[int, Pixels]] = {}
        self._lock = threading.Lock()
        self._generation = 0
        self._thread: threading.Thread | None = None

    def begin(self, groups: Sequence[Group]) -> None:
        """Draws groups from now on; those that have begun already are left as they are."""
        with self._lock:
            fresh = [group for group in groups if group.name not in self._ready]
            for group in fresh:
                self._ready[group.name] = {}
        if fresh:
            self._thread = threading.Thread(
                target=self._work, args=(self._generation, fresh), name="pictures ahead", daemon=True
            )
            self._thread.start()

    def take(self, group: Group, number: int) -> Pixels:
        """A picture of a group: at once if it is ready, else drawn here and now, and the others are begun."""
        self.begin([group])
        with self._lock:
            found = self._ready[group.name].pop(number, None)
        return group.draw(number) if found is None else found

    def wait(self) -> None:
        """Comes back when what was begun last is ready."""
        if self._thread is not None:
            self._thread.join()

    def forget(self) -> None:
        """What has been drawn is not wanted any more, and what is being drawn ends with its picture."""
        with self._lock:
            self._generation += 1
            self._ready = {}

    def _work(self, generation: int, groups: Sequence[Group]) -> None:
        lower_priority()
        for group in groups:
            for number in group.numbers:
                if generation != self._generation:
                    return
                drawn = group.draw(number)
                with self._lock:
                    if generation == self._generation:
                        self._ready[group.name][number] = drawn
