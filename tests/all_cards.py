"""Every card of the game, each as a function of the pilot before whom it is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from engine_c import game_of
from game import i18n
from game.errors import GameError
from game.formats.base import read
from game.guests import Guests, Known
from game.importing import FileRead, Reading
from game.match import cube, events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.referee import apply
from game.match.state import Cube, MatchState, Phase
from game.match.timeline import Timeline
from game.settings import Settings
from game.storage.archive import Archive, Search
from game.storage.header import MatchHeader
from game.storage.imports import Brought
from game.ui.card import Card
from game.ui.cards.browse import BrowseCard
from game.ui.cards.dice import DiceActions, DiceCard
from game.ui.cards.export import ExportCard
from game.ui.cards.fairness import ALL, MATCH, FairnessCard
from game.ui.cards.filters import FilterCard
from game.ui.cards.history import HistoryCard
from game.ui.cards.import_matches import ImportCard, ImportServices
from game.ui.cards.keys import ChangeKeysCard, KeysCard, PressKeyCard
from game.ui.cards.look import LookCard
from game.ui.cards.match_menu import MatchesActions, MatchMenu
from game.ui.cards.matches import MatchesCard
from game.ui.cards.menu import MainMenu, MenuActions, PauseActions, PauseCard
from game.ui.cards.message import ListCard, MessageCard
from game.ui.cards.names import NamesCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.cards.opponent import ChangeOpponentCard, leave_card
from game.ui.cards.opponents import OpponentsCard
from game.ui.cards.position import PictureCard, PositionCard, PositionServices
from game.ui.cards.proof import ProofActions, ProofCard
from game.ui.cards.replay_menu import PlayFromCard, ReplayActions, ReplayMenu
from game.ui.cards.result import ResultCard
from game.ui.cards.saving import SavingServices
from game.ui.cards.settings import Exchange, SettingsCard
from game.ui.cards.setup import Setup, kinds
from game.ui.intents import intent_of
from game.wording import fitting_sentence, game_title
from middle import START, in_the_middle
from opponents import Profile
from opponents.programs import content_of
from pilot import Pilot
from proven import played_with_fair_dice


def nothing(*_arguments: object) -> None:
    """Leads nowhere."""


def finished(state: MatchState) -> MatchState:
    return apply(replace(state, phase=Phase.TO_ANSWER_DOUBLE, to_act=1, at_stake=2), events.Passed())


def fair(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=0)))


def menu(_pilot: Pilot) -> Card:
    words = "Backgammon: Anna Margarete – Bartholomäus, 12 : 13"
    actions = MenuActions(nothing, words, nothing, nothing, nothing, nothing, nothing, nothing, nothing)
    return MainMenu(lambda: actions)


def pause(_pilot: Pilot) -> Card:
    everything: dict[str, Any] = {one.name: nothing for one in fields(PauseActions)}
    actions = PauseActions(**{**everything, "back_words": i18n.gettext("Back to the replay")})
    return PauseCard(actions, "Anna Margarete gegen Bartholomäus")


def settings(pilot: Pilot) -> Card:
    said = i18n.gettext("Exchanged. Matches that came from other computers: {count}")
    exchanged = said.format(count=12_345)
    exchange = Exchange(nothing, lambda: exchanged, nothing)
    return SettingsCard(
        lambda: pilot.app.settings, nothing, lambda: pilot.app.keys, pilot.app.sounds, exchange, nothing
    )


def changed_settings(pilot: Pilot) -> Card:
    """Everything that can be is not as usual: each line has its way back."""
    switches = ("roll_automatically", "confirm_automatically", "play_forced", "show_movable", "show_targets", "cup")
    names = (*switches, "show_last_turn", "approach", "closing_turn", "show_point_numbers")
    changed: dict[str, Any] = dict.fromkeys(names, False)
    more: dict[str, Any] = {
        "show_undo_button": True,
        "show_hint_button": True,
        "reduced_motion": True,
        "home_on_left": True,
    }
    speeds: dict[str, Any] = {"animation_speed": "fast", "thinking_time": "long", "text_size": "large"}
    kept = replace(pilot.app.settings, **changed, **more, **speeds)
    return SettingsCard(lambda: kept, nothing, lambda: pilot.app.keys, pilot.app.sounds)


def new_match(setup: Setup) -> Callable[[Pilot], Card]:
    return lambda pilot: NewMatchCard(setup, "Anna", pilot.app.guests)


ABOUT = "Runs for home as fast as the dice let it, never looks back, and turns the cube whenever it is ahead."


def guests(pilot: Pilot) -> Guests:
    """Opponents of other people: one that is known, one that is broken, one nobody has let play, and a program."""
    folder = pilot.folder / "opponents"
    folder.mkdir(exist_ok=True)
    for name in ("gambler", "broken", "stranger"):
        (folder / f"{name}.py").write_text(name)
    trusted = {name: content_of(folder / f"{name}.py") for name in ("gambler", "broken")}
    programs = {"Bartholomäus": "perl -w /home/anna/spiele/bartholomäus.pl --level 3"}
    settings = Settings(
        opponent_files=True, programs=programs, programs_on={"Bartholomäus": True}, trusted=trusted, gnubg=True
    )
    made = Guests(lambda: settings, nothing, folder, nothing, lambda _key, _text: "")
    made.look()
    profile = Profile("gambler", "Gambler", "Nikos", ("sober", "merry"), ("backgammon", "portes"), {"en": ABOUT})
    made._known["gambler", trusted["gambler"]] = Known(profile)
    failed = GameError("not_importable", opponent="broken", reason="ModuleNotFoundError: No module named 'nothing'")
    made._known["broken", trusted["broken"]] = Known(error=failed, report="/home/anna/reports/2026-11-30-broken.txt")
    return made


def against(opponent: str, kind: str = "backgammon") -> Callable[[Pilot], Card]:
    return lambda pilot: NewMatchCard(Setup(opponent=opponent).with_kind(kind), "Anna", guests(pilot))


def others(pilot: Pilot) -> Card:
    known = guests(pilot)
    card = OpponentsCard(known, known._settings, nothing)
    card._refusal = GameError("command_unreadable", given="perl 'x")
    return card


def offer(phase: Phase) -> Callable[[Pilot], Card]:
    state = in_the_middle(START, None, length=0, rules={"beavers": True, "raccoons": True})
    state = replace(state, phase=phase, to_act=1, at_stake=128, cube=Cube(64, 0), resigned=3)
    return lambda _pilot: OfferCard(state, ("Anna Margarete", "Bartholomäus"), nothing, nothing)


def resign(_pilot: Pilot) -> Card:
    state = in_the_middle(START, None, length=0, cube=Cube(64, 0))
    return ResignCard(state, cube.resignation_levels(state), lambda _level: False)


def result(**facts: Any) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        fair(pilot)
        sitting = pilot.director.sitting
        state = finished(replace(in_the_middle(START, None, length=0), **facts))
        sitting.table.state = state
        return ResultCard(sitting, nothing)

    return card


def dice(pilot: Pilot) -> Card:
    fair(pilot)
    return DiceCard(pilot.director.sitting, DiceActions(nothing, nothing, nothing))


def proven(pilot: Pilot) -> tuple[MatchHeader, MatchRecord]:
    """A match against the computer with two finished games, kept."""
    assert pilot.app.store is not None
    seats = ("person", "balanced:medium")
    header = MatchHeader(("Anna Margarete", "Bartholomäus"), MatchOptions(length=3), seats)
    return played_with_fair_dice(pilot.app.store, header)


def proof(pilot: Pilot) -> Card:
    header, _record = proven(pilot)
    assert pilot.app.store is not None
    card = ProofCard(header, pilot.app.store.proofs(header.id), ProofActions(nothing, nothing, nothing))  # type: ignore[arg-type]
    card._verify()
    return card


def fairness(scope: int) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        header, record = proven(pilot)
        assert pilot.app.store is not None
        made = FairnessCard(pilot.app.store, header, record)
        made._choose(scope)
        return made

    return card


def message(_pilot: Pilot) -> Card:
    name = "Bartholomäus"
    kept = i18n.gettext("Your match against {name} is not finished; it is kept.").format(name=name)
    answers = [(True, i18n.gettext("Start")), (False, i18n.gettext("Cancel"))]
    return MessageCard(i18n.gettext("New match"), [kept, kept], answers)


def take_back(_pilot: Pilot) -> Card:
    words = i18n.gettext("{name} asks to take the last turn back. Does {other} agree?").format(name="Anna", other="Bo")
    answers = [(True, i18n.gettext("Agree")), (False, i18n.gettext("Refuse"))]
    return MessageCard(i18n.gettext("Take the last turn back"), [words], answers)


def game_list(_pilot: Pilot) -> Card:
    return ListCard(i18n.gettext("Game"), [(kind, game_title(kind)) for kind in kinds()], "tavla")


NAMES = ("Anna Margarete", "Bartholomäus Papadopoulos")


def kept(pilot: Pilot) -> None:
    """Finished matches and one that is played."""
    assert pilot.app.store is not None
    options = tavli(7)
    record = MatchRecord(options, NAMES, (events.Opened((3, 1)), events.Resigned(1), events.Accepted()))
    seats = ("person", "aggressive:master")
    one = MatchHeader(NAMES, options, seats, "imported", started="2026-09-27T20:00:00+00:00", finished="2026-09-28")
    Archive(pilot.app.store).keep([(one, record)] * 3)


MATCHES_ACTIONS = MatchesActions(
    nothing, nothing, nothing, nothing, nothing, nothing, nothing, lambda: None, lambda header, _you: header
)


def matches(pilot: Pilot) -> Card:
    kept(pilot)
    card = MatchesCard(pilot.app.store, MATCHES_ACTIONS, [])  # type: ignore[arg-type]
    card._delete()
    return card


def match_menu(dice: str, finished: str | None) -> Callable[[Pilot], Card]:
    seats = ("person", "aggressive:master")
    header = MatchHeader(NAMES, tavli(7), seats, dice, started="2026-09-27", finished=finished)
    return lambda _pilot: MatchMenu(header, MATCHES_ACTIONS)


def filters(pilot: Pilot) -> Card:
    kept(pilot)
    assert pilot.app.store is not None
    archive = Archive(pilot.app.store)
    archive.refresh()
    return FilterCard(archive, Search(since="2026-09-27", opponent=("aggressive:master", NAMES[1])))


def names(_pilot: Pilot) -> Card:
    values: list[tuple[int | None, str]] = [(None, i18n.gettext("Anybody")), *enumerate(NAMES * 20)]
    return NamesCard(i18n.gettext("Opponent"), values, 7)


def history(_pilot: Pilot) -> Card:
    listed = (events.Opened((3, 1)), events.Misplayed(((8, 4),)), events.Doubled(), events.Passed())
    line = Timeline(MatchRecord(MatchOptions(), NAMES, listed))
    return HistoryCard(line, NAMES, 2, is_running=True)


def replay_menu(_pilot: Pilot) -> Card:
    actions = ReplayActions(*[nothing] * 11)
    return ReplayMenu(actions, "Anna Margarete gegen Bartholomäus")


def browse(suffixes: tuple[str, ...]) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        folder = pilot.folder / "Vereinsabend im Gasthaus zum Goldenen Löwen"
        (folder / "Ältere Begegnungen").mkdir(parents=True, exist_ok=True)
        for number in range(3):
            (folder / f"Anna Margarete gegen Bartholomäus am dreißigsten {number}.mat").write_text("")
        return BrowseCard(i18n.gettext("Choose files"), folder, suffixes)

    return card


def importing(stage: str) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        assert pilot.app.store is not None
        known: dict[str, bool] = {} if stage == "asking" else {"anna margarete": True}
        store, runner = pilot.app.store, pilot.app.runner
        today = lambda: "2026-11-30"  # noqa: E731
        services = ImportServices(store, runner, lambda: known, nothing, today, nothing, str, nothing, nothing)
        shown = ImportCard(services)
        found = [FileRead("Vereinsabend.mat", tuple(map(Brought.of, read(IMPORTED.encode(), "x.mat"))))]
        found.append(FileRead("Bild.mat", refusal=GameError("looks_like_picture")))
        shown._reading = Reading(found=[*found, *found])
        if stage == "reading":
            shown.stage = stage
        elif stage != "choosing":
            shown._ask()
            while stage == "done" and shown.stage != "done":
                shown.step(0.0)
        return shown

    return card


def saving(pilot: Pilot) -> SavingServices:
    return SavingServices(pilot.folder / "Vereinsabend", nothing, nothing, nothing)


def export(kind: str, format_name: str) -> Callable[[Pilot], Card]:
    def card(pilot: Pilot) -> Card:
        options = MatchOptions((game_of(kind),), 0 if kind == "backgammon" else 5, beavers=kind == "backgammon")
        header = MatchHeader(("Anna: Margarete", "Bartholomäus"), options, ("person", "balanced:medium"))
        shown = ExportCard(header, MatchRecord(options, header.names, (events.Opened((3, 3)),)), saving(pilot))
        shown._choose(format_name)
        return shown

    return card


def position(may_play: bool) -> Callable[[Pilot], Card]:
    services = PositionServices(nothing, nothing, nothing if may_play else None)
    return lambda _pilot: PositionCard(in_the_middle(START, (3, 1)), ("Anna Margarete", "Bartholomäus"), services)


def shared(pilot: Pilot) -> Card:
    class Drawn:
        png = b""

        def poll(self) -> bool:
            return False

        def close(self) -> None:
            return

    shown = PictureCard(saving(pilot), "Stellung", Drawn(), lambda _png: True)  # type: ignore[arg-type]  # as good as one
    shown.say(i18n.gettext("There is a file of that name. Press again to replace it."), "accent")
    return shown


IMPORTED = """ 7 point match

 Game 1
 Anna Margarete : 0             Bartholomäus : 0
  1) 31: 8/5 6/3                  42: 24/1
"""

SESSION_SETUP = Setup(length=0, beavers=True, raccoons=True)
CARDS: dict[str, Callable[[Pilot], Card]] = {
    "menu": menu,
    "pause": pause,
    "settings": settings,
    "changed settings": changed_settings,
    "look": lambda pilot: LookCard(lambda: pilot.app.settings, nothing),
    "keys": lambda pilot: KeysCard(lambda: pilot.app.keys),
    "change keys": lambda pilot: ChangeKeysCard(pilot.app.keys, nothing),
    "press key": lambda pilot: PressKeyCard(pilot.app.keys, intent_of("take_back")),
    "session": new_match(SESSION_SETUP),
    "even": new_match(Setup(level="even", opponent="aggressive")),
    "adaptive": new_match(Setup(level="adaptive", opponent="runner")),
    "fitting": lambda _pilot: MessageCard(i18n.gettext("New match"), [fitting_sentence("medium", 12.3, 100)]),
    "two people": new_match(Setup(opponent="", typed=True)),
    **{f"new {kind}": new_match(Setup().with_kind(kind)) for kind in ("tavli", "plakoto", "nardy", "moultezim")},
    **{f"against {name}": against(name) for name in ("gambler", "broken", "stranger", "gnubg", "Bartholomäus")},
    "against one for other games": against("gambler", "tavla"),
    "against one for some games": against("gambler", "tavli"),
    "opponents": others,
    "may it play": lambda pilot: leave_card(guests(pilot), "Bartholomäus"),
    "change opponent": lambda pilot: ChangeOpponentCard(guests(pilot), "gambler:merry", ["backgammon"], is_now=False),
    "double": offer(Phase.TO_ANSWER_DOUBLE),
    "beaver": offer(Phase.TO_ANSWER_BEAVER),
    "resignation": offer(Phase.TO_ANSWER_RESIGNATION),
    "resign": resign,
    "result": result(),
    "result of a match": result(options=MatchOptions(length=1)),
    "dice": dice,
    "proof": proof,
    "fairness of a match": fairness(MATCH),
    "fairness of all matches": fairness(ALL),
    "message": message,
    "take back": take_back,
    "list": game_list,
    "matches": matches,
    "menu of a match": match_menu("fair", "2026-09-28"),
    "menu of an imported match": match_menu("imported", "2026-09-28"),
    "menu of a match being played": match_menu("typed", None),
    "filters": filters,
    "names": names,
    "history": history,
    "replay menu": replay_menu,
    "play from here": lambda pilot: PlayFromCard("aggressive:master", pilot.app.guests, "person", ["backgammon"]),
    "files": browse((".mat",)),
    "folders": browse(()),
    **{f"import, {stage}": importing(stage) for stage in ("choosing", "reading", "asking", "done")},
    **{
        f"export {kind} as {name}": export(kind, name)
        for kind, name in (("backgammon", "mat"), ("backgammon", "sgf"), ("plakoto", "mat"), ("plakoto", "json"))
    },
    "position": position(may_play=True),
    "position of a match": position(may_play=False),
    "picture": shared,
}
