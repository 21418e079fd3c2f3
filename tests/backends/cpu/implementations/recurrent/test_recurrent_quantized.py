"""Recurrences of 8 bits, whose states are rounded: all policies agree with the reference,
interpreted, and compiled with and without the instruction for bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from aoe.operators.types.recurrent.quantized_state import quantized_state
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    is_quantized,
    operand_numbers,
    recurrence,
)
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import arrays_for, check, target
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

#: Another order of a sum moves a state by one of 255 steps at most.
TOLERANCE = 2.0**-6
_BYTES = "+avx512bw,+avx512vl,+avx512vnni"
_WITH_BYTES = [
    changed(target(threads, 64), triple="x86_64-unknown-linux-gnu", features=_BYTES)
    for threads in (1, 2, 3)
]


def quantized(cell: str, hidden: int = 16, batch: int = 3, zeros: bool = True) -> Operator:
    """Six steps in two directions."""
    columns = GATES[cell] * hidden
    x = Operand.row_major("float32", (2, 6, batch, columns))
    weights = Operand.row_major("int8", (2, columns, hidden), True)
    facts = {"scales": Operand.row_major("float32", (2, columns), True)}
    if zeros:
        facts["zeros"] = Operand.row_major("int32", (2, columns), True)
    activations = six_steps(cell, "float32", hidden).attribute["activations"]
    return recurrence(cell, x, weights, str(activations), facts, quantized=1)


def arrays_of(operator: Operator) -> Sequence[np.ndarray]:
    """Inputs whose weights use their 8 bits, and are as large as those of real cells."""
    rng, arrays = np.random.default_rng(0), arrays_for(operator, 0)
    numbers, shape = operand_numbers(operator), operator.inputs[1].shape
    arrays[1] = rng.integers(-127, 128, shape).astype(np.int8)
    scales = rng.uniform(0.5, 1.5, operator.inputs[numbers["scales"]].shape)
    arrays[numbers["scales"]] = (scales / 127 / np.sqrt(shape[2])).astype(np.float32)
    if "zeros" in numbers:
        zeros = rng.integers(-128, 128, operator.inputs[numbers["zeros"]].shape)
        arrays[numbers["zeros"]] = zeros.astype(np.int32)
    return arrays


@examples(40)
@given(recurrences("int8"), st.sampled_from([target(1), target(2), target(3, 64), target(4, 16)]))
def test_recurrences_agree_with_the_reference(operator: Operator, destination: CpuTarget) -> None:
    check("recurrent_quantized", operator, destination, 0, arrays_of(operator), tolerance=TOLERANCE)


@examples(40)
@given(recurrences("int8"), st.sampled_from(_WITH_BYTES), st.sampled_from([0, 4]))
def test_recurrences_of_bytes_agree_with_the_reference(
    operator: Operator, destination: CpuTarget, padding: int
) -> None:
    check(
        "recurrent_bytes", operator, destination, padding, arrays_of(operator), tolerance=TOLERANCE
    )


CASES = {
    "lstm": quantized("LSTM", 48),
    "lstm, no zero points": quantized("LSTM", 48, zeros=False),
    "lstm of one sequence": quantized("LSTM", 64, 1),
    "lstm of odd size": quantized("LSTM", 33, 2),
    "gru": quantized("GRU", 48),
    "rnn": quantized("RNN", 22),
}


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("kind", ["recurrent_bytes", "recurrent_quantized"])
@pytest.mark.parametrize("name", CASES)
def test_compiled_recurrences_agree_with_and_without_the_instruction(
    name: str, kind: str, preset: str
) -> None:
    operator = CASES[name]
    check_compiled(kind, operator, _WITH_BYTES[1], named(preset), arrays_of(operator), TOLERANCE)


@pytest.mark.parametrize("cell", ["LSTM", "GRU", "RNN"])
def test_only_their_own_implementations_take_such_recurrences(cell: str) -> None:
    plain, rounded = six_steps(cell, "float32", 16), quantized(cell)
    found = implementations()
    names = {name for name, item in found.items() if item.operator_type == "Recurrent"}

    def takers(operator: Operator, destination: CpuTarget) -> set[str]:
        return {name for name in names if found[name].supports(operator, destination)}

    assert takers(rounded, target(2)) == {"recurrent_quantized"}
    assert takers(rounded, _WITH_BYTES[1]) == {"recurrent_quantized", "recurrent_bytes"}
    assert not takers(plain, _WITH_BYTES[1]) & takers(rounded, _WITH_BYTES[1])
    assert is_quantized(rounded)
    assert not is_quantized(plain)


def test_bytes_are_expected_to_take_less_time_than_numbers() -> None:
    found, operator = implementations(), quantized("LSTM", 256, 1)
    bytewise, wide = found["recurrent_bytes"], found["recurrent_quantized"]
    destination = _WITH_BYTES[0]
    seconds = [
        item.estimate(operator, item.default(operator, destination), destination)
        for item in (bytewise, wide)
    ]
    assert seconds[0] < seconds[1]


def test_the_rounding_makes_a_difference() -> None:
    operator = quantized("LSTM")
    arrays = list(arrays_of(operator))
    x, weights, scales, zeros = arrays
    exact = six_steps("LSTM", "float32", 16)
    numbers = ((weights - zeros[..., None]) * scales[..., None]).astype(np.float32)
    difference = np.abs(reference(operator, arrays) - reference(exact, [x, numbers])).max()
    assert 1e-5 < float(difference) < 0.1


def test_a_state_has_steps_from_its_least_to_its_largest_element() -> None:
    h = np.asarray([[-1.0, 0.0, 0.6, 1.55], [0.0, 0.0, 0.0, 0.0], [0.2, 0.1, 0.3, 0.4]])
    rounded = quantized_state(h)
    np.testing.assert_allclose(rounded, h, atol=0.5 * 2.55 / 255 + 1e-9)
    assert (rounded[1] == 0).all()
    scale = 2.55 / 255
    np.testing.assert_allclose(rounded[0] / scale, np.rint(h[0] / scale), atol=1e-6)
