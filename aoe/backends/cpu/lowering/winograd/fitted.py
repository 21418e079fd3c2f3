"""Two-dimensional Winograd convolution with tiles fitted to the image, for strides 1 and 2: data
layout and loop nests.

Weights are transformed when a model is loaded, in float64. They lie in the order of their use: all
that a panel of filters needs, then the next panel. Tiles, points and matrices are in
`fitted_tiles.py`, policies and kernels in
`aoe.backends.cpu.implementations.conv.conv_winograd_fitted`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.sum_parts import PRECISE_ROOTS
from aoe.backends.cpu.lowering.winograd.fitted_tiles import FittedDimension, Run, Span, dimension
from aoe.backends.cpu.lowering.winograd.winograd import finished, two_sided
from aoe.loops.expression import Accumulator, Constant, Expression, Load, cast
from aoe.loops.loop_nest import Access, Axis, Bound, Kernel, Loop, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View


@dataclass(frozen=True, slots=True)
class FittedLayer:
    """The sizes of a layer under a tiling.

    Attributes:
        down: The vertical dimension.
        across: The horizontal dimension.
        batch: Images.
        inputs: Input channels.
        outputs: Output channels.
        taps: Size of the window.
    """

    down: FittedDimension
    across: FittedDimension
    batch: int
    inputs: int
    outputs: int
    taps: tuple[int, int]

    @property
    def products(self) -> int:
        """Multiplications for each pair of channels."""
        return self.batch * self.down.products * self.across.products

    @property
    def weights(self) -> int:
        """Transformed weights for each pair of channels."""
        return self.down.weights * self.across.weights


def layer_of(operator: Operator, outputs: int) -> FittedLayer:
    """The layer of a convolution in tiles of outputs×outputs; 1 in a dimension of one tap."""
    (x, w), y = operator.inputs[:2], operator.output.shape
    strides, pads = operator.integers("strides"), operator.integers("pads")
    sides = [outputs if taps > 1 else 1 for taps in w.shape[2:]]
    down, across = (
        dimension(x.shape[2 + d], pads[d], y[2 + d], w.shape[2 + d], strides[d], sides[d])
        for d in range(2)
    )
    return FittedLayer(down, across, x.shape[0], x.shape[1], y[1], (w.shape[2], w.shape[3]))


# The data layout


def tiles_access(layer: FittedLayer) -> Access:
    """Transformed tiles, [phase p down][phase q across][point i][point j][image][tile][channel]."""
    down, across, width = layer.down, layer.across, conflict_avoiding_stride(layer.inputs)
    point = conflict_avoiding_stride(layer.batch * down.tiles * across.tiles * width)
    by_i = conflict_avoiding_stride(across.points * point)
    by_q = conflict_avoiding_stride(down.points * by_i)
    strides = (
        ("p", conflict_avoiding_stride(len(across.phases) * by_q)),
        ("q", by_q),
        ("i", by_i),
        ("j", point),
        ("n", down.tiles * across.tiles * width),
        ("th", across.tiles * width),
        ("tw", width),
        ("c", 1),
    )
    return Access("tiles", "float32", strides)


def tiles_elements(layer: FittedLayer) -> int:
    """Elements of all transformed tiles."""
    return len(layer.down.phases) * tiles_access(layer).stride("p")


def products_access(layer: FittedLayer, width: int) -> Access:
    """The products of one panel, [point i][point j][image][tile][filter]."""
    down, across = layer.down, layer.across
    point = conflict_avoiding_stride(layer.batch * down.tiles * across.tiles * width)
    strides = (
        ("i", across.points * point),
        ("j", point),
        ("n", down.tiles * across.tiles * width),
        ("th", across.tiles * width),
        ("tw", width),
        ("k", 1),
    )
    return Access("products", "float32", strides)


def products_elements(layer: FittedLayer, width: int) -> int:
    """Elements of the products of one panel."""
    return layer.down.points * products_access(layer, width).stride("i")


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points whose products sum the same phases for the same tiles.

    Attributes:
        down: Points of the vertical dimension.
        across: Points of the horizontal dimension.
        start: Elements of a panel before the group's weights, for each channel and filter.
    """

    down: Span
    across: Span
    start: int

    @property
    def weights(self) -> int:
        """Transformed weights for each pair of channels."""
        points, phases = self.down.count * self.across.count, self.down.phases * self.across.phases
        return points * phases


def point_groups(layer: FittedLayer) -> tuple[PointGroup, ...]:
    """All groups of points in the order in which their products are computed."""
    found: list[PointGroup] = []
    start = 0
    for down, across in product(layer.down.spans, layer.across.spans):
        found.append(PointGroup(down, across, start))
        start += found[-1].weights
    return tuple(found)


def weights_access(layer: FittedLayer, group: PointGroup, width: int) -> Access:
    """The transformed weights of a group, [panel][i][j][p][q][channel][filter]."""
    one = layer.inputs * width
    strides = (
        ("i", group.across.count * group.down.phases * group.across.phases * one),
        ("j", group.down.phases * group.across.phases * one),
        ("p", group.across.phases * one),
        ("q", one),
        ("c", width),
        ("k", layer.weights * layer.inputs),
    )
    return Access("packed", "float32", strides, group.start * one, tile_strides=(("k", 1),))


def weights_elements(layer: FittedLayer, width: int) -> int:
    """Elements of all transformed weights, with the last panel padded."""
    return ceil(layer.outputs / width) * width * layer.weights * layer.inputs


# The loop nests


def input_nests(layer: FittedLayer, x: View) -> tuple[LoopNest, ...]:
    """The input transform with zeros beyond the borders: a loop nest for each pair of runs and of
    phases.
    """
    return tuple(
        _input_nest(layer, x, runs, phases)
        for runs in product(layer.down.runs, layer.across.runs)
        for phases in product(range(len(layer.down.phases)), range(len(layer.across.phases)))
    )


def _input_nest(
    layer: FittedLayer, x: View, runs: tuple[Run, Run], phases: tuple[int, int]
) -> LoopNest:
    (down, across), (p, q) = runs, phases
    operands: list[Access] = []
    patch: list[list[Expression]] = []
    for i in range(len(down.inputs[p])):
        line: list[Expression] = []
        for j in range(len(across.inputs[q])):
            access = _pixel_read(layer, x, runs, phases, (i, j))
            line.append(Constant(0.0) if access is None else Load(len(operands)))
            operands += [] if access is None else [access]
        patch.append(line)
    values = two_sided(down.inputs[p], patch, across.inputs[q])
    destination = tiles_access(layer)
    stores = []
    # A smaller tile of a phase with fewer taps lacks points that the other phases sum.
    for i in range(min(down.points, layer.down.outputs + layer.down.phases[p].taps - 1)):
        for j in range(min(across.points, layer.across.outputs + layer.across.phases[q].taps - 1)):
            known = i < len(values) and j < len(values[i])
            value = values[i][j] if known else Constant(0.0)
            place = destination.at(p=p, q=q, i=i, j=j)
            moved = down.start * destination.stride("th") + across.start * destination.stride("tw")
            stores.append(Store(replace(place, offset=place.offset + moved), value))
    axes = (*_tile_axes(layer, runs), Axis("c", layer.inputs))
    return LoopNest(
        "transform_input", axes, tuple(operands), tuple(stores), None, LoopSchedule("c")
    )


def _tile_axes(layer: FittedLayer, runs: tuple[Run, Run]) -> tuple[Axis, ...]:
    return (Axis("n", layer.batch), Axis("th", runs[0].count), Axis("tw", runs[1].count))


def _pixel_read(
    layer: FittedLayer,
    x: View,
    runs: tuple[Run, Run],
    phases: tuple[int, int],
    place: tuple[int, int],
) -> Access | None:
    """One pixel of every tile of two runs. None if all of them are outside the image."""
    strides = [("n", x.strides[0]), ("c", x.strides[1])]
    offset, bounds = x.offset, []
    for number, along in enumerate((layer.down, layer.across)):
        run, axis, stride = runs[number], ("th", "tw")[number], x.strides[2 + number]
        spacing = along.stride * along.outputs
        first = along.phases[phases[number]].first + along.stride * place[number] - along.padding
        first += run.start * spacing
        last = first + (run.count - 1) * spacing
        if last < 0 or first >= along.size or (first < 0 and last >= along.size and run.count == 1):
            return None
        if first < 0 or last >= along.size:
            bounds.append(Bound(((axis, spacing),), first, along.size))
        strides.append((axis, spacing * stride))
        offset += first * stride
    return Access("input0", x.dtype, tuple(strides), offset, tuple(bounds))


def pack_kernel(layer: FittedLayer, w: View, width: int) -> Kernel:
    """Transforms the weights, in float64, and stores them as panels: a loop nest for each pair of
    phases.
    """
    panels = ceil(layer.outputs / width)
    outer = (Axis("panel", panels), Axis("c", layer.inputs))
    nests = tuple(
        _pack_nest(layer, w, width, phases)
        for phases in product(range(len(layer.down.phases)), range(len(layer.across.phases)))
    )
    loops = tuple(Loop(axis.name, 1) for axis in outer)
    return Kernel("transform_weights", outer, loops, 2, nests, ("input1", "packed"))


def _pack_nest(layer: FittedLayer, w: View, width: int, phases: tuple[int, int]) -> LoopNest:
    p, q = phases
    down, across = layer.down.phases[p], layer.across.phases[q]
    bounds: tuple[Bound, ...] = ()
    if layer.outputs % width:
        bounds = (Bound((("panel", width), ("k", 1)), 0, layer.outputs),)
    source = (("panel", w.strides[0] * width), ("k", w.strides[0]), ("c", w.strides[1]))
    operands: list[Access] = []
    taps: list[list[Expression]] = []
    for u, v in product(range(down.taps), range(across.taps)):
        r, s = down.first + layer.down.stride * u, across.first + layer.across.stride * v
        offset = w.offset + r * w.strides[2] + s * w.strides[3]
        if v == 0:
            taps.append([])
        taps[-1].append(cast(Load(len(operands)), "float64"))
        operands.append(Access("input1", w.dtype, source, offset, bounds))
    values = two_sided(down.weights, taps, across.weights, "float64")
    stores = []
    for group in point_groups(layer):
        if p < group.down.phases and q < group.across.phases:
            destination = weights_access(layer, group, width)
            places = (("panel", destination.stride("k") * width), ("c", width), ("k", 1))
            for i, j in product(range(group.down.count), range(group.across.count)):
                place = destination.at(i=i, j=j, p=p, q=q)
                value = cast(values[group.down.first + i][group.across.first + j], "float32")
                stores.append(Store(replace(place, strides=places, tile_strides=()), value))
    axes = (Axis("panel", ceil(layer.outputs / width)), Axis("c", layer.inputs), Axis("k", width))
    schedule = LoopSchedule("k")
    return LoopNest("transform_weights", axes, tuple(operands), tuple(stores), None, schedule)


def matmul_of(layer: FittedLayer, group: PointGroup, width: int) -> Contraction:
    """The matrix multiplications of one group. b is the transformed weights, which exist as panels
    only.
    """
    several = layer.batch > 1
    rows = (Axis("th", group.down.tiles), Axis("tw", group.across.tiles))
    tiles, products = (
        _without(_from_first(access, group), () if several else ("n",))
        for access in (tiles_access(layer), products_access(layer, width))
    )
    return Contraction(
        batch=(Axis("i", group.down.count), Axis("j", group.across.count)),
        rows=(Axis("n", layer.batch), *rows) if several else rows,
        column=Axis("k", layer.outputs),
        reduction=(
            Axis("p", group.down.phases),
            Axis("q", group.across.phases),
            Axis("c", layer.inputs),
        ),
        a=tiles,
        b=weights_access(layer, group, width),
        extras=(),
        output=products,
        epilogue=Accumulator(),
        roots=PRECISE_ROOTS,
    )


def _from_first(access: Access, group: PointGroup) -> Access:
    moved = group.down.first * access.stride("i") + group.across.first * access.stride("j")
    return replace(access, offset=access.offset + moved)


def _without(access: Access, axes: Sequence[str]) -> Access:
    return replace(access, strides=tuple(term for term in access.strides if term[0] not in axes))


def output_nests(
    layer: FittedLayer, operator: Operator, inputs: Sequence[View], output: View, width: int
) -> tuple[LoopNest, ...]:
    """The output transform with the operator's epilogue: a loop nest for each pair of runs."""
    return tuple(
        _output_nest(layer, operator, inputs, output, width, runs)
        for runs in product(layer.down.runs, layer.across.runs)
    )


def _output_nest(
    layer: FittedLayer,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    width: int,
    runs: tuple[Run, Run],
) -> LoopNest:
    down, across = runs
    source = products_access(layer, width)
    moved = down.start * source.stride("th") + across.start * source.stride("tw")
    source = replace(source, offset=moved)
    operands = [source.at(i=i, j=j) for i in range(down.points) for j in range(across.points)]
    loads = [
        [Load(i * across.points + j) for j in range(across.points)] for i in range(down.points)
    ]
    values = two_sided(down.output, loads, across.output)
    stores = []
    for i, j in product(range(down.outputs), range(across.outputs)):
        numbers = {}
        for position, view in enumerate(inputs[2:], start=2):
            numbers[position] = len(operands)
            operands.append(_pixel_of(layer, view, f"input{position}", runs, (i, j)))
        value = finished(operator.epilogue, values[i][j], numbers)
        stores.append(Store(_pixel_of(layer, output, "output0", runs, (i, j)), value))
    axes = (*_tile_axes(layer, runs), Axis("k", layer.outputs))
    return LoopNest(
        "transform_output", axes, tuple(operands), tuple(stores), None, LoopSchedule("k")
    )


def _pixel_of(
    layer: FittedLayer, view: View, buffer: str, runs: tuple[Run, Run], place: tuple[int, int]
) -> Access:
    """One output pixel of every tile of two runs, of an operand that is broadcast to the output's
    shape.
    """
    missing = 4 - len(view.shape)
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    named = [("n", strides[0]), ("k", strides[1])]
    offset = view.offset
    for number, along in enumerate((layer.down, layer.across)):
        stride = strides[2 + number]
        named.append((("th", "tw")[number], along.outputs * stride))
        offset += (runs[number].start * along.outputs + place[number]) * stride
    return Access(buffer, view.dtype, tuple(named), offset)
