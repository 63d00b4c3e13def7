"""Choosing who plays at the other side: the boxes for it, shared by every card in which that can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from game import i18n
from game.guests import GNUBG, Guests, Known
from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.cards.message import ListCard, MessageCard
from game.ui.cards.setup import LEVEL_CHOICES
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Label
from game.wording import game_title, level_about, level_title, sentence, style_about, style_title
from opponents import LEVELS, OpponentError, Profile, called, is_own

USUAL = "balanced", "medium"


def opponent_words(key: str, profile: Profile | None = None) -> str:
    """A style of our own in the person's language, anybody else by the name it gives itself."""
    if profile is not None:
        return profile.name
    try:
        return style_title(key)
    except KeyError:
        return "GNU Backgammon" if key == GNUBG else called(key)


def level_words(level: str) -> str:
    """One of our levels in the person's language, any other as its maker calls it."""
    try:
        return level_title(level)
    except KeyError:
        return level


def origin_words(guests: Guests, key: str) -> str:
    """Where somebody else's opponent comes from."""
    listing = next((one for one in guests.listings() if one.key == key), None)
    try:
        source = guests.source(key)
    except OpponentError:
        return ""
    if key == GNUBG:
        return _("Plays through the program {file}.").format(file=guests.program(key))
    if source.kind == "file":
        return _("From the file {file}.").format(file=Path(source.value).name)
    if source.kind == "program":
        return _("A program, started by: {command}").format(command=" ".join(source.command))
    package = " ".join(filter(None, (listing.package, listing.version))) if listing else ""
    return _("From the package {package}.").format(package=package or source.value)


def leave_card(guests: Guests, key: str) -> MessageCard:
    """Asks whether somebody else's opponent may play; its result is True only when it may."""
    words = [
        f"{opponent_words(key)}. {origin_words(guests, key)}",
        _("It was not made by us. It runs with your own rights: it can do on this computer whatever you can do."),
        _("Let it play only if you trust whoever made it. You are asked again when it has changed."),
    ]
    return MessageCard(_("May it play?"), words, [(False, _("Cancel")), (True, _("Let it play"))])


def plays_any(profile: Profile, games: Sequence[str]) -> bool:
    """It plays one of these games at least."""
    return not profile.games or any(game in profile.games for game in games)


class OpponentBoxes:
    """The boxes of a card. opponent, level: what is chosen. games: the keys of those to be played. key: of the choice.
    others: more values, with their words, that need no level and nobody's leave.
    """

    def __init__(
        self,
        card: Card,
        guests: Guests,
        opponent: str,
        level: str,
        games: Callable[[], Sequence[str]],
        *,
        key: str = "opponent",
        others: Sequence[tuple[str, str]] = (),
        levels: Sequence[str] = LEVEL_CHOICES,
        is_stacked: bool = False,
    ) -> None:
        self._card, self._guests, self._games, self._key = card, guests, games, key
        self._others, self._levels, self._is_stacked = list(others), tuple(levels), is_stacked
        self._keys = [listing.key for listing in guests.listings() if listing.error is None]
        known = [*self._keys, *(value for value, _words in self._others)]
        self.opponent, self.level = (opponent, level) if opponent in known else USUAL
        self._then: Callable[[], object] | None = None
        self._seen = guests.news
        self._fit_level()

    @property
    def is_guest(self) -> bool:
        """Somebody else's opponent is chosen."""
        return self.opponent in self._keys and not is_own(self.opponent)

    @property
    def _known(self) -> Known:
        return self._guests.about(self.opponent) if self.is_guest else Known()

    def _choose(self, opponent: str) -> None:
        self.opponent, self._then = opponent, None
        self._fit_level()
        self._card.rebuild()

    def _set_level(self, level: str) -> None:
        self.level = level
        self._card.rebuild()

    def _offered(self) -> tuple[str, ...]:
        """The levels of whoever is chosen; none where they are not known."""
        if self.opponent in (value for value, _words in self._others):
            return ()
        if not self.is_guest:
            return self._levels
        profile = self._known.profile
        return profile.levels if profile else ()

    def _fit_level(self) -> None:
        offered = self._offered()
        if offered and self.level not in offered:
            self.level = USUAL[1] if USUAL[1] in offered else offered[0]

    # The boxes

    def boxes(self) -> list[Widget]:
        """To be asked whenever the card is built."""
        self._fit_level()
        values = [(key, self._title(key)) for key in self._keys] + self._others
        found: list[Widget] = [self._box(_("Opponent"), values, self.opponent, self._key, self._choose)]
        if self.is_guest:
            found += self._guest()
        elif about := style_about(self.opponent):
            found.append(Label(about, "small", "faint"))
        offered = self._offered()
        if len(offered) > 1:
            levels = [(level, level_words(level)) for level in offered]
            found.append(self._box(_("Level"), levels, self.level, "level", self._set_level))
            if not self.is_guest:
                found.append(Label(level_about(self.level), "small", "faint"))
        return found

    def _title(self, key: str) -> str:
        return opponent_words(key) if is_own(key) else opponent_words(key, self._guests.known(key).profile)

    def _box(
        self, label: str, values: list[tuple[str, str]], value: str, key: str, change: Callable[[str], object]
    ) -> Widget:
        return Choice(label, values, value, change, key=key, open_list=self._list, is_stacked=self._is_stacked)

    def _list(self, choice: Choice[Any]) -> None:
        assert self._card.stack is not None
        card = ListCard(choice.label, choice.values, choice.value)
        self._card.stack.open(card, lambda got: choice.choose(got[0]) if got else None)

    def _guest(self) -> list[Widget]:
        known, origin = self._known, Label(origin_words(self._guests, self.opponent), "small", "faint")
        if not self._guests.may_play(self.opponent):
            words = _("It has not played here yet. What it plays is known when you have let it.")
            return [
                origin,
                Label(words, "small", "accent"),
                Button(_("Let it play"), lambda: self._ask_leave(lambda: None), key="let"),
            ]
        if known.error is not None:
            found = [Label(sentence(known.error), "small", "danger")]
            if known.report:
                found.append(
                    Label(_("The report for whoever made it lies in {file}").format(file=known.report), "small")
                )
            return [origin, *found]
        if known.profile is None:
            return [origin, Label(_("It is being asked what it plays …"), "small", "accent")]
        return [*self._introduction(known.profile), origin, *self._games_of(known.profile)]

    def _introduction(self, profile: Profile) -> list[Widget]:
        parts = [profile.described(i18n.spoken())]
        if profile.author:
            parts.append(_("Made by {author}.").format(author=profile.author))
        words = " ".join(part for part in parts if part)
        return [Label(words, "small", "faint")] if words else []

    def _games_of(self, profile: Profile) -> list[Widget]:
        if not profile.games:
            return [Label(_("It plays every game."), "small", "faint")]
        games = ", ".join(_title_of_game(game) for game in profile.games)
        left = [game for game in self._games() if game not in profile.games]
        if not left:
            return [Label(_("It plays: {games}").format(games=games), "small", "faint")]
        if not plays_any(profile, self._games()):
            words = _("It does not play this game. It plays: {games}")
            return [Label(words.format(games=games), "small", "danger")]
        words = _("It plays: {games}. The built-in opponent takes its seat in the other games.")
        return [Label(words.format(games=games), "small", "accent")]

    # Ready to begin

    @property
    def is_refused(self) -> bool:
        """Whoever is chosen cannot play this."""
        known = self._known
        if known.error is not None:
            return True
        return known.profile is not None and not plays_any(known.profile, self._games())

    def ready(self, then: Callable[[], object]) -> None:
        """Goes on when whoever is chosen may play and it is known what it plays; the person is asked if need be."""
        self._fit_level()
        if self.is_refused:
            return
        if not self.is_guest or self._known.profile is not None:
            then()
        elif not self._guests.may_play(self.opponent):
            self._ask_leave(lambda: self.ready(then))
        else:
            self._then = then

    def _ask_leave(self, then: Callable[[], object]) -> None:
        assert self._card.stack is not None

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._guests.let_play(self.opponent)
                then()
                self._card.rebuild()

        self._card.stack.open(leave_card(self._guests, self.opponent), answered)

    def step(self) -> bool:
        """Something has become known: the card is built anew, and what waits for it goes on."""
        if self._seen == self._guests.news:
            return False
        self._seen = self._guests.news
        then, self._then = self._then, None
        if then is not None and (self._known.profile or self._known.error):
            self.ready(then)
        self._card.rebuild()
        return True

    @property
    def seat(self) -> str:
        """What is chosen, as a header has it."""
        return self.opponent if self.opponent not in self._keys else f"{self.opponent}:{self.level}"


def _title_of_game(key: str) -> str:
    try:
        return game_title(key)
    except KeyError:
        return key


class ChangeOpponentCard(Card):
    """Somebody else for the rest of a match; its result is the seat. games: those that are still to be played. is_now:
    the change holds at once, no game is under way.
    """

    units = 480.0

    def __init__(self, guests: Guests, seat: str, games: Sequence[str], *, is_now: bool) -> None:
        super().__init__()
        self._is_now = is_now
        opponent, _colon, level = seat.partition(":")
        self.who = OpponentBoxes(self, guests, opponent, level, lambda: games, levels=tuple(LEVELS))

    @property
    def title(self) -> str:
        return _("Change opponent")

    def content(self) -> list[Widget]:
        words = _("The match goes on with the same score. The record says who played which game.")
        if not self._is_now:
            words = _("The new opponent sits down when the next game begins. The record says who played which game.")
        return [Label(words), *self.who.boxes()]

    def footer(self) -> list[Widget]:
        is_enabled = not self.who.is_refused
        return [
            Button(_("Change"), self._change, key="change", is_main=True, is_enabled=is_enabled),
            Button(_("Cancel"), self.finish, key="cancel"),
        ]

    def _change(self) -> None:
        self.who.ready(lambda: self.finish(self.who.seat))

    def step(self, now: float) -> bool:
        return self.who.step() or super().step(now)
