"""Goes through the graphs of a program, calls and branches included, and builds a graph of ONNX.

It is a partial evaluation: what is known is computed. So loops with a known number of runs are
unrolled, and of branches with a known condition only one is read. Of others both are computed, and
a Where takes one of the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, quoted
from aoe.frontends.graph_builder import dtype_of, shape_of
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import (
    NOTHING,
    Choice,
    Item,
    Unknown,
    UnsupportedPrimitiveError,
    is_tensor,
)
from aoe.frontends.mindspore.program import Closure, Function, MindNode, Program
from aoe.frontends.mindspore.side_effects import is_read_after_change
from aoe.frontends.mindspore.table import Handler, bound

#: Most nodes that are gone through, those of a loop each time.
_MOST_STEPS = 50_000
#: Deepest nesting of calls, and of branches that an inference chooses.
_DEEPEST_CALL, _DEEPEST_CHOICE = 60, 6
#: Primitives that return their first operand, and only order side effects by the others.
ORDERING = frozenset(("Depend", "depend", "Load", "load"))
_STATE = frozenset(("UpdateState", "updatestate", "UpdateStateInner"))
_SWITCH, _PARTIAL = frozenset(("Switch", "switch")), frozenset(("Partial", "partial"))
_SEQUENCES = frozenset(
    ("MakeTuple", "make_tuple", "MakeList", "make_list", "TupleGetItem", "tuple_getitem",
     "ListGetItem", "list_getitem", "Return", "return")
)  # fmt: skip

Environment = dict[str, Item]


class Evaluation:
    """The evaluation of one program.

    Attributes:
        problems: What is not read, each with the primitive and the name of the node.
    """

    def __init__(self, program: Program, emit: Emitter, handlers: Mapping[str, Handler]) -> None:
        self.problems: list[str] = []
        self._program, self._emit, self._handlers = program, emit, handlers
        self._main: Environment = {}
        self._steps, self._calls, self._choices = 0, 0, 0

    def results(self, arguments: Sequence[Item]) -> list[Item]:
        """The results of the main graph for values of its inputs."""
        main = self._program.main
        self._main = self._environment(main, arguments)
        self._go_through(main.nodes, main, self._main)
        found = [self._value(name, self._main) for name in main.outputs]
        return [self._reported(item, "an output of the model") for item in found]

    def _environment(self, function: Function, arguments: Sequence[Item]) -> Environment:
        if len(arguments) != len(function.inputs):
            raise ModelError(
                f"the graph {quoted(function.name)} has {len(function.inputs)} inputs, but is "
                f"called with {len(arguments)}; the file is damaged"
            )
        return {**function.parameters, **dict(zip(function.inputs, arguments, strict=True))}

    def _go_through(
        self, nodes: Sequence[MindNode], function: Function, values: Environment
    ) -> None:
        for node in nodes:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise ModelError(
                    f"the graph {quoted(function.name)} runs too often: more than {_MOST_STEPS} "
                    "nodes in all; export a model with shorter loops"
                )
            values[node.output] = self._node(node, function, values)

    def _value(self, name: str, values: Environment) -> Item:
        for scope in (values, self._main):  # Only the main graph runs once: others have no scope.
            if name in scope:
                return scope[name]
        if name in self._program.functions:
            return Closure(self._program.functions[name])
        raise ModelError(f"nothing computes {quoted(name)!r}; the file is truncated or damaged")

    def _node(self, node: MindNode, function: Function, values: Environment) -> Item:
        if node.constant:
            return node.attributes["value"]
        if node.primitive in _STATE:
            return NOTHING
        given = [self._value(name, values) for name in node.inputs]
        calls = node.callee is not None or node.primitive in _PARTIAL
        operands = given if calls else [item for item in given if item is not NOTHING]
        if node.primitive in ORDERING:
            return given[0]
        with self._emit.builder.layer(node.label):
            try:
                return self._result(node, function, operands, values)
            except UnsupportedPrimitiveError as error:
                return self._problem(node, str(error))
            except ModelError:
                raise
            except MALFORMED as error:
                raise ModelError(
                    f"{node.primitive} {quoted(node.label)!r} has operands or attributes that do "
                    f"not belong to it: {quoted(error)}"
                ) from error

    def _result(
        self, node: MindNode, function: Function, operands: list[Item], values: Environment
    ) -> Item:
        if node.callee is not None:
            return self._call(self._value(node.callee, values), operands)
        name = str(node.primitive)
        handler = self._handlers.get(name)
        if handler is None and name not in _SWITCH | _PARTIAL:
            raise UnsupportedPrimitiveError("")
        if name not in _SEQUENCES and any(map(_is_unknown, operands)):
            return self._all_reported(operands, node)
        if name in _PARTIAL:
            first, *rest = operands
            return _with_arguments(first, rest)
        if name in _SWITCH:
            return _switched(*operands)
        if is_read_after_change(node, function):
            raise UnsupportedPrimitiveError("its operand is changed in place, and read afterwards")
        assert handler is not None
        positional, named = bound(handler, operands, node.attributes)
        if any(map(_is_unknown, named.values())):
            return self._all_reported(list(named.values()), node)
        return handler(self._emit, *positional, **named)

    def _call(self, callee: Item, arguments: list[Item]) -> Item:
        while True:
            if isinstance(callee, Unknown):
                return Unknown()
            if isinstance(callee, Choice):
                return self._both(callee, arguments)
            if not isinstance(callee, Closure):
                raise UnsupportedPrimitiveError(f"it calls a {type(callee).__name__}")
            function = callee.function
            values = self._environment(function, [*callee.bound, *arguments])
            last = _last_call(function)
            if last is None:
                return self._nested(partial(self._returned, function, values))
            self._go_through(function.nodes[: function.nodes.index(last)], function, values)
            arguments = [self._value(name, values) for name in last.inputs]
            callee = self._value(str(last.callee), values)

    def _nested(self, run: Callable[[], Item]) -> Item:
        if self._calls == _DEEPEST_CALL:
            raise UnsupportedPrimitiveError("calls are nested too deeply")
        self._calls += 1
        try:
            return run()
        finally:
            self._calls -= 1

    def _returned(self, function: Function, values: Environment) -> Item:
        self._go_through(function.nodes, function, values)
        found = [self._value(name, values) for name in function.outputs]
        return found[0] if len(found) == 1 else tuple(found)

    def _both(self, choice: Choice, arguments: list[Item]) -> Item:
        """What two branches give, chosen by the condition."""
        if self._choices == _DEEPEST_CHOICE:
            raise UnsupportedPrimitiveError(
                "a loop, or branches in branches, whose condition depends on data"
            )
        self._choices += 1
        try:
            first = self._nested(lambda: self._call(choice.first, arguments))
            second = self._nested(lambda: self._call(choice.second, arguments))
        finally:
            self._choices -= 1
        return self._chosen(choice.condition, first, second)

    def _chosen(self, condition: onnx_ir.Value, first: Item, second: Item) -> Item:
        if first is NOTHING and second is NOTHING:
            return NOTHING
        if isinstance(first, Unknown) or isinstance(second, Unknown):
            return first if isinstance(first, Unknown) else second
        if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
            pairs = zip(first, second, strict=True)
            return tuple(self._chosen(condition, *pair) for pair in pairs)
        if not is_tensor(first) and not is_tensor(second) and first == second:
            return first
        one, other = self._emit.pair(first, second)
        if shape_of(one) != shape_of(other) or (
            is_tensor(first) and is_tensor(second) and dtype_of(one) != dtype_of(other)
        ):
            raise UnsupportedPrimitiveError("branches give results of different shapes")
        return self._emit.node("Where", condition, one, other)

    def _problem(self, node: MindNode, text: str) -> Unknown:
        what = f"{node.primitive or 'a call'} {quoted(node.label)!r}"
        self.problems.append(f"{what}: {text}" if text else what)
        return Unknown()

    def _reported(self, item: Item, user: str) -> Item:
        if isinstance(item, tuple):
            return tuple(self._reported(part, user) for part in item)
        if isinstance(item, Unknown) and item.problem is not None:
            self.problems.append(f"{user}: {item.problem}")
            return Unknown()
        return item

    def _all_reported(self, operands: Sequence[Item], node: MindNode) -> Unknown:
        for item in operands:
            self._reported(item, f"{node.primitive} {quoted(node.label)!r}")
        return Unknown()


def _is_unknown(item: Item) -> bool:
    if isinstance(item, tuple):
        return any(map(_is_unknown, item))
    return isinstance(item, Unknown)


def _with_arguments(callee: Item, arguments: list[Item]) -> Item:
    if not isinstance(callee, Closure):
        raise UnsupportedPrimitiveError(f"it binds arguments of a {type(callee).__name__}")
    return Closure(callee.function, (*callee.bound, *arguments))


def _switched(condition: Item, first: Item, second: Item) -> Item:
    if isinstance(condition, onnx_ir.Value):
        if shape_of(condition) not in ((), (1,)) or dtype_of(condition).kind != "b":
            raise UnsupportedPrimitiveError("its condition is not one truth value")
        return Choice(condition, first, second)
    if isinstance(condition, np.ndarray):
        condition = bool(condition.reshape(-1)[0]) if condition.size == 1 else None
    if not isinstance(condition, bool | int):
        raise UnsupportedPrimitiveError("its condition is not one truth value")
    return first if condition else second


def _last_call(function: Function) -> MindNode | None:
    """The call that gives a graph's result, if nothing but the order of side effects follows."""
    if len(function.outputs) != 1:
        return None
    made = {node.output: node for node in function.nodes}
    node = made.get(function.outputs[0])
    while node is not None and node.inputs and node.primitive in ORDERING | {"Return", "return"}:
        node = made.get(node.inputs[0])
    return node if node is not None and node.callee is not None else None
