"""Winograd's minimal filtering along the height, for strides 1 and 2: its matrices and loop nests.
Filtering along the width exchanges the two dimensions
(`aoe.backends.cpu.lowering.contraction.conv_1d`).

A window of stride 2 is two windows of stride 1, its *phases*: one over the even and one over the
odd rows of the image. m output rows of a phase with r taps take m + r − 1 multiplications of rows
instead of m·r: for 7 taps of stride 2 and m = 4, 7 + 6 instead of 16 + 12. A window of more taps
than there are points has several phases, too: 7 taps of stride 1 are four and three.

All phases use the same evaluation points; a phase with one tap less lacks one. So the products of
all phases are summed before the output transform. Across the width the window may have any number
of taps. The steps are the input transform of rows, one contraction for each point, and the output
transform with the epilogue. Policies and kernels are in
`aoe.backends.cpu.implementations.conv.conv_winograd_rows`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016. The matrices
are those of `evaluation_points.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.winograd.evaluation_points import (
    Point,
    input_rows,
    phases_of,
    powers,
)
from aoe.backends.cpu.lowering.winograd.transforms import Matrix
from aoe.backends.cpu.lowering.winograd.winograd import apply_transform, finished
from aoe.loops.expression import Accumulator, Load
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View

#: Finite evaluation points in order of use. Infinity is always one more.
_POINTS = (Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(-2), Fraction(1, 2))
#: The most points. With more of them rounding errors grow quickly.
MOST_POINTS = len(_POINTS) + 1


@dataclass(frozen=True, slots=True)
class RowPhase:
    """A phase of a window: every `stride`-th tap.

    Attributes:
        first: Its first tap.
        taps: Its number of taps.
        input: Its matrix Bᵀ. The first rows are those of the points that all phases share.
        weights: Its matrix G, with rows in the same order.
    """

    first: int
    taps: int
    input: Matrix
    weights: Matrix


@dataclass(frozen=True, slots=True)
class RowFiltering:
    """A window in phases.

    Attributes:
        outputs: Output rows that are computed at once.
        stride: Stride of the window.
        phases: Its phases.
        output: Aᵀ.
        shared: Columns of Aᵀ, the first ones, that are points of all phases. The others are points
            of the phases with the most taps.
    """

    outputs: int
    stride: int
    phases: tuple[RowPhase, ...]
    output: Matrix
    shared: int

    @property
    def points(self) -> int:
        """Multiplications of rows."""
        return len(self.output[0])

    @property
    def groups(self) -> tuple[tuple[int, int, tuple[RowPhase, ...]], ...]:
        """Points that sum the same phases: the first point, their number, the phases."""
        longest = max(phase.taps for phase in self.phases)
        alone = tuple(phase for phase in self.phases if phase.taps == longest)
        groups = ((0, self.shared, self.phases), (self.shared, self.points - self.shared, alone))
        return tuple(group for group in groups if group[1])


@lru_cache(maxsize=64)
def filtering(outputs: int, taps: int, stride: int) -> RowFiltering:
    """The matrices for `outputs` rows of a window of `taps` taps. The phases differ by one tap at
    most.
    """
    groups = phases_of(taps, stride, outputs, MOST_POINTS)
    longest, shortest = groups[0][1], groups[-1][1]
    finite = list(_POINTS[: outputs + longest - 2])
    kept = finite[: outputs + shortest - 2]
    order: list[Point] = [*kept, None, *finite[len(kept) :]]
    phases = tuple(_phase(first, count, order[: outputs + count - 1]) for first, count in groups)
    columns = [powers(point, outputs) for point in order]
    output = tuple(tuple(float(column[j]) for column in columns) for j in range(outputs))
    return RowFiltering(outputs, stride, phases, output, outputs + shortest - 1)


def _phase(first: int, taps: int, order: Sequence[Point]) -> RowPhase:
    rows, weights = [], []
    for point, (polynomial, scale) in zip(order, input_rows(order), strict=True):
        rows.append(tuple(float(value) for value in polynomial))
        weights.append(tuple(float(value / scale) for value in powers(point, taps)))
    return RowPhase(first, taps, tuple(rows), tuple(weights))


@dataclass(frozen=True, slots=True)
class RowLayer:
    """The sizes of a layer under a filtering.

    Attributes:
        filtering: The filtering of the height.
        batch: Images.
        inputs: Input channels.
        outputs: Output channels.
        image: Size of the input.
        result: Size of the output.
        padding: Padding above and to the left.
        taps: Size of the window.
        stride: Stride of the width.
        vector: The innermost dimension of transformed rows, 1 for channels.
    """

    filtering: RowFiltering
    batch: int
    inputs: int
    outputs: int
    image: tuple[int, int]
    result: tuple[int, int]
    padding: tuple[int, int]
    taps: tuple[int, int]
    stride: int
    vector: int

    @property
    def strips(self) -> int:
        """Strips of output rows that are computed at once."""
        return ceil(self.result[0] / self.filtering.outputs)

    @property
    def width(self) -> int:
        """Pixels of a row that windows reach, padding included."""
        return (self.result[1] - 1) * self.stride + self.taps[1]


def layer_of(operator: Operator, outputs: int) -> RowLayer:
    """The layer of a convolution, with `outputs` output rows at once."""
    (x, w), y = operator.inputs[:2], operator.output.shape
    strides, pads = operator.integers("strides"), operator.integers("pads")
    return RowLayer(
        filtering(outputs, w.shape[2], strides[0]),
        x.shape[0],
        x.shape[1],
        y[1],
        (x.shape[2], x.shape[3]),
        (y[2], y[3]),
        (pads[0], pads[1]),
        (w.shape[2], w.shape[3]),
        strides[1],
        1 if x.order[-1] == 1 else 3,
    )


def lines_access(layer: RowLayer, group: int, held: int) -> Access:
    """The transformed rows of one group of points, [point][phase] of `held` strips. The pixels,
    padding included, lie along `w`.
    """
    inner = (("c", layer.inputs), ("w", layer.width))
    strides = {}
    step = 1
    for name, extent in inner if layer.vector == 1 else reversed(inner):
        strides[name] = step
        step *= extent
    strides["th"], step = step, step * held
    strides["s"] = step
    offset = 0
    for number, (_, points, phases) in enumerate(layer.filtering.groups):
        strides["x"] = conflict_avoiding_stride(step * len(phases))
        if number == group:
            break
        offset += points * strides["x"]
    return Access("lines", "float32", tuple(strides.items()), offset)


def lines_elements(layer: RowLayer, held: int) -> int:
    """Elements of the buffer of all transformed rows of `held` strips."""
    last = len(layer.filtering.groups) - 1
    access = lines_access(layer, last, held)
    return access.offset + layer.filtering.groups[last][1] * access.stride("x")


def products_access(layer: RowLayer, held: int) -> Access:
    """The products of `held` strips, [point][strip][pixel][filter]."""
    row = layer.result[1] * layer.outputs
    strides = (
        ("x", conflict_avoiding_stride(held * row)),
        ("th", row),
        ("o1", layer.outputs),
        ("k", 1),
    )
    return Access("products", "float32", strides)


def matmul_of(layer: RowLayer, group: int, held: int) -> Contraction:
    """The contractions of one group of points. b is the transformed weights, which exist as panels
    only.
    """
    first, points, phases = layer.filtering.groups[group]
    lines, destination = lines_access(layer, group, held), products_access(layer, held)
    strides = {name: lines.stride(name) for name in ("x", "s", "th", "c")}
    strides |= {"o1": layer.stride * lines.stride("w"), "r1": lines.stride("w")}
    return Contraction(
        batch=(Axis("x", points),),
        rows=(Axis("th", layer.strips), Axis("o1", layer.result[1])),
        column=Axis("k", layer.outputs),
        reduction=(Axis("s", len(phases)), Axis("r1", layer.taps[1]), Axis("c", layer.inputs)),
        a=replace(lines, strides=tuple(strides.items())),
        b=Access("packed", "float32", ()),
        extras=(),
        output=replace(destination, offset=first * destination.stride("x")),
        epilogue=Accumulator(),
    )


def input_nest(layer: RowLayer, x: View, phase: int, held: int) -> LoopNest:
    """Transforms the image's rows for one phase, with zeros beyond its borders."""
    scheme = layer.filtering
    m, stride, wanted = scheme.outputs, scheme.stride, scheme.phases[phase]
    operands = []
    for i in range(m + wanted.taps - 1):
        top = stride * i + wanted.first - layer.padding[0]
        bounds = (
            Bound((("th", stride * m),), top, layer.image[0]),
            Bound((("w", 1),), -layer.padding[1], layer.image[1]),
        )
        strides = (
            ("n", x.strides[0]),
            ("th", stride * m * x.strides[2]),
            ("w", x.strides[3]),
            ("c", x.strides[1]),
        )
        offset = x.offset + top * x.strides[2] - layer.padding[1] * x.strides[3]
        operands.append(Access("input0", x.dtype, strides, offset, bounds))
    values = apply_transform(wanted.input, [Load(i) for i in range(len(operands))], "float32")
    stores = []
    for group, (first, points, phases) in enumerate(scheme.groups):
        if wanted in phases:
            destination = lines_access(layer, group, held)
            for point in range(points):
                place = destination.at(x=point, s=phases.index(wanted))
                stores.append(Store(place, values[first + point]))
    inside = [Axis("c", layer.inputs), Axis("w", layer.width)]
    inside = inside[::-1] if layer.vector == 1 else inside
    axes = (Axis("n", layer.batch), Axis("th", layer.strips), *inside)
    schedule = LoopSchedule(inside[-1].name)
    return LoopNest(f"transform_input{phase}", axes, tuple(operands), tuple(stores), None, schedule)


def output_nest(
    layer: RowLayer, operator: Operator, inputs: Sequence[View], output: View, held: int
) -> LoopNest:
    """Transforms products back to pixels and applies the operator's epilogue."""
    scheme, source = layer.filtering, products_access(layer, held)
    operands = [source.at(x=point) for point in range(scheme.points)]
    values = apply_transform(scheme.output, [Load(i) for i in range(scheme.points)], "float32")
    stores = []
    for row, value in enumerate(values):
        numbers = {}
        for position, view in enumerate(inputs[2:], start=2):
            numbers[position] = len(operands)
            operands.append(_row_access(layer, view, f"input{position}", row))
        result = finished(operator.epilogue, value, numbers)
        stores.append(Store(_row_access(layer, output, "output0", row), result))
    axes = (
        Axis("n", layer.batch),
        Axis("th", layer.strips),
        Axis("o1", layer.result[1]),
        Axis("k", layer.outputs),
    )
    return LoopNest(
        "transform_output", axes, tuple(operands), tuple(stores), None, LoopSchedule("k")
    )


def _row_access(layer: RowLayer, view: View, buffer: str, row: int) -> Access:
    """One output row of every strip of an operand that is broadcast to the output's shape."""
    missing, m = 4 - len(view.shape), layer.filtering.outputs
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    bounds: tuple[Bound, ...] = ()
    if layer.result[0] % m:
        bounds = (Bound((("th", m),), row, layer.result[0]),)
    named = (("n", strides[0]), ("th", m * strides[2]), ("o1", strides[3]), ("k", strides[1]))
    return Access(buffer, view.dtype, named, view.offset + row * strides[2], bounds)
