"""Models become sessions: compiled at once, or when their shapes come."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.opening import opened_session
from aoe.errors import UnsupportedModelError, UsageError
from aoe.settings import read_settings
from tests.graph.models import model

TEXT = "(float[n,4] x, float[n,4] z) => (float[n,4] y) { y = Add(x, z) }"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    onnx.save(model(TEXT), tmp_path / "sum.onnx")
    return tmp_path / "sum.onnx"


def opened(path: Path, shapes: str | None = None, fixed: bool = False) -> aoe.InferenceSession:
    return opened_session(path, 1, shapes, read_settings(), fixed)


def test_a_source_model_is_open_unless_its_shapes_are_given(source: Path) -> None:
    with opened(source) as session:
        assert session.is_open
        for rows in (2, 3):
            x = np.ones((rows, 4), np.float32)
            np.testing.assert_array_equal(session.run(None, {"x": x, "z": x})[0], 2 * x)
    with opened(source, "x:2,4") as session:  # the other input has the same name of a size
        assert not session.is_open
        assert [item.shape for item in session.get_inputs()] == [[2, 4], [2, 4]]


def test_a_source_model_may_have_any_suffix(source: Path, tmp_path: Path) -> None:
    with opened(source.rename(tmp_path / "sum.bin"), "x:2,4") as session:
        assert not session.is_open
        session.save(tmp_path / "sum.model")
    with opened(tmp_path / "sum.model") as session:  # an offline model has, too
        assert not session.is_open


def test_what_is_no_model_at_all_is_told_as_such(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(3))
    with pytest.raises(UsageError, match=r"neither the suffix '\.npy' of .* is that of a model"):
        opened(tmp_path / "x.npy")


def test_a_command_that_takes_no_profiles_names_those_that_do(source: Path) -> None:
    with pytest.raises(UsageError, match=r"n,4\]; give .*; aoe tune and aoe compile also take"):
        opened(source, fixed=True)


def test_shapes_that_must_be_fixed_are_asked_for(source: Path) -> None:
    with pytest.raises(UsageError, match='--input_shape="x:'):
        opened(source, fixed=True)
    with opened(source, "x:2,4", fixed=True) as session:
        assert not session.is_open


def test_an_offline_model_is_as_it_was_saved(source: Path, tmp_path: Path) -> None:
    with opened(source) as session:
        session.save(tmp_path / "open.om")
    with opened(tmp_path / "open.om", "x:2,4") as session:
        assert session.is_open
    with pytest.raises(UsageError, match=r"open\.om has open shapes; give its source model"):
        opened(tmp_path / "open.om", fixed=True)
    with opened(source, "x:2,4") as session:
        session.save(tmp_path / "fixed.om")
    with pytest.raises(UsageError, match="the offline model has fixed shapes"):
        opened(tmp_path / "fixed.om", "x:2,4")


RESHAPED = "(float[4] x, int64[2] s) => (float[a,b] y) {{ u = {}(x) y = Reshape(u, s) }}"


@pytest.mark.parametrize("name", ["StringNormalizer", "Unheard", "other.Own", "com.microsoft.New"])
def test_operators_that_no_values_of_inputs_make_computable_are_reported_at_once(name: str) -> None:
    title = name.rpartition(".")[2]
    with pytest.raises(UnsupportedModelError, match=rf"without this: u \({title}\)") as caught:
        aoe.compile(model(RESHAPED.format(name)), threads=1)
    assert "y (Reshape)" not in str(caught.value)


def test_what_values_of_inputs_may_make_computable_is_left_to_them() -> None:
    chosen = """(float[4] x, bool c) => (float[4] y) {
        u = other.Own(x)
        y = If(c) <
            then_branch = t () => (float[4] v) { v = Identity(u) },
            else_branch = e () => (float[4] v) { v = Relu(x) }
        >
    }"""
    x = np.ones(4, np.float32)
    with aoe.compile(model(chosen), threads=1) as session:
        assert session.is_open
        np.testing.assert_array_equal(session.run(None, {"x": x, "c": np.array(False)})[0], x)
        with pytest.raises(UnsupportedModelError, match=r"u \(Own\) of domain other"):
            session.run(None, {"x": x, "c": np.array(True)})


def test_shapes_of_a_model_with_profiles_are_chosen_by_number(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shapes = ["--input_shape=x:-1,4;z:-1,4", "--dynamic_batch_size=1,2", "--threads=1"]
    assert main(["compile", source.name, *shapes, "--output=two"]) == 0
    (path,) = tmp_path.glob("two*.om")
    with pytest.raises(UsageError, match=r"of its 2 profiles, .* take --profile=N"):
        opened(path, "x:2,4;z:2,4")
