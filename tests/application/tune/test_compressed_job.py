"""A tuning job whose weights are compressed: it tunes, writes and reports the compressed model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
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
    assert "compressed weights: 1 of 1 layers, 0.52 MB become 0.15 MB" in told
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
