"""Running totals: a loop along the axis in which each step adds an element to the total stored by
the step before it.

The other dimensions are vectors where one of them is contiguous, and are shared by the threads.
Where the axis is contiguous, lines of another dimension may lie side by side in scratch meanwhile,
so that they are vectors, too: a line alone waits for each step. Schedule: `vector` (a dimension
other than the axis, -1: scalar code), `vectors`, `parallel`, `turned` (1: through scratch).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.device import Device
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Load, apply
from aoe.loops.stage import (
    Access,
    Axis,
    Bound,
    Buffer,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import cost
from aoe.operators.access import Strided, access, broadcast, kernel
from aoe.operators.implementations._scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
    spread,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Cycles to copy an element to scratch and its total back.
_MOVED = 2.5


def _policies(name: str, operator: Operator, device: Device) -> Iterator[Policy]:
    axis, shape = operator.integer("axis"), operator.output.shape
    candidates = [contiguous_dimension(item) for item in (operator.output, *operator.inputs)]
    contiguous = list(dict.fromkeys(d for d in candidates if d is not None and d != axis))
    turned = [d for d in range(len(shape)) if d != axis and _turns(operator, d, device)]
    for parallel in parallel_choices(4 * prod(shape), device):
        for vector in contiguous or [-1]:
            for size in (1, 2, 4) if vector >= 0 else (1,):
                yield _policy(name, vector, size, parallel, 0)
        for vector in turned:
            for size in (1, 2):
                yield _policy(name, vector, size, parallel, 1)


def _policy(name: str, vector: int, vectors: int, parallel: int, turned: int) -> Policy:
    schedule = {"vector": vector, "vectors": vectors, "parallel": parallel, "turned": turned}
    return Policy.of(name, schedule=schedule)


def _turns(operator: Operator, vector: int, device: Device) -> bool:
    """Whether lines along a dimension can lie side by side in scratch, and are worth it."""
    axis, shape = operator.integer("axis"), operator.output.shape
    lanes, size = device.lanes("float32"), ITEM_BYTES[operator.output.dtype]
    small = 2 * 2 * lanes * shape[axis] * size <= device.l2 / 2
    along = (
        contiguous_dimension(operator.output) == contiguous_dimension(operator.inputs[0]) == axis
    )
    return small and along and shape[vector] > 1


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    schedule, lanes, shape = decisions(policy), device.lanes("float32"), operator.output.shape
    vector = schedule["vector"]
    if schedule["turned"]:
        width = lanes * schedule["vectors"]
        filled = ceil(shape[vector] / width) * width / shape[vector]
        cycles = prod(shape) * filled * (_MOVED + (3.0 + 5.0 / schedule["vectors"]) / lanes)
    else:
        width = lanes if contiguous_dimension(operator.output) == vector else 1
        cycles = prod(shape) * (3.0 + 5.0 / schedule["vectors"]) / width
    threads = device.threads if schedule["parallel"] else 1
    return cost.roofline(device, cycles, operand_bytes(operator), threads)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The operands of a running total as its loop runs over them: from the end where it is reverse.
    `behind`: where there is a step before.
    """

    axes: tuple[Axis, ...]
    axis: str
    elements: Strided
    totals: Strided
    behind: tuple[Bound, ...]
    combine: str
    neutral: float
    exclusive: bool

    @property
    def names(self) -> list[str]:
        """The axes' names."""
        return [item.name for item in self.axes]

    def read(self, source: Access, total: Access, step: tuple[int, int]) -> tuple[Access, Access]:
        """The total before and what is added to it. `step`: elements from one to the next, of the
        source and of totals.
        """
        before = replace(
            total, offset=total.offset - step[1], bounds=self.behind, fill=self.neutral
        )
        if not self.exclusive:
            return before, source
        early = replace(
            source, offset=source.offset - step[0], bounds=self.behind, fill=self.neutral
        )
        return before, early

    def stage(
        self, source: Access, total: Access, step: tuple[int, int], schedule: StageSchedule
    ) -> Stage:
        """The loop that adds up."""
        value = apply(self.combine, Load(0), Load(1))
        operands = self.read(source, total, step)
        return Stage("running_total", self.axes, operands, (Store(total, value),), None, schedule)


def _lines(operator: Operator, x: View, output: View) -> _Lines:
    shape, axis = operator.output.shape, operator.integer("axis")
    axes = tuple(Axis(f"d{number}", extent) for number, extent in enumerate(shape))
    elements, totals = broadcast(x, "input0", shape), broadcast(output, "output0", shape)
    if operator.integer("reverse"):  # the loop runs from the end
        elements, totals = (
            replace(
                item,
                offset=item.offset + (shape[axis] - 1) * item.strides[axis],
                strides=(*item.strides[:axis], -item.strides[axis], *item.strides[axis + 1 :]),
            )
            for item in (elements, totals)
        )
    is_sum = operator.attribute["combine"] == "sum"
    return _Lines(
        axes,
        axes[axis].name,
        elements,
        totals,
        (Bound(((axes[axis].name, 1),), -1, max(shape[axis] - 1, 1)),),
        "add" if is_sum else "mul",
        0.0 if is_sum else 1.0,
        bool(operator.integer("exclusive")),
    )


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, device: Device
) -> Program:
    lines = _lines(operator, inputs[0], output)
    width = device.lanes("float32") * schedule["vectors"]
    vector = lines.names[schedule["vector"]] if schedule["vector"] >= 0 else ""
    others = [item for item in lines.axes if item.name != lines.axis]
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        outer = spread(others, {vector: width}, device.threads)
    if schedule["turned"]:
        return _turned(operator, lines, vector, width, outer, schedule)
    axis = operator.integer("axis")
    step = lines.elements.strides[axis], lines.totals.strides[axis]
    stage = lines.stage(
        access(lines.elements, lines.names),
        access(lines.totals, lines.names),
        step,
        StageSchedule(vector=vector, vectors=schedule["vectors"]),
    )
    parallel = len(outer)
    if not vector:  # line by line: the running total stays in the first-level cache
        own = {loop.axis for loop in outer}
        outer = (*outer, *(Loop(item.name, 1) for item in others if item.name not in own))
    loops = (*outer, Loop(lines.axis, 1))
    return Program((kernel("running_total", lines.axes, loops, parallel, (stage,)),))


def _turned(
    operator: Operator,
    lines: _Lines,
    vector: str,
    width: int,
    outer: tuple[Loop, ...],
    schedule: Schedule,
) -> Program:
    """Lines are copied to scratch, where they lie side by side, totalled and copied back."""
    finest = {item.name: 1 for item in lines.axes if item.name != lines.axis} | {vector: width}
    refined = [Loop(name, step) for name, step in finest.items() if Loop(name, step) not in outer]
    loops = [*outer, *refined]
    extent = operator.output.shape[operator.integer("axis")]
    dtype = operator.output.dtype
    source, total = (
        Access(name, dtype, ((vector, 1), (lines.axis, width))) for name in ("lines", "totals")
    )
    copied = StageSchedule(vector=lines.axis)
    stages = (
        Stage(
            "turn",
            lines.axes,
            (access(lines.elements, lines.names),),
            (Store(source, Load(0)),),
            schedule=copied,
        ),
        lines.stage(
            source,
            total,
            (width, width),
            StageSchedule(vector=vector, vectors=schedule["vectors"], order=(Loop(lines.axis, 1),)),
        ),
        Stage(
            "turn_back",
            lines.axes,
            (total,),
            (Store(access(lines.totals, lines.names), Load(0)),),
            schedule=copied,
        ),
    )
    scratch = [Buffer(name, dtype, extent * width) for name in ("lines", "totals")]
    return Program((kernel("running_total", lines.axes, loops, len(outer), stages, scratch),))


IMPLEMENTATION = ranked_implementation(
    "running_total", "RunningTotal", _policies, _estimate, _lower
)
