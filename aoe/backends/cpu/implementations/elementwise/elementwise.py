"""One loop nest without a reduction over a shape: what `pointwise`, `concat`, `gather` and `pad`
lower to.

Dimensions that are contiguous in all operands become one loop. `vector` is the dimension of the
shape that is vectorised, `inner` that of the innermost loop. Where an operand is transposed and
`inner` is its contiguous dimension, blocks of both are transposed in registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    spread,
)
from aoe.backends.cpu.lowering.access import (
    Space,
    Strided,
    access,
    axes_of,
    collapse,
    kernel,
    memory_order,
    reorder,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Store,
)
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy

#: Seconds for each lane of a tile beyond the output: it only breaks ties between policies.
_TIE_BREAK = 1e-10
#: The most vectors beside each other of which blocks are transposed in registers: code of more is
#: long.
_MOST_TRANSPOSED = 2


@dataclass(frozen=True, slots=True)
class Elementwise:
    """An expression of operands at every point of a shape.

    Attributes:
        name: The kernel's name.
        shape: The shape.
        operands: What the expression refers to.
        destination: Where results go.
        expression: What is computed.
        further: What is computed besides, and where it goes.
        indirect: The data-dependent indices of operands, by number.
        limits: Where operands are inside their memory, as (dimension, offset, size).
        fill: What operands are elsewhere.
    """

    name: str
    shape: tuple[int, ...]
    operands: tuple[Strided, ...]
    destination: Strided
    expression: Expression
    indirect: Mapping[int, tuple[Indirect, ...]] = field(default_factory=dict)
    limits: Mapping[int, tuple[tuple[int, int, int], ...]] = field(default_factory=dict)
    fill: float = 0.0
    further: tuple[tuple[Strided, Expression], ...] = ()


def elementwise_kernel(work: Elementwise, schedule: Mapping[str, int], target: CpuTarget) -> Kernel:
    """The kernel under decisions `vector`, `inner` (dimensions), `vectors` and `parallel`."""
    destinations = (work.destination, *(destination for destination, _ in work.further))
    limited = {d: d + 1 for limits in work.limits.values() for d, _, _ in limits}
    groups = [limited.get(d, 0) for d in range(len(work.shape))]  # each of its own: not merged
    space = Space.of(work.shape, (*destinations, *work.operands), groups)
    order = memory_order(work.destination.strides, work.shape)
    space = collapse(reorder(space, order), _outside(work))
    names = [f"d{number}" for number in range(len(space.extents))]
    axes = axes_of(space, names)
    vector = names[space.position(schedule["vector"])]
    inner = names[space.position(schedule["inner"])]
    expressions = (work.expression, *(expression for _, expression in work.further))
    stores = tuple(
        Store(access(item, names), expression)
        for item, expression in zip(space.operands, expressions, strict=False)
    )
    operands = [
        replace(
            _limited(access(item, names), _bounds(space, work.limits.get(number, ())), work.fill),
            indirect=work.indirect.get(number, ()),
        )
        for number, item in enumerate(space.operands[len(stores) :])
    ]
    nest = LoopNest(
        work.name,
        axes,
        tuple(operands),
        stores,
        schedule=LoopSchedule(
            vector=vector,
            vectors=schedule["vectors"],
            tile=_tile(operands, vector, inner, schedule["vectors"], target),
            order=tuple(Loop(name, 0) for name in _innermost(names, vector, inner)),
        ),
    )
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        outer = _outer(axes, vector, inner, target.lanes("float32") * schedule["vectors"], target)
    return kernel(work.name, axes, outer, len(outer), (nest,))


def _tile(
    operands: Sequence[Access], vector: str, inner: str, vectors: int, target: CpuTarget
) -> tuple[tuple[str, int], ...]:
    """The register tile along `inner`, in which transposed operands are read in rows."""
    transposed = any(
        item.stride(inner) == 1 and item.stride(vector) > 1 and not item.bounds for item in operands
    )
    if inner == vector or not transposed or vectors > _MOST_TRANSPOSED:
        return ()
    return ((inner, target.lanes("float32")),)


def _limited(operand: Access, bounds: tuple[Bound, ...], fill: float) -> Access:
    """Only operands with bounds are filled: others may have a type without such a value."""
    return replace(operand, bounds=bounds, fill=fill) if bounds else operand


def _outside(work: Elementwise) -> set[int]:
    """Dimensions whose only coordinate is outside an operand: they stay, for they have a bound."""
    return {
        dimension
        for limits in work.limits.values()
        for dimension, offset, extent in limits
        if work.shape[dimension] == 1 and not 0 <= offset < extent
    }


def _bounds(space: Space, limits: Sequence[tuple[int, int, int]]) -> tuple[Bound, ...]:
    """The limits of remaining dimensions. The only coordinate of the others is inside, or
    `_outside` would have kept them.
    """
    return tuple(
        Bound(((f"d{space.position(dimension)}", 1),), offset, extent)
        for dimension, offset, extent in limits
        if any(dimension in members for members in space.members)
    )


def _innermost(names: Sequence[str], vector: str, inner: str) -> list[str]:
    last = [vector] if inner == vector else [vector, inner]
    return [name for name in names if name not in last] + last


def _outer(
    axes: Sequence[Axis], vector: str, inner: str, width: int, target: CpuTarget
) -> tuple[Loop, ...]:
    """Threads share the outermost axes; that of the innermost loop comes last."""
    order = [axis for axis in axes if axis.name != inner or axis.name == vector]
    order += [axis for axis in axes if axis not in order]
    return spread(order, {vector: width}, target.threads)


def policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    """The policies of an elementwise implementation, not ranked."""
    shape = operator.output.shape
    aligned = [_aligned(operand, len(shape)) for operand in operator.inputs]
    candidates = [*map(contiguous_dimension, operator.outputs), *aligned]
    dimensions = list(dict.fromkeys(d for d in candidates if d is not None)) or [0]
    work = prod(shape) * (1 + operations(operator, target) / 4)
    for parallel in parallel_choices(work, target):
        for vector in dimensions:
            for inner in dimensions:
                for vectors in (1, 2, 4, 8):
                    if vectors > 1 and shape and vectors * target.lanes("float32") > prod(shape):
                        continue
                    yield Policy.of(
                        name,
                        schedule={
                            "vector": vector,
                            "inner": inner,
                            "vectors": vectors,
                            "parallel": parallel,
                        },
                    )


def _aligned(operand: Operand, rank: int) -> int | None:
    """An operand's contiguous dimension as a dimension of the output."""
    dimension = contiguous_dimension(operand)
    if dimension is None or len(operand.shape) > rank:
        return None
    return dimension + rank - len(operand.shape)


def estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: vector instructions, or memory traffic if that takes longer."""
    schedule, shape = decisions(policy), operator.output.shape
    costs = profile_of(target).elementwise
    vector, vectors = schedule["vector"], schedule["vectors"]
    lanes = target.lanes("float32")
    points = prod(shape)
    extent = _run(operator.output, vector)
    used = points * ceil(extent / lanes) * lanes / max(extent, 1)
    moves, strided, transposed = 0.0, 0, 0
    for operand in (*operator.inputs, *operator.outputs):
        place = vector - len(shape) + len(operand.shape)
        if not 0 <= place < len(operand.shape) or operand.shape[place] == 1:
            continue  # one element for all lanes
        contiguous = contiguous_dimension(operand)
        if contiguous == place:
            moves += costs.move_cycles
        elif _is_transposed(operand, contiguous, operator, schedule):
            transposed += 1
        else:
            strided += 1
    if strided and schedule["inner"] == vector:
        strided *= 2
    needed = operations(operator, target)
    pressure = costs.pressure_factor if needed > 8 and vectors > 2 else 1.0
    per_vector = (
        max(moves, needed / 2) * pressure
        + costs.loop_cycles / vectors
        + strided * lanes * (1 + costs.wide_strided_share * vectors)
        + transposed * costs.transpose_cycles
    )
    threads = target.threads if schedule["parallel"] else 1
    waste = _TIE_BREAK * max(0, vectors * lanes - extent)
    return (
        cost.roofline(target, used / lanes * per_vector, operand_bytes(operator), threads) + waste
    )


def operations(operator: Operator, target: CpuTarget) -> int:
    """The cost of the results for each element, relative to one multiply."""
    if operator.further:
        return cost.operations_together([item.epilogue for item in operator.results], target)
    return cost.operations(operator.epilogue, target)


def _is_transposed(
    operand: Operand,
    contiguous: int | None,
    operator: Operator,
    schedule: Mapping[str, int],
) -> bool:
    """Whether blocks of an operand are read in rows and transposed in registers."""
    if any(operand is item for item in operator.outputs) or contiguous is None:
        return False
    dimension = contiguous + len(operator.output.shape) - len(operand.shape)
    return dimension == schedule["inner"] and schedule["vectors"] <= _MOST_TRANSPOSED


def _run(output: Operand, vector: int) -> int:
    """Elements that the vectorised dimension covers contiguously, merged with those around it."""
    if not output.shape:
        return 1
    extent = output.shape[vector]
    return prod(output.shape) if contiguous_dimension(output) == vector else extent
