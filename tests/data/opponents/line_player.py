"""An opponent in any language: this one in plain Python, with nothing of the game's. It runs, and doubles when ahead."""

import json
import sys


def pips(counts: list) -> int:
    """What is left to travel."""
    return sum(min(place, 25) * count for place, count in enumerate(counts))


def answer(question: str, view: dict) -> object:
    """None leaves a question to the game."""
    if question == "hello":
        return {"name": "Sample", "author": "a test", "games": ["backgammon"]}
    if question == "choose_play":
        return min(view["plays"], key=lambda play: pips(play["final"]["own"]) - pips(play["final"]["opponent"]))["steps"]
    if question == "wants_double":
        return pips(view["position"]["own"]) + 8 < pips(view["position"]["opponent"])
    return None


for line in sys.stdin:
    asked = json.loads(line)
    said = answer(asked["question"], asked.get("view", {}))
    print(json.dumps({"id": asked["id"], "answer": said}), flush=True)
