"""The nodes of the graph or of one function, by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from aoe.errors import ModelError, quoted
from aoe.frontends.tensorflow.node import Node, Reference


class Scope:
    """The nodes of the graph or of one function.

    Attributes:
        name: The function; empty for the graph.
        arguments: Names that have values when it is called: those of arguments or inputs.
        results: What a function gives back.
        outputs: The names of these, by which nodes refer to results of a call.
        effects: Nodes that run in each call of a function, for what they change.
    """

    def __init__(
        self,
        name: str,
        nodes: Iterable[Any],
        label: str,
        arguments: Sequence[str] = (),
        results: Sequence[str] = (),
        effects: Sequence[str] = (),
        outputs: Sequence[str] = (),
    ) -> None:
        """`nodes`: messages of them. Raises `ModelError` for one that has no valid operands."""
        self.name = name
        self.arguments, self.effects = tuple(arguments), tuple(effects)
        self.outputs = tuple(outputs)
        self._label = label
        self._where = f" of the function {name!r}" if name else ""
        try:
            self.results = tuple(map(Reference.parsed, results))
            self._nodes = {message.name: Node(message) for message in nodes}
        except ValueError as error:
            raise ModelError(f"{label}{self._where} has an input of no valid form") from error
        self._named: dict[Collection[str], tuple[str, ...]] = {}

    @property
    def nodes(self) -> Mapping[str, Node]:
        """All nodes by name."""
        return self._nodes

    def node(self, name: str) -> Node:
        """A node. Raises `ModelError` if there is none of this name."""
        found = self._nodes.get(name)
        if found is None:
            raise ModelError(f"{self._label}{self._where} has no node {quoted(name)!r}")
        return found

    def names_of(self, kinds: frozenset[str]) -> tuple[str, ...]:
        """Names of the nodes of some types."""
        if kinds not in self._named:
            self._named[kinds] = tuple(
                node.name for node in self._nodes.values() if node.op in kinds
            )
        return self._named[kinds]

    def needed_by(self, names: Iterable[str], controls: bool = False) -> set[str]:
        """Nodes whose results some nodes may need, and these; with `controls`, also nodes that
        they wait for.
        """
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                node = self._nodes.get(name)
                todo += [] if node is None else [item.node for item in node.operands]
                todo += node.controls if node is not None and controls else ()
        return found

    def branches(self, node: Node) -> list[str]:
        """Nodes that say in which branch of a condition a node is: Identities of a Switch that it
        waits for. A function that was put in the place of its call waits for them by one NoOp.
        """
        found: list[str] = []
        seen, todo = set(node.controls), [*reversed(node.controls)]
        while todo:
            name = todo.pop()
            waiting = self._nodes.get(name)
            if self._is_branch(name):
                found.append(name)
            elif waiting is not None and waiting.op == "NoOp":
                todo += [item for item in reversed(waiting.controls) if item not in seen]
                seen.update(waiting.controls)
        return found

    def _is_branch(self, name: str) -> bool:
        node = self._nodes.get(name)
        if node is None or node.op != "Identity" or not node.operands:
            return False
        source = self._nodes.get(node.operands[0].node)
        return source is not None and source.op in ("Switch", "RefSwitch")


def scopes_of(functions: Iterable[Any], label: str) -> dict[str, Scope]:
    """The functions of a model by name."""
    found = {}
    for function in functions:
        signature = function.signature
        returned = {item.key: item.value for item in function.ret}
        outputs = [item.name for item in signature.output_arg]
        results = [returned.get(name, "") for name in outputs]
        arguments = [item.name for item in signature.input_arg]
        lists = [*signature.input_arg, *signature.output_arg]
        if "" in results or any(item.number_attr or item.type_list_attr for item in lists):
            continue
        effects = [item.value for item in function.control_ret]
        found[signature.name] = Scope(
            signature.name, function.node_def, label, arguments, results, effects, outputs
        )
    return found
