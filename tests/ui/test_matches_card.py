"""The list of matches: found, narrowed, deleted and brought back, by mouse alone and by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.summaries import FINISHED, PLAYING
from game.ui.card import Card
from game.ui.cards.export import ExportCard
from game.ui.cards.filters import FilterCard
from game.ui.cards.history import HistoryCard
from game.ui.cards.import_matches import ImportCard
from game.ui.cards.matches import MatchesCard
from game.ui.cards.menu import MainMenu
from game.ui.cards.message import MessageCard
from game.ui.cards.proof import ProofCard
from game.ui.input import Pointer
from game.ui.modes.replay import ReplayScene
from game.ui.widgets.lists import VirtualList
from pilot import MakePilot, Pilot
from proven import played_with_fair_dice

RESIGNED = (events.Opened((3, 1)), events.Resigned(1), events.Accepted())


def finished(pilot: Pilot, *names: str, **facts: Any) -> list[int]:
    """Matches against these people, the last one ended last."""
    store = pilot.app.store
    assert store is not None
    whole = []
    for number, name in enumerate(names):
        ended = f"2026-05-{1 + number % 28:02}T{number // 28 % 24:02}:00:00+00:00"
        options = facts.get("options", MatchOptions(length=1))
        record = MatchRecord(options, ("Ada", name), RESIGNED)
        seats = ("person", facts.get("seat", "person"))
        whole.append((MatchHeader(record.names, options, seats, started=ended, finished=ended), record))
    return Archive(store).keep(whole)


def opened(pilot: Pilot) -> MatchesCard:
    pilot.push("matches")
    return the_card(pilot)


def the_card(pilot: Pilot) -> MatchesCard:
    pilot.frame(1.0)
    pilot.draw()
    card = pilot.card
    assert isinstance(card, MatchesCard)
    return card


def rows_of(listed: VirtualList) -> list[str]:
    return [listed.line(index).left.removeprefix("Ada – ") for index in range(listed.count)]


def chosen(listed: VirtualList) -> str:
    return listed.line(listed.chosen).left.removeprefix("Ada – ")


def click_row(pilot: Pilot, listed: VirtualList, index: int, *, twice: bool = False) -> None:
    pilot.send(Pointer("down", *listed.pixel_of(index), 1, 2 if twice else 1))
    pilot.send(Pointer("up", *listed.pixel_of(index), 1))
    pilot.draw()


MANY = [f"number {number}" for number in range(300)]


# Going through the list


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["down"] * 3, 3),
        (["down"] * 3 + ["up"], 2),
        (["end"], 299),
        (["end", "home"], 0),
        (["up"], 0),
        (["end", "down"], 299),
    ],
    ids=str,
)
def test_keys_go_through_the_list(pilot: Pilot, keys: list[str], row: int) -> None:
    finished(pilot, *MANY)
    listed = opened(pilot).list
    pilot.press(*keys)
    assert listed.chosen == row
    assert listed.rect.top <= listed.pixel_of(row)[1] <= listed.rect.bottom


def test_a_page_is_what_is_seen(pilot: Pilot) -> None:
    finished(pilot, *MANY)
    listed = opened(pilot).list
    pilot.press("page down")
    first = listed.chosen
    assert 1 <= first <= listed.rect.height // (listed.pixel_of(1)[1] - listed.pixel_of(0)[1])
    pilot.press("page down", "page up")
    assert listed.chosen == first


def test_the_wheel_scrolls_and_leaves_the_choice(pilot: Pilot) -> None:
    finished(pilot, *MANY)
    listed = opened(pilot).list
    pilot.send(Pointer("wheel", *listed.rect.center, amount=-2.0))
    assert listed.index_at((listed.rect.centerx, listed.rect.top + 2)) == 6
    assert listed.chosen == 0
    pilot.send(Pointer("wheel", *listed.rect.center, amount=20.0))
    assert listed.index_at((listed.rect.centerx, listed.rect.top + 2)) == 0


def test_the_scroll_bar_is_dragged_to_the_end(pilot: Pilot) -> None:
    finished(pilot, *MANY)
    listed = opened(pilot).list
    bar = listed.bar
    assert bar is not None
    pilot.send(Pointer("down", bar.centerx, bar.centery, 1))
    pilot.send(Pointer("move", bar.centerx, listed.rect.bottom + 200))
    pilot.draw()
    pilot.send(Pointer("up", bar.centerx, listed.rect.bottom + 200, 1))
    assert listed.index_at((listed.rect.left + 20, listed.rect.bottom - 4)) == 299
    pilot.send(Pointer("move", bar.centerx, listed.rect.top))
    assert listed.index_at((listed.rect.left + 20, listed.rect.bottom - 4)) == 299


def test_only_what_is_seen_is_read(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(pilot, *MANY)
    read: list[int] = []
    headers = Archive.headers

    def counted(self: Archive, ids: Sequence[int]) -> list[MatchHeader | None]:
        read.extend(ids)
        return headers(self, ids)

    monkeypatch.setattr(Archive, "headers", counted)
    opened(pilot)
    assert 0 < len(read) < 100
    pilot.press("end")
    assert len(read) < 200


# Searching


def by_letters(pilot: Pilot, text: str) -> None:
    """Typed while the list has the focus."""
    for letter in text:
        pilot.press(letter) if letter.isascii() else None
        pilot.write_letters(letter)


def by_the_field(pilot: Pilot, text: str) -> None:
    pilot.push("search")
    for letter in text:
        pilot.write_letters(letter)


@pytest.mark.parametrize("write", [by_letters, by_the_field])
def test_a_search_narrows_the_list_while_it_is_written(pilot: Pilot, write: Callable[[Pilot, str], None]) -> None:
    finished(pilot, "Bea", "Ελένη", "Beate", "Cem")
    card = opened(pilot)
    write(pilot, "bea")
    assert rows_of(card.list) == ["Beate", "Bea"]
    write(pilot, "t")
    assert rows_of(card.list) == ["Beate"]
    pilot.press("backspace")
    assert rows_of(card.list) == ["Beate", "Bea"]


def test_escape_shows_all_again_and_then_closes(pilot: Pilot) -> None:
    finished(pilot, "Bea", "Cem")
    card = opened(pilot)
    pilot.write_letters("zzz")
    assert card.list.count == 0
    pilot.press("escape")
    assert card.list.count == 2
    pilot.press("escape")
    assert pilot.has(MainMenu)


@pytest.mark.parametrize(
    ("key", "value", "rows"),
    [
        ("game", "tavli", ["Cem"]),
        ("opponent", ("person", "Bea"), ["Bea"]),
        ("opponent", ("runner:easy", "Computer"), ["Computer"]),
        ("outcome", "won", []),
        ("outcome", "open", ["Cem"]),
        ("date", ("2026", "2027"), ["Computer", "Cem", "Bea"]),
    ],
    ids=str,
)
def test_a_filter_by_mouse(pilot: Pilot, key: str, value: object, rows: list[str]) -> None:
    finished(pilot, "Bea")
    finished(pilot, "Cem", options=tavli(3))
    finished(pilot, "Computer", seat="runner:easy")
    card = opened(pilot)
    pilot.push("filter")
    assert pilot.has(FilterCard)
    pilot.choose(key, value)
    pilot.push("show")
    assert sorted(rows_of(card.list)) == sorted(rows)
    pilot.push("filter")
    pilot.push("all")
    assert card.list.count == 3


def test_a_filter_by_keys(pilot: Pilot) -> None:
    finished(pilot, "Bea", "Cem")
    card = opened(pilot)
    pilot.press("shift+tab", "shift+tab", "return")
    assert pilot.has(FilterCard)
    while pilot.card.focus is not pilot.box("opponent"):
        pilot.press("tab")
    pilot.press("right")
    while pilot.card.focus is not pilot.box("show"):
        pilot.press("tab")
    pilot.press("return")
    assert len(rows_of(card.list)) == 1


# Deleting


def delete_by_mouse(pilot: Pilot) -> None:
    pilot.push("delete")


def delete_by_keys(pilot: Pilot) -> None:
    pilot.press("delete")


@pytest.mark.parametrize("delete", [delete_by_mouse, delete_by_keys])
@pytest.mark.parametrize("undo", [lambda pilot: pilot.push("undo"), lambda pilot: pilot.press("ctrl+z")])
def test_what_is_deleted_can_be_brought_back(
    pilot: Pilot, delete: Callable[[Pilot], None], undo: Callable[[Pilot], None]
) -> None:
    finished(pilot, "Bea", "Cem", "Dan")
    card = opened(pilot)
    click_row(pilot, card.list, 1)
    delete(pilot)
    delete(pilot)
    assert rows_of(card.list) == ["Dan"]
    undo(pilot)
    assert rows_of(card.list) == ["Dan", "Bea"]
    undo(pilot)
    assert (rows_of(card.list), chosen(card.list)) == (["Dan", "Cem", "Bea"], "Cem")


def test_it_can_be_brought_back_also_after_the_list_was_closed(pilot: Pilot) -> None:
    finished(pilot, "Bea", "Cem")
    opened(pilot)
    pilot.press("delete", "escape")
    card = opened(pilot)
    assert rows_of(card.list) == ["Bea"]
    pilot.press("ctrl+z")
    assert rows_of(card.list) == ["Cem", "Bea"]


def test_nothing_is_lost_before_the_game_is_closed(pilot: Pilot, make_pilot: MakePilot) -> None:
    (match,) = finished(pilot, "Bea")
    opened(pilot)
    pilot.press("delete")
    assert pilot.app.store is not None
    assert len(pilot.app.store.record(match).events) == 3
    pilot.close()
    assert opened(make_pilot()).list.count == 0


def test_the_match_at_the_table_stays(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(), dice="typed"))
    pilot.press("ctrl+m")
    card = the_card(pilot)
    assert (card.search.state, card.list.count) == (PLAYING, 1)
    pilot.press("delete")
    assert card.list.count == 1
    assert not next(box for box in card._footer.parts() if box.key == "delete").is_enabled


# Where it leads


def test_a_match_is_resumed(pilot: Pilot) -> None:
    assert pilot.app.store is not None
    for name in ("Bea", "Cem"):
        pilot.app.store.create(MatchHeader(("Ada", name), MatchOptions(), dice="typed", started="2026"))
    card = opened(pilot)
    assert card.search.state == PLAYING
    click_row(pilot, card.list, 1, twice=True)
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.header.names == ("Ada", "Bea")


def test_the_running_match_goes_on_when_it_is_resumed(pilot: Pilot) -> None:
    sitting = pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(), dice="typed"))
    pilot.press("ctrl+m", "return")
    assert pilot.app.stack.top is None
    assert pilot.app.scene.sitting is sitting


def test_states_are_shown_by_buttons(pilot: Pilot) -> None:
    finished(pilot, "Bea")
    card = opened(pilot)
    pilot.push(f"show {PLAYING}")
    assert (card.search.state, card.list.count) == (PLAYING, 0)
    pilot.push(f"show {FINISHED}")
    assert card.list.count == 1


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_replay_leads_back_to_the_list(pilot: Pilot, by_keys: bool) -> None:
    finished(pilot, "Bea", "Cem")
    card = opened(pilot)
    pilot.write_letters("cem")
    pilot.press("return") if by_keys else pilot.push("replay")
    assert isinstance(pilot.app.scene, ReplayScene)
    pilot.press("escape")
    pilot.push("leave")
    assert pilot.app.stack.top is card
    assert rows_of(card.list) == ["Cem"]


def test_a_history_leads_to_a_replay(pilot: Pilot) -> None:
    finished(pilot, "Bea")
    opened(pilot)
    pilot.push("more")
    pilot.push("history")
    assert pilot.has(HistoryCard)
    pilot.press("end", "return")
    assert isinstance(pilot.app.scene, ReplayScene)
    assert pilot.app.scene.replay.is_at_end


def test_a_match_that_cannot_be_read_is_told(pilot: Pilot) -> None:
    (match,) = finished(pilot, "Bea")
    assert pilot.app.store is not None
    pilot.app.store.database.connection.execute("UPDATE events SET event = 'x' WHERE match = ?", (match,))
    opened(pilot)
    pilot.push("replay")
    assert not isinstance(pilot.app.scene, ReplayScene)
    assert pilot.app._notices[0].code == "record_unreadable"


# The menu of a match


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize(
    ("lead", "intent", "kind"),
    [("export", "ctrl+e", ExportCard), ("dice", "ctrl+f", ProofCard), ("import", "ctrl+o", ImportCard)],
)
def test_the_chosen_match_leads_on(pilot: Pilot, lead: str, intent: str, kind: type[Card], by_keys: bool) -> None:
    finished(pilot, "Bea", "Cem")
    card = opened(pilot)
    if by_keys:
        pilot.press("down", intent)
    elif lead == "import":
        pilot.push("import")
    else:
        click_row(pilot, card.list, 1)
        pilot.push("more")
        pilot.push(lead)
    assert pilot.has(kind)


def test_a_match_is_deleted_from_its_menu(pilot: Pilot) -> None:
    finished(pilot, "Bea", "Cem")
    card = opened(pilot)
    pilot.push("more")
    pilot.push("delete")
    assert rows_of(card.list) == ["Bea"]


def test_the_menu_of_an_imported_match_says_why_nothing_is_proven(pilot: Pilot) -> None:
    assert pilot.app.store is not None
    options = MatchOptions(length=1)
    header = MatchHeader(("Ada", "Bea"), options, dice="imported", started="2026")
    Archive(pilot.app.store).keep([(header, MatchRecord(options, header.names, RESIGNED))])
    opened(pilot)
    pilot.push("more")
    keys = {box.key for box in pilot.card.boxes()}
    assert not keys & {"dice", "duplicate"}
    assert any("comes from elsewhere" in box.label for box in pilot.card._content.parts())


def test_the_same_dice_ask_before_they_take_the_place_of_a_match(pilot: Pilot) -> None:
    assert pilot.app.store is not None
    first, _record = played_with_fair_dice(pilot.app.store, MatchHeader(("Ada", "Bea"), MatchOptions(length=1)))
    sitting = pilot.sit(MatchHeader(("Ada", "Cem"), MatchOptions(), dice="typed"))
    pilot.press("ctrl+m")
    pilot.push(f"show {FINISHED}")
    for answer in (1, 0):
        pilot.push("more")
        pilot.push("duplicate")
        assert pilot.has(MessageCard)
        pilot.push(f"answer {answer}")
        assert (pilot.app.scene.sitting is sitting) == bool(answer)
        if answer:
            pilot.push("close")
    assert pilot.director.sitting.duplicate is not None
    assert pilot.director.sitting.duplicate.match == first.id


@pytest.mark.parametrize(("language", "text"), [("de", "griechisches"), ("el", "Ελληνικο"), ("en", "tavli")])
def test_a_game_is_found_by_its_name_in_every_language(make_pilot: MakePilot, language: str, text: str) -> None:
    pilot = make_pilot(language=language, is_blind=True)
    finished(pilot, "Bea", options=tavli(3))
    finished(pilot, "Cem")
    card = opened(pilot)
    pilot.write_letters(text)
    assert rows_of(card.list) == ["Bea"]
