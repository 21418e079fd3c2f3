"""Default inputs that a caller gives, compared with ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import aoe
from aoe.errors import AoeError, OfflineModelError, UsageError
from tests.graph.models import model, one_thread

Feed = Mapping[str, np.ndarray]

X = np.arange(6, dtype=np.float32).reshape(2, 3)
ROW, SCALE = np.array([1, 2, 4], np.float32), np.array(2, np.float32)
LINEAR = """(float[2,3] x, float[3] row, float scale) => (float[2,3] y)
<float[3] row = {1, 2, 4}, float scale = {2}> {
   sum = Add(x, row)
   y = Mul(sum, scale)
}"""
CONVOLUTION = """(float[1,1,4,4] x, float[2,1,3,3] w) => (float[1,2,2,2] y)
<float[2,1,3,3] w = {1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9}> { y = Conv(x, w) }"""
RESHAPE = """(float[2,3] x, int64[2] shape) => (float[a,b] y)
<int64[2] shape = {3, 2}> { y = Reshape(x, shape) }"""
OPEN = """(float[n,3] x, float[3] row) => (float[n,3] y)
<float[3] row = {1, 2, 4}> { y = Add(x, row) }"""
OPEN_DEFAULT = """(float[2,3] x, float[n] row) => (float[2,3] y)
<float[3] row = {1, 2, 4}> { y = Add(x, row) }"""


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")


def onnxruntime_session(source: onnx.ModelProto) -> onnxruntime.InferenceSession:
    data = source.SerializeToString()
    return onnxruntime.InferenceSession(data, one_thread(), providers=["CPUExecutionProvider"])


def require_same(source: onnx.ModelProto, feeds: Sequence[Feed]) -> None:
    """Requires the default inputs and outputs of ONNX Runtime, for one feed after another."""
    peer = onnxruntime_session(source)
    with aoe.InferenceSession(source.SerializeToString(), threads=1) as session:
        listed = [
            [(item.name, item.shape, item.type) for item in found.get_overridable_initializers()]
            for found in (session, peer)
        ]
        assert listed[0] == listed[1]
        assert [item.name for item in session.get_inputs()] == ["x"]
        for feed in feeds:
            np.testing.assert_allclose(
                session.run(None, feed)[0], peer.run(None, dict(feed))[0], rtol=1e-5
            )


def test_scalars_and_vectors_are_overridden_alone_and_together() -> None:
    scale, row = np.array(-3, np.float32), np.array([7, 8, 9], np.float32)
    given: list[Feed] = [{}, {"scale": scale}, {"row": row}, {"row": row, "scale": scale}, {}]
    require_same(model(LINEAR), [{"x": X, **item} for item in given])


def test_the_weight_of_a_convolution_is_overridden() -> None:
    x = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
    w = np.linspace(-1, 1, 18, dtype=np.float32).reshape(2, 1, 3, 3)
    require_same(model(CONVOLUTION), [{"x": x}, {"x": x, "w": w}, {"x": x, "w": 2 * w}])


def test_a_value_that_decides_shapes_is_overridden() -> None:
    shapes = [np.array(shape, np.int64) for shape in ((6, 1), (1, 6), (2, 3))]
    feeds: list[Feed] = [{"x": X, "shape": shape} for shape in shapes]
    require_same(model(RESHAPE), [{"x": X}, *feeds])


def test_a_model_with_open_shapes_has_default_inputs_too(tmp_path: Path) -> None:
    row = np.array([7, 8, 9], np.float32)
    feeds: list[Feed] = [{"x": X}, {"x": X, "row": row}, {"x": X[:1], "row": row}, {"x": X[:1]}]
    require_same(model(OPEN), feeds)
    with aoe.compile(model(OPEN)) as session:
        session.save(tmp_path / "open.om")
    with aoe.InferenceSession(tmp_path / "open.om", threads=1) as session:
        assert [item.name for item in session.get_overridable_initializers()] == ["row"]
        for feed in feeds:
            expected = feed["x"] + feed.get("row", ROW)
            np.testing.assert_array_equal(session.run(None, feed)[0], expected)


def test_a_default_input_may_have_an_open_shape() -> None:
    rows = [np.array([7, 8, 9], np.float32), np.array([5], np.float32)]
    feeds: list[Feed] = [{"x": X, "row": row} for row in rows]
    require_same(model(OPEN_DEFAULT), [{"x": X}, *feeds])


def test_an_initializer_is_constant_in_models_of_version_3() -> None:
    source = model(LINEAR)
    source.ir_version = 3
    require_same(source, [{"x": X}])
    with aoe.compile(source) as session, pytest.raises(UsageError, match="no input 'scale'"):
        session.run(None, {"x": X, "scale": SCALE})


@pytest.mark.parametrize(
    ("feed", "message"),
    [
        (
            {"x": X, "row": ROW.astype(np.float64)},
            r"'row' is float64 of shape .*; the model needs .*; astype\('float32'\) converts it",
        ),
        ({"x": X, "row": ROW[:2]}, r"'row' is float32 of shape \(2,\); the model needs .*\)$"),
        ({"row": ROW}, "input 'x' is missing; the model's inputs: x, row"),
        ({"x": X, "row": ROW, "z": X}, "the model has no input 'z'; its inputs: x, row"),
    ],
)
def test_what_does_not_fit_is_named(feed: Feed, message: str) -> None:
    with (
        aoe.compile(model(LINEAR)) as session,
        pytest.raises(UsageError, match=message),
    ):
        session.run(None, feed)


def test_other_calls_take_default_inputs() -> None:
    row = np.array([7, 8, 9], np.float32)
    feed: dict[str, np.ndarray] = {"x": X, "row": row}
    expected = 2 * (X + row)
    with aoe.compile(model(LINEAR)) as session:
        out = np.empty_like(X)
        assert session.run(None, feed, out={"y": out})[0] is out
        np.testing.assert_array_equal(out, expected)
        binding = session.io_binding()
        for name, array in feed.items():
            binding.bind_cpu_input(name, array)
        binding.bind_output("y")
        session.run_with_iobinding(binding)
        np.testing.assert_array_equal(binding.copy_outputs_to_cpu()[0], expected)
        assert len(session.time_runs(feed, 2)) == 2
        assert session.profile(feed)
        with pytest.raises(UsageError, match="memory of the CPU"):
            session.run_on_device(None, feed)
    with pytest.raises(AoeError, match="session is closed"):
        session.run(None, feed)


def test_an_offline_model_of_fixed_shapes_says_what_it_needs(tmp_path: Path) -> None:
    with aoe.compile(model(LINEAR)) as session:
        session.save(tmp_path / "linear.om")
    with aoe.InferenceSession(tmp_path / "linear.om") as session:
        assert session.get_overridable_initializers() == []
        assert session.get_modelmeta().custom_metadata_map == {}
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], (X + ROW) * SCALE)
        with pytest.raises(UsageError, match=r"default value of 'scale'.*open the source model"):
            session.run(None, {"x": X, "scale": SCALE})


def test_an_offline_model_with_other_metadata_is_refused() -> None:
    with aoe.compile(model(LINEAR)) as session:
        offline = session.model
    others: list[Any] = [{"default_inputs": 5}, 7]
    for metadata in others:
        manifest = replace(offline.manifest, metadata=metadata)
        with pytest.raises(OfflineModelError, match="has metadata that is none"):
            aoe.InferenceSession(replace(offline, manifest=manifest))


def test_an_initializer_that_is_removed_becomes_an_input(tmp_path: Path) -> None:
    source = model(LINEAR)
    kept = [item for item in source.graph.initializer if item.name != "scale"]
    del source.graph.initializer[:]
    source.graph.initializer.extend(kept)
    with aoe.compile(source) as session:
        session.save(tmp_path / "linear.om")
    with aoe.InferenceSession(tmp_path / "linear.om") as session:
        assert [item.name for item in session.get_inputs()] == ["x", "scale"]
        found = session.run(None, {"x": X, "scale": np.negative(SCALE)})[0]
        np.testing.assert_array_equal(found, -(X + ROW) * SCALE)


def test_a_file_has_no_say_in_which_inputs_have_defaults() -> None:
    source = model("(float[2,3] x) => (float[2,3] y) { y = Neg(x) }")
    onnx.helper.set_model_props(source, {"aoe.default_inputs": '{"x": [2, 3]}'})
    with aoe.compile(source) as session:
        assert session.get_overridable_initializers() == []
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], -X)


def test_only_the_sets_of_inputs_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aoe.application.model.overrides.KEPT_SETS", 1)
    row = np.array([7, 8, 9], np.float32)
    scale = np.array(-3, np.float32)
    given: list[Feed] = [{"scale": scale}, {"row": row}, {"scale": scale}]
    require_same(model(LINEAR), [{"x": X, **item} for item in given])
    with aoe.compile(model(LINEAR)) as session:
        first = session.serving({"x": X, **given[0]})
        assert session.serving({"x": X, **given[0]}) is first
        session.serving({"x": X, **given[1]})
        assert session.serving({"x": X, **given[0]}) is not first
        assert session.serving({"x": X}) is session


def test_another_default_may_be_compiled_in(tmp_path: Path) -> None:
    row = np.array([7, 8, 9], np.float32)
    with aoe.compile(model(LINEAR), input_values={"row": row}) as session:
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], (X + row) * SCALE)
        np.testing.assert_array_equal(session.run(None, {"x": X, "row": ROW})[0], (X + ROW) * SCALE)
        session.save(tmp_path / "linear.om")
    with aoe.InferenceSession(tmp_path / "linear.om") as session:
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], (X + row) * SCALE)
    with pytest.raises(UsageError, match="'row' elements of float64; the model declares float32"):
        aoe.compile(model(LINEAR), input_values={"row": row.astype(np.float64)})
