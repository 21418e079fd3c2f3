"""Mixed precision: convolutions and products, those of attention and recurrences too, read bfloat16
and sum up in float32; all else stays.

A contraction takes part if it should be faster so by more than next to nothing, if its results hold
(`aoe.graph.precision.layer_error`) and if what it multiplies can be had so. A constant is
converted, for its readers alone and what they read on average
(`aoe.graph.precision.balanced_rounding`). What is computed is stored so by the operator that
computes it, and read so by all, if only contractions or other operators of images read it, or a
copy would cost much of what they gain; else it is copied (`aoe.graph.precision.own_operands`).
Inputs and outputs of the model keep their types, and so does what is moved about without computing.
Done to graphs whose operators are formed and laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

import numpy as np

from aoe.backends.registry import implementations_of
from aoe.element_types import numpy_type
from aoe.graph.evaluate import view_array
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
from aoe.operators.factors import contraction_of, factor_numbers, factors
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of
from aoe.target import Target

#: The type that contractions read.
NARROW = "bfloat16"
#: What is added to the names of values of which contractions have narrow copies.
COPY_ENDING = f":{NARROW}"
#: Fewest products summed up for one result that are worth it.
_FEWEST_STEPS = 16
#: How many times faster a contraction must be estimated to be.
_LEAST_GAIN = 1.1
#: What contractions that gain least may gain together and yet be left out, in parts of the time of
#: all.
_NEXT_TO_NOTHING = 0.005
#: What a copy may cost, in parts of what its readers gain, where the value could be without.
_COPYING = 0.1


@dataclass(frozen=True, slots=True)
class MixedPrecision:
    """What is wanted. Operators of `types` take part: contractions read narrow operands, others
    write narrow results. Those of `kept_types` or with a node named in `kept_names` neither read
    nor write any; a fused operator is of the types of all that was fused into it, too. Contractions
    of `exact_names` do not take part. `alone`: values that others than contractions read stay as
    they are. `always`: also where nothing is
    gained, and contractions write narrow results.
    """

    types: frozenset[str] = CONTRACTIONS
    kept_types: frozenset[str] = frozenset()
    kept_names: frozenset[str] = frozenset()
    exact_names: frozenset[str] = frozenset()
    alone: bool = False
    always: bool = False

    def keeps(self, node: OperatorNode) -> bool:
        """Whether an operator is to keep the types it has."""
        return bool(names_of(node) & self.kept_names or _types(node) & self.kept_types)

    def writes_narrow(self, node: OperatorNode) -> bool:
        """Whether an operator's results are to be narrow whoever reads them."""
        return bool(_types(node) & (self.types if self.always else self.types - CONTRACTIONS))


#: All results that can be are stored in 16 bits.
EVERYTHING = MixedPrecision(COMPUTING, always=True)


def with_mixed_precision(
    graph: OperatorGraph,
    wanted: MixedPrecision,
    target: Target,
    facts: ReductionFacts | None = None,
) -> OperatorGraph:
    """The graph with contractions that read bfloat16 wherever that is possible and helps on a
    device. `facts`: what is known of the model for this device.
    """
    facts = facts or ReductionFacts(target)
    choice = _Choice(graph, wanted, facts)
    able, copied = choice.made()
    graph, own = with_own_operands(graph, able, copied, COPY_ENDING)
    memory = SharedMemory(graph, own, wanted.keeps)
    chosen = [n for node in graph.operator_nodes if node.output in able for n in factors_of(node)]
    chosen += [
        node.output
        for node in graph.operator_nodes
        if wanted.writes_narrow(node) and memory.may_narrow(node.output)
    ]
    narrow = memory.sharing(chosen)
    return _narrowed(graph, narrow if wanted.alone else memory.with_moved(narrow), facts)


def contractions(graph: OperatorGraph) -> tuple[OperatorNode, ...]:
    """The operators that multiply and sum up."""
    return tuple(node for node in graph.operator_nodes if _kind(node.operator) in CONTRACTIONS)


def is_narrow(node: OperatorNode) -> bool:
    """Whether a contraction reads narrow operands."""
    return all(item.dtype == NARROW for item in factors(node.operator))


class _Choice:
    """Which contractions take part, and which values are copied for them."""

    def __init__(self, graph: OperatorGraph, wanted: MixedPrecision, facts: ReductionFacts) -> None:
        self.graph = graph
        self.wanted = wanted
        self.facts = facts
        self.views = views_of(graph)
        self.memory = SharedMemory(graph, frozenset(), wanted.keeps)

    def made(self) -> tuple[frozenset[str], frozenset[str]]:
        """The results of the contractions that take part, and what to copy."""
        able = {node.output: node for node in self.graph.operator_nodes if self.is_candidate(node)}
        able, _ = self.possible(able)
        able, copied = self.possible(self.worthwhile(able))
        return frozenset(able), copied

    def worthwhile(self, able: Mapping[str, OperatorNode]) -> dict[str, OperatorNode]:
        """The contractions that gain enough. Each brings about as much error as any other, so those
        that gain least are left out, as long as all of them together gain next to nothing.
        """
        left = dict(able)
        if self.wanted.always:
            return left
        everything = sum(self.facts.estimate(node.operator) for node in contractions(self.graph))
        gains = {name: self.gain(node.operator) for name, node in able.items()}
        spare = _NEXT_TO_NOTHING * (everything - sum(gains.values()))
        for name in sorted(gains, key=gains.__getitem__):
            spare -= gains[name]
            if spare < 0:
                break
            del left[name]
        return left

    def possible(
        self, able: Mapping[str, OperatorNode]
    ) -> tuple[dict[str, OperatorNode], frozenset[str]]:
        """Those of these contractions that can have both operands narrow, and what is copied for
        that.
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
        """Whether a contraction gains, and holds."""
        operator, wanted = node.operator, self.wanted
        if _kind(operator) not in wanted.types & CONTRACTIONS or wanted.keeps(node):
            return False
        if names_of(node) & wanted.exact_names:
            return False
        if not _suits(operator) or not self.is_computed(operator):
            return False
        return (wanted.always or self.gain(operator) > 0) and self.holds(node)

    def is_computed(self, operator: Operator) -> bool:
        """Whether the device computes a contraction of narrow operands: recurrences of some sizes
        only, and where it has instructions for these.
        """
        return bool(implementations_of(_reading_narrow(operator), self.facts.target))

    def sources(self, able: Mapping[str, OperatorNode]) -> tuple[frozenset[str], frozenset[str]]:
        """Of the values that these contractions read, those they can have narrow, and which of them
        are copied for that.
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
                elif self.memory.may_narrow(base) and not (readers and self.wanted.alone):
                    shared.add(base)
        return frozenset(shared | copied), frozenset(copied)

    def is_copied(self, base: str, gain: float, readers: Set[str]) -> bool:
        """Whether contractions that gain so much read a copy of a value. `readers`: the types of
        others that read the value, too.
        """
        shareable, alone = self.memory.may_narrow(base), self.wanted.alone
        if self.wanted.always or (shareable and not readers):
            return not shareable
        if shareable and not alone and readers <= IMAGES:
            return False
        node = copying_node(self.graph, base, base, NARROW)
        part = _COPYING if shareable and not alone else 1.0
        return self.facts.estimate(node.operator) <= part * gain

    def other_readers(self, able: Mapping[str, OperatorNode]) -> dict[str, set[str]]:
        """The types of operators that read memory otherwise than as operands of these contractions,
        by what stands for that memory.
        """
        found: dict[str, set[str]] = {}
        for node in self.graph.operator_nodes:
            multiplied = factor_numbers(node.operator) if node.output in able else ()
            for number, name in enumerate(node.inputs):
                if number not in multiplied:
                    found.setdefault(self.memory.memory_of(name), set()).add(node.operator.type)
        return found

    def gain(self, operator: Operator) -> float:
        """Seconds that a contraction should gain by reading narrow operands, 0 for too few."""
        before = self.facts.estimate(operator)
        after = self.facts.estimate(_reading_narrow(operator))
        return before - after if before >= _LEAST_GAIN * after else 0.0

    def holds(self, node: OperatorNode) -> bool:
        """Whether a contraction's accuracy is that of its type; where it has no constant it is."""
        name, path = node.inputs[1], []
        while name in self.views:
            path.append(self.views[name])
            name = self.views[name].input
        if name not in self.graph.constants:
            return True
        constant = weights = self.graph.constants[name]
        for view in reversed(path):
            weights = view_array(weights, view)
        return self.facts.holds(node.operator, constant, weights, NARROW)


def names_of(node: OperatorNode) -> set[str]:
    """What an operator, and all that was fused into it, is called."""
    return {node.name, *(name for name, _ in node.sources)}


def _types(node: OperatorNode) -> set[str]:
    return {node.operator.type, _kind(node.operator), *(kind for _, kind in node.sources)}


def _kind(operator: Operator) -> str:
    """The kind of contraction that an operator is; the type of what is none."""
    contraction = definition_of(operator).contraction
    return operator.type if contraction is None else contraction.kind(operator)


def _reading_narrow(operator: Operator) -> Operator:
    """A contraction that reads what it multiplies in the narrow type."""
    numbers = factor_numbers(operator)
    inputs = tuple(
        replace(item, dtype=NARROW) if number in numbers else item
        for number, item in enumerate(operator.inputs)
    )
    return replace(operator, inputs=inputs)


def _suits(operator: Operator) -> bool:
    """Whether a contraction sums up enough products of float32 that it reads as they are."""
    types = {item.dtype for item in factors(operator)}
    plain = operator.prologue == Accumulator() and types == {"float32"}
    return plain and contraction_of(operator).summed(operator) >= _FEWEST_STEPS


def _narrowed(graph: OperatorGraph, narrow: frozenset[str], facts: ReductionFacts) -> OperatorGraph:
    """The graph with these values stored in the narrow type."""
    tensors = {
        name: replace(tensor, dtype=NARROW) if name in narrow else tensor
        for name, tensor in graph.tensors.items()
    }
    readers = {node.inputs[1]: node for node in contractions(graph)}

    def rounded(name: str, array: np.ndarray) -> np.ndarray:
        if name not in readers or array.ndim < 2:
            return array.astype(numpy_type(NARROW))
        return facts.rounded(readers[name], array, NARROW)

    constants = {
        name: rounded(name, array) if name in narrow else array
        for name, array in graph.constants.items()
    }

    def retyped(node: Node) -> Node:
        if isinstance(node, ViewNode) or not narrow & {*node.inputs, node.output}:
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
