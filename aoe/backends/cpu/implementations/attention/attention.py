"""Attention by vector instructions in one kernel.

A task keeps a block of queries of a head in a core's cache: all its scores, their softmax and the
weighted sum of values. Scores are transposed in scratch, [key][query], with queries along the
vector. The softmax then runs over whole vectors, without reductions across SIMD lanes. Both matmuls
broadcast one operand element by element, so keys and weights are read in place, whatever their
strides.

Schedule: `block` (queries of a task), `keys` (keys in a register tile of the scores, which is as
wide as the block), `rows` × `vectors` (queries, and vectors of the values' columns, in a register
tile of the result), and of causal attention `parts` (pieces of the queries, with kernels of their
own that leave out the keys that no query of a piece sees).

The softmax is that of whole rows. Its online form (Milakov and Gimelshein, "Online normalizer
calculation for softmax", 2018) saves nothing as long as the scores of a block stay in the
second-level cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.attention._register_tiles import (
    PART_COUNTS,
    VECTORS,
    blocks,
    edges,
    heights,
    seen_share,
    task_seconds,
    tile_cost,
    vectors_of,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, ranked_implementation
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    loads,
    renumber,
)
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import FACTORS, is_causal, multiply_adds, scores_of
from aoe.policy import Policy

#: The most terms that one accumulator adds one by one.
_LONGEST_SUM = 64
#: Unrolling of the reductions.
_UNROLL = 4


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of an operator: batch dimensions, queries, keys, and elements of a key and of a
    value.
    """

    batch: tuple[Axis, ...]
    queries: int
    keys: int
    size: int
    values: int

    @staticmethod
    def of(operator: Operator) -> _Sizes:
        *batch, queries, values = operator.output.shape
        axes = tuple(Axis(f"b{number}", extent) for number, extent in enumerate(batch))
        size, keys = operator.inputs[1].shape[-2:]
        return _Sizes(axes, queries, keys, size, values)

    @property
    def heads(self) -> int:
        return prod(axis.extent for axis in self.batch)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    types = {computed_type(operand.dtype) for operand in operator.inputs[:FACTORS]}
    return types == {"float32"} and prod(operator.inputs[1].shape) > 0


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    sizes, count = _Sizes.of(operator), schedule.get("parts", 1)
    loops = [Loop(axis.name, 1) for axis in sizes.batch if axis.extent > 1]
    loops.append(Loop("m", schedule["block"]))
    parallel = len(loops) if _is_parallel(operator) else 0
    kernels = []
    for first, queries in edges(sizes.queries, count, schedule["block"]):
        part = sizes if count == 1 else replace(sizes, queries=queries, keys=first + queries)
        nests = _Nests(operator, inputs, output, schedule, part, first, target)
        axes = (*sizes.batch, Axis("m", queries))
        kernels.append(kernel("attention", axes, loops, parallel, nests.all(), nests.buffers()))
    return LoweredOperator(tuple(kernels))


def _is_parallel(operator: Operator) -> bool:
    return multiply_adds(operator) > cost.PARALLEL_THRESHOLD * 4


class _Nests:
    """The loop nests of a task, along m (queries), n (keys), c (of a key) and e (of a value)."""

    def __init__(
        self,
        operator: Operator,
        inputs: Sequence[View],
        output: View,
        schedule: Schedule,
        sizes: _Sizes,
        first: int,
        target: CpuTarget,
    ) -> None:
        """`sizes`: those of the queries that are computed and of the keys that they see. `first`:
        the first of these queries.
        """
        self.operator, self.inputs, self.output = operator, inputs, output
        self.schedule, self.sizes, self.first = schedule, sizes, first
        lanes, block = target.lanes("float32"), schedule["block"]
        self.across = LoopSchedule("m", ceil(block / lanes))
        self.queries = Access("queries", "float32", (("c", block), ("m", 1)))
        self.scores = Access("scores", "float32", (("n", block), ("m", 1)))
        self.largest = Access("largest", "float32", (("m", 1),))
        self.scale = Access("scale", "float32", (("m", 1),))

    def buffers(self) -> tuple[Buffer, ...]:
        """The scratch of a task."""
        block, sizes = self.schedule["block"], self.sizes
        return (
            Buffer("queries", "float32", sizes.size * block),
            Buffer("scores", "float32", sizes.keys * block),
            Buffer("largest", "float32", block),
            Buffer("scale", "float32", block),
        )

    def all(self) -> tuple[LoopNest, ...]:
        """The loop nests in their order."""
        shifted = apply("sub", Load(0), Load(1))
        inverse = apply("div", Constant(1.0, "float32"), Accumulator())
        maximum = Store(self.largest, Accumulator())
        powers = Store(self.scores, apply("exp", shifted))
        total = Store(self.scale, inverse)
        operands = (self.scores, self.largest)
        return (
            self._transposed_queries(),
            self._products(),
            self._over_keys("largest", operands[:1], maximum, Reduction("max", ("n",), Load(0))),
            self._over_keys("powers", operands, powers, None),
            self._over_keys("total", operands[:1], total, Reduction("sum", ("n",), Load(0))),
            self._results(),
        )

    def _nest(
        self,
        name: str,
        own: Sequence[str],
        operands: Sequence[Access],
        store: Store,
        reduction: Reduction | None,
        schedule: LoopSchedule,
    ) -> LoopNest:
        sizes = self.sizes
        extents = {"m": sizes.queries, "n": sizes.keys, "c": sizes.size, "e": sizes.values}
        axes = (*sizes.batch, *(Axis(axis, extents[axis]) for axis in own))
        return LoopNest(name, axes, tuple(operands), (store,), reduction, schedule)

    def _seen(self, number: int, own: Sequence[str]) -> Access:
        return self._placed(self.inputs[number], f"input{number}", own)

    def _placed(self, view: View, buffer: str, own: Sequence[str]) -> Access:
        """A view along batch and `own`, from the first query on."""
        batch = [axis.name for axis in self.sizes.batch]
        whole = broadcast_access(view, buffer, [*batch, *own])
        return replace(whole, offset=whole.offset + self.first * whole.stride("m"))

    def _transposed_queries(self) -> LoopNest:
        source = self._seen(0, ("m", "c"))
        store = Store(self.queries, Load(0))
        return self._nest("queries", ("c", "m"), (source,), store, None, self.across)

    def _products(self) -> LoopNest:
        expression = scores_of(self.operator)
        masks = loads(expression)
        places = {number: place for place, number in enumerate(masks, start=2)}
        operands = [self._seen(1, ("c", "n")), self.queries]
        operands += [self._seen(number, ("m", "n")) for number in masks]
        score: Expression = renumber(expression, places)
        if is_causal(self.operator):
            query = apply("add", Index("m"), Constant(self.first, "int64"))
            seen = apply("less_equal", Index("n"), query)
            score = apply("select", seen, score, Constant(float("-inf")))
        store = Store(self.scores, score)
        product = Reduction("sum", ("c",), apply("mul", Load(0), Load(1)))
        tile = (("n", self.schedule["keys"]), ("c", _UNROLL))
        schedule = LoopSchedule("m", self.across.vectors, tile)
        return self._nest("scores", ("n", "m", "c"), operands, store, product, schedule)

    def _over_keys(
        self, name: str, operands: Sequence[Access], store: Store, reduction: Reduction | None
    ) -> LoopNest:
        order: tuple[Loop, ...] = ()
        if reduction is not None and reduction.combine == "sum":
            order = (Loop("m", 0), Loop("n", _LONGEST_SUM, separate_accumulators=True))
        tile = (("n", _UNROLL),)
        schedule = LoopSchedule("m", self.across.vectors, tile, order)
        return self._nest(name, ("n", "m"), operands, store, reduction, schedule)

    def _results(self) -> LoopNest:
        rest = range(self.operator.anchor_inputs, len(self.inputs))
        operands = [self.scores, self._seen(2, ("n", "e")), self.scale]
        operands += [self._seen(number, ("m", "e")) for number in rest]
        places = {number: place for place, number in enumerate(rest, start=3)}
        scaled = apply("mul", Accumulator(), Load(2))
        destination = self._placed(self.output, "output0", ("m", "e"))
        store = Store(destination, renumber(self.operator.epilogue, places, scaled))
        product = Reduction("sum", ("n",), apply("mul", Load(0), Load(1)))
        tile = (("m", self.schedule["rows"]), ("n", _UNROLL))
        schedule = LoopSchedule("e", self.schedule["vectors"], tile)
        return self._nest("result", ("m", "e", "n"), operands, store, product, schedule)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    sizes, lanes = _Sizes.of(operator), target.lanes("float32")
    registers = target.vector_registers
    for block in blocks(sizes.queries, lanes):
        for keys in heights(sizes.keys, ceil(block / lanes), registers):
            for vectors in VECTORS:
                if vectors == 1 or (vectors - 1) * lanes < sizes.values:
                    for rows in heights(block, vectors, registers):
                        schedule = {"block": block, "keys": keys, "rows": rows, "vectors": vectors}
                        if not _is_triangular(operator):
                            yield Policy.of(name, schedule=schedule)
                            continue
                        for count in PART_COUNTS:
                            yield Policy.of(name, schedule={**schedule, "parts": count})


def _is_triangular(operator: Operator) -> bool:
    """Whether half of the scores are hidden, so that pieces of the queries see fewer keys."""
    sizes = _Sizes.of(operator)
    return is_causal(operator) and sizes.queries == sizes.keys


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, sizes = decisions(policy), _Sizes.of(operator)
    block, parts = schedule["block"], schedule.get("parts", 1)
    whole, rest = divmod(sizes.queries, block)
    cycles = whole * _cycles(operator, schedule, block, target)
    cycles += _cycles(operator, schedule, rest, target) if rest else 0.0
    tasks = sizes.heads * ceil(sizes.queries / block)
    threads = target.threads if _is_parallel(operator) else 1
    held = 4.0 * sizes.keys * block * seen_share(parts)
    seconds = task_seconds(sizes.heads * cycles, tasks, held, threads, target)
    return seconds + (parts * target.speed.fork_join if threads > 1 else 0.0)


def _cycles(operator: Operator, schedule: Schedule, block: int, target: CpuTarget) -> float:
    """Cycles of a task with so many queries."""
    sizes, lanes = _Sizes.of(operator), target.lanes("float32")
    costs, rate = profile_of(target).attention, cost.multiply_adds_per_cycle(target)
    across, seen = vectors_of(block, lanes), sizes.keys * seen_share(schedule.get("parts", 1))
    scores = seen * across * sizes.size * tile_cost(schedule["keys"], across, rate, target)
    results = block * seen * vectors_of(sizes.values, lanes)
    results *= tile_cost(schedule["rows"], schedule["vectors"], rate, target)
    # Operands that are not contiguous along the vector are loaded element by element. In a large
    # block, lines leave the first-level cache before their next element is loaded.
    query = costs.query_cycles if block <= costs.l1_queries else costs.far_query_cycles
    masks = costs.mask_cycles * block * seen * _scattered_masks(operator)
    scattered = query * block * sizes.size + masks
    operations = costs.softmax_operations + cost.operations(scores_of(operator), target)
    passes = seen * across * operations / rate
    return scores + results + scattered + passes + costs.task_cycles


def _scattered_masks(operator: Operator) -> int:
    """How many masks differ from query to query."""
    masks = loads(scores_of(operator))
    shapes = [operator.inputs[number].shape for number in masks]
    return sum(len(shape) > 1 and shape[-2] > 1 for shape in shapes)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return lower_bound.arithmetic(operator, float(multiply_adds(operator)), target)


IMPLEMENTATION = ranked_implementation(
    "attention",
    "Attention",
    _policies,
    _estimate,
    _lower,
    supports=_supports,
    lower_bound=_lower_bound,
)
