"""Old single-byte encodings, told apart by the words that they make of the bytes.

A right guess makes letters that are frequent in the languages of the encoding, words of one script, capitals where
capitals are, and vowels between consonants; a wrong one sooner or later does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"[\w\x80-\xff]*[\x80-\xff][\w\x80-\xff]*", re.ASCII)
_MOST_WORDS = 400

_STRANGE = -3.0  # no letter within a word
_MIXED = -4.0  # two scripts in one word
_CASE = -3.0  # a capital behind a small letter, or two capitals before one
_ALONE = -0.5  # one neighbour of the same kind, vowel or consonant
_CROWDED = -2.0  # both of them
_SMALL = -5.0  # a word of an alphabet other than the Latin one in small letters only: names are not written so
_SIDE_BY_SIDE = -1.2  # two letters with marks
_UNEXPECTED = -0.5  # a letter that the languages of the encoding do not have

_VOWELS = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœěůőűăąęıİαεηιουωάέήίόύώϊϋΐΰаеёиоуыэюяіїєў")
_NATURAL = {"œu": 2.0, "øy": 1.5, "ão": 1.0, "õe": 1.0, "ńs": 1.5, "ńc": 1.5, "nč": 0.5, "ší": 0.5}
_UNNATURAL = re.compile(r"ς(?=\w)|(?<=\w)σ$|ñ(?=[^aeiouáéíóú])|^[ьъы]|[аеиоуыэюя][ьъ]")


def _ranked(letters: str) -> dict[str, float]:
    """Weights of a whole alphabet, the most frequent letter first."""
    return {letter: 2.0 - 3.0 * place / len(letters) for place, letter in enumerate(letters)}


def _weights(*groups: tuple[str, float]) -> dict[str, float]:
    return {letter: weight for letters, weight in groups for letter in letters}


_WEST = _weights(("éüöäáíóúçñåøæèêâãëïôàß", 1.2), ("ð", 0.9), ("òùìîûõœýþÿšž", 0.5))
_TURKISH = _weights(("şığ", 2.0), ("çöü", 1.2), ("âîû", 0.3))
_CENTRAL = _weights(("áíéóöüúýäôâ", 1.2), ("čřšžěłćżś", 1.3), ("ąęńźůőűşţăđďťňçëîß", 0.9), ("ĺŕľ", 0.2))
_GREEK = _ranked("αοιετσνηυρπκμλωςγδίόάέθχήφύώβξζψϊϋΐΰ")
_CYRILLIC = _ranked("аоеинрвтслкмдпяугьйыбзчхшюжцёэщфіїєъ")


@dataclass(frozen=True, slots=True)
class _Encoding:
    name: str
    weights: dict[str, float]


_ENCODINGS = (
    _Encoding("cp1252", _WEST),  # the first of those that fit equally well
    _Encoding("iso8859-15", _WEST),
    _Encoding("cp1254", _TURKISH),
    _Encoding("cp1250", _CENTRAL),
    _Encoding("cp1253", _GREEK),
    _Encoding("cp1251", _CYRILLIC),
    _Encoding("koi8-r", _CYRILLIC),
)


def likeliest(data: bytes) -> str:
    """The encoding whose words are the most natural; Western European where nothing speaks for another."""
    words = dict.fromkeys(_WORD.findall(data.decode("latin-1")))
    chosen = [word.encode("latin-1") for word in list(words)[:_MOST_WORDS]]
    return max(_ENCODINGS, key=lambda encoding: sum(_worth(encoding, word) for word in chosen)).name


def _worth(encoding: _Encoding, data: bytes) -> float:
    """How natural a word is in an encoding."""
    word = data.decode(encoding.name, "replace")
    folded = word.replace("İ", "ı").lower()
    is_latin = _script(max(word)) == "latin"
    worth = sum(map(_kind_of_case, word, word[1:], word[2:] + "a")) + _STRANGE * len(_UNNATURAL.findall(folded))
    if word.islower() and not is_latin:
        worth += _SMALL
    if len({_script(letter) for letter in word if letter.isalpha()}) > 1:
        worth += _MIXED
    for place, letter in enumerate(folded):
        if letter.isascii():
            continue
        if not letter.isalpha():
            worth += _STRANGE
            continue
        neighbours = folded[max(place - 1, 0) : place] + folded[place + 1 : place + 2]
        same = sum(other.isalpha() and (other in _VOWELS) == (letter in _VOWELS) for other in neighbours)
        if is_latin and not folded[max(place - 1, 0)].isascii() and place:
            worth += _SIDE_BY_SIDE
        worth += encoding.weights.get(letter, _UNEXPECTED) + (0.0, _ALONE, _CROWDED)[same]
        worth += _NATURAL.get(folded[place : place + 2], 0.0) + _NATURAL.get(folded[max(place - 1, 0) : place + 1], 0.0)
    return worth


def _kind_of_case(first: str, second: str, third: str) -> float:
    """What is wrong with the capitals of letters that follow one another."""
    if first.islower() and second.isupper():
        return _CASE
    return _CASE if first.isupper() and second.isupper() and third.islower() and not second.isascii() else 0.0


@lru_cache(maxsize=1024)
def _script(letter: str) -> str:
    return "latin" if letter < "\u0370" else "greek" if letter < "\u0400" else "cyrillic"
