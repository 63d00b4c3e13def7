"""Opponents in single files, each broken in its own way."""

from __future__ import annotations

from pathlib import Path

from opponents.programs import content_of

_HEAD = """
import os, sys, time
from engine_c import Play, Step
from opponents.base import BaseOpponent

def shout(words):
    for file in range(3, 20):
        try:
            os.write(file, words)
        except OSError:
            pass

def breed():
    # a child in a session of its own, which is nobody else's any more
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.closerange(0, 100)
            time.sleep(1000)
        os._exit(0)
    os.wait()

class Broken(BaseOpponent):
    def choose_play(self, view):
"""

PLAYS = {
    "raises": "raise ValueError('so\\nsorry \\ud800')",
    "leaves": "sys.exit(4)",
    "recurses": "return self.choose_play(view)",
    "hangs": "while True: pass",
    "sleeps": "time.sleep(1000)",
    "crashes": "os.abort()",
    "ends": "os._exit(3)",
    "hungers": "return [bytearray(1 << 26) for _ in range(1000)]",
    "cheats": "return Play(view.plays[0].final, (Step(24, 6),) * 4)",
    "babbles": "return 'banana'",
    "forges": "shout(b'{\"id\": 1}\\n'); time.sleep(1000)",
    "floods": "while True: print('x' * 10000)",
    "gushes": "while True: shout(b'x' * 9999)",
    "hangs_up": "os.closerange(0, 100); time.sleep(1000)",
    "forks": "os.fork(); return view.plays[0]",
    "mistypes": "return 7",
    "leaves_children": "breed(); raise ValueError('gone')",
}
"""What choosing a play does, by name."""

FILES = {
    **{name: f"{_HEAD}        {body}\n" for name, body in PLAYS.items()},
    "raises_hard": f"{_HEAD}        raise ValueError('sorry')\n".replace(
        "    def choose", "    levels = ('medium', 'hard')\n    def choose"
    ),
    "no_import": "import nothing_like_this\n",
    "no_python": "class Broken(:\n",
    "no_class": "x = 1\n",
    "dies_importing": "import os; os._exit(9)\n",
    "hangs_importing": "while True: pass\n",
    "no_start": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n"
    "    def __init__(self, level):\n        raise OSError('no engine')\n",
    "future": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n    protocol = 99\n",
    "other_game": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n    games = ('plakoto',)\n",
    "resigns_much": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n"
    "    def resigns(self, view):\n        return 7\n",
    "doubles_maybe": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n"
    "    def resigns(self, view):\n        return 'perhaps'\n",
    "prints": "from opponents.base import BaseOpponent\nclass Broken(BaseOpponent):\n"
    "    def choose_play(self, view):\n"
    '        print(\'{"id": 3, "answer": []}\')\n        return view.plays[0]\n',
}


def let(folder: Path, *names: str) -> dict[str, str]:
    """The setting by which those files may play."""
    return {name: content_of(folder / f"{name}.py") for name in names}


def write_broken(folder: Path, *names: str) -> Path:
    """The folder, with those files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.py").write_text(FILES[name], encoding="utf-8")
    return folder
