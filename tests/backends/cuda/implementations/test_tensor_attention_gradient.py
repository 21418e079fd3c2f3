"""Gradients of attention by matrix instructions compute the reference: tiles that do not divide,
masks, hidden keys, long heads, any layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.implementation import MAX_BREADTH
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.attention.attention_gradient import attention_gradient, parts_of
from aoe.policy import Policy
from tests.backends.cuda.running import TARGET, executed, kernel_ptx
from tests.loops.interpreter import view_of
from tests.not_empty import not_empty
from tests.operators.operator_cases import arrays_for, check

NAME = "mma_attention_gradient"
#: The implementations of types.
NAMES = {"float16": NAME, "bfloat16": NAME, "float32": f"{NAME}_tf32x3"}
#: (batch, heads, length, size) in memory (batch, length, heads, size); transposed keys likewise.
HEADS, KEYS = (0, 2, 1, 3), (0, 3, 1, 2)
#: The types that are multiplied, with the error of factors of that type.
TYPES = {"float16": 1e-3, "bfloat16": 8e-3, "float32": 3e-6}
#: One of those of 16 bits, which differ in their instruction only, and that of 32 bits.
WIDTHS = ["float16", "float32"]
Wanted = Callable[[Policy], bool]


def heads(
    queries: int,
    keys: int,
    size: int,
    values: int,
    mask: Sequence[int] = (),
    causal: bool = False,
    dtype: str = "float16",
) -> Operator:
    """Two heads, as projections store them."""
    factors = (
        Operand(dtype, (1, 2, queries, size), HEADS),
        Operand(dtype, (1, 2, size, keys), KEYS),
        Operand(dtype, (1, 2, keys, values), HEADS),
    )
    gradient = Operand(dtype, (1, 2, queries, values), HEADS)
    added = Operand.row_major("float32", tuple(mask)) if mask else None
    return attention_gradient(factors, gradient, added, size**-0.5, causal)


def decides(**wanted: object) -> Wanted:
    return lambda policy: all(dict(policy.schedule)[name] == item for name, item in wanted.items())


def inputs_of(operator: Operator) -> list[np.ndarray]:
    return [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]


def computed(
    operator: Operator, arrays: Sequence[np.ndarray], wanted: Wanted, padding: int = 0
) -> np.ndarray:
    """What the best policy computes."""
    item = implementations()[NAMES[operator.inputs[0].dtype]]
    policy = next(p for p in item.space(operator, TARGET, MAX_BREADTH) if wanted(p))
    views = [View.dense(operand) for operand in operator.inputs]
    output = View.dense(operator.output)
    program = item.lower(operator, views, output, policy, TARGET)
    buffers = []
    for array, view in zip(arrays, views, strict=True):
        buffers.append(np.empty(array.size, array.dtype))
        view_of(buffers[-1], view)[...] = array
    memory = np.zeros(output.shape, numpy_type(output.dtype))
    return executed(program, buffers, views, output, memory, TARGET).astype(np.float32)


def expected(operator: Operator, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The reference in float32."""
    wide = replace(
        operator,
        inputs=tuple(replace(item, dtype="float32") for item in operator.inputs),
        output=replace(operator.output, dtype="float32"),
    )
    return reference(wide, [array.astype(np.float32) for array in arrays])


def compared(
    operator: Operator,
    wanted: Wanted = lambda policy: True,
    arrays: Sequence[np.ndarray] | None = None,
) -> None:
    """Each gradient is right, relative to the largest element of it."""
    arrays = inputs_of(operator) if arrays is None else arrays
    tolerance = TYPES[operator.inputs[0].dtype]
    found, right = computed(operator, arrays, wanted), expected(operator, arrays)
    for part in parts_of(operator):
        of_part = slice(part.offset, part.end)
        scale = tolerance * np.abs(right[of_part]).max(initial=1e-3)
        np.testing.assert_allclose(found[of_part], right[of_part], tolerance, scale)


@pytest.mark.parametrize(
    ("dtype", "sizes"),
    [
        ("float16", (16, 32, 16, 16)),
        ("float16", (37, 50, 40, 64)),
        ("float16", (3, 33, 6, 5)),
        ("bfloat16", (37, 50, 64, 32)),
        ("bfloat16", (5, 9, 8, 24)),
        ("float32", (37, 50, 40, 64)),
        ("float32", (16, 32, 16, 32)),
        ("float32", (5, 33, 6, 5)),
    ],
)
def test_sizes_that_tiles_do_not_divide(dtype: str, sizes: tuple[int, int, int, int]) -> None:
    compared(heads(*sizes, dtype=dtype))


@pytest.mark.parametrize("mask", [(1, 1, 1, 45), (20, 45), (1, 1, 20, 1), (1, 2, 20, 45), (45,)])
def test_masks_of_any_shape(mask: Sequence[int]) -> None:
    compared(heads(20, 45, 16, 16, mask), decides(tile=(16, 16)))


@pytest.mark.parametrize("dtype", WIDTHS)
def test_masks_of_causal_attention(dtype: str) -> None:
    operator = heads(40, 45, 32, 16, (40, 45), causal=True, dtype=dtype)
    compared(operator, decides(kernels=3))


@pytest.mark.parametrize("tile", [(16, 16), (32, 32)])
@pytest.mark.parametrize(("queries", "keys"), [(45, 45), (20, 45), (80, 45)])
def test_causal_attention_of_any_sizes(queries: int, keys: int, tile: tuple[int, int]) -> None:
    compared(heads(queries, keys, 16, 24, causal=True), decides(tile=tile))


@pytest.mark.parametrize(
    ("tile", "warps", "causal", "dtype"),
    [
        ((16, 64), 1, True, "float16"),
        ((32, 16), 2, False, "float16"),
        ((64, 32), 4, True, "float16"),
        ((64, 16), 2, False, "float16"),
        ((128, 32), 8, False, "float16"),
        ((128, 16), 4, True, "float16"),
        ((64, 16), 2, True, "float32"),
        ((16, 32), 1, False, "float32"),
        ((16, 128), 1, False, "float16"),
    ],
)
def test_any_tile(tile: tuple[int, int], warps: int, causal: bool, dtype: str) -> None:
    operator = heads(tile[0] + 22, tile[1] + 12, 16, 24, causal=causal, dtype=dtype)
    compared(operator, decides(tile=tile, warps=warps))


@pytest.mark.parametrize(("dtype", "size"), [("float16", 80), ("float16", 96), ("float32", 40)])
def test_lines_whose_copies_a_warp_does_not_divide(dtype: str, size: int) -> None:
    """A thread copies at several places of a line, in several turns."""
    compared(heads(18, 40, size, size, dtype=dtype), decides(tile=(16, 32), warps=1))


def test_tuning_tries_kernels_that_take_all_registers() -> None:
    operator = heads(20, 20, 16, 16)
    item = implementations()[NAME]
    space = item.space(operator, TARGET, MAX_BREADTH)
    most = [policy for policy in space if dict(policy.schedule).get("registers") == "most"]
    assert 2 * len(most) == len(space)
    assert "registers" not in dict(item.default(operator, TARGET).schedule)
    views = [View.dense(operand) for operand in operator.inputs]
    for policy, told in ((space[0], False), (most[0], True)):
        program = item.lower(operator, views, View.dense(operator.output), policy, TARGET)
        for kernel in not_empty(program.kernels):
            assert isinstance(kernel, SimtKernel)
            assert (".minnctapersm 1" in kernel_ptx(kernel, TARGET)) == told
    compared(operator, lambda policy: policy == most[0])


@pytest.mark.parametrize("kernels", [2, 3])
@pytest.mark.parametrize("stages", [2, 3])
def test_any_number_of_stages_and_kernels(stages: int, kernels: int) -> None:
    compared(heads(40, 75, 16, 16), decides(stages=stages, kernels=kernels, tile=(16, 16)))


@pytest.mark.parametrize(("size", "values"), [(72, 128), (256, 256)])
def test_long_keys_and_values(size: int, values: int) -> None:
    compared(heads(10, 20, size, values))


def test_long_keys_and_values_of_float32() -> None:
    compared(heads(10, 20, 72, 128, dtype="float32"))


def test_tf32_is_for_operators_of_low_precision() -> None:
    operator = replace(heads(20, 40, 24, 16, dtype="float32"), precision="low")
    name = f"{NAME}_tf32"
    assert not implementations()[name].supports(replace(operator, precision="default"), TARGET)
    arrays = inputs_of(operator)
    check(
        name,
        operator,
        TARGET,
        0,
        arrays,
        policies=1,
        run=executed,
        tolerance=2e-3,
        known=implementations,
    )


@pytest.mark.parametrize("padding", [1, 8])
def test_operands_lie_anywhere(padding: int) -> None:
    operator = heads(20, 40, 24, 16)
    check(
        NAME,
        operator,
        TARGET,
        padding,
        inputs_of(operator),
        policies=1,
        run=executed,
        tolerance=8e-3,
        known=implementations,
    )


@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0)])
def test_any_order_of_dimensions(order: tuple[int, ...], dtype: str) -> None:
    operator = heads(20, 36, 24, 16, dtype=dtype)
    inputs = tuple(replace(item, order=order) for item in operator.inputs)
    compared(replace(operator, inputs=inputs))


@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("hidden", [-np.inf, np.finfo(np.float32).min])
def test_hidden_keys_get_no_gradient_of_their_own(hidden: float, dtype: str) -> None:
    operator = heads(20, 70, 16, 8, (20, 70), dtype=dtype)
    arrays = inputs_of(operator)
    seen = np.arange(70) < 3 + 4 * np.arange(20)[:, None]
    arrays[4] = np.where(seen, 0.0, hidden).astype(np.float32)
    compared(operator, decides(tile=(16, 16)), arrays)
    found = computed(operator, arrays, decides(tile=(16, 32)))
    assert not np.isnan(found).any()


@pytest.mark.parametrize("dtype", WIDTHS)
def test_a_query_with_the_same_huge_mask_everywhere_sees_all_keys_alike(dtype: str) -> None:
    operator = heads(20, 70, 16, 8, (20, 70), dtype=dtype)
    arrays = inputs_of(operator)
    arrays[4][:] = np.where(np.arange(20)[:, None] < 3, np.finfo(np.float32).min, 0.0)
    compared(operator, decides(tile=(16, 32)), arrays)


def test_large_scores_do_not_overflow() -> None:
    operator = heads(8, 40, 8, 8)
    arrays = inputs_of(operator)
    arrays[0] = (arrays[0] * 1e3).astype(arrays[0].dtype)
    compared(operator, arrays=arrays)


def test_results_do_not_depend_on_who_computes_first() -> None:
    operator = heads(40, 50, 16, 16, (40, 50))
    arrays = inputs_of(operator)
    first, second = (computed(operator, arrays, decides(tile=(16, 16))) for _ in range(2))
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize(
    "operator",
    [
        heads(8, 8, 264, 16),
        heads(8, 8, 16, 264),
        replace(heads(8, 8, 16, 16, dtype="float32"), precision="highest"),
    ],
    ids=["long keys", "long values", "highest precision"],
)
def test_other_operators_are_left_to_loop_nests(operator: Operator) -> None:
    for name in NAMES.values():
        assert not implementations()[name].supports(operator, TARGET)
    assert implementations()["simt_attention_gradient"].supports(operator, TARGET)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_gradients(data: st.DataObject) -> None:
    dtype = data.draw(st.sampled_from([*TYPES]))
    queries, keys = data.draw(st.integers(1, 50)), data.draw(st.integers(1, 70))
    size, values = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 40))
    mask = data.draw(st.sampled_from([(), (1, 1, 1, keys), (queries, keys), (1, 2, 1, 1)]))
    causal, number = data.draw(st.booleans()), data.draw(st.integers(0, 5))
    operator = heads(queries, keys, size, values, mask, causal, dtype)
    space = implementations()[NAMES[dtype]].space(operator, TARGET)
    chosen = space[min(number, len(space) - 1)]
    compared(operator, lambda policy: policy == chosen)
