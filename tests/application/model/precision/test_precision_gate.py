"""Which contractions go back to float32 where the outputs of a whole model are too far off."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import onnx
import pytest

import aoe
from aoe.application.model.precision import precision_gate
from aoe.backends.cpu.target.host import host_target
from aoe.operators.graph_json import graph_from_json
from tests.graph.models import cancelling, model, weights

pytestmark = pytest.mark.skipif(
    not host_target().multiplies_bfloat16, reason="nothing is narrow without dot products"
)


@pytest.fixture
def network(place: Path) -> str:
    onnx.save(cancelling(), place / "network.onnx")
    return "network.onnx"


def told(network: str, mode: str = "allow_mix_precision") -> Mapping[str, Any]:
    with aoe.compile(network, threads=1, precision=mode) as session:
        return session.model.manifest.precision


def test_outputs_within_the_limit_leave_everything_as_it_is(network: str) -> None:
    facts = told(network)
    assert facts["narrow"] == facts["contractions"] == 2
    assert 0 < facts["output_error"] <= precision_gate.LARGEST_ERROR


def test_the_contraction_that_harms_most_goes_back_to_float32(
    network: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = told(network)["output_error"]
    monkeypatch.setattr(precision_gate, "LARGEST_ERROR", 0.8 * before)
    with aoe.compile(network, threads=1, precision="allow_mix_precision") as session:
        facts = session.model.manifest.precision
        graph = graph_from_json(session.model.graph, session.model.constants)
    assert facts["output_error"] <= 0.8 * before
    assert facts["narrow"] == 1
    first, second = (node for node in graph.operator_nodes if node.operator.type == "MatMul")
    assert first.operator.inputs[1].dtype == "float32"
    assert second.operator.inputs[1].dtype == "bfloat16"


@pytest.mark.parametrize("limit", ["LARGEST_ERROR", "TYPICAL_ERROR"])
def test_either_limit_takes_contractions_back(
    network: str, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(precision_gate, limit, 1e-5)
    assert told(network)["narrow"] < 2


def test_a_limit_that_nothing_holds_leaves_float32(
    network: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precision_gate, "LARGEST_ERROR", 1e-9)
    facts = told(network)
    assert facts["narrow"] == 0
    assert facts["output_error"] == 0


def test_narrow_numbers_that_are_wanted_always_have_no_limit(
    network: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precision_gate, "LARGEST_ERROR", 1e-9)
    facts = told(network, "force_fp16")
    assert facts["narrow"] == 2
    assert facts["output_error"] > 1e-9


def test_a_recurrence_goes_back_to_float32_as_products_do(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """(float[8,1,64] x) => (float[8,1,1,64] y) {
        y, h = LSTM<hidden_size = 64>(x, w, r) }"""
    input_weights, recurrent_weights = weights(1, 256, 64, scale=0.1), weights(1, 256, 64, seed=1)
    layer = model(text, w=input_weights, r=0.1 * recurrent_weights)
    onnx.save(layer, place / "layer.onnx")
    assert told("layer.onnx")["narrow"] == 2
    monkeypatch.setattr(precision_gate, "LARGEST_ERROR", 1e-5)
    assert told("layer.onnx")["narrow"] == 0
