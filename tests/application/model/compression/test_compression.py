"""Compressed models: forms that are given, chosen by times and taken back by the accuracy."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

import aoe
from aoe.application.model.compression import layer_times
from aoe.backends.cpu.target.host import host_target
from aoe.errors import UsageError
from aoe.graph.compression.forms import in_blocks
from tests.graph.compression.networks import layer, model, normal, two_of_four
from tests.graph.models import model as parsed

DEPTH, COLUMNS = 512, 256


def save(proto: onnx.ModelProto) -> str:
    onnx.save(proto, "network.onnx")
    return "network.onnx"


def compiled(
    proto: onnx.ModelProto, conf: str | None = None, **options: Any
) -> aoe.InferenceSession:
    if conf is not None:
        Path("weights.cfg").write_text(conf)
        options["compress_weight_conf"] = "weights.cfg"
    return aoe.compile(save(proto), threads=1, precision=aoe.PrecisionOptions(**options))


def told(session: aoe.InferenceSession) -> Mapping[str, Any]:
    return session.model.manifest.compression


def matmul(rows: int = 1) -> onnx.ModelProto:
    return layer("MatMul", (rows, DEPTH), normal(DEPTH, COLUMNS))


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Times of forms, in place of measurements."""
    times = {"float32": 1.0}

    def seconds(self: object, layer: object, form: Any) -> float:
        return times.get("float32" if form is None else form.kind, 2.0)

    monkeypatch.setattr(layer_times.LayerTimes, "seconds", seconds)
    return times


def test_a_form_that_is_given_is_stored_and_reported(place: Path) -> None:
    x = normal(1, DEPTH, seed=1)
    with compiled(matmul(), "layer: int4:32\naccuracy_limit: 0.5") as session:
        (found,) = session.run(None, {"x": x})
        facts = told(session)
        stored = session.model.constant_data.nbytes
    expected = x @ in_blocks(normal(DEPTH, COLUMNS), 4, 32).weights
    np.testing.assert_allclose(found, expected, atol=1e-3)
    (item,) = facts["layers"]
    assert (item["name"], item["form"]) == ("layer", "int4:32")
    assert item["bytes_before"] == 4 * DEPTH * COLUMNS
    assert item["bytes_after"] == DEPTH * COLUMNS // 2 + DEPTH // 32 * COLUMNS * 4
    assert stored < 1.1 * item["bytes_after"] + 4096
    assert 0.01 < facts["typical_error"] < 0.2


def test_a_form_beyond_the_limit_goes_back_to_float32(place: Path) -> None:
    with compiled(matmul(), "layer: int4:32\naccuracy_limit: 0.001") as session:
        facts = told(session)
        np.testing.assert_allclose(
            session.run(None, {"x": normal(1, DEPTH)})[0],
            normal(1, DEPTH) @ normal(DEPTH, COLUMNS),
            rtol=1e-3,
            atol=1e-3,
        )
    (item,) = facts["layers"]
    assert item["form"] == "float32"
    assert "int4:32 is beyond the limit" in item["reason"]
    off = float(item["reason"].partition("off by ")[2].partition(",")[0])
    assert 0.05 < off < 0.2  # as `relative_variance` finds for 4 bits in blocks of 32
    assert facts["typical_error"] is None


def test_the_most_harmful_layer_goes_back_first(place: Path) -> None:
    nodes = [
        helper.make_node("MatMul", ["x", "w1"], ["h"], name="rough"),
        helper.make_node("MatMul", ["h", "w2"], ["y"], name="smooth"),
    ]
    signs = np.sign(normal(COLUMNS, COLUMNS, seed=2))
    proto = model(nodes, (1, DEPTH), {"w1": normal(DEPTH, COLUMNS), "w2": signs})
    with compiled(proto, "*: int4\naccuracy_limit: 0.02") as session:
        forms = {item["name"]: item["form"] for item in told(session)["layers"]}
    assert forms == {"rough": "float32", "smooth": "int4:32"}


def test_the_fastest_form_that_is_accurate_enough_is_chosen(
    place: Path, fast: dict[str, float]
) -> None:
    fast |= {"int4": 0.3, "int8": 0.5, "bfloat16": 0.9}
    with compiled(matmul(), "layer") as session:  # 4 bits are beyond the limit of 4 %
        (item,) = told(session)["layers"]
    assert item["form"] == "int8:32"
    assert "int4:32 is beyond" in item["reason"]


@pytest.mark.parametrize("form", ["float8", "int4:48"])
def test_a_form_for_all_layers_that_none_can_have_is_told(
    place: Path, caplog: pytest.LogCaptureFixture, form: str
) -> None:
    with caplog.at_level(logging.WARNING), compiled(matmul(), f"*: {form}") as session:
        (item,) = told(session)["layers"]
    assert item["form"] == "float32"
    assert f"*: {form} compresses nothing of 1 layer: layer {item['reason']}" in caplog.text


def test_a_form_for_all_layers_that_some_can_have_is_not_told(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    conf = "*: int8:32\naccuracy_limit: 0.5"
    with caplog.at_level(logging.WARNING), compiled(matmul(), conf):
        pass
    assert "compresses nothing" not in caplog.text


def test_a_form_for_the_layers_of_a_model_without_any_is_told(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    proto = model([helper.make_node("Relu", ["x"], ["y"])], (1, DEPTH), {})
    with caplog.at_level(logging.WARNING), compiled(proto, "*: int8"):
        pass
    assert "*: int8 compresses nothing: the model has no other matmul" in caplog.text


@pytest.mark.parametrize("after", [0.001, 0.003])
def test_a_model_that_becomes_slower_is_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, after: float
) -> None:
    monkeypatch.setattr(layer_times, "in_turns", lambda *_: [0.002, after])
    with caplog.at_level(logging.WARNING), compiled(matmul(), "layer: int8") as session:
        assert told(session)["milliseconds"] == pytest.approx([2, 1e3 * after])
    assert ("the compressed model is slower" in caplog.text) == (after > 0.002)


def test_a_layer_that_no_form_makes_faster_stays(place: Path, fast: dict[str, float]) -> None:
    fast |= {"int4": 0.99, "int8": 1.5, "bfloat16": 2}
    with compiled(matmul(), "layer") as session:
        (item,) = told(session)["layers"]
    assert item["form"] == "float32"
    assert "measured no faster" in item["reason"]


def test_more_rows_are_quantised_by_row(place: Path) -> None:
    x = normal(8, DEPTH, seed=1)
    with compiled(matmul(8), "layer: int8") as session:
        (found,) = session.run(None, {"x": x})
        assert told(session)["layers"][0]["form"] == "int8"
    exact = x @ normal(DEPTH, COLUMNS)
    assert 0 < np.linalg.norm(found - exact) / np.linalg.norm(exact) < 0.02


@pytest.mark.parametrize(("form", "parts"), [("int8:32", 1), ("float24", 3)])
def test_several_rows_read_weights_that_stay_packed(place: Path, form: str, parts: int) -> None:
    x = normal(5, DEPTH, seed=1)
    with compiled(matmul(5), f"layer: {form}") as session:
        (found,) = session.run(None, {"x": x})
        (item,) = told(session)["layers"]
        stored = session.model.constant_data.nbytes
    exact = x @ normal(DEPTH, COLUMNS)
    assert item["form"] == form
    assert 0 < np.linalg.norm(found - exact) / np.linalg.norm(exact) < 0.01
    assert parts * DEPTH * COLUMNS <= stored < (parts + 0.3) * DEPTH * COLUMNS


def test_several_rows_choose_between_blocks_and_rows_in_8_bits(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {"int8": 0.5, "int8:32": 0.4}
    monkeypatch.setattr(
        layer_times.LayerTimes,
        "seconds",
        lambda self, layer, form: 1.0 if form is None else times.get(form.text, 2.0),
    )
    with compiled(matmul(8), "layer") as session:
        assert told(session)["layers"][0]["form"] == "int8:32"
    times["int8:32"] = 0.6
    with compiled(matmul(8), "layer") as session:
        assert told(session)["layers"][0]["form"] == "int8"


def test_a_form_that_a_named_layer_cannot_have_is_refused(place: Path) -> None:
    with pytest.raises(UsageError, match=r"compress_weight_conf=.*layer sums over 512 weights"):
        compiled(matmul(8), "layer: int8:48")


def test_of_all_layers_those_that_can_have_a_form_have_it(place: Path) -> None:
    with compiled(matmul(8), "*: int4:48") as session:
        (item,) = told(session)["layers"]
    assert item["form"] == "float32"
    assert "no whole blocks" in item["reason"]


def test_a_name_that_nothing_has_is_told(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), compiled(matmul(), "nothing: int8\nlayer: int8") as made:
        assert [item["name"] for item in told(made)["layers"]] == ["layer"]
    assert "is called 'nothing'" in caplog.text


def test_a_file_of_names_that_nothing_has_is_refused(place: Path) -> None:
    with pytest.raises(UsageError, match="is called 'nothing'; it has layer"):
        compiled(matmul(), "nothing: int8")


def test_open_shapes_are_refused(place: Path) -> None:
    proto = matmul()
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "batch"
    with pytest.raises(UsageError, match="compress_weight_conf needs fixed shapes"):
        compiled(proto, "layer")


def test_another_precision_contradicts(place: Path) -> None:
    with pytest.raises(UsageError, match="contradicts"):
        compiled(matmul(), "layer", mode="force_fp32")


def calibrated(proto: onnx.ModelProto, data: np.ndarray, more: str = "") -> aoe.InferenceSession:
    data.tofile("data.bin")
    shape = ",".join(map(str, data.shape))
    Path("optimize.cfg").write_text(
        f"calibration {{ input_data_dir: data.bin input_shape: x:{shape} {more} }}"
    )
    return compiled(proto, compression_optimize_conf="optimize.cfg")


def images(first: int = 1) -> np.ndarray:
    return normal(first, 16, 12, 12, seed=4)


def two_convolutions() -> onnx.ModelProto:
    nodes = [
        helper.make_node("Conv", ["x", "w1", "b1"], ["c"], name="first", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("Conv", ["r", "w2"], ["y"], name="second"),
    ]
    arrays = {
        "w1": normal(32, 16, 3, 3) / 12,
        "b1": normal(32, seed=1),
        "w2": normal(8, 32, 1, 1, seed=2) / 6,
    }
    return model(nodes, (1, 16, 12, 12), arrays)


def test_calibrated_layers_are_quantised(place: Path, fast: dict[str, float]) -> None:
    fast["static"] = 0.5
    with aoe.compile(save(two_convolutions()), threads=1) as session:
        (exact,) = session.run(None, {"x": images()})
    with calibrated(two_convolutions(), images(4)) as session:
        (found,) = session.run(None, {"x": images()})
        facts = told(session)
    assert [item["form"] for item in facts["layers"]] == ["calibrated int8"] * 2
    assert facts["checked_with"] == "the calibration data"
    assert 0 < facts["typical_error"] < 0.04
    assert 0 < np.linalg.norm(found - exact) / np.linalg.norm(exact) < 0.04


def test_calibrated_layers_beyond_the_limit_stay_float(place: Path, fast: dict[str, float]) -> None:
    fast["static"] = 0.5
    with calibrated(two_convolutions(), images(), "accuracy_limit: 1e-6") as session:
        assert {item["form"] for item in told(session)["layers"]} == {"float32"}


def test_layers_that_are_skipped_are_not_quantised(place: Path, fast: dict[str, float]) -> None:
    fast["static"] = 0.5
    Path("simple.cfg").write_text('skip_layers: "first"')
    with calibrated(two_convolutions(), images(), "config_file: simple.cfg") as session:
        assert [item["name"] for item in told(session)["layers"]] == ["second"]


def test_names_that_no_layer_has_are_told(
    place: Path, fast: dict[str, float], caplog: pytest.LogCaptureFixture
) -> None:
    Path("names.cfg").write_text(
        'skip_layers: "frist" skip_layer_types: "Matmull" '
        'override_layer_configs { layer_name: "scond" '
        "calibration_config { arq_quantize { quant_bits: 7 } } }"
    )
    calibrated(two_convolutions(), images(), "config_file: names.cfg").close()
    assert "with constant weights is called 'frist'" in caplog.text
    assert "with constant weights is called 'scond'" in caplog.text
    assert "there is no operator type 'Matmull'; did you mean MatMul" in caplog.text


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_layers_whose_data_are_not_finite_are_reported(
    place: Path, fast: dict[str, float], wrong: float
) -> None:
    fast["static"] = 0.5
    data = images()
    data[0, 0, 0, 0] = wrong
    with calibrated(two_convolutions(), data) as session:
        layers = told(session)["layers"]
    assert [item["form"] for item in layers] == ["float32"] * 2
    assert "not finite for the calibration data" in layers[0]["reason"]


def test_data_of_another_shape_are_refused(place: Path) -> None:
    with pytest.raises(UsageError, match="or a multiple of its first size"):
        calibrated(two_convolutions(), normal(1, 16, 3, 3))


def test_two_of_four_weights_are_stored_if_that_is_faster(
    place: Path, fast: dict[str, float]
) -> None:
    weights, x = two_of_four(DEPTH, COLUMNS), normal(1, DEPTH, seed=1)
    fast["sparse"] = 0.6
    with compiled(layer("MatMul", (1, DEPTH), weights), sparsity=True) as session:
        (found,) = session.run(None, {"x": x})
        (item,) = told(session)["layers"]
    np.testing.assert_allclose(found, x @ weights, atol=1e-4)
    assert item["form"] == "sparse"
    fast["sparse"] = 1.2
    with compiled(layer("MatMul", (1, DEPTH), weights), sparsity=True) as session:
        assert told(session)["layers"][0]["form"] == "float32"


def test_weights_that_are_not_two_of_four_are_listed_and_stay(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), compiled(matmul(), sparsity=True) as session:
        (found,) = session.run(None, {"x": normal(1, DEPTH)})
    expected = normal(1, DEPTH) @ normal(DEPTH, COLUMNS)
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
    assert "keep 1 of 1 layer dense" in caplog.text
    assert "layer" in caplog.text


def test_a_model_that_checks_its_input_is_compressed(place: Path, fast: dict[str, float]) -> None:
    fast["sparse"] = 0.6
    Path("aipp.cfg").write_text(
        "aipp_op { aipp_mode: dynamic related_input_rank: 0 max_src_image_size: 100000 }"
    )
    first, second = two_of_four(192, 1024), two_of_four(1024, 512)
    text = (
        "(float[1,3,8,8] x) => (float[1,512] y) "
        "{ f = Flatten (x) h = MatMul (f, v) r = Relu (h) y = MatMul (r, w) }"
    )
    sparse = aoe.PrecisionOptions(sparsity=True)
    images = aoe.ModelOptions(insert_op_conf="aipp.cfg")
    path = save(parsed(text, v=first, w=second))
    with aoe.compile(path, threads=1, model_options=images, precision=sparse) as session:
        assert [item["form"] for item in told(session)["layers"]] == ["sparse", "sparse"]


def test_forms_are_measured(place: Path) -> None:
    with compiled(matmul(), "layer") as session:
        (item,) = told(session)["layers"]
    assert item["form"] in ("float32", "int8:32", "bfloat16", "int4:32")


@pytest.mark.skipif(not host_target().multiplies_bfloat16, reason="bfloat16 is not faster here")
def test_only_the_layers_that_are_named_read_bfloat16(place: Path) -> None:
    nodes = [
        helper.make_node("MatMul", ["x", "w1"], ["h"], name="first"),
        helper.make_node("MatMul", ["h", "w2"], ["y"], name="second"),
    ]
    arrays = {"w1": normal(DEPTH, 1024), "w2": normal(1024, DEPTH, seed=1)}
    with compiled(model(nodes, (64, DEPTH), arrays), "second: bfloat16") as session:
        (item,) = told(session)["layers"]
        types = {str(array.dtype) for array in session.model.constants.values()}
    assert (item["name"], item["form"]) == ("second", "bfloat16")
    assert types == {"float32", "bfloat16"}
