"""The kernels of several sums over the same axes; `reduce_blocks.py` has the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.implementations.reduction._row_kernels import Rows
from aoe.backends.cpu.implementations.scheduling import Schedule
from aoe.backends.cpu.lowering.access import kernel
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
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Prefetch,
    Store,
)
from aoe.operators.operator import Operator
from aoe.operators.types.reduction.reduce import distance_from

#: The axis of runs, with an extent that its user sets.
RUN = Axis("run", 1)


@dataclass(frozen=True, slots=True)
class BlockSums:
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
        threads: How many share the runs.
        afar: Whether the caches of these threads do not hold the inputs.
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
    threads: int
    afar: bool

    @property
    def numbers(self) -> list[int]:
        """The numbers of the results that are sums."""
        return [n for n, item in enumerate(self.operator.results) if has_sum(item.epilogue)]

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
            strides.append((RUN.name, step))
        return Access(name, "float32", tuple(strides))

    def run_kernel(self) -> Kernel:
        """The sums of each run."""
        run = replace(RUN, extent=self.runs)
        blocked = self.vector if self.vector in self.kept else self.kept[-1]
        rows, vectors = self.schedule["rows"], self.schedule["vectors"]
        along = self.vector == blocked
        tile = ((self.reduced[-1].name, rows),) if along else ((blocked.name, rows),)
        block = min(vectors * self.lanes if along else rows, blocked.extent)
        schedule = LoopSchedule(vector=self.vector.name, vectors=vectors, tile=tile)
        rows_of = self._rows((run, *self.kept), blocked, block, schedule)
        nests: list[LoopNest] = []
        known: set[int] = set()
        for number in self.numbers:
            summand = self._summand(number)
            nest = rows_of.nest(f"run{number}", *self._element(number), ("sum", summand))
            first = set(loads(summand)) - known
            known |= first
            fetched = self._next_run(blocked, block, first) if along else ()
            nests.append(replace(nest, prefetch=fetched))
        loops = [Loop(run.name, 1)]
        loops += [Loop(axis.name, 1) for axis in self.kept if axis != blocked]
        loops.append(Loop(blocked.name, block))
        parallel = len(loops) if self.schedule["parallel"] else 0
        return kernel("runs", (run, *self.kept), loops, parallel, nests)

    def _next_run(self, blocked: Axis, block: int, places: set[int]) -> tuple[Prefetch, ...]:
        """What a block of a run prefetches: what the same block of the next run reads of these
        operands. Lines of a block that has a part of each row are as far apart as these, so that no
        hardware prefetcher follows them.
        """
        if not (self.afar and is_fetched_ahead(self.runs, self.threads, block, blocked.extent)):
            return ()
        return tuple(
            Prefetch(place, access.strides, access.stride(RUN.name), elements=block)
            for place, access in enumerate(self.inputs.values())
            if place in places
            and access.stride(blocked.name) == 1
            and all(access.stride(axis.name) > 1 for axis in self.reduced if axis.extent > 1)
        )

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
        run = replace(RUN, extent=self.runs)
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


def is_fetched_ahead(runs: int, threads: int, block: int, row: int) -> bool:
    """Whether blocks prefetch what the next run reads: a thread has several runs, and a block has
    a part of each row.
    """
    return runs >= 2 * threads and block < row


def has_sum(epilogue: Expression) -> bool:
    """Whether a result is computed from a sum of its own."""
    marked: list[Expression] = []
    substitute(epilogue, lambda item: marked.append(item) if item == Accumulator() else None)
    return bool(marked)
