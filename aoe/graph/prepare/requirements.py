"""Requirements of a graph: conditions that the inputs of an inference must meet, because nothing
right can be computed otherwise.

A condition becomes an output that users do not see. The session looks at it after an inference and
raises an error if it does not hold (`aoe.backends.session`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import onnx_ir

from aoe.errors import ModelError
from aoe.operators.operator_graph import Requirement

#: The graph's metadata key of its requirements.
_KEY = "aoe.requirements"


def requirements_of(graph: onnx_ir.Graph) -> tuple[Requirement, ...]:
    """The requirements that `require` recorded."""
    return tuple(graph.meta.get(_KEY, ()))


def require(
    graph: onnx_ir.Graph,
    condition: onnx_ir.Value,
    holds: bool,
    message: str,
    grows: bool = False,
) -> None:
    """Demands that a condition, a single bool, is `holds`.

    Args:
        graph: The main graph.
        condition: A value that is no output of the graph yet.
        holds: What it must be.
        message: What is wrong if it is not.
        grows: Whether it would be with more capacity (`aoe.graph.prepare.loops.capacity`).
    """
    graph.outputs.append(condition)
    _add(graph, Requirement(str(condition.name), holds, message, grows))


def require_all(
    graph: onnx_ir.Graph,
    conditions: onnx_ir.Value,
    details: onnx_ir.Value,
    messages: Sequence[str],
) -> None:
    """Demands that all elements of a vector of bools are true. The first one that is not is told.

    Args:
        graph: The main graph.
        conditions: The vector, which is no output of the graph yet.
        details: A vector of int64, likewise: numbers that messages call {0}, {1} and so on. They
            are those of the first condition that does not hold.
        messages: What is wrong if a condition does not hold, for each.
    """
    graph.outputs.extend([conditions, details])
    for element, message in enumerate(messages):
        name = str(conditions.name)
        _add(graph, Requirement(name, True, message, False, element, str(details.name)))


def settle_requirements(graph: onnx_ir.Graph) -> bool:
    """Removes requirements that constants meet, with their outputs.

    Returns:
        Whether there were any.

    Raises:
        ModelError: Constants do not meet one, so no inference would.
    """
    values = {str(value.name): value for value in graph.outputs}
    left = [item for item in requirements_of(graph) if not _is_settled(item, values)]
    if len(left) == len(requirements_of(graph)):
        return False
    needed = {name for item in left for name in (item.output, item.details)}
    removed = {name for item in requirements_of(graph) for name in (item.output, item.details)}
    kept = [value for name, value in values.items() if name not in removed - needed]
    graph.outputs.clear()
    graph.outputs.extend(kept)
    graph.meta[_KEY] = tuple(left)
    return True


def _is_settled(item: Requirement, values: Mapping[str, onnx_ir.Value]) -> bool:
    """Whether constants meet a requirement."""
    constant = values[item.output].const_value
    if constant is None or item.grows:
        return False
    if bool(constant.numpy().reshape(-1)[item.element]) == item.holds:
        return True
    details = values[item.details].const_value if item.details else None
    numbers = [] if details is None else details.numpy().reshape(-1).tolist()
    message = item.message
    for place, number in enumerate(numbers):
        message = message.replace(f"{{{place}}}", str(number))
    raise ModelError(message)


def _add(graph: onnx_ir.Graph, requirement: Requirement) -> None:
    graph.meta[_KEY] = (*requirements_of(graph), requirement)
