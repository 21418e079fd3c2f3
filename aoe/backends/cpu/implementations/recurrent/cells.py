"""The arithmetic of recurrent cells as loop nests: from the recurrent matmul in scratch and the
input's share of the gates to the next states. Used by `recurrence.py`.

The axes are d (direction), t (step), b (sequence) and h (element of the state), vectorised along h.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aoe.loops.expression import Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import Access, Axis, LoopNest, LoopSchedule, Store
from aoe.operators.expressions.activations import activated
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    KEPT,
    activations_of,
    clip_of,
    gate_order,
    keeps_gates,
    operand_numbers,
    state_count,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The sizes of a recurrence.

    Attributes:
        kind: "LSTM", "GRU" or "RNN".
        directions: 1, or 2 if it is bidirectional.
        steps: Steps of the sequences.
        batch: Sequences.
        hidden: Elements of a state.
        reset_first: Whether the reset gate multiplies the state before the matmul with the hidden
            gate's weights, not its result.
        dtype: Element type of the states.
        kept: Rows of the output behind the states.
    """

    kind: str
    directions: int
    steps: int
    batch: int
    hidden: int
    reset_first: bool
    dtype: str
    kept: int = 0

    @staticmethod
    def of(operator: Operator) -> Cell:
        """The sizes of an operator."""
        directions, steps, batch, _ = operator.inputs[0].shape
        kind = str(operator.attribute["cell"])
        first = kind == "GRU" and not operator.integer("linear_before_reset")
        hidden, dtype = operator.inputs[1].shape[2], operator.inputs[0].dtype
        kept = KEPT[kind] if keeps_gates(operator) else 0
        return Cell(kind, directions, steps, batch, hidden, first, dtype, kept)

    @property
    def gates(self) -> int:
        """The number of gates."""
        return GATES[self.kind]

    @property
    def states(self) -> int:
        """The number of states: h, and c of an LSTM."""
        return state_count(self.kind)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of a state: direction, step, sequence, element."""
        return (
            Axis("d", self.directions),
            Axis("t", self.steps),
            Axis("b", self.batch),
            Axis("h", self.hidden),
        )


class _Arithmetic:
    """Collects what one loop nest loads while its expressions are built."""

    def __init__(
        self,
        cell: Cell,
        operator: Operator,
        inputs: Sequence[View],
        state: Callable[[int, int], Access],
        units: int,
    ) -> None:
        self.units = units
        self.cell, self.operator, self.inputs, self.state_access = cell, operator, inputs, state
        self.operands: list[Access] = []
        self.numbers, self.gate_order = operand_numbers(operator), gate_order(operator)

    def load(self, access: Access) -> Expression:
        if access not in self.operands:
            self.operands.append(access)
        return Load(self.operands.index(access))

    def before(self, number: int) -> Expression:
        """A state before the step."""
        return self.load(self.state_access(number, 0))

    def from_input(self, gate: int) -> Expression:
        """The input's share of a gate."""
        view = self.inputs[0]
        offset = view.offset + self.gate_order[gate] * self.cell.hidden * view.strides[3]
        return self.load(_access("input0", view, ("d", "t", "b", "h"), offset))

    def from_product(self, gate: int) -> Expression:
        """The recurrent matmul's share of a gate."""
        strides = (("b", self.cell.gates * self.units), ("h", 1))
        offset = self.gate_order[gate] * self.units
        return self.load(Access("gates", self.cell.dtype, strides, offset))

    def gate(self, gate: int) -> Expression:
        """The argument of a gate's activation, without peepholes."""
        return apply("add", self.from_input(gate), self.from_product(gate))

    def peephole(self, part: int, gate: Expression, c: Expression) -> Expression:
        """The gate with its peephole (of i, o and f in turn), if there are any."""
        if "peepholes" not in self.numbers:
            return gate
        number = self.numbers["peepholes"]
        view = self.inputs[number]
        offset = view.offset + part * self.cell.hidden * view.strides[1]
        weight = self.load(_access(f"input{number}", view, ("d", "h"), offset))
        return apply("fma", weight, c, gate)

    def bias(self) -> Expression | None:
        if "bias" not in self.numbers:
            return None
        number = self.numbers["bias"]
        view = self.inputs[number]
        return self.load(_access(f"input{number}", view, ("d", "h"), view.offset))

    def activate(self, number: int, x: Expression) -> Expression:
        """The activation of a gate, of a clipped value."""
        clip = clip_of(self.operator)
        if clip:
            x = apply("max", x, Constant(-clip, self.cell.dtype))
            x = apply("min", x, Constant(clip, self.cell.dtype))
        return activated(activations_of(self.operator)[number], x, self.cell.dtype)

    def next_state(self, number: int, value: Expression) -> Store:
        """Writes a state; it stays as it was where the sequence has ended, or is masked."""
        if "lengths" in self.numbers:
            length = self.numbers["lengths"]
            view = self.inputs[length]
            end = cast(self.load(_access(f"input{length}", view, ("b",), view.offset)), "int64")
            value = apply("select", apply("less", Index("t"), end), value, self.before(number))
        if "mask" in self.numbers:
            view = self.inputs[self.numbers["mask"]]
            place = _access(f"input{self.numbers['mask']}", view, ("d", "t", "b"), view.offset)
            value = apply("select", self.load(place), value, self.before(number))
        return Store(self.state_access(number, 1), value)

    def keep(self, gates: Sequence[Expression], *others: Expression) -> list[Store]:
        """Writes the gates, which are in ONNX's order, and what else is kept."""
        if not self.cell.kept:
            return []
        rows = [*zip(self.gate_order, gates, strict=True), *enumerate(others, start=len(gates))]
        first = self.cell.states
        return [Store(self.state_access(first + row, 1), value) for row, value in rows]

    def nest(self, name: str, stores: Sequence[Store], vectors: int = 1) -> LoopNest:
        cell = self.cell
        axes = (
            Axis("d", cell.directions),
            Axis("t", cell.steps),
            Axis("b", cell.batch),
            Axis("h", cell.hidden),
        )
        schedule = LoopSchedule("h", vectors)
        return LoopNest(name, axes, tuple(self.operands), tuple(stores), None, schedule)


def _access(buffer: str, view: View, names: Sequence[str], offset: int) -> Access:
    return Access(buffer, view.dtype, tuple(zip(names, view.strides, strict=True)), offset)


def reset_state(cell: Cell) -> Access:
    """The state after a reset gate that comes first."""
    strides = (("d", cell.batch * cell.hidden), ("b", cell.hidden), ("h", 1))
    return Access("reset", cell.dtype, strides)


def gate_nests(
    cell: Cell,
    operator: Operator,
    inputs: Sequence[View],
    state: Callable[[int, int], Access],
    registers: int,
    units: int,
) -> list[LoopNest]:
    """The loop nests after the matmul, in order. Before the last one of a GRU whose reset gate
    comes first, the second matmul is due.

    `state(number, later)`: where a state is before (0) or after (1) the step. `units`: elements of
    a state that scratch has the matmul of.
    """
    work = _Arithmetic(cell, operator, inputs, state, units)
    vectors = 2 if registers >= 32 else 1
    if cell.kind == "LSTM":
        return [work.nest("lstm", _lstm(work), vectors)]
    if cell.kind == "RNN":
        value = work.activate(0, work.gate(0))
        return [work.nest("rnn", [work.next_state(0, value)], vectors)]
    if not cell.reset_first:
        return [work.nest("gru", _gru_reset_after(work), vectors)]
    reset = apply("mul", work.activate(0, work.gate(1)), work.before(0))
    first = work.nest("reset", [Store(reset_state(cell), reset)], vectors)
    work = _Arithmetic(cell, operator, inputs, state, units)
    new = work.activate(1, work.gate(2))
    return [first, work.nest("gru", [_gru(work, work.activate(0, work.gate(0)), new)], vectors)]


def _lstm(work: _Arithmetic) -> list[Store]:
    c = work.before(1)
    into = work.activate(0, work.peephole(0, work.gate(0), c))
    if work.operator.integer("input_forget"):
        keep: Expression = apply("sub", Constant(1.0, work.cell.dtype), into)
    else:
        keep = work.activate(0, work.peephole(2, work.gate(2), c))
    fresh = work.activate(1, work.gate(3))
    new = apply("fma", keep, c, apply("mul", into, fresh))
    out = work.activate(0, work.peephole(1, work.gate(1), new))
    last = activated(activations_of(work.operator)[2], new, work.cell.dtype)
    h = apply("mul", out, last)
    kept = work.keep([into, out, keep, fresh])
    return [work.next_state(0, h), work.next_state(1, new), *kept]


def _gru_reset_after(work: _Arithmetic) -> list[Store]:
    """A GRU whose reset gate multiplies the matmul."""
    bias, product = work.bias(), work.from_product(2)
    product = product if bias is None else apply("add", product, bias)
    reset = work.activate(0, work.gate(1))
    new = work.activate(1, apply("fma", reset, product, work.from_input(2)))
    update = work.activate(0, work.gate(0))
    return [_gru(work, update, new), *work.keep([update, reset, new], product)]


def _gru(work: _Arithmetic, update: Expression, new: Expression) -> Store:
    """(1 - z)·h̃ + z·h, as h̃ + z·(h - h̃)."""
    value = apply("fma", update, apply("sub", work.before(0), new), new)
    return work.next_state(0, value)
