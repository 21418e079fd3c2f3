"""Models that are read for given shapes, with open sizes other than the batch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.model.open_shapes.left_open import left_open, stored_source, with_stored_source
from aoe.application.model.source import ReadModel, read_model
from aoe.errors import ModelError, OfflineModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from tests.frontends.caffe.nets import layer, numbers, source, write_net

_KERNEL = numbers((2, 3, 3, 3))
_CONVOLUTION = "convolution_param { num_output: 2 kernel_size: 3 bias_term: false }"
_POOL = "pooling_param { kernel_size: 2 stride: 2 }"  # The number of windows is rounded up.
_SHAPES = [(1, 3, 8, 8), (2, 3, 9, 8), (1, 3, 11, 14)]
_RANGES = {"data": ((1, 2), (3, 3), (8, 12), (8, 16))}


@pytest.fixture
def origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelOrigin:
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    text = source(_SHAPES[0]) + layer("Convolution", _CONVOLUTION, top=("c",))
    text += layer("Pooling", _POOL, bottom=("c",), name="pool")
    path, weight = write_net(tmp_path, text, {"l": [_KERNEL]})
    return ModelOrigin(path, 0, weight)


@pytest.fixture
def opened(origin: ModelOrigin) -> ReadModel:
    return left_open(read_model(origin), _RANGES, {"data": _SHAPES[0]})


def _expected(origin: ModelOrigin, x: np.ndarray) -> np.ndarray:
    shapes = {"data": x.shape}
    assert isinstance(origin.source, Path)
    with aoe.compile(origin.source, weight=origin.weight, input_shape=shapes) as session:
        return np.asarray(session.run(None, {"data": x})[0])


def test_each_shape_gives_what_the_model_of_that_shape_does(origin: ModelOrigin) -> None:
    assert isinstance(origin.source, Path)
    options = aoe.ModelOptions(input_shape_range="data:[1~2,3,8~12,8~16]")
    images = [numbers(shape) for shape in _SHAPES]
    wanted = [_expected(origin, x) for x in images]
    with aoe.compile(origin.source, weight=origin.weight, model_options=options) as session:
        for x, y in zip(images, wanted, strict=True):
            np.testing.assert_allclose(session.run(None, {"data": x})[0], y, rtol=1e-5, atol=1e-5)
        session.save("open.om")
    origin.source.unlink()  # The offline model has what it is read from.
    with aoe.InferenceSession("open.om") as session:
        for x, y in zip(images, wanted, strict=True):
            np.testing.assert_allclose(session.run(None, {"data": x})[0], y, rtol=1e-5, atol=1e-5)


def test_a_shape_that_the_model_does_not_take_is_refused_by_the_reader(
    origin: ModelOrigin,
) -> None:
    assert isinstance(origin.source, Path)
    options = aoe.ModelOptions(input_shape_range="data:[1,3,8~12,8]")
    with (
        aoe.compile(origin.source, weight=origin.weight, model_options=options) as session,
        pytest.raises(ModelError, match="prototxt"),
    ):
        session.run(None, {"data": numbers((1, 3, 2, 8))})


def test_options_that_change_the_model_are_refused(origin: ModelOrigin) -> None:
    assert isinstance(origin.source, Path)
    options = aoe.ModelOptions(input_shape_range="data:[1,3,8~12,8]", input_fp16_nodes=["data"])
    with pytest.raises(UsageError, match="cannot be open together with options"):
        aoe.compile(origin.source, weight=origin.weight, model_options=options)


def test_a_range_of_one_size_leaves_nothing_open(origin: ModelOrigin) -> None:
    with pytest.raises(UsageError, match="has a range"):
        left_open(read_model(origin), {"data": ((1, 1), (3, 3))}, {"data": _SHAPES[0]})


def test_a_stored_source_is_read_again(opened: ReadModel) -> None:
    request, arrays = stored_source(opened)
    again = with_stored_source(replace(opened, read_at=None, stays_open=False), request, arrays)
    assert again.at({"data": (1, 3, 8, 9)}).graph.outputs[0].shape == (1, 2, 3, 4)


@pytest.mark.parametrize("name", ["/etc/net.prototxt", "../net.prototxt", "a/../../b", ""])
def test_a_stored_source_stays_in_its_folder(name: str, opened: ReadModel) -> None:
    request, arrays = stored_source(opened)
    request["source"]["files"][0][0] = name
    with pytest.raises(OfflineModelError, match="a file is called"):
        with_stored_source(opened, request, arrays)


def test_a_stored_source_without_its_bytes_is_refused(opened: ReadModel) -> None:
    request, _ = stored_source(opened)
    with pytest.raises(OfflineModelError, match="the source in it is damaged"):
        with_stored_source(opened, request, {})
