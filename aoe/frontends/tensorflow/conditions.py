"""The conditions of TensorFlow 1 that depend on data: Switch sends a value to one of two branches,
Merge takes it from the one that ran.

Both branches are computed, and each Merge selects. `Conditions` finds from the graph alone which
predicate a Merge decides by. See `aoe.frontends.tensorflow.evaluator`, which computes the nodes.
"""

from __future__ import annotations

from typing import NamedTuple

from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.scope import Scope

MERGES = frozenset({"Merge", "RefMerge"})
SWITCHES = frozenset({"Switch", "RefSwitch"})
#: Operators that bring values into a loop.
ENTERS = frozenset({"Enter", "RefEnter"})
_NEXT = frozenset({"NextIteration", "RefNextIteration"})

#: Branches that a value is in: predicates, and whether the value is there where they hold.
_Branches = frozenset[tuple[Reference, bool]]


class Choice(NamedTuple):
    """What a Merge decides by.

    Attributes:
        predicate: A value that is true or false.
        where_true: The number of the operand of the branch where it is true.
    """

    predicate: Reference
    where_true: int


class Conditions:
    """The branches of a scope, found as they are asked for."""

    def __init__(self, scope: Scope) -> None:
        """`scope`: where they are."""
        self._scope = scope
        self._of_node: dict[str, _Branches] = {}

    def choice(self, merge: Node) -> Choice | None:
        """What a Merge of two operands decides by; None if that is not one predicate."""
        if len(merge.operands) != 2:
            return None
        one, other = (self._branches(operand) for operand in merge.operands)
        found = [
            Choice(predicate, 0 if holds else 1)
            for predicate, holds in one
            if (predicate, not holds) in other
        ]
        return found[0] if len(found) == 1 else None

    def _branches(self, reference: Reference) -> _Branches:
        """The branches that a result of a node is in. Graphs are deep, so this does not recurse."""
        stack = [reference.node]
        while stack:
            node = self._scope.nodes.get(stack[-1])
            if stack[-1] in self._of_node:
                stack.pop()
                continue
            needed = [name for name in self._needed(node) if name not in self._of_node]
            if needed:
                stack += needed
                continue
            self._of_node[stack.pop()] = frozenset() if node is None else self._found(node)
        return self._result(reference)

    def _needed(self, node: Node | None) -> list[str]:
        """Nodes whose branches decide on those of a node. None is an argument."""
        if node is None or node.op in _NEXT:
            return []
        return [*(operand.node for operand in node.operands), *self._scope.branches(node)]

    def _found(self, node: Node) -> _Branches:
        if node.op in _NEXT:
            return frozenset()
        operands = [self._result(operand) for operand in node.operands]
        if node.op in MERGES:
            return self._met(node, operands)
        pivots = [self._result(Reference(name)) for name in self._scope.branches(node)]
        return frozenset[tuple[Reference, bool]]().union(*operands, *pivots)

    def _met(self, node: Node, operands: list[_Branches]) -> _Branches:
        """Branches around a condition. A loop is in the branches that its first values are in."""
        entered = [
            branches
            for operand, branches in zip(node.operands, operands, strict=True)
            if self._kind(operand) in ENTERS
        ]
        return frozenset.intersection(*(entered or operands))

    def _result(self, reference: Reference) -> _Branches:
        """Branches of a result of a node whose own ones are known."""
        found = self._of_node[reference.node]
        node = self._scope.nodes.get(reference.node)
        if node is None or node.op not in SWITCHES or self._kind(node.operands[1]) == "LoopCond":
            return found
        return found | {(self._source(node.operands[1]), self._is_true(reference))}

    def _is_true(self, reference: Reference) -> bool:
        return reference.output == "output_true" or reference.index == 1

    def _source(self, reference: Reference) -> Reference:
        """What a value is a copy of: the nodes of a condition name its predicate through copies."""
        node = self._scope.nodes.get(reference.node)
        while node is not None and node.op == "Identity":
            reference = node.operands[0]
            node = self._scope.nodes.get(reference.node)
        return reference

    def _kind(self, reference: Reference) -> str:
        node = self._scope.nodes.get(reference.node)
        return "" if node is None else node.op
