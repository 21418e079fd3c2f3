"""Walks down the trees of an ensemble: a step moves some walks one node down, without branches.

A node is one record in memory, so that a step touches one cache line of it. Walks side by side hide
the time that a step waits for memory. Trees are taken in tiles; a tile takes the steps that its
deepest tree needs. Schedule: `walks` side by side, `parallel`.

Source: Asadi, Lin, de Vries, "Runtime Optimizations for Tree-Based Machine Learning Models" (2014),
predication and walks side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Accumulator, Constant, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.selection.tree_traversal import (
    CHILDREN,
    DEPTHS,
    FEATURES,
    ROOTS,
    SPLITS,
    TYPE,
    X,
)
from aoe.policy import Policy

_NAME = "tree_traversal"
#: Operations of a step, to judge whether threads are worth their start.
_STEP_OPERATIONS = 16
#: The words of a record: the feature and both children, then the split.
_FEATURE, _FALSE, _TRUE = range(3)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.output.shape and 0 not in operator.inputs[X].shape


def _steps(operator: Operator) -> int:
    return prod(operator.output.shape) * max(operator.integer("steps"), 1)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    trees = operator.output.shape[1]
    for parallel in parallel_choices(_steps(operator) * _STEP_OPERATIONS, target):
        for walks in (16, 8, 32, 4):
            if walks == 4 or walks < 2 * trees:
                yield Policy.of(name, schedule={"walks": walks, "parallel": parallel})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, costs = decisions(policy), profile_of(target).selection
    trees = operator.output.shape[1]
    threads = target.threads if schedule["parallel"] else 1
    cycles = max(costs.walk_cycles, costs.walk_latency / min(schedule["walks"], trees))
    return cost.roofline(target, cycles * _steps(operator), operand_bytes(operator), threads)


@dataclass(frozen=True, slots=True)
class _Records:
    """The nodes as records in the buffer "nodes".

    Attributes:
        nodes: How many there are.
        words: The 32-bit words of one.
        dtype: The type of a split, which is the end of a record.
    """

    nodes: int
    words: int
    dtype: str

    @staticmethod
    def of(operator: Operator) -> _Records:
        """Those of an operator; splits are aligned to their size."""
        dtype = operator.inputs[SPLITS].dtype
        return _Records(operator.inputs[SPLITS].shape[0], 2 + ITEM_BYTES[dtype] // 2, dtype)

    def word(self, number: int, index: tuple[Indirect, ...] = ()) -> Access:
        """A word of the record of axis "m", or of the one at an index."""
        strides = () if index else (("m", self.words),)
        return Access("nodes", "int32", strides, number, indirect=index)

    def split(self, index: tuple[Indirect, ...] = ()) -> Access:
        """Likewise the split."""
        each = self.words * ITEM_BYTES["int32"] // ITEM_BYTES[self.dtype]
        strides = () if index else (("m", each),)
        return Access("nodes", self.dtype, strides, each - 1, indirect=index)

    def at(self, operand: int, dtype: str = "int32") -> tuple[Indirect, ...]:
        """The index of a record that an operand holds, for an access of a type."""
        each = self.words * ITEM_BYTES["int32"] // ITEM_BYTES[dtype]
        return (Indirect(operand, each, self.nodes, inside=True),)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    samples, trees = operator.output.shape
    steps, walks = max(operator.integer("steps"), 1), schedule["walks"]
    records = _Records.of(operator)
    tiles = ceil(trees / walks)
    axes = (Axis("t", trees), Axis("n", samples), Axis("s", steps))
    outer = (Loop("t", walks), Loop("n", 1), Loop("s", 1))
    walk = kernel(
        _NAME,
        axes,
        outer,
        2 if schedule["parallel"] else 0,
        (
            _start(inputs, axes),
            _step(records, inputs, axes, walks),
            _finish(output, axes),
        ),
        (Buffer("places", "int32", walks),),
    )
    return LoweredOperator(
        (walk,),
        prepare=(_recorded(records, inputs), _planned(inputs, axes, walks)),
        packed=(
            Buffer("nodes", "int32", records.nodes * records.words),
            Buffer("first", "int32", steps),
            Buffer("last", "int32", steps),
            Buffer("active", "int32", tiles * walks * steps),
        ),
    )


def _recorded(records: _Records, inputs: Sequence[View]) -> Kernel:
    """Writes the nodes as records."""
    axis = Axis("m", records.nodes)

    def table(number: int, column: int = 0) -> Access:
        view = inputs[number]
        offset = view.offset + (column * view.strides[1] if column else 0)
        return Access(f"input{number}", view.dtype, (("m", view.strides[0]),), offset)

    parts = (
        (table(FEATURES), records.word(_FEATURE)),
        (table(CHILDREN), records.word(_FALSE)),
        (table(CHILDREN, 1), records.word(_TRUE)),
        (table(SPLITS), records.split()),
    )
    nests = [
        LoopNest(f"record{number}", (axis,), (source,), (Store(place, Load(0)),))
        for number, (source, place) in enumerate(parts)
    ]
    return kernel("tree_records", (), (), 0, nests)


def _planned(inputs: Sequence[View], axes: Sequence[Axis], walks: int) -> Kernel:
    """Writes which step is the first and which the last, and for the first tree of each tile which
    steps it takes.
    """
    trees, _, step = axes
    tile, tree = Axis("tile", ceil(trees.extent / walks)), Axis("tree", walks)
    ends = tuple(
        Store(_when(name), cast(apply("equal", Index("s"), Constant(number, "int64")), "int32"))
        for name, number in (("first", 0), ("last", step.extent - 1))
    )
    (stride,) = inputs[DEPTHS].strides
    depths = Access(
        f"input{DEPTHS}",
        "int32",
        (("tile", walks * stride), ("tree", stride)),
        inputs[DEPTHS].offset,
        bounds=(Bound((("tile", walks), ("tree", 1)), 0, trees.extent),),
    )
    taken = cast(apply("less", cast(Index("s"), "int32"), Accumulator()), "int32")
    active = LoopNest(
        "active",
        (tile, step, tree),
        (depths,),
        (Store(_active((("tile", walks * step.extent), ("s", 1))), taken),),
        Reduction("max", ("tree",), Load(0)),
    )
    return kernel("tree_steps", (), (), 0, (LoopNest("ends", (step,), (), ends), active))


def _active(strides: tuple[tuple[str, int], ...]) -> Access:
    return Access("active", "int32", strides)


def _when(name: str) -> Access:
    """Whether a step is the first or the last."""
    return Access(name, "int32", (("s", 1),))


#: Where each walk of a tile is. It stays in the first-level cache, which the result does not.
_PLACE = Access("places", "int32", (("t", 1),))


def _start(inputs: Sequence[View], axes: tuple[Axis, ...]) -> LoopNest:
    """All walks of a tile begin at the roots."""
    (stride,) = inputs[ROOTS].strides
    roots = Access(f"input{ROOTS}", "int32", (("t", stride),), inputs[ROOTS].offset)
    return LoopNest(
        "start",
        axes[:2],
        (roots,),
        (Store(_PLACE, Load(0)),),
        schedule=LoopSchedule("t", 1),
        guard=_when("first"),
    )


def _finish(output: View, axes: tuple[Axis, ...]) -> LoopNest:
    """Writes the leaves of a tile."""
    sample, tree = output.strides
    leaves = Access("output0", "int32", (("t", tree), ("n", sample)), output.offset)
    return LoopNest(
        "finish",
        axes[:2],
        (_PLACE,),
        (Store(leaves, Load(0)),),
        schedule=LoopSchedule("t", 1),
        guard=_when("last"),
    )


def _step(
    records: _Records, inputs: Sequence[View], axes: tuple[Axis, ...], walks: int
) -> LoopNest:
    """One step of the walks of a tile."""
    x = inputs[X]
    feature = records.word(_FEATURE, records.at(0))
    sample, column = x.strides
    read = Access(
        f"input{X}",
        x.dtype,
        (("n", sample),),
        x.offset,
        indirect=(Indirect(1, column, x.shape[1], inside=True),),
    )
    children = [records.word(number, records.at(0)) for number in (_FALSE, _TRUE)]
    split = records.split(records.at(0, records.dtype))
    below = apply("less_equal", Load(2), Load(3))
    return LoopNest(
        "step",
        axes[:2],
        (_PLACE, feature, read, split, *children),
        (Store(_PLACE, apply("select", below, Load(5), Load(4))),),
        schedule=LoopSchedule(tile=(("t", walks),), order=(Loop("n", 1), Loop("t", 0))),
        guard=_active((("t", axes[2].extent), ("s", 1))),
    )


IMPLEMENTATION = ranked_implementation(
    _NAME, TYPE, _policies, _estimate, _lower, supports=_supports
)
