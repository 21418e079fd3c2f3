"""Convolution operators, chosen and random, for tests of their implementations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply
from aoe.operators.operator import Operand, Operator, View
from tests.backends.cpu.implementations.computing import inside_larger


def convolution(
    x: Operand,
    filters: int,
    kernel: Sequence[int],
    strides: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    group: int = 1,
    bias: bool = True,
    residual: bool = False,
    function: str = "relu",
    order: tuple[int, ...] | None = None,
    constant: bool = True,
) -> Operator:
    """A convolution with an epilogue of bias, residual and a function. `constant`: whether the
    weights are known when the model is compiled.
    """
    rank = len(kernel)
    strides, dilations = strides or (1,) * rank, dilations or (1,) * rank
    pads = pads or (0,) * (2 * rank)
    sizes = [
        (x.shape[2 + i] + pads[i] + pads[rank + i] - dilations[i] * (kernel[i] - 1) - 1)
        // strides[i]
        + 1
        for i in range(rank)
    ]
    assert all(size > 0 for size in sizes), sizes
    shape = (x.shape[0], filters, *sizes)
    order = order or (0, *range(2, rank + 2), 1)
    inputs = [x, Operand.row_major("float32", (filters, x.shape[1] // group, *kernel), constant)]
    epilogue: Expression = Accumulator()
    if bias:
        inputs.append(Operand.row_major("float32", (1, filters) + (1,) * rank, True))
        epilogue = apply("add", epilogue, Load(len(inputs) - 1))
    if residual:
        inputs.append(Operand("float32", shape, order))
        epilogue = apply("add", epilogue, Load(len(inputs) - 1))
    if function == "relu":
        epilogue = apply("max", epilogue, Constant(0.0))
    elif function:
        epilogue = apply(function, epilogue)
    attributes = (
        ("dilations", tuple(dilations)),
        ("group", group),
        ("pads", tuple(pads)),
        ("strides", tuple(strides)),
    )
    return Operator(
        "Conv", attributes, tuple(inputs), Operand("float32", shape, order), 2, epilogue=epilogue
    )


def transposed_layer(
    shape: tuple[int, ...],
    filters: int,
    pads: tuple[int, int] = (1, 1),
    more: tuple[int, int] = (1, 1),
    constant: bool = True,
    order: tuple[int, ...] = (0, 2, 3, 1),
) -> Operator:
    """A transposed 3×3 convolution of stride 2, by default to twice the size. `more`: padding of
    its output.
    """
    sizes = zip(shape[2:], pads, more, strict=True)
    outputs = [2 * (size - 1) - 2 * pad + 3 + beyond for size, pad, beyond in sizes]
    x = Operand("float32", shape, order)
    weights = Operand.row_major("float32", (shape[1], filters, 3, 3), constant)
    output = Operand("float32", (shape[0], filters, *outputs), order)
    attributes = (("dilations", (1, 1)), ("group", 1), ("pads", pads), ("strides", (2, 2)))
    return Operator("ConvTranspose", attributes, (x, weights), output, 2)


@dataclass(frozen=True)
class Placed:
    """An operator and the views of its operands."""

    operator: Operator
    views: tuple[View, ...]
    output: View


@st.composite
def placed(draw: st.DrawFn, operator: Operator) -> Placed:
    """The operator with dense operands or slices of larger ones."""

    def place(operand: Operand) -> View:
        if draw(st.integers(0, 2)):
            return View.dense(operand)
        rank = len(operand.shape)
        margin = st.lists(st.integers(0, 2), min_size=rank, max_size=rank)
        return inside_larger(operand, draw(margin), draw(margin))

    return Placed(operator, tuple(place(item) for item in operator.inputs), place(operator.output))


def padded_layer(
    channels: int, filters: int, height: int, width: int, batch: int = 1, constant: bool = True
) -> Operator:
    """A channels-last 3×3 layer that keeps the size of its images, with a residual. `constant`:
    whether its weights are.
    """
    x = Operand("float32", (batch, channels, height, width), (0, 2, 3, 1))
    return convolution(x, filters, (3, 3), pads=(1, 1, 1, 1), residual=True, constant=constant)


@st.composite
def convolutions(draw: st.DrawFn, winograd: bool = False) -> Placed:
    """Small convolutions of every kind; with `winograd`, those that Winograd filtering computes."""
    rank = 2 if winograd else draw(st.integers(1, 3))
    group = 1 if winograd else draw(st.sampled_from((1, 1, 1, 2, 3)))
    least = 8 if winograd else 1
    channels = draw(st.sampled_from([n for n in (1, 2, 3, 5, 8, 16, 19) if n >= least]))
    filters = draw(st.sampled_from([n for n in (1, 2, 3, 7, 8, 16, 24, 33) if n >= least]))
    if group > 1 and channels == 1:
        channels = 2

    def each(*choices: int) -> list[int]:
        return [draw(st.sampled_from(choices)) for _ in range(rank)]

    kernel = [3, 3] if winograd else each(1, 2, 3)
    strides = [1, 1] if winograd else each(1, 1, 2)
    dilations = [1, 1] if winograd else each(1, 1, 2)
    pads = [*each(0, 0, 1, 2), *each(0, 0, 1, 2)]
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    image = [
        max(1, n - low - high) + draw(st.integers(0, 9 if rank < 3 else 4))
        for n, low, high in zip(reach, pads[:rank], pads[rank:], strict=True)
    ]
    last = (0, *range(2, rank + 2), 1)
    orders = [tuple(range(rank + 2)), last, last]
    if rank == 2:
        orders += [(0, 3, 1, 2), (1, 2, 3, 0)]
    x = Operand(
        "float32",
        (draw(st.integers(1, 2)), channels * group, *image),
        draw(st.sampled_from(orders)),
    )
    operator = convolution(
        x,
        filters * group,
        kernel,
        strides,
        dilations,
        pads,
        group,
        bias=draw(st.booleans()),
        residual=draw(st.booleans()),
        function=draw(st.sampled_from(("relu", "", "sigmoid"))),
        order=draw(st.sampled_from((last, last, tuple(range(rank + 2))))),
        constant=draw(st.booleans()),
    )
    return draw(placed(operator))


@st.composite
def volumes(draw: st.DrawFn) -> Placed:
    """Small three-dimensional convolutions that Winograd filtering of their planes computes."""
    taps, before, after = draw(st.integers(1, 4)), draw(st.integers(0, 3)), draw(st.integers(0, 3))
    depth = max(1, taps - before - after) + draw(st.integers(0, 9))
    rows, columns = draw(st.integers(3, 11)), draw(st.integers(3, 11))
    batch, channels = draw(st.integers(1, 2)), draw(st.sampled_from((8, 11, 16)))
    edges = [draw(st.integers(0, 2)) for _ in range(4)]
    last = (0, 2, 3, 4, 1)
    order = draw(st.sampled_from((last, last, (0, 1, 2, 3, 4))))
    operator = convolution(
        Operand("float32", (batch, channels, depth, rows, columns), order),
        draw(st.sampled_from((8, 16, 19, 33))),
        (taps, 3, 3),
        (draw(st.integers(1, 3)), 1, 1),
        pads=(before, *edges[:2], after, *edges[2:]),
        bias=draw(st.booleans()),
        residual=draw(st.booleans()),
        order=draw(st.sampled_from((last, last, (0, 1, 2, 3, 4)))),
        constant=draw(st.booleans()),
    )
    return draw(placed(operator))
