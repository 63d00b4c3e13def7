"""What comes in and goes out: matches imported and exported, positions pasted, shared and played from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pygame

from engine_c import EngineError
from game import clipboard
from game.errors import GameError
from game.formats.base import SUFFIXES, read
from game.formats.sharing import SCHEME, Found, find, record_from
from game.i18n import gettext as _
from game.importing import Reading, key_of
from game.match import events
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase
from game.sitting import PERSON, Sitting
from game.storage.header import MatchHeader
from game.ui.cards.browse import BrowseCard
from game.ui.cards.export import ExportCard
from game.ui.cards.import_matches import ImportCard, ImportServices
from game.ui.cards.message import MessageCard
from game.ui.cards.position import PictureCard, PositionCard, PositionServices
from game.ui.cards.saving import SavingServices, file_stem
from game.ui.input import Dropped
from game.ui.shared_picture import SharedPicture
from game.ui.stack import Stack
from game.wording import sentence

if TYPE_CHECKING:
    from game.app import App
    from game.ui.looking_back import LookingBack

_LONG = 200_000
"""Letters of a text that is not looked at before it is imported."""


class Files:
    """The desk of the evening for files and positions."""

    def __init__(self, app: App, looking: LookingBack) -> None:
        self._app, self._looking = app, looking

    @property
    def _stack(self) -> Stack:
        return self._app.stack

    # Importing

    def open_import(self, reading: Reading | None = None) -> None:
        """The card that imports. reading: begins at once."""
        app = self._app
        if app.store is None:
            return
        card = self._stack.top
        if reading is not None and isinstance(card, ImportCard) and card.stage in ("choosing", "done"):
            card.read(reading)
            return
        services = ImportServices(
            store=app.store,
            runner=app.runner,
            known=self._known_names,
            remember=self.remember,
            now=lambda: datetime.now(UTC).isoformat(timespec="seconds"),
            choose=self._choose_files,
            clipboard=_clipboard,
            kept=app.upkeep.match_ended if app.upkeep else lambda: None,
            open_match=self._looking.replay_stored,
        )
        self._stack.open(ImportCard(services, reading))

    def _known_names(self) -> dict[str, bool]:
        """Names that are, or are not, the person's own; the one in the settings is."""
        own = key_of(self._app.settings.name)
        return {**self._app.settings.players, **({own: True} if own else {})}

    def remember(self, answers: Mapping[str, bool]) -> None:
        """Names that are, or are not, the person's own, besides those known already."""
        settings = self._app.settings
        self._app.change(replace(settings, players={**settings.players, **answers}))

    def _choose_files(self, then: Callable[[list[Path]], object]) -> None:
        def chosen(paths: list[Path] | None) -> None:
            if paths:
                self._remember_folder(paths[0].parent)
                then(paths)

        self._stack.open(BrowseCard(_("Choose files"), self._folder(), SUFFIXES), chosen)

    def dropped(self, event: Dropped) -> bool:
        """Files or a text let go over the window."""
        if event.paths:
            self.open_import(Reading(tuple(map(Path, event.paths))))
        else:
            self.take_text(event.text)
        return True

    def open_words(self, words: Sequence[str]) -> None:
        """What the command line names: files, folders, links to positions."""
        links = [word for word in words if urlsplit(word).scheme.lower() == SCHEME]
        paths = tuple(Path(_local(word)) for word in words if word not in links)
        if paths:
            self.open_import(Reading(paths))
        for link in links[:1]:
            self.take_text(link)

    def paste(self) -> None:
        """Whatever the clipboard holds."""
        self.take_text(_clipboard())

    def take_text(self, text: str) -> None:
        """A pasted text: a match where it holds plays, else a position with anything around it."""
        if len(text) > _LONG or _holds_plays(text):
            self.open_import(Reading(texts={_("the clipboard"): text}))
            return
        try:
            self.open_position(find(text))
        except (GameError, EngineError) as error:
            self._stack.open(MessageCard(_("Nothing to open"), [sentence(error)]))

    # Exporting

    def open_export(self, match_id: int) -> None:
        """Exports a stored match."""
        store = self._app.store
        if store is None:
            return
        try:
            header, record = store.header(match_id), store.record(match_id)
        except GameError as error:
            self._app.tell(error)
            return
        self.export(header, record)

    def export(self, header: MatchHeader, record: MatchRecord, then: Callable[[], object] = lambda: None) -> None:
        """Exports any match. then: called when the card is closed."""
        self._stack.open(ExportCard(header, record, self._saving()), lambda _result: then())

    def _saving(self) -> SavingServices:
        return SavingServices(self._folder(), self._choose_folder, pygame.scrap.put_text, self._saved)

    def choose_shared_folder(self) -> None:
        """The folder that several machines share, among the settings."""
        app = self._app
        shared = Path(app.settings.shared_folder).expanduser()
        begin = shared if app.settings.shared_folder and shared.is_dir() else Path.home()
        self._choose_folder(begin, lambda folder: app.change(replace(app.settings, shared_folder=str(folder))))

    def _choose_folder(self, folder: Path, then: Callable[[Path], object]) -> None:
        def chosen(paths: list[Path] | None) -> None:
            if paths:
                then(paths[0])

        self._stack.open(BrowseCard(_("Choose a folder"), folder), chosen)

    def _saved(self, path: Path) -> None:
        self._remember_folder(path.parent)

    def _folder(self) -> Path:
        folder = Path(self._app.settings.folder) if self._app.settings.folder else Path.home()
        return folder if folder.is_dir() else Path.home()

    def _remember_folder(self, folder: Path) -> None:
        text = str(folder.absolute())
        if text.isprintable() and len(text) <= 1_000:
            self._app.change(replace(self._app.settings, folder=text))

    # Positions

    def open_position(self, found: Found) -> None:
        """Shows a position that somebody gave us; it can be played from. Raises GameError, EngineError."""
        own = self._app.settings.name.strip() or _("Player")
        bottom = record_from(found).state().to_act or 0
        names = (own, _("Computer")) if bottom == 0 else (_("Computer"), own)
        self.view(record_from(found, names))

    def view(self, record: MatchRecord) -> None:
        """Shows where a record ends, with everything that can be done with a position; a match on the table waits."""
        state = record.state()
        side = state.to_act if state.to_act is not None else state.side
        self._looking.lay(self._free(record, (PERSON, PERSON), side))

        def play() -> None:
            """The person has the side that is to act."""
            game = state.game.key
            self._looking.ask_who_plays(
                side, "", game, lambda seats: self._looking.lay(self._free(record, seats, side))
            )

        self.open_position_card(state, record.names, play)

    def _free(self, record: MatchRecord, seats: tuple[str, str], bottom: int) -> Sitting:
        header = MatchHeader(record.names, record.options, seats, "seeded", person_side=bottom, colours="light")
        return Sitting.free(header, record, self._stack.now)

    def open_position_card(
        self, state: MatchState, names: tuple[str, str], play: Callable[[], object] | None = None
    ) -> None:
        """The names of a position, its picture, and what it leads to."""
        services = PositionServices(pygame.scrap.put_text, lambda: self._open_picture(state, names), play)
        self._stack.open(PositionCard(state, names, services))

    def _open_picture(self, state: MatchState, names: tuple[str, str]) -> None:
        app = self._app
        sitting = app.scene.sitting
        is_light = sitting is None or sitting.header.colours != "dark"
        is_dark = is_light == (state.side == 1)
        picture = SharedPicture(
            state,
            names,
            app.art.look,
            is_dark=is_dark,
            mirrored=app.settings.home_on_left,
            tilt=app.settings.tilt,
        )
        copy = clipboard.copy_picture if clipboard.can_copy_pictures() else None
        name = file_stem(_("position"), f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}")
        self._stack.open(PictureCard(self._saving(), name, picture, copy))


def may_be_shared(state: MatchState) -> bool:
    """There is a position that somebody has to do something with."""
    return state.phase not in (Phase.TO_OPEN, Phase.GAME_OVER, Phase.MATCH_OVER)


def _holds_plays(text: str) -> bool:
    """A text of a match, and not of a single position."""
    try:
        matches = read(text.encode("utf-8", "replace"), "text.txt")
    except GameError:
        return False
    return any(not isinstance(event, events.SetUp) for match in matches for event in match.record.events[1:])


def _clipboard() -> str:
    try:
        return pygame.scrap.get_text()
    except pygame.error:  # there is no clipboard where there is no screen
        return ""


def _local(word: str) -> str:
    """The path of a file that a desktop names by its address."""
    parts = urlsplit(word)
    return url2pathname(parts.path) if parts.scheme.lower() == "file" else word
