"""Fuses operators with the pointwise operators around them, so that values stay in registers.

A group has a single result: everything in it leads to its last node. So fusion never makes a cycle.
The passes are:

    1. Pointwise operators after an anchor become its epilogue, from the last anchor to the first.
       Of two convolutions that are added, the later one then does the addition.
    2. Pointwise operators are joined.
    3. Pointwise operands of an epilogue are computed in it.
    4. A pointwise operator before a reduction becomes its prologue.
    5. A Gather and its reduction become an embedding bag (`aoe.graph.fusion.embedding_bag`),
       matmuls around a softmax become attention (`aoe.graph.fusion.attention`), and reductions of
       rows and what is computed of them become one operator (`aoe.graph.fusion.rows`).

Fusion is a decision: the set of *stored* values, which are written to memory. All other values stay
in registers. Without a decision the passes fuse all they can, which gives the default decision.
With one they keep stored values, and each reader of a value that is not stored recomputes it.

Each of `FUSIONS` can be switched off (`aoe.graph.switches`). Its passes are then left out.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from math import prod

from aoe.errors import PolicyError
from aoe.graph.fusion.attention import fused_attention
from aoe.graph.fusion.compose import (
    expression_size,
    with_epilogue,
    with_epilogue_operand,
    with_prologue,
)
from aoe.graph.fusion.embedding_bag import fused_embedding_bag
from aoe.graph.fusion.rows import fused_rows, is_cheap, is_row_reduction
from aoe.graph.switches import ALL_ON, Switches
from aoe.loops.expression import Apply, Expression
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of

#: Most nodes that are searched for the end of a group.
_LARGEST_GROUP = 32
#: How often a broadcast value may be computed again, the functions of its expression, and the most
#: nodes of it: those of a cast and two operations with constants.
_MOST_TIMES, _LIGHT_FUNCTIONS, _MOST_NODES = 4, frozenset({"cast", "add", "sub", "mul"}), 6

#: The fusions by name. The epilogue is passes 1 to 3, the prologue is pass 4. Several results are
#: another pass (`aoe.graph.fusion.several_results`).
EPILOGUE, PROLOGUE, ATTENTION, EMBEDDING_BAG, ROWS, SEVERAL_RESULTS = FUSIONS = (
    "epilogue",
    "prologue",
    "attention",
    "embedding_bag",
    "rows",
    "several_results",
)

#: Merges a consumer and its producer into one node; None if it cannot.
Compose = Callable[[OperatorNode, OperatorNode], OperatorNode | None]


def _always(operator: Operator) -> bool:
    return True


def fuse(
    graph: OperatorGraph,
    stored: Collection[str] | None = None,
    switches: Switches = ALL_ON,
    attends: Callable[[Operator], bool] = _always,
) -> OperatorGraph:
    """Fuses operators of a graph.

    Args:
        graph: The graph.
        stored: The values that operators write; by default as few as possible.
        switches: The fusions that are off.
        attends: Whether attention should be one operator, where no decision says.

    Raises:
        PolicyError: A value that `stored` lacks cannot be fused away.
    """
    fusion = _Fusion(graph, frozenset(stored or ()), switches)
    if fusion.is_on(EPILOGUE):
        fusion.fuse_epilogues()
    if fusion.is_on(PROLOGUE):
        for name in fusion.operators():
            fusion.inline_into_consumer(name, with_prologue, prologue=True)
    for name in fusion.operators() if stored is not None else ():
        fusion.recompute(name)
    for name in fusion.operators() if fusion.is_on(EMBEDDING_BAG) else ():
        fusion.fuse_embedding_bag(name)
    for name in fusion.operators() if fusion.is_on(ATTENTION) else ():
        fusion.fuse_attention(name, attends if stored is None else _always)
    for name in fusion.operators() if fusion.is_on(ROWS) else ():
        fusion.fuse_rows(name)
    if stored is not None:
        fusion.require_stored()
    return fusion.result()


def stored_values(graph: OperatorGraph) -> frozenset[str]:
    """The values that the operators of a fused graph write: the decision that fused it."""
    return frozenset(node.output for node in graph.operator_nodes)


class _Fusion:
    """The graph while it changes: nodes by their output, in topological order."""

    def __init__(self, graph: OperatorGraph, stored: frozenset[str], switches: Switches) -> None:
        self.graph = graph
        self.stored = stored
        self.off = switches.fusions_off
        self.outputs = frozenset(graph.outputs)
        self.nodes: dict[str, Node] = {node.output: node for node in graph.nodes}
        self.position = {name: number for number, name in enumerate(self.nodes)}
        self.consumers: dict[str, list[str]] = {}
        for node in graph.nodes:
            self.add_consumer(node)

    def result(self) -> OperatorGraph:
        nodes = tuple(self.nodes.values())
        used = {name for node in nodes for name in node.inputs}
        kept = {*used, *self.nodes, *self.graph.inputs, *self.graph.outputs}
        return replace(
            self.graph,
            nodes=nodes,
            tensors={name: item for name, item in self.graph.tensors.items() if name in kept},
            constants={name: item for name, item in self.graph.constants.items() if name in kept},
        )

    def operators(self) -> list[str]:
        """The outputs of the operators, in order."""
        return [name for name, node in self.nodes.items() if isinstance(node, OperatorNode)]

    def operator(self, name: str) -> OperatorNode | None:
        """The operator that computes a value."""
        node = self.nodes.get(name)
        return node if isinstance(node, OperatorNode) else None

    def is_on(self, fusion: str) -> bool:
        """Whether one of `FUSIONS` is on."""
        return fusion not in self.off

    def fuse_epilogues(self) -> None:
        """Makes pointwise operators part of what they follow, and of what reads them last."""
        for name in reversed(self.operators()):
            self.extend(name, pointwise=False)
        for name in self.operators():
            self.extend(name, pointwise=True)
        for name in self.operators():
            self.inline_into_consumer(name, with_epilogue_operand, prologue=False)

    def extend(self, name: str, pointwise: bool) -> None:
        """Takes the pointwise operators after an operator into its epilogue."""
        anchor = self.operator(name)
        while anchor is not None and self.extensible(anchor, pointwise):
            group = self.group(anchor)
            fused = with_epilogue(anchor, group) if group else None
            if fused is None:
                return
            self.replace([anchor, *group], fused)
            anchor = fused

    def extensible(self, anchor: OperatorNode, pointwise: bool) -> bool:
        """Whether pointwise operators may become the epilogue of an operator."""
        if is_pointwise(anchor) != pointwise:
            return False
        definition = definition_of(anchor.operator)
        if not definition.fuses_epilogue:
            return False
        return not definition.joins_inputs or not self.written_in_place(anchor)

    def written_in_place(self, joined: OperatorNode) -> bool:
        """Whether all operands of a Concat can be written straight into its result."""
        made = [self.operator(name) for name in joined.inputs]
        alone = all(len(self.consumers.get(name, ())) == 1 for name in joined.inputs)
        return None not in made and alone and not self.outputs & set(joined.inputs)

    def group(self, anchor: OperatorNode) -> list[OperatorNode]:
        """The fewest pointwise operators after the anchor of which only one result is read by
        others.

        Returns an empty list if there are none.
        """
        members: dict[str, OperatorNode] = {}
        pending = {anchor.output}
        while len(members) <= _LARGEST_GROUP:
            value = min(pending, key=lambda name: self.position[name])
            pending.remove(value)
            readers = [self.operator(name) for name in self.consumers.get(value, ())]
            if value in self.outputs or value in self.stored or not readers:
                return []
            for reader in readers:
                if reader is None or not _follows(reader, anchor):
                    return []
                if reader.output not in members:
                    members[reader.output] = reader
                    pending.add(reader.output)
            if len(pending) == 1:
                return sorted(members.values(), key=lambda node: self.position[node.output])
        return []

    def inline_into_consumer(self, name: str, compose: Compose, prologue: bool) -> None:
        """Inlines a pointwise operator into its only reader."""
        producer = self.operator(name)
        readers = self.consumers.get(name, ())
        if producer is None or not is_pointwise(producer):
            return
        if name in self.outputs or name in self.stored or len(readers) != 1:
            return
        consumer = self.operator(readers[0])
        if consumer is None or not _reads(consumer, name, prologue):
            return
        if not prologue and not _computed_in_place(producer, consumer):
            return
        fused = compose(consumer, producer)
        if fused is not None:
            self.replace([producer, consumer], fused)

    def recompute(self, name: str) -> None:
        """Inlines a pointwise operator that must not be stored into all of its readers."""
        producer = self.operator(name)
        if producer is None or not is_pointwise(producer):
            return
        if name in self.outputs or name in self.stored:
            return
        pairs: list[tuple[OperatorNode, OperatorNode]] = []
        for reader in self.consumers.get(name, ()):
            consumer = self.operator(reader)
            fused = None if consumer is None else self.absorbed(consumer, producer)
            if consumer is None or fused is None:
                return
            pairs.append((consumer, fused))
        for old, new in pairs:
            self.replace([old], new)
        for source in dict.fromkeys(producer.inputs):
            self.consumers[source].remove(name)
        del self.nodes[name]

    def absorbed(self, consumer: OperatorNode, producer: OperatorNode) -> OperatorNode | None:
        """The consumer with its pointwise producer inlined; None if it cannot be."""
        name = producer.output
        place = _computed_in_place(producer, consumer)
        if self.is_on(EPILOGUE) and place and _reads(consumer, name, prologue=False):
            return with_epilogue_operand(consumer, producer)
        if self.is_on(PROLOGUE) and _reads(consumer, name, prologue=True):
            return with_prologue(consumer, producer)
        return None

    def fuse_attention(self, name: str, attends: Callable[[Operator], bool]) -> None:
        """Fuses a matmul, a softmax and the matmul that reads it into attention, where `attends`
        says so.
        """
        result = self.operator(name)
        softmax = None if result is None or not result.inputs else self.only_for(result.inputs[0])
        scores = None if softmax is None or not softmax.inputs else self.only_for(softmax.inputs[0])
        if result is None or softmax is None or scores is None:
            return
        fused = fused_attention(scores, softmax, result)
        if fused is not None and attends(fused.operator):
            self.replace([scores, softmax, result], fused)

    def fuse_embedding_bag(self, name: str) -> None:
        """Fuses a reduction with the Gather that it reads."""
        total = self.operator(name)
        lookup = None if total is None or not total.inputs else self.only_for(total.inputs[0])
        fused = None if total is None or lookup is None else fused_embedding_bag(lookup, total)
        if total is not None and lookup is not None and fused is not None:
            self.replace([lookup, total], fused)

    def fuse_rows(self, name: str) -> None:
        """Fuses a pointwise operator, the reductions of rows that only it reads, and cheap
        pointwise operators that only these read.
        """
        result = self.operator(name)
        if result is None or not is_pointwise(result):
            return
        read = [self.only_for(value) for value in dict.fromkeys(result.inputs)]
        reductions = [node for node in read if node is not None and is_row_reduction(node, result)]
        axes = {node.operator.integers("axes") for node in reductions}
        if len(axes) != 1:
            return
        reductions.sort(key=lambda node: self.position[node.output])
        inner = self.only_read_by([*reductions, result])
        fused = fused_rows(reductions, inner, result) or fused_rows(reductions, (), result)
        if fused is not None:
            members = {*fused.inputs}
            absorbed = [node for node in inner if node.output not in members]
            self.replace([*absorbed, *reductions, result], fused)

    def only_read_by(self, readers: Sequence[OperatorNode]) -> list[OperatorNode]:
        """Cheap pointwise operators in the shape of the last reader that only the readers read."""
        outputs = {node.output for node in readers}
        shape, found = readers[-1].operator.output.shape, []
        for value in dict.fromkeys(name for node in readers for name in node.inputs):
            node = self.operator(value)
            if node is None or value in self.outputs or value in self.stored:
                continue
            alike = node.operator.output.shape == shape and is_cheap(node.operator)
            if alike and outputs.issuperset(self.consumers[value]):
                found.append(node)
        return found

    def only_for(self, name: str) -> OperatorNode | None:
        """The operator that computes a value that has one reader and need not be stored."""
        needed = name in self.outputs or name in self.stored
        return None if needed or len(self.consumers[name]) != 1 else self.operator(name)

    def require_stored(self) -> None:
        """Raises `PolicyError` if an operator is left whose value must not be stored."""
        left = [name for name in self.operators() if name not in self.stored]
        if left:
            raise PolicyError(f"{left[0]} cannot be fused into its readers; it must be stored")

    def replace(self, old: Sequence[OperatorNode], new: OperatorNode) -> None:
        """Replaces operators by one."""
        for node in old:
            for name in dict.fromkeys(node.inputs):
                self.consumers[name].remove(node.output)
            if node.output != new.output:
                del self.nodes[node.output]
        self.nodes[new.output] = new
        self.add_consumer(new)

    def add_consumer(self, node: Node) -> None:
        """Records what a node reads. The readers of a value are in topological order."""
        for name in dict.fromkeys(node.inputs):
            readers = self.consumers.setdefault(name, [])
            insort(readers, node.output, key=self.position.__getitem__)


def is_pointwise(node: OperatorNode) -> bool:
    """Whether an operator has no anchor."""
    return node.operator.is_pointwise


def _follows(node: OperatorNode, anchor: OperatorNode) -> bool:
    same = node.operator.output.shape == anchor.operator.output.shape
    return is_pointwise(node) and same


def _computed_in_place(producer: OperatorNode, consumer: OperatorNode) -> bool:
    """Whether a pointwise operator may be computed where its result is read: once for each element,
    or a few times where that takes no longer than to read its result, as widening bytes does.
    """
    made, read = producer.operator.output, consumer.operator.output
    if made.shape == read.shape:
        return True
    if prod(read.shape) > _MOST_TIMES * prod(made.shape):
        return False
    before = sum(item.bytes for item in producer.operator.inputs)
    after = made.bytes
    return before <= after and _is_light(producer.operator.epilogue)


def _is_light(expression: Expression) -> bool:
    """Whether an expression takes hardly longer than a load."""
    pending: list[Expression] = [expression]
    while pending:
        item = pending.pop()
        if isinstance(item, Apply):
            if item.function not in _LIGHT_FUNCTIONS:
                return False
            pending += item.arguments
    return expression_size(expression) <= _MOST_NODES


def _reads(consumer: OperatorNode, name: str, prologue: bool) -> bool:
    """Whether a consumer reads a value only where it could compute it instead."""
    definition = definition_of(consumer.operator)
    anchors = consumer.operator.anchor_inputs
    places = [number for number, value in enumerate(consumer.inputs) if value == name]
    if prologue:
        return definition.fuses_prologue and places == [0] and anchors > 0
    return definition.fuses_epilogue and all(number >= anchors for number in places)
