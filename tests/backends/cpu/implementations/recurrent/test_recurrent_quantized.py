"""Recurrences that round their states to 8 bits: all policies agree with the reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator
from aoe.operators.reference import reference
from aoe.operators.types.recurrent.recurrent import is_quantized, quantized_state
from tests.operators.operator_cases import arrays_for, check, target
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

#: Another order of a sum moves a state by one of 255 steps at most.
TOLERANCE = 2.0**-6


def quantized(operator: Operator) -> Operator:
    return replace(operator, attributes=(*operator.attributes, ("quantized", 1)))


@examples(40)
@given(
    recurrences().map(quantized),
    st.sampled_from([target(1), target(2), target(3, 64), target(4, 16)]),
)
def test_recurrences_agree_with_the_reference(operator: Operator, destination: CpuTarget) -> None:
    check("recurrent_quantized", operator, destination, tolerance=TOLERANCE)


@pytest.mark.parametrize("cell", ["LSTM", "GRU", "RNN"])
def test_only_its_own_implementation_takes_such_a_recurrence(cell: str) -> None:
    plain = six_steps(cell, "float32", 16)
    names = {name for name, item in implementations().items() if item.operator_type == "Recurrent"}

    def takers(operator: Operator) -> set[str]:
        found = implementations()
        return {name for name in names if found[name].supports(operator, target(2))}

    assert takers(quantized(plain)) == {"recurrent_quantized"}
    assert "recurrent_quantized" not in takers(plain)
    assert quantized(plain).key != plain.key
    assert is_quantized(quantized(plain))
    assert not is_quantized(plain)


def test_the_rounding_makes_a_difference() -> None:
    plain = six_steps("LSTM", "float32", 16)
    arrays = arrays_for(plain, 0)
    exact, rounded = (reference(item, arrays) for item in (plain, quantized(plain)))
    difference = float(np.abs(exact - rounded).max())
    assert 1e-5 < difference < 0.1


def test_a_state_has_steps_from_its_least_to_its_largest_element() -> None:
    h = np.asarray([[-1.0, 0.0, 0.6, 1.55], [0.0, 0.0, 0.0, 0.0], [0.2, 0.1, 0.3, 0.4]])
    rounded = quantized_state(h)
    np.testing.assert_allclose(rounded, h, atol=0.5 * 2.55 / 255 + 1e-9)
    assert (rounded[1] == 0).all()
    scale = 2.55 / 255
    np.testing.assert_allclose(rounded[0] / scale, np.rint(h[0] / scale), atol=1e-6)
