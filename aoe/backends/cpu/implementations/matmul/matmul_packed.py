"""Matrix multiplication by weights that are stored in 24, 8 or 4 bits, for some rows.

Schedule: `vectors` and `rows` are the register tile. With `unpacked` 0, each register tile takes
the weights apart in registers, once for all its rows. With 1, a strip of columns is taken apart
into scratch first, which all rows then read. Threads share the panels (`parallel`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.matmul.packed_panels import result_of_panels
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Constant, Expression, Load, apply, cast
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
from aoe.operators.types.matmul.packed_matmul import EACH, NO_ZERO, TYPE
from aoe.policy import Policy

_NAME = "matmul_packed"
#: Register tiles along the rows.
_ROWS = (1, 2, 3, 4, 5, 6, 8, 12)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    rows = operator.inputs[0].shape[0]
    width = operator.inputs[1].shape[3]
    lanes = target.lanes("float32")
    for parallel in parallel_choices(prod(operator.output.shape) * _depth(operator), target):
        for unpacked in (0, 1):
            for vectors in (1, 2, 3, 4):
                if vectors > 1 and (vectors - 1) * lanes >= width:
                    continue
                if unpacked and _scratch(operator, vectors, target) > target.l2:
                    continue
                for tile in _ROWS:
                    if tile > rows or (tile + 2) * vectors + 1 > target.vector_registers:
                        continue
                    schedule = {
                        "unpacked": unpacked,
                        "vectors": vectors,
                        "rows": tile,
                        "parallel": parallel,
                    }
                    yield Policy.of(name, schedule=schedule)


def _depth(operator: Operator) -> int:
    return operator.inputs[0].shape[1]


def _scratch(operator: Operator, vectors: int, target: CpuTarget) -> int:
    """Bytes of a strip of columns as float32."""
    return 4 * _depth(operator) * vectors * target.lanes("float32")


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: instructions of unpacking and of multiply-adds, or reading the weights once."""
    schedule, costs = decisions(policy), profile_of(target).packed
    rows = operator.output.shape[0]
    panels, width = operator.inputs[1].shape[0], operator.inputs[1].shape[3]
    lanes, tile = target.lanes("float32"), schedule["rows"]
    strip = schedule["vectors"] * lanes
    used = panels * ceil(width / strip) * strip / lanes * _depth(operator)
    tiles = ceil(rows / tile)
    products = tiles * tile / cost.multiply_adds_per_cycle(target)
    # A broadcast of an input serves the vectors of a tile; short chains wait for their sums.
    products += tiles * tile / schedule["vectors"] / costs.instructions_per_cycle
    products *= max(1.0, costs.chain_vectors / (tile * schedule["vectors"]))
    unpacking = costs.unpack_instructions[operator.integer("bits")] / costs.instructions_per_cycle
    if schedule["unpacked"]:
        unpacking += costs.copy_cycles
        products += tiles / costs.instructions_per_cycle
    else:
        unpacking *= tiles
    cycles = used * (products + unpacking)
    threads = target.threads if schedule["parallel"] else 1
    busy = min(threads, panels)
    return cost.roofline(target, cycles * threads / busy, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    rows, _ = operator.output.shape
    panels, blocks, stored, width = operator.inputs[1].shape
    axes = {
        "p": Axis("p", panels),
        "r": Axis("r", rows),
        "c": Axis("c", width),
        "b": Axis("b", blocks),
        "k": Axis("k", stored),
    }
    strip = min(schedule["vectors"] * target.lanes("float32"), width)
    outer = (Loop("p", 1), Loop("c", strip)) if schedule["unpacked"] else (Loop("p", 1),)
    parallel = len(outer) if schedule["parallel"] else 0
    if schedule["unpacked"]:
        nests, scratch = _through_scratch(operator, inputs, output, schedule, axes, strip)
    else:
        nests, scratch = (_in_registers(operator, inputs, output, schedule, axes),), ()
    made = kernel(_NAME, tuple(axes.values()), outer, parallel, nests, scratch)
    return LoweredOperator((made,))


def _packed(operator: Operator, inputs: Sequence[View]) -> list[Access]:
    """What weights are made of, in the order of the inputs."""
    steps = inputs[1].strides
    found = [
        Access("input1", "uint8", tuple(zip("pbkc", steps, strict=True)), inputs[1].offset),
    ]
    for number in range(2, operator.anchor_inputs):
        view = inputs[number]
        names = "pbkc" if len(view.shape) == len(steps) else "pbc"
        strides = tuple(zip(names, view.strides, strict=True))
        found.append(Access(f"input{number}", view.dtype, strides, view.offset))
    return found


def _weights(operator: Operator, first: int) -> list[Expression]:
    """The weights of a stored byte. `first`: the operand with the steps; the others follow it."""
    steps, scale = Load(first), Load(first + 1)
    parts: list[Expression] = [steps]
    if operator.integer("bits") == 24:
        return [float24.joined(scale, steps)]
    if operator.integer("bits") == 4:
        parts = [
            apply("bitwise_and", steps, Constant(15, "uint8")),
            apply("shift_right", steps, Constant(4, "uint8")),
        ]
    found: list[Expression] = []
    for part in parts:
        wide = cast(part, "float32")
        if operator.integer("zero") == NO_ZERO:
            found.append(apply("add", apply("mul", wide, scale), Load(first + 2)))
        else:
            zero = Constant(-operator.integer("zero"), "float32")
            found.append(apply("mul", apply("add", wide, zero), scale))
    return found


def _in_registers(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    axes: dict[str, Axis],
) -> LoopNest:
    x, each = inputs[0], EACH[operator.integer("bits")]
    row, step = x.strides
    stored, width = axes["k"].extent, axes["c"].extent
    strides = (("r", row), ("b", stored * each * step), ("k", each * step))
    rows = [Access("input0", "float32", strides, x.offset + half * step) for half in range(each)]
    weights = _weights(operator, each)
    element: Expression = apply("mul", weights[0], Load(0))
    for half in range(1, each):
        element = apply("add", element, apply("mul", weights[half], Load(half)))
    operands = [*rows, *_packed(operator, inputs)]
    after, store = result_of_panels(operator, inputs, output, width, len(operands))
    return LoopNest(
        "product",
        tuple(axes[name] for name in "prcbk"),
        (*operands, *after),
        (store,),
        Reduction("sum", ("b", "k"), element),
        _loops(schedule, ("b", "k")),
    )


def _loops(schedule: Schedule, reduced: Sequence[str]) -> LoopSchedule:
    order = (Loop("p", 1), Loop("r", 0), Loop("c", 0), *(Loop(name, 1) for name in reduced))
    return LoopSchedule("c", schedule["vectors"], (("r", schedule["rows"]),), order)


def _through_scratch(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    axes: dict[str, Axis],
    strip: int,
) -> tuple[tuple[LoopNest, ...], tuple[Buffer, ...]]:
    """A loop nest that takes a strip of columns apart, and one that multiplies by it."""
    each, depth = EACH[operator.integer("bits")], _depth(operator)
    stored, width = axes["k"].extent, axes["c"].extent
    places = (("b", stored * each * strip), ("k", each * strip), ("c", 1))
    stores = tuple(
        Store(Access("weights", "float32", places, half * strip), weight)
        for half, weight in enumerate(_weights(operator, 0))
    )
    apart = LoopNest(
        "unpack",
        tuple(axes[name] for name in "pcbk"),
        tuple(_packed(operator, inputs)),
        stores,
        None,
        LoopSchedule("c", schedule["vectors"]),
    )
    x = inputs[0]
    row, step = x.strides
    operands = [
        Access("input0", "float32", (("r", row), ("d", step)), x.offset),
        Access("weights", "float32", (("d", strip), ("c", 1))),
    ]
    after, store = result_of_panels(operator, inputs, output, width, len(operands))
    multiply = LoopNest(
        "product",
        (axes["p"], axes["r"], axes["c"], Axis("d", depth)),
        (*operands, *after),
        (store,),
        Reduction("sum", ("d",), apply("mul", Load(0), Load(1))),
        _loops(schedule, ("d",)),
    )
    return (apart, multiply), (Buffer("weights", "float32", depth * strip),)


IMPLEMENTATION = ranked_implementation(
    _NAME, TYPE, _policies, _estimate, _lower, lower_bound=streaming
)
