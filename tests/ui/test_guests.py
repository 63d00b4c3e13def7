"""Other people's opponents at the table: chosen, asked about, played with, broken in every way."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import opponents
from broken import let, write_broken
from engine_c import game_of
from game.match.options import MatchOptions
from game.settings import Settings
from game.storage.header import MatchHeader
from game.storage.seating import CHOSEN, seated
from game.ui.card import Card
from game.ui.cards.message import MessageCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.opponents import OpponentsCard
from game.ui.widgets.controls import Choice, Label
from invited import GAMBLER, plays_on, until_person, with_gambler
from middle import START, in_the_middle
from opponents import Limits
from opponents.registry import GROUP
from pilot import MakePilot, Pilot

SAMPLE = f"{sys.executable} -I {Path(__file__).parent.parent / 'data' / 'opponents' / 'line_player.py'}"


def words_of(card: Card) -> str:
    return "\n".join(box.label for box in card._content.parts() if isinstance(box, Label))


def choice(pilot: Pilot, key: str) -> Choice[str]:
    box = pilot.box(key)
    assert isinstance(box, Choice)
    return box


def keys_of(pilot: Pilot) -> list[str]:
    return [box.key for box in pilot.card.boxes()]


@pytest.fixture
def folder(home: Path) -> Path:
    """The folder of single files, with Gambler in it."""
    return with_gambler(home)


def knows(pilot: Pilot, key: str) -> bool:
    known = pilot.app.guests.about(key)
    return known.profile is not None or known.error is not None


# Choosing


def test_nobody_elses_opponent_is_offered_before_it_is_switched_on(pilot: Pilot, folder: Path) -> None:
    pilot.push("new")
    assert [key for key, _words in choice(pilot, "opponent").values] == ["balanced", "aggressive", "careful", "runner"]


def test_nothing_of_it_runs_before_the_person_has_let_it(make_pilot: MakePilot, folder: Path) -> None:
    (folder / "gambler.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\n{GAMBLER}", encoding="utf-8")
    pilot = make_pilot(opponent_files=True)
    pilot.push("new")
    pilot.choose("opponent", "gambler")
    assert "gambler.py" in words_of(pilot.card)
    assert "level" not in keys_of(pilot)
    pilot.push("start")
    assert pilot.has(MessageCard)
    assert "your own rights" in words_of(pilot.card)
    pilot.press("return")  # Cancel is what Enter does
    assert pilot.has(NewMatchCard)
    pilot.frame()
    assert not (folder / "ran").exists()
    pilot.push("let")
    pilot.push("answer 1")
    pilot.until(lambda: knows(pilot, "gambler"))
    assert (folder / "ran").exists()


def test_it_says_who_it_is_and_what_it_plays(make_pilot: MakePilot, folder: Path) -> None:
    pilot = make_pilot(opponent_files=True, trusted=let(folder, "gambler"), language="de")
    pilot.push("new")
    pilot.choose("opponent", "gambler")
    pilot.until(lambda: knows(pilot, "gambler"))
    pilot.frame()
    assert choice(pilot, "opponent").words == "Gambler"
    assert [level for level, _words in choice(pilot, "level").values] == ["sober", "merry"]
    assert "Liebt den Würfel." in words_of(pilot.card)
    assert "Nikos" in words_of(pilot.card)
    for kind, can_start in (("plakoto", False), ("tavli", True)):
        pilot.choose("kind", kind)
        assert pilot.card._footer.boxes[0].is_enabled is can_start
    pilot.choose("kind", "backgammon")
    pilot.choose("level", "merry")
    pilot.push("start")
    assert pilot.director.sitting.header.seats == ("person", "gambler:merry")


def test_start_waits_until_it_has_said_what_it_plays_and_asks_only_once(make_pilot: MakePilot, folder: Path) -> None:
    pilot = make_pilot(opponent_files=True)
    pilot.push("new")
    pilot.choose("opponent", "gambler")
    pilot.push("start")
    pilot.push("answer 1")
    pilot.until(lambda: pilot.app.scene.director is not None)
    assert pilot.director.sitting.header.seats == ("person", "gambler:sober")
    assert pilot.app.settings.trusted == let(folder, "gambler")
    pilot.close()
    again = make_pilot(**{name: getattr(pilot.app.settings, name) for name in ("opponent_files", "trusted")})
    assert again.app.guests.may_play("gambler")
    (folder / "gambler.py").write_text(f"{GAMBLER}\n# another\n", encoding="utf-8")
    assert again.app.guests.needs_leave("gambler")


def test_a_stored_match_against_one_that_has_changed_asks_again(make_pilot: MakePilot, folder: Path) -> None:
    pilot = make_pilot(opponent_files=True)
    header = MatchHeader(("Ada", "Computer"), MatchOptions(length=3), ("person", "gambler:merry"))
    sitting = pilot.sit(header)
    pilot.app.evening.leave()
    pilot.app.evening.beginning.resume(sitting.header.id)
    assert pilot.has(MessageCard)
    pilot.push("answer 0")
    assert pilot.app.scene.sitting is None
    pilot.app.evening.beginning.resume(sitting.header.id)
    pilot.push("answer 1")
    assert pilot.director.sitting.header.seats == ("person", "gambler:merry")


def test_who_cannot_be_loaded_cannot_be_started(make_pilot: MakePilot, folder: Path) -> None:
    write_broken(folder, "no_import")
    pilot = make_pilot(opponent_files=True, trusted=let(folder, "no_import"))
    pilot.push("new")
    pilot.choose("opponent", "no_import")
    pilot.until(lambda: knows(pilot, "no_import"))
    pilot.frame()
    assert "nothing_like_this" in words_of(pilot.card)
    assert "reports" in words_of(pilot.card)
    assert pilot.card._footer.boxes[0].is_enabled is False


def test_what_it_says_of_itself_is_shown_plain_and_short(make_pilot: MakePilot, folder: Path) -> None:
    said = "name, author = 'so\\ud800me\\0body', 'W' * 300_000\n    description = {'en': 'word ' * 80_000}"
    (folder / "odd.py").write_text(
        f"from opponents.base import BaseOpponent\nclass Odd(BaseOpponent):\n    {said}\n", encoding="utf-8"
    )
    pilot = make_pilot(opponent_files=True, trusted=let(folder, "odd"))
    pilot.push("new")
    pilot.choose("opponent", "odd")
    pilot.until(lambda: knows(pilot, "odd"))
    pilot.frame()
    pilot.draw()
    assert choice(pilot, "opponent").words == "so me body"
    pilot.push("start")
    pilot.until(lambda: pilot.app.scene.director is not None)
    assert pilot.director.sitting.header.seats == ("person", "odd:medium")


@pytest.mark.skipif(os.name != "posix", reason="there are names of files of any bytes")
def test_a_file_whose_name_cannot_be_shown_is_listed_and_not_offered(make_pilot: MakePilot, folder: Path) -> None:
    for name in (b"\xff.py", b"a\nb.py"):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(GAMBLER, "utf-8")  # noqa: PTH118
    pilot = make_pilot(opponent_files=True)
    pilot.push("new")
    assert [key for key, _words in choice(pilot, "opponent").values][4:] == ["gambler"]
    pilot.app.stack.clear()
    pilot.app.evening.inviting.open_opponents()
    pilot.draw()
    assert "The opponent a b has a name that cannot be used" in words_of(pilot.card)


def test_a_package_of_somebody_elses_appears_and_plays(
    make_pilot: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "site" / "stranger-1.5.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nstranger = stranger_module:Gambler\n")
    (tmp_path / "site" / "stranger_module.py").write_text(GAMBLER, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    pilot = make_pilot(last_match={"opponent": "stranger", "length": 1})
    pilot.push("new")
    assert "stranger 1.5" in words_of(pilot.card)
    pilot.push("start")
    pilot.push("answer 1")
    pilot.until(lambda: pilot.app.scene.director is not None)
    assert pilot.app.settings.trusted["stranger"].startswith("stranger 1.5 stranger_module:Gambler ")
    for _ in range(4):
        until_person(pilot)
        plays_on(pilot)
    until_person(pilot)
    assert seated(pilot.director.sitting.header)[1].seat == "stranger:sober"
    assert len(seated(pilot.director.sitting.header)) == 2


# The settings


def test_a_program_is_added_tested_and_removed(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    pilot.push("settings")
    pilot.push("opponents")
    pilot.push("add program")
    assert "a name of its own" in words_of(pilot.card)
    pilot.write("program name", "mine")
    pilot.write("program command", SAMPLE)
    pilot.push("add program")
    assert pilot.app.settings.programs == {"mine": SAMPLE}
    pilot.push("test mine")
    assert SAMPLE.rsplit(maxsplit=1)[-1] in words_of(pilot.card)
    pilot.push("answer 1")
    pilot.until(lambda: knows(pilot, "mine"))
    pilot.frame()
    assert "Sample" in words_of(pilot.card)
    pilot.push("remove mine")
    settings = pilot.app.settings
    assert (settings.programs, settings.programs_on, settings.trusted) == ({}, {}, {})


@pytest.mark.parametrize(
    ("name", "command", "words"),
    [("", "x", "a name of its own"), ("a:b", "x", "a name of its own"), ("balanced", "x", "a name of its own")]
    + ([("mine", "x 'y", "quotation mark")] if os.name == "posix" else []),
)
def test_what_is_no_program_is_refused_in_words(pilot: Pilot, name: str, command: str, words: str) -> None:
    pilot.app.evening.inviting.open_opponents()
    pilot.write("program name", name)
    pilot.write("program command", command)
    pilot.push("add program")
    assert words in words_of(pilot.card)
    assert pilot.app.settings.programs == {}


def test_what_was_pushed_stays_in_sight_when_a_refusal_comes_above_it(make_pilot: MakePilot) -> None:
    pilot = make_pilot(text_size="very_large", size=(960, 600), opponent_files=True)
    pilot.app.evening.inviting.open_opponents()
    pilot.draw()
    pilot.push("add program")
    pilot.draw()
    box = pilot.box("add program")
    assert pilot.card.focus is box
    assert pilot.card._view.top <= box.rect.top
    assert box.rect.bottom <= pilot.card._view.bottom


def test_gnu_backgammon_that_is_not_there_says_so(make_pilot: MakePilot, tmp_path: Path) -> None:
    pilot = make_pilot(gnubg=True, gnubg_path=str(tmp_path / "nothing"))
    pilot.app.evening.inviting.open_opponents()
    pilot.card.ready()
    assert str(tmp_path / "nothing") in words_of(pilot.card)
    assert pilot.has(OpponentsCard)
    pilot.push("close")
    pilot.push("new")
    assert "gnubg" not in [key for key, _words in choice(pilot, "opponent").values]


# Failures

KINDS = {
    "raises": "has an error",
    "leaves": "has an error",
    "hangs": "no answer within",
    "sleeps": "no answer within",
    "ends": "ended by itself",
    "cheats": "not legal",
    "babbles": "has an error",
    "mistypes": "has an error",
    "floods": "writes without end",
    "no_import": "cannot be loaded",
    "no_python": "cannot be loaded",
    "dies_importing": "ended by itself",
    "no_start": "could not be started",
    "future": "another version",
}
if os.name == "posix":
    KINDS |= {
        "crashes": "ended by itself",
        "hungers": "more memory",
        "forges": "an answer that is none",
        "gushes": "writes without end",
        "hangs_up": "does not listen",
        "leaves_children": "has an error",
    }


def test_every_kind_of_broken_opponent_is_survived_in_one_running_match(make_pilot: MakePilot, folder: Path) -> None:
    write_broken(folder, *KINDS)
    pilot = make_pilot(opponent_files=True, trusted=let(folder, *KINDS), is_blind=True)
    opponents.look_in(folder, limits=Limits(memory=1 << 29))
    options = MatchOptions((game_of("tavla"),), 7)
    pilot.sit(MatchHeader(("Ada", "Computer"), options, ("person", "balanced:easy"), "seeded", extra={"seed": "4"}))
    sitting = pilot.director.sitting
    for name, words in KINDS.items():
        until_person(pilot)
        if pilot.app.stack.top is not None:
            pilot.push("next")
            until_person(pilot)
        sitting.change_seat(1, f"{name}:medium", CHOSEN)
        before = sitting.table.record.events
        plays_on(pilot)
        pilot.until(lambda: pilot.app.stack.top is not None)
        told = words_of(pilot.card)
        assert words in told, name
        assert name in told
        assert "The built-in opponent has taken the seat" in told
        report = Path(told.split("lies in ")[1].splitlines()[0])
        assert name in report.read_text(encoding="utf-8")
        pilot.push("answer 0")
        until_person(pilot)
        kept = sitting.store.record(sitting.header.id).events
        assert kept == sitting.table.record.events
        assert len(kept) > len(before) + 1
        assert sitting.header.seats[1] == "balanced:medium"
    reasons = [one.why for one in seated(sitting.header) if one.why not in ("", CHOSEN)]
    assert len(reasons) == len(KINDS)


def test_a_failure_is_told_by_the_name_that_it_gives_itself(make_pilot: MakePilot, folder: Path) -> None:
    (folder / "odd.py").write_text(
        GAMBLER.replace("Gambler", "Stumbler") + "    def choose_play(self, view):\n        return view.nothing\n",
        encoding="utf-8",
    )
    pilot = make_pilot(opponent_files=True, trusted=let(folder, "odd"), is_blind=True)
    pilot.sit(MatchHeader(("Ada", "Computer"), MatchOptions(length=3), ("person", "odd:merry"), "seeded"))
    until_person(pilot)
    while pilot.app.stack.top is None:
        plays_on(pilot)
        until_person(pilot)
    assert "The opponent Stumbler has an error" in words_of(pilot.card)


# The style changes nothing else


def test_a_hint_is_the_same_whatever_the_opponent(make_pilot: MakePilot, folder: Path) -> None:
    told = set()
    for number, seat in enumerate(("balanced:easy", "runner:master", "gambler:merry")):
        pilot = make_pilot(folder=folder.parent / str(number), opponent_files=True, trusted=let(folder, "gambler"))
        header = MatchHeader(
            ("Ada", "Computer"), MatchOptions(length=5), ("person", seat), "seeded", extra={"seed": "8"}
        )
        sitting = pilot.sit(header, in_the_middle(START, (4, 2), length=5))
        until_person(pilot)
        pilot.app.evening.asking.show_hint()
        pilot.until(lambda: sitting.hints(0) > 0)  # noqa: B023
        told.add(pilot.app.scene._happened() if not pilot.app.scene._refusal else pilot.app.scene._refusal)
        pilot.close()
    assert len(told) == 1


def test_everything_as_usual_switches_other_peoples_opponents_off(make_pilot: MakePilot) -> None:
    pilot = make_pilot(opponent_files=True, programs={"mine": SAMPLE}, programs_on={"mine": True})
    pilot.push("settings")
    pilot.push("all_usual")
    pilot.push("answer 0")
    settings = pilot.app.settings
    assert (settings.opponent_files, dict(settings.programs_on)) == (False, dict(Settings().programs_on))
    assert settings.programs == {"mine": SAMPLE}
