"""The loops of TensorFlow 1: frames of Enter, Merge, Switch, NextIteration and Exit.

A variable of a loop enters at a Merge of its first value and its next one. A Switch sends it to the
body while the LoopCond holds, and else to an Exit. Other values enter as constants.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.errors import ModelError, quoted
from aoe.frontends.tensorflow.conditions import ENTERS
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.scope import Scope
from aoe.frontends.tensorflow.values import DEAD, Held

#: Operators that bring values out of a loop.
EXITS = frozenset({"Exit", "RefExit"})


@dataclass(frozen=True, slots=True)
class Frame:
    """A loop.

    Attributes:
        key: A name for its results that no node has.
        merges: The Merge of each variable.
        first: The first value of each variable.
        next: The next value of each variable.
        fixed: What enters as constants, by the Enter.
        condition: Whether there is another iteration.
        switches: The Switches of each variable.
    """

    key: str
    merges: tuple[str, ...]
    first: tuple[Reference, ...]
    next: tuple[Reference, ...]
    fixed: dict[str, Reference]
    condition: Reference
    switches: dict[str, int]

    def environment(self, state: tuple[Held, ...]) -> dict[str, tuple[Held, ...]]:
        """What is known in an iteration that begins with some values."""
        found: dict[str, tuple[Held, ...]] = {
            merge: (value,) for merge, value in zip(self.merges, state, strict=True)
        }
        for name, number in self.switches.items():
            found[name] = (DEAD, state[number])
        return found

    def number_of(self, node: Node) -> int:
        """The variable that an Exit gives."""
        return self.switches[node.operands[0].node]


class Frames:
    """The loops of a scope, found as they are asked for."""

    def __init__(self, scope: Scope) -> None:
        """`scope`: where they are."""
        self._scope = scope
        self._by_name: dict[str, Frame] = {}
        self._members: dict[str, list[Node]] = {}
        for node in scope.nodes.values():
            if node.op in ENTERS:
                self._members.setdefault(node.text("frame_name"), []).append(node)
        enters = {enter.name for members in self._members.values() for enter in members}
        self._merges: dict[str, tuple[Node, Reference]] = {}
        for node in scope.nodes.values():
            if node.op in ("Merge", "RefMerge") and len(node.operands) == 2:
                for one, other in (node.operands, node.operands[::-1]):
                    if one.node in enters:
                        self._merges[one.node] = (node, other)

    def needed(self, node: Node) -> list[str]:
        """Nodes outside of a loop that it needs."""
        frame = self.frame_of(node)
        return [item.node for item in (*frame.first, *frame.fixed.values())]

    def frame_of(self, node: Node) -> Frame:
        """The loop that an Exit leaves. Raises `ModelError` if it has another form."""
        name = self._name_of(node)
        if name not in self._by_name:
            self._by_name[name] = self._frame(name)
        return self._by_name[name]

    def _name_of(self, node: Node) -> str:
        switch = self._scope.node(node.operands[0].node)
        merge = switch.operands[0].node
        for enter, (found, _) in self._merges.items():
            if found.name == merge:
                return self._scope.node(enter).text("frame_name")
        raise ModelError(f"the loop of the node {quoted(node.name)!r} has no beginning")

    def _frame(self, name: str) -> Frame:
        enters = self._members[name]
        variables = [enter for enter in enters if enter.name in self._merges]
        merges = [self._merges[enter.name][0].name for enter in variables]
        following = [self._scope.node(self._merges[enter.name][1].node) for enter in variables]
        switches: dict[str, int] = {}
        condition = None
        for switch in self._scope.nodes.values():
            if switch.op not in ("Switch", "RefSwitch") or switch.operands[0].node not in merges:
                continue
            chosen = self._scope.node(switch.operands[1].node)
            if chosen.op == "LoopCond":
                switches[switch.name] = merges.index(switch.operands[0].node)
                condition = chosen.operands[0]
        if condition is None or any("NextIteration" not in node.op for node in following):
            raise ModelError(f"the loop {quoted(name)!r} has no condition, or no next iteration")
        return Frame(
            f"frame {name}",
            tuple(merges),
            tuple(enter.operands[0] for enter in variables),
            tuple(node.operands[0] for node in following),
            self._fixed(enters),
            condition,
            switches,
        )

    def _fixed(self, enters: list[Node]) -> dict[str, Reference]:
        """What enters a loop from outside as a constant. An Enter of another Enter of the loop is
        computed inside.
        """
        names = {enter.name for enter in enters}
        return {
            enter.name: enter.operands[0]
            for enter in enters
            if enter.name not in self._merges and enter.operands[0].node not in names
        }
