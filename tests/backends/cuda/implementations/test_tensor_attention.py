"""Attention by matrix instructions computes the reference: tiles that do not divide, masks, hidden
keys, heads that share keys, any layout, keys that warps and blocks share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.attention_kernel import AttentionKernel
from aoe.backends.implementation import MAX_BREADTH
from aoe.element_types import numpy_type, unit_roundoff
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.attention.attention import attention, scores_of
from aoe.policy import Policy
from tests.backends.cuda.running import TARGET, executed
from tests.loops.interpreter import view_of
from tests.operators.operator_cases import arrays_for, check

#: (batch, heads, length, size) in memory (batch, length, heads, size); transposed keys likewise.
HEADS, KEYS = (0, 2, 1, 3), (0, 3, 1, 2)
#: Implementations with a type that they multiply, and the error of that type.
KINDS = [
    ("mma_attention", "float16", 2e-3),
    ("mma_attention", "bfloat16", 1.5e-2),
    ("mma_attention_tf32x3", "float32", 2e-6),
]
#: One of those of 16 bits, which differ in their instruction only, and that of 32 bits.
WIDTHS = [KINDS[0], KINDS[2]]
Wanted = Callable[[Policy], bool]


def heads(
    dtype: str,
    queries: int,
    keys: int,
    size: int,
    values: int,
    mask: Sequence[int] = (),
    shared: int = 3,
    output: str = "float32",
) -> Operator:
    """Two batches of three heads, as projections store them."""
    factors = (
        Operand(dtype, (2, 3, queries, size), HEADS),
        Operand(dtype, (2, shared, size, keys), KEYS),
        Operand(dtype, (2, shared, keys, values), HEADS),
    )
    scores = apply("mul", Accumulator(), Constant(size**-0.5))
    masks = (Operand.row_major("float32", tuple(mask)),) if mask else ()
    if mask:
        scores = apply("add", scores, Load(3))
    return attention(factors, scores, masks, Operand(output, (2, 3, queries, values), HEADS))


def causal(operator: Operator) -> Operator:
    factors, masks = operator.inputs[:3], operator.inputs[3:]
    return attention(factors, scores_of(operator), masks, operator.output, causal=True)


def decides(**wanted: object) -> Wanted:
    return lambda policy: all(dict(policy.schedule)[name] == item for name, item in wanted.items())


def inputs_of(operator: Operator) -> list[np.ndarray]:
    return [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]


def computed(
    name: str, operator: Operator, wanted: Wanted, arrays: Sequence[np.ndarray]
) -> np.ndarray:
    """What the best policy computes, of dense operands."""
    item = implementations()[name]
    policy = next(p for p in item.space(operator, TARGET, MAX_BREADTH) if wanted(p))
    views = [View.dense(operand) for operand in operator.inputs]
    output = View.dense(operator.output)
    program = item.lower(operator, views, output, policy, TARGET)
    buffers = []
    for array, view in zip(arrays, views, strict=True):
        buffers.append(np.empty(array.size, array.dtype))
        view_of(buffers[-1], view)[...] = array
    memory = np.zeros(prod(output.shape), numpy_type(output.dtype))
    return executed(program, buffers, views, output, memory, TARGET)


def compared(
    name: str,
    operator: Operator,
    tolerance: float,
    wanted: Wanted | None = None,
    arrays: Sequence[np.ndarray] | None = None,
    padding: int = 0,
    policies: int = 1,
) -> None:
    check(
        name,
        operator,
        TARGET,
        padding,
        inputs_of(operator) if arrays is None else arrays,
        policies=policies,
        run=executed,
        tolerance=tolerance,
        wanted=wanted,
        known=implementations,
    )


@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
@pytest.mark.parametrize(
    ("queries", "keys", "size", "values"),
    [(16, 32, 16, 16), (37, 50, 64, 64), (5, 9, 8, 24), (70, 130, 40, 32), (3, 33, 6, 5)],
)
def test_sizes_that_tiles_do_not_divide(
    name: str, dtype: str, tolerance: float, queries: int, keys: int, size: int, values: int
) -> None:
    compared(name, heads(dtype, queries, keys, size, values), tolerance)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
@pytest.mark.parametrize("mask", [(1, 1, 1, 45), (40, 45), (2, 1, 40, 1), (2, 3, 40, 45)])
def test_masks_of_any_shape(name: str, dtype: str, tolerance: float, mask: Sequence[int]) -> None:
    compared(name, heads(dtype, 40, 45, 32, 32, mask), tolerance)


SHAPES = [
    ((16, 64), (1, 1)),
    ((16, 64), (1, 4)),
    ((16, 128), (1, 8)),
    ((32, 32), (2, 2)),
    ((32, 64), (2, 4)),
    ((64, 32), (2, 1)),
    ((64, 64), (4, 1)),
    ((64, 64), (4, 2)),
    ((128, 32), (8, 1)),
    ((128, 32), (4, 1)),
]


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize(("tile", "warps"), SHAPES)
def test_any_tile_with_and_without_hidden_keys(
    name: str, dtype: str, tolerance: float, tile: tuple[int, int], warps: tuple[int, int]
) -> None:
    queries, keys = tile[0] + 22, 2 * tile[1] + 12
    operator = heads(dtype, queries, keys, 32, 40, (queries, keys))
    wanted = decides(tile=tile, warps=warps, split=1)
    compared(name, operator, tolerance, wanted)
    compared(name, causal(operator), tolerance, wanted)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("split", [2, 4, 8])
def test_parts_of_the_keys_are_added(name: str, dtype: str, tolerance: float, split: int) -> None:
    operator = heads(dtype, 3, 500, 16, 32, (1, 1, 1, 500))
    compared(name, operator, tolerance, decides(split=split))


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("stages", [2, 3])
def test_any_number_of_stages(name: str, dtype: str, tolerance: float, stages: int) -> None:
    operator = heads(dtype, 16, 200, 16, 16)
    compared(name, operator, tolerance, decides(stages=stages, tile=(16, 32)))


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("size", [72, 128, 256])
def test_long_keys_and_values(name: str, dtype: str, tolerance: float, size: int) -> None:
    compared(name, heads(dtype, 20, 40, size, size), tolerance)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
def test_heads_that_share_keys_are_rows_of_a_tile(name: str, dtype: str, tolerance: float) -> None:
    operator = heads(dtype, 7, 40, 24, 16, (2, 3, 7, 40), shared=1)
    compared(name, operator, tolerance)
    compared(name, causal(operator), tolerance)
    item = implementations()[name]
    views = [View.dense(operand) for operand in operator.inputs]
    policy = item.default(operator, TARGET)
    program = item.lower(operator, views, View.dense(operator.output), policy, TARGET)
    work = program.kernels[0]
    assert isinstance(work, AttentionKernel)
    assert (work.batch, work.rows, work.row_count) == (("b0",), ("b1", "m"), 21)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("padding", [1, 3, 8])
def test_operands_lie_anywhere(name: str, dtype: str, tolerance: float, padding: int) -> None:
    compared(name, heads(dtype, 20, 40, 24, 16), tolerance, padding=padding)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_any_order_of_dimensions(
    name: str, dtype: str, tolerance: float, order: tuple[int, ...]
) -> None:
    operator = heads(dtype, 20, 36, 24, 16)
    inputs = tuple(replace(item, order=order) for item in operator.inputs)
    output = replace(operator.output, order=order)
    compared(name, replace(operator, inputs=inputs, output=output), tolerance)


@pytest.mark.parametrize("output", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
@pytest.mark.parametrize(("tile", "warps"), [((16, 32), (1, 2)), ((32, 32), (2, 1))])
def test_results_have_an_epilogue_and_any_type(
    name: str,
    dtype: str,
    tolerance: float,
    output: str,
    tile: tuple[int, int],
    warps: tuple[int, int],
) -> None:
    operator = heads(dtype, 20, 36, 24, 16, output=output)
    extra = Operand.row_major("float32", (3, 1, 16))
    epilogue = apply("max", apply("add", Accumulator(), Load(3)), Constant(0.0))
    operator = replace(operator, inputs=(*operator.inputs, extra), epilogue=epilogue)
    arrays = inputs_of(operator)
    found = computed(name, operator, decides(tile=tile, warps=warps), arrays)
    assert found.dtype == numpy_type(output)
    bound = max(tolerance, 2 * unit_roundoff(output))
    expected = reference(operator, arrays).astype(np.float32)
    np.testing.assert_allclose(found.astype(np.float32), expected, bound, bound * 3)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("decisions", [{"split": 1}, {"split": 2}, {"warps": (1, 4)}])
@pytest.mark.parametrize("hidden", [-np.inf, np.finfo(np.float32).min])
def test_hidden_keys_count_nothing_and_a_row_of_nothing_else_is_not_a_number(
    name: str, dtype: str, tolerance: float, decisions: Mapping[str, object], hidden: float
) -> None:
    operator = heads(dtype, 20, 130, 16, 8, (20, 130))
    arrays = inputs_of(operator)
    seen = np.arange(130) < 5 * np.arange(20)[:, None]
    arrays[3] = np.where(seen, 0.0, hidden).astype(np.float32)
    found = computed(name, operator, decides(**decisions), arrays)
    expected = reference(operator, arrays)
    assert np.isnan(expected[:, :, 0]).all() == np.isinf(hidden)
    np.testing.assert_allclose(found, expected, tolerance, tolerance * 3)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
def test_large_scores_do_not_overflow(name: str, dtype: str, tolerance: float) -> None:
    operator = heads(dtype, 8, 40, 8, 8)
    arrays = inputs_of(operator)
    arrays[0] = (arrays[0] * 1e3).astype(arrays[0].dtype)
    compared(name, operator, max(tolerance, 2e-5), arrays=arrays)


@pytest.mark.parametrize("sizes", [(37, 50, 64, 64), (5, 140, 24, 40)])
def test_tf32_is_for_operators_of_low_precision(sizes: tuple[int, int, int, int]) -> None:
    operator = heads("float32", *sizes)
    assert not implementations()["mma_attention_tf32"].supports(operator, TARGET)
    compared("mma_attention_tf32", replace(operator, precision="low"), 2e-3)


@pytest.mark.parametrize(("name", "dtype", "tolerance"), WIDTHS)
@pytest.mark.parametrize("factor", [-0.3, 0.25, 3.0])
@pytest.mark.parametrize("decisions", [{"split": 1}, {"split": 2}, {"warps": (1, 2)}])
def test_scores_are_products_times_any_factor(
    name: str, dtype: str, tolerance: float, factor: float, decisions: Mapping[str, object]
) -> None:
    plain = heads(dtype, 20, 130, 16, 8)
    scores = apply("mul", Constant(factor), Accumulator())
    operator = attention(plain.inputs, scores, (), plain.output)
    bound = tolerance * max(1.0, 2 * abs(factor))
    compared(name, operator, bound, decides(**decisions))


@pytest.mark.parametrize(("name", "dtype", "tolerance"), KINDS)
def test_warps_share_the_keys_that_a_query_sees(name: str, dtype: str, tolerance: float) -> None:
    compared(name, causal(heads(dtype, 20, 130, 16, 8)), tolerance, decides(warps=(1, 2)))


def test_float32_is_as_exact_as_float32() -> None:
    operator = heads("float32", 16, 96, 64, 64)
    item = implementations()["mma_attention_tf32x3"]
    assert item.supports(operator, TARGET)
    assert not item.supports(replace(operator, precision="highest"), TARGET)
    assert not implementations()["mma_attention"].supports(operator, TARGET)
    compared("mma_attention_tf32x3", operator, 1e-6, policies=6)


@pytest.mark.parametrize("change", [{"dtype": "float64"}, {"dtype": "float16", "size": 264}])
def test_other_operators_are_left_to_loop_nests(change: dict[str, object]) -> None:
    dtype, size = str(change["dtype"]), int(str(change.get("size", 16)))
    operator = heads(dtype, 8, 8, size, 16)
    for name in ("mma_attention", "mma_attention_tf32x3"):
        assert not implementations()[name].supports(operator, TARGET)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_attention(data: st.DataObject) -> None:
    name, dtype, tolerance = data.draw(st.sampled_from(KINDS))
    queries, keys = data.draw(st.integers(1, 80)), data.draw(st.integers(1, 150))
    size, values = data.draw(st.integers(1, 70)), data.draw(st.integers(1, 70))
    shared = data.draw(st.sampled_from([1, 3]))
    mask = data.draw(st.sampled_from([(), (1, 1, 1, keys), (queries, keys)]))
    operator = heads(dtype, queries, keys, size, values, mask, shared)
    if data.draw(st.booleans()):
        operator = causal(operator)
    padding, policies = data.draw(st.integers(0, 4)), data.draw(st.integers(1, 3))
    compared(name, operator, tolerance, padding=padding, policies=policies)
