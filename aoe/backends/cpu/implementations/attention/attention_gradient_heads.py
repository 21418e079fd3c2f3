"""Gradients of attention in one kernel, a head at a time, for rows that are not long.

A task keeps all scores of a head in a core's cache, and beside them the gradients of their shares.
It computes five products, where blocks of a head need seven.

Schedule: `height` × `width` (rows and vectors in a register tile of scores), `rows` × `vectors` (a
register tile of a result), `parts` (of causal attention: pieces of the queries, and of the keys,
that leave out what no query of a piece sees).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.backends.cpu.implementations.attention._gradient_nests import GradientNests
from aoe.backends.cpu.implementations.attention._register_tiles import (
    VECTORS,
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
    whole,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, ranked_implementation
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import Buffer, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Most scores of a head: 2 MB of them and of their gradients.
_MOST_SCORES = 1 << 18


def _supports(operator: Operator, target: CpuTarget) -> bool:
    sizes = Sizes.of(operator)
    return supports_gradient(operator, target) and sizes.queries * sizes.keys <= _MOST_SCORES


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    sizes = Sizes.of(operator)
    loops = [Loop(axis.name, 1) for axis in sizes.batch if axis.extent > 1]
    parallel = len(loops) if is_parallel(operator) else 0
    nests = GradientNests(
        operator, inputs, output, "m", sizes.queries, _tiles(schedule), whole(sizes), True
    )
    by_queries, by_keys = (
        [
            nests.of(part)
            for part in seen_parts(sizes, along, schedule["parts"], target.lanes("float32"))
        ]
        for along in ("m", "n")
    )
    made = (
        *nests.copies(),
        *(part.scores() for part in by_keys),
        *(nest for part in by_queries for nest in _softmax(part)),
        *(part.to_shares() for part in by_keys),
        *(nest for part in by_queries for nest in _changes(part)),
        *(nest for part in by_keys for nest in (part.to_values(), part.to_keys())),
        *(part.to_queries() for part in by_queries),
    )
    single = [Buffer(name, "float32", sizes.queries) for name in ("largest", "scale", "mean")]
    scratch = (*nests.buffers(), *single)
    name = "attention_gradient_heads"
    return LoweredOperator((kernel(name, sizes.batch, loops, parallel, made, scratch),))


def _softmax(nests: GradientNests) -> tuple[LoopNest, ...]:
    return nests.largest(), nests.powers(), nests.inverse_totals()


def _changes(nests: GradientNests) -> tuple[LoopNest, ...]:
    return *nests.means(kept=False), nests.to_scores(shares_too=True)


def _tiles(schedule: Schedule) -> Tiles:
    return Tiles(schedule["height"], schedule["width"], schedule["rows"], schedule["vectors"])


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    sizes, lanes = Sizes.of(operator), target.lanes("float32")
    registers, widest = target.vector_registers, max(sizes.size, sizes.values)
    for width in VECTORS:
        for height in heights(sizes.keys, width, registers):
            for vectors in VECTORS:
                for rows in heights(min(sizes.queries, sizes.keys), vectors, registers):
                    if all(
                        count == 1 or (count - 1) * lanes < extent
                        for count, extent in ((width, sizes.queries), (vectors, widest))
                    ):
                        for parts in part_counts(operator):
                            schedule = {
                                "height": height, "width": width, "rows": rows,
                                "vectors": vectors, "parts": parts,
                            }  # fmt: skip
                            yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, sizes = decisions(policy), Sizes.of(operator)
    tiles, parts = _tiles(schedule), schedule["parts"]
    threads = target.threads if is_parallel(operator) else 1
    cycles = task_cycles(operator, "", sizes.queries, tiles, parts, target)
    held = 8.0 * sizes.queries * sizes.keys * seen_share(parts)
    seconds = task_seconds(sizes.heads * cycles, sizes.heads, held, threads, target)
    return seconds + (target.speed.fork_join if threads > 1 else 0.0)


IMPLEMENTATION = ranked_implementation(
    "attention_gradient_heads",
    "AttentionGradient",
    _policies,
    _estimate,
    _lower,
    supports=_supports,
    lower_bound=gradient_lower_bound,
)
