"""Goes through the graphs of a program, calls and branches included, and builds a graph of ONNX.

It is a partial evaluation: what is known is computed. So loops with a known number of runs are
unrolled, and of branches with a known condition only one is read. Of others both are computed, and
a Where takes one of the results. `state.py` says how changes of parameters are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, counted, fault_text, quoted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import operand
from aoe.frontends.mindspore.changes import changed
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import NOTHING, Choice, Item, Unknown, is_tensor, parts
from aoe.frontends.mindspore.limits import Limits
from aoe.frontends.mindspore.program import Closure, Function, MindNode, Program, plain_name
from aoe.frontends.mindspore.side_effects import ancestors, is_in_place, is_read_after_change
from aoe.frontends.mindspore.state import (
    NO_CHANGES,
    Changed,
    Held,
    Parameter,
    State,
    is_monad,
    joined,
    later,
    plain,
)
from aoe.frontends.mindspore.table import Handler, Table, bound
from aoe.frontends.shared_operators.open_rows import OPEN_ROWS, REFUSED, OpenRows

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
#: Primitives that compute nothing.
IDLE = ORDERING | _STATE | _SEQUENCES


@dataclass(slots=True)
class Environment:
    """What is known while one graph is gone through.

    Attributes:
        items: Values by name.
        states: What parameters hold after a value is computed, where one was changed.
    """

    items: dict[str, Item] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)


class Evaluation:
    """The evaluation of one program.

    Attributes:
        problems: What is not read, each with the primitive and the name of the node.
        changed: What the parameters hold in the end that were changed, by their names.
    """

    def __init__(
        self,
        program: Program,
        emit: Emitter,
        table: Table,
        parameters: Mapping[str, Operand],
    ) -> None:
        """`parameters`: what they hold before the model runs."""
        self.problems: list[str] = []
        self.changed: dict[str, Held] = {}
        self._program, self._emit, self._table = program, emit, table
        self._parameters = {
            name: Parameter(Held(plain_name(name), value)) for name, value in parameters.items()
        }
        #: Constants of all graphs, by name: inner graphs read those of graphs around them.
        self._constants = program.constants
        #: Nodes that read a parameter without a monad, and the first node that changes it, by the
        #: parameter.
        self._readers: dict[str, list[MindNode]] = {}
        self._changer: dict[str, MindNode] = {}
        self._main = Environment()
        self._limits = Limits()
        self._calls, self._choices = 0, 0

    def results(self, arguments: Sequence[Item]) -> list[Item]:
        """The results of the main graph for values of its inputs."""
        main = self._program.main
        self._main = self._environment(main, arguments)
        self._go_through(main.nodes, main, self._main)
        # A parameter that is given as it is, is what it holds in the end.
        last = State(self.changed)
        given = [self._limits.measured(self._value(name, self._main)) for name in main.outputs]
        found = [plain(last.read_in(item)) for item in given]
        self._require_order()
        return [self._reported(item, "an output of the model") for item in found]

    def _require_order(self) -> None:
        """Notes what reads a parameter without a word whether before or after a change: no monad
        orders the node, and the change does not need it.
        """
        for name in self._readers.keys() & self.changed.keys():
            before = ancestors(self._program.main, self._changer[name])
            self.problems += [
                f"{self._named(node)}: it reads the parameter {name!r} before or after it changes, "
                "and nothing says which"
                for node in self._readers[name]
                if node.output not in before
            ]

    def _environment(self, function: Function, arguments: Sequence[Item]) -> Environment:
        if len(arguments) != len(function.inputs):
            raise ModelError(
                f"the graph {quoted(function.name)} has "
                f"{counted(len(function.inputs), 'input')}, but is "
                f"called with {len(arguments)}; the file is damaged"
            )
        parameters = {name: self._parameters[name] for name in function.parameters}
        return Environment({**parameters, **dict(zip(function.inputs, arguments, strict=True))})

    def _go_through(
        self, nodes: Sequence[MindNode], function: Function, values: Environment
    ) -> None:
        for node in nodes:
            self._limits.step(function.name)
            found = self._node(node, function, values)
            values.items[node.output] = self._limits.measured(found)

    def _value(self, name: str, values: Environment) -> Item:
        for scope in (values, self._main):  # Only the main graph runs once: others have no scope.
            if name in scope.items:
                return scope.items[name]
        if name in self._program.functions:
            return Closure(self._program.functions[name])
        if name in self._constants:
            return self._constants[name]
        owner = self._program.owner(name)
        if owner is not None:
            raise ModelError(
                f"an inner graph reads {quoted(name)!r} of {quoted(owner)!r}, and only values of "
                "the main graph are read so; give it as an argument"
            )
        raise ModelError(f"nothing computes {quoted(name)!r}; the file is truncated or damaged")

    def _node(self, node: MindNode, function: Function, values: Environment) -> Item:
        if node.constant:
            return node.attributes["value"]
        given = [self._value(name, values) for name in node.inputs]
        with self._emit.builder.layer(node.label):
            try:
                state = self._state_after(node.inputs, given, values)
                if node.primitive in _STATE:
                    return state if state.held else NOTHING
                if state.held:
                    values.states[node.output] = state
                if node.primitive in ORDERING:
                    return state.read_in(given[0])
                return self._result(node, function, given, values)
            except UnsupportedNodeError as error:
                return self._problem(node, str(error))
            except ModelError:
                raise
            except MALFORMED as error:
                raise ModelError(
                    f"{node.primitive} {quoted(node.label)!r} has operands or attributes that do "
                    f"not belong to it: {fault_text(error)}"
                ) from error

    def _state_after(
        self, names: Sequence[str], given: Sequence[Item], values: Environment
    ) -> State:
        """The state after some values are computed."""
        own = [item for item in given if isinstance(item, State)]
        return joined([*own, *[values.states[name] for name in names if name in values.states]])

    def _result(
        self, node: MindNode, function: Function, given: list[Item], values: Environment
    ) -> Item:
        if node.callee is not None:
            return self._call(self._value(node.callee, values), given)
        name = str(node.primitive)
        if name in _PARTIAL:
            first, *rest = given
            return _with_arguments(first, rest)
        handler = self._table.handlers.get(name)
        if handler is None and name not in _SWITCH:
            raise UnsupportedNodeError("")
        if name not in _SEQUENCES:
            given = [self._limits.measured(item) for item in given]
        operands = self._operands(node, given)
        if name not in _SEQUENCES and any(map(_is_unknown, operands)):
            return self._all_reported(operands, node)
        if name not in _SEQUENCES and any(map(_has_rows, operands)):
            handler = self._handler_of_rows(name, operands)
        if name in _SWITCH:
            return _switched(*operands)
        held = next(iter(operands), None) if is_in_place(name) else None
        if not isinstance(held, Held) and is_read_after_change(node, function):
            raise UnsupportedNodeError("its operand is changed in place, and read afterwards")
        assert handler is not None
        if is_in_place(name):
            operands = [plain(item) for item in operands]
        positional, named = bound(handler, operands, node.attributes)
        if any(map(_is_unknown, named.values())):
            return self._all_reported(list(named.values()), node)
        draws = len(self._emit.draws)
        found = handler(self._emit, *positional, **named)
        drawn = self._emit.draws[draws:]
        if drawn and values is not self._main:
            raise UnsupportedNodeError("it draws random numbers in a graph that is called")
        self._emit.draws[draws:] = [replace(draw, node=node.label) for draw in drawn]
        if isinstance(held, Held):
            found = changed(self._emit, (held, operand(found)))
        return self._noted(found, node, values) if isinstance(found, Changed) else found

    def _handler_of_rows(self, name: str, operands: Sequence[Item]) -> Handler:
        """The function of a primitive for operands of which some are open rows."""
        handler = self._table.rows.get(name)
        if handler is None or any(isinstance(i, tuple) and _has_rows(i) for i in operands):
            raise UnsupportedNodeError(REFUSED)
        return handler

    def _operands(self, node: MindNode, given: Sequence[Item]) -> list[Item]:
        """What a primitive gets: no monads, and values of parameters unless it changes them."""
        name = str(node.primitive)
        operands = [item for item in given if not is_monad(item)]
        if name in _SEQUENCES:
            return operands
        state = joined([item for item in given if isinstance(item, State)])
        read = [state.read(item) if isinstance(item, Parameter) else item for item in operands]
        if name in self._table.changing or is_in_place(name):
            return read
        if len(operands) == len(given):  # no monad
            for item in operands:
                if isinstance(item, Parameter):
                    self._readers.setdefault(item.first.name, []).append(node)
        return [plain(item) for item in read]

    def _noted(self, found: Changed, node: MindNode, values: Environment) -> Item:
        """The result of a primitive that changed parameters, after the changes are noted."""
        if values is not self._main:
            raise UnsupportedNodeError("it changes a parameter in a graph that is called")
        for held in found.held:
            if held.version == 1:
                self._changer.setdefault(held.name, node)
            before = self.changed.get(held.name, held)
            self.changed[held.name] = later(before, held)
        after = State({held.name: held for held in found.held})
        before_it = values.states.get(node.output, NO_CHANGES)
        values.states[node.output] = joined([before_it, after])
        return found.result

    def _call(self, callee: Item, arguments: list[Item]) -> Item:
        while True:
            if isinstance(callee, Unknown):
                return Unknown()
            if isinstance(callee, Choice):
                return self._both(callee, arguments)
            if not isinstance(callee, Closure):
                raise UnsupportedNodeError(f"it calls a {type(callee).__name__}")
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
            raise UnsupportedNodeError("calls are nested too deeply")
        self._calls += 1
        try:
            return run()
        finally:
            self._calls -= 1

    def _returned(self, function: Function, values: Environment) -> Item:
        self._go_through(function.nodes, function, values)
        found = [self._limits.measured(self._value(name, values)) for name in function.outputs]
        return found[0] if len(found) == 1 else tuple(found)

    def _both(self, choice: Choice, arguments: list[Item]) -> Item:
        """What two branches give, chosen by the condition."""
        if self._choices == _DEEPEST_CHOICE:
            raise UnsupportedNodeError(
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
        if is_monad(first) and is_monad(second):
            return joined([item for item in (first, second) if isinstance(item, State)])
        first, second = plain(first), plain(second)
        if isinstance(first, Unknown) or isinstance(second, Unknown):
            return first if isinstance(first, Unknown) else second
        if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
            pairs = zip(first, second, strict=True)
            return tuple(self._chosen(condition, *pair) for pair in pairs)
        if not is_tensor(first) and not is_tensor(second) and first == second:
            return first
        if isinstance(first, OpenRows) or isinstance(second, OpenRows):
            raise UnsupportedNodeError(f"branches give {OPEN_ROWS}")
        one, other = self._emit.pair(first, second)
        if shape_of(one) != shape_of(other) or (
            is_tensor(first) and is_tensor(second) and dtype_of(one) != dtype_of(other)
        ):
            raise UnsupportedNodeError("branches give results of different shapes")
        return self._emit.node("Where", condition, one, other)

    def _problem(self, node: MindNode, text: str) -> Unknown:
        what = self._named(node)
        self.problems.append(f"{what}: {text}" if text else what)
        return Unknown()

    def _named(self, node: MindNode) -> str:
        return f"{node.primitive or 'a call'} {quoted(node.label)!r}"

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
    return any(isinstance(part, Unknown) for part in parts(item))


def _has_rows(item: Item) -> bool:
    return any(isinstance(part, OpenRows) for part in parts(item))


def _with_arguments(callee: Item, arguments: list[Item]) -> Item:
    if not isinstance(callee, Closure):
        raise UnsupportedNodeError(f"it binds arguments of a {type(callee).__name__}")
    return Closure(callee.function, (*callee.bound, *arguments))


def _switched(condition: Item, first: Item, second: Item) -> Item:
    if isinstance(condition, onnx_ir.Value):
        if shape_of(condition) not in ((), (1,)) or dtype_of(condition).kind != "b":
            raise UnsupportedNodeError("its condition is not one truth value")
        return Choice(condition, first, second)
    if isinstance(condition, np.ndarray):
        condition = bool(condition.reshape(-1)[0]) if condition.size == 1 else None
    if not isinstance(condition, bool | int):
        raise UnsupportedNodeError("its condition is not one truth value")
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
