"""What the system says, in nine languages."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import i18n
from game.errors import GameError
from game.importing import Reading, read_everything
from game.settings import read_settings
from game.storage.sharing import Errand, exchange
from game.system_words import system_words
from game.wording import sentence

COMMON = ["ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "EEXIST", "ENAMETOOLONG", "EIO"]
COMMON += ["EMFILE", "ENFILE"]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.speak("en")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_is_common_has_words_of_its_own(language: str) -> None:
    i18n.speak(language)
    said = {name: system_words(OSError(getattr(errno, name), "as the system says it", "a/path")) for name in COMMON}
    assert len(set(said.values())) == len(COMMON)
    for name, words in said.items():
        assert "system says" not in words
        assert "path" not in words
        assert (words == os.strerror(getattr(errno, name))) == (language == "en")


def test_what_is_rare_keeps_the_words_of_the_system() -> None:
    i18n.speak("de")
    assert system_words(OSError(errno.ELOOP, "Too many levels of symbolic links", "x")) == (
        "Too many levels of symbolic links"
    )
    assert system_words(OSError("the device is on fire")) == "the device is on fire"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    [read] = read_everything(Reading((tmp_path / "none.mat",)), lambda _share: None)
    assert read.refusal is not None
    assert sentence(read.refusal).endswith("cannot be read: No such file or directory")
    i18n.speak("de")
    assert sentence(read.refusal).endswith("lässt sich nicht lesen: Datei oder Ordner nicht gefunden")


def test_settings_that_are_a_folder(tmp_path: Path) -> None:
    _settings, [notice] = read_settings(tmp_path)
    i18n.speak("fr")
    assert "(c’est un dossier)" in sentence(notice)


def test_a_shared_folder_that_is_gone_names_itself_and_nothing_inside_it(tmp_path: Path) -> None:
    errand = Errand(tmp_path / "matches.db", tmp_path / "cloud", "0123456789abcdef")
    with pytest.raises(GameError) as caught:
        exchange(errand, lambda _share: None)
    said = sentence(caught.value)
    assert said == (f"Matches cannot be exchanged with the folder {tmp_path / 'cloud'}: No such file or directory")
    i18n.speak("el")
    assert sentence(caught.value).endswith(": δεν υπάρχει τέτοιο αρχείο ή φάκελος")
