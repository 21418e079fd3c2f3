"""Data for calibration are read as they lie in files; ranges have the least squared error."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.application.model.compression.calibration import Samples, read_batches, static_form
from aoe.application.model.request.quantization_config import Calibration, LayerConfig
from aoe.errors import UsageError
from aoe.runtime.plan import TensorInfo

INPUTS = (TensorInfo("x", "float32", (2, 3)), TensorInfo("ids", "int64", (2,)))


def batches(
    folder: Path, x: np.ndarray, ids: np.ndarray, inputs: tuple[TensorInfo, ...] = INPUTS
) -> list[dict[str, np.ndarray]]:
    x.tofile(folder / "x.bin")
    ids.tofile(folder / "ids.bin")
    shapes = {"x": x.shape, "ids": ids.shape}
    wanted = Calibration((folder / "x.bin", folder / "ids.bin"), shapes)
    return read_batches(wanted, inputs, "--option")


def test_a_first_size_that_is_a_multiple_is_several_inferences(tmp_path: Path) -> None:
    x, ids = np.arange(18, dtype=np.float32).reshape(6, 3), np.arange(6)
    found = batches(tmp_path, x, ids)
    assert len(found) == 3
    np.testing.assert_array_equal(found[1]["x"], x[2:4])
    np.testing.assert_array_equal(found[2]["ids"], ids[4:])


def test_a_folder_has_a_file_for_each_inference(tmp_path: Path) -> None:
    for number in range(3):
        np.full((2, 3), number, np.float32).tofile(tmp_path / f"{number}.bin")
    wanted = Calibration((tmp_path,), {"x": (2, 3)})
    found = read_batches(wanted, INPUTS[:1], "--option")
    assert [float(batch["x"].mean()) for batch in found] == [0, 1, 2]


def test_data_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    x, ids = np.zeros((4, 3), np.float32), np.zeros(4, np.int64)
    with pytest.raises(UsageError, match="32 bytes; ids of int32"):
        batches(tmp_path, x, ids, (INPUTS[0], TensorInfo("ids", "int32", (2,))))
    with pytest.raises(UsageError, match="or a multiple of its first size"):
        batches(tmp_path, x[:3], ids)
    with pytest.raises(UsageError, match="data for different inferences: x for 2, ids for 1"):
        batches(tmp_path, x, ids[:2])
    with pytest.raises(UsageError, match="the model has the inputs x, and needs data for each"):
        batches(tmp_path, x, ids, INPUTS[:1])


def test_a_range_ends_where_the_error_is_least() -> None:
    values = np.random.default_rng(0).standard_normal(20000).astype(np.float32)
    values[0] = 40
    wide = static_form(values, LayerConfig(start=1.0, end=1.0))
    narrow = static_form(values, LayerConfig(start=0.05, end=1.0, step=0.01))
    assert wide is not None
    assert narrow is not None
    assert narrow.scale < wide.scale

    def error(scale: float, zero: int) -> float:
        steps = np.clip(np.rint(values / scale) + zero, 0, 255)
        return float(np.mean(((steps - zero) * scale - values) ** 2))

    assert error(narrow.scale, narrow.zero_point) < error(wide.scale, wide.zero_point)


def test_values_that_are_not_negative_have_the_zero_point_0() -> None:
    form = static_form(np.linspace(0, 5, 100, dtype=np.float32), LayerConfig())
    assert form is not None
    assert form.zero_point == 0
    assert 0.7 * 5 / 255 <= form.scale <= 1.3 * 5 / 255


def test_without_an_offset_the_range_is_symmetric() -> None:
    config = LayerConfig(asymmetric=False, bits=7)
    form = static_form(np.linspace(0, 5, 100, dtype=np.float32), config)
    assert form is not None
    assert (form.zero_point, form.levels) == (128, 63)


def test_zeros_have_a_range_and_infinities_have_none() -> None:
    assert static_form(np.zeros(5, np.float32), LayerConfig()) is not None
    assert static_form(np.asarray([1, np.inf], np.float32), LayerConfig()) is None


def test_samples_keep_the_extremes_of_many_values() -> None:
    samples = Samples()
    values = np.zeros(1 << 18, np.float32)
    values[12345], values[54321] = 7, -3
    samples.add(values)
    assert samples.values.size < values.size
    assert (samples.values.max(), samples.values.min()) == (7, -3)
