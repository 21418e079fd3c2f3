"""Recurrences with bfloat16 weights, in pairs: interpreted, and compiled with and without the
instruction.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator
from aoe.operators.reference import reference
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import arrays_for, check, target
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

_PAIRS = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")
#: A state between two bfloat16 numbers may be rounded to either.
_TOLERANCE = 2.0**-9


def narrow(cell: str, hidden: int = 48, batch: int = 3, after: int = 0) -> Operator:
    return six_steps(cell, "bfloat16", hidden, batch, after)


CASES = {
    "lstm": narrow("LSTM"),
    "lstm of one sequence": narrow("LSTM", 64, 1),
    "gru": narrow("GRU"),
    "gru, reset last": narrow("GRU", after=1),
    "rnn": narrow("RNN", 22),
}


@examples(30)
@given(recurrences("bfloat16"))
def test_recurrences_in_pairs_agree_with_the_reference(operator: Operator) -> None:
    check("recurrent_bfloat16", operator, _PAIRS, tolerance=_TOLERANCE)


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("name", CASES)
def test_compiled_recurrences_in_pairs_agree_with_and_without_the_instruction(
    name: str, preset: str
) -> None:
    operator = CASES[name]
    arrays = arrays_for(operator, 0)
    check_compiled("recurrent_bfloat16", operator, _PAIRS, named(preset), arrays, _TOLERANCE)


def test_states_are_rounded_where_they_are_multiplied_and_kept_as_they_are() -> None:
    operator = narrow("RNN", 16, 1)
    x, weights = arrays_for(operator, 0)
    states = reference(operator, [x, weights])[0]
    rounded = states[1].astype(weights.dtype).astype(np.float32)
    product = np.einsum("dbh,dgh->dbg", rounded, weights.astype(np.float32))
    np.testing.assert_allclose(states[2], np.tanh(x[:, 1] + product), rtol=1e-6, atol=1e-6)
    assert not np.array_equal(states[1], rounded)


@pytest.mark.parametrize(
    ("operator", "destination"),
    [(narrow("LSTM"), target(2, 64)), (narrow("LSTM", 33), _PAIRS)],
    ids=["no instruction", "odd size"],
)
def test_it_needs_the_instruction_and_whole_pairs(
    operator: Operator, destination: CpuTarget
) -> None:
    assert not implementations()["recurrent_bfloat16"].supports(operator, destination)
