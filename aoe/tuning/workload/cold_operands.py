"""Which operands of an operator or subgraph no cache holds when a model comes to it.

A training step reads parameters that the optimizer wrote and activations that the forward pass
saved, and it writes what the next graph reads. All of these are inputs and outputs of graphs. Where
a graph has more of them than caches hold, its first reader of an input finds it in memory, and the
memory of an output was not touched for long. A search measures candidates with such operands out of
the caches (`aoe.tuning.measurement.runner_process`); with all of them in caches it prefers
schedules that read memory in a bad order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode


@dataclass(frozen=True, slots=True)
class ColdOperands:
    """Operands that no cache holds.

    Attributes:
        inputs: The numbers of inputs, where constants have none.
        outputs: The numbers of outputs.
    """

    inputs: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()


#: Caches may hold all operands.
WARM = ColdOperands()
#: An operator or subgraph by its key, and what is cold in one use of it.
_Use: TypeAlias = tuple[str, ColdOperands]


def cold_operands(models: Sequence[OperatorGraph], held: float) -> Mapping[str, ColdOperands]:
    """What is cold in most uses of each operator, by its key.

    Args:
        models: The models that have the operators. Each runs for itself; the profiles of one count
            together.
        held: Bytes that the caches hold.
    """
    return _of_most_uses(use for graph in models for use in _operator_uses(graph, held))


def cold_operands_of_subgraphs(
    subgraphs: Sequence[Subgraph], held: float
) -> Mapping[str, ColdOperands]:
    """The same of subgraphs, each of which knows its model."""
    borders = {id(found.model): _Border.of(found.model, held) for found in subgraphs}
    return _of_most_uses(
        (found.key, borders[id(found.model)].cold_in_subgraph(found)) for found in subgraphs
    )


@dataclass(frozen=True, slots=True)
class _Border:
    """How a graph uses its inputs and outputs.

    Attributes:
        seen: What views see, by their names: the value that is no view.
        readers: The first operator that reads each input, or slice of one, by the name of its
            output.
        outputs: The values that are outputs.
    """

    seen: Mapping[str, str]
    readers: Mapping[str, str]
    outputs: frozenset[str]

    @staticmethod
    def of(graph: OperatorGraph, held: float) -> _Border:
        """The border of a graph. Nothing crosses it where caches hold all inputs and outputs."""
        if _bytes_of(graph, (*graph.inputs, *graph.outputs)) < held:
            return _Border({}, {}, frozenset())
        seen: dict[str, str] = {}
        readers: dict[str, str] = {}
        given = set(graph.inputs)
        for node in graph.nodes:
            read = [seen.get(name, name) for name in node.inputs]
            if isinstance(node, ViewNode):
                if node.kind == "slice" and read[0] in given:
                    given.add(node.output)  # another part of an input was read by nobody
                else:
                    seen[node.output] = read[0]
                continue
            for name in given.intersection(read):
                readers.setdefault(name, node.output)
        return _Border(seen, readers, frozenset(seen.get(name, name) for name in graph.outputs))

    def cold_in_operator(self, node: OperatorNode) -> ColdOperands:
        """What is cold in a use of an operator."""
        operands = zip(node.inputs, node.operator.inputs, strict=True)
        read = [name for name, operand in operands if not operand.constant]
        return ColdOperands(
            self._numbers(read, frozenset((node.output,))), self._written(node.outputs)
        )

    def cold_in_subgraph(self, subgraph: Subgraph) -> ColdOperands:
        """What is cold in a subgraph as a model of its own."""
        read = [name for name in subgraph.inputs if name not in subgraph.model.constants]
        inside = frozenset(node.output for node in subgraph.nodes)
        return ColdOperands(self._numbers(read, inside), self._written(subgraph.outputs))

    def _numbers(self, read: Sequence[str], readers: frozenset[str]) -> tuple[int, ...]:
        first = [self.readers.get(self.seen.get(name, name)) for name in read]
        return tuple(number for number, reader in enumerate(first) if reader in readers)

    def _written(self, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(
            number for number, name in enumerate(names) if self.seen.get(name, name) in self.outputs
        )


def _operator_uses(graph: OperatorGraph, held: float) -> Iterable[_Use]:
    border = _Border.of(graph, held)
    return ((node.operator.key, border.cold_in_operator(node)) for node in graph.operator_nodes)


def _of_most_uses(uses: Iterable[_Use]) -> Mapping[str, ColdOperands]:
    found: dict[str, list[ColdOperands]] = {}
    for key, cold in uses:
        found.setdefault(key, []).append(cold)
    return {
        key: ColdOperands(
            _usual([cold.inputs for cold in each]), _usual([cold.outputs for cold in each])
        )
        for key, each in found.items()
    }


def _usual(uses: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The numbers that more than half of the uses have."""
    count = Counter(chain.from_iterable(uses))
    return tuple(sorted(number for number, times in count.items() if 2 * times > len(uses)))


def _bytes_of(graph: OperatorGraph, names: Iterable[str]) -> int:
    tensors = [graph.tensors[name] for name in dict.fromkeys(names)]
    return sum(tensor.bytes for tensor in tensors)
