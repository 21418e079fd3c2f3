"""Models with open shapes as files: written, opened, compiled there."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.model.open_shapes.open_file import is_open, open_model_of, opened
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.precision_request import precision_request
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.errors import ModelError, OfflineModelError, UnsupportedModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.switches import Switches
from aoe.runtime.open_model import write_open_model
from aoe.settings import read_settings
from tests.graph.models import model, weights

W = weights(300, 40)
PRODUCT = model("(float[rows,300] x) => (float[rows,40] y) { p = MatMul(x, w)  y = Relu(p) }", w=W)


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")


def rows(count: int) -> np.ndarray:
    return np.random.default_rng(count).standard_normal((count, 300)).astype(np.float32)


def assert_right(session: aoe.InferenceSession, count: int) -> None:
    x = rows(count)
    found = session.run(None, {"x": x})[0]
    np.testing.assert_allclose(found, np.maximum(x @ W, 0), rtol=1e-4, atol=1e-4)


def saved(path: Path, device: str = "cpu") -> Path:
    with aoe.compile(PRODUCT, threads=1, device=device) as session:
        session.save(path)
    return path


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_a_file_takes_any_shape(tmp_path: Path, device: str) -> None:
    with aoe.InferenceSession(saved(tmp_path / "m.om", device), threads=1) as session:
        assert session.get_inputs()[0].fixed_shape == (-1, 300)
        for count in (2, 5, 2):
            assert_right(session, count)


def test_weights_are_in_the_file_once(tmp_path: Path) -> None:
    size = saved(tmp_path / "m.om").stat().st_size
    assert W.nbytes < size < W.nbytes + 5000


def test_programs_compiled_ahead_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = CompileRequest(read_settings(), 1)
    shapes = opened(read_model(ModelOrigin(PRODUCT)), request, 1)
    shapes.prepare_ahead([{"x": (3, 300)}, {"x": (4, 300)}])
    write_open_model(tmp_path / "m.om", open_model_of(shapes))
    shapes.close()
    with monkeypatch.context() as patch, aoe.InferenceSession(tmp_path / "m.om", 1) as session:
        patch.setattr(Specializer, "compiled", None)  # calling it would fail
        assert_right(session, 3)
        assert_right(session, 4)
    with aoe.InferenceSession(tmp_path / "m.om", threads=1) as session:
        assert_right(session, 5)


def test_programs_for_another_machine_are_compiled_again(tmp_path: Path) -> None:
    request = CompileRequest(read_settings(), 1)
    shapes = opened(read_model(ModelOrigin(PRODUCT)), request, 1)
    shapes.prepare_ahead([{"x": (3, 300)}])
    made = open_model_of(shapes)
    shapes.close()
    (program,) = made.programs
    useless = replace(program, objects=dict.fromkeys(program.objects, b""))
    foreign = replace(made.manifest.target, features="+unheard-of")
    manifest = replace(made.manifest, target=foreign)
    write_open_model(tmp_path / "m.om", replace(made, manifest=manifest, programs=(useless,)))
    with aoe.InferenceSession(tmp_path / "m.om", threads=1) as session:
        assert_right(session, 3)


def test_the_precision_asked_for_is_kept(tmp_path: Path) -> None:
    wanted = precision_request({"precision_mode": "force_fp16"}, tmp_path)
    request = CompileRequest(read_settings(), 1, precision=wanted)
    with InferenceSession(opened(read_model(ModelOrigin(PRODUCT)), request, 1)) as session:
        session.save(tmp_path / "m.om")
        x = rows(2)
        rounded = session.run(None, {"x": x})[0]
    assert np.abs(rounded - np.maximum(x @ W, 0)).max() > 1e-3
    with aoe.InferenceSession(tmp_path / "m.om", threads=1) as session:
        np.testing.assert_array_equal(session.run(None, {"x": x})[0], rounded)


def test_what_is_switched_off_stays_off(tmp_path: Path) -> None:
    switches = Switches(fusions_off=frozenset({"epilogue"}))
    request = CompileRequest(read_settings(), 1, switches=switches)
    with InferenceSession(opened(read_model(ModelOrigin(PRODUCT)), request, 1)) as session:
        usual = aoe.compile(PRODUCT, threads=1)
        off = [name for name, _ in session.profile({"x": rows(2)})]
        assert len(off) > len(usual.profile({"x": rows(2)}))
        session.save(tmp_path / "m.om")
    with aoe.InferenceSession(tmp_path / "m.om", threads=1) as session:
        assert [name for name, _ in session.profile({"x": rows(2)})] == off


def test_a_file_says_that_memory_is_not_reused(tmp_path: Path) -> None:
    options = aoe.ModelOptions(disable_reuse_memory=True)
    with aoe.compile(PRODUCT, threads=1, model_options=options) as session:
        session.save(tmp_path / "m.om")
    with InferenceSession(tmp_path / "m.om", threads=1) as session:
        assert session._shapes is not None
        assert not session._shapes.specializer.request.reuse_memory
        assert_right(session, 3)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.om")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(OfflineModelError, match="damaged"):
        aoe.InferenceSession(path)


@pytest.mark.parametrize("key", ["aoe.default_inputs", "aoe.texts", "aoe.room"])
@pytest.mark.parametrize("text", ["{", "[[1]]", '{"x": 5}'])
def test_a_file_with_other_records_is_refused(key: str, text: str, tmp_path: Path) -> None:
    request = CompileRequest(read_settings(), 1)
    with closing(opened(read_model(ModelOrigin(PRODUCT)), request, 1)) as shapes:
        made = open_model_of(shapes)
    proto = onnx.ModelProto.FromString(made.model)
    onnx.helper.set_model_props(proto, {key: text})
    write_open_model(tmp_path / "m.om", replace(made, model=proto.SerializeToString()))
    with pytest.raises(OfflineModelError, match=r"m\.om: what is recorded of its model is damaged"):
        aoe.InferenceSession(tmp_path / "m.om")


def test_a_file_that_is_no_model_of_onnx_is_named(tmp_path: Path) -> None:
    request = CompileRequest(read_settings(), 1)
    with closing(opened(read_model(ModelOrigin(PRODUCT)), request, 1)) as shapes:
        made = open_model_of(shapes)
    write_open_model(tmp_path / "a.om", replace(made, model=b""))
    with pytest.raises(OfflineModelError, match=r"a\.om: the model in it is damaged"):
        aoe.InferenceSession(tmp_path / "a.om")
    write_open_model(tmp_path / "b.om", replace(made, request={}))
    with pytest.raises(OfflineModelError, match=r"b\.om does not say how to compile"):
        aoe.InferenceSession(tmp_path / "b.om")


def test_messages_name_the_file_of_open_shapes(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.om")
    with (
        InferenceSession(path, threads=1) as session,
        pytest.raises(UsageError, match=rf"{path} has open shapes, so it is more than one"),
    ):
        _ = session.model


def test_a_model_is_open_where_sizes_are() -> None:
    def decided(text: str, **shapes: tuple[int, ...]) -> bool:
        return is_open(read_model(ModelOrigin(model(text))), shapes)

    assert decided("(float[n] x) => (float[n] y) { y = Relu(x) }")
    assert not decided("(float[n] x) => (float[n] y) { y = Relu(x) }", x=(3,))
    assert not decided("(float[3] x) => (float[3] y) { y = Relu(x) }")


def test_a_model_of_fixed_shapes_is_open_where_it_needs_values() -> None:
    text = "(float[4] x, int64[2] s) => (float[{}] y) {{ y = Reshape(x, s) }}"
    feed = {"x": np.arange(4, dtype=np.float32), "s": np.array([2, 2])}
    for declared, expected in (("2,2", False), ("a,b", True)):
        with aoe.compile(model(text.format(declared)), threads=1) as session:
            assert session.is_open == expected
            assert session.run(None, feed)[0].tolist() == [[0, 1], [2, 3]]
    with pytest.raises(ModelError, match=r"export it without this: y \(Unheard\)"):
        aoe.compile(model("(float[4] x) => (float[4] y) { y = Unheard(x) }"), threads=1)


@pytest.mark.parametrize("declared", ["float[5,3]", "float[100]"])
def test_a_model_of_fixed_shapes_that_no_value_helps_is_refused_at_once(declared: str) -> None:
    text = f"""({declared} x) => (float[q] z) {{
        s = ReduceSum <keepdims = 0> (x) p = Greater(s, zero)
        y = If (p) <then_branch = t () => (float[a] b) {{ b = Identity(four) }},
            else_branch = l () => (float[c] d) {{ d = Slice(four, start, end) }}>
        z = CumSum <reverse = 1> (y, axis) }}"""
    numbers = {"start": np.asarray([0]), "end": np.asarray([2]), "axis": np.asarray(0)}
    proto = model(text, zero=np.asarray(0, np.float32), four=np.ones(4, np.float32), **numbers)
    with pytest.raises(UnsupportedModelError, match=r"\(CumSum\) needs to know how many rows"):
        aoe.compile(proto, threads=1)
    proto.graph.input[0].CopyFrom(onnx.helper.make_tensor_value_info("x", 1, [3]))
    with aoe.compile(proto, threads=1) as session:
        assert session.is_open


def test_sessions_keep_as_many_shapes_however_they_are_made() -> None:
    assert aoe.CacheOptions().kept_shapes == KEPT_SHAPES


@pytest.mark.parametrize("kept", [0, -1, 1.5, "8"])
def test_how_many_shapes_stay_is_a_number(kept: int) -> None:
    with pytest.raises(UsageError, match="kept_shapes"):
        aoe.compile(PRODUCT, threads=1, cache=aoe.CacheOptions(kept_shapes=kept))


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_an_input_of_fixed_shape_may_be_left_out_of_the_ranges(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    proto = model("(float[rows,8] x, float[1,8] b) => (float[rows,8] y) { y = Add(x, b) }")
    options = aoe.ModelOptions(input_shape_range="x:[2~8,8]")
    x, b = np.ones((4, 8), np.float32), np.ones((1, 8), np.float32)
    with aoe.compile(proto, threads=1, device=device, model_options=options) as session:
        monkeypatch.setattr(Specializer, "compiled", None)  # calling it would fail
        np.testing.assert_array_equal(session.run(None, {"x": x, "b": b})[0], x + b)


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ("z:[1~2]", r"ModelOptions\.input_shape_range names 'z', but .* are 'x', 'y'"),
        ("x:[2~8,8]", r"input 'y' has the shape \[rows, 8\]; .* or input_shape must give it, too"),
        (
            "x:[2,7];y:[2,8]",
            r"ModelOptions\.input_shape_range: input 'x' has the size 7 in .* fixes it to 8",
        ),
    ],
)
def test_ranges_that_do_not_fit_the_inputs_are_refused(ranges: str, message: str) -> None:
    proto = model("(float[rows,8] x, float[rows,8] y) => (float[rows,8] z) { z = Add(x, y) }")
    options = aoe.ModelOptions(input_shape_range=ranges)
    with pytest.raises(UsageError, match=message):
        aoe.compile(proto, threads=1, model_options=options)
