"""The engine answers a few hundred fixed questions as it did: what changed without being meant to is named by part."""

from __future__ import annotations

from signature import kept, signature


def test_the_engine_is_the_one_that_was_kept() -> None:
    """After a change that was meant: `.venv/bin/python tests/signature.py --write`."""
    found, before = signature(), kept()
    assert [name for name in found if found[name] != before.get(name)] == []
