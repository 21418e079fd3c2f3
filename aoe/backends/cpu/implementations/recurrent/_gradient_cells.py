"""The arithmetic of the gradients of recurrent cells as loop nests. Used by
`recurrent_gradient.py`; `aoe.operators.types.recurrent.recurrent_gradient` has the equations.

The axes are d (direction), t (step, from the last to the first), b (sequence) and h (element of the
state), vectorised along h.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.loops.expression import Constant, Expression, Load, apply
from aoe.loops.loop_nest import Access, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent import GATES, activations_of, gate_order
from aoe.operators.types.recurrent.recurrent_gradient import (
    OPTIONAL_OPERANDS,
    gradient_count,
    operand_numbers,
)


def cell_of(operator: Operator) -> Cell:
    """The sizes of a gradient."""
    directions, steps, batch, hidden = operator.inputs[2].shape
    kind, dtype = str(operator.attribute["cell"]), operator.output.dtype
    return Cell(kind, directions, steps, batch, hidden, False, dtype)


class GradientNests:
    """The loop nests of a gradient, and where their operands lie."""

    def __init__(self, operator: Operator, inputs: Sequence[View], output: View) -> None:
        self.cell = cell_of(operator)
        self._operator, self._inputs, self._output = operator, inputs, output
        self._gate_order = gate_order(operator)
        self._gradients = gradient_count(self.cell.kind)
        self._operands: list[Access] = []
        self._mask = operand_numbers(operator).get("mask")

    @property
    def adds_product(self) -> bool:
        """Whether the gradient of h before a step has more than comes through the weights."""
        return self.cell.kind == "GRU" or self._mask is not None

    def column(self, number: int, later: int = 0, axis: str = "h") -> Access:
        """The columns of the output from number·H on, of step t or of the one after it."""
        by_direction, by_time, by_sequence, by_column = self._output.strides
        time = (self.cell.steps - 1 + later) * by_time
        strides = (("d", by_direction), ("t", -by_time), ("b", by_sequence), (axis, by_column))
        offset = self._output.offset + time + number * self.cell.hidden * by_column
        return Access("output0", self._output.dtype, strides, offset)

    def state_column(self, number: int, later: int = 0) -> Access:
        """The gradient of a state before step t or after it."""
        return self.column(self._gradients + number, later)

    def last(self, operands: dict[str, int]) -> list[LoopNest]:
        """Writes the row behind the last step. `operands`: the numbers of inputs by name."""
        axes = tuple(axis for axis in self.cell.axes if axis.name != "t")
        nests = []
        for number in range(self._gradients + self.cell.states):
            state = number - self._gradients
            name = OPTIONAL_OPERANDS[state] if state >= 0 else ""
            read: tuple[Access, ...] = ()
            if name in operands:
                view = self._inputs[operands[name]]
                strides = tuple(zip(("d", "b", "h"), view.strides, strict=True))
                read = (Access(f"input{operands[name]}", view.dtype, strides, view.offset),)
            written = self.column(number, 1)
            written = replace(
                written, strides=tuple(item for item in written.strides if item[0] != "t")
            )
            value = Load(0) if read else Constant(0.0, self.cell.dtype)
            order = LoopSchedule("h", 1)
            nests.append(LoopNest("last", axes, read, (Store(written, value),), None, order))
        return nests

    def gates(self, vectors: int) -> LoopNest:
        """The gradients of a step but for what comes through the weights."""
        self._operands = []
        stores = {"LSTM": self._lstm, "GRU": self._gru, "RNN": self._rnn}[self.cell.kind]()
        schedule = LoopSchedule("h", vectors)
        operands = tuple(self._operands)
        return LoopNest("gates", self.cell.axes, operands, tuple(stores), None, schedule)

    def _load(self, access: Access) -> Expression:
        if access not in self._operands:
            self._operands.append(access)
        return Load(self._operands.index(access))

    def _row(self, row: int, later: int) -> Expression:
        """A row of the recurrence's output, before step t or after it."""
        view = self._inputs[0]
        by_row, by_time, *others = view.strides
        time = (self.cell.steps - 1 + later) * by_time
        strides = tuple(zip(("t", "d", "b", "h"), (-by_time, *others), strict=True))
        return self._load(Access("input0", view.dtype, strides, view.offset + row * by_row + time))

    def _gate(self, gate: int) -> Expression:
        """A gate of step t."""
        return self._row(self.cell.states + self._gate_order[gate], 1)

    def _of_state(self) -> Expression:
        """The gradient of h after step t."""
        view = self._inputs[2]
        by_direction, by_time, by_sequence, by_element = view.strides
        strides = (("d", by_direction), ("t", -by_time), ("b", by_sequence), ("h", by_element))
        offset = view.offset + (self.cell.steps - 1) * by_time
        given = self._load(Access("input2", view.dtype, strides, offset))
        return apply("add", self._load(self.state_column(0, 1)), given)

    def _written(self, gate: int, value: Expression) -> Store:
        number = self._gate_order[gate] if gate < GATES[self.cell.kind] else gate
        return Store(self.column(number), self._if_inside(value, self._zero()))

    def _given_on(self, state: int, value: Expression, after: Expression) -> Store:
        """Writes the gradient of a state before step t, without what comes through the weights.
        `after`: that of the state after it.
        """
        return Store(self.state_column(state), self._if_inside(value, after))

    def _if_inside(self, value: Expression, otherwise: Expression) -> Expression:
        """A value where the step changes the states of its sequence, else another."""
        if self._mask is None:
            return value
        view = self._inputs[self._mask]
        by_direction, by_time, by_sequence = view.strides
        strides = (("d", by_direction), ("t", -by_time), ("b", by_sequence))
        offset = view.offset + (self.cell.steps - 1) * by_time
        inside = self._load(Access(f"input{self._mask}", view.dtype, strides, offset))
        return apply("select", inside, value, otherwise)

    def _zero(self) -> Expression:
        return Constant(0.0, self.cell.dtype)

    def _lstm(self) -> list[Store]:
        into, out, keep, new = map(self._gate, range(4))
        dh, c = self._of_state(), self._row(1, 1)
        last = apply("tanh", c) if self._has_tanh else apply("max", c, self._zero())
        through = self._of_activation(apply("mul", dh, out), last)
        after = self._load(self.state_column(1, 1))
        dc = apply("add", after, through)
        return [
            *([self._given_on(0, self._zero(), dh)] if self.adds_product else []),
            self._written(0, _of_sigmoid(apply("mul", dc, new), into)),
            self._written(1, _of_sigmoid(apply("mul", dh, last), out)),
            self._written(2, _of_sigmoid(apply("mul", dc, self._row(1, 0)), keep)),
            self._written(3, self._of_activation(apply("mul", dc, into), new)),
            self._given_on(1, apply("mul", dc, keep), after),
        ]

    def _gru(self) -> list[Store]:
        update, reset, new = map(self._gate, range(3))
        dh, product = self._of_state(), self._row(self.cell.states + 3, 1)
        hidden = self._of_activation(_times_rest(dh, update), new)
        changed = apply("sub", self._row(0, 0), new)
        return [
            self._written(0, _of_sigmoid(apply("mul", dh, changed), update)),
            self._written(1, _of_sigmoid(apply("mul", hidden, product), reset)),
            self._written(2, apply("mul", hidden, reset)),
            self._written(3, hidden),
            self._given_on(0, apply("mul", dh, update), dh),
        ]

    @property
    def _has_tanh(self) -> bool:
        """Whether the last activation is a tanh; a ReLU otherwise."""
        return activations_of(self._operator)[-1] == "tanh"

    def _of_activation(self, gradient: Expression, y: Expression) -> Expression:
        """The gradient of the argument of a tanh or a ReLU of a gate that is y. NaN of an element
        below zero goes on, as TensorFlow's does.
        """
        if self._has_tanh:
            return _of_tanh(gradient, y)
        one = Constant(1.0, self.cell.dtype)
        is_open = apply("greater", y, self._zero())
        return apply("mul", gradient, apply("select", is_open, one, self._zero()))

    def _rnn(self) -> list[Store]:
        h, dh = self._row(0, 1), self._of_state()
        if self._has_tanh:
            argument = _of_tanh(dh, h)
        else:
            argument = apply("select", apply("greater", h, self._zero()), dh, self._zero())
        beside = [self._given_on(0, self._zero(), dh)] if self.adds_product else []
        return [*beside, self._written(0, argument)]


def _times_rest(gradient: Expression, x: Expression) -> Expression:
    """gradient·(1 - x)."""
    return apply("fma", apply("neg", gradient), x, gradient)


def _of_sigmoid(gradient: Expression, y: Expression) -> Expression:
    """The gradient of the argument of a sigmoid that is y."""
    return apply("mul", gradient, _times_rest(y, y))


def _of_tanh(gradient: Expression, y: Expression) -> Expression:
    """The gradient of the argument of a tanh that is y."""
    return apply("fma", apply("neg", apply("mul", gradient, y)), y, gradient)
