"""The text of game trees: nodes of properties with values, whatever game they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]|(?P<open>\[)|(?P<other>.))",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BEGINNING = re.compile(r"\(\s*;")


@dataclass(slots=True)
class Node:
    """Properties in order, each with its values, unescaped. line: where the node begins, from 1."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, *names: str) -> str | None:
        """The first value of the first of these properties that is there."""
        return next((self.properties[name][0] for name in names if self.properties.get(name)), None)


@dataclass(slots=True)
class Tree:
    """The nodes of a tree's first line of play. is_whole: False where the text ends within it."""

    nodes: list[Node] = field(default_factory=list)
    is_whole: bool = False


def looks_like_sgf(text: str) -> bool:
    """Somewhere near the beginning a tree opens."""
    return bool(_BEGINNING.search(text[:4_000]))


def trees(text: str) -> Iterator[Tree]:
    """The trees of a collection, in order; in each only the first variation is followed. Linear in the text."""
    beginning = _BEGINNING.search(text)
    if beginning is None:
        return
    tree, depth, follows, name, line, at = Tree(), 0, True, "", 1, 0
    for token in _TOKEN.finditer(text, beginning.start()):
        line += text.count("\n", at, token.end())
        at = token.end()
        if token["open"]:
            break  # a value without its end: nothing after it can be trusted
        if token["sign"] == "(":
            depth += 1
            if depth == 1:
                tree, follows = Tree(), True
        elif token["sign"] == ")":
            depth = max(depth - 1, 0)
            follows = False
            if depth == 0 and tree.nodes:
                tree.is_whole = True
                yield tree
                tree = Tree()
        elif depth and follows:
            name = _take(tree, token, name, line)
    if tree.nodes:
        yield tree


def _take(tree: Tree, token: re.Match[str], name: str, line: int) -> str:
    """A node, a name or a value; returns the name that the next value belongs to."""
    if token["sign"] == ";":
        tree.nodes.append(Node(line))
        return ""
    if token["name"]:
        # Older files write long names, of which only the capitals count.
        return "".join(filter(str.isupper, token["name"])) or token["name"].upper()
    if token["value"] is not None and name and tree.nodes:
        tree.nodes[-1].properties.setdefault(name, []).append(_ESCAPED.sub(r"\1", token["value"]))
    return name
