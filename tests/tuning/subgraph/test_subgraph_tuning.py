"""Subgraphs as what is tuned: what is measured of them, and which operators are theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import onnx
import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.mutations import neighbours
from aoe.graph.subgraph.subgraph import VARIANT
from aoe.policy import SubgraphPolicy
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.model_check.model_check import check_versions
from aoe.tuning.model_check.model_versions import CheckOptions, Version
from aoe.tuning.subgraph.subgraph_tuning import model_of, owners
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET, Recorder

TEXT = """(float[1,8,8,8] x) => (float[1,2,8,8] y) {
    y = Conv <pads = [1, 1, 1, 1]> (x, w) }"""


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuCompiler]:
    with closing(CpuCompiler(TARGET, 1)) as made:
        yield made


def convolution() -> onnx.ModelProto:
    """One convolution of few channels: it has a variant, which brings constants along."""
    return model(TEXT, w=weights(2, 8, 3, 3))


def variant_in(graph: PreparedGraph) -> tuple[SubgraphModel, SubgraphPolicy]:
    """The subgraph of the convolution, and a policy that computes it as a variant."""
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    policy = next(
        item
        for item in neighbours(subgraph, default)
        if any(name.startswith(VARIANT) for name, _ in item.decisions)
    )
    return SubgraphModel(subgraph, KnownOperators(TARGET)), policy


def test_operators_of_a_variant_are_of_its_subgraph_whatever_values_are_called() -> None:
    proto = convolution()
    proto.graph.node[0].output[0] = proto.graph.output[0].name = "y:0"
    graph = prepared_graph(load_onnx(proto), "test")
    workload, policy = variant_in(graph)
    found = owners([graph], {workload.key: policy})
    assert len(found) > 1
    assert set(found.values()) == {workload.key}


def test_a_variant_with_own_constants_is_measured_in_every_generation(
    pool: CpuCompiler,
) -> None:
    workload, policy = variant_in(prepared_graph(load_onnx(convolution()), "test"))
    (candidate,) = compile_candidates([(workload, policy)], pool)
    assert isinstance(candidate, Candidate)
    assert candidate.constants
    with closing(Runner(TARGET)) as runner:
        for _ in range(2):
            runner.open(workload)
            assert runner.load(0, candidate) is None
            assert runner.sample([0])[0] > 0


def test_a_variant_with_constants_of_its_own_works_in_the_whole_model(pool: CpuCompiler) -> None:
    graph = prepared_graph(load_onnx(convolution()), "test")
    workload, policy = variant_in(graph)

    def version(policies: dict[str, SubgraphPolicy]) -> Version:
        formed = model_of([graph], policies)
        return Version(formed, workload.operators.policies(formed), owners([graph], policies))

    old, observer = version({}), Recorder()
    tuned = version({workload.key: policy})
    check_versions(
        old, tuned, frozenset([workload.key]), lambda _: old, pool, observer, CheckOptions(1.0)
    )
    assert not [text for text in observer.warnings if "does not work" in text]
