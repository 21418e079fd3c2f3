"""Matrix multiplication of int8 rows by weights of 8 or 4 bits, quantised in blocks, with VNNI.

An instruction multiplies four neighbours of a row by those of each column of a vector.
Each register tile takes the words of a run apart once for all its rows, sums their products in
integers, and multiplies the sum by both scales. Schedule: `vectors` and `rows` are the register
tile. Threads share the panels (`parallel`). `matmul_packed` multiplies rows of float32.
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
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Constant, Expression, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.matmul.block_quantized_matmul import EACH, GROUP, NO_ZERO, TYPE
from aoe.policy import Policy

_NAME = "matmul_block_quantized"
#: Register tiles along the rows.
_ROWS = (1, 2, 3, 4, 5, 6, 8)
#: Pairs of an axis and a stride.
Strides = tuple[tuple[str, int], ...]
#: The lower halves of the bytes of a word.
_LOWER = Constant(0x0F0F0F0F, "int32")


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    rows, depth = operator.inputs[0].shape
    width = operator.inputs[3].shape[3]
    lanes = target.lanes("float32")
    for parallel in parallel_choices(prod(operator.output.shape) * depth, target):
        # Where reading the weights takes the time, whole panels are read best.
        for vectors in (4, 3, 2, 1):
            if vectors > 1 and (vectors - 1) * lanes >= width:
                continue
            for tile in _ROWS:
                # Sums, an unfinished sum of a run each, and the words of the weights.
                if tile > rows or (2 * tile + 1) * vectors + 2 > target.vector_registers:
                    continue
                schedule = {"vectors": vectors, "rows": tile, "parallel": parallel}
                yield Policy.of(name, schedule=schedule)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: instructions of dot products, unpacking and scaling, or reading the weights once."""
    schedule, costs = decisions(policy), profile_of(target).packed
    rows, depth = operator.inputs[0].shape
    runs = operator.inputs[2].shape[1]
    panels, width = operator.inputs[3].shape[0], operator.inputs[3].shape[3]
    lanes, tile = target.lanes("float32"), schedule["rows"]
    strip = schedule["vectors"] * lanes
    tiles, words = ceil(rows / tile), depth / runs / GROUP
    each = words * costs.word_instructions[operator.integer("bits")]
    # Words that registers do not hold beside the sums are loaded again for each row.
    held = schedule["vectors"] * (words + tile + 1) <= target.vector_registers
    row = words * (1 if held or tile == 1 else 2) + costs.scale_instructions
    instructions = panels * ceil(width / strip) * strip / lanes * runs * tiles * (each + tile * row)
    threads = target.threads if schedule["parallel"] else 1
    cycles = instructions / costs.instructions_per_cycle * threads / min(threads, panels)
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    rows, _ = operator.output.shape
    runs = operator.inputs[2].shape[1]
    panels, blocks, _, width, _ = operator.inputs[3].shape
    extents = {"p": panels, "r": rows, "c": width, "b": blocks, "s": runs // blocks}
    axes = {name: Axis(name, extent) for name, extent in extents.items()}
    operands = _Operands(inputs)
    element = _product(operator, operands)
    after, store = result_of_panels(operator, inputs, output, width, len(operands.found))
    order = (Loop("p", 1), Loop("r", 0), Loop("c", 0), Loop("b", 1), Loop("s", 1))
    nest = LoopNest(
        "product",
        tuple(axes.values()),
        (*operands.found, *after),
        (store,),
        Reduction("sum", ("b", "s"), element),
        LoopSchedule("c", schedule["vectors"], (("r", schedule["rows"]),), order),
    )
    made = kernel(
        _NAME, tuple(axes.values()), (Loop("p", 1),), 1 if schedule["parallel"] else 0, (nest,)
    )
    return LoweredOperator((made,))


class _Operands:
    """Collects what a loop nest reads of the inputs of an operator."""

    def __init__(self, views: Sequence[View]) -> None:
        self.views = views
        self.found: list[Access] = []

    def element(self, number: int, strides: Strides) -> Expression:
        """An element of an input."""
        view = self.views[number]
        return self._load(Access(f"input{number}", view.dtype, strides, view.offset))

    def word(self, number: int, strides: Strides, offset: int) -> Expression:
        """Four neighbours along the last dimension of an input of bytes, as one number."""
        view = self.views[number]
        first, step = view.offset + offset, view.strides[-1]
        if step == 1 and not any(n % GROUP for n in (first, *(n for _, n in strides))):
            in_words = tuple((axis, n // GROUP) for axis, n in strides)
            return self._load(Access(f"input{number}", "int32", in_words, first // GROUP))
        word: Expression = Constant(0, "int32")
        for byte in range(GROUP):
            access = Access(f"input{number}", "uint8", strides, first + byte * step)
            moved = apply("shift_left", cast(self._load(access), "int32"), _bits(8 * byte))
            word = apply("bitwise_or", word, moved)
        return word

    def _load(self, access: Access) -> Expression:
        self.found.append(access)
        return Load(len(self.found) - 1)


def _bits(number: int) -> Constant:
    return Constant(number, "int32")


def _product(operator: Operator, operands: _Operands) -> Expression:
    """What a run of a row and of a column adds to a sum."""
    x, _, x_sums, steps, scales = operands.views[:5]
    bits, zero = operator.integer("bits"), operator.integer("zero")
    blocks, runs = operator.inputs[1].shape[1], operator.inputs[2].shape[1]
    each, words = EACH[bits], operator.inputs[0].shape[1] // runs // GROUP

    def by_run(row: int, step: int) -> Strides:
        """Of rows whose runs are so many elements apart."""
        return ("r", row), ("b", runs // blocks * step), ("s", step)

    row, step = x.strides
    panel, block, group, column, _ = steps.strides
    run_of_steps = ("p", panel), ("b", block), ("s", words // each * group), ("c", column)
    run_of_x = by_run(row, words * GROUP * step)
    x_sum = operands.element(2, by_run(*x_sums.strides))
    total: Expression = _bits(0) if zero == NO_ZERO else apply("mul", x_sum, _bits(-zero))
    for number in range(words // each):
        stored = operands.word(3, run_of_steps, number * group)
        parts = [stored]
        if bits == 4:
            upper = apply("shift_right", stored, _bits(4))
            parts = [apply("bitwise_and", part, _LOWER) for part in (stored, upper)]
        for place, part in enumerate(parts, number * each):
            total = apply("dot4", part, operands.word(0, run_of_x, place * GROUP * step), total)
    by_block: Strides = tuple(zip("pbc", scales.strides, strict=True))
    scaled = apply("mul", cast(total, "float32"), operands.element(4, by_block))
    if zero == NO_ZERO:
        offsets: Strides = tuple(zip("pbc", operands.views[5].strides, strict=True))
        moved = apply("mul", cast(x_sum, "float32"), operands.element(5, offsets))
        scaled = apply("add", scaled, moved)
    row, block = operands.views[1].strides
    return apply("mul", scaled, operands.element(1, (("r", row), ("b", block))))


IMPLEMENTATION = ranked_implementation(
    _NAME, TYPE, _policies, _estimate, _lower, lower_bound=streaming
)
