"""Recurrences with weights in 24 bits: interpreted, and compiled for all CPUs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.registry import default_policy
from aoe.loops.expression import Load
from aoe.operators.operator import Operator
from aoe.operators.reference import evaluate
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import arrays_for, check, target
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

IMPLEMENTATION = implementations()["recurrent_float24"]

_TARGET = target(2, 64)
#: The error of some steps with weights of relative error 2⁻¹⁶.
_TOLERANCE = 2.0**-13
_USUAL = float24.LEAST_WEIGHTS


@pytest.fixture(scope="module", autouse=True)
def _few_weights_are_enough() -> Iterator[None]:
    """Small recurrences are interpreted and compiled quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float24, "LEAST_WEIGHTS", 1)
        yield


def recurrent(
    cell: str, hidden: int = 64, batch: int = 3, after: int = 0, constant: bool = True
) -> Operator:
    return six_steps(cell, "float32", hidden, batch, after, constant)


CASES = {
    "lstm": recurrent("LSTM"),
    "lstm of one sequence": recurrent("LSTM", 48, 1),
    "gru": recurrent("GRU", 128),
    "gru, reset last": recurrent("GRU", after=1),
    "rnn": recurrent("RNN"),
}


@examples(30)
@given(recurrences(multiple=64))
def test_recurrences_with_float24_weights_agree_with_the_reference(operator: Operator) -> None:
    check("recurrent_float24", operator, _TARGET, tolerance=_TOLERANCE)


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("name", CASES)
def test_every_cpu_computes_the_same(name: str, preset: str) -> None:
    operator = CASES[name]
    arrays = arrays_for(operator, 0)
    check_compiled("recurrent_float24", operator, _TARGET, named(preset), arrays, _TOLERANCE)


_NUMBERS = st.lists(
    st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=4, max_size=4
)


def unpacked(words: list[np.ndarray]) -> np.ndarray:
    """The numbers that words hold. The last one consists of their lowest bytes."""
    last = sum(
        (int(word[0]) & 0xFF) << shift for word, shift in zip(words, (24, 16, 8), strict=True)
    )
    bits = [*(int(word[0]) & 0xFFFFFFFF for word in words), last]
    return np.array(bits, np.uint32).view(np.float32)


def packed(numbers: list[float]) -> list[np.ndarray]:
    arrays = [np.array([number], np.float32) for number in numbers]
    with np.errstate(over="ignore"):
        return [evaluate(word, arrays) for word in float24.words([Load(n) for n in range(4)])]


@given(_NUMBERS)
@example([3.4028104856431423e38, 0.0, 0.0, -1.0])
def test_three_words_hold_four_numbers_that_are_near(numbers: list[float]) -> None:
    *others, last = unpacked(packed(numbers))
    for number, short in zip(numbers, others, strict=False):
        # There is no float24 above the largest one to round to.
        share = 2.0**-16 if abs(number) <= 2.0**128 - 2.0**112 else 2.0**-15
        assert abs(float(short) - number) <= share * abs(number) + 2.0**-141
    assert last == evaluate(float24.rounded(Load(0)), [np.array(numbers[3:], np.float32)])[0]


def test_zeros_stay_next_to_nothing_whatever_they_share_words_with() -> None:
    high_bytes = 2.0**-14 - 2
    found = unpacked(packed([0.0, -0.0, 2.0**-149, high_bytes]))
    assert (np.abs(found[:3]) <= 2.0**-141).all()
    assert found[3] == high_bytes


@pytest.mark.parametrize("endless", [float("inf"), -float("inf"), float(np.finfo("float32").max)])
def test_what_is_endless_or_nearly_so_becomes_the_largest_number_and_harms_no_other(
    endless: float,
) -> None:
    found = unpacked(packed([endless, 0.5, -0.25, 0.7]))
    assert np.isfinite(found).all()
    assert abs(float(found[0])) > 2.0**127
    assert np.sign(found[0]) == np.sign(endless)
    np.testing.assert_allclose(found[1:], [0.5, -0.25, 0.7], rtol=2.0**-15)


@pytest.mark.parametrize("place", range(4))
def test_what_is_no_number_stays_none_and_harms_no_other(place: int) -> None:
    numbers = [0.1, -0.2, 0.3, 0.4]
    numbers[place] = float("nan")
    found = unpacked(packed(numbers))
    assert np.flatnonzero(np.isnan(found)).tolist() == [place]


#: Figures of a Zen 5: units twice as wide as those of Zen 4, and faster caches.
_WIDER = Speed(multiply_adds=140e9, l1=550e9, l2=280e9, l3=130e9, memory=48e9)


@pytest.mark.parametrize("speed", [Speed(), _WIDER])
def test_large_recurrences_are_computed_so_by_default(speed: Speed) -> None:
    destination = replace(_TARGET, speed=speed)
    assert default_policy(recurrent("LSTM", 256, 1), destination).impl == "recurrent_float24"


@pytest.mark.parametrize(
    ("operator", "destination"),
    [
        (replace(recurrent("LSTM", 256), precision="high"), _TARGET),
        (replace(recurrent("LSTM", 256), precision="highest"), _TARGET),
        (recurrent("LSTM", 256, constant=False), _TARGET),
        (recurrent("LSTM", 64), _TARGET),
        (recurrent("RNN", 520), _TARGET),
    ],
    ids=["exact", "whole", "computed weights", "few weights", "parts of groups"],
)
def test_what_wants_all_bits_or_has_few_weights_is_not_computed_so(
    operator: Operator, destination: CpuTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", _USUAL)
    assert not IMPLEMENTATION.supports(operator, destination)
