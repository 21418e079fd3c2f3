"""Fixtures of tests of searches."""

from __future__ import annotations

import pytest

from benchmarks.search import judging


@pytest.fixture
def short_judgements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Policies are judged by two processes instead of seven."""
    monkeypatch.setattr(judging, "PROCESSES", 2)
    monkeypatch.setattr(judging, "ROUNDS", 2 * judging.TURNS)
