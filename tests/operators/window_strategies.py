"""Random operators over sliding windows: pools, their gradients, depthwise convolutions."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import AttributeValue, Operand, Operator
from aoe.operators.types.window.pool_gradient import pool_gradient
from aoe.operators.window import Window
from tests.operators.operator_cases import fused, operands, orders, target

Shape = tuple[int, ...]


@dataclass(frozen=True)
class WindowCase:
    """A window over an input (N, C, spatial…) and the output's spatial shape."""

    shape: Shape
    kernel: Shape
    pixels: Shape
    attributes: tuple[tuple[str, AttributeValue], ...]


@st.composite
def windows(draw: st.DrawFn) -> WindowCase:
    kernel, strides, dilations, begins, ends, spatial, pixels = ([] for _ in range(7))
    for _ in range(draw(st.integers(1, 3))):
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
        pixels.append((extent + begin + end - reach) // stride + 1)
    return WindowCase(
        (draw(st.integers(1, 2)), draw(st.sampled_from([1, 5, 17, 40])), *spatial),
        tuple(kernel),
        tuple(pixels),
        (
            ("dilations", tuple(dilations)),
            ("pads", (*begins, *ends)),
            ("strides", tuple(strides)),
        ),
    )


@st.composite
def pools(draw: st.DrawFn) -> Operator:
    window = draw(windows())
    attributes = dict(window.attributes) | {
        "kernel": window.kernel,
        "combine": draw(st.sampled_from(["max", "average", "norm"])),
        "count_include_pad": draw(st.integers(0, 1)),
        "power": draw(st.integers(1, 3)),
    }
    output = Operand.row_major("float32", (*window.shape[:2], *window.pixels))
    x = draw(operands(window.shape))
    operator = Operator("Pool", tuple(sorted(attributes.items())), (x,), output, 1)
    return draw(fused(operator))


def separable_pools() -> st.SearchStrategy[Operator]:
    """Those of several dimensions, most of whose vectors are channels or lines."""
    supports = implementations()["pool_separable"].supports
    return pools().filter(lambda operator: supports(operator, target(2)))


@st.composite
def pool_indices(draw: st.DrawFn) -> Operator:
    window = draw(windows())
    attributes = dict(window.attributes) | {
        "kernel": window.kernel,
        "column_major": draw(st.integers(0, 1)),
    }
    shape = (*window.shape[:2], *window.pixels)
    dtype = draw(st.sampled_from(["float32", "int8"]))
    inputs = (draw(operands(window.shape, dtype)), draw(operands(shape, dtype)))
    output = Operand("int64", shape, draw(orders(len(shape))))
    return Operator("PoolIndices", tuple(sorted(attributes.items())), inputs, output, 2)


@st.composite
def pool_places(draw: st.DrawFn) -> Operator:
    window = draw(windows())
    attributes = dict(window.attributes) | {"kernel": window.kernel, "in_window": 1}
    shape = (*window.shape[:2], *window.pixels)
    inputs = (draw(operands(window.shape)), draw(operands(shape)))
    output = Operand("uint8", shape, draw(orders(len(shape))))
    return Operator("PoolIndices", tuple(sorted(attributes.items())), inputs, output, 2)


@st.composite
def pool_gradients(draw: st.DrawFn) -> Operator:
    case = draw(windows())
    shape = (*case.shape[:2], *case.pixels)
    given = dict(case.attributes)
    names = ("strides", "dilations", "pads")
    window = Window(case.kernel, *(given[name] for name in names))  # type: ignore[arg-type]
    places = draw(operands(shape, "uint8")) if draw(st.booleans()) else None
    operator = pool_gradient(draw(operands(shape)), places, case.kernel, window, case.shape[2:])
    return draw(fused(operator))


@st.composite
def depthwise_convolutions(draw: st.DrawFn) -> Operator:
    window = draw(windows())
    batch, channels = window.shape[:2]
    filters = channels * draw(st.integers(1, 3))
    attributes = dict(window.attributes) | {"group": channels}
    w = draw(operands((filters, 1, *window.kernel), constant=draw(st.booleans())))
    output = Operand.row_major("float32", (batch, filters, *window.pixels))
    inputs = (draw(operands(window.shape)), w)
    operator = Operator("Conv", tuple(sorted(attributes.items())), inputs, output, 2)
    return draw(fused(operator))
