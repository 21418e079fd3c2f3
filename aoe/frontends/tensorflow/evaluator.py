"""Goes through a graph as it would run, node by node, and builds what depends on inputs.

It is a partial evaluator: what is known is computed at once, so shapes are arithmetic, and calls,
conditions and loops are gone through until only tensors are left. A node that is not read gives
`UNREAD`, and so does all that needs it; going on finds all such nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, counted, fault_text, quoted
from aoe.frontends.graph_builder import GraphBuilder, UnsupportedNodeError
from aoe.frontends.layout import NchwView
from aoe.frontends.tensorflow.advice import advised
from aoe.frontends.tensorflow.conditions import ENTERS, MERGES, Conditions
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.frames import EXITS, Frames
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.operations import OPERATIONS
from aoe.frontends.tensorflow.operations.complex_numbers import has_complex, of_complex
from aoe.frontends.tensorflow.operations.control import iterated, selected, value_of
from aoe.frontends.tensorflow.operations.convolution import moved_to_blocks
from aoe.frontends.tensorflow.operations.operation_table import OfSpecial, Operation
from aoe.frontends.tensorflow.operations.rows.distinct import OF_DISTINCT, of_distinct
from aoe.frontends.tensorflow.operations.rows.masked import of_masked
from aoe.frontends.tensorflow.operations.rows.masked_rows import OF_MASKED
from aoe.frontends.tensorflow.scope import Scope
from aoe.frontends.tensorflow.values import DEAD, UNREAD, Held, Missing, Resource, Result

#: Results of nodes by name; that of an argument of a function under its name.
Environment = dict[str, "tuple[Held, ...]"]
#: Nodes that are computed, those of them that are built once more, and calls within calls, at most.
#: Steps may have more of the second: what they repeat are the words of a recurrent layer.
_MOST_NODES = 300_000
_MOST_REPEATED = 10_000
_MOST_REPEATED_OF_STEPS = 30_000
_DEEPEST = 60
#: Takes a node that is not read, with its operands. Gives its results. Raises
#: `UnsupportedNodeError` if it cannot.
OutsideNodes = Callable[[Context, Node, Sequence[Held]], "tuple[Held, ...]"]
#: Operators whose state in a function makes reading a variable depend on the order of nodes.
_CHANGES = frozenset(f"Assign{kind}VariableOp" for kind in ("", "Add", "Sub")) | {
    "Assign",
    "AssignAdd",
    "AssignSub",
}
_READS = frozenset({"ReadVariableOp", "VariableV2", "Variable", "ResourceGather"})
#: Operators that take variables of TensorFlow 1 as such.
_TAKE_REFERENCES = frozenset(
    {
        *("Assign", "AssignAdd", "AssignSub", "IsVariableInitialized", "RefSwitch", "RefEnter"),
        *(name for name in OPERATIONS if name.startswith(("Apply", "Scatter", "SparseApply"))),
    }
) - {"ScatterNd"}


@dataclass(slots=True)
class _Walk:
    """Nodes whose operands are being computed."""

    stack: list[str]
    opened: set[str] = field(default_factory=set)


class Evaluator:
    """Computes nodes of a model.

    Attributes:
        context: What operators build nodes with.
        problems: Nodes that are not read, by name: their operators and the reasons.
        outputs: Nodes of the graph that give the outputs.
        restore: Computes RestoreV2, while variables get their values.
    """

    def __init__(
        self,
        builder: GraphBuilder,
        functions: Mapping[str, Scope],
        label: str,
        mapped: Mapping[str, Operation] = MappingProxyType({}),
        outside: OutsideNodes | None = None,
    ) -> None:
        """`functions`: the functions of the model; `label`: what messages call it; `mapped`: other
        operators for some types of nodes; `outside`: takes nodes that are not read.
        """
        self._outside = outside
        self._operations = {**OPERATIONS, **mapped}
        self.context = Context(builder, self.call)
        self.context.moved = moved_to_blocks
        self.problems: dict[str, tuple[str, str]] = {}
        self.restore: Callable[[Sequence[Held]], Result] | None = None
        self.outputs: tuple[str, ...] = ()
        self._needed_by_outputs: set[str] | None = None
        self._functions = functions
        self._label = label
        self._frames: dict[int, Frames] = {}
        self._conditions: dict[int, Conditions] = {}
        self._constants: dict[int, tuple[Held, ...]] = {}
        self._nodes = self._depth = 0
        self._kinds: Counter[str] = Counter()
        self._built: set[int] = set()

    def count(self, without: Collection[str] = ()) -> int:
        """How many nodes were run, but for some types."""
        return sum(number for kind, number in self._kinds.items() if kind not in without)

    def value(self, scope: Scope, known: Environment, reference: Reference) -> Held:
        """What a reference stands for; nodes that it needs are computed."""
        self.compute(scope, known, [reference.node])
        return self._chosen(scope, known, reference)

    def read(self, scope: Scope, known: Environment, reference: Reference) -> Held:
        """As `value`; a variable of TensorFlow 1 gives its present value."""
        return _read(self.context, self.value(scope, known, reference))

    def call(self, name: str, values: Sequence[Held]) -> tuple[Held, ...]:
        """The results of a function for some arguments."""
        scope = self._functions.get(name)
        if scope is None:
            raise ModelError(f"{self._label} calls the function {name!r}, which it does not have")
        if self._depth >= _DEEPEST:
            raise ModelError(f"{self._label}: functions call each other more than {_DEEPEST} deep")
        if len(values) != len(scope.arguments):
            raise ModelError(
                f"{self._label} calls the function {name!r} with "
                f"{counted(len(values), 'argument')} instead "
                f"of {len(scope.arguments)}"
            )
        known: Environment = {
            name: (value,) for name, value in zip(scope.arguments, values, strict=True)
        }
        self._depth += 1
        if self.context.restores:
            self.compute(scope, known, scope.names_of(_CHANGES))
        if self.context.steps:
            self.compute(scope, known, scope.effects)
        self.compute(scope, known, [result.node for result in scope.results])
        self._depth -= 1
        return tuple(self._chosen(scope, known, result) for result in scope.results)

    def compute(self, scope: Scope, known: Environment, names: Iterable[str]) -> None:
        """Computes nodes and what they need. Graphs are deep, so this does not recurse."""
        walk = _Walk(list(names))
        while walk.stack:
            name = walk.stack[-1]
            if name in known:
                walk.stack.pop()
                continue
            node = scope.node(name)
            needed = [item for item in self._needed(scope, node) if item not in known]
            if needed:
                if name in walk.opened:
                    raise ModelError(f"{self._label}: the node {quoted(name)!r} depends on itself")
                walk.opened.add(name)
                walk.stack += reversed(needed)
                continue
            known[name] = self._run(scope, known, node)
            walk.stack.pop()

    def _needed(self, scope: Scope, node: Node) -> list[str]:
        """Nodes to compute before a node."""
        if node.op in EXITS:
            return self._loops(scope).needed(node)
        ordered = self.context.steps or self.context.restores
        waits = node.controls if ordered else scope.branches(node)
        return [*(operand.node for operand in node.operands), *waits]

    def _loops(self, scope: Scope) -> Frames:
        if id(scope) not in self._frames:
            self._frames[id(scope)] = Frames(scope)
        return self._frames[id(scope)]

    def _run(self, scope: Scope, known: Environment, node: Node) -> tuple[Held, ...]:
        self._nodes += 1
        self._kinds[node.op] += 1
        if self._nodes > _MOST_NODES:
            raise ModelError(f"{self._label} runs more than {_MOST_NODES} nodes")
        if id(node) in self._constants:
            return self._constants[id(node)]
        if node.op in EXITS:
            return self._left(scope, known, node)
        values = [self._chosen(scope, known, operand) for operand in node.operands]
        dead = any(DEAD is item for name in scope.branches(node) for item in known[name][:1])
        if dead or (_holds(DEAD, values) and node.op not in MERGES):
            return (DEAD,) * 8
        if _holds(UNREAD, values):
            return (UNREAD,)
        if self.context.steps and node.op not in _TAKE_REFERENCES:
            values = [_read(self.context, value) for value in values]
        if node.op in MERGES and sum(value is not DEAD for value in values) > 1:
            return self._met(scope, known, node, values)
        found = self._result(scope, node, values)
        results = found if isinstance(found, tuple) else (found,)
        if any(isinstance(item, onnx_ir.Value | NchwView) for item in results):
            self._count(node)
        if node.op == "Const":
            self._constants[id(node)] = results
        return results

    def _met(
        self, scope: Scope, known: Environment, node: Node, values: Sequence[Held]
    ) -> tuple[Held, ...]:
        """What a Merge gives whose predicate depends on data: both of its branches are computed."""
        choice = self._conditions.setdefault(id(scope), Conditions(scope)).choice(node)
        try:
            if choice is None:
                raise UnsupportedNodeError("it is not known which condition it belongs to")
            condition = self.value(scope, known, choice.predicate)
            order = (choice.where_true, 1 - choice.where_true)
            pairs = values, [np.asarray(number, np.int32) for number in range(2)]
            with self.context.builder.layer(node.name):
                return tuple(
                    selected(self.context, condition, *(pair[place] for place in order))
                    for pair in pairs
                )
        except UnsupportedNodeError as refusal:
            self._refuse(node, str(refusal))
            return (UNREAD,)

    def _count(self, node: Node) -> None:
        """Bounds the nodes of unrolled loops."""
        self.context.repeated += id(node) in self._built
        self._built.add(id(node))
        most, advice = _MOST_REPEATED, "export the model with fewer steps"
        if self.context.steps:
            most, advice = _MOST_REPEATED_OF_STEPS, "give it shorter sequences"
        if self.context.repeated > most:
            raise UnsupportedModelError(
                f"{self._label} has a loop around {quoted(node.name)!r} that would be unrolled to "
                f"more than {most} nodes; {advice}"
            )

    def _result(self, scope: Scope, node: Node, values: Sequence[Held]) -> Result:
        operation = self._operations.get(node.op)
        try:
            if node.op == "RestoreV2" and self.restore is not None:
                return self.restore(values)
            if operation is None and node.op in self._functions:
                return self.call(node.op, values)  # functions of TensorFlow 1 are called so
            if operation is None:
                raise UnsupportedNodeError(
                    next((v.why for v in values if isinstance(v, Missing)), "")
                )
            changing = not (self.context.restores or self.context.steps)
            if node.op in _READS and changing and self._changes(scope):
                raise UnsupportedNodeError("it reads a variable that the model changes")
            with self.context.builder.layer(node.name):
                special = None if operation.passes else _of_special(node, values)
                if special is not None:
                    return special(self.context, node, values, operation.run)
                return operation.run(self.context, node, values)
        except UnsupportedNodeError as refusal:
            why = str(refusal)
            try:
                if self._outside is not None:
                    return self._outside(self.context, node, values)
            except UnsupportedNodeError as not_taken:
                why = why or str(not_taken)
            self._refuse(node, why)
            return UNREAD
        except ModelError:
            raise
        except (*MALFORMED, MemoryError) as error:
            raise ModelError(
                f"{self._label}: the node {quoted(node.name)!r} ({quoted(node.op)}) is not valid: "
                f"{fault_text(error)}"
            ) from error

    def _changes(self, scope: Scope) -> bool:
        """Whether an inference changes variables; nodes of the graph that no output needs do not
        run.
        """
        names = scope.names_of(_CHANGES)
        if scope.name or not names:
            return bool(names)
        return not self._needed_nodes(scope).isdisjoint(names)

    def _needed_nodes(self, scope: Scope) -> set[str]:
        if self._needed_by_outputs is None:
            self._needed_by_outputs = scope.needed_by(self.outputs, controls=True)
        return self._needed_by_outputs

    def _refuse(self, node: Node, why: str) -> None:
        if self.context.steps:
            why = advised(node.op, why)
        self.problems.setdefault(node.name, (node.op, why))

    def _chosen(self, scope: Scope, known: Environment, reference: Reference) -> Held:
        """One result of a node that is computed."""
        results = known[reference.node]
        number = reference.index
        if reference.output:
            number += self._offset(scope.node(reference.node), reference.output)
        if len(results) == 1 and results[0] is UNREAD:
            return UNREAD
        if not 0 <= number < len(results):
            raise ModelError(
                f"{self._label} uses result {number} of the node {quoted(reference.node)!r}, which "
                f"has {len(results)}"
            )
        return (
            np.asarray(results[number])
            if isinstance(results[number], np.generic)
            else results[number]
        )

    def _offset(self, node: Node, output: str) -> int:
        """The number of the first result of a named output."""
        operation, function = self._operations.get(node.op), self._functions.get(node.op)
        names = () if operation is None else operation.outputs
        if operation is None and function is not None:
            names = function.outputs
        return names.index(output) if output in names else 0

    def _left(self, scope: Scope, known: Environment, node: Node) -> tuple[Held, ...]:
        """What a loop of TensorFlow 1 gives to an Exit. The loop runs once for all of them."""
        frame = self._loops(scope).frame_of(node)
        if frame.key not in known:
            try:
                known[frame.key] = self._loop(scope, known, node)
            except UnsupportedNodeError as refusal:
                self._refuse(node, str(refusal))
                known[frame.key] = (UNREAD,) * len(frame.merges)
        return (known[frame.key][frame.number_of(node)],)

    def _loop(self, scope: Scope, known: Environment, node: Node) -> tuple[Held, ...]:
        frame = self._loops(scope).frame_of(node)
        outside = (*scope.arguments, *scope.names_of(ENTERS))
        fixed: Environment = {name: known[name] for name in outside if name in known}
        for name, operand in frame.fixed.items():
            fixed[name] = (self._chosen(scope, known, operand),)
        state = tuple(self._chosen(scope, known, operand) for operand in frame.first)
        if _holds(DEAD, state):
            return (DEAD,) * len(state)
        following = [reference.node for reference in frame.next]

        def condition(values: tuple[Held, ...]) -> Held:
            return self.value(scope, {**fixed, **frame.environment(values)}, frame.condition)

        def body(values: tuple[Held, ...]) -> tuple[Held, ...]:
            iteration = {**fixed, **frame.environment(values)}
            self.compute(scope, iteration, following)
            return tuple(self._chosen(scope, iteration, reference) for reference in frame.next)

        return iterated(self.context, state, condition, body)


def _of_special(node: Node, values: Sequence[Held]) -> OfSpecial | None:
    """What computes a node of values that are no tensors; None for a node of tensors."""
    if has_complex(node, values):
        return of_complex
    if any(isinstance(item, OF_DISTINCT) for item in values):
        return of_distinct
    return of_masked if any(isinstance(item, OF_MASKED) for item in values) else None


def _read(context: Context, value: Held) -> Held:
    """A variable of TensorFlow 1 stands for its present value."""
    reference = isinstance(value, Resource) and value.is_reference
    return value_of(context, value) if reference else value


def _holds(missing: Missing, values: Sequence[Held]) -> bool:
    """Whether one of the values is missing in this way."""
    return any(value is missing for value in values)
