"""A model with a means switched off computes the same in another way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.application.model.source import load_profiles
from aoe.device import Device
from aoe.execute.compiler import compile_graph
from aoe.execute.cpu.host import host_device
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.registry import default_policy
from aoe.runtime.offline_model import Manifest
from aoe.runtime.session import InferenceSession
from benchmarks import contributions


@pytest.fixture
def device() -> Device:
    return host_device(threads=1)


@pytest.fixture
def graph(tmp_path: Path) -> PreparedGraph:
    """A 3x3 convolution and a Relu."""
    weights = np.random.default_rng(0).standard_normal((32, 32, 3, 3)).astype(np.float32)
    shape = [1, 32, 24, 24]
    model = helper.make_model(
        helper.make_graph(
            [
                helper.make_node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
                helper.make_node("Relu", ["c"], ["y"]),
            ],
            "small",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
            [numpy_helper.from_array(weights, "w")],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    path = tmp_path / "small.onnx"
    onnx.save(model, path)
    _, (graph,) = load_profiles(path, None, [{}])
    return graph


def result(version: contributions.Version, device: Device) -> np.ndarray:
    model = compile_graph(*version, Manifest(name="small", device=device))
    x = np.random.default_rng(1).standard_normal((1, 32, 24, 24)).astype(np.float32)
    with InferenceSession(model, threads=1) as session:
        (found,) = session.run(None, {"x": x})
    return np.asarray(found)


@pytest.mark.parametrize("name", list(contributions.VERSIONS))
def test_every_version_computes_the_same(graph: PreparedGraph, device: Device, name: str) -> None:
    expected = result(contributions.complete(graph, device), device)
    found = result(contributions.VERSIONS[name](graph, device), device)
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_without_fusion_every_operator_stores_its_result(
    graph: PreparedGraph, device: Device
) -> None:
    version, _ = contributions.without_fusion(graph, device)
    assert "c" in {node.output for node in version.operator_nodes}
    assert "c" not in {node.output for node in graph.default.operator_nodes}


def test_without_saving_nothing_multiplies_less_than_its_definition(
    graph: PreparedGraph, device: Device
) -> None:
    defaults = {default_policy(n.operator, device).impl for n in graph.default.operator_nodes}
    _, policies = contributions.without_saving(graph, device)
    assert defaults & contributions.SAVING
    assert not {policy.impl for policy in policies.values()} & contributions.SAVING
