"""Graphs for devices that multiply bytes fast, and what their products multiply."""

from __future__ import annotations

import onnx

from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target
from tests.backends.cpu.changed_target import changed
from tests.operators.operator_cases import target

GPU = cuda_target("sm_80")
#: CPUs that multiply uint8 by int8, and that do not.
VNNI = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512vnni")
PLAIN = target(2, 64)


def graph_of(proto: onnx.ModelProto, device: Target | None = GPU) -> OperatorGraph:
    return prepared_graph(load_onnx(proto), "test", device).default


def multiplied(graph: OperatorGraph) -> set[str]:
    """The types of the operands of products."""
    found = [n.operator for n in graph.operator_nodes if n.operator.type in ("Conv", "MatMul")]
    return {item.dtype for operator in found for item in operator.inputs[:2]}
