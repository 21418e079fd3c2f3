"""The gradients of attention are the central differences of attention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention import attention
from aoe.operators.types.attention.attention_gradient import OPERATOR, attention_gradient, parts_of
from tests.operators.source_node import TypedNode

#: Batch, heads, queries, keys, and elements of a key and of a value.
B, H, M, N, D, E = 2, 3, 4, 5, 2, 3
SHAPES = ((B, H, M, D), (B, H, D, N), (B, H, N, E), (B, H, M, E))
SCALE = 0.75


def operands(mask: Sequence[int] = ()) -> list[Operand]:
    shapes = (*SHAPES, tuple(mask)) if mask else SHAPES
    return [Operand.row_major("float64", shape) for shape in shapes]


def differences(function: Any, arrays: Sequence[np.ndarray], number: int) -> np.ndarray:
    """The gradient of a number that a function computes, by one of its arguments."""
    found, step = np.zeros_like(arrays[number]), 1e-6
    for place in np.ndindex(found.shape):
        results = []
        for sign in (1, -1):
            moved = [array.copy() for array in arrays]
            moved[number][place] += sign * step
            results.append(function(*moved))
        found[place] = (results[0] - results[1]) / (2 * step)
    return found


@pytest.mark.parametrize("mask", [(), (M, N), (B, 1, 1, N)])
@pytest.mark.parametrize("causal", [False, True])
def test_the_reference_is_the_slope_of_attention(causal: bool, mask: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    given = operands(mask)
    arrays = [rng.standard_normal(item.shape) for item in given]
    *factors, gradient = given[:4]
    operator = attention_gradient(factors, gradient, given[4] if mask else None, SCALE, causal)
    found = OPERATOR.reference(operator, arrays)
    hidden = np.where(np.tri(M, N) > 0, 0.0, -np.inf) if causal else np.zeros((M, N))
    added = hidden + (arrays[4] if mask else 0.0)
    scores = apply("add", apply("mul", Accumulator(), Constant(SCALE)), Load(3))
    masked = Operand.row_major("float64", added.shape)
    forward = attention.attention(factors, scores, (masked,), gradient)

    def total(queries: np.ndarray, keys: np.ndarray, values: np.ndarray) -> float:
        result = attention.OPERATOR.reference(forward, (queries, keys, values, added))
        return float((result * arrays[3]).sum())

    for number, part in enumerate(parts_of(operator)):
        slope = differences(total, arrays[:3], number)
        if number == 1:
            slope = slope.swapaxes(2, 3)
        expected = slope.swapaxes(1, 2)
        assert part.shape == expected.shape
        result = found[part.offset : part.end].reshape(part.shape)
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-8)


def node(shapes: Sequence[Sequence[int]], length: int) -> TypedNode:
    given = [Operand.row_major("float32", tuple(shape)) for shape in shapes]
    output = Operand.row_major("float32", (length,))
    return TypedNode("AttentionGradient", given, output, {"scale": 1.0})


def test_a_node_becomes_an_operator() -> None:
    length = B * H * (M * D + N * D + N * E)
    operator = OPERATOR.import_node(node(SHAPES, length)).operator
    assert operator == attention_gradient(
        [Operand.row_major("float32", shape) for shape in SHAPES[:3]],
        Operand.row_major("float32", SHAPES[3]),
        None,
        1.0,
    )


@pytest.mark.parametrize(
    ("shapes", "length", "message"),
    [
        ((SHAPES[0], (B, H, N, D), *SHAPES[2:]), 246, "queries .* and keys .* do not fit"),
        ((*SHAPES[:3], (B, H, N, E)), 246, "the gradient .* do not fit"),
        (SHAPES, 5, r"must have the shape \[198\]"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(
    shapes: Sequence[Sequence[int]], length: int, message: str
) -> None:
    with pytest.raises(UnsupportedModelError, match=message):
        OPERATOR.import_node(node(shapes, length))


def test_a_node_of_causal_attention_becomes_an_operator() -> None:
    given = [Operand.row_major("float32", shape) for shape in SHAPES]
    source = TypedNode(attention.CAUSAL_NODE, given[:3], given[3], {"scale": 0.5})
    operator = attention.OPERATOR.import_node(source).operator
    scores = apply("mul", Accumulator(), Constant(0.5))
    assert operator == attention.attention(given[:3], scores, (), given[3], causal=True)
    wrong = TypedNode(attention.CAUSAL_NODE, given[:3], given[0], {"scale": 0.5})
    with pytest.raises(UnsupportedModelError, match="do not fit"):
        attention.OPERATOR.import_node(wrong)


def test_its_multiply_adds_are_those_of_five_products() -> None:
    given: list[Operand] = operands()
    whole: Operator = attention_gradient(given[:3], given[3], None, 1.0)
    assert OPERATOR.multiply_adds(whole) == B * H * M * N * (3 * D + 2 * E)
    causal = attention_gradient(given[:3], given[3], None, 1.0, True)
    assert OPERATOR.multiply_adds(causal) == B * H * (1 + 2 + 3 + 4) * (3 * D + 2 * E)
