from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.registry import frontend_for
from aoe.frontends.tensorflow.messages import parsed
from aoe.frontends.tensorflow.snappy import uncompressed
from aoe.frontends.tensorflow.tensor_bundle import TensorBundle

_MODELS = Path(__file__).with_name("saved_models")


@pytest.mark.parametrize("kind", ["functions", "partitioned", "tables"])
@pytest.mark.parametrize("given", ["", "saved_model.pb"])
def test_a_saved_model_computes_what_tensorflow_does(kind: str, given: str) -> None:
    with np.load(_MODELS / kind / "values.npz") as stored:
        values = dict(stored)
    x = values.pop("x")
    with aoe.compile(_MODELS / kind / given, input_shape={"x": x.shape}) as session:
        found = session.run(list(values), {"x": x})
    for array, wanted in zip(found, values.values(), strict=True):
        np.testing.assert_allclose(array, wanted, rtol=1e-5, atol=1e-6)


def test_all_files_of_a_saved_model_make_up_its_digest() -> None:
    origin = ModelOrigin(_MODELS / "functions")
    names = [path.name for path in frontend_for(origin).files(origin)]
    assert names == ["saved_model.pb", "variables.data-00000-of-00001", "variables.index"]


def test_a_model_without_signatures_is_told_to_have_none(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(_MODELS / "functions", folder)
    path = folder / "saved_model.pb"
    saved = parsed("SavedModel", path.read_bytes(), str(path))
    for meta in saved.meta_graphs:
        meta.signature_def.clear()
    path.write_bytes(saved.SerializeToString())
    with pytest.raises(UsageError, match="has no signatures; save it with one that is called"):
        aoe.compile(folder)


@pytest.mark.parametrize("name", ["variables.index", "variables.data-00000-of-00001"])
@pytest.mark.parametrize("kept", [0, 20])
def test_truncated_variables_are_refused(name: str, kept: int, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(_MODELS / "functions", folder)
    path = folder / "variables" / name
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ModelError, match=re.escape(name)):
        aoe.compile(folder, input_shape={"x": (1, 6)})


@pytest.mark.parametrize(
    ("absent", "said"),
    [
        ("variables/variables.data-00000-of-00001", "00001 does not exist; give the whole folder"),
        ("variables/variables.index", "has no value; .*with its folder 'variables'"),
    ],
)
def test_a_model_without_its_variables_asks_for_them(
    absent: str, said: str, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(_MODELS / "functions", folder)
    (folder / absent).unlink()
    with pytest.raises(ModelError, match=said):
        aoe.compile(folder, input_shape={"x": (1, 6)})


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=re.escape("without saved_model.pb")):
        aoe.compile(tmp_path, framework=3)


def test_slices_of_a_variable_are_joined() -> None:
    bundle = TensorBundle(_MODELS / "partitioned" / "variables" / "variables")
    assert bundle.read(b"w").shape == (6, 8)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"\x00", b""),
        (b"\x03\x08abc", b"abc"),
        (b"\x0c\x08abc\x15\x03", b"abcabcabcabc"),
        (b"\x06\x08abc\x0a\x03\x00", b"abcabc"),
        (b"\x46\xf0\x45" + b"x" * 70, b"x" * 70),
    ],
)
def test_compressed_blocks_are_read(data: bytes, wanted: bytes) -> None:
    assert uncompressed(data) == wanted


@pytest.mark.parametrize("data", [b"", b"\x05\x08abc", b"\x09\x15\x03", b"\xff\xff\xff\xff\x7f"])
def test_a_damaged_block_is_refused(data: bytes) -> None:
    with pytest.raises((ValueError, IndexError)):
        uncompressed(data)
