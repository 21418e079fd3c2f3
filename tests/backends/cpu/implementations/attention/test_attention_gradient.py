"""Gradients of attention on heads that random operators do not have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from aoe.backends.cpu.implementations.attention import (
    attention_gradient,
    attention_gradient_heads,
)
from aoe.backends.implementation import Implementation
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention import attention_gradient as types
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    error,
    random_arrays,
)
from tests.backends.cpu.targets import named
from tests.not_empty import not_empty

#: As projections store heads, and their keys transposed.
HEADS, KEYS = (0, 2, 1, 3), (0, 3, 1, 2)
BLOCKS, WHOLE = attention_gradient.IMPLEMENTATION, attention_gradient_heads.IMPLEMENTATION


def heads(
    queries: int, keys: int, causal: bool = False, mask: Sequence[int] = (), dtype: str = "float32"
) -> Operator:
    factors = (
        Operand(dtype, (2, 3, queries, 16), HEADS),
        Operand(dtype, (2, 3, 16, keys), KEYS),
        Operand(dtype, (2, 3, keys, 24), HEADS),
    )
    gradient = Operand(dtype, (2, 3, queries, 24), HEADS)
    added = Operand.row_major("float32", tuple(mask)) if mask else None
    return types.attention_gradient(factors, gradient, added, 0.25, causal)


def policies(implementation: Implementation, operator: Operator, **wanted: int) -> list[Policy]:
    """The policies of an operator with some decisions."""
    found = implementation.space(operator, named("host"), breadth=8)
    return [p for p in found if wanted.items() <= dict(p.schedule).items()]


@pytest.mark.parametrize("implementation", [BLOCKS, WHOLE], ids=["blocks", "whole"])
def test_what_causal_attention_hides_is_left_out_in_pieces(
    implementation: Implementation,
) -> None:
    operator = heads(70, 70, causal=True)
    policy = policies(implementation, operator, parts=4)[0]
    check(operator, policy, named("host"), threads=2)


@pytest.mark.parametrize("implementation", [BLOCKS, WHOLE], ids=["blocks", "whole"])
@pytest.mark.parametrize(("queries", "keys"), [(40, 70), (70, 40)])
def test_causal_attention_to_more_or_fewer_keys_is_not_cut(
    implementation: Implementation, queries: int, keys: int
) -> None:
    operator = heads(queries, keys, causal=True)
    assert policies(implementation, operator)
    assert not policies(implementation, operator, parts=2)


@pytest.mark.parametrize("implementation", [BLOCKS, WHOLE], ids=["blocks", "whole"])
def test_threads_change_no_bit(implementation: Implementation) -> None:
    target, operator = named("host"), heads(20, 20, mask=(20, 20))
    policy, arrays = implementation.default(operator, target), random_arrays(operator)
    one, three = (compute(operator, policy, target, arrays, threads=n) for n in (1, 3))
    assert one.tobytes() == three.tobytes()


@pytest.mark.parametrize("implementation", [BLOCKS, WHOLE], ids=["blocks", "whole"])
def test_numbers_of_16_bits_are_computed_in_32(implementation: Implementation) -> None:
    target, operator = named("host"), heads(20, 30, dtype="bfloat16")
    arrays = random_arrays(operator)
    found = compute(operator, implementation.default(operator, target), target, arrays)
    assert error(operator, arrays, found) < 2**-8


def test_masked_keys_get_no_gradient() -> None:
    target, operator = named("host"), heads(9, 7, mask=(7,))
    arrays = random_arrays(operator)
    arrays[4] = np.asarray([0, 0, -np.inf, 0, 0, -np.inf, 0], np.float32)
    found = compute(operator, WHOLE.default(operator, target), target, arrays)
    _, *of_keys = types.parts_of(operator)
    for part in not_empty(of_keys):
        gradient = found[part.offset : part.end].reshape(part.shape)
        assert np.isfinite(gradient).all()
        assert (gradient[:, [2, 5]] == 0).all()


@pytest.mark.parametrize("implementation", [BLOCKS, WHOLE], ids=["blocks", "whole"])
@pytest.mark.parametrize("causal", [False, True])
def test_a_query_masked_by_the_smallest_number_sees_all_keys_alike(
    implementation: Implementation, causal: bool
) -> None:
    target, operator = named("host"), heads(20, 30, causal, mask=(20, 30))
    arrays = random_arrays(operator)
    arrays[4] = np.zeros((20, 30), np.float32)
    arrays[4][[3, 19]] = np.finfo(np.float32).min
    arrays[4][5, 2:] = -np.inf
    found = compute(operator, implementation.default(operator, target), target, arrays)
    assert error(operator, arrays, found) < 1e-5


def test_long_rows_have_no_whole_heads() -> None:
    operator = heads(600, 600)
    assert not WHOLE.computes(operator, named("host"))
    assert BLOCKS.computes(operator, named("host"))
