"""Requirements of a graph: conditions that the inputs of an inference must meet, because nothing
right can be computed otherwise.

A condition becomes an output that users do not see. The session looks at it after an inference and
raises an error if it does not hold (`aoe.backends.session`).
"""

from __future__ import annotations

import onnx_ir

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
        grows: Whether it would be with more room (`aoe.graph.prepare.loops.room`).
    """
    graph.outputs.append(condition)
    found = Requirement(str(condition.name), holds, message, grows)
    graph.meta[_KEY] = (*requirements_of(graph), found)
