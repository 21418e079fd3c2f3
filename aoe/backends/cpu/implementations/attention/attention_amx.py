"""Attention by AMX instructions: `attention_amx` multiplies bfloat16, `attention_amx_2_terms`
float32 numbers split into two bfloat16 terms
(`aoe.backends.cpu.lowering.reduced_precision.split_terms`).

Keys and values are packed into panels first (`_amx_matmuls.py`). A task is one head and a block of
queries. It copies its queries, computes all their scores into scratch, replaces them by their
exponentials in bfloat16, and multiplies those by the values, all within a core's cache. Scores lie
[query][key], as AMX reads them for the second matmul; so the softmax ends with a reduction across
SIMD lanes for each query.

Schedule: `block` (queries of a task), `keys` and `values` (vectors of columns in the register tiles
of the scores and of the result).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.attention._amx_matmuls import (
    REGISTERS,
    Product,
    batch_axes,
    pack_kernel,
    per_query,
    results_product,
    scores_product,
)
from aoe.backends.cpu.implementations.dot_instructions import (
    AMX_BFLOAT16,
    AMX_TWO_TERMS,
    Grouping,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, ranked_implementation
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.amx import amx_contraction, amx_space
from aoe.backends.cpu.lowering.amx.amx_contraction import ROWS
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.backends.cpu.lowering.reduced_precision import split_terms
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import (
    is_causal,
    multiply_adds,
    scores_of,
    scores_shape,
)
from aoe.policy import Policy

#: The largest error of `attention_amx` relative to the largest result: the rounding error of one
#: exponential. Their sum is that of exponentials in float32.
_BFLOAT16_TOLERANCE = 2.0**-8
#: Queries of a block worth considering, in tile registers of rows.
_BLOCKS = (2, 4, 6, 8, 16)
#: Share of the second-level cache that a task's scores and exponentials may take.
_PART = 0.5
#: Vectors of scores, and queries, in a register tile of the softmax.
_VECTORS, _TOGETHER = 2, 2


def implementation(
    name: str, grouping: Grouping, tolerance: float, description: str
) -> Implementation:
    """The implementation of that name for the operand types of `grouping`."""
    return ranked_implementation(
        name,
        "Attention",
        partial(_policies, grouping),
        partial(_estimate, grouping),
        partial(_lower, grouping),
        supports=partial(_supports, grouping),
        tolerance=tolerance,
        lower_bound=partial(_lower_bound, grouping),
        description=description,
    )


def _supports(grouping: Grouping, operator: Operator, target: CpuTarget) -> bool:
    return (
        dot_instructions.supports(grouping, operator, target)
        and operator.inputs[2].dtype == grouping.a
        and not is_causal(operator)
    )


def _products(
    grouping: Grouping,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    target: CpuTarget,
) -> tuple[Product, Product]:
    block, keys, values = (schedule[name] for name in ("block", "keys", "values"))
    return (
        scores_product(operator, inputs, grouping, block, keys, target),
        results_product(operator, inputs, output, grouping, block, values, target),
    )


def _lower(
    grouping: Grouping,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    scores, results = _products(grouping, operator, inputs, output, schedule, target)
    main = _Nests(operator, inputs[0], scores, results, target).kernel()
    kernels = (pack_kernel(scores), pack_kernel(results), main)
    return LoweredOperator(kernels, (), (scores.packed_buffer, results.packed_buffer))


class _Nests:
    """The kernel of all tasks: axes m (queries), n (keys), e (elements of a value), c (the
    reduction).
    """

    def __init__(
        self,
        operator: Operator,
        queries: View,
        scores: Product,
        results: Product,
        target: CpuTarget,
    ) -> None:
        self.operator, self.queries, self.target = operator, queries, target
        self.scores_product, self.results_product = scores, results
        self.grouping = scores.grouping
        self.block, self.batch = scores.schedule.block, batch_axes(operator)
        *_, length, keys = scores_shape(operator)
        self.rows, self.keys = Axis("m", length), Axis("n", keys)
        self.scores = Access("scores", "float32", (("m", scores.columns(target)), ("n", 1)))
        self.sums = Access("sums", "float32", (("m", results.columns(target)), ("e", 1)))

    def kernel(self) -> Kernel:
        """The kernel."""
        loops = [Loop(axis.name, 1) for axis in self.batch if axis.extent > 1]
        loops.append(Loop("m", self.block))
        parallel = len(loops) if _is_parallel(self.operator) else 0
        axes = (*self.batch, self.rows)
        return kernel("attention", axes, loops, parallel, self.nests(), self.buffers())

    def buffers(self) -> tuple[Buffer, ...]:
        """The scratch of a task."""
        block = self.block
        return (
            self.scores_product.row_buffer,
            Buffer("scores", "float32", block * self.scores.stride("m")),
            self.results_product.row_buffer,
            Buffer("largest", "float32", block),
            Buffer("scale", "float32", block),
            Buffer("sums", "float32", block * self.sums.stride("m")),
        )

    def nests(self) -> tuple[LoopNest, ...]:
        """The loop nests in their order."""
        scores = replace(self.scores_product.contraction, output=self.scores)
        results, target = self.results_product.contraction, self.target
        scoring, summing = self.scores_product.schedule, self.results_product.schedule
        inverse = apply("div", Constant(1.0, "float32"), Accumulator())
        return (
            self._copied_queries(),
            amx_contraction.multiply_nest("products", scores, scoring, self.scores, target),
            amx_contraction.finish_nest("scores", scores, scoring, self.scores),
            self._of_rows("largest", "max", Store(per_query("largest"), Accumulator())),
            *self._powers(),
            self._of_rows("total", "sum", Store(per_query("scale"), inverse)),
            amx_contraction.multiply_nest("sums", results, summing, self.sums, target),
            amx_contraction.finish_nest("result", results, summing, self.sums),
        )

    def _copied_queries(self) -> LoopNest:
        names = [axis.name for axis in self.batch]
        source = broadcast_access(self.queries, "input0", [*names, "m", "c"])
        size, padded_steps = self.scores_product.steps, self.scores_product.padded_steps
        bounds = (Bound((("c", 1),), 0, size),) if padded_steps > size else ()
        return LoopNest(
            "queries",
            (*self.batch, self.rows, Axis("c", padded_steps)),
            (replace(source, dtype=self.grouping.read_a, bounds=bounds),),
            self.grouping.copies(self.scores_product.row, self.scores_product.term_stride),
            schedule=LoopSchedule("c", 1),
            flushing=True,
        )

    @property
    def _schedule(self) -> LoopSchedule:
        return LoopSchedule("n", _VECTORS, (("m", _TOGETHER),))

    def _of_rows(self, name: str, combine: str, store: Store) -> LoopNest:
        """A reduction of the scores, or exponentials, of each query."""
        reduction = Reduction(combine, ("n",), Load(0))
        axes = (self.rows, self.keys)
        return LoopNest(name, axes, (self.scores,), (store,), reduction, self._schedule)

    def _powers(self) -> tuple[LoopNest, ...]:
        """The exponentials of all scores, in place and as operands of the next matmul, with zeros
        behind the last.
        """
        power = apply("exp", apply("sub", Load(0), Load(1)))
        row, term_stride = self.results_product.row, self.results_product.term_stride
        strides = (("m", row.stride("m")), ("n", 1))
        number = self.grouping.terms
        places = [
            replace(row, dtype="bfloat16", strides=strides, offset=part * term_stride)
            for part in range(number)
        ]
        terms = split_terms.terms_of(power, number)
        stores = [Store(place, part) for place, part in zip(places, terms, strict=True)]
        powers = LoopNest(
            "powers",
            (self.rows, self.keys),
            (self.scores, per_query("largest")),
            (Store(self.scores, power), *stores),
            schedule=self._schedule,
            flushing=True,
        )
        keys = self.keys.extent
        if self.results_product.padded_steps == keys:
            return (powers,)
        zeros = tuple(
            Store(replace(place, offset=place.offset + keys), Constant(0.0)) for place in places
        )
        axes = (self.rows, Axis("n", self.results_product.padded_steps - keys))
        return powers, LoopNest("beyond", axes, (), zeros, schedule=self._schedule)


def _is_parallel(operator: Operator) -> bool:
    return multiply_adds(operator) > cost.PARALLEL_THRESHOLD * 8


def _lower_bound(
    grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget
) -> float:
    if not grouping.split:
        return 0.0
    rate = target.speed.amx_multiply_adds / len(split_terms.PRODUCTS[grouping.terms])
    return lower_bound.arithmetic(operator, float(multiply_adds(operator)), target, rate=rate)


def _policies(
    grouping: Grouping, name: str, operator: Operator, target: CpuTarget
) -> Iterator[Policy]:
    *_, queries, keys = scores_shape(operator)
    columns, lanes = operator.output.shape[-1], target.lanes("float32")
    for block in _blocks(queries, keys, grouping, target):
        for scoring in REGISTERS:
            for summing in REGISTERS:
                if (scoring - 1) * lanes < keys and (summing - 1) * lanes < columns:
                    schedule = {"block": block, "keys": scoring, "values": summing}
                    yield Policy.of(name, schedule=schedule)


def _blocks(queries: int, keys: int, grouping: Grouping, target: CpuTarget) -> list[int]:
    """Queries of a block: even shares of all queries, whose scores fit the cache."""
    counts = {ceil(queries / (ROWS * n)) for n in _BLOCKS} | {1}
    blocks = sorted({ceil(queries / n) for n in counts})
    each = (4 + 2 * grouping.terms) * keys
    return [n for n in blocks if n * each <= _PART * target.l2] or blocks[:1]


def _estimate(grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = decisions(policy)
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    products = _products(grouping, operator, views, output, schedule, target)
    *batch, queries, _ = scores_shape(operator)
    whole, rest = divmod(queries, schedule["block"])
    cycles = whole * _cycles(operator, products, schedule["block"], target)
    cycles += _cycles(operator, products, rest, target) if rest else 0.0
    tasks = prod(batch) * ceil(queries / schedule["block"])
    threads = target.threads if _is_parallel(operator) else 1
    busiest = ceil(tasks / threads) * threads / tasks
    total = busiest * prod(batch) * cycles + sum(_packing_cycles(item, target) for item in products)
    starting = 3 * target.speed.fork_join if threads > 1 else 0.0
    return total / cost.frequency(target) / threads + starting


def _packing_cycles(product: Product, target: CpuTarget) -> float:
    """Cycles to fill the panels of a matmul."""
    costs = profile_of(target).attention_amx
    vectors = product.panels.elements / ROWS / product.grouping.terms
    contiguous = product.packed.stride(product.contraction.column.name) == 1
    return vectors * (costs.pack_cycles if contiguous else costs.gather_cycles)


def _cycles(
    operator: Operator, products: tuple[Product, Product], block: int, target: CpuTarget
) -> float:
    """Cycles of a task with so many queries."""
    costs = profile_of(target).attention_amx
    cycles = costs.task_cycles + block * costs.reduction_cycles
    for product in products:
        schedule, pairs = product.schedule, product.panels.steps
        width = schedule.vectors * target.lanes("float32")
        tiles = ceil(block / schedule.tile[1]) * product.columns(target) // width
        each = amx_space.tile_cycles(product.contraction, schedule, pairs, target)
        cycles += costs.short_sum_factor * tiles * each
    scores, results = products
    scored = costs.score_cycles + cost.operations(scores_of(operator), target) / 2
    finished = costs.result_cycles + cost.operations(operator.epilogue, target) / 2
    per_query = _vectors(scores.contraction.column.extent, target) * scored
    per_query += _vectors(results.contraction.column.extent, target) * finished
    per_query += _vectors(scores.steps, target) * costs.copy_cycles
    return cycles + block * per_query


def _vectors(elements: int, target: CpuTarget) -> int:
    return ceil(elements / target.lanes("float32"))


IMPLEMENTATIONS = (
    implementation(
        "attention_amx",
        AMX_BFLOAT16,
        _BFLOAT16_TOLERANCE,
        "Attention of bfloat16 by AMX instructions, exponentials of the scores in bfloat16, too",
    ),
    implementation(
        "attention_amx_2_terms",
        AMX_TWO_TERMS,
        AMX_TWO_TERMS.tolerance,
        "Attention of float32, each number split into two bfloat16 terms, by AMX instructions",
    ),
)
