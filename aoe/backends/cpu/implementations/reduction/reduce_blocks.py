"""Several sums over the same axes in one pass, by blocks, and what follows from them.

The outermost reduced dimension is cut into runs. For each run, a loop nest for each sum goes over a
block that stays in a core's cache. A second kernel adds the sums of the runs and computes the
results. Squares of the distance from the mean are summed about the mean of the block and corrected
by how far that is from the mean of all (Chan, Golub and LeVeque 1979, "Updating formulae and a
pairwise algorithm for computing sample variances"): no sum loses digits, whatever the mean is.

Schedule: `vector` (the dimension of the input that is vectorised), `vectors`, `rows` (the register
tile along another dimension), `length` (coordinates of a run), `parallel`. `_block_sums.py` has the
kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, gcd, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.reduction._block_sums import (
    RUN,
    BlockSums,
    has_sum,
    is_fetched_ahead,
)
from aoe.backends.cpu.implementations.reduction._row_kernels import result_operand
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import (
    Space,
    access,
    axes_of,
    broadcast,
    collapse,
    memory_order,
    reorder,
)
from aoe.backends.cpu.lowering.contraction.contraction_traffic import PAGE
from aoe.backends.cpu.lowering.divisors import divisors
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import loads
from aoe.loops.loop_nest import Access, Axis, Buffer, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.reduction.reduce import is_summable
from aoe.policy import Policy

#: Bytes of a block that a run should have at most: several sizes are tried.
_BLOCK_BYTES = (16 << 10, 64 << 10, 256 << 10)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    shape = operator.inputs[0].shape
    operands = (*operator.inputs, *operator.outputs)
    return (
        bool(operator.further)
        and operator.attribute["combine"] == "sum"
        and all(item.dtype == "float32" for item in operands)
        and all(is_summable(operator, item) for item in operator.results)
        and prod(shape[axis] for axis in operator.integers("axes")) > 1
    )


def _lower_several(
    operator: Operator,
    inputs: Sequence[View],
    outputs: Sequence[View],
    schedule: Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    shape, axes = operator.inputs[0].shape, operator.integers("axes")
    before = {0} | {n for item in operator.results for n in loads(item.prologue)}
    after = {n for item in operator.results for n in loads(item.epilogue)}
    seen = {n: broadcast(inputs[n], f"input{n}", shape) for n in sorted(before)}
    seen |= {n: result_operand(operator, inputs[n], f"input{n}") for n in sorted(after - before)}
    written = [result_operand(operator, view, f"output{n}") for n, view in enumerate(outputs)]
    groups = [int(dimension in axes) for dimension in range(len(shape))]
    space = Space.of(shape, (*seen.values(), *written), groups)
    order = memory_order(space.operands[0].strides, shape)
    space = collapse(
        reorder(space, [d for d in order if not groups[d]] + [d for d in order if groups[d]])
    )
    names = [f"d{number}" for number in range(len(space.extents))]
    named = axes_of(space, names)
    accesses = [access(item, names) for item in space.operands]
    kept = tuple(a for a, group in zip(named, space.groups, strict=True) if not group)
    outermost, *inner = (a for a, group in zip(named, space.groups, strict=True) if group)
    length = gcd(schedule["length"], outermost.extent)  # views may keep dimensions apart
    cut = [_by_runs(item, outermost.name, length) for item in accesses]
    sums = BlockSums(
        operator,
        kept or (Axis("row", 1),),
        (replace(outermost, extent=length), *inner),
        outermost.extent // length,
        dict(zip(seen, cut, strict=False)),
        tuple(cut[len(seen) :]),
        schedule,
        _named(named, outermost, length, space.position(schedule["vector"])),
        target.lanes("float32"),
        target.threads if schedule["parallel"] else 1,
        _is_afar(operator, target),
    )
    buffers = [
        buffer
        for number in sums.numbers
        for buffer in (
            Buffer(f"run{number}", "float32", sums.runs * sums.size),
            Buffer(f"total{number}", "float32", sums.size),
        )
    ]
    return LoweredOperator((sums.run_kernel(), sums.whole_kernel()), temporaries=tuple(buffers))


def _named(named: Sequence[Axis], outermost: Axis, length: int, position: int) -> Axis:
    axis = named[position]
    return replace(axis, extent=length) if axis == outermost else axis


def _by_runs(operand: Access, name: str, length: int) -> Access:
    """An access whose outermost reduced axis is cut into runs of some coordinates."""
    stride = operand.stride(name)
    if not stride:
        return operand
    return replace(operand, strides=(*operand.strides, (RUN.name, stride * length)))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    return _lower_several(operator, inputs, (output,), schedule, target)


def _outermost(operator: Operator) -> tuple[int, int]:
    """The extent of the outermost reduced dimension of a dense input, with those that lie as one
    with it, and how many elements of a sum are inside each of its coordinates.
    """
    operand, axes = operator.inputs[0], operator.integers("axes")
    others = operator.inputs[1:]
    dimensions = [d for d in operand.order if d in axes and operand.shape[d] > 1]
    merged = [dimensions[0]]
    places = {d: place for place, d in enumerate(d for d in operand.order if operand.shape[d] > 1)}
    for dimension in dimensions[1:]:
        together = places[dimension] == places[merged[-1]] + 1
        alike = all(item.shape != operand.shape or item.order == operand.order for item in others)
        if not (together and alike):
            break
        merged.append(dimension)
    extent = prod(operand.shape[d] for d in merged)
    return extent, prod(operand.shape[d] for d in dimensions) // extent


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    operand, axes = operator.inputs[0], operator.integers("axes")
    vector = contiguous_dimension(operand)
    assert vector is not None, "there is something to add up"
    extent, inside = _outermost(operator)
    work = prod(operand.shape) * 4
    kept = prod(operand.shape) // (extent * inside)
    for parallel in parallel_choices(work, target):
        for vectors in (1, 2, 4):
            for rows in (1, 2, 4):
                width = vectors * target.lanes("float32") if vector not in axes else rows
                for length in _lengths(extent, inside * min(width, kept) * ITEM_BYTES["float32"]):
                    yield Policy.of(
                        name,
                        schedule={
                            "vector": vector,
                            "vectors": vectors,
                            "rows": rows,
                            "length": length,
                            "parallel": parallel,
                        },
                    )


def _lengths(extent: int, step_bytes: int) -> list[int]:
    """Divisors of the outermost extent for which blocks are of useful sizes."""
    even = divisors(extent)
    found = [max(n for n in even if n == 1 or n * step_bytes <= most) for most in _BLOCK_BYTES]
    return list(dict.fromkeys(found))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: the loads and the arithmetic of all sums, or memory traffic if that takes longer."""
    schedule, costs = decisions(policy), profile_of(target)
    lanes, size = target.lanes("float32"), schedule["vectors"] * schedule["rows"]
    elements = prod(operator.inputs[0].shape)
    extent, inside = _outermost(operator)
    sums = [item for item in operator.results if has_sum(item.epilogue)]
    operations = sum(1 + cost.operations(item.prologue, target) for item in sums)
    latency = costs.row_kernels.latency_cycles / size
    cycles = elements / lanes * (operations / 2 + len(sums) * latency)
    kept = elements // (extent * inside)
    runs = extent // schedule["length"]
    reduced = schedule["vector"] in operator.integers("axes")
    width = schedule["rows"] if reduced else schedule["vectors"] * lanes
    tasks = runs * kept / width
    cycles += costs.row_kernels.task_cycles * max(tasks, 1.0) * len(sums)
    if reduced:
        cycles += costs.row_kernels.reduction_cycles * runs * kept * len(sums)
    between = 2.0 * len(sums) * runs * kept * ITEM_BYTES["float32"]
    threads = target.threads if schedule["parallel"] else 1
    busy = min(threads, max(ceil(tasks), 1))
    read = operand_bytes(operator)
    # Each sum but the first reads the block again, from the cache that holds it.
    again = (len(sums) - 1) * read / cost.bandwidth(target, read / max(tasks, 1.0), 1)
    cycles += again * cost.frequency(target)
    row = operator.inputs[0].shape[schedule["vector"]]
    moved = read + between
    waiting = 0.0
    ahead = _is_afar(operator, target) and is_fetched_ahead(runs, threads, width, row)
    if not reduced and ahead:
        # What is fetched ahead is fetched again where a cache does not hold all of a run.
        moved += read * cost.miss_ratio(read / runs, target.l2)
    elif not reduced and width < row:
        waiting = _distant_seconds(read, row * ITEM_BYTES["float32"], threads, target)
    return waiting + cost.roofline(target, cycles * threads / busy, moved, threads)


def _is_afar(operator: Operator, target: CpuTarget) -> bool:
    """Whether the second-level caches do not hold the operands."""
    return operand_bytes(operator) > target.l2 * target.threads


def _distant_seconds(read: float, apart: int, threads: int, target: CpuTarget) -> float:
    """Seconds that threads wait for lines of blocks that nothing fetches ahead: those of rows
    `apart` bytes from one another, of `read` bytes in all.
    """
    lines = read / CACHE_LINE / threads
    afar = cost.miss_ratio(read, target.l2 * threads) * min(1.0, apart / PAGE)
    cycles = profile_of(target).contraction.distant_line_cycles
    return cycles * afar * lines / cost.frequency(target)


IMPLEMENTATION = ranked_implementation(
    "reduce_blocks",
    "Reduce",
    _policies,
    _estimate,
    _lower,
    _supports,
    lower_bound=streaming,
    lower_several=_lower_several,
    reduction_nests=1,
)
