"""What one step of a recurrent layer computes: an LSTM, a GRU or a plain recurrent one.

The values of a step are matched with the formulas of ONNX's LSTM, GRU and RNN, in any order of
operands. Forms that differ in another way are no such step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.tensorflow.affine import (
    Affine,
    NotAffineError,
    Product,
    affine,
    either_way,
    is_one_minus,
    is_result_of,
    operands,
)
from aoe.graph.prepare.rewriting import constant_of


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One step.

    Attributes:
        kind: The operator of ONNX.
        x: What comes in at this step.
        weights: The matrix of `x` for each gate, in ONNX's order.
        recurrence: The matrix of the state for each gate.
        biases: The biases that are added to both products.
        state_biases: Those of the product with the state alone, which a GRU scales.
        activation: The activation of a plain recurrent layer; empty for others.
    """

    kind: str
    x: onnx_ir.Value
    weights: tuple[np.ndarray, ...]
    recurrence: tuple[np.ndarray, ...]
    biases: tuple[np.ndarray, ...]
    state_biases: tuple[np.ndarray, ...] = ()
    activation: str = ""

    def like(self, other: Cell) -> bool:
        """Whether another step computes the same of its operands."""
        if (self.kind, self.activation) != (other.kind, other.activation):
            return False
        mine, theirs = self._arrays(), other._arrays()
        return len(mine) == len(theirs) and all(map(_same, mine, theirs))

    def _arrays(self) -> tuple[np.ndarray, ...]:
        return (*self.weights, *self.recurrence, *self.biases, *self.state_biases)


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    shared = one.shape == other.shape and one.strides == other.strides
    if shared and one.__array_interface__["data"] == other.__array_interface__["data"]:
        return True
    return np.array_equal(one, other)


def lstm(h: onnx_ir.Value, c: onnx_ir.Value, before: onnx_ir.Value, cell: onnx_ir.Value) -> Cell:
    """The step of an LSTM with the states `h` and `c`, which were `before` and `cell`. Raises
    `NotAffineError` if they are not of such a step.
    """
    for gate, other in either_way(operands(h, "Mul")):
        if (
            is_result_of(other, "Tanh")
            and operands(other, "Tanh")[0] is c
            and is_result_of(gate, "Sigmoid")
        ):
            output = affine(operands(gate, "Sigmoid")[0])
            inputs, forget, new = _cell_gates(c, cell)
            return _gated("LSTM", [inputs, output, forget, new], before)
    raise NotAffineError


def _cell_gates(c: onnx_ir.Value, before: onnx_ir.Value) -> tuple[Affine, Affine, Affine]:
    """Input, forget and cell gate of `f * before + i * tanh(g)`."""
    for kept, added in either_way(operands(c, "Add")):
        for forget, state in either_way(operands(kept, "Mul")):
            if not _same_value(state, before) or not is_result_of(forget, "Sigmoid"):
                continue
            for gate, new in either_way(operands(added, "Mul")):
                if is_result_of(gate, "Sigmoid") and is_result_of(new, "Tanh"):
                    return (
                        affine(operands(gate, "Sigmoid")[0]),
                        affine(operands(forget, "Sigmoid")[0]),
                        affine(operands(new, "Tanh")[0]),
                    )
    raise NotAffineError


def gru(h: onnx_ir.Value, before: onnx_ir.Value) -> Cell:
    """The step of a GRU, `z * before + (1 - z) * tanh(n)`, likewise."""
    for kept, added in either_way(operands(h, "Add")):
        for update, state in either_way(operands(kept, "Mul")):
            if not _same_value(state, before) or not is_result_of(update, "Sigmoid"):
                continue
            for rest, new in either_way(operands(added, "Mul")):
                if is_one_minus(rest, update) and is_result_of(new, "Tanh"):
                    z = affine(operands(update, "Sigmoid")[0])
                    return _candidate(operands(new, "Tanh")[0], z, before)
    raise NotAffineError


def _candidate(new: onnx_ir.Value, z: Affine, before: onnx_ir.Value) -> Cell:
    """A GRU by its candidate: the reset gate scales the state or what the state gives."""
    for own, scaled in either_way(operands(new, "Add")):
        if not is_result_of(scaled, "Mul"):
            continue
        for reset, state in either_way(operands(scaled, "Mul")):
            if not is_result_of(reset, "Sigmoid"):
                continue
            r, recurrent = affine(operands(reset, "Sigmoid")[0]), affine(state)
            first = _gated("GRU", [z, r, _with(affine(own), recurrent)], before)
            biases = (*first.biases[:2], affine(own).bias)
            zeros = np.zeros_like(recurrent.bias)
            return Cell(
                *("GRU", first.x, first.weights, first.recurrence, biases),
                (zeros, zeros, recurrent.bias),
            )
    return _reset_before(affine(new), z, before)


def _with(own: Affine, recurrent: Affine) -> Affine:
    if any(item.source in own.sources() for item in recurrent.products):
        raise NotAffineError
    return Affine((*own.products, *recurrent.products), own.bias)


def _reset_before(new: Affine, z: Affine, before: onnx_ir.Value) -> Cell:
    """A GRU whose reset gate scales the state before the product."""
    for source in new.sources():
        if not is_result_of(source, "Mul"):
            continue
        for reset, state in either_way(operands(source, "Mul")):
            if _same_value(state, before) and is_result_of(reset, "Sigmoid"):
                r = affine(operands(reset, "Sigmoid")[0])
                moved = tuple(
                    Product(before if item.source is source else item.source, item.matrix)
                    for item in new.products
                )
                return _gated("GRU", [z, r, Affine(moved, new.bias)], before)
    raise NotAffineError


def plain(h: onnx_ir.Value, before: onnx_ir.Value) -> Cell:
    """The step of a plain recurrent layer, likewise."""
    node = h.producer()
    if node is None or node.op_type not in ("Tanh", "Relu", "Sigmoid"):
        raise NotAffineError
    found = _gated("RNN", [affine(operands(h, node.op_type)[0])], before)
    return Cell(
        *("RNN", found.x, found.weights, found.recurrence, found.biases),
        activation=node.op_type,
    )


def _gated(kind: str, gates: Sequence[Affine], before: onnx_ir.Value) -> Cell:
    """A step by its gates, which have the state and one other value in common."""
    (x,) = {
        source for gate in gates for source in gate.sources() if not _same_value(source, before)
    }
    weights = [gate.of(x) for gate in gates]
    recurrence = [_of_state(gate, before) for gate in gates]
    if any(item is None for item in weights):
        raise NotAffineError
    return Cell(
        kind,
        x,
        tuple(item for item in weights if item is not None),
        tuple(recurrence),
        tuple(gate.bias for gate in gates),
    )


def _of_state(gate: Affine, before: onnx_ir.Value) -> np.ndarray:
    found = [item.matrix for item in gate.products if _same_value(item.source, before)]
    if len(found) != 1:
        raise NotAffineError
    return found[0]


def _same_value(one: onnx_ir.Value, other: onnx_ir.Value) -> bool:
    """Whether two values are one, or constants of the same numbers."""
    if one is other:
        return True
    first, second = constant_of(one), constant_of(other)
    return first is not None and second is not None and _same(first, second)


#: Finds the step that computes a state from the one before.
Step: TypeAlias = Callable[[onnx_ir.Value, onnx_ir.Value], Cell]
#: Steps of layers with one state.
ONE_STATE: tuple[Step, ...] = (gru, plain)
