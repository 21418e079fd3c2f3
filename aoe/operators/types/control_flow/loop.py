"""One result of a loop with a computed end: ONNX Loop.

A loop has states, which each iteration replaces, and collects rows: each iteration adds one row to
each collection. Its end is computed: it goes on while a condition holds and a limit is not reached.

Each result of a loop is an operator of its own, because an operator has one output. The operators
of one loop differ in `result` only, and a backend may compute all of them at once. The inputs are
the limit (int64), the condition before the first iteration (bool), the first states, then the
values and the constants of the model that the body reads.

Attributes: `body`: the body as JSON (`LoopBody`). `states`: how many states there are. `trips`: how
many rows a collection has room for. `result`: the number of the state, or behind them the number of
the collection, or -1 for the number of iterations.

`aoe.graph.prepare.loops.form` makes the body. Implementation: `loop`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from aoe.errors import MALFORMED, ModelError, quoted
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.evaluate import evaluate
from aoe.operators.graph_json import graph_from_json, graph_to_json
from aoe.operators.importing import integer_attribute, required_input
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph

#: The `result` that is the number of iterations.
COUNT = -1
#: The inputs in front of the states: the limit, and the condition before the first iteration.
LIMIT, ENTER, FIRST_STATE = range(3)
#: Iterations that a loop without a known limit is expected to have.
EXPECTED_TRIPS = 16


@dataclass(frozen=True, slots=True)
class LoopBody:
    """What an iteration computes.

    Attributes:
        graph: The operators, without constants. Inputs are the number of the iteration (int64), the
            states, and the values of the model that the body reads. Outputs are whether the loop
            goes on (bool), the next states, and a row of each collection.
        constants: The names of the constants, in the order of the operator's inputs.
    """

    graph: OperatorGraph
    constants: tuple[str, ...]

    def to_json(self) -> str:
        """The body as text, for `body_of`."""
        return json.dumps({"graph": graph_to_json(self.graph), "constants": list(self.constants)})

    def with_constants(self, arrays: Sequence[np.ndarray]) -> OperatorGraph:
        """The operators with the arrays of the constants."""
        return replace(self.graph, constants=dict(zip(self.constants, arrays, strict=True)))


@lru_cache(maxsize=64)
def _body(text: str) -> LoopBody:
    try:
        data = json.loads(text)
        graph = graph_from_json(data["graph"], {})
        return LoopBody(graph, tuple(str(name) for name in data["constants"]))
    except MALFORMED as error:
        raise ModelError(f"not the body of a loop: {quoted(repr(error))}") from error


def body_of(operator: Operator) -> LoopBody:
    """The body of a loop. Raises `ModelError` if it is none."""
    return _body(str(operator.attribute["body"]))


def states_of(operator: Operator) -> int:
    """How many states a loop has."""
    return operator.integer("states")


def bound_inputs(operator: Operator, names: Sequence[str]) -> Mapping[str, str]:
    """What an operator's inputs, by name, are called in the body: values and constants, not states.

    Returns:
        The names of the inputs by the names in the body.
    """
    body, states = body_of(operator), states_of(operator)
    given = names[FIRST_STATE + states :]
    inside = (*body.graph.inputs[1 + states :], *body.constants)
    return dict(zip(inside, given, strict=True))


def _import_node(node: SourceNode) -> ImportedOperator:
    inputs = tuple(required_input(node, position) for position in range(len(node.inputs)))
    attributes = (
        ("body", str(node.attribute("body"))),
        ("result", integer_attribute(node, "result", 0)),
        ("states", integer_attribute(node, "states", 0)),
        ("trips", integer_attribute(node, "trips", 0)),
    )
    operator = Operator("LoopResult", attributes, inputs, node.output, len(inputs))
    return ImportedOperator(operator, tuple(range(len(inputs))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    body, states = body_of(operator), states_of(operator)
    arrays = [
        array.astype(operand.dtype, copy=False)
        for array, operand in zip(inputs, operator.inputs, strict=True)
    ]
    first_constant = len(arrays) - len(body.constants)
    graph = body.with_constants(arrays[first_constant:])
    given = arrays[FIRST_STATE + states : first_constant]
    current = arrays[FIRST_STATE : FIRST_STATE + states]
    limit, goes_on = int(arrays[LIMIT].item()), bool(arrays[ENTER].item())
    rows: list[list[np.ndarray]] = [[] for _ in graph.outputs[1 + states :]]
    count = 0
    while goes_on and count < limit:
        values = (np.asarray(count, np.int64), *current, *given)
        found = evaluate(graph, dict(zip(graph.inputs, values, strict=True)))
        results = [found[name] for name in graph.outputs]
        goes_on, current = bool(results[0].item()), results[1 : 1 + states]
        for collected, row in zip(rows, results[1 + states :], strict=True):
            collected.append(row)
        count += 1
    result = operator.integer("result")
    if result == COUNT:
        return np.asarray([count], np.int64)
    if result < states:
        return current[result]
    collection = np.zeros(operator.output.shape, operator.output.dtype)
    for number, row in enumerate(rows[result - states][: len(collection)]):
        collection[number] = row
    return collection


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """A loop begins, and has as many iterations as are expected and have room."""
    trips = min(operator.integer("trips") or EXPECTED_TRIPS, EXPECTED_TRIPS)
    return {LIMIT: InputNumbers(trips, trips), ENTER: InputNumbers(1, 1)}


OPERATOR = OperatorDefinition(
    type="LoopResult",
    onnx_types=("LoopResult",),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    numbers=_numbers,
    repeats=True,
)
