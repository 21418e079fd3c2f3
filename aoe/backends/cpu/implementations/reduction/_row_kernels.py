"""Row kernels: what `reduce`, `softmax` and `layer_normalization` share.

The iteration space is the anchor's input, with kept and reduced dimensions. A *row* is all elements
with equal kept coordinates. Outer loops run over the kept axes, the innermost of them in blocks of
`rows` rows (or of `vectors` vectors, if the vector is along it). Inside, loop nests run over a
block whose intermediate results stay in scratch. Threads share the blocks.

Schedule: `vector` (the dimension of the input that is vectorised), `vectors`, `rows`, `block`
(register tiles of rows in a block), `parallel`, and `keep` (1: the values of the prologue are
stored in scratch, 0: each loop nest computes them again).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
)
from aoe.backends.cpu.lowering.access import (
    Space,
    Strided,
    access,
    axes_of,
    broadcast,
    collapse,
    kernel,
    memory_order,
    reorder,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import (
    Expression,
    Load,
    loads,
    renumber,
    with_accumulator,
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
from aoe.policy import Policy

#: The most terms that one accumulator adds one by one. The error of a sum grows with it.
_LONGEST_SUM = 64


@dataclass(frozen=True, slots=True)
class Rows:
    """An operator's rows under a schedule.

    Attributes:
        kept: The kept axes.
        reduced: The reduced axes.
        operands: What `element` and `epilogue` refer to.
        element: The value of the prologue at a point.
        epilogue: The operator's epilogue, with `Accumulator()` left in.
        output: Where results go.
        blocked: The kept axis that is cut into blocks.
        block: Coordinates of a block.
        schedule: The schedule of the loop nests.
        parallel: Whether threads share the blocks.
        lanes: Elements of a vector.
    """

    kept: tuple[Axis, ...]
    reduced: tuple[Axis, ...]
    operands: tuple[Access, ...]
    element: Expression
    epilogue: Expression
    output: Access
    blocked: Axis
    block: int
    schedule: LoopSchedule
    parallel: bool
    lanes: int

    @property
    def length(self) -> int:
        """Elements of a row."""
        return prod(axis.extent for axis in self.reduced)

    def per_row(self, name: str, dtype: str = "float32") -> tuple[Access, Buffer]:
        """Scratch of one element for each row of a block."""
        return Access(name, dtype, ((self.blocked.name, 1),)), Buffer(name, dtype, self.block)

    def per_element(self, name: str, dtype: str = "float32") -> tuple[Access, Buffer]:
        """Scratch of one element for each element of a block's rows, vectors contiguous."""
        vector = self.schedule.vector
        inner = [axis for axis in self.reduced if axis.name == vector]
        outer = [axis for axis in self.reduced if axis.name != vector]
        strides: list[tuple[str, int]] = []
        step = 1
        if vector == self.blocked.name:
            strides.append((vector, 1))
            step = self.block
        for axis in (*inner, *reversed(outer)):
            strides.append((axis.name, step))
            step *= axis.extent
        if vector != self.blocked.name:
            strides.append((self.blocked.name, step))
        return Access(name, dtype, tuple(strides)), Buffer(name, dtype, self.block * self.length)

    def nest(
        self,
        name: str,
        operands: Sequence[Access],
        store: Store,
        reduction: tuple[str, Expression] | None = None,
    ) -> LoopNest:
        """A loop nest over a block: every element, or with `reduction` (combine, element) every
        row.
        """
        axes = (*self.kept, *self.reduced)
        reduced = tuple(axis.name for axis in self.reduced)
        if reduction is None or not reduced:
            return LoopNest(name, axes, tuple(operands), (store,), schedule=self.schedule)
        schedule = self.schedule
        if reduction[0] == "sum":
            schedule = replace(schedule, order=self._summing_order())
        return LoopNest(
            name,
            axes,
            tuple(operands),
            (store,),
            Reduction(reduction[0], reduced, reduction[1]),
            schedule,
        )

    def _summing_order(self) -> tuple[Loop, ...]:
        """Loops in which no accumulator adds more than `_LONGEST_SUM` terms one by one: longer sums
        are sums of sums. Empty where the usual loops suffice.
        """
        inner: list[Loop] = []
        running, is_usual = 1, True
        for axis in reversed(self.reduced):
            tile = dict(self.schedule.tile).get(axis.name, 1)
            if axis.name == self.schedule.vector:
                tile = self.schedule.vectors * self.lanes
            steps = ceil(axis.extent / tile)
            apart = running > 1 and running * steps > _LONGEST_SUM
            inner.insert(0, Loop(axis.name, 0, apart))
            running = steps if apart else running * steps
            while running > _LONGEST_SUM:
                tile *= _LONGEST_SUM
                inner.insert(0, Loop(axis.name, tile, separate_accumulators=True))
                running = ceil(axis.extent / tile)
                apart = True
            is_usual = is_usual and not apart
        if is_usual:
            return ()
        return (*(Loop(axis.name, 0) for axis in self.kept), *inner)

    def lowered(
        self, name: str, nests: Sequence[LoopNest], scratch: Sequence[Buffer]
    ) -> LoweredOperator:
        """One kernel that runs `nests` on every block."""
        loops = [Loop(axis.name, 1) for axis in self.kept if axis != self.blocked]
        loops.append(Loop(self.blocked.name, self.block))
        parallel = len(loops) if self.parallel else 0
        return LoweredOperator((kernel(name, self.kept, loops, parallel, nests, scratch),))


def lower_rows(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Mapping[str, int],
    target: CpuTarget,
    addressing: Sequence[int] = (),
) -> Rows:
    """The rows of an operator that reduces over its attribute `axes`. `addressing`: inputs that say
    where others are read. They become operands, too.
    """
    shape = operator.inputs[0].shape
    before = sorted({0, *addressing, *loads(operator.prologue)})
    after = loads(operator.epilogue)
    seen = [broadcast(inputs[i], f"input{i}", shape) for i in before]
    seen += [result_operand(operator, inputs[i], f"input{i}") for i in after]
    destination = result_operand(operator, output, "output0")
    axes = operator.integers("axes")
    groups = [int(dimension in axes) for dimension in range(len(shape))]
    space = Space.of(shape, (destination, *seen), groups)
    order = memory_order(seen[0].strides, shape)
    space = collapse(
        reorder(space, [d for d in order if not groups[d]] + [d for d in order if groups[d]])
    )
    names = [f"d{number}" for number in range(len(space.extents))]
    accesses = [access(item, names) for item in space.operands]
    named = axes_of(space, names)
    kept = tuple(a for a, group in zip(named, space.groups, strict=True) if not group)
    reduced = tuple(a for a, group in zip(named, space.groups, strict=True) if group)
    vector = named[space.position(schedule["vector"])]
    if not kept:
        kept = (Axis("row", 1),)
    numbers = {i: number for number, i in enumerate(before)}
    element = renumber(operator.prologue, numbers, Load(0))
    epilogue = renumber(operator.epilogue, {i: len(before) + n for n, i in enumerate(after)})
    blocked = vector if vector in kept else kept[-1]
    return Rows(
        kept,
        reduced,
        tuple(accesses[1:]),
        element,
        epilogue,
        accesses[0],
        blocked,
        min(_block(blocked, vector, schedule, target), blocked.extent),
        _stage_schedule(blocked, vector, reduced, schedule),
        bool(schedule["parallel"]),
        target.lanes("float32"),
    )


def kept_values(
    rows: Rows, keep: bool, dtype: str
) -> tuple[tuple[LoopNest, ...], tuple[Buffer, ...], Rows]:
    """With `keep`, a loop nest that stores the values of the prologue in scratch, and the rows that
    read them there.
    """
    if not keep:
        return (), (), rows
    values, buffer = rows.per_element("values", dtype)
    nest = rows.nest("values", rows.operands, Store(values, rows.element))
    operands = (*rows.operands, values)
    return (nest,), (buffer,), replace(rows, operands=operands, element=Load(len(rows.operands)))


def single_element(name: str, rows: Rows, value: Expression) -> LoweredOperator:
    """The loop nest for rows of one element, whose anchor is `value`."""
    result = with_accumulator(rows.epilogue, value)
    nest = rows.nest(name, rows.operands, Store(rows.output, result))
    return rows.lowered(name, (nest,), ())


def result_operand(operator: Operator, view: View, buffer: str) -> Strided:
    """A view broadcast to the operator's result, seen from the shape of the anchor's input."""
    rank, axes = len(operator.inputs[0].shape), operator.integers("axes")
    seen = broadcast(view, buffer, operator.output.shape)
    if len(operator.output.shape) == rank:
        return seen
    strides = iter(seen.strides)
    widened = tuple(0 if d in axes else next(strides) for d in range(rank))
    return Strided(seen.buffer, seen.dtype, widened, seen.offset)


def _block(blocked: Axis, vector: Axis, schedule: Mapping[str, int], target: CpuTarget) -> int:
    tile = schedule["vectors"] * target.lanes("float32") if vector == blocked else schedule["rows"]
    return tile * schedule["block"]


def _stage_schedule(
    blocked: Axis, vector: Axis, reduced: Sequence[Axis], schedule: Mapping[str, int]
) -> LoopSchedule:
    tile: tuple[tuple[str, int], ...] = ()
    if vector != blocked:
        tile = ((blocked.name, schedule["rows"]),)
    elif reduced:
        tile = ((reduced[-1].name, schedule["rows"]),)
    return LoopSchedule(vector=vector.name, vectors=schedule["vectors"], tile=tile)


def policies(name: str, operator: Operator, target: CpuTarget, single: bool) -> Iterator[Policy]:
    """The policies of a row implementation, not ranked. `single`: its kernels have one loop nest,
    so that blocks may be large and nothing is kept.
    """
    operand = operator.inputs[0]
    candidates = [contiguous_dimension(operand), contiguous_dimension(operator.output)]
    if len(operator.output.shape) != len(operand.shape):
        candidates = candidates[:1]
    vectors = list(dict.fromkeys(d for d in candidates if d is not None)) or [0]
    work = (
        prod(operand.shape)
        * (1 + cost.operations(operator.prologue, target) / 4)
        * (1 if single else 6)
    )
    kept = (0,) if single or cost.operations(operator.prologue, target) == 0 else (1, 0)
    for parallel in parallel_choices(work, target):
        for vector in vectors:
            for size in (1, 2, 4, 8):
                for rows in (1, 2, 4):
                    for block in (1, 4, 16) if single else (1,):
                        for keep in kept:
                            schedule = {
                                "vector": vector,
                                "vectors": size,
                                "rows": rows,
                                "block": block,
                                "keep": keep,
                                "parallel": parallel,
                            }
                            if _sensible(operator, schedule, target):
                                yield Policy.of(name, schedule=schedule)


def _sensible(operator: Operator, schedule: Mapping[str, int], target: CpuTarget) -> bool:
    """Whether the register tile fits the registers and the operator."""
    rows, length = _rows_and_length(operator)
    lanes, size = target.lanes("float32"), schedule["vectors"]
    along_row = schedule["vector"] in operator.integers("axes")
    if schedule["rows"] * size > max(4, target.vector_registers // 2):
        return False
    if along_row:
        fits = schedule["rows"] <= rows and (size == 1 or (size - 1) * lanes < length)
    else:
        fits = schedule["rows"] <= length and (size == 1 or (size - 1) * lanes < rows)
    return fits and (schedule["block"] == 1 or schedule["block"] * size * schedule["rows"] <= rows)


def _rows_and_length(operator: Operator) -> tuple[int, int]:
    shape, axes = operator.inputs[0].shape, operator.integers("axes")
    length = prod(shape[axis] for axis in axes)
    return prod(shape) // max(length, 1), length


def estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: vector instructions of all loop nests, or memory traffic if that takes longer."""
    schedule, costs = decisions(policy), profile_of(target).row_kernels
    rows, length = _rows_and_length(operator)
    lanes, size = target.lanes("float32"), schedule["vectors"]
    along_row = schedule["vector"] in operator.integers("axes")
    single = operator.type == "Reduce"
    passes = 1 if single or schedule["keep"] else 3
    operations = cost.operations(operator.prologue, target) * passes
    operations += 1 if single else costs.normalization_operations
    operations += 0 if single else cost.operations(operator.epilogue, target)
    extent = length if along_row else rows
    used = rows * length * ceil(extent / lanes) * lanes / max(extent, 1)
    tile = schedule["rows"] * size if along_row else size
    latency = costs.latency_cycles / tile + 1.0 / (size * schedule["rows"])
    cycles = used / lanes * (operations / 2 + latency)
    if along_row:  # every row ends with a reduction across lanes and loses a loop's start
        each = costs.reduction_cycles if single else costs.normalization_cycles
        cycles += rows * each / schedule["rows"] ** costs.rows_exponent
    if contiguous_dimension(operator.inputs[0]) != schedule["vector"]:
        cycles += rows * length * (1 if single else 2)
    tasks = rows / (schedule["rows"] if along_row else size * lanes) / schedule["block"]
    cycles += costs.task_cycles * max(tasks, 1)
    threads = target.threads if schedule["parallel"] else 1
    busy = min(threads, max(tasks, 1.0))
    seconds = cost.roofline(target, cycles * threads / busy, operand_bytes(operator), threads)
    return seconds + (_fetching(operator, target, threads) if single else 0.0)


def _fetching(operator: Operator, target: CpuTarget, threads: int) -> float:
    """Seconds in which each of `threads` fetches its share of what is in the caches of other cores.
    Threads share the outermost dimension of their results, so this happens where it is reduced.
    """
    operand = operator.inputs[0]
    outermost = next((d for d in operand.order if operand.shape[d] > 1), None)
    size = operand.bytes
    if outermost not in operator.integers("axes") or size > target.l2 * target.threads:
        return 0.0
    return size * (1.0 - 1.0 / target.threads) / threads / target.speed.memory
