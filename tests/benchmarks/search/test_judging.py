"""Policies are judged by samples taken in turns."""

from __future__ import annotations

from benchmarks.search.judging import share
from tests.tuning.conftest import numbered


def test_the_share_is_the_median_of_pairs_and_never_above_the_best() -> None:
    samples = {numbered(0): [1.0, 2.0, 1.0], numbered(1): [2.0, 4.0, 1.0]}
    assert share(samples, numbered(1), numbered(0)) == 50.0
    assert share(samples, numbered(0), numbered(1)) == 100.0
    assert share(samples, numbered(2), numbered(0)) is None
    assert share(samples, numbered(0), None) is None
