"""Mixed precision: contractions read a type of 16 bits, the *reduced type*, and accumulate in
float32. All else stays. A backend says which type that is (`PrecisionRules.reduced_type`).

Contractions are convolutions, matmuls, attention and recurrences. One takes part if three things
hold: it is estimated to be faster, it is accurate enough (`aoe.graph.precision.layer_error`), and
its factors can be stored in it.

- Constant weights are converted for these readers alone, and rounded for the means of what they are
  multiplied by (`aoe.graph.precision.balanced_rounding`).
- A computed value is written in the reduced type by its operator if all readers may read it so: if
  only contractions or other operators on images read it, or if a copy would cost too much of the
  gain. Otherwise it is copied (`aoe.graph.precision.own_operands`).
- Inputs and outputs of the model keep their types, and so do values that are only moved.

This is done to graphs whose operators are fused and laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

import numpy as np

from aoe.backends.registry import implementations_of
from aoe.element_types import numpy_type
from aoe.graph.fusion.normal_form import normal_form
from aoe.graph.precision.own_operands import base_of, copying_node, views_of, with_own_operands
from aoe.graph.precision.reduced_values import (
    COMPUTING,
    CONTRACTIONS,
    IMAGES,
    SharedMemory,
    factors_of,
)
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.loops.expression import Accumulator
from aoe.operators.evaluate import view_array
from aoe.operators.factors import contraction_of, factor_numbers, factors
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of
from aoe.target import Target

#: What the names of copies in the reduced type end with.
COPY_ENDING = ":reduced"
#: The contractions that gain least are left out as long as they gain no more than this together, as
#: a share of the time of all contractions.
_NEXT_TO_NOTHING = 0.005
#: What a copy may cost, as a share of the gain of its readers, where the value could be written in
#: the reduced type instead.
_COPYING = 0.1


@dataclass(frozen=True, slots=True)
class MixedPrecision:
    """What is wanted of a model.

    A fused operator has the types and the names of all nodes that are fused into it.

    Attributes:
        types: The types of operators that take part. Contractions read the reduced type, others
            write it.
        kept_types: The types of operators that keep the types of all their values.
        kept_names: The names of nodes that keep the types of all their values.
        float32_names: The names of contractions that keep float32, for the accuracy of the model.
        alone: Whether values that other operators than contractions read keep their types.
        always: Whether contractions take part even where they gain nothing, and write the reduced
            type, too.
        reduced_type: The reduced type; `None` for that of the device.
    """

    types: frozenset[str] = CONTRACTIONS
    kept_types: frozenset[str] = frozenset()
    kept_names: frozenset[str] = frozenset()
    float32_names: frozenset[str] = frozenset()
    alone: bool = False
    always: bool = False
    reduced_type: str | None = None

    def keeps(self, node: OperatorNode) -> bool:
        """Whether an operator must keep the types of all its values: it is listed, or the user
        wants its products precise.
        """
        if node.operator.precision in ("highest", "direct"):
            return True
        return bool(names_of(node) & self.kept_names or types_of(node) & self.kept_types)

    def writes_reduced(self, node: OperatorNode) -> bool:
        """Whether an operator writes the reduced type whoever reads it."""
        return bool(types_of(node) & (self.types if self.always else self.types - CONTRACTIONS))


#: All results are stored in 16 bits where they can be.
EVERYTHING = MixedPrecision(COMPUTING, always=True)


def with_mixed_precision(
    graph: OperatorGraph,
    wanted: MixedPrecision,
    target: Target,
    facts: ReductionFacts | None = None,
    *,
    next_to_nothing: float = _NEXT_TO_NOTHING,
) -> OperatorGraph:
    """The graph with contractions that read the reduced type wherever that is possible and faster.

    Args:
        graph: A fused graph that is laid out.
        wanted: What is wanted.
        target: The device.
        facts: What is known of the model on this device.
        next_to_nothing: What the contractions that gain least must gain more than together, as a
            share of the time of all contractions.
    """
    facts = facts or ReductionFacts(target, wanted_type=wanted.reduced_type)
    choice = _Choice(graph, wanted, facts, next_to_nothing)
    able, copied = choice.made()
    graph, own = with_own_operands(graph, able, copied, COPY_ENDING)
    memory = SharedMemory(graph, own, wanted.keeps)
    chosen = [n for node in graph.operator_nodes if node.output in able for n in factors_of(node)]
    chosen += [
        node.output
        for node in graph.operator_nodes
        if wanted.writes_reduced(node) and memory.may_be_reduced(node.output)
    ]
    reduced = memory.sharing(chosen)
    return _with_reduced(graph, reduced if wanted.alone else memory.with_moved(reduced), facts)


def contractions(graph: OperatorGraph) -> tuple[OperatorNode, ...]:
    """The contractions of a graph."""
    return tuple(node for node in graph.operator_nodes if _kind(node.operator) in CONTRACTIONS)


def reads_reduced(node: OperatorNode, reduced_type: str) -> bool:
    """Whether a contraction reads the reduced type."""
    return all(item.dtype == reduced_type for item in factors(node.operator))


class _Choice:
    """The choice of the contractions that take part, and of the values that are copied for them."""

    def __init__(
        self,
        graph: OperatorGraph,
        wanted: MixedPrecision,
        facts: ReductionFacts,
        next_to_nothing: float,
    ) -> None:
        self.graph = graph
        self.wanted = wanted
        self.facts = facts
        self.next_to_nothing = next_to_nothing
        self.views = views_of(graph)
        self.memory = SharedMemory(graph, frozenset(), wanted.keeps)

    def made(self) -> tuple[frozenset[str], frozenset[str]]:
        """The results of the contractions that take part, and the values to copy."""
        able = {node.output: node for node in self.graph.operator_nodes if self.is_candidate(node)}
        able, _ = self.possible(able)
        able, copied = self.possible(self.worthwhile(able))
        return frozenset(able), copied

    def worthwhile(self, able: Mapping[str, OperatorNode]) -> dict[str, OperatorNode]:
        """The contractions that gain enough. Each adds about the same error, so those that gain
        least are left out, as long as they gain next to nothing together.
        """
        left = dict(able)
        if self.wanted.always:
            return left
        everything = sum(self.facts.estimate(node.operator) for node in contractions(self.graph))
        gains = {name: self.gain(node.operator) for name, node in able.items()}
        spare = self.next_to_nothing * (everything - sum(gains.values()))
        for name in sorted(gains, key=gains.__getitem__):
            spare -= gains[name]
            if spare < 0:
                break
            del left[name]
        return left

    def possible(
        self, able: Mapping[str, OperatorNode]
    ) -> tuple[dict[str, OperatorNode], frozenset[str]]:
        """The contractions among these whose factors can all have the reduced type, and the values
        to copy for that.
        """
        while True:
            possible, copied = self.sources(able)
            left = {
                name: node
                for name, node in able.items()
                if all(base_of(n, self.views) in possible for n in factors_of(node))
            }
            if len(left) == len(able):
                return left, copied
            able = left

    def is_candidate(self, node: OperatorNode) -> bool:
        """Whether a contraction may take part, is faster so, and accurate enough."""
        operator, wanted = node.operator, self.wanted
        if _kind(operator) not in wanted.types & CONTRACTIONS or wanted.keeps(node):
            return False
        if names_of(node) & wanted.float32_names:
            return False
        if not self.suits(operator) or not self.is_computed(operator):
            return False
        return (wanted.always or self.gain(operator) > 0) and self.holds(node)

    def suits(self, operator: Operator) -> bool:
        """Whether a contraction has float32 factors, no prologue, and sums of enough terms."""
        types = {item.dtype for item in factors(operator)}
        plain = operator.prologue == Accumulator() and types == {"float32"}
        return plain and contraction_of(operator).summed(operator) >= self.facts.fewest_terms

    def is_computed(self, operator: Operator) -> bool:
        """Whether an implementation computes a contraction of the reduced type. Some need
        instructions that the device lacks, or other sizes.
        """
        return bool(implementations_of(self.with_reduced_factors(operator), self.facts.target))

    def sources(self, able: Mapping[str, OperatorNode]) -> tuple[frozenset[str], frozenset[str]]:
        """The values that these contractions can read in the reduced type, and which of them are
        copied for that.
        """
        gains: dict[str, float] = {}
        for node in able.values():
            for base in {base_of(name, self.views) for name in factors_of(node)}:
                gains[base] = gains.get(base, 0.0) + self.gain(node.operator)
        others = self.other_readers(able)
        shared, copied = set(self.graph.constants), set()
        for base, gain in gains.items():
            if base not in self.graph.constants:
                readers = others.get(self.memory.memory_of(base), set())
                if self.is_copied(base, gain, readers):
                    copied.add(base)
                elif self.memory.may_be_reduced(base) and not (readers and self.wanted.alone):
                    shared.add(base)
        return frozenset(shared | copied), frozenset(copied)

    def is_copied(self, base: str, gain: float, readers: Set[str]) -> bool:
        """Whether contractions read a copy of a value.

        Args:
            base: The value.
            gain: The seconds that the contractions gain.
            readers: The types of the other operators that read the value.
        """
        shareable, alone = self.memory.may_be_reduced(base), self.wanted.alone
        if self.wanted.always or (shareable and not readers):
            return not shareable
        if shareable and not alone and readers <= IMAGES:
            return False
        node = copying_node(self.graph, base, base, self.facts.reduced_type)
        part = _COPYING if shareable and not alone else 1.0
        return self.facts.estimate(node.operator) <= part * gain

    def other_readers(self, able: Mapping[str, OperatorNode]) -> dict[str, set[str]]:
        """The types of the operators that read a value otherwise than as a factor of these
        contractions, by the value that represents its memory.
        """
        found: dict[str, set[str]] = {}
        for node in self.graph.operator_nodes:
            multiplied = factor_numbers(node.operator) if node.output in able else ()
            for number, name in enumerate(node.inputs):
                if number not in multiplied:
                    found.setdefault(self.memory.memory_of(name), set()).add(node.operator.type)
        return found

    def gain(self, operator: Operator) -> float:
        """The seconds that a contraction is estimated to gain by the reduced type; 0 if few."""
        before = self.facts.estimate(operator)
        after = self.facts.estimate(self.with_reduced_factors(operator))
        return before - after if before >= self.facts.least_speedup * after else 0.0

    def holds(self, node: OperatorNode) -> bool:
        """Whether a contraction is accurate enough; one without constant weights is."""
        name, path = node.inputs[1], []
        while name in self.views:
            path.append(self.views[name])
            name = self.views[name].input
        if name not in self.graph.constants:
            return True
        constant = weights = self.graph.constants[name]
        for view in reversed(path):
            weights = view_array(weights, view)
        return self.facts.holds(node.operator, constant, weights, self.facts.reduced_type)

    def with_reduced_factors(self, operator: Operator) -> Operator:
        """The contraction with factors of the reduced type."""
        numbers, dtype = factor_numbers(operator), self.facts.reduced_type
        inputs = tuple(
            replace(item, dtype=dtype) if number in numbers else item
            for number, item in enumerate(operator.inputs)
        )
        return replace(operator, inputs=inputs)


def names_of(node: OperatorNode) -> set[str]:
    """The names of all nodes that are fused into an operator."""
    return {node.name, *(name for name, _ in node.sources)}


def types_of(node: OperatorNode) -> set[str]:
    """The types of all nodes that are fused into an operator, its own, and its kind."""
    return {node.operator.type, _kind(node.operator), *(kind for _, kind in node.sources)}


def _kind(operator: Operator) -> str:
    """The kind of contraction that an operator is; the type of what is none."""
    contraction = definition_of(operator).contraction
    return operator.type if contraction is None else contraction.kind(operator)


def _with_reduced(
    graph: OperatorGraph, reduced: frozenset[str], facts: ReductionFacts
) -> OperatorGraph:
    """The graph with some values stored in the reduced type."""
    dtype = facts.reduced_type
    tensors = {
        name: replace(tensor, dtype=dtype) if name in reduced else tensor
        for name, tensor in graph.tensors.items()
    }
    readers = {node.inputs[1]: node for node in contractions(graph)}

    def rounded(name: str, array: np.ndarray) -> np.ndarray:
        if name not in readers or array.ndim < 2:
            return array.astype(numpy_type(dtype))
        return facts.rounded(readers[name], array, dtype)

    constants = {
        name: rounded(name, array) if name in reduced else array
        for name, array in graph.constants.items()
    }

    def retyped(node: Node) -> Node:
        if isinstance(node, ViewNode) or not reduced & {*node.inputs, node.output}:
            return node
        inputs = tuple(
            replace(operand, dtype=tensors[name].dtype)
            for operand, name in zip(node.operator.inputs, node.inputs, strict=True)
        )
        output = replace(node.operator.output, dtype=tensors[node.output].dtype)
        operator = replace(node.operator, inputs=inputs, output=output)
        return normal_form(replace(node, operator=operator))

    nodes = tuple(retyped(node) for node in graph.nodes)
    return replace(graph, tensors=tensors, constants=constants, nodes=nodes)
