"""Gradients of attention in two kernels, for rows of any length.

A task of the first kernel has a block of queries of a head: their scores with all keys give the
gradient of the queries. It leaves three numbers for each query: its largest score, 1 / its sum of
powers, and the mean of the shares' gradients. A task of the second kernel has a block of keys, and
makes from their scores with all queries the gradients of keys and values. Scores are computed
twice; nothing is added up across tasks, so the result is the same with any number of threads.

Schedule: `block` (queries or keys of a task), `height` (rows in a register tile of scores, which is
as wide as the block), `rows` × `vectors` (a register tile of a result), `parts` (of causal
attention: pieces of the queries, and of the keys, with kernels of their own that leave out what no
query of a piece sees).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from aoe.backends.cpu.implementations.attention._gradient_nests import GradientNests
from aoe.backends.cpu.implementations.attention._register_tiles import (
    VECTORS,
    blocks,
    heights,
    seen_share,
    task_seconds,
)
from aoe.backends.cpu.implementations.attention.gradient_parts import (
    Sizes,
    Tiles,
    gradient_lower_bound,
    is_parallel,
    part_counts,
    seen_parts,
    supports_gradient,
    task_cycles,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, ranked_implementation
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import Axis, Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: What the first kernel leaves of each query.
_STATISTICS = ("largest_scores", "scales", "means")


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    sizes = Sizes.of(operator)
    kernels = []
    for along in ("m", "n"):
        block = min(schedule["block"], sizes.extent(along))
        width = ceil(block / target.lanes("float32"))
        tiles = Tiles(schedule["height"], width, schedule["rows"], schedule["vectors"])
        for part in seen_parts(sizes, along, schedule["parts"], block):
            nests = GradientNests(operator, inputs, output, along, block, tiles, part)
            kernels.append(_kernel(operator, nests, block))
    count = sizes.heads * sizes.queries
    temporaries = tuple(Buffer(name, "float32", count) for name in _STATISTICS)
    return LoweredOperator(tuple(kernels), temporaries=temporaries)


def _kernel(operator: Operator, nests: GradientNests, block: int) -> Kernel:
    sizes, along = nests.sizes, nests.along
    loops = [Loop(axis.name, 1) for axis in sizes.batch if axis.extent > 1]
    loops.append(Loop(along, block))
    extent = nests.part.queries if along == "m" else nests.part.keys
    axes = (*sizes.batch, Axis(along, extent))
    parallel = len(loops) if is_parallel(operator) else 0
    if along == "m":
        made, name = _of_queries(nests), "attention_gradient_queries"
        single = tuple(Buffer(item, "float32", block) for item in ("largest", "scale", "mean"))
        return kernel(name, axes, loops, parallel, made, (*nests.buffers(), *single))
    name = "attention_gradient_keys"
    return kernel(name, axes, loops, parallel, _of_keys(nests), nests.buffers())


def _of_queries(nests: GradientNests) -> tuple[LoopNest, ...]:
    return (
        *nests.copies(),
        nests.scores(),
        nests.largest(),
        nests.powers(),
        nests.inverse_totals(),
        nests.kept_sums(),
        nests.to_shares(),
        *nests.means(kept=True),
        nests.to_scores(shares_too=False),
        nests.to_queries(),
    )


def _of_keys(nests: GradientNests) -> tuple[LoopNest, ...]:
    return (
        *nests.copies(),
        nests.shares(),
        nests.to_values(),
        nests.to_shares(),
        nests.to_scores_of_shares(),
        nests.to_keys(),
    )


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    sizes, lanes = Sizes.of(operator), target.lanes("float32")
    registers = target.vector_registers
    longest = max(sizes.queries, sizes.keys)
    for block in blocks(longest, lanes):
        for height in heights(longest, ceil(block / lanes), registers):
            for vectors in VECTORS:
                if vectors == 1 or (vectors - 1) * lanes < max(sizes.size, sizes.values):
                    for rows in heights(block, vectors, registers):
                        for parts in part_counts(operator):
                            schedule = {
                                "block": block, "height": height, "rows": rows,
                                "vectors": vectors, "parts": parts,
                            }  # fmt: skip
                            yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, sizes = decisions(policy), Sizes.of(operator)
    threads = target.threads if is_parallel(operator) else 1
    seconds, parts = 0.0, schedule["parts"]
    for along in ("m", "n"):
        extent, block = sizes.extent(along), min(schedule["block"], sizes.extent(along))
        whole, rest = divmod(extent, block)
        cycles = 0.0
        for size, times in ((block, whole), (rest, 1)):
            if size:
                width = ceil(block / target.lanes("float32"))
                tiles = Tiles(schedule["height"], width, schedule["rows"], schedule["vectors"])
                cycles += times * task_cycles(operator, along, size, tiles, parts, target)
        tasks = sizes.heads * ceil(extent / block)
        held = 8.0 * sizes.extent("n" if along == "m" else "m") * block * seen_share(parts)
        seconds += task_seconds(sizes.heads * cycles, tasks, held, threads, target)
        seconds += parts * target.speed.fork_join if threads > 1 else 0.0
    return seconds


IMPLEMENTATION = ranked_implementation(
    "attention_gradient",
    "AttentionGradient",
    _policies,
    _estimate,
    _lower,
    supports=supports_gradient,
    lower_bound=gradient_lower_bound,
)
