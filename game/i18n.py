"""Languages: the catalogue in use, plurals, and which language the system speaks.

Catalogues are `.po` files read when a language is chosen; nothing is compiled, so nothing can be stale.
"""

from __future__ import annotations

import locale
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from gettext import c2py

from babel import Locale
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from game import paths

LANGUAGES = ("tr", "en", "fr", "de", "es", "pt", "it", "el", "ru")
"""The languages of the game; English is the language of the sources."""


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language: by msgid, for plurals a tuple in the language's own order."""

    language: str
    sentences: Mapping[str, str]
    plurals: Mapping[str, tuple[str, ...]]
    plural_form: Callable[[int], int] = lambda count: int(count != 1)


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, empty for English and for a language whose file is missing."""
    empty = Catalogue(language, {}, {})
    path = paths.locales() / language / "LC_MESSAGES" / "messages.po"
    if language == "en" or not path.is_file():
        return empty
    sentences: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    for message in messages:
        if isinstance(message.id, (tuple, list)):
            plurals[message.id[0]] = tuple(message.string or ())
        elif message.id and message.string and not message.fuzzy:
            sentences[message.id] = str(message.string)
    return Catalogue(language, sentences, plurals, c2py(messages.plural_expr))


def system_language() -> str:
    """The system's language if it is one of ours, else English."""
    wishes = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    spoken = next((wish for wish in wishes if wish), None) or locale.getlocale()[0] or ""
    for wish in spoken.split(":"):
        code = wish.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
        if code in ("c", "posix"):
            break
    return "en"


class _Speech:
    """The language spoken now."""

    current = Catalogue("en", {}, {})


def speak(language: str) -> None:
    """Chooses the language of every sentence from now on; one that is not ours means English."""
    _Speech.current = catalogue(language if language in LANGUAGES else "en")


def spoken() -> str:
    """The code of the language in use."""
    return _Speech.current.language


def gettext(sentence: str) -> str:
    """The sentence in the language in use, or itself where no translation exists."""
    return _Speech.current.sentences.get(sentence, sentence)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The sentence for that many things, in the language in use."""
    speech = _Speech.current
    forms = speech.plurals.get(singular)
    if forms:
        index = speech.plural_form(abs(count))
        if index < len(forms) and forms[index]:
            return forms[index]
    return singular if count == 1 else plural


def marked(sentence: str) -> str:
    """Marks a sentence in a table for the catalogues without translating it yet."""
    return sentence


@lru_cache
def _customs(language: str) -> Locale:
    """How numbers are written in a language."""
    return Locale.parse(language)


def number(value: float, decimals: int = 0) -> str:
    """A number with that many decimals, as the language in use writes it: 1,234.5 or 1.234,5."""
    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    return format_decimal(value, format=pattern, locale=_customs(spoken()))


def percent(value: float, decimals: int = 0) -> str:
    """A share of one in hundredths, as the language in use writes it: 0.5 is 50% or %50."""
    customs = _customs(spoken())
    pattern = str(customs.percent_formats[None].pattern)
    exact = pattern.replace("0", "0." + "0" * decimals) if decimals else pattern
    return format_percent(value, format=exact, locale=customs)


def day(moment: datetime) -> str:
    """A day as the language in use writes it: 30 Nov 2026."""
    from babel.dates import format_date  # noqa: PLC0415  # takes a while, and the first card has no dates

    return format_date(moment.date(), format="medium", locale=_customs(spoken()))


def clock_time(seconds: float) -> str:
    """Time left on a clock, in minutes and seconds: 12:05. Begun seconds count, so 0:00 is nothing left.

    All nine languages write a clock like this.
    """
    minutes, rest = divmod(math.ceil(max(seconds, 0.0)), 60)
    return f"{minutes}:{rest:02}"
