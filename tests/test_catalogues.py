"""The nine languages: whole, with the same fields, and every refusal in words."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine_c._engine import ffi, lib
from game import i18n, wording
from game.errors import GameError
from game.formats import ids, match_id, notation, text, xgid

ROOT = Path(__file__).parent.parent
TRANSLATED = [language for language in i18n.LANGUAGES if language != "en"]
_MARKERS = {"_", "gettext", "marked"}


def sentences_in_sources() -> set[str]:
    """Every sentence that the sources mark for translation; for plurals the singular."""
    found: set[str] = set()
    for path in (ROOT / "game").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            count = 2 if node.func.id == "ngettext" else 1 if node.func.id in _MARKERS else 0
            for argument in node.args[:count][:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.add(argument.value)
    return found


def catalogue(language: str) -> Catalog:
    with (ROOT / "locales" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def fields(sentence: str) -> set[str]:
    named = {field for _text, field, _spec, _conversion in string.Formatter().parse(sentence) if field}
    return named | set(re.findall(r"%\(\w+\)\w|%s", sentence))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_there_with_its_fields(language: str) -> None:
    wanted = sentences_in_sources()
    there = set()
    for message in catalogue(language):
        if not message.id:
            continue
        originals = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        translations = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        there.add(originals[0])
        assert not message.fuzzy, originals
        for translation in translations:
            assert translation, originals
            assert fields(translation) == fields(originals[-1]), (originals, translation)
            assert "  " not in translation
            assert translation.startswith(" ") == originals[0].startswith(" ")
            assert translation.endswith("\n") == originals[0].endswith("\n")
    assert there == wanted


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_plurals(language: str) -> None:
    try:
        i18n.speak(language)
        said = {n: i18n.ngettext("{count} legal play", "{count} legal plays", n) for n in (0, 1, 2, 5, 21, 22)}
        assert all("{count}" in sentence for sentence in said.values())
        assert said[1] == said[21] if language == "ru" else said[2] == said[5]
        assert len({said[1], said[2], said[5]}) == (3 if language == "ru" else 1 if language == "tr" else 2)
    finally:
        i18n.speak("en")


def test_every_refusal_has_words() -> None:
    for module in (ids, match_id, notation, text, xgid):
        for code, names in module.REFUSALS.items():
            said = wording.sentence(GameError(code, **dict.fromkeys(names, "7")))
            assert code not in said
            assert said == said.strip()


def test_every_status_of_the_engine_a_player_can_meet_has_words() -> None:
    ours = {
        "BAD_PICTURE",
        "OK",
        "NULL_POINTER",
        "TOO_SMALL",
        "BAD_WORKSPACE",
        "BAD_GAME",
        "UNUSED_COUNT",
        "BAD_PART",
        "BAD_STEP",
        "BAD_JUDGE",
        "BAD_SETTING",
        "NO_SEARCH",
        "BAD_CUBE",
        "BAD_CHANCES",
        "BAD_THROW",
        "INTERNAL",
    }
    status, names = 0, set()
    while (name := lib.bg_status_name(status)) != ffi.NULL:
        names.add(ffi.string(name).decode())
        status += 1
    assert set(wording.engine_codes()) == names - ours


@pytest.mark.parametrize(
    ("variable", "language"),
    [("de_AT.UTF-8", "de"), ("el", "el"), ("pt-BR", "pt"), ("ja:tr:en", "tr"), ("C.UTF-8", "en"), ("xx", "en")],
)
def test_the_language_of_the_system(variable: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", variable)
    assert i18n.system_language() == language
