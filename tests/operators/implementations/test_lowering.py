"""Programs of every implementation compute the reference: odd shapes, layouts, fused neighbours."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply, cast
from aoe.operators.concat import concatenation
from aoe.operators.gather import gather
from aoe.operators.layer_normalization import normalization
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.pointwise import pointwise
from aoe.operators.reduce import reduction
from aoe.operators.registry import default_policy, implementations, lower
from aoe.operators.softmax import softmax
from aoe.policy import Policy
from tests.operators.operator_cases import (
    DEVICES,
    broadcast_shapes,
    check,
    device,
    fused,
    operands,
    orders,
)

SHAPES = st.lists(st.integers(1, 9), min_size=0, max_size=4).map(tuple)
ROWS = st.lists(st.integers(1, 11), min_size=1, max_size=4).map(tuple)
PADDING = st.sampled_from([0, 0, 3])
EXAMPLES = settings(max_examples=25, deadline=None)


@EXAMPLES
@given(st.data(), SHAPES, DEVICES, PADDING)
def test_pointwise(data: st.DataObject, shape: tuple[int, ...], target: Device, pad: int) -> None:
    inputs = [data.draw(operands(shape))]
    expression: Expression = apply("tanh", Load(0))
    for number in range(1, data.draw(st.integers(1, 3))):
        inputs.append(data.draw(operands(data.draw(broadcast_shapes(shape)))))
        expression = apply("mul", apply("add", expression, Load(number)), Load(0))
    output = Operand("float32", shape, data.draw(orders(len(shape))))
    check("pointwise", pointwise(expression, inputs, output), target, pad)


@EXAMPLES
@given(st.data(), SHAPES, DEVICES)
def test_pointwise_of_several_dtypes(
    data: st.DataObject, shape: tuple[int, ...], target: Device
) -> None:
    inputs = [data.draw(operands(shape, dtype)) for dtype in ("bool", "int64", "float32")]
    then = cast(apply("mul", Load(1), Constant(3, "int64")), "float32")
    expression = apply("less", apply("select", Load(0), then, Load(2)), Constant(0.0))
    check("pointwise", pointwise(expression, inputs, Operand.row_major("bool", shape)), target)


def test_a_large_pointwise_operator_is_shared_by_all_threads() -> None:
    shape = (1, 7, 50, 61)
    last = Operand("float32", shape, (0, 2, 3, 1))
    operator = pointwise(apply("exp", Load(0)), [Operand.row_major("float32", shape)], last)
    target = device(3)
    check("pointwise", operator, target, policies=24)
    views = [View.dense(operator.inputs[0])]
    policy = default_policy(operator, target)
    program = lower(operator, views, View.dense(last), policy, target)
    assert program.kernels[0].parallel > 0


def test_a_small_pointwise_operator_runs_on_one_thread() -> None:
    operand = Operand.row_major("float32", (10, 10))
    operator = pointwise(apply("exp", Load(0)), [operand], operand)
    view, target = View.dense(operand), device(2)
    program = lower(operator, [view], view, default_policy(operator, target), target)
    assert program.kernels[0].parallel == 0


def test_dense_operands_of_equal_order_become_one_loop() -> None:
    operand = Operand("float32", (2, 8, 5, 3), (0, 2, 3, 1))
    operator = pointwise(apply("add", Load(0), Load(1)), [operand, operand], operand)
    view, target = View.dense(operand), device(1)
    program = lower(operator, [view, view], view, default_policy(operator, target), target)
    assert [axis.extent for axis in program.kernels[0].stages[0].axes] == [prod(operand.shape)]


@st.composite
def _axes(draw: st.DrawFn, rank: int) -> tuple[int, ...]:
    return tuple(sorted(draw(st.sets(st.integers(0, rank - 1), min_size=1))))


@EXAMPLES
@given(
    st.data(), ROWS, st.sampled_from(["sum", "max", "min", "prod"]), st.booleans(), DEVICES, PADDING
)
def test_reduce(
    data: st.DataObject,
    shape: tuple[int, ...],
    combine: str,
    keepdims: bool,
    target: Device,
    pad: int,
) -> None:
    axes = data.draw(_axes(len(shape)))
    operator = reduction(data.draw(operands(shape)), axes, combine, keepdims)
    check("reduce", data.draw(fused(operator, prologue=True)), target, pad)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 3, 1)])
def test_global_pooling_shares_channels_or_rows(order: tuple[int, ...]) -> None:
    x = Operand("float32", (1, 130, 13, 15), order)
    value = apply("mul", Accumulator(), Constant(1 / 195))
    check("reduce", reduction(x, (2, 3), "sum", True, epilogue=value), device(2), policies=24)


def test_reduction_of_integers() -> None:
    x = Operand.row_major("int64", (5, 37))
    check("reduce", reduction(x, (1,), "max", False), device(2), policies=24)


@EXAMPLES
@given(st.data(), ROWS, st.booleans(), DEVICES, PADDING)
def test_softmax(
    data: st.DataObject, shape: tuple[int, ...], log: bool, target: Device, pad: int
) -> None:
    first = data.draw(st.integers(0, len(shape) - 1))
    axes = data.draw(st.sampled_from([(first,), tuple(range(first, len(shape)))]))
    operator = softmax(data.draw(operands(shape)), axes, log)
    check("softmax", data.draw(fused(operator, prologue=True)), target, pad)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_softmax_of_many_rows(order: tuple[int, ...]) -> None:
    x = Operand("float32", (4, 50, 70), order)
    check("softmax", softmax(x, (2,)), device(2), policies=24)


@EXAMPLES
@given(st.data(), ROWS, st.booleans(), DEVICES, PADDING)
def test_layer_normalization(
    data: st.DataObject, shape: tuple[int, ...], center: bool, target: Device, pad: int
) -> None:
    first = data.draw(st.integers(0, len(shape) - 1))
    axes = tuple(range(first, len(shape)))
    scale, bias = (Operand.row_major("float32", shape[first:]) for _ in range(2))
    operator = normalization(data.draw(operands(shape)), axes, 1e-2, scale, bias, center)
    check("layer_normalization", data.draw(fused(operator, prologue=True)), target, pad)


@st.composite
def _windows(draw: st.DrawFn, channels: int) -> tuple[tuple[int, ...], dict[str, Any]]:
    """An input shape and a window's attributes, with the output's spatial shape."""
    rank = draw(st.integers(1, 3))
    kernel, strides, dilations, begins, ends, spatial, result = [], [], [], [], [], [], []
    for _ in range(rank):
        size, stride, dilation = (draw(st.integers(1, n)) for n in (4, 3, 2))
        reach = (size - 1) * dilation + 1
        begin, end = (draw(st.integers(0, min(2, reach - 1))) for _ in range(2))
        extent = draw(st.integers(reach, reach + 6))
        kernel.append(size)
        strides.append(stride)
        dilations.append(dilation)
        begins.append(begin)
        ends.append(end)
        spatial.append(extent)
        result.append((extent + begin + end - reach) // stride + 1)
    return (draw(st.integers(1, 2)), channels, *spatial), {
        "kernel": tuple(kernel),
        "strides": tuple(strides),
        "dilations": tuple(dilations),
        "pads": (*begins, *ends),
        "result": tuple(result),
    }


@EXAMPLES
@given(
    st.data(),
    st.sampled_from([1, 5, 17, 40]).flatmap(_windows),
    st.sampled_from(["max", "average"]),
    st.integers(0, 1),
    DEVICES,
    PADDING,
)
def test_pool(
    data: st.DataObject,
    window: tuple[tuple[int, ...], dict[str, Any]],
    combine: str,
    include: int,
    target: Device,
    pad: int,
) -> None:
    shape, attributes = window
    result = attributes.pop("result")
    attributes |= {"combine": combine, "count_include_pad": include}
    output = Operand.row_major("float32", (*shape[:2], *result))
    x = data.draw(operands(shape))
    operator = Operator("Pool", tuple(sorted(attributes.items())), (x,), output, 1)
    check("pool", data.draw(fused(operator)), target, pad)


def test_a_window_of_ceil_mode_may_leave_the_padding() -> None:
    attributes: dict[str, Any] = {
        "kernel": (3, 3),
        "strides": (2, 2),
        "dilations": (1, 1),
        "pads": (0, 0, 0, 0),
        "count_include_pad": 1,
        "combine": "average",
    }
    x = Operand("float32", (1, 20, 8, 8), (0, 2, 3, 1))
    output = Operand("float32", (1, 20, 4, 4), (0, 2, 3, 1))
    operator = Operator("Pool", tuple(sorted(attributes.items())), (x,), output, 1)
    check("pool", operator, device(2), policies=24)


@EXAMPLES
@given(
    st.data(),
    st.sampled_from([1, 5, 17, 40]).flatmap(_windows),
    st.integers(1, 3),
    st.booleans(),
    DEVICES,
    PADDING,
)
def test_depthwise_convolution(
    data: st.DataObject,
    window: tuple[tuple[int, ...], dict[str, Any]],
    multiplier: int,
    constant: bool,
    target: Device,
    pad: int,
) -> None:
    shape, attributes = window
    result, kernel = attributes.pop("result"), attributes.pop("kernel")
    attributes["group"] = shape[1]
    filters = shape[1] * multiplier
    w = data.draw(operands((filters, 1, *kernel), constant=constant))
    x = data.draw(operands(shape))
    output = Operand.row_major("float32", (shape[0], filters, *result))
    operator = Operator("Conv", tuple(sorted(attributes.items())), (x, w), output, 2)
    check("conv_depthwise", data.draw(fused(operator)), target, pad)


@EXAMPLES
@given(
    st.data(),
    st.tuples(st.integers(1, 2), st.integers(1, 40), st.integers(1, 5), st.integers(1, 6)),
    st.integers(1, 6),
    st.sampled_from([0.5, 0.75, 1.0, 0.6]),
    DEVICES,
    PADDING,
)
def test_local_response_normalization(
    data: st.DataObject,
    shape: tuple[int, ...],
    size: int,
    beta: float,
    target: Device,
    pad: int,
) -> None:
    attributes = (("alpha", 0.2), ("beta", beta), ("bias", 2.0), ("size", size))
    x = data.draw(operands(shape))
    operator = Operator("LRN", attributes, (x,), Operand.row_major("float32", shape), 1)
    check("lrn", data.draw(fused(operator)), target, pad)


@EXAMPLES
@given(st.data(), ROWS, st.sampled_from(["int32", "int64"]), DEVICES, PADDING)
def test_gather(
    data: st.DataObject, shape: tuple[int, ...], dtype: str, target: Device, pad: int
) -> None:
    axis = data.draw(st.integers(0, len(shape) - 1))
    shape = tuple(max(n, 3) if d == axis else n for d, n in enumerate(shape))
    x = data.draw(operands(shape))
    chosen = tuple(data.draw(st.lists(st.integers(1, 5), max_size=2)))
    indices = data.draw(operands(chosen, dtype))
    check("gather", data.draw(fused(gather(x, indices, axis))), target, pad)


@pytest.mark.parametrize(("axis", "indices"), [(0, (2, 6, 2)), (1, (3, 4, 1)), (0, (5, 1))])
def test_gather_by_tuples(axis: int, indices: tuple[int, ...]) -> None:
    x = Operand.row_major("float32", (3, 4, 33))
    positions = Operand.row_major("int64", indices)
    check("gather", gather(x, positions, axis, "nd"), device(2), policies=24)


@pytest.mark.parametrize("axis", [0, 1])
def test_gather_elements(axis: int) -> None:
    x = Operand.row_major("bool", (5, 9))
    positions = Operand.row_major("int32", (5, 4) if axis else (3, 9))
    check("gather", gather(x, positions, axis, "elements"), device(2), policies=24)


@EXAMPLES
@given(st.data(), ROWS, st.integers(1, 4), DEVICES, PADDING)
def test_concat(
    data: st.DataObject, shape: tuple[int, ...], count: int, target: Device, pad: int
) -> None:
    axis = data.draw(st.integers(0, len(shape) - 1))
    parts = []
    for _ in range(count):
        extent = data.draw(st.integers(1, 9))
        part = tuple(extent if d == axis else n for d, n in enumerate(shape))
        parts.append(data.draw(operands(part)))
    check("concat", data.draw(fused(concatenation(parts, axis))), target, pad)


@EXAMPLES
@given(st.data(), ROWS, DEVICES, PADDING)
def test_pad(data: st.DataObject, shape: tuple[int, ...], target: Device, padding: int) -> None:
    ends = [[data.draw(st.integers(-n // 2 + 1, 3)) for n in shape] for _ in range(2)]
    result = tuple(n + a + b for n, a, b in zip(shape, *ends, strict=True))
    if min(result) < 1:
        return
    attributes = (("pads", (*ends[0], *ends[1])), ("value", 1.5))
    x = data.draw(operands(shape))
    operator = Operator("Pad", attributes, (x,), Operand.row_major("float32", result), 1)
    check("pad", data.draw(fused(operator)), target, padding)


@pytest.mark.parametrize("name", ["pointwise", "reduce", "softmax", "pool", "lrn"])
def test_a_policy_from_outside_the_space_is_refused(name: str) -> None:
    operator = _small(name)
    item, target = implementations()[name], device(2)
    views = [View.dense(operand) for operand in operator.inputs]
    output = View.dense(operator.output)
    default = item.default(operator, target)
    wrong = Policy(default.impl, default.format, (*default.schedule[:-1], ("vectors", 77)))
    for policy in (wrong, Policy.of(name), Policy.of(name, schedule={"vector": "rows"})):
        with pytest.raises(PolicyError):
            item.lower(operator, views, output, policy, target)


@pytest.mark.parametrize("name", ["pointwise", "reduce", "softmax", "pool", "lrn"])
def test_a_space_is_short_and_starts_with_the_default(name: str) -> None:
    operator, item, target = _small(name), implementations()[name], device(2)
    space = list(item.space(operator, target))
    assert 1 <= len(space) <= 24
    assert space[0] == item.default(operator, target)
    assert all(item.estimate(operator, policy, target) > 0 for policy in space)


def _small(name: str) -> Operator:
    x = Operand.row_major("float32", (1, 20, 9, 9))
    window = {"kernel": (3, 3), "strides": (1, 1), "dilations": (1, 1), "pads": (1, 1, 1, 1)}
    window |= {"combine": "max", "count_include_pad": 0}  # type: ignore[dict-item]
    local = (("alpha", 0.2), ("beta", 0.75), ("bias", 2.0), ("size", 5))
    return {
        "pointwise": pointwise(apply("exp", Load(0)), [x], x),
        "reduce": reduction(x, (2, 3), "sum", True),
        "softmax": softmax(x, (1,)),
        "pool": Operator("Pool", tuple(sorted(window.items())), (x,), x, 1),
        "lrn": Operator("LRN", local, (x,), x, 1),
    }[name]
