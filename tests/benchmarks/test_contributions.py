"""A model with a means switched off computes the same in another way."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.application.model.source import load_profiles
from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy, implementations_of
from aoe.backends.session import InferenceSession
from aoe.errors import PolicyError
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import PreparedGraph
from aoe.runtime.offline_model import Manifest, OfflineModel
from benchmarks import contributions
from benchmarks.overheads.call import relu_model
from benchmarks.separate_calls import SeparateCalls, cut_by_operator, sleeping_session

SHAPE = [1, 32, 24, 24]


@pytest.fixture(scope="module")
def target() -> CpuTarget:
    return host_target(threads=1)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> PreparedGraph:
    """A 3x3 convolution and a Relu."""
    weights = np.random.default_rng(0).standard_normal((32, 32, 3, 3)).astype(np.float32)
    model = helper.make_model(
        helper.make_graph(
            [
                helper.make_node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
                helper.make_node("Relu", ["c"], ["y"]),
            ],
            "small",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, SHAPE)],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, SHAPE)],
            [numpy_helper.from_array(weights, "w")],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    return prepared(model, tmp_path_factory.mktemp("graph"))


@pytest.fixture(scope="module")
def expected(graph: PreparedGraph, target: CpuTarget) -> np.ndarray:
    """What the complete version of it computes."""
    return result(contributions.complete(graph, target), target)


@pytest.fixture
def shuffled(tmp_path: Path) -> PreparedGraph:
    """A convolution whose channels become pixels: a reshape that takes a copy."""
    weights = np.random.default_rng(0).standard_normal((32, 32, 1, 1)).astype(np.float32)
    model = helper.make_model(
        helper.make_graph(
            [
                helper.make_node("Conv", ["x", "w"], ["c"]),
                helper.make_node("DepthToSpace", ["c"], ["y"], blocksize=2),
            ],
            "small",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, SHAPE)],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 8, 48, 48])],
            [numpy_helper.from_array(weights, "w")],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    return prepared(model, tmp_path)


def prepared(model: onnx.ModelProto, folder: Path) -> PreparedGraph:
    path = folder / "small.onnx"
    onnx.save(model, path)
    _, (graph,) = load_profiles(ModelOrigin(path), [{}])
    return graph


def compiled(version: contributions.Version, target: CpuTarget) -> OfflineModel:
    return compile_graph(*version, Manifest(name="small", target=target))


def feed() -> dict[str, np.ndarray]:
    return {"x": np.random.default_rng(1).standard_normal(SHAPE).astype(np.float32)}


def result(version: contributions.Version, target: CpuTarget) -> np.ndarray:
    with InferenceSession(compiled(version, target), threads=target.threads) as session:
        (found,) = session.run(None, feed())
    return np.asarray(found)


def test_every_version_that_differs_computes_the_same(
    graph: PreparedGraph, expected: np.ndarray, target: CpuTarget
) -> None:
    versions = {name: make(graph, target) for name, make in contributions.VERSIONS.items()}
    whole = contributions.facts_of(versions[contributions.WHOLE], target)
    other = {
        name: version
        for name, version in versions.items()
        if contributions.facts_of(version, target) != whole
    }
    assert {"Winograd", "fusion"} <= other.keys()
    for name, version in other.items():
        found = result(version, target)
        np.testing.assert_allclose(found, expected, atol=1e-3, err_msg=name)


def test_without_fusion_every_operator_stores_its_result(
    graph: PreparedGraph, target: CpuTarget
) -> None:
    version, _ = contributions.without_fusion(graph, target)
    assert "c" in {node.output for node in version.operator_nodes}
    assert "c" not in {node.output for node in graph.default.operator_nodes}


def test_without_layouts_a_copy_that_makes_a_reshape_possible_stays(
    shuffled: PreparedGraph, target: CpuTarget
) -> None:
    expected = result(contributions.complete(shuffled, target), target)
    found = result(contributions.without_layouts(shuffled, target), target)
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_without_variants_every_operator_has_its_plain_form(
    tmp_path: Path, target: CpuTarget
) -> None:
    weights = np.random.default_rng(0).standard_normal((32, 1, 4, 4)).astype(np.float32)
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("ConvTranspose", ["x", "w"], ["y"], strides=[2, 2])],
            "small",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, SHAPE)],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 1, 50, 50])],
            [numpy_helper.from_array(weights, "w")],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    graph = prepared(model, tmp_path)
    assert graph.decisions.variants == {"y": "transposed_as_phases"}
    version = contributions.without_variants(graph, target)
    assert [node.operator.type for node in version[0].operator_nodes] == ["ConvTranspose"]
    expected = result(contributions.complete(graph, target), target)
    np.testing.assert_allclose(result(version, target), expected, atol=1e-3)


def test_without_winograd_nothing_multiplies_less_than_its_definition(
    graph: PreparedGraph, target: CpuTarget
) -> None:
    defaults = {default_policy(n.operator, target).impl for n in graph.default.operator_nodes}
    _, policies = contributions.without_winograd(graph, target)
    assert defaults & contributions.WINOGRAD
    assert not {policy.impl for policy in policies.values()} & contributions.WINOGRAD


def test_an_operator_that_nothing_else_computes_is_named(
    graph: PreparedGraph, target: CpuTarget
) -> None:
    node = next(item for item in graph.default.operator_nodes if item.operator.type == "Conv")
    everything = frozenset(item.name for item in implementations_of(node.operator, target))
    with pytest.raises(PolicyError, match=f"computes Conv {node.operator.key}"):
        contributions.best_other(everything, node.operator, target)


@pytest.mark.parametrize("threads", [1, 2])
def test_operators_called_one_by_one_compute_the_same(graph: PreparedGraph, threads: int) -> None:
    target = host_target(threads=threads)
    model = compiled(contributions.without_fusion(graph, target), target)
    with InferenceSession(model, threads=threads) as session:
        expected = session.run(None, feed())
    assert len(cut_by_operator(model.plan)) > 1
    with closing(CpuCompiler(target, 1)) as pool:
        (found,) = SeparateCalls(model, threads, pool).run(feed())
    np.testing.assert_array_equal(found, expected[0])


def test_the_smallest_arena_computes_the_same(graph: PreparedGraph) -> None:
    target = host_target(threads=2)
    version = contributions.complete(graph, target)
    manifest = Manifest(name="small", target=target)
    with closing(CpuCompiler(target, 1)) as pool:
        closest = contributions.without_memory(graph, manifest, pool)
    assert closest.plan.arena_bytes <= compiled(version, target).plan.arena_bytes
    with InferenceSession(closest, threads=2) as session:
        (found,) = session.run(None, feed())
    np.testing.assert_array_equal(found, result(version, target))


def test_threads_that_sleep_compute_the_same(graph: PreparedGraph) -> None:
    target = host_target(threads=2)
    version = contributions.complete(graph, target)
    with sleeping_session(compiled(version, target), 2) as session:
        (found,) = session.run(None, feed())
    np.testing.assert_array_equal(found, result(version, target))


def test_what_cannot_be_switched_off_is_not_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(relu_model(), tmp_path / "relu.onnx")
    options = [str(tmp_path / "relu.onnx"), "--threads", "1", "--seconds", "0", "--json"]
    assert contributions.main(options) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    absent = {name for name, cell in row.items() if cell is None}
    assert {"Winograd", "Strassen", "fusion", "layouts", "memory", "spinning"} <= absent
    assert row["ms"] > 0


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    row = contributions.row_of("net", {"whole": [2.0, 4.0, 1.0], "fusion": [4.0, 6.0, 3.0]})
    assert row == {"model": "net", "rounds": 3, "ms": 2000.0, "fusion": "2.00 ± 0.75"}
