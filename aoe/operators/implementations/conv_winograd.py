"""3×3 convolution of stride 1 by Winograd's minimal filtering, F(4×4, 3×3) or F(2×2, 3×3), channels
vectorised.

Output tiles of m×m pixels come from (m+2)² products per channel pair instead of 9·m²: 36 instead of
144 for m = 4. Stages: transform the input tiles, one matrix product for each of the (m+2)²
positions, transform back and apply the epilogue. Weights are transformed once when a model is
loaded, in float64. Rounding errors are larger than the direct algorithm's, so every layer's error
is measured before the implementation is chosen for it (`tolerance`).

Schedule `kernels`: "fused" runs all stages for `block` rows of tiles in one thread's scratch;
"staged" makes each stage a parallel region over the whole image, so that threads share the
transformed weights' traffic.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Load,
    apply,
    cast,
    substitute,
)
from aoe.loops.stage import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import contraction as contractions
from aoe.operators import cost
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Transform:
    """The matrices of F(m×m, 3×3): input Bᵀ, weights G, output Aᵀ."""

    outputs: int
    input: Matrix
    weights: Matrix
    output: Matrix

    @property
    def size(self) -> int:
        """The side of an input tile, m + 2."""
        return self.outputs + 2


_TRANSFORMS = {
    "f2x2": _Transform(
        2,
        ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1)),
        ((1, 0, 0), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5), (0, 0, 1)),
        ((1, 1, 1, 0), (0, 1, -1, -1)),
    ),
    "f4x4": _Transform(
        4,
        (
            (4, 0, -5, 0, 1, 0),
            (0, -4, -4, 1, 1, 0),
            (0, 4, -4, -1, 1, 0),
            (0, -2, -1, 2, 1, 0),
            (0, 2, -1, -2, 1, 0),
            (0, 4, 0, -5, 0, 1),
        ),
        (
            (1 / 4, 0, 0),
            (-1 / 6, -1 / 6, -1 / 6),
            (-1 / 6, 1 / 6, -1 / 6),
            (1 / 24, 1 / 12, 1 / 6),
            (1 / 24, -1 / 12, 1 / 6),
            (0, 0, 1),
        ),
        ((1, 1, 1, 1, 1, 0), (0, 1, -1, 2, -2, 0), (0, 1, 1, 4, 4, 0), (0, 1, -1, 8, -8, 1)),
    ),
}


def _linear(coefficients: Sequence[float], values: Sequence[Expression], dtype: str) -> Expression:
    """Σ coefficient·value, without multiplications by 0 and 1."""
    total: Expression | None = None
    for factor, value in zip(coefficients, values, strict=True):
        if factor == 0:
            continue
        if total is None:
            total = value if factor == 1 else apply("mul", value, Constant(factor, dtype))
        elif factor in (1, -1):
            total = apply("add" if factor == 1 else "sub", total, value)
        else:
            total = apply("fma", value, Constant(factor, dtype), total)
    assert total is not None
    return total


def _two_sided(
    matrix: Matrix, values: Sequence[Sequence[Expression]], dtype: str = "float32"
) -> list[list[Expression]]:
    """matrix · values · matrixᵀ, as expressions that share their inner parts."""
    columns = range(len(values[0]))
    inner = [
        [_linear(row, [line[column] for line in values], dtype) for column in columns]
        for row in matrix
    ]
    return [[_linear(row, line, dtype) for row in matrix] for line in inner]


@dataclass(frozen=True, slots=True)
class _Layer:
    """The sizes of a layer under a transform."""

    transform: _Transform
    batch: int
    inputs: int
    outputs: int
    image: tuple[int, int]
    result: tuple[int, int]
    padding: tuple[int, int]

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles down and across."""
        height, width = (ceil(n / self.transform.outputs) for n in self.result)
        return height, width

    @property
    def positions(self) -> int:
        """Products per tile and channel pair."""
        return self.transform.size**2


def _layer(operator: Operator, format: str) -> _Layer:
    x, y = operator.inputs[0].shape, operator.output.shape
    pads = operator.integers("pads")
    return _Layer(
        _TRANSFORMS[format],
        x[0],
        x[1],
        y[1],
        (x[2], x[3]),
        (y[2], y[3]),
        (pads[0], pads[1]),
    )


def _supports(operator: Operator, device: Device) -> bool:
    x, w = operator.inputs[:2]
    return (
        len(x.shape) == 4
        and w.shape[2:] == (3, 3)
        and operator.integers("strides") == (1, 1)
        and operator.integers("dilations") == (1, 1)
        and operator.integer("group") == 1
        and w.constant
        and x.dtype == w.dtype == "float32"
        and w.shape[1] >= 8
        and w.shape[0] >= 8
    )


# The three stages


def _input_stage(layer: _Layer, x: View, target: Access) -> Stage:
    m, size = layer.transform.outputs, layer.transform.size
    operands = []
    for i in range(size):
        for j in range(size):
            top, left = i - layer.padding[0], j - layer.padding[1]
            bounds = (
                Bound((("th", m),), top, layer.image[0]),
                Bound((("tw", m),), left, layer.image[1]),
            )
            operands.append(
                Access(
                    "input0",
                    "float32",
                    (
                        ("n", x.strides[0]),
                        ("th", m * x.strides[2]),
                        ("tw", m * x.strides[3]),
                        ("c", x.strides[1]),
                    ),
                    x.offset + top * x.strides[2] + left * x.strides[3],
                    bounds,
                )
            )
    loads = [[Load(i * size + j) for j in range(size)] for i in range(size)]
    values = _two_sided(layer.transform.input, loads)
    stores = tuple(
        Store(replace(target, offset=(i * size + j) * target.stride("x")), values[i][j])
        for i in range(size)
        for j in range(size)
    )
    axes = (*_tile_axes(layer), Axis("c", layer.inputs))
    return Stage("transform_input", axes, tuple(operands), stores, None, StageSchedule("c"))


def _output_stage(
    layer: _Layer, operator: Operator, inputs: Sequence[View], output: View, source: Access
) -> Stage:
    m, size = layer.transform.outputs, layer.transform.size
    operands = [
        replace(source, offset=number * source.stride("x")) for number in range(layer.positions)
    ]
    loads = [[Load(i * size + j) for j in range(size)] for i in range(size)]
    values = _two_sided(layer.transform.output, loads)
    stores = []
    for i in range(m):
        for j in range(m):
            numbers = {}
            for position, view in enumerate(inputs[2:], start=2):
                numbers[position] = len(operands)
                operands.append(_pixel_access(layer, view, f"input{position}", i, j))
            value = _epilogue(operator.epilogue, values[i][j], numbers)
            stores.append(Store(_pixel_access(layer, output, "output0", i, j), value))
    axes = (*_tile_axes(layer), Axis("k", layer.outputs))
    return Stage("transform_output", axes, tuple(operands), tuple(stores), None, StageSchedule("k"))


def _epilogue(epilogue: Expression, value: Expression, numbers: dict[int, int]) -> Expression:
    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Accumulator):
            return value
        return Load(numbers[node.operand]) if isinstance(node, Load) else None

    return substitute(epilogue, replacement)


def _pixel_access(layer: _Layer, view: View, buffer: str, i: int, j: int) -> Access:
    """Pixel (i, j) of every tile of an operand broadcast to the output's shape."""
    missing = 4 - len(view.shape)
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    m = layer.transform.outputs
    bounds = tuple(
        Bound(((axis, m),), offset, size)
        for axis, offset, size in zip(("th", "tw"), (i, j), layer.result, strict=True)
        if size % m
    )
    named = (("n", strides[0]), ("th", m * strides[2]), ("tw", m * strides[3]), ("k", strides[1]))
    offset = view.offset + i * strides[2] + j * strides[3]
    return Access(buffer, view.dtype, named, offset, bounds)


def _tile_axes(layer: _Layer) -> tuple[Axis, ...]:
    return (Axis("n", layer.batch), Axis("th", layer.tiles[0]), Axis("tw", layer.tiles[1]))


def _tiles_access(layer: _Layer, buffer: str, rows: int, axis: str, channels: int) -> Access:
    """Transformed tiles as [position][tile][channel]; `rows`: rows of tiles the buffer holds."""
    across = layer.tiles[1]
    per_image = rows * across * channels
    images = layer.batch if rows == layer.tiles[0] else 1
    return Access(
        buffer,
        "float32",
        (
            ("x", images * per_image),
            ("n", per_image if images > 1 else 0),
            ("th", across * channels),
            ("tw", channels),
            (axis, 1),
        ),
    )


def _product(layer: _Layer, source: Access, target: Access, width: int) -> Contraction:
    columns = ceil(layer.outputs / width) * width
    weights = Access(
        "packed",
        "float32",
        (("x", layer.inputs * columns), ("k", layer.inputs), ("c", width)),
        within=(("k", 1),),
    )
    return Contraction(
        batch=(Axis("x", layer.positions),),
        rows=_tile_axes(layer),
        column=Axis("k", layer.outputs),
        reduction=(Axis("c", layer.inputs),),
        a=source,
        b=weights,
        extras=(),
        output=target,
        epilogue=Accumulator(),
    )


def _pack(operator: Operator, layer: _Layer, w: View, width: int, lanes: int) -> Kernel:
    """Transforms the weights and packs them as [position][panel][input channel][panel width]."""
    size = layer.transform.size
    panels = ceil(layer.outputs / width)
    axes = (Axis("p", panels), Axis("c", layer.inputs), Axis("k", width))
    bounds: tuple[Bound, ...] = ()
    if layer.outputs % width:
        bounds = (Bound((("p", width), ("k", 1)), 0, layer.outputs),)
    operands = tuple(
        Access(
            "input1",
            "float32",
            (("p", w.strides[0] * width), ("c", w.strides[1]), ("k", w.strides[0])),
            w.offset + r * w.strides[2] + s * w.strides[3],
            bounds,
        )
        for r in range(3)
        for s in range(3)
    )
    taps = [[cast(Load(3 * r + s), "float64") for s in range(3)] for r in range(3)]
    values = _two_sided(layer.transform.weights, taps, "float64")
    stride = panels * layer.inputs * width
    stores = tuple(
        Store(
            Access(
                "packed",
                "float32",
                (("p", layer.inputs * width), ("c", width), ("k", 1)),
                (i * size + j) * stride,
            ),
            cast(values[i][j], "float32"),
        )
        for i in range(size)
        for j in range(size)
    )
    stage = Stage("transform_weights", axes, operands, stores, None, StageSchedule("k"))
    outer = (Loop("p", 1), Loop("c", 1))
    return Kernel("transform_weights", axes[:2], outer, 2, (stage,), ("input1", "packed"))


# Policies


def _policy(format: str, kernels: str, schedule: contractions.Schedule) -> Policy:
    decisions = {**schedule.decisions(), "kernels": kernels}
    return Policy.of("conv_winograd", {"transform": format}, decisions)


def _parts(policy: Policy) -> tuple[str, str, contractions.Schedule]:
    format, kernels = dict(policy.format).get("transform"), dict(policy.schedule).get("kernels")
    if format not in _TRANSFORMS or kernels not in ("fused", "staged"):
        raise PolicyError(f"not a policy of conv_winograd: {policy}")
    return str(format), str(kernels), contractions.schedule_of(policy)


def _whole_product(layer: _Layer, kernels: str) -> Contraction:
    """The matrix products with both operands over the whole image, for ranking and checking."""
    rows = layer.tiles[0]
    source = _tiles_access(layer, "tiles", rows, "c", layer.inputs)
    target = _tiles_access(layer, "products", rows, "k", layer.outputs)
    product = _product(layer, source, target, 1)
    return contractions.merge_rows(product) if kernels == "staged" else product


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _TRANSFORMS:
        layer = _layer(operator, format)
        for kernels in ("fused", "staged"):
            product = _whole_product(layer, kernels)
            for schedule in _schedules(layer, product, kernels, device):
                policy = _policy(format, kernels, schedule)
                found.append((_estimate(operator, policy, device), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found)[:96])


def _schedules(
    layer: _Layer, product: Contraction, kernels: str, device: Device
) -> Iterator[contractions.Schedule]:
    if kernels == "staged":
        yield from contractions.ranked(product, device, 24)
        return
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contractions.ranked(product, device, 96):
        best.setdefault((schedule.tile, schedule.vectors, schedule.unroll), schedule)
    for schedule in list(best.values())[:12]:
        for block in sorted({1, 2, 4, 7, layer.tiles[0]}):
            if schedule.tile[0] <= block <= layer.tiles[0]:
                yield replace(schedule, block=block, parallel="rows")


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    format, kernels, schedule = _parts(policy)
    layer = _layer(operator, format)
    product = _whole_product(layer, kernels)
    seconds = contractions.estimate(product, schedule, device)
    lanes = device.lanes("float32")
    tiles = layer.batch * layer.tiles[0] * layer.tiles[1]
    # A transformed tile costs about three cycles per position and vector of channels: load,
    # arithmetic, store.
    vectors = ceil(layer.inputs / lanes) + ceil(layer.outputs / lanes)
    transforms = 3.0 * layer.positions * tiles * vectors / cost.FREQUENCY / device.threads
    scratch = 4.0 * layer.positions * (layer.inputs + layer.outputs) * layer.tiles[1]
    scratch *= schedule.block if kernels == "fused" else layer.tiles[0]
    moved = 8.0 * layer.positions * tiles * (layer.inputs + layer.outputs)
    transforms += moved / cost.bandwidth(device, scratch * device.threads)
    return seconds + transforms + (2 if kernels == "staged" else 0) * cost.FORK_JOIN_SECONDS


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    format, kernels, schedule = _parts(policy)
    layer = _layer(operator, format)
    lanes = device.lanes("float32")
    width = schedule.vectors * lanes
    contractions.check(_whole_product(layer, kernels), schedule, device)
    rows = schedule.block if kernels == "fused" else layer.tiles[0]
    source = _tiles_access(layer, "tiles", rows, "c", layer.inputs)
    target = _tiles_access(layer, "products", rows, "k", layer.outputs)
    product = _product(layer, source, target, width)
    images = layer.batch if rows == layer.tiles[0] else 1
    tiles = layer.positions * images * rows * layer.tiles[1]
    buffers = (
        Buffer("tiles", "float32", tiles * layer.inputs),
        Buffer("products", "float32", tiles * layer.outputs),
    )
    transform = _input_stage(layer, inputs[0], source)
    back = _output_stage(layer, operator, inputs, output, target)
    pack = _pack(operator, layer, inputs[1], width, lanes)
    columns = ceil(layer.outputs / width) * width
    packed = (Buffer("packed", "float32", layer.positions * layer.inputs * columns),)
    if kernels == "fused":
        kernel = _fused(layer, schedule, product, (transform, back), len(inputs), buffers, lanes)
        return Program((kernel,), (pack,), (), packed)
    parts = _staged(layer, schedule, product, (transform, back), len(inputs), device)
    return Program(parts, (pack,), buffers, packed)


def _fused(
    layer: _Layer,
    schedule: contractions.Schedule,
    product: Contraction,
    transforms: tuple[Stage, Stage],
    inputs: int,
    scratch: tuple[Buffer, ...],
    lanes: int,
) -> Kernel:
    multiply = contractions.stage(product, schedule, lanes, "multiply")
    extras = tuple(f"input{number}" for number in range(2, inputs))
    return Kernel(
        "conv_winograd",
        (Axis("n", layer.batch), Axis("th", layer.tiles[0])),
        (Loop("n", 1), Loop("th", schedule.block)),
        2,
        (transforms[0], multiply, transforms[1]),
        ("input0", "packed", *extras, "output0"),
        scratch,
    )


def _staged(
    layer: _Layer,
    schedule: contractions.Schedule,
    product: Contraction,
    transforms: tuple[Stage, Stage],
    inputs: int,
    device: Device,
) -> tuple[Kernel, ...]:
    axes, loops = _tile_axes(layer), tuple(Loop(axis.name, 1) for axis in _tile_axes(layer))
    extras = tuple(f"input{number}" for number in range(2, inputs))
    merged = contractions.merge_rows(product)
    product_axes, product_loops = contractions.outer_loops(merged, schedule, device)
    multiply = contractions.stage(merged, schedule, device.lanes("float32"), "multiply")
    return (
        Kernel("transform_input", axes, loops, 3, transforms[:1], ("input0", "tiles")),
        Kernel(
            "multiply",
            product_axes,
            product_loops,
            len(product_loops),
            (multiply,),
            ("tiles", "packed", "products"),
        ),
        Kernel(
            "transform_output", axes, loops, 3, transforms[1:], ("products", *extras, "output0")
        ),
    )


def _space(operator: Operator, device: Device) -> Iterator[Policy]:
    yield from _ranked(operator, device)


def _default(operator: Operator, device: Device) -> Policy:
    return _ranked(operator, device)[0]


IMPLEMENTATION = Implementation(
    name="conv_winograd",
    operator_type="Conv",
    supports=_supports,
    default=_default,
    space=_space,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
)
