"""One step of an LSTM, a GRU or a plain recurrent layer whose weights are values of the graph.

The arguments of its gates are columns of sums: of the product of the state with one matrix, and of
other terms, which come from the input of the step and from biases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.tensorflow.affine import (
    NotAffineError,
    either_way,
    is_one_minus,
    is_result_of,
    operands,
)
from aoe.frontends.tensorflow.recurrences.turns import NotAlikeError, axis_of
from aoe.graph.prepare.rewriting import constant_of
from aoe.operators.types.recurrent.recurrent import GATES

#: Activations of cells, by the operators that compute them.
_ACTIVATIONS = {"Tanh": "tanh", "Relu": "relu"}


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a sum.

    Attributes:
        value: The term, of which some columns are added.
        start: The first of them.
    """

    value: onnx_ir.Value
    start: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        cell: "LSTM", "GRU" or "RNN".
        activations: Its activation functions, separated by spaces.
        order: Where each gate of ONNX lies among the columns of the weights.
        weights: The matrix of the state, (H, G·H).
        added: Terms that are added to all gates, each with a column for each column of the weights.
        inner: Those that a GRU adds to the product of the state, likewise.
        roles: Names of the values of the step, by identity: gates by the place of their columns,
            and others.
    """

    cell: str
    activations: str
    order: tuple[int, ...]
    weights: onnx_ir.Value
    added: tuple[onnx_ir.Value, ...]
    inner: tuple[onnx_ir.Value, ...]
    roles: dict[int, str]


def lstm(after: Sequence[onnx_ir.Value], before: Sequence[onnx_ir.Value]) -> Step:
    """The step of an LSTM, from its states h and c after it and before it. Raises
    `NotAffineError` or `NotAlikeError` if they are not of such a step.
    """
    h, c = after
    for output, last in either_way(_two(h, "Mul")):
        kind = _activation(last)
        if not (kind and is_result_of(output, "Sigmoid") and _one(last, kind) is c):
            continue
        inputs, forget, new = _cell_gates(c, before[1], kind)
        gates = [inputs, output, forget, new]
        sums = [_terms(_argument(gate)) for gate in gates]
        activations = f"sigmoid {_ACTIVATIONS[kind]} {_ACTIVATIONS[kind]}"
        found = _joined("LSTM", activations, sums, before[0], shape_of(h)[1])
        _name(found, gates, {"h": before[0], "c": before[1], "new h": h, "new c": c, "last": last})
        return found
    raise NotAffineError


def _cell_gates(
    c: onnx_ir.Value, before: onnx_ir.Value, kind: str
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """Input, forget and cell gate of `f * before + i * tanh(g)`. `kind`: the operator that is there
    in the place of tanh.
    """
    for kept, added in either_way(_two(c, "Add")):
        if not (is_result_of(kept, "Mul") and is_result_of(added, "Mul")):
            continue
        for forget, state in either_way(_two(kept, "Mul")):
            if state is not before or not is_result_of(forget, "Sigmoid"):
                continue
            for gate, new in either_way(_two(added, "Mul")):
                if is_result_of(gate, "Sigmoid") and is_result_of(new, kind):
                    return gate, forget, new
    raise NotAffineError


def gru(after: Sequence[onnx_ir.Value], before: Sequence[onnx_ir.Value]) -> Step:
    """The step of a GRU whose reset gate multiplies the product of the state, likewise."""
    h, state = after[0], before[0]
    for kept, added in either_way(_two(h, "Add")):
        if not (is_result_of(kept, "Mul") and is_result_of(added, "Mul")):
            continue
        for update, old in either_way(_two(kept, "Mul")):
            if old is not state or not is_result_of(update, "Sigmoid"):
                continue
            for rest, new in either_way(_two(added, "Mul")):
                if is_one_minus(rest, update) and _activation(new):
                    return _reset_after(h, state, update, new)
    raise NotAffineError


def _reset_after(
    h: onnx_ir.Value, state: onnx_ir.Value, update: onnx_ir.Value, new: onnx_ir.Value
) -> Step:
    hidden = shape_of(h)[1]
    for own, scaled in either_way(_two(_argument(new), "Add")):
        if not is_result_of(scaled, "Mul"):
            continue
        for reset, product in either_way(_two(scaled, "Mul")):
            if not is_result_of(reset, "Sigmoid"):
                continue
            of_state = _terms(product)
            whole = [*_terms(own), *of_state]
            sums = [_terms(_argument(update)), _terms(_argument(reset)), whole]
            found = _joined("GRU", "sigmoid tanh", sums, state, hidden)
            if found.order != (0, 1, 2):
                raise NotAlikeError
            inner = tuple(item.value for item in of_state if not _is_of(item.value, state))
            if len(inner) != len(of_state) - 1:
                raise NotAlikeError
            roles = {"h": state, "new h": h, "product": product}
            activations = f"sigmoid {_ACTIVATIONS[_activation(new)]}"
            made = Step(
                *("GRU", activations, found.order, found.weights),
                tuple(item for item in found.added if not _has(inner, item)),
                inner,
                found.roles,
            )
            _name(made, [update, reset, new], roles)
            return made
    raise NotAffineError


def plain(after: Sequence[onnx_ir.Value], before: Sequence[onnx_ir.Value]) -> Step:
    """The step of a plain recurrent layer, likewise."""
    h = after[0]
    kind = _activation(h)
    if not kind:
        raise NotAffineError
    sums = [_terms(_one(h, kind))]
    found = _joined("RNN", _ACTIVATIONS[kind], sums, before[0], shape_of(h)[1])
    _name(found, [], {"h": before[0], "new h": h})
    return found


def _activation(value: onnx_ir.Value) -> str:
    """The operator of `_ACTIVATIONS` that computes a value; empty if it is another."""
    return next((kind for kind in _ACTIVATIONS if is_result_of(value, kind)), "")


def _joined(
    cell: str,
    activations: str,
    sums: Sequence[Sequence[Term]],
    state: onnx_ir.Value,
    hidden: int,
) -> Step:
    """A step by the arguments of its gates, which are columns of the same terms."""
    products = [[item for item in terms if _is_of(item.value, state)] for terms in sums]
    if any(len(found) != 1 for found in products):
        raise NotAlikeError
    first = products[0][0].value
    weights = _two(first, "MatMul")[1]
    starts = [found[0].start for found in products]
    if sorted(starts) != [hidden * gate for gate in range(GATES[cell])]:
        raise NotAlikeError
    if shape_of(weights) != (hidden, GATES[cell] * hidden):
        raise NotAlikeError
    if any(found[0].value is not first for found in products):
        raise NotAlikeError
    added = tuple(item.value for item in sums[0] if item.value is not first)
    for terms, start in zip(sums, starts, strict=True):
        if any(item.start != start for item in terms) or len(terms) != len(added) + 1:
            raise NotAlikeError
        if not all(_has(added, item.value) for item in terms if item.value is not first):
            raise NotAlikeError
    if len({id(item) for item in added}) != len(added):
        raise NotAlikeError
    if any(shape_of(item)[-1] != GATES[cell] * hidden for item in added):
        raise NotAlikeError
    return Step(
        *(cell, activations, tuple(start // hidden for start in starts), weights, added), (), {}
    )


def _is_of(value: onnx_ir.Value, state: onnx_ir.Value) -> bool:
    """Whether a value is the product of the state with a matrix."""
    node = value.producer()
    return node is not None and node.op_type == "MatMul" and node.inputs[0] is state


def _terms(value: onnx_ir.Value, start: int = 0) -> list[Term]:
    """The terms of a sum, from a column on."""
    node = value.producer()
    if node is None:
        return [Term(value, start)]
    given = [item for item in node.inputs if item is not None]
    columns = shape_of(value)[-1:]
    if node.op_type in ("Add", "Sum") and all(shape_of(item)[-1:] == columns for item in given):
        return [term for item in given for term in _terms(item, start)]
    if node.op_type == "Split" and len(shape_of(value)) == 2 and len(given) == 2:
        sizes = constant_of(given[1])
        if sizes is not None and axis_of(node) in (-1, 1):
            return _terms(given[0], start + int(sizes[: value.index()].sum()))
    if node.op_type == "Slice" and len(shape_of(value)) == 2:
        limits = [constant_of(item) for item in given[1:]]
        if len(limits) == 4 and all(item is not None and item.size == 1 for item in limits):
            begin, _, axis, step = (int(item[0]) for item in limits if item is not None)
            if axis in (-1, 1) and step == 1 and begin >= 0:
                return _terms(given[0], start + begin)
    return [Term(value, start)]


def _name(step: Step, gates: Sequence[onnx_ir.Value], others: dict[str, onnx_ir.Value]) -> None:
    """Gives values of a step their names. Raises `NotAlikeError` if two are the same."""
    named = {f"gate {place}": gate for place, gate in zip(step.order, gates, strict=False)}
    for name, value in {**named, **others}.items():
        if id(value) in step.roles:
            raise NotAlikeError
        step.roles[id(value)] = name


def _has(values: Sequence[onnx_ir.Value], value: onnx_ir.Value) -> bool:
    return any(item is value for item in values)


def _argument(gate: onnx_ir.Value) -> onnx_ir.Value:
    node = gate.producer()
    assert node is not None, "an activation gives it"
    return _one(gate, node.op_type)


def _one(value: onnx_ir.Value, kind: str) -> onnx_ir.Value:
    (found,) = operands(value, kind)
    return found


def _two(value: onnx_ir.Value, kind: str) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    found = operands(value, kind)
    if len(found) != 2:
        raise NotAffineError
    return found[0], found[1]


#: Finds a step of a layer with so many states.
FINDERS: tuple[tuple[int, Callable[..., Step]], ...] = ((2, lstm), (1, gru), (1, plain))
