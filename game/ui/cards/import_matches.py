"""Importing: what is to be read, how far it is, whose matches they are, and what came of it, in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game import i18n
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import ngettext
from game.importing import FileRead, Reading, key_of, read_everything, side_of, unknown_names
from game.jobs import Job, Runner
from game.storage.archive import Archive
from game.storage.imports import Brought, Known, header_of, you_of
from game.storage.matches import Store
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label, Toggle
from game.ui.widgets.progress import Progress
from game.wording import problem_sentence, sentence

MOST_LINES, MOST_MATCHES = 60, 40
"""What a summary shows of problems and of matches; the numbers tell of all."""

_A_FRAME = 3
"""Matches stored between two frames: each waits for the disk."""


@dataclass(frozen=True)
class ImportServices:
    """What an import needs. known: names that are, or are not, the person's own; remember: keeps more of them; now: the
    time of day, ISO 8601; choose: asks for files and answers with their paths; clipboard: its text; kept: told that
    matches were stored; open_match: shows a stored match by its id.
    """

    store: Store
    runner: Runner
    known: Callable[[], Mapping[str, bool]]
    remember: Callable[[Mapping[str, bool]], object]
    now: Callable[[], str]
    choose: Callable[[Callable[[list[Path]], object]], object]
    clipboard: Callable[[], str]
    kept: Callable[[], object]
    open_match: Callable[[int], object]


@dataclass
class _Summary:
    """What came of an import so far. is_whole: everything was read; else somebody has stopped it."""

    matches: list[tuple[int, Brought]] = field(default_factory=list)
    doubled: list[tuple[int, Brought]] = field(default_factory=list)
    games: int = 0
    illegal: int = 0
    cut: int = 0
    lines: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    is_whole: bool = True


class ImportCard(Card):
    """One import from its beginning to its summary. stage: "choosing", "reading", "asking", "storing" or "done"."""

    units = 560.0

    def __init__(self, services: ImportServices, reading: Reading | None = None) -> None:
        super().__init__()
        self._services = services
        self.stage = "choosing"
        self._reading = Reading()
        self._job: Job[Reading, list[FileRead]] | None = None
        self._own: frozenset[str] = frozenset()
        self._names: list[str] = []
        self._waiting: deque[tuple[str, Brought]] = deque()
        self._count = 0
        self._known: Known | None = None
        self._summary = _Summary()
        if reading is not None:
            self.read(reading)

    @property
    def title(self) -> str:
        return _("Import")

    def first_focus(self) -> str:
        return f"player {key_of(self._names[0])}" if self.stage == "asking" and self._names else ""

    # Reading

    def read(self, reading: Reading) -> None:
        """Begins to read; what an earlier import of this card found stays stored."""
        self._reading, self.stage, self._summary = reading, "reading", _Summary()
        self._job = self._services.runner.start_alone(read_everything, reading, self._was_read)
        self.rebuild()

    def _was_read(self, job: Job[Reading, list[FileRead]]) -> None:
        if job.error is not None:
            raise job.error
        self._ask()

    def _stop(self) -> None:
        """What has been read up to now is kept."""
        assert self._job is not None
        self._job.cancel()
        self._summary.is_whole = False
        self._ask()

    def _ask(self) -> None:
        """Whose matches they are, where that is not known yet."""
        self._job = None
        found = list(self._reading.found)
        self._reading = Reading(found=found)  # what was stopped may still read on
        self._names = unknown_names(found, self._services.known())
        self._own = frozenset()
        self.stage = "asking"
        self._focus = None  # the question comes first, not the button that ends it
        if not self._names:
            self._keep()
        self.rebuild()

    def _answered(self) -> None:
        """Names that nobody has said anything about stay open."""
        if self._own:
            self._services.remember(dict.fromkeys(self._own, True))
        self._keep()

    def _nobody(self) -> None:
        """These are matches of other people: their names are not asked about again."""
        self._services.remember({key_of(name): False for name in self._names})
        self._keep()

    def _keep(self) -> None:
        """Begins to store what was read."""
        for read in self._reading.found:
            if read.refusal is not None:
                told = sentence(read.refusal)
                name = _file_name(read.name)
                self._summary.refused.append(f"{name}: {told}" if name else told)
            self._waiting += [(read.name, brought) for brought in read.matches]
        self._count, self._known = len(self._waiting), None
        self.stage = "storing"
        self.rebuild()

    def step(self, now: float) -> bool:
        moves = super().step(now)
        if self.stage == "storing":
            self._store_some()
        if self.stage in ("reading", "storing"):
            self.rebuild()
            return True
        return moves

    def _store_some(self) -> None:
        for _place in range(_A_FRAME):
            if not self._waiting:
                self.stage = "done"
                if self._summary.matches:
                    self._services.kept()
                self.rebuild()
                return
            self._store(*self._waiting.popleft())

    def _store(self, file: str, brought: Brought) -> None:
        services, summary, match = self._services, self._summary, brought.match
        self._known = self._known or services.store.known()
        you = side_of(match.record.names, services.known())
        header = header_of(brought, _file_name(file), you, services.now())
        try:
            same = self._known.find(brought)
            if same is not None:
                self._answer_for(same)
                summary.doubled.append((same, brought))
                return
            match_id = services.store.add_whole(header, match.record)
        except GameError as error:
            summary.refused.append(f"{_file_name(file)}: {sentence(error)}")
            return
        self._known.add(brought, match_id)
        summary.matches.append((match_id, brought))
        summary.games += brought.state.number + 1
        summary.illegal += match.illegal
        summary.cut += match.cut
        name = _file_name(file)
        summary.lines += [f"{name}: {problem_sentence(problem, match.format)}" for problem in match.problems]

    def _answer_for(self, match_id: int) -> None:
        """A match that came earlier, when nobody had said whose it was, is given to the person now."""
        store = self._services.store
        header = store.header(match_id)
        you = side_of(header.names, self._services.known())
        if you is not None and you_of(header) is None:
            Archive(store).answer(header, you)

    # Boxes

    def content(self) -> list[Widget]:
        match self.stage:
            case "choosing":
                return self._choosing()
            case "reading":
                count = ngettext("{count} file read", "{count} files read", len(self._reading.found))
                words = count.format(count=i18n.number(len(self._reading.found)))
                return [Label(words), Progress(words, self._job.progress if self._job else 1.0)]
            case "asking":
                return self._asking()
            case "storing":
                done = self._count - len(self._waiting)
                count = ngettext("{done} of {count} match kept", "{done} of {count} matches kept", self._count)
                words = count.format(done=i18n.number(done), count=i18n.number(self._count))
                return [Label(words), Progress(words, done / max(self._count, 1))]
            case _:
                return self._told()

    def _choosing(self) -> list[Widget]:
        return [
            Label(_("Matches of other programs and of this one: .mat, .txt, .sgf, .xg and JSON.")),
            Label(_("Files and folders can also be dropped on the window, and texts pasted."), "small", "faint"),
            Button(_("Choose files"), self._choose, key="files", is_main=True),
            Button(_("From the clipboard"), self._paste, key="clipboard"),
        ]

    def _choose(self) -> None:
        self._services.choose(lambda paths: self.read(Reading(tuple(paths))))

    def _paste(self) -> None:
        self.read(Reading(texts={_("the clipboard"): self._services.clipboard()}))

    def _asking(self) -> list[Widget]:
        question = ngettext("Is this player you?", "Which of these players are you?", len(self._names))
        hint = _("The board is then shown from your side. Whatever you leave off is asked again another time.")
        boxes: list[Widget] = [Label(question, "strong", "accent"), Label(hint, "small", "faint")]
        for name in self._names:
            key = key_of(name)
            boxes.append(Toggle(name, key in self._own, self._switch(key), f"player {key}"))
        return boxes

    def _switch(self, key: str) -> Callable[[bool], None]:
        def change(is_own: bool) -> None:
            self._own = self._own | {key} if is_own else self._own - {key}
            self.rebuild()

        return change

    def _told(self) -> list[Widget]:
        summary = self._summary
        boxes: list[Widget] = [Label(words, "strong", tone) for words, tone in self._counts()]
        if not summary.is_whole:
            boxes.append(Label(_("The reading was stopped: the rest was not read."), "strong", "accent"))
        found = dict([*summary.matches, *summary.doubled])
        boxes += [self._match(match_id, brought) for match_id, brought in list(found.items())[:MOST_MATCHES]]
        boxes += _and_more(len(found) - MOST_MATCHES)
        if summary.refused:
            boxes.append(Label(_("Could not be read:"), "strong", "danger"))
            boxes += _some(summary.refused)
        if summary.lines:
            boxes.append(Label(_("Noticed on the way:"), "strong", "accent"))
            boxes += _some(summary.lines)
        return boxes

    def _counts(self) -> list[tuple[str, str]]:
        """The numbers, each a sentence with its colour."""
        summary = self._summary
        matches, games = len(summary.matches), summary.games
        said = [(_("No match was imported."), "ink")]
        if matches:
            words = ngettext("{count} match imported", "{count} matches imported", matches)
            more = ngettext("{count} game in it", "{count} games in them", games)
            is_kept = self._services.store.is_saved
            tone = "good" if is_kept else "ink"
            said = [(words.format(count=i18n.number(matches)), tone), (more.format(count=i18n.number(games)), "ink")]
            if not is_kept:
                loss = _("Nothing can be saved now: what was imported is gone when the game is closed.")
                said.append((loss, "danger"))
        counted = [
            (
                summary.illegal,
                ngettext(
                    "{count} play breaks the rules; it is kept as it was made, and marked.",
                    "{count} plays break the rules; they are kept as they were made, and marked.",
                    summary.illegal,
                ),
            ),
            (
                summary.cut,
                ngettext(
                    "{count} game is cut where it could not go on.",
                    "{count} games are cut where they could not go on.",
                    summary.cut,
                ),
            ),
            (
                len(summary.doubled),
                ngettext(
                    "{count} match was here already and is not kept twice.",
                    "{count} matches were here already and are not kept twice.",
                    len(summary.doubled),
                ),
            ),
        ]
        return said + [(words.format(count=i18n.number(count)), "ink") for count, words in counted if count]

    def _match(self, match_id: int, brought: Brought) -> Button:
        first, second = brought.match.record.names
        points, others = brought.state.score
        words = _("{first} – {second}, {points} : {others}").format(
            first=first or _("Player 1"),
            second=second or _("Player 2"),
            points=i18n.number(points),
            others=i18n.number(others),
        )
        return Button(words, lambda: self._services.open_match(match_id), key=f"match {match_id}")

    def footer(self) -> list[Widget]:
        match self.stage:
            case "choosing":
                return [Button(_("Cancel"), self.finish, key="cancel")]
            case "reading":
                return [Button(_("Stop"), self._stop, key="stop")]
            case "asking":
                return [
                    Button(_("Go on"), self._answered, key="go", is_main=True),
                    Button(_("None of them is me"), self._nobody, key="nobody", is_enabled=not self._own),
                ]
            case "storing":
                return []
            case _:
                return self._onward()

    def _onward(self) -> list[Widget]:
        """A single match is looked at at once."""
        found = {match_id for match_id, _brought in [*self._summary.matches, *self._summary.doubled]}
        boxes: list[Widget] = []
        if len(found) == 1:
            [match_id] = found
            boxes.append(Button(_("Replay"), lambda: self._services.open_match(match_id), key="replay", is_main=True))
        boxes.append(Button(_("Close"), self.finish, key="close", is_main=not boxes))
        return [*boxes, Button(_("Import more"), self._again, key="again")]

    def _again(self) -> None:
        self.stage = "choosing"
        self.rebuild()

    def cancel(self) -> None:
        """Escape: stops what is going on, then leaves. What was read is not thrown away by a slip of the hand."""
        match self.stage:
            case "reading":
                self._stop()
            case "asking":
                self._answered()
            case "storing":
                pass
            case _:
                self.finish()


def _file_name(name: str) -> str:
    return Path(name).name


def _some(lines: list[str]) -> list[Widget]:
    """The first lines, and how many there are besides."""
    return [*(Label(line, "small") for line in lines[:MOST_LINES]), *_and_more(len(lines) - MOST_LINES)]


def _and_more(more: int) -> list[Widget]:
    """How many are not shown, where there are any."""
    if more <= 0:
        return []
    words = ngettext("And {count} more.", "And {count} more.", more)
    return [Label(words.format(count=i18n.number(more)), "small", "faint")]
