"""Attention in one kernel, on rows that random operators do not have.
`tests.operators.operator_strategies` makes random operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.attention.attention import IMPLEMENTATION
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention, scores_of
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.targets import named, some
from tests.properties import examples

#: (batch, heads, length, size) in memory (batch, length, heads, size); transposed keys likewise.
HEADS, KEYS = (0, 2, 1, 3), (0, 3, 1, 2)


def heads(
    queries: int, keys: int, size: int, values: int, mask: Sequence[int] = (), shared: int = 3
) -> Operator:
    """Two batches of three heads, as projections store them."""
    factors = (
        Operand("float32", (2, 3, queries, size), HEADS),
        Operand("float32", (2, shared, size, keys), KEYS),
        Operand("float32", (2, shared, keys, values), HEADS),
    )
    scores = apply("mul", Accumulator(), Constant(size**-0.5))
    masks = (Operand.row_major("float32", tuple(mask)),) if mask else ()
    if mask:
        scores = apply("add", scores, Load(3))
    return attention(factors, scores, masks, Operand("float32", (2, 3, queries, values), HEADS))


@dataclass(frozen=True)
class Attended:
    """Random heads, the number of a policy, and threads."""

    operator: Operator
    number: int
    threads: int


def _attended(
    queries: int, keys: int, size: int, values: int, shared: int, number: int, threads: int
) -> Attended:
    return Attended(heads(queries, keys, size, values, (1, 1, 1, keys), shared), number, threads)


any_heads = given(
    name=some("host", "avx2", "sse"),
    case=st.builds(
        _attended,
        queries=st.integers(1, 70),
        keys=st.integers(1, 150),
        size=st.integers(1, 40),
        values=st.sampled_from([1, 8, 33, 64]),
        shared=st.sampled_from([1, 3]),
        number=st.integers(0, 23),
        threads=st.sampled_from([1, 2, 3]),
    ),
)


@any_heads
@examples(18)
def test_heads_are_attended_where_they_lie_under_any_policy(name: str, case: Attended) -> None:
    target = named(name)
    policies = list(IMPLEMENTATION.space(case.operator, target))
    check(case.operator, policies[case.number % len(policies)], target, threads=case.threads)


def test_long_rows_are_as_exact_as_short_ones() -> None:
    target = named("host")
    operator = heads(17, 3000, 16, 8)
    check(operator, IMPLEMENTATION.default(operator, target), target)


def test_masked_keys_count_nothing_and_a_row_of_nothing_but_them_is_not_a_number() -> None:
    target = named("host")
    operator = heads(9, 7, 4, 5, (9, 7))
    arrays = random_arrays(operator)
    arrays[3] = np.where(np.tri(9, 7, -1) > 0, 0.0, -np.inf).astype(np.float32)
    found = compute(operator, IMPLEMENTATION.default(operator, target), target, arrays)
    assert np.isnan(found[:, :, 0]).all()
    np.testing.assert_allclose(found[:, :, 1], arrays[2][:, :, 0], rtol=1e-6)
    assert np.isfinite(found[:, :, 1:]).all()


@pytest.mark.parametrize("parts", [1, 4])
def test_causal_heads_leave_out_hidden_keys_in_pieces(parts: int) -> None:
    target, size = named("host"), 70
    plain = heads(size, size, 16, 24)
    operator = attention(plain.inputs[:3], scores_of(plain), (), plain.output, causal=True)
    found = IMPLEMENTATION.space(operator, target, breadth=8)
    policy = next(p for p in found if dict(p.schedule)["parts"] == parts)
    check(operator, policy, target, threads=2)


def test_large_scores_do_not_overflow() -> None:
    target = named("host")
    operator = heads(8, 5, 4, 3)
    arrays = random_arrays(operator)
    arrays[0] *= 1e4
    found = compute(operator, IMPLEMENTATION.default(operator, target), target, arrays)
    chosen = np.argmax(arrays[0] @ arrays[1], axis=-1)
    expected = np.take_along_axis(arrays[2], chosen[..., None], axis=2)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_policy_outside_the_space_is_refused() -> None:
    target = named("host")
    operator = heads(8, 5, 4, 3)
    policy = with_schedule(IMPLEMENTATION.default(operator, target), block=3)
    with pytest.raises(PolicyError, match="not in the operator's space"):
        check(operator, policy, target)
