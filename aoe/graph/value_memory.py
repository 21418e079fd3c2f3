"""Refuses a model with a value that the memory of this machine does not hold, before anything
large is computed.

`aoe.graph.pipeline` asks once operators are formed: a value inside a fused operator, such as the
scores of attention, is never stored and may have any size. Values that fit one by one may not fit
together: `aoe.backends.program_memory` looks at that once they have places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aoe.backends.program_memory import too_large
from aoe.graph.prepare.provenance import Provenance
from aoe.operators.operator_graph import OperatorGraph, ViewNode


def require_value_memory(
    graph: OperatorGraph, origins: Mapping[str, Provenance], memory: int | None
) -> None:
    """Refuses a graph with a value of more than `memory` bytes.

    Args:
        graph: The operators as they are stored.
        origins: The provenance of each node, by its name.
        memory: Bytes of the machine; None if they are not known, or another machine's count.

    Raises:
        UnsupportedModelError: The largest value does not fit. The message names it and its node.
    """
    if memory is None:
        return
    sizes = {name: graph.tensors[name].bytes for name in _stored(graph)}
    largest = max(sizes, key=sizes.__getitem__, default="")
    if sizes.get(largest, 0) <= memory:
        return
    tensor = graph.tensors[largest]
    shape = "x".join(map(str, tensor.shape))
    maker = _made_by(graph, largest, origins)
    raise too_large(f"{largest}{maker} is {tensor.dtype} of {shape} and", sizes[largest], memory)


def _stored(graph: OperatorGraph) -> Iterator[str]:
    """The values that have memory of their own. A view has none, unless it is an output."""
    yield from graph.inputs
    yield from graph.outputs
    for node in graph.operator_nodes:
        yield from node.outputs


def _made_by(graph: OperatorGraph, value: str, origins: Mapping[str, Provenance]) -> str:
    """Which node of the model a value is the result of, or what it is a view or copy of."""
    makers = {name: node for node in graph.nodes for name in node.outputs}
    source = value
    while (node := makers.get(source)) is not None:
        origin = None if isinstance(node, ViewNode) else origins.get(node.name)
        if origin is not None:
            return f" (the result of {origin.name or origin.type}, {origin.type})"
        if not node.inputs:
            break
        source = node.inputs[0]
    if source != value:
        return f" (made of {source})"
    return " (an input)" if value in graph.inputs else ""
