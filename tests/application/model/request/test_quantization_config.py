"""`--compression_optimize_conf` in ATC's form: what is read, ignored and refused."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.model.request.quantization_config import (
    Calibration,
    LayerConfig,
    OptimizeFile,
    read_optimize_file,
)
from aoe.errors import UsageError
from tests.application.model.request.test_text_message import WRITTEN_FOR_ATC
from tests.properties import examples

CONFIG = """
activation_offset : false
joint_quant : false
version : 1
skip_layers : "head"
skip_layer_types: "MatMulV2"
do_fusion: true
common_config : {
    arq_quantize : { channel_wise : true quant_bits : 7 }
    ifmr_quantize : { search_range_start : 0.8 search_range_end : 1.2 search_step : 0.02
                      max_percentile : 0.999 }
}
override_layer_types : {
    layer_type : "Conv2D"
    calibration_config : { arq_quantize : { channel_wise : false } }
}
override_layer_configs : {
    layer_name : "stem"
    calibration_config : { ifmr_quantize : { asymmetric : true } }
}
"""


def read(folder: Path, content: str) -> OptimizeFile:
    (folder / "optimize.cfg").write_text(content, "utf-8")
    return read_optimize_file("optimize.cfg", folder)


def calibration(folder: Path, more: str = "", config: str | None = None) -> Calibration:
    (folder / "data.bin").write_bytes(b"")
    if config is not None:
        (folder / "simple.cfg").write_text(config, "utf-8")
        more += " config_file: simple.cfg"
    text = f"calibration {{ input_data_dir: data.bin input_shape: x:4,8 {more} }}"
    found = read(folder, text).calibration
    assert found is not None
    return found


def test_the_file_of_the_documentation(tmp_path: Path) -> None:
    for name in ("data.bin", "d2.bin"):
        (tmp_path / name).write_bytes(b"")
    found = read(tmp_path, WRITTEN_FOR_ATC)
    assert found.calibration == Calibration(
        (tmp_path / "data.bin", tmp_path / "d2.bin"), {"in": (16, 16), "in1": (16, 16)}
    )
    assert found.warning is not None
    assert "enable_first_layer_quantization concerns Ascend" in found.warning


def test_what_concerns_ascend_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"")
    text = (
        "calibration { input_data_dir: data.bin input_shape: x:1 infer_soc: s infer_ip: 1.2.3.4 }"
    )
    assert "infer_soc, infer_ip concern" in str(read(tmp_path, text).warning)
    assert read(tmp_path, "enable_first_layer_quantization: false").warning is None


def test_a_limit_and_a_quiet_log(tmp_path: Path) -> None:
    found = calibration(tmp_path, "accuracy_limit: 0.01 log: error")
    assert (found.limit, found.detailed) == (0.01, False)


def test_the_file_of_quantisation(tmp_path: Path) -> None:
    found = calibration(tmp_path, config=CONFIG)
    common = LayerConfig(
        asymmetric=False, bits=7, start=0.8, end=1.2, step=0.02, max_percentile=0.999
    )
    assert found.common == common
    assert found.by_type["Conv"].by_channel is False
    assert found.by_type["Conv"].bits == 7
    assert found.by_name["stem"].asymmetric is True
    assert found.skipped_names == frozenset({"head"})
    assert found.skipped_types == frozenset({"MatMul"})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "must have"),
        ("calibration: true", "must have"),
        ("other: 1", "the field 'other' is none of"),
        ("enable_first_layer_quantization: yes", "must be true or false"),
        ("calibration { input_data_dir: data.bin }", "input_shape is missing"),
        ("calibration { input_shape: x:1 }", "input_data_dir is missing"),
        ("calibration { input_shape: x input_data_dir: data.bin }", "must be a name and its"),
        ("calibration { input_shape: x:0 input_data_dir: data.bin }", "must be a name and its"),
        ("calibration { input_shape: x:1;x:1 input_data_dir: data.bin,data.bin }", "once for"),
        ("calibration { input_shape: x:1;y:1 input_data_dir: data.bin }", "1 path and"),
        ("calibration { input_shape: x:1 input_data_dir: none.bin }", "there is no none.bin"),
        ("calibration { input_shape: x:1 input_data_dir: data.bin log: loud }", "must be one of"),
        ("calibration { input_shape: x:1", "line 1: the file ends; .* at the end of calibration"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "data.bin").write_bytes(b"")
    with pytest.raises(UsageError, match=reason) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith("--compression_optimize_conf=optimize.cfg: ")


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("joint_quant: true", "joint_quant: true is not supported"),
        ("do_fusion: false", "do_fusion: false is not supported"),
        ('skip_fusion_layers: "a"', "skip_fusion_layers is not supported"),
        ("tensor_quantize { layer_name: a input_index: 0 }", "tensor_quantize is not supported"),
        ("common_config { weight_compress_only: true }", "--compress_weight_conf"),
        ("common_config { arq_quantize { asymmetric: true } }", "weight_compress_only"),
        ("common_config { arq_quantize { quant_bits: 4 } }", "must be 6, 7 or 8"),
        ("common_config { ifmr_quantize { dst_type: INT16 } }", "must be INT8"),
        ("common_config { ifmr_quantize { max_percentile: 0.2 } }", "out of its range"),
        ("common_config { ifmr_quantize { search_range_start: 2 } }", "must not be above"),
        ("common_config { ifmr_quantize { search_step: 1e-9 } }", "at most 1000 steps"),
        ("nonsense: 1", "is none of"),
        ('override_layer_configs { layer_name: "a" }', "needs one calibration_config"),
    ],
)
def test_what_a_file_of_quantisation_may_not_have(tmp_path: Path, config: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason) as caught:
        calibration(tmp_path, config=config)
    assert "config_file=simple.cfg: " in str(caught.value)


_WORDS = st.sampled_from(
    ["calibration", "{", "}", ":", "input_shape", "x:1,2", "input_data_dir", "data.bin", "log", "1"]
)


@given(words=st.lists(_WORDS, max_size=14))
@examples(200)
def test_any_words_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    with suppress(UsageError):
        assert isinstance(read(tmp_path_factory.getbasetemp(), " ".join(words)), OptimizeFile)
