"""Several sums over the same axes in one pass, by blocks, and what follows from them.

The outermost reduced dimension is cut into runs. For each run, a loop nest for each sum goes over a
block that stays in a core's cache. A second kernel adds the sums of the runs and computes the
results. Squares of the distance from the mean are summed about the mean of the block and corrected
by how far that is from the mean of all (Chan, Golub and LeVeque 1979, "Updating formulae and a
pairwise algorithm for computing sample variances"): no sum loses digits, whatever the mean is.

Schedule: `vector` (the dimension of the input that is vectorised), `vectors`, `rows` (the register
tile along another dimension), `length` (coordinates of a run), `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, gcd, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.reduction._row_kernels import Rows, result_operand
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
    kernel,
    memory_order,
    reorder,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Earlier,
    Expression,
    Load,
    apply,
    loads,
    substitute,
)
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.reduce import distance_from, is_summable
from aoe.policy import Policy

#: Bytes of a block that a run should have at most: several sizes are tried.
_BLOCK_BYTES = (16 << 10, 64 << 10, 256 << 10)
_RUN = Axis("run", 1)


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


@dataclass(frozen=True, slots=True)
class _Sums:
    """The sums of an operator, as a schedule has them computed.

    Attributes:
        operator: The operator.
        kept: The kept axes.
        reduced: The reduced axes; the first one has the coordinates of a run.
        runs: The number of runs.
        inputs: The accesses of inputs by number, as points of the input and a run see them.
        outputs: The accesses of results.
        schedule: The decisions.
        vector: The vectorised axis.
        lanes: Elements of a vector.
    """

    operator: Operator
    kept: tuple[Axis, ...]
    reduced: tuple[Axis, ...]
    runs: int
    inputs: dict[int, Access]
    outputs: tuple[Access, ...]
    schedule: Schedule
    vector: Axis
    lanes: int

    @property
    def numbers(self) -> list[int]:
        """The numbers of the results that are sums."""
        return [n for n, item in enumerate(self.operator.results) if _has_sum(item.epilogue)]

    @property
    def block_elements(self) -> int:
        """How many elements a run adds to a sum."""
        return prod(axis.extent for axis in self.reduced)

    @property
    def size(self) -> int:
        """Elements of a result."""
        return prod(axis.extent for axis in self.kept)

    def dense(self, name: str, of_runs: bool) -> Access:
        """A buffer of one element for each element of a result, or for those of each run."""
        strides, step = [], 1
        for axis in reversed(self.kept):
            strides.append((axis.name, step))
            step *= axis.extent
        if of_runs:
            strides.append((_RUN.name, step))
        return Access(name, "float32", tuple(strides))

    def run_kernel(self) -> Kernel:
        """The sums of each run."""
        run = replace(_RUN, extent=self.runs)
        blocked = self.vector if self.vector in self.kept else self.kept[-1]
        rows, vectors = self.schedule["rows"], self.schedule["vectors"]
        along = self.vector == blocked
        tile = ((self.reduced[-1].name, rows),) if along else ((blocked.name, rows),)
        block = min(vectors * self.lanes if along else rows, blocked.extent)
        schedule = LoopSchedule(vector=self.vector.name, vectors=vectors, tile=tile)
        nests = [
            self._rows((run, *self.kept), blocked, block, schedule).nest(
                f"run{number}",
                *self._element(number),
                ("sum", self._summand(number)),
            )
            for number in self.numbers
        ]
        loops = [Loop(run.name, 1)]
        loops += [Loop(axis.name, 1) for axis in self.kept if axis != blocked]
        loops.append(Loop(blocked.name, block))
        parallel = len(loops) if self.schedule["parallel"] else 0
        return kernel("runs", (run, *self.kept), loops, parallel, nests)

    def _element(self, number: int) -> tuple[list[Access], Store]:
        """What the summand of a result refers to, and where sums of runs go."""
        operands = [*self.inputs.values(), *(self.dense(f"run{n}", True) for n in self.numbers)]
        return operands, Store(self.dense(f"run{number}", True), Accumulator())

    def _summand(self, number: int) -> Expression:
        """What a run adds up for a result: distances are those from the mean of the block."""
        places = {number: place for place, number in enumerate(self.inputs)}
        share = Constant(1.0 / self.block_elements)

        def part(item: Expression) -> Expression | None:
            match item:
                case Accumulator():
                    return Load(places[0])
                case Load(operand=operand):
                    return Load(places[operand])
                case Earlier(result=result):
                    place = len(places) + self.numbers.index(result)
                    return apply("mul", Load(place), share)
            return None

        return substitute(self.operator.results[number].prologue, part)

    def whole_kernel(self) -> Kernel:
        """The results, from the sums of runs."""
        run = replace(_RUN, extent=self.runs)
        last = self.kept[-1]
        block = min(2 * self.lanes, last.extent)
        schedule = LoopSchedule(vector=last.name, vectors=2)
        rows = replace(self._rows(self.kept, last, block, schedule), reduced=(run,))
        runs = [self.dense(f"run{n}", True) for n in self.numbers]
        totals = [self.dense(f"total{n}", False) for n in self.numbers]
        nests = [
            rows.nest(
                f"total{number}",
                [*runs, *totals],
                Store(self.dense(f"total{number}", False), Accumulator()),
                ("sum", self._of_run(number)),
            )
            for number in self.numbers
        ]
        nests.append(self._results(totals, schedule))
        loops = [Loop(axis.name, 1) for axis in self.kept[:-1]]
        loops.append(Loop(last.name, block))
        many = self.size * self.runs >= cost.PARALLEL_THRESHOLD
        parallel = len(loops) if self.schedule["parallel"] and many else 0
        return kernel("whole", self.kept, loops, parallel, nests)

    def _of_run(self, number: int) -> Expression:
        """What the sum of a run contributes to the sum of all."""
        place = self.numbers.index(number)
        mean = distance_from(self.operator.results[number].prologue)
        if mean is None:
            return Load(place)
        other = self.numbers.index(mean)
        own = apply("mul", Load(other), Constant(1.0 / self.block_elements))
        count = self.block_elements * self.runs
        whole = apply("mul", Load(len(self.numbers) + other), Constant(1.0 / count))
        apart = apply("sub", own, whole)
        square = apply("mul", apply("mul", apart, apart), Constant(float(self.block_elements)))
        return apply("add", Load(place), square)

    def _results(self, totals: Sequence[Access], schedule: LoopSchedule) -> LoopNest:
        """All results, from the sums."""
        after = sorted({n for item in self.operator.results for n in loads(item.epilogue)})
        places = {number: len(totals) + place for place, number in enumerate(after)}
        written: list[Expression] = []
        for number, item in enumerate(self.operator.results):

            def part(node: Expression, own: int = number) -> Expression | None:
                match node:
                    case Accumulator():
                        return Load(self.numbers.index(own))
                    case Load(operand=operand):
                        return Load(places[operand])
                    case Earlier(result=result):
                        return written[result]
                return None

            written.append(substitute(item.epilogue, part))
        stores = tuple(map(Store, self.outputs, written))
        operands = (*totals, *(self.inputs[number] for number in after))
        return LoopNest("results", self.kept, operands, stores, schedule=schedule)

    def _rows(
        self, kept: tuple[Axis, ...], blocked: Axis, block: int, schedule: LoopSchedule
    ) -> Rows:
        parallel = bool(self.schedule["parallel"])
        nothing = Accumulator()
        return Rows(
            kept, self.reduced, (), nothing, nothing, self.outputs[0], blocked, block, schedule,
            parallel, self.lanes,
        )  # fmt: skip


def _has_sum(epilogue: Expression) -> bool:
    marked: list[Expression] = []
    substitute(epilogue, lambda item: marked.append(item) if item == Accumulator() else None)
    return bool(marked)


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
    sums = _Sums(
        operator,
        kept or (Axis("row", 1),),
        (replace(outermost, extent=length), *inner),
        outermost.extent // length,
        dict(zip(seen, cut, strict=False)),
        tuple(cut[len(seen) :]),
        schedule,
        _named(named, outermost, length, space.position(schedule["vector"])),
        target.lanes("float32"),
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
    return replace(operand, strides=(*operand.strides, (_RUN.name, stride * length)))


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
    divisors = [n for n in range(1, extent + 1) if extent % n == 0]
    found = [max(n for n in divisors if n == 1 or n * step_bytes <= most) for most in _BLOCK_BYTES]
    return list(dict.fromkeys(found))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: the loads and the arithmetic of all sums, or memory traffic if that takes longer."""
    schedule, costs = decisions(policy), profile_of(target)
    lanes, size = target.lanes("float32"), schedule["vectors"] * schedule["rows"]
    elements = prod(operator.inputs[0].shape)
    extent, inside = _outermost(operator)
    sums = [item for item in operator.results if _has_sum(item.epilogue)]
    operations = sum(1 + cost.operations(item.prologue, target) for item in sums)
    latency = costs.row_kernels.latency_cycles / size
    cycles = elements / lanes * (operations / 2 + len(sums) * latency)
    kept = elements // (extent * inside)
    runs = extent // schedule["length"]
    along = schedule["vector"] in operator.integers("axes")
    tasks = runs * kept / (schedule["rows"] if along else schedule["vectors"] * lanes)
    cycles += costs.row_kernels.task_cycles * max(tasks, 1.0) * len(sums)
    if along:
        cycles += costs.row_kernels.reduction_cycles * runs * kept * len(sums)
    between = 2.0 * len(sums) * runs * kept * ITEM_BYTES["float32"]
    threads = target.threads if schedule["parallel"] else 1
    busy = min(threads, max(ceil(tasks), 1))
    moved = operand_bytes(operator) + between
    return cost.roofline(target, cycles * threads / busy, moved, threads)


IMPLEMENTATION = ranked_implementation(
    "reduce_blocks",
    "Reduce",
    _policies,
    _estimate,
    _lower,
    _supports,
    lower_bound=streaming,
    lower_several=_lower_several,
)
