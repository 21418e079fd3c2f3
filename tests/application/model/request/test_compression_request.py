"""What the options of compression ask for, from the command line to `--reload`."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.model.request.compression_request import (
    CompressionRequest,
    compression_request,
)
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import tune_request
from aoe.errors import UsageError
from aoe.settings import read_settings


def asked(place: Path, **given: str) -> CompressionRequest:
    return compression_request(given, place)


@pytest.fixture
def weights(place: Path) -> str:
    (place / "weights.cfg").write_text("layer: int8")
    return "weights.cfg"


@pytest.fixture
def optimize(place: Path) -> str:
    (place / "data.bin").write_bytes(b"")
    text = "calibration { input_data_dir: data.bin input_shape: x:1,8 }"
    (place / "optimize.cfg").write_text(text)
    return "optimize.cfg"


def test_nothing_is_wanted_by_default_nor_by_sparsity_0(place: Path) -> None:
    assert not asked(place).wanted
    assert not asked(place, sparsity="0").wanted
    (place / "optimize.cfg").write_text("enable_first_layer_quantization: true")
    assert not asked(place, compression_optimize_conf="optimize.cfg").wanted


def test_each_option_asks_for_something(place: Path, weights: str, optimize: str) -> None:
    assert asked(place, sparsity="1").sparsity
    assert asked(place, compress_weight_conf=weights).weights is not None
    assert asked(place, compression_optimize_conf=optimize).calibration is not None


def test_another_value_of_sparsity_is_refused(place: Path) -> None:
    with pytest.raises(UsageError, match="--sparsity=2: must be 0 or 1"):
        asked(place, sparsity="2")


@pytest.mark.parametrize("mode", ["force_fp32", "allow_mix_precision", "force_fp16"])
def test_modes_that_set_all_types_contradict(
    place: Path, weights: str, optimize: str, mode: str
) -> None:
    for given in ({"compress_weight_conf": weights}, {"compression_optimize_conf": optimize}):
        with pytest.raises(UsageError, match=f"contradicts --precision_mode={mode}"):
            asked(place, precision_mode=mode, **given)
    assert asked(place, precision_mode=mode, sparsity="1").sparsity


@pytest.mark.parametrize("mode", ["allow_fp32_to_fp16", "allow_fp32_to_bf16", "allow_fp32_to_tf32"])
def test_modes_in_which_types_stay_take_compressed_weights(
    place: Path, weights: str, optimize: str, mode: str
) -> None:
    assert asked(place, precision_mode=mode, compress_weight_conf=weights).weights is not None
    assert asked(place, precision_mode=mode, compression_optimize_conf=optimize).wanted


def test_options_of_a_job_ask_for_the_same(place: Path, weights: str, optimize: str) -> None:
    given = {
        "model": "small.onnx",
        "job_type": "2",
        "compress_weight_conf": weights,
        "compression_optimize_conf": optimize,
        "sparsity": "1",
    }
    request = tune_request(given, read_settings())
    assert tune_request(options_of(request), read_settings()).compression == request.compression
    assert request.compression.wanted
