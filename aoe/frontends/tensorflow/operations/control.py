"""Calls, conditions and loops as functions; variables; what has no effect on an inference.

Conditions and loops are gone through as they run. A condition that depends on data computes both
branches and selects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.graph_builder import Iteration as LoopIteration
from aoe.frontends.layout import NchwView, dtype_of_tensor, shape_of_tensor
from aoe.frontends.tensorflow.context import Context, required
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.rows.masked_rows import rows_of_either
from aoe.frontends.tensorflow.recurrences.turns import Iteration
from aoe.frontends.tensorflow.recurrent import as_one_layer, opened
from aoe.frontends.tensorflow.values import (
    DEAD,
    Held,
    MaskedRows,
    Missing,
    Resource,
    Rows,
    TensorList,
    known,
)

TABLE = OperationTable()
#: Whether another iteration of a loop follows, and the values after one, from those before it.
Condition: TypeAlias = Callable[[tuple[Held, ...]], Held]
Body: TypeAlias = Callable[[tuple[Held, ...]], tuple[Held, ...]]
#: Iterations of the longest loop.
MOST_ITERATIONS = 20_000


@TABLE.add("PartitionedCall", "StatefulPartitionedCall", outputs=("output",), passes=True)
def _call(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return context.call(node.function("f"), values)


@TABLE.add("While", "StatelessWhile", outputs=("output",))
def _while(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    condition, body = node.function("cond"), node.function("body")
    return iterated(
        context,
        tuple(values),
        lambda state: context.call(condition, state)[0],
        lambda state: context.call(body, state),
    )


def iterated(
    context: Context, state: tuple[Held, ...], condition: Condition, body: Body
) -> tuple[Held, ...]:
    """The values after a loop, which is gone through while its condition is known.

    Args:
        context: Makes the nodes.
        state: The values before it.
        condition: Whether another iteration follows, from the values before that.
        body: The values after an iteration, from those before it.

    Raises:
        UnsupportedNodeError: It runs too often, or data decide on its end and what it changes is
            no tensor.
    """
    state, repeated = opened(context, state), context.repeated
    iterations: list[Iteration] = []
    while True:
        again = condition(state)
        if isinstance(again, onnx_ir.Value):
            return _loop(context, state, again, condition, body)
        if not truth(again):
            found = as_one_layer(context, iterations, state)
            if found is not state:  # the nodes of the iterations are not needed
                context.repeated = repeated
            return found
        if len(iterations) >= MOST_ITERATIONS:
            raise UnsupportedNodeError(f"it runs more than {MOST_ITERATIONS} times")
        before, state = state, body(state)
        iterations.append(Iteration(before, state))


def _loop(
    context: Context,
    state: Sequence[Held],
    first: onnx_ir.Value,
    condition: Condition,
    body: Body,
) -> tuple[Held, ...]:
    """The loop from an iteration on whose condition depends on data. What no iteration changes is
    no state of it.
    """
    variables = dict(context.variables)
    fixed = _unchanged(context, state, body)
    places = [place for place in range(len(state)) if place not in fixed]
    if any(isinstance(state[place], TensorList | Resource | Rows) for place in places):
        raise UnsupportedNodeError("its end depends on data, and it changes a list or a variable")

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> LoopIteration:
        given: list[Held] = list(state)
        for place, value in zip(places, states, strict=True):
            given[place] = value
        with context.inside(inner):
            after = body(tuple(given))
            again = condition(after)
            if not _are_same(context.variables, variables):
                raise UnsupportedNodeError("its end depends on data, and it changes a variable")
            if isinstance(again, Missing) or any(
                isinstance(after[place], Missing) for place in places
            ):
                raise UnsupportedNodeError("its end depends on data, and its body is not read")
            found = [context.plain(after[place]) for place in places]
            if [*map(_kind, found)] != [*map(_kind, states)]:
                raise UnsupportedNodeError(
                    "its end depends on data, and a value changes its shape or type"
                )
            return LoopIteration(found, again=context.reshaped(context.plain(again), ()))

    plain = [context.plain(state[place]) for place in places]
    last, _ = context.builder.loop(None, plain, iteration, context.reshaped(first, ()))
    results = list(state)
    for place, value in zip(places, last, strict=True):
        results[place] = value
    return tuple(results)


def _unchanged(context: Context, state: Sequence[Held], body: Body) -> set[int]:
    """The places of values that the body of a loop gives back as they are.

    Values of two places may be the same before the loop. So the body is gone through again, with
    values of their own in all places that change.
    """
    fixed = set(range(len(state)))
    while True:
        builder, given = GraphBuilder("unused"), list(state)
        for place in range(len(state)):
            if place not in fixed:
                value = context.plain(state[place])
                name = f"state_{place}"
                given[place] = builder.input(name, dtype_of(value), shape_of(value))
        with context.inside(builder):
            after = body(tuple(given))
        kept = {place for place in fixed if after[place] is given[place]}
        if kept == fixed or any(
            isinstance(item, TensorList | Resource | Rows)
            for place, item in enumerate(state)
            if place not in kept
        ):
            return kept
        fixed = kept


def _are_same(variables: Mapping[str, Held], before: Mapping[str, Held]) -> bool:
    """Whether no variable has got another value."""
    return variables.keys() == before.keys() and all(
        value is before[name] for name, value in variables.items()
    )


def _kind(value: Operand) -> tuple[np.dtype, tuple[int, ...]]:
    return dtype_of(value), shape_of(value)


def truth(condition: Held) -> bool:
    """Whether a condition holds. Raises `UnsupportedNodeError` if it depends on data."""
    if isinstance(condition, Missing):
        raise UnsupportedNodeError("its condition is not read")
    array = required(condition, "condition").reshape(-1)
    if array.size != 1:
        return bool(array.size)
    return bool(array[0])


@TABLE.add("If", "StatelessIf", outputs=("output",), passes=True)
def _if(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    condition, *rest = values
    if known(condition) is not None:
        branch = "then_branch" if truth(condition) else "else_branch"
        return context.call(node.function(branch), rest)
    calls = [node.function(key) for key in ("then_branch", "else_branch")]
    results, variables = _branches(context, calls, rest)
    chosen = tuple(selected(context, condition, *pair) for pair in zip(*results, strict=True))
    _choose_variables(context, condition, *variables)
    return chosen


def _branches(
    context: Context, functions: Sequence[str], values: Sequence[Held]
) -> tuple[list[tuple[Held, ...]], list[dict[str, Held]]]:
    """What each function gives, and the variables after it, each from those of now."""
    before = dict(context.variables)
    results, variables = [], []
    for function in functions:
        results.append(context.call(function, values))
        variables.append(dict(context.variables))
        context.variables.clear()
        context.variables.update(before)
    return results, variables


def _choose_variables(
    context: Context, condition: Held, one: Mapping[str, Held], other: Mapping[str, Held]
) -> None:
    """Gives each variable its value behind the branch that runs."""
    for name in context.variables:
        context.variables[name] = selected(context, condition, one[name], other[name])


def selected(context: Context, condition: Held, one: Held, other: Held) -> Held:
    """One tensor where a condition holds, and another where it does not. Raises
    `UnsupportedNodeError` if their shapes or types differ.
    """
    if one is other or _is_equal(one, other):
        return one
    if isinstance(one, MaskedRows) or isinstance(other, MaskedRows):
        return rows_of_either(context, condition, one, other)
    first, second = context.tensor(one), context.tensor(other)
    if shape_of_tensor(first) != shape_of_tensor(second) or dtype_of_tensor(
        first
    ) != dtype_of_tensor(second):
        raise UnsupportedNodeError(
            "its branches give tensors of different shapes, and data chooses one"
        )
    return context.elementwise("Where", condition, first, second)


def _is_equal(one: Held, other: Held) -> bool:
    if not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return False
    return one.dtype == other.dtype and np.array_equal(one, other)


@TABLE.add("Case", "StatelessCase", outputs=("output",), passes=True)
def _case(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    branches = node.functions("branches")
    given = known(values[0])
    if given is not None:
        number = int(given.reshape(()))
        return context.call(branches[number if 0 <= number < len(branches) else -1], values[1:])
    (*others, chosen), (*changed, variables) = _branches(context, branches, values[1:])
    for number, (results, after) in enumerate(zip(others, changed, strict=True)):
        dtype = dtype_of_tensor(context.tensor(values[0]))
        condition = context.elementwise("Equal", values[0], np.asarray(number, dtype))
        chosen = tuple(
            selected(context, condition, *pair) for pair in zip(results, chosen, strict=True)
        )
        _choose_variables(context, condition, after, variables)
        variables = dict(context.variables)
    return chosen


@TABLE.add("Switch", "RefSwitch", outputs=("output_false", "output_true"))
def _switch(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Both results have the value if the condition depends on data: Merge selects then."""
    if isinstance(values[1], onnx_ir.Value | NchwView) and not context.steps:
        return values[0], values[0]
    return (DEAD, values[0]) if truth(values[1]) else (values[0], DEAD)


@TABLE.add("Merge", "RefMerge", outputs=("output", "value_index"))
def _merge(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    alive = [number for number, value in enumerate(values) if value is not DEAD]
    if not alive:
        return DEAD, DEAD
    return values[alive[0]], np.asarray(alive[0], np.int32)


@TABLE.add("NoOp")
def _nothing(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return ()


@TABLE.add("Assert")
def _assertion(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Exported models assume what their script asserted. A step has to stop where it does not hold,
    which only the framework can do.
    """
    if context.steps and not (isinstance(values[0], np.ndarray) and values[0].all()):
        raise UnsupportedNodeError("it ends the step with an error where data say so")
    return ()


# Variables. Those of a SavedModel have the values that its own restore operation gives them.


@TABLE.add("VarHandleOp")
def _handle(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return Resource(node.text("shared_name") or node.name)


@TABLE.add("VariableV2", "Variable")
def _variable(context: Context, node: Node, values: Sequence[Held]) -> Held:
    resource = Resource(node.name, is_reference=True)
    return resource if context.restores or context.steps else value_of(context, resource)


@TABLE.add("ReadVariableOp")
def _read(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return value_of(context, values[0])


def value_of(context: Context, variable: Held) -> Held:
    """The value of a variable. Raises `UnsupportedNodeError` if it has none."""
    if not isinstance(variable, Resource):
        raise UnsupportedNodeError("its variable is none that is known")
    found = context.variables.get(variable.name)
    if found is None or isinstance(found, Missing):
        raise UnsupportedNodeError(
            f"the variable {variable.name!r} has no value; freeze the graph, or give a SavedModel "
            "with its folder 'variables'"
        )
    return found


@TABLE.add("AssignVariableOp", "Assign")
def _assign(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Runs in the restore operation and in training steps."""
    if context.steps:
        changed(context, values[0], values[1])
    elif not context.restores:
        raise UnsupportedNodeError("it changes a variable")
    elif isinstance(values[0], Resource):
        context.variables[values[0].name] = values[1]
    return (values[0],)


def changed(context: Context, variable: Held, value: Held) -> None:
    """Gives a variable another value in a step. Raises `UnsupportedNodeError` if it cannot have
    it.
    """
    if not context.steps:
        raise UnsupportedNodeError("it changes a variable")
    before, after = context.tensor(value_of(context, variable)), context.tensor(value)
    assert isinstance(variable, Resource), "it has a value"
    one, other = ((dtype_of_tensor(item), shape_of_tensor(item)) for item in (before, after))
    if one != other:
        raise UnsupportedNodeError(
            f"the new value of the variable {variable.name!r} has another type or shape"
        )
    context.variables[variable.name] = after
