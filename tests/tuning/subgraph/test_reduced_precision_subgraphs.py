"""Subgraphs as tuning sees them where they are computed in 16 bits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.precision.mixed_precision import EVERYTHING
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.tuning.model_check.model_versions import REDUCED_TOLERANCE, TOLERANCE, tolerance_of
from aoe.tuning.subgraph.subgraph_tuning import model_of, owners
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights
from tests.operators.operator_cases import target

TARGET = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")
PROTO = model(
    """(float[64,256] x) => (float[64,256] y) {
    n = LayerNormalization(x, s, t) a = MatMul(n, w) r = Relu(a) b = MatMul(r, v)
    c = Add(b, n) y = Sigmoid(c) }""",
    s=np.ones(256, np.float32),
    t=np.zeros(256, np.float32),
    w=weights(256, 256, scale=1 / 16),
    v=weights(256, 256, seed=1, scale=1 / 16),
)


def exact() -> PreparedGraph:
    return prepared_graph(load_onnx(PROTO), "test")


def narrow() -> PreparedGraph:
    return replace(exact(), reduced_precision=ReducedPrecision(EVERYTHING, ReductionFacts(TARGET)))


def tolerance(graph: PreparedGraph) -> float:
    (subgraph,) = graph.subgraphs
    found = SubgraphModel(subgraph, KnownOperators(TARGET))
    return found.tolerance(subgraph.policy(graph.decisions))


def test_candidates_may_err_by_the_rounding_of_16_bits_only_where_there_are_any() -> None:
    assert tolerance(exact()) < 1e-3
    assert 2.0**-7 < tolerance(narrow()) < 2.0**-4


def test_whole_models_may_differ_by_that_too() -> None:
    assert tolerance_of(model_of([exact()], {})) == TOLERANCE
    assert tolerance_of(model_of([narrow()], {})) == REDUCED_TOLERANCE


def test_operators_of_narrow_models_belong_to_the_subgraph_that_they_are_in() -> None:
    graph = narrow()
    (subgraph,) = graph.subgraphs
    found = owners([graph], {})
    assert found == {node.name: subgraph.key for node in graph.formed({}).operator_nodes}
