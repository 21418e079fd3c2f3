"""What backends share whose programs compute on NumPy arrays, an operator after the other: the plan
of such a program, and inferences on memory of the caller. `aoe.backends.reference` uses both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from aoe.backends.boundary_tensors import (
    aliases,
    data_dependent_sizes,
    requirements,
    tensor_infos,
)
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.runtime.addressed_array import array_at
from aoe.runtime.plan import ConstantInfo, KernelCall, Plan, aligned


def operator_plan(graph: OperatorGraph, offsets: dict[int, int], *, scattered: bool) -> Plan:
    """The plan of a graph with a call for each operator and no memory but that of constants.

    Args:
        graph: The graph.
        offsets: Where constants lie in their block, in bytes by identity; this adds to it. Plans
            that are given the same dictionary share a block.
        scattered: Whether each constant is a block of its own.
    """
    nodes = graph.nodes
    read = {n for node in nodes for n in (node.inputs if isinstance(node, OperatorNode) else ())}
    read |= {node.input for node in nodes if not isinstance(node, OperatorNode)}
    constants = []
    end = max(offsets.values(), default=0)
    for name, array in graph.constants.items():
        if name not in read and name not in graph.outputs:
            continue
        if id(array) not in offsets:
            offsets[id(array)] = end
        start = offsets[id(array)]
        end = max(end, start + aligned(array.nbytes))
        constants.append(ConstantInfo(name, array.dtype.name, array.shape, start))
    return Plan(
        inputs=tensor_infos(graph, graph.inputs),
        outputs=tensor_infos(graph, graph.outputs),
        calls=tuple(
            KernelCall(node.operator.type, (), parallel=False, operator=node.name)
            for node in graph.operator_nodes
        ),
        prepare=(),
        constant_bytes=end,
        packed_bytes=0,
        arena_bytes=0,
        scratch_bytes=0,
        constants=tuple(constants),
        data_dependent_sizes=data_dependent_sizes(graph),
        requirements=requirements(graph),
        vocabulary=graph.texts.vocabulary,
        aliases=aliases(graph),
        scattered=scattered,
    )


def run_on_memory(
    run: Callable[[Mapping[str, np.ndarray]], Sequence[np.ndarray]],
    plan: Plan,
    inputs: Sequence[int],
    outputs: Sequence[int],
) -> None:
    """One inference by `run` on memory of the caller (`aoe.backends.backend.LoadedModel.run_at`).
    `inputs`, `outputs`: addresses, in the order of the plan.
    """
    given = zip(inputs, plan.inputs, strict=True)
    computed = run({info.name: array_at(address, info) for address, info in given})
    for address, info, array in zip(outputs, plan.outputs, computed, strict=True):
        array_at(address, info)[...] = array
