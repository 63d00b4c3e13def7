"""Positions with anything around them: forum posts, mails, analyses, in capitals and without (F32)."""

from __future__ import annotations

import json
import re

import pytest

from formats.samples import SAMPLES, expected
from game.errors import GameError
from game.formats.finding import find_position
from game.formats.ids import position_id
from game.formats.match_id import match_id
from game.formats.xgid import match_facts, read_xgid, write_xgid, xgid_of
from worked import DATA

XGID = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:3:0:7:10"
IDS = ("4HPwATDgc/ABMA", "QYnqADAAEAAE")

WAYS_TO_PASTE_AN_XGID = [
    XGID,
    f"  {XGID}  \n",
    XGID.removeprefix("XGID="),
    XGID.replace("XGID", "xgid"),
    XGID.replace("XGID=", "XGID = "),
    f"What would you play here?\n\n{XGID}\n\nX:me O:you\nScore is X:2 O:3",
    f"I had this ({XGID}), what now?",
    f"{XGID}.",
    XGID.replace(":1:52", ":1:\n52"),
    XGID.replace(":", " : "),
    XGID.replace("-", "\u2212"),
    XGID.replace("-", "\u2013"),
    "\u200b".join((XGID[:12], XGID[12:])),
    XGID.replace("=", "=3D"),
    f"> {XGID[:20]}=\n{XGID[20:]}",
    f"{XGID}\n4HPwATDgc/ABMA:cAngAAAAAAAE",
]


@pytest.mark.parametrize("text", WAYS_TO_PASTE_AN_XGID)
def test_f32_an_xgid(text: str) -> None:
    read = find_position(text)
    assert read.xgid is not None
    assert write_xgid(read.xgid) == XGID
    assert (position_id(read.position), match_id(match_facts(read.xgid))) == IDS


WAYS_TO_PASTE_IDS = [
    ":".join(IDS),
    f"GNUBG ID: {':'.join(IDS)}.",
    f" GNU Backgammon  Position ID: {IDS[0]}\n                 Match ID   : {IDS[1]}\n +13-14-15-16-17-18--",
    f"Position-ID: {IDS[0]}    Match-ID: {IDS[1]}",
    f"position id {IDS[0]} match id {IDS[1]}",
    f"> {IDS[0]}\n> {IDS[1]}",
    f"see {IDS[0]} and {IDS[1]}, please",
    f"({IDS[0]} : {IDS[1]})",
]


@pytest.mark.parametrize("text", WAYS_TO_PASTE_IDS)
def test_f32_ids(text: str) -> None:
    read = find_position(text)
    assert read.match is not None
    assert (position_id(read.position), match_id(read.match)) == IDS
    assert write_xgid(xgid_of(read.position, read.match)) == XGID


@pytest.mark.parametrize(
    "text",
    [
        "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
        "look:\n  24:2, 13:5, 8:3, 6:5 / 24:2 13:5 8:3 6:5\nand?",
        "-b----E-C---eE---c-e----B-",
    ],
)
def test_the_board_alone(text: str) -> None:
    assert position_id(find_position(text).position) == IDS[0]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_position_found"),
        ("a thread about nothing: fourteen letters", "no_position_found"),
        (":".join(IDS).lower(), "letters_lost_their_case"),
        (XGID.lower(), "letters_lost_their_case"),
        (XGID.replace("B-:1", "b-:1"), "xgid_too_many"),
        (XGID.replace(":7:10", ":2:10"), "xgid_score"),
        ("XGID=-b----E-C---eE---c-e----B", "xgid_fields"),
        (f"{IDS[0]}:QYnqADAAEAA_", "id_letter"),
    ],
)  # fmt: skip
def test_refused(text: str, code: str) -> None:
    with pytest.raises(GameError) as error:
        find_position(text)
    assert error.value.code == code


def test_every_vector_in_a_sentence() -> None:
    for vector in json.loads((DATA / "id_vectors.json").read_text("utf-8"))["vectors"]:
        for text in (vector["xgid"], f"{vector['position_id']}:{vector['match_id']}"):
            assert position_id(find_position(f"Here: {text}, please.").position) == vector["position_id"]


@pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")
def test_texts_of_other_programs() -> None:
    index = (SAMPLES / "INDEX.md").read_text("utf-8")
    rows = re.findall(r"\| (\S+\.txt) \| `([^`]+)` \| `(\S{14})` \|", index)
    assert len(rows) == 15
    for name, xgid, board in rows:
        read = find_position((SAMPLES / "positions" / name).read_bytes().decode("utf-8", "replace"))
        assert read.xgid == read_xgid(xgid), name
        assert position_id(read.position) == board, name
