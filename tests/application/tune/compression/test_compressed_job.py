"""A tuning job whose weights are compressed: it tunes, writes and reports the compressed model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.tune.phases import compress
from aoe.graph.compression.forms import in_blocks
from tests.graph.compression.networks import layer, normal

DEPTH, COLUMNS = 512, 256


@pytest.fixture
def network(place: Path) -> str:
    onnx.save(layer("MatMul", (1, DEPTH), normal(DEPTH, COLUMNS)), place / "network.onnx")
    (place / "weights.cfg").write_text("layer: int8:32")
    return "network.onnx"


def check(path: str | Path) -> None:
    x = normal(1, DEPTH, seed=1)
    with aoe.InferenceSession(str(path)) as session:
        (found,) = session.run(None, {"x": x})
        (item,) = session.model.manifest.compression["layers"]
    assert item["form"] == "int8:32"
    expected = x @ in_blocks(normal(DEPTH, COLUMNS), 8, 32).weights
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_the_command_writes_and_reports_the_compressed_model(
    network: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [
        "--job_type=2",
        "--compress_weight_conf=weights.cfg",
        "--output=small",
        "--threads=1",
    ]
    assert main([f"--model={network}", *options]) == 0
    told = capsys.readouterr().out
    assert "compressed weights: 1 of 1 layer, 0.52 MB become 0.15 MB" in told
    assert "layer: int8:32, 524288 bytes become 147456" in told
    check(place / "small.om")


@pytest.mark.parametrize("job_type", [1, "1,2"])
def test_subgraphs_of_the_compressed_model_are_tuned(
    network: str, place: Path, job_type: int | str
) -> None:
    options = aoe.PrecisionOptions(compress_weight_conf="weights.cfg")
    result = aoe.tune(network, job_type=job_type, threads=1, precision=options)
    assert result.compression is not None
    assert [item.form for item in result.compression.changed] == ["int8:32"]
    check(result.model_path)


def test_all_shapes_of_a_layer_read_the_same_weights(network: str, place: Path) -> None:
    proto = onnx.load(network)
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "batch"
    onnx.save(proto, network)
    result = aoe.tune(
        network,
        threads=1,
        input_shape={"x": (-1, DEPTH)},
        model_options=aoe.ModelOptions(dynamic_batch_size=[1, 3]),
        precision=aoe.PrecisionOptions(compress_weight_conf="weights.cfg"),
    )
    weights = normal(DEPTH, COLUMNS)
    with aoe.InferenceSession(result.model_path) as session:
        stored = in_blocks(weights, 8, 32).weights
        for rows in (1, 3):
            x = normal(rows, DEPTH, seed=rows)
            (found,) = session.run(None, {"x": x})
            np.testing.assert_allclose(found, x @ stored, atol=1e-3)


def test_the_dumped_graph_is_the_compressed_one(network: str, place: Path) -> None:
    aoe.tune(
        network,
        threads=1,
        tune_options=aoe.TuneOptions(dump_graph="graphs"),
        precision=aoe.PrecisionOptions(compress_weight_conf="weights.cfg"),
    )
    (path,) = (place / "graphs").glob("*.onnx")
    kinds = [node.op_type for node in onnx.load(path).graph.node]
    assert "MatMul" not in kinds
    assert "ReduceSum" in kinds


@pytest.mark.parametrize(
    ("conf", "reason"),
    [
        ("layer", "no time to measure it"),
        ("layer: int4\naccuracy_limit: 0.001", "no time to find out which layers"),
    ],
)
def test_a_budget_bounds_the_choice_of_forms(
    network: str, place: Path, monkeypatch: pytest.MonkeyPatch, conf: str, reason: str
) -> None:
    monkeypatch.setattr(compress, "COMPRESSION_SHARE", 0.0)
    (place / "weights.cfg").write_text(conf)
    options = aoe.PrecisionOptions(compress_weight_conf="weights.cfg")
    result = aoe.tune(network, threads=1, budget=20, precision=options)
    assert result.compression is not None
    (item,) = result.compression.layers
    assert (item.form, reason in item.reason) == ("float32", True)
