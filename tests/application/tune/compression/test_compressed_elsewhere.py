"""Weights are compressed for another machine: as given, or the smallest that are accurate here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

import aoe
from aoe.application.command_line import main
from aoe.backends.registry import backend_named
from aoe.backends.session import InferenceSession, read_offline_model
from aoe.errors import UsageError
from aoe.graph.compression.forms import in_blocks
from tests.graph.compression.networks import layer, model, normal, two_of_four

DEPTH, COLUMNS = 512, 256
CPU = backend_named("cpu").machine
ELSEWHERE = "neoverse-n1"


def tuned(
    proto: onnx.ModelProto, conf: str, cpu: str = ELSEWHERE, **options: Any
) -> aoe.TuneResult:
    onnx.save(proto, "network.onnx")
    Path("weights.cfg").write_text(conf)
    device = options.pop("device", None)
    given: dict[str, Any] = {"compress_weight_conf": "weights.cfg"} if conf else {}
    return aoe.tune(
        "network.onnx",
        output="made",
        threads=1 if device is None else None,
        device=device,
        precision=aoe.PrecisionOptions(**given, **options),
        tune_options=aoe.TuneOptions(host_env_cpu=cpu),
    )


def matmul(rows: int = 1) -> onnx.ModelProto:
    return layer("MatMul", (rows, DEPTH), normal(DEPTH, COLUMNS))


def told(result: aoe.TuneResult) -> Mapping[str, Any]:
    """What the manifest says of compression; the constants are no larger than that."""
    made = read_offline_model(result.model_path)
    found = made.manifest.compression
    assert made.constant_data.nbytes < 1.1 * sum(x["bytes_after"] for x in found["layers"]) + 4096
    return found


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("form", ["int4:32", "int8:32", "float24"])
def test_a_given_form_is_stored_for_the_other_architecture(form: str) -> None:
    result = tuned(matmul(), f"layer: {form}\naccuracy_limit: 0.5")
    assert result.elsewhere is not None
    assert result.elsewhere.soc_version == "neoverse-n1_1c"
    found = told(result)
    assert [item["form"] for item in found["layers"]] == [form]
    assert 0 < found["typical_error"] < 0.2
    assert found["milliseconds"] is None


@pytest.mark.usefixtures("place")
def test_the_weights_are_those_that_the_form_describes() -> None:
    name = next((name for name in ("x86-64-v3", "x86-64") if CPU.runs(CPU.other(name, 1))), None)
    if name is None:
        pytest.skip("no other CPU's code runs here")
    result = tuned(matmul(), "layer: int4:32\naccuracy_limit: 0.5", name)
    x = normal(1, DEPTH, seed=1)
    with InferenceSession(read_offline_model(result.model_path), 1) as session:
        (found,) = session.run(None, {"x": x})
    expected = x @ in_blocks(normal(DEPTH, COLUMNS), 4, 32).weights
    np.testing.assert_allclose(found, expected, atol=1e-3)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("limit", "form"), [(0.5, "int4:32"), (0.04, "int8:32"), (1e-5, "float32")]
)
def test_an_open_form_is_the_smallest_that_is_accurate(limit: float, form: str) -> None:
    result = tuned(matmul(), f"layer\naccuracy_limit: {limit}")
    assert result.compression is not None
    (item,) = result.compression.layers
    assert item.form == form


@pytest.mark.usefixtures("place")
def test_the_command_says_that_no_speed_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    onnx.save(matmul(), "network.onnx")
    Path("weights.cfg").write_text("*\n")
    options = ("--compress_weight_conf=weights.cfg", f"--host_env_cpu={ELSEWHERE}", "--threads=1")
    told = "the speed on neoverse-n1_1c was not measured: a layer that was given no form has the"
    for command in (["--model=network.onnx", "--job_type=2"], ["compile", "network.onnx"]):
        assert main([*command, *options]) == 0
        shown = capsys.readouterr().out
        assert "compressed weights: 1 of 1 layer" in shown
        assert told in shown


@pytest.mark.usefixtures("place")
def test_a_form_that_the_other_machine_lacks_is_refused_by_its_name() -> None:
    with pytest.raises(
        UsageError, match=r"layer would be slower in bfloat16, for which cortex-a72"
    ):
        tuned(matmul(), "layer: bfloat16", "cortex-a72")


@pytest.mark.usefixtures("place")
def test_bfloat16_is_judged_by_the_cpu_of_this_machine() -> None:
    result = tuned(matmul(64), "layer: bfloat16", "znver4")
    assert result.compression is not None
    (item,) = result.compression.layers
    assert item.form == "bfloat16"
    assert 0 < (result.compression.typical_error or 0) < 0.01


@pytest.mark.usefixtures("place")
def test_data_of_the_user_give_ranges_for_the_other_machine() -> None:
    weights = normal(8, 4, 3, 3)
    node = helper.make_node("Conv", ["x", "w"], ["y"], name="layer")
    normal(6, 4, 8, 8, seed=4).tofile("data.bin")
    Path("optimize.cfg").write_text(
        "calibration: { input_data_dir: data.bin input_shape: x:6,4,8,8 }"
    )
    result = tuned(
        model([node], (2, 4, 8, 8), {"w": weights}), "", compression_optimize_conf="optimize.cfg"
    )
    found = told(result)
    assert [item["form"] for item in found["layers"]] == ["calibrated int8"]
    assert found["checked_with"] == "the calibration data"
    assert 0 < found["typical_error"] < 0.04


@pytest.mark.usefixtures("place")
def test_two_of_four_weights_are_stored_for_the_other_machine() -> None:
    proto = layer("MatMul", (1, DEPTH), two_of_four(DEPTH, COLUMNS))
    assert [item["form"] for item in told(tuned(proto, "", sparsity=True))["layers"]] == ["sparse"]


@pytest.mark.usefixtures("place")
def test_float8_of_a_gpu_is_judged_by_the_cpu_of_this_machine() -> None:
    result = tuned(matmul(64), "layer: float8\naccuracy_limit: 0.1", "sm_90_8c", device="cuda")
    assert result.compression is not None
    (item,) = result.compression.layers
    assert item.form == "float8"
    assert 0.01 < (result.compression.typical_error or 0) < 0.1


@pytest.mark.usefixtures("place")
def test_layers_of_float8_by_their_types_are_judged_here_too() -> None:
    Path("types.cfg").write_text(
        "layer::InputDtype:float8_e5m2,float8_e4m3fn,OutputDtype:float32\naccuracy_limit: 0.2"
    )
    result = tuned(matmul(64), "", "sm_90_8c", device="cuda", customize_dtypes="types.cfg")
    assert result.compression is not None
    (item,) = result.compression.layers
    assert item.form == "float8_e5m2 by float8_e4m3fn"
