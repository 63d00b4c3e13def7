"""Every card of the game, each as a function of the pilot before whom it is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game import i18n
from game.match import cube, events
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import Cube, MatchState, Phase
from game.storage.header import MatchHeader
from game.ui.card import Card
from game.ui.cards.dice import DiceCard
from game.ui.cards.keys import ChangeKeysCard, KeysCard, PressKeyCard
from game.ui.cards.look import LookCard
from game.ui.cards.menu import MainMenu, MenuActions, PauseActions, PauseCard
from game.ui.cards.message import ListCard, MessageCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.cards.result import ResultCard
from game.ui.cards.settings import SettingsCard
from game.ui.cards.setup import Setup, kinds
from game.ui.intents import intent_of
from game.wording import game_title
from middle import START, in_the_middle
from opponents import names as opponent_names
from pilot import Pilot


def nothing(*_arguments: object) -> None:
    """Leads nowhere."""


def finished(state: MatchState) -> MatchState:
    return apply(replace(state, phase=Phase.TO_ANSWER_DOUBLE, to_act=1, at_stake=2), events.Passed())


def fair(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=0)))


def menu(_pilot: Pilot) -> Card:
    words = "Backgammon: Anna Margarete – Bartholomäus, 12 : 13"
    actions = MenuActions(nothing, words, nothing, nothing, nothing, nothing, nothing)
    return MainMenu(lambda: actions)


def pause(_pilot: Pilot) -> Card:
    actions = PauseActions(nothing, nothing, nothing, nothing, nothing, nothing, nothing)
    return PauseCard(actions, "Anna Margarete gegen Bartholomäus")


def settings(pilot: Pilot) -> Card:
    return SettingsCard(lambda: pilot.app.settings, nothing, lambda: pilot.app.keys)


def new_match(setup: Setup) -> Callable[[Pilot], Card]:
    return lambda _pilot: NewMatchCard(setup, "Anna", opponent_names())


def offer(phase: Phase) -> Callable[[Pilot], Card]:
    state = in_the_middle(START, None, length=0, rules={"beavers": True, "raccoons": True})
    state = replace(state, phase=phase, to_act=1, at_stake=128, cube=Cube(64, 0), resigned=3)
    return lambda _pilot: OfferCard(state, ("Anna Margarete", "Bartholomäus"), nothing)


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
    return DiceCard(pilot.director.sitting, nothing)


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


SESSION_SETUP = Setup(length=0, beavers=True, raccoons=True)
CARDS: dict[str, Callable[[Pilot], Card]] = {
    "menu": menu,
    "pause": pause,
    "settings": settings,
    "look": lambda pilot: LookCard(lambda: pilot.app.settings, nothing),
    "keys": lambda pilot: KeysCard(lambda: pilot.app.keys),
    "change keys": lambda pilot: ChangeKeysCard(pilot.app.keys, nothing),
    "press key": lambda pilot: PressKeyCard(pilot.app.keys, intent_of("take_back")),
    "session": new_match(SESSION_SETUP),
    "two people": new_match(Setup(opponent="", typed=True)),
    **{f"new {kind}": new_match(Setup().with_kind(kind)) for kind in ("tavli", "plakoto", "nardy", "moultezim")},
    "double": offer(Phase.TO_ANSWER_DOUBLE),
    "beaver": offer(Phase.TO_ANSWER_BEAVER),
    "resignation": offer(Phase.TO_ANSWER_RESIGNATION),
    "resign": resign,
    "result": result(),
    "result of a match": result(options=MatchOptions(length=1)),
    "dice": dice,
    "message": message,
    "take back": take_back,
    "list": game_list,
}
