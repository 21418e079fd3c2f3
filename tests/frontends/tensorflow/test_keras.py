"""`.keras` files against what Keras computes: `make_keras_models.py` wrote them."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.tensorflow.keras.hdf5 import Hdf5File
from aoe.frontends.tensorflow.keras.network import read_keras

_MODELS = Path(__file__).with_name("keras_models")
_NAMES = sorted(path.stem for path in _MODELS.glob("*.keras"))


@pytest.mark.parametrize("name", _NAMES)
def test_a_model_computes_what_keras_does(name: str) -> None:
    with np.load(_MODELS / "values.npz") as stored:
        values = {key: stored[key] for key in stored.files if key.startswith(f"{name}/")}
    given = [array for key, array in values.items() if "/in" in key]
    wanted = [array for key, array in values.items() if "/out" in key]
    path = _MODELS / f"{name}.keras"
    inputs = dict(zip(read_keras(path).inputs, given, strict=True))
    shapes = {key: array.shape for key, array in inputs.items()}
    with aoe.compile(path, input_shape=shapes) as session:
        found = session.run(None, inputs)
    assert [array.shape for array in found] == [array.shape for array in wanted]
    for array, expected in zip(found, wanted, strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-5, atol=2e-6)


def test_results_of_layers_can_be_outputs() -> None:
    shapes = {"image": (1, 8, 8, 3)}
    options = aoe.ModelOptions(out_nodes=["conv2d_1:0", "sequential/conv2d:0"])
    path = _MODELS / "nested.keras"
    with aoe.compile(path, input_shape=shapes, model_options=options) as session:
        found = session.run(None, {"image": np.zeros(shapes["image"], np.float32)})
    assert [array.shape for array in found] == [(1, 8, 8, 4), (1, 8, 8, 2)]


def _changed(folder: Path, change: Callable[[dict[str, Any]], object], name: str) -> Path:
    """A model whose description is changed."""
    path = folder / "changed.keras"
    with zipfile.ZipFile(_MODELS / f"{name}.keras") as archive:
        members = {item: archive.read(item) for item in archive.namelist()}
    config = json.loads(members["config.json"])
    change(config)
    members["config.json"] = json.dumps(config).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for item, content in members.items():
            archive.writestr(item, content)
    return path


def _layer(config: dict[str, Any], kind: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = config["config"]["layers"]
    return next(layer for layer in found if layer["class_name"] == kind)


@pytest.mark.parametrize(
    ("name", "kind", "setting", "value", "message"),
    [
        ("images", "Conv2D", "data_format", "channels_first", "build the model with channels_last"),
        ("images", "Conv2D", "dtype", "mixed_float16", "it computes in mixed_float16"),
        ("images", "Conv2D", "activation", {"class_name": "mine"}, "its activation is mine"),
        ("transformer", "Embedding", "mask_zero", True, "mask_zero"),
        ("recurrent", "LSTM", "stateful", True, "its setting stateful is True"),
        ("recurrent", "LSTM", "activation", "gelu", "its activations are"),
    ],
)
def test_settings_that_are_not_read_are_refused_by_name(
    name: str, kind: str, setting: str, value: object, message: str, tmp_path: Path
) -> None:
    def change(config: dict[str, Any]) -> None:
        _layer(config, kind)["config"][setting] = value

    path = _changed(tmp_path, change, name)
    shape = {key: (1, *_sizes(key)) for key in read_keras(path).inputs}
    with pytest.raises(UnsupportedModelError, match=message):
        aoe.compile(path, input_shape=shape)


def _sizes(name: str) -> tuple[int, ...]:
    return {"tokens": (7,), "x": (6, 5)}.get(name, (9, 10, 3))


@pytest.mark.parametrize(
    ("kind", "module", "message"),
    [
        ("Lambda", "keras.layers", "code of Python, which is not run"),
        ("Mine", "my_package", "a class of your own"),
        ("Conv2D", "my_package", "a class of your own"),
        ("Masking", "keras.layers", r"Masking \(conv2d\)"),
    ],
)
def test_layers_that_are_not_read_are_refused_by_name(
    kind: str, module: str, message: str, tmp_path: Path
) -> None:
    def change(config: dict[str, Any]) -> None:
        _layer(config, "Conv2D").update(class_name=kind, module=module)

    path = _changed(tmp_path, change, "images")
    with pytest.raises(UnsupportedModelError, match=message):
        aoe.compile(path, input_shape={"input_layer": (1, 9, 10, 3)})


def test_a_model_of_a_class_of_its_own_is_refused_with_advice(tmp_path: Path) -> None:
    path = _changed(tmp_path, lambda config: config.update(class_name="Mine"), "images")
    with pytest.raises(ModelError, match=re.escape('model.export("folder")')):
        aoe.compile(path, input_shape={"input_layer": (1, 9, 10, 3)})


def test_what_a_layer_lacks_is_named(tmp_path: Path) -> None:
    path = _changed(tmp_path, lambda config: _layer(config, "Conv2D").pop("class_name"), "images")
    with pytest.raises(ModelError, match="or is damaged: it lacks 'class_name'"):
        aoe.compile(path, input_shape={"input_layer": (1, 9, 10, 3)})


def test_weights_that_are_missing_are_named(tmp_path: Path) -> None:
    def change(config: dict[str, Any]) -> None:
        _layer(config, "Dense")["class_name"] = "EinsumDense"

    path = _changed(tmp_path, change, "images")
    with pytest.raises(ModelError, match="has no weights 'layers/einsum_dense/vars/0'"):
        aoe.compile(path, input_shape={"input_layer": (1, 9, 10, 3)})


@pytest.mark.parametrize("suffix", [".h5", ".keras"])
def test_files_before_keras_3_are_refused_with_advice(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"model{suffix}"
    path.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(200))
    with pytest.raises(ModelError, match="save"):
        aoe.compile(path, framework=3)


def test_an_output_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="computes no such value"):
        aoe.compile(
            _MODELS / "images.keras",
            input_shape={"input_layer": (1, 9, 10, 3)},
            model_options=aoe.ModelOptions(out_nodes=["nowhere:0"]),
        )


@pytest.mark.parametrize("kept", [0, 8, 90, 3000])
def test_truncated_weights_are_refused(kept: int) -> None:
    with zipfile.ZipFile(_MODELS / "images.keras") as archive:
        weights = archive.read("model.weights.h5")
    with pytest.raises(ModelError, match="damaged"):
        Hdf5File(weights[:kept], "weights").array("layers/conv2d/vars/0")
