"""TopK by a tournament in two rounds: a row is cut into groups, and the best element of each group
is kept.

A step finds the best group, then its best element, takes that out and finds the next best of the
group. So k elements of n cost k·2·√n comparisons, vectorised. Taken elements are flagged, not
overwritten, since a row may contain infinities. What is compared is in `_compared.py`. Schedule:
`group` (elements of a group), `vectors`, `parallel` (threads share the rows).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf, log2, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
    spread,
)
from aoe.backends.cpu.implementations.selection._compared import compared, compared_type
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import integer_limits, is_floating
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Indirect,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.inputs[0].shape


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    size = operator.inputs[0].shape[operator.integer("axis")]
    middle = round(log2(size) / 2)
    groups = sorted({min(2 ** max(middle + step, 0), size) for step in (-1, 0, 1, 2)})
    for parallel in parallel_choices(_cycles(operator, 2**middle, target), target):
        for group in groups:
            for vectors in (1, 2, 4):
                schedule = {"group": group, "vectors": vectors, "parallel": parallel}
                yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = decisions(policy)
    threads = target.threads if schedule["parallel"] else 1
    threads = min(threads, _rows(operator))
    loop = profile_of(target).selection.loop_share / schedule["vectors"]
    cycles = _cycles(operator, schedule["group"], target) * (1 + loop)
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _rows(operator: Operator) -> int:
    return max(prod(operator.output.shape) // operator.integer("k"), 1)


def _cycles(operator: Operator, group: int, target: CpuTarget) -> float:
    lanes, size = target.lanes("float32"), operator.inputs[0].shape[operator.integer("axis")]
    step = 2 * ceil(ceil(size / group) / lanes) + 2 * ceil(group / lanes)
    costs = profile_of(target).selection
    element = costs.top_k_round_cycles + costs.top_k_scan_cycles * step
    return _rows(operator) * (operator.integer("k") * element + size)


@dataclass(frozen=True, slots=True)
class _Tournament:
    """A row in groups.

    Attributes:
        rows: The axes of the rows.
        size: Elements of a row.
        group: Elements of a group.
        dtype: The type of what is compared.
        largest: Whether the largest elements are wanted, not the smallest.
        schedule: The schedule of the loop nests.
    """

    rows: tuple[Axis, ...]
    size: int
    group: int
    dtype: str
    largest: bool
    schedule: LoopSchedule

    @property
    def groups(self) -> int:
        return ceil(self.size / self.group)

    @property
    def worst(self) -> Constant:
        """The value that no element is worse than."""
        if is_floating(self.dtype):
            return Constant(-inf if self.largest else inf, self.dtype)
        lowest, highest = integer_limits(self.dtype)
        return Constant(lowest if self.largest else highest, self.dtype)

    @property
    def combine(self) -> str:
        return "max" if self.largest else "min"

    def same(self, a: Expression, b: Expression) -> Expression:
        """Whether two elements are equal. NaN equals NaN."""
        equal = apply("equal", a, b)
        if not is_floating(self.dtype):
            return equal
        return apply("or", equal, apply("and", apply("not_equal", a, a), apply("not_equal", b, b)))

    def state(self, name: str, dtype: str, per_group: int, of_groups: bool = True) -> Access:
        """Scratch of `per_group` elements of each group, at the coordinates of the axes `group`
        and, if there are several, `place`.
        """
        strides, step = [], per_group * self.groups
        for axis in reversed(self.rows):
            strides.append((axis.name, step))
            step *= axis.extent
        if per_group > 1:
            strides.append(("place", 1))
        if of_groups:
            strides.append(("group", per_group))
        return Access(name, dtype, tuple(strides))

    def chosen(self, name: str, dtype: str, per_group: int, group: int) -> Access:
        """`state` of the group whose number is operand `group`."""
        plain = self.state(name, dtype, per_group, of_groups=False)
        where = (Indirect(group, per_group, self.groups),)
        return Access(name, dtype, plain.strides, indirect=where)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    axis, shape = operator.integer("axis"), operator.inputs[0].shape
    rows = tuple(Axis(f"r{d}", n) for d, n in enumerate(shape) if d != axis)
    largest = bool(operator.integer("largest"))
    plan = _Tournament(
        rows,
        shape[axis],
        schedule["group"],
        compared_type(operator.inputs[0].dtype, largest),
        largest,
        LoopSchedule(),
    )
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        outer = spread(rows, {}, target.threads)
    own = {loop.axis for loop in outer}
    loops = (*outer, *(Loop(item.name, 1) for item in rows if item.name not in own))
    if outer:  # a task is whole rows, gone through one by one
        loops = (*outer, *(Loop(item.name, 1) for item in rows))
    source = _along(inputs[0], "input0", axis, rows, ("group", "place"), plan.group)
    destination = _along(output, "output0", axis, rows, ("step",), 1)
    steps = Axis("step", operator.integer("k"))
    element = compared(Load(0), source.dtype, plan.largest)
    nests = _groups(plan, source, element, schedule)
    begin = kernel("top_k_groups", rows, loops, len(outer), nests)
    scratch = tuple(
        Buffer(name, dtype, 1)
        for name, dtype in (("top", plan.dtype), ("leader", "int32"), ("seat", "int32"))
    )
    stepping = kernel(
        "top_k",
        (*rows, steps),
        (*loops, Loop("step", 1)),
        len(outer),
        _steps(plan, destination, steps, schedule),
        scratch,
    )
    count = _rows(operator) * plan.groups
    temporaries = (
        Buffer("values", plan.dtype, count * plan.group),
        Buffer("taken", "int32", count * plan.group),
        Buffer("best", plan.dtype, count),
        Buffer("left", "int32", count),
    )
    return LoweredOperator((begin, stepping), temporaries=temporaries)


def _along(
    view: View, buffer: str, axis: int, rows: Sequence[Axis], names: Sequence[str], group: int
) -> Access:
    """A view at the rows' coordinates and, along the axis, at those of `names`."""
    kept = [stride for d, stride in enumerate(view.strides) if d != axis]
    strides = [(item.name, stride) for item, stride in zip(rows, kept, strict=True) if stride]
    step = view.strides[axis]
    strides += [(names[-1], step)] + ([(names[0], step * group)] if len(names) > 1 else [])
    return Access(buffer, view.dtype, tuple(strides), view.offset)


def _groups(
    plan: _Tournament, source: Access, element: Expression, schedule: Schedule
) -> tuple[LoopNest, ...]:
    """Copies what is compared of a row group by group, with the best of each and its number of
    elements.
    """
    bound = (Bound((("group", plan.group), ("place", 1)), 0, plan.size),)
    source = Access(source.buffer, source.dtype, source.strides, source.offset, bound)
    group, place = Axis("group", plan.groups), Axis("place", plan.group)
    number = apply(
        "add", apply("mul", Index("group"), Constant(plan.group, "int64")), Index("place")
    )
    behind = apply("greater_equal", number, Constant(plan.size, "int64"))
    start = apply("mul", Index("group"), Constant(plan.group, "int64"))
    rest = apply("sub", Constant(plan.size, "int64"), start)
    values, taken = plan.state("values", plan.dtype, plan.group), _taken(plan)
    best, left = plan.state("best", plan.dtype, 1), plan.state("left", "int32", 1)
    along = LoopSchedule("place", schedule["vectors"]) if plan.group > 1 else LoopSchedule()
    return (
        LoopNest(
            "values",
            (*plan.rows, group, place),
            (source,),
            (
                Store(values, apply("select", behind, plan.worst, element)),
                Store(taken, cast(behind, "int32")),
            ),
            schedule=along,
        ),
        LoopNest(
            "best",
            (*plan.rows, group, place),
            (values,),
            (Store(best, Accumulator()),),
            Reduction(plan.combine, ("place",), Load(0)),
            along,
        ),
        LoopNest(
            "left",
            (*plan.rows, group),
            (),
            (Store(left, cast(apply("min", rest, Constant(plan.group, "int64")), "int32")),),
        ),
    )


def _taken(plan: _Tournament) -> Access:
    return plan.state("taken", "int32", plan.group)


def _steps(
    plan: _Tournament, destination: Access, steps: Axis, schedule: Schedule
) -> tuple[LoopNest, ...]:
    """One step: the best group, its best element, which is taken out, and its next best."""
    axes = (*plan.rows, steps)
    across = LoopSchedule("group", schedule["vectors"])
    along = LoopSchedule("place", schedule["vectors"])
    return (*_leader(plan, axes, across), *_taken_out(plan, destination, axes, along))


def _found(plan: _Tournament) -> tuple[Access, Access, Access]:
    """What a step finds: the best value, its group, and its place in the group."""
    names = (("top", plan.dtype), ("leader", "int32"), ("seat", "int32"))
    top, leader, seat = (Access(name, dtype, ()) for name, dtype in names)
    return top, leader, seat


def _leader(plan: _Tournament, axes: Sequence[Axis], across: LoopSchedule) -> tuple[LoopNest, ...]:
    """The best value, and the first group that has it."""
    top, leader, _ = _found(plan)
    group = Axis("group", plan.groups)
    best, left = plan.state("best", plan.dtype, 1), plan.state("left", "int32", 1)
    some = apply("greater", Load(1), Constant(0, "int32"))
    return (
        LoopNest(
            "top",
            (*axes, group),
            (best, left),
            (Store(top, Accumulator()),),
            Reduction(plan.combine, ("group",), apply("select", some, Load(0), plan.worst)),
            across,
        ),
        LoopNest(
            "leader",
            (*axes, group),
            (best, left, top),
            (Store(leader, Accumulator()),),
            Reduction(
                "min",
                ("group",),
                apply(
                    "select",
                    apply("and", some, plan.same(Load(0), Load(2))),
                    cast(Index("group"), "int32"),
                    Constant(plan.groups, "int32"),
                ),
            ),
            across,
        ),
    )


def _taken_out(
    plan: _Tournament, destination: Access, axes: Sequence[Axis], along: LoopSchedule
) -> tuple[LoopNest, ...]:
    """The place of the best value in its group, which is written and taken out, and the next best
    value of the group.
    """
    place = Axis("place", plan.group)
    return (
        _seat(plan, (*axes, place), along),
        _take(plan, destination, axes),
        _next_best(plan, (*axes, place), along),
    )


def _is_free(flag: int) -> Expression:
    """Whether an element is not taken. `flag`: the number of the operand that has its flag."""
    return apply("equal", Load(flag), Constant(0, "int32"))


def _seat(plan: _Tournament, axes: Sequence[Axis], along: LoopSchedule) -> LoopNest:
    """The first place of the group that has the best value and is not taken."""
    top, leader, seat = _found(plan)
    values = plan.chosen("values", plan.dtype, plan.group, 0)
    taken = plan.chosen("taken", "int32", plan.group, 0)
    return LoopNest(
        "seat",
        tuple(axes),
        (leader, values, taken, top),
        (Store(seat, Accumulator()),),
        Reduction(
            "min",
            ("place",),
            apply(
                "select",
                apply("and", _is_free(2), plan.same(Load(1), Load(3))),
                cast(Index("place"), "int32"),
                Constant(plan.group, "int32"),
            ),
        ),
        along,
    )


def _take(plan: _Tournament, destination: Access, axes: Sequence[Axis]) -> LoopNest:
    """Writes the number of the element, and flags it."""
    _, leader, seat = _found(plan)
    number = apply(
        "add",
        apply("mul", cast(Load(0), "int64"), Constant(plan.group, "int64")),
        cast(Load(1), "int64"),
    )
    taken = plan.chosen("taken", "int32", plan.group, 0)
    left = plan.chosen("left", "int32", 1, 0)
    flag = Access(
        taken.buffer,
        "int32",
        tuple(term for term in taken.strides if term[0] != "place"),
        indirect=(Indirect(0, plan.group, plan.groups), Indirect(1, 1, plan.group)),
    )
    one = Constant(1, "int32")
    return LoopNest(
        "take",
        tuple(axes),
        (leader, seat, left),
        (Store(destination, number), Store(flag, one), Store(left, apply("sub", Load(2), one))),
    )


def _next_best(plan: _Tournament, axes: Sequence[Axis], along: LoopSchedule) -> LoopNest:
    """The best value of what is left of the group."""
    _, leader, _ = _found(plan)
    values = plan.chosen("values", plan.dtype, plan.group, 0)
    taken = plan.chosen("taken", "int32", plan.group, 0)
    return LoopNest(
        "again",
        tuple(axes),
        (leader, values, taken),
        (Store(plan.chosen("best", plan.dtype, 1, 0), Accumulator()),),
        Reduction(plan.combine, ("place",), apply("select", _is_free(2), Load(1), plan.worst)),
        along,
    )


IMPLEMENTATION = ranked_implementation(
    "top_k", "TopK", _policies, _estimate, _lower, supports=_supports
)
