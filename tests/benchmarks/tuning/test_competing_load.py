"""A competing load computes in bursts, and ends with what it competes with."""

from __future__ import annotations

from itertools import islice
from multiprocessing import active_children
from statistics import fmean

import pytest

from benchmarks.tuning.competing_load import BURST_SECONDS, PAUSE_SECONDS, competing_load, spans


def test_bursts_and_pauses_are_seeded_and_have_their_means() -> None:
    bursts, pauses = zip(*islice(spans(1), 4000), strict=True)
    assert fmean(bursts) == pytest.approx(BURST_SECONDS, rel=0.1)
    assert fmean(pauses) == pytest.approx(PAUSE_SECONDS, rel=0.1)
    assert list(islice(spans(1), 9)) == list(islice(spans(1), 9)) != list(islice(spans(2), 9))


def test_the_processes_end_with_the_block() -> None:
    before = len(active_children())
    with competing_load(1):
        assert len(active_children()) == before + 1
    assert len(active_children()) == before
