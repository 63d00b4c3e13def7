"""The picture of a position for other people: the board, the score in words, and the names by which it is found."""

from __future__ import annotations

import io

import pygame

from game import i18n, paths
from game.formats.sharing import Names, names_of
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match.state import MatchState, Phase
from game.ui.art import Art
from game.ui.board.geometry import HALF_HEIGHT, HALF_WIDTH
from game.ui.board.projection import Camera, fitted
from game.ui.drawn import MARGIN, Drawing, drawn
from game.ui.look import Look
from game.ui.palette import palette_of
from game.ui.text import Letters

WIDTH, BOARD_HEIGHT = 1280, 800
_PAD = 28
_LETTERS = 1.5
"""Pixels for one unit of letter size: such pictures are looked at on telephones."""


class SharedPicture:
    """Drawn beside the game: `poll` until it is there, then `png`. `close` gives an unfinished one up.

    is_dark: the side on roll has the dark checkers; mirrored: home at the left.
    """

    def __init__(
        self, state: MatchState, names: tuple[str, str], look: Look, *, is_dark: bool, mirrored: bool, tilt: float
    ) -> None:
        self._state, self._names, self._look = state, names, look
        cube = (max(state.cube.value, 1), _seen_owner(state)) if _has_cube(state) else None
        value = 64 if cube and cube[0] == 1 else cube[0] if cube else 0
        self._drawing = Drawing(
            state.game,
            state.position,
            state.dice or () if state.phase is Phase.TO_PLAY else (),
            (value, cube[1]) if cube else None,
            is_dark,
            mirrored,
            True,
            size=(WIDTH, BOARD_HEIGHT),
            tilt=tilt,
        )
        self._art: Art | None = Art(look, None, paths.assets() / "fonts" / "literata-600.ttf")
        self._art.table(_camera(self._drawing))
        self._png = b""

    @property
    def png(self) -> bytes:
        """The content of a PNG file; empty while it is being drawn."""
        return self._png

    def poll(self) -> bool:
        """Once a frame. True while it is being drawn."""
        if self._art is None:
            return False
        self._art.poll()
        if self._art.is_busy:
            return True
        board = drawn(self._art, self._drawing)
        content = io.BytesIO()
        pygame.image.save(_captioned(board, captions(self._state, self._names), self._look), content, "position.png")
        self._png = content.getvalue()
        self.close()
        return False

    def close(self) -> None:
        """Lets the drawing go."""
        if self._art is not None:
            self._art.close()
            self._art = None


def _has_cube(state: MatchState) -> bool:
    return state.game.has_cube and not state.is_crawford and not state.is_one_pointer


def _seen_owner(state: MatchState) -> int | None:
    owner = state.cube.owner
    return None if owner is None else int(owner != state.side)


def _camera(drawing: Drawing) -> Camera:
    width, height = drawing.size
    margin = round(MARGIN * min(width, height))
    box = (margin, margin, width - 2 * margin, height - 2 * margin)
    return fitted(box, drawing.size, (HALF_WIDTH, HALF_HEIGHT), drawing.tilt)


def captions(state: MatchState, names: tuple[str, str]) -> list[tuple[str, str]]:
    """The lines below the board, each with its style of letters: score, what is to be done, names of the position."""
    first, second = names
    options = state.options
    score = _("{first} – {second}, {points} : {others}").format(
        first=first, second=second, points=i18n.number(state.score[0]), others=i18n.number(state.score[1])
    )
    length = (
        _("Session")
        if options.is_session
        else ngettext("Match to {count} point", "Match to {count} points", options.length).format(
            count=i18n.number(options.length)
        )
    )
    if state.is_crawford:
        length = f"{length} · {_('Crawford game')}"
    named: Names = names_of(state)
    found = [(f"{score} · {length}", "strong"), (what_is_to_do(state, names), "strong")]
    return (
        found
        + [(text, "small") for text in (named.xgid, named.gnubg) if text]
        + ([] if named.xgid else [(named.text, "small")])
    )


def what_is_to_do(state: MatchState, names: tuple[str, str]) -> str:
    """Who has to do what, in a sentence."""
    name = names[state.side if state.to_act is None else state.to_act]
    if state.phase is Phase.TO_PLAY and state.dice:
        return _("{name} plays {first}-{second}.").format(name=name, first=state.dice[0], second=state.dice[1])
    if state.phase is Phase.TO_ROLL:
        return (
            _("{name} is to roll.").format(name=name)
            if not _has_cube(state)
            else _("{name} is to roll or to double.").format(name=name)
        )
    return _("{name} is to answer.").format(name=name)


def _captioned(board: pygame.Surface, lines: list[tuple[str, str]], look: Look) -> pygame.Surface:
    """The board with the lines below it."""
    palette, letters = palette_of(look), Letters(_LETTERS)
    width = board.get_width()
    drawn_lines = [
        letters.paragraph(text, style, palette.ink if style == "strong" else palette.faint, width - 2 * _PAD)
        for text, style in lines
    ]
    height = sum(line.get_height() for line in drawn_lines) + _PAD + 6 * len(drawn_lines)
    picture = pygame.Surface((width, board.get_height() + height))
    picture.fill(palette.panel)
    picture.blit(board, (0, 0))
    top = board.get_height() + _PAD // 2
    for line in drawn_lines:
        picture.blit(line, (_PAD, top))
        top += line.get_height() + 6
    return picture
