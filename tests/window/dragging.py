"""A file manager's hand: files are dragged over a window and let go there, as XDND 5 has it.

Spoken to the X server through libX11 itself, because no tool of the shell drags files. The events are those of Xlib.h.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

_SELECTION_REQUEST, _SELECTION_NOTIFY, _CLIENT_MESSAGE = 30, 31, 33
_VERSION, _URIS, _PATIENCE = 5, "text/uri-list", 10.0


class _Head(Structure):
    """What all events begin with."""

    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p)]


class _Message(Structure):
    _fields_ = [("head", _Head), ("window", c_ulong), ("kind", c_ulong), ("format", c_int), ("values", c_long * 5)]


class _Request(Structure):
    _fields_ = [
        ("head", _Head),
        *((name, c_ulong) for name in ("owner", "asker", "selection", "target", "property", "at")),
    ]


class _Notice(Structure):
    _fields_ = [("head", _Head), *((name, c_ulong) for name in ("asker", "selection", "target", "property", "at"))]


class _Event(Union):
    _fields_ = [
        ("type", c_int),
        ("message", _Message),
        ("request", _Request),
        ("notice", _Notice),
        ("all", c_long * 24),
    ]


def _library() -> ctypes.CDLL:
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = c_void_p
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = x11.XCreateSimpleWindow.restype = c_ulong
    for name, arguments in {
        "XOpenDisplay": [c_char_p],
        "XDefaultRootWindow": [c_void_p],
        "XInternAtom": [c_void_p, c_char_p, c_int],
        "XCreateSimpleWindow": [c_void_p, c_ulong, *[c_int] * 2, *[ctypes.c_uint] * 3, c_ulong, c_ulong],
        "XSetSelectionOwner": [c_void_p, c_ulong, c_ulong, c_ulong],
        "XSendEvent": [c_void_p, c_ulong, c_int, c_long, POINTER(_Event)],
        "XChangeProperty": [c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_char_p, c_int],
        "XPending": [c_void_p],
        "XNextEvent": [c_void_p, POINTER(_Event)],
        "XSync": [c_void_p, c_int],
        "XCloseDisplay": [c_void_p],
    }.items():
        getattr(x11, name).argtypes = arguments
    return x11


class _Hand:
    """Holds files over a window of a display."""

    def __init__(self, display: str, window: int, paths: tuple[Path, ...]) -> None:
        self._x11, self._window = _library(), window
        self._display = self._x11.XOpenDisplay(display.encode())
        assert self._display, f"no display {display}"
        root = self._x11.XDefaultRootWindow(self._display)
        self._source = self._x11.XCreateSimpleWindow(self._display, root, 0, 0, 1, 1, 0, 0, 0)
        self._said = "".join(f"{path.as_uri()}\r\n" for path in paths).encode()

    def _atom(self, name: str) -> int:
        return int(self._x11.XInternAtom(self._display, name.encode(), 0))

    def drop(self, at: tuple[int, int]) -> None:
        """at: a pixel of the screen."""
        self._x11.XSetSelectionOwner(self._display, self._atom("XdndSelection"), self._source, 0)
        self._tell("XdndEnter", _VERSION << 24, self._atom(_URIS))
        self._tell("XdndPosition", 0, at[0] << 16 | at[1], 0, self._atom("XdndActionCopy"))
        self._until(lambda event: self._is_message(event, "XdndStatus"))
        self._tell("XdndDrop")
        self._until(self._answers)
        self._until(lambda event: self._is_message(event, "XdndFinished"))
        self._x11.XCloseDisplay(self._display)

    def _tell(self, kind: str, *values: int) -> None:
        event = _Event()
        event.message = _Message(
            _Head(_CLIENT_MESSAGE), self._window, self._atom(kind), 32, (c_long * 5)(self._source, *values)
        )
        self._send(self._window, event)

    def _send(self, window: int, event: _Event) -> None:
        self._x11.XSendEvent(self._display, window, 0, 0, byref(event))
        self._x11.XSync(self._display, 0)

    def _is_message(self, event: _Event, kind: str) -> bool:
        return bool(event.type == _CLIENT_MESSAGE and event.message.kind == self._atom(kind))

    def _answers(self, event: _Event) -> bool:
        """Whoever asks what is held gets the addresses of the files."""
        if event.type != _SELECTION_REQUEST:
            return False
        asked = event.request
        self._x11.XChangeProperty(
            self._display, asked.asker, asked.property, asked.target, 8, 0, self._said, len(self._said)
        )
        answer = _Event()
        answer.notice = _Notice(
            _Head(_SELECTION_NOTIFY), asked.asker, asked.selection, asked.target, asked.property, asked.at
        )
        self._send(asked.asker, answer)
        return True

    def _until(self, is_it: Callable[[_Event], bool]) -> None:
        given_up = time.monotonic() + _PATIENCE
        while time.monotonic() < given_up:
            if self._x11.XPending(self._display):
                event = _Event()
                self._x11.XNextEvent(self._display, byref(event))
                if is_it(event):
                    return
            else:
                time.sleep(0.01)
        raise AssertionError("the window does not answer to what is dragged over it")


def drop_files(display: str, window: str, at: tuple[int, int], *paths: Path) -> None:
    """Lets files go over a window. at: a pixel of the screen within it."""
    _Hand(display, int(window), paths).drop(at)
