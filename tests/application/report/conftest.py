"""Reports of tests measure short."""

from __future__ import annotations

import pytest

from aoe.application.explain import call_times


@pytest.fixture(autouse=True)
def measured_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiles and times of a few inferences."""
    monkeypatch.setattr(call_times, "PROFILE_SECONDS", 0.0)
    monkeypatch.setattr(call_times, "FEWEST_PROFILES", 3)
