"""Tests of the divisors of an extent."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.lowering.divisors import divisors


@pytest.mark.parametrize("extent", [0, 1, 2, 16, 36, 97, 360])
def test_divisors_are_those_of_all_smaller_numbers(extent: int) -> None:
    assert divisors(extent) == [n for n in range(1, extent + 1) if extent % n == 0]


def test_a_large_prime_has_two() -> None:
    assert divisors(2**31 - 1) == [1, 2**31 - 1]
