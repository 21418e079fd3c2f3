"""A folder's models are found by name and content, and everything else is named or left alone."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import ModelError, UsageError
from aoe.frontends import model_folder
from aoe.frontends.caffe import FRONTEND as CAFFE
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.model_folder import found_origin, read_model_folder, require_weight, unique_names


def filled(folder: Path, *names: str) -> Path:
    """A folder with empty files of these names."""
    for name in names:
        (folder / name).write_bytes(b"")
    return folder


def models(folder: Path, framework: int | None = None) -> list[str]:
    found = read_model_folder(folder, framework).models
    return [Path(str(origin.source)).name for origin in found]


def test_models_of_every_format_are_found_in_order_of_names(tmp_path: Path) -> None:
    names = ["a.onnx", "b.pb", "c.mindir", "d.tflite", "e.pt2", "f.prototxt", "g.keras", "H.ONNX"]
    assert sorted(models(filled(tmp_path, *names))) == sorted(names)
    assert models(tmp_path) == sorted(names)


def test_what_is_no_model_is_skipped_and_named(tmp_path: Path) -> None:
    filled(tmp_path, "a.onnx", "a.om", "notes.txt", "list.json", "weights.npz", ".hidden.onnx")
    (tmp_path / "more").mkdir()
    found = read_model_folder(tmp_path)
    assert found.skipped == ("a.om", "list.json", "more", "notes.txt", "weights.npz")
    assert len(found.models) == 1


def test_files_that_belong_to_a_model_are_not_named(tmp_path: Path) -> None:
    filled(tmp_path, "lenet.prototxt", "lenet.caffemodel", "lenet.inputs.json")
    found = read_model_folder(tmp_path)
    assert found.models == (
        ModelOrigin(tmp_path / "lenet.prototxt", None, tmp_path / "lenet.caffemodel"),
    )
    assert found.skipped == ()


def test_weights_of_no_model_are_named(tmp_path: Path) -> None:
    filled(tmp_path, "deploy.prototxt", "lenet.caffemodel", "other.inputs.json", "state.pth")
    found = read_model_folder(tmp_path)
    assert found.skipped == ("lenet.caffemodel", "other.inputs.json", "state.pth")
    assert found.models[0].weight is None


def test_a_format_whose_models_all_have_weights_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = replace(CAFFE, suffixes=(".net",), weight_suffix=".bin", needs_weight=True)
    monkeypatch.setattr(model_folder, "frontends", lambda: (apart,))
    path = filled(tmp_path, "deploy.net") / "deploy.net"
    with pytest.raises(ModelError, match=r"call their file deploy\.bin, or tune this model alone"):
        require_weight(ModelOrigin(path))
    with pytest.raises(ModelError, match=r"deploy\.bin, or .* aoe compile and --weight$"):
        found_origin(path)


def test_models_that_keep_no_weights_apart_need_none(tmp_path: Path) -> None:
    require_weight(ModelOrigin(filled(tmp_path, "a.onnx") / "a.onnx"))
    # A network of Caffe may have no weights: its reader says if it does.
    path = filled(tmp_path, "net.prototxt") / "net.prototxt"
    assert found_origin(path).weight is None


def test_a_folder_that_is_a_saved_model_is_one_model(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    filled(tmp_path / "saved", "saved_model.pb")
    assert models(tmp_path) == ["saved"]
    assert models(tmp_path / "saved") == ["saved"]


def test_only_models_of_the_framework_that_is_asked_for_count(tmp_path: Path) -> None:
    filled(tmp_path, "a.onnx", "b.pb", "c.tflite")
    found = read_model_folder(tmp_path, 5)
    assert [origin.framework for origin in found.models] == [5]
    assert found.skipped == ("b.pb", "c.tflite")


@pytest.mark.parametrize("names", [(), ("notes.txt",), ("a.onnx",)])
def test_a_folder_without_a_model_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    filled(tmp_path, *names)
    with pytest.raises(UsageError, match=r"^[^-].*: there is no model of --framework=0 in it"):
        read_model_folder(tmp_path, 0)


def test_a_folder_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read it"):
        read_model_folder(tmp_path / "missing")


def named(*names: str) -> tuple[str, ...]:
    return unique_names([ModelOrigin(Path(name)) for name in names])


def test_models_of_one_stem_are_told_apart_by_their_suffixes() -> None:
    assert named("net.onnx", "net.pb", "other.pb") == ("net_onnx", "net_pb", "other")


def test_names_can_be_names_of_files() -> None:
    assert named("a b.onnx", "a_b.onnx") == ("a_b_onnx", "a_b_onnx_2")


@given(st.lists(st.text("ab. /_", min_size=1, max_size=4), max_size=8))
def test_names_are_different_whatever_the_files_are_called(stems: list[str]) -> None:
    found = named(*(f"{stem}.onnx" for stem in stems))
    assert len({*found}) == len(found) == len(stems)


def test_a_pipe_is_no_model_whatever_its_name(tmp_path: Path) -> None:
    os.mkfifo(filled(tmp_path, "a.onnx") / "pipe.onnx")
    assert models(tmp_path) == ["a.onnx"]
    assert read_model_folder(tmp_path).skipped == ("pipe.onnx",)
