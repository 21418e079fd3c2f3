"""Operators that call subgraphs: CALL, CALL_ONCE, STABLEHLO_COMPOSITE, IF and WHILE.

Subgraphs are gone through as they run. A condition that depends on data computes both branches and
chooses, or becomes a loop of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    GraphBuilder,
    Iteration,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.layout import LayoutOperand, Layouts, shape_of_tensor
from aoe.frontends.tflite.call import CALLS, Call, Special
from aoe.frontends.tflite.state import ONCE, Handle, Variables


class Missing:
    """Stands for the results of operators that are not read."""


MISSING = Missing()
#: What a tensor is while the model is read.
Held: TypeAlias = "LayoutOperand | Missing | Handle | Special"
#: Calls a subgraph by its number.
Called: TypeAlias = "Callable[[int, Sequence[LayoutOperand | None]], list[Held]]"
#: Iterations of the longest loop that is gone through.
_MOST_ITERATIONS = 20_000


class Control:
    """Computes operators that call subgraphs."""

    def __init__(
        self,
        variables: Variables,
        inside: Callable[[GraphBuilder], AbstractContextManager[Layouts]],
    ) -> None:
        """`inside`: what is built within it becomes part of another graph, with its layouts."""
        self._variables = variables
        self._inside = inside

    def results(self, call: Call, called: Called) -> Sequence[Held]:
        """The results of an operator. Raises `UnsupportedNodeError` if they are not computed."""
        kind = call.operator.kind
        if kind in CALLS:
            return called(call.option("subgraph"), call.inputs)
        if kind == ONCE:
            with self._variables.filled():
                called(call.option("subgraph"), ())
            return []
        return self._while(call, called) if kind == "WHILE" else self._if(call, called)

    def _if(self, call: Call, called: Called) -> Sequence[Held]:
        condition, operands = call.given(0), call.inputs[1:]
        branches = [call.option(name) for name in ("then_subgraph", "else_subgraph")]
        if isinstance(condition, np.ndarray):
            return called(branches[0 if condition.all() else 1], operands)
        plain = call.reshaped(call.plain(0), ())

        def chosen(one: LayoutOperand, other: LayoutOperand) -> LayoutOperand:
            if one is other:
                return one
            if shape_of_tensor(one) != shape_of_tensor(other):
                raise UnsupportedNodeError("its branches give tensors of different shapes")
            return call.elementwise("Where", plain, one, other)

        first, second = self._variables.of_branches(
            [partial(called, branch, operands) for branch in branches], chosen
        )
        if any(isinstance(value, Handle) for value in (*first, *second)):
            raise UnsupportedNodeError("its branches give a variable")
        held = (Missing, Handle, Special)
        return [
            MISSING if isinstance(one, held) or isinstance(other, held) else chosen(one, other)
            for one, other in zip(first, second, strict=True)
        ]

    def _while(self, call: Call, called: Called) -> Sequence[Held]:
        condition, body = (call.option(name) for name in ("cond_subgraph", "body_subgraph"))
        state: Sequence[Held] = [call.given(place) for place in range(len(call.inputs))]
        for _ in range(_MOST_ITERATIONS):
            tensors = _tensors(state)
            if tensors is None:
                return [MISSING] * len(state)
            (again,) = called(condition, tensors)
            if isinstance(again, Handle):
                raise UnsupportedNodeError("its condition is a variable")
            if isinstance(again, Missing | Handle | Special):
                return [MISSING] * len(state)
            if not isinstance(again, np.ndarray):
                return self._loop(call, called, tensors, call.layouts.to_nhwc(again))
            if not again.all():
                return state
            state = called(body, tensors)
            if len(state) != len(tensors):
                raise UnsupportedNodeError("its body gives other values than it takes")
        raise UnsupportedNodeError(f"it runs more than {_MOST_ITERATIONS} times")

    def _loop(
        self, call: Call, called: Called, state: Sequence[LayoutOperand], first: Operand
    ) -> Sequence[Held]:
        """The loop from an iteration on whose condition depends on data."""
        condition, body = (call.option(name) for name in ("cond_subgraph", "body_subgraph"))
        plain = [call.layouts.to_nhwc(value) for value in state]
        missing: list[Held] = []

        def iteration(
            inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
        ) -> Iteration:
            with self._inside(inner) as layouts, self._variables.unchanged():
                after = called(body, states)
                tensors = _tensors(after)
                again = MISSING if tensors is None else called(condition, tensors)[0]
                if isinstance(again, Handle):
                    raise UnsupportedNodeError("its condition is a variable")
                if tensors is None or isinstance(again, Missing | Handle | Special):
                    missing.append(MISSING)
                    return Iteration(states, again=first)
                found = [layouts.to_nhwc(value) for value in tensors]
                if [*map(_kind, found)] != [*map(_kind, states)]:
                    raise UnsupportedNodeError("its body changes the shape or type of a value")
                return Iteration(found, again=_scalar(inner, layouts.to_nhwc(again)))

        last, _ = call.builder.loop(None, plain, iteration, call.reshaped(first, ()))
        return [MISSING] * len(state) if missing else last


def _scalar(builder: GraphBuilder, value: Operand) -> Operand:
    if isinstance(value, np.ndarray):
        return value.reshape(())
    return builder.node("Reshape", value, np.zeros(0, np.int64))


def _tensors(values: Sequence[Held]) -> list[LayoutOperand] | None:
    """Values that are all tensors; None if one is missing. Raises `UnsupportedNodeError` for
    variables.
    """
    if any(isinstance(value, Missing) for value in values):
        return None
    if any(isinstance(value, Handle) for value in values):
        raise UnsupportedNodeError("it carries a variable as a tensor")
    for value in values:
        if isinstance(value, Special):
            raise UnsupportedNodeError(f"it carries {value.what}")
    return [value for value in values if not isinstance(value, Missing | Handle | Special)]


def _kind(value: Operand) -> tuple[np.dtype, tuple[int, ...]]:
    return dtype_of(value), shape_of(value)
