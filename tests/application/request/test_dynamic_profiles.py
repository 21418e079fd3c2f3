"""Several shapes in one offline model: what is asked for is checked, stored once, tuned once, and
the right one runs.
"""

from __future__ import annotations

import json
import platform
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.request.dynamic_profiles import dynamic_profiles, profile_text
from aoe.application.request.request_options import options_of
from aoe.application.request.shapes import check_input_format
from aoe.application.request.tune_request import tune_request
from aoe.application.tune.job_folder import jobs_in
from aoe.errors import UsageError
from aoe.frontends import onnx as onnx_frontend
from aoe.frontends.onnx import read_onnx
from aoe.runtime.offline_model import write_offline_model
from aoe.settings import read_settings
from tests.application.conftest import expected
from tests.backends.cpu.changed_target import changed

ENDING = f"_{platform.system().lower()}_{platform.machine()}"
BATCHES = ["--model=small.onnx", "--job_type=2", "--input_shape=x:-1,8", "--threads=1"]


def profiles(shapes: dict[str, tuple[int, ...]], **options: str) -> list[dict[str, Any]]:
    found = dynamic_profiles(options)
    assert found is not None
    return list(found.profiles(shapes))


def test_batch_sizes_take_the_place_of_every_first_dimension() -> None:
    shapes = {"a": (-1, 3), "b": (-1,), "c": (5,), "s": ()}
    assert profiles(shapes, dynamic_batch_size="1, 4") == [
        {"a": (1, 3), "b": (1,), "c": (5,), "s": ()},
        {"a": (4, 3), "b": (4,), "c": (5,), "s": ()},
    ]


@pytest.mark.parametrize(("form", "shape"), [("NCHW", (1, 3, -1, -1)), ("NHWC", (1, -1, -1, 3))])
def test_image_sizes_are_heights_and_widths(form: str, shape: tuple[int, ...]) -> None:
    found = profiles({"i": shape}, dynamic_image_size="8,16;4,2", input_format=form)
    sizes = [[size for size in item["i"] if size not in (1, 3)] for item in found]
    assert sizes == [[8, 16], [4, 2]]


def test_dims_take_the_place_of_each_open_dimension_in_order() -> None:
    shapes = {"a": (-1, 3, -1), "b": (2, -1)}
    found = profiles(shapes, dynamic_dims="1,2,3;4,5,6", input_format="ND")
    assert found == [{"a": (1, 3, 2), "b": (2, 3)}, {"a": (4, 3, 5), "b": (2, 6)}]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"dynamic_batch_size": "1,2", "dynamic_dims": "1;2"}, "exclude each other"),
        ({"dynamic_batch_size": "1,2", "dynamic_image_size": "1,1;2,2"}, "exclude each other"),
        ({"dynamic_batch_size": "1,2", "input_shape_range": "x:[1~2]"}, "--input_shape_range"),
        ({"dynamic_batch_size": "1"}, "gives 1 profile; give 2"),
        ({"dynamic_batch_size": ",".join(map(str, range(1, 102)))}, "101 profiles"),
        ({"dynamic_batch_size": "1,0"}, "'0' is not a positive"),
        ({"dynamic_batch_size": f"1,{'9' * 5000}"}, "9…' has more than 18 digits"),
        ({"dynamic_batch_size": "1,two"}, "'two' is not a positive"),
        ({"dynamic_batch_size": "1,-2"}, "'-2' is not a positive"),
        ({"dynamic_batch_size": "1,2,1"}, "gives 1 twice"),
        ({"dynamic_image_size": "1,2;3"}, "heights and widths"),
        ({"dynamic_image_size": "1,2;3,4", "input_format": "ND"}, "NCHW or NHWC"),
        ({"dynamic_dims": "1;2"}, "--input_format=ND"),
        ({"dynamic_dims": "1;2", "input_format": "NCHW"}, "--input_format=ND"),
        ({"dynamic_dims": "1;2", "input_format": "ND", "insert_op_conf": "f"}, "insert_op_conf"),
    ],
)
def test_what_is_no_set_of_profiles_is_refused(options: dict[str, str], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        dynamic_profiles(options)


@pytest.mark.parametrize(
    ("shapes", "options", "named"),
    [
        ({"x": (1, 8)}, {"dynamic_batch_size": "1,2"}, "with -1"),
        ({"x": (1, -1)}, {"dynamic_batch_size": "1,2"}, "first alone"),
        ({"x": (-1, -1)}, {"dynamic_batch_size": "1,2"}, "first alone"),
        ({"x": (1, 3, -1, 4)}, {"dynamic_image_size": "1,2;3,4"}, "height and width"),
        ({"x": (1, -1, -1, 3)}, {"dynamic_image_size": "1,2;3,4"}, "NCHW"),
        ({"x": (-1, -1)}, {"dynamic_dims": "1;2", "input_format": "ND"}, "1 numbers"),
    ],
)
def test_open_dimensions_must_be_where_the_option_needs_them(
    shapes: dict[str, tuple[int, ...]], options: dict[str, str], named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        profiles(shapes, **options)


def test_an_open_dimension_without_profiles_is_refused(place: Path) -> None:
    given = {"model": "small.onnx", "job_type": "2", "input_shape": "x:-1,8"}
    with pytest.raises(UsageError, match="--dynamic_batch_size"):
        tune_request(given, read_settings())


@pytest.mark.parametrize(
    ("values", "text"),
    [([1, 8], "1,8"), ([(1, 2), (3, 4)], "1,2;3,4"), ("1,2", "1,2"), (None, None)],
)
def test_profiles_may_be_numbers_in_python(values: Any, text: str | None) -> None:
    assert profile_text("dynamic_dims", values) == text


def test_what_is_neither_text_nor_numbers_is_refused() -> None:
    with pytest.raises(UsageError, match="not profiles"):
        profile_text("dynamic_dims", 5)  # type: ignore[arg-type]


def test_profiles_are_recorded_with_a_job(place: Path) -> None:
    given = {
        "model": "small.onnx",
        "job_type": "2",
        "input_shape": "x:-1,8",
        "dynamic_batch_size": "2,3",
        "output": "out",
    }
    request = tune_request(given, read_settings())
    assert tune_request(options_of(request), read_settings()) == request


@pytest.fixture
def tuned(place: Path) -> Path:
    """`out<ending>.om` of batch sizes 2 and 3."""
    assert main([*BATCHES, "--dynamic_batch_size=2,3", "--output=out", "--budget=20"]) == 0
    return place / f"out{ENDING}.om"


def test_one_offline_model_holds_all_profiles_and_each_runs(
    tuned: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with aoe.InferenceSession(tuned, threads=1) as session:
        assert [item.shape for item in session.get_inputs()] == [[None, 8]]
        assert [item.shape for item in session.get_outputs()] == [[None, 4]]
        for batch in (3, 2, 3):
            x = np.random.default_rng(batch).standard_normal((batch, 8)).astype(np.float32)
            np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)
            assert session.time_runs({"x": x}, 2)
            assert session.profile({"x": x})
        with pytest.raises(UsageError, match=r"takes x:4,8; its profiles: x:2,8; x:3,8"):
            session.run(None, {"x": np.zeros((4, 8), np.float32)})
        with pytest.raises(UsageError, match="is missing"):
            session.run(None, {})
    with pytest.raises(aoe.AoeError, match="closed"):
        session.run(None, {"x": np.zeros((3, 8), np.float32)})
    for profile, rows in ((1, 2), (2, 3)):
        assert main(["run", str(tuned), "--random", "--threads=1", f"--profile={profile}"]) == 0
        assert f"[{rows}, 4]" in capsys.readouterr().out
    assert main(["run", str(tuned), "--random", "--profile=3"]) == 2
    bench = ["bench", str(tuned), "--seconds=0.1", "--threads=1", "--compare=onnxruntime"]
    assert main([*bench, "--profile=2"]) == 0
    (job,) = jobs_in(place / "aoe_workspace")
    assert job.record.finished


def test_constants_are_stored_once(tuned: Path) -> None:
    with zipfile.ZipFile(tuned) as archive:
        assert archive.getinfo("constants.bin").file_size == 8 * 4 * 4
        names = archive.namelist()
        assert len([name for name in names if name.startswith("code/thread_pool")]) == 1
        assert len(json.loads(archive.read("profiles.json"))) == 1


def test_equal_operators_of_profiles_are_tuned_once(place: Path) -> None:
    model = onnx.load("small.onnx")
    node = onnx.helper.make_node("Add", ["c", "c"], ["z"], name="add")
    model.graph.node.append(node)
    info = onnx.helper.make_tensor_value_info
    model.graph.input.append(info("c", onnx.TensorProto.FLOAT, [64, 64]))
    model.graph.output.append(info("z", onnx.TensorProto.FLOAT, [64, 64]))
    result = aoe.tune(
        model,
        model_options=aoe.ModelOptions(dynamic_batch_size=[2, 3]),
        input_shape="x:-1,8;c:64,64",
        threads=1,
        output="o",
        budget=40,
    )
    uses = {outcome.name: outcome.uses for outcome in result.outcomes}
    assert uses["add"] == 2
    assert {"product", "product@2"} <= set(uses)
    assert result.model_path == place / f"o{ENDING}.om"


def test_the_default_name_tells_the_platform(place: Path) -> None:
    result = aoe.tune(
        "small.onnx",
        model_options=aoe.ModelOptions(dynamic_batch_size="2,3"),
        input_shape="x:-1,8",
        threads=1,
        budget=0.01,
    )
    assert result.model_path.name == f"{result.model_path.parents[2].name}_tune{ENDING}.om"


def scaled_model() -> onnx.ModelProto:
    """`y` is `x` times the scalar `s`."""
    return onnx.parser.parse_model("""<ir_version: 10, opset_import: ["": 21]>
        scaled (float[batch, 8] x, float s) => (float[batch, 8] y) { y = Mul(x, s) }""")


def test_profiles_name_every_input_scalars_too() -> None:
    with pytest.raises(UsageError, match=r"every input of the given model .* leaves out s \[\]"):
        aoe.compile(
            scaled_model(),
            input_shape="x:-1,8",
            model_options=aoe.ModelOptions(dynamic_batch_size=[2, 3]),
        )
    shapes = {"x": (-1, 8), "s": ()}
    with aoe.compile(
        scaled_model(),
        input_shape=shapes,
        model_options=aoe.ModelOptions(dynamic_batch_size=[2, 3]),
        threads=1,
    ) as session:
        assert [item.shape for item in session.get_inputs()] == [[None, 8], []]
        for batch in (2, 3):
            x = np.full((batch, 8), batch, np.float32)
            (found,) = session.run(None, {"x": x, "s": np.float32(2)})
            np.testing.assert_array_equal(found, 2 * x)


def test_the_source_is_read_once_for_all_profiles(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path | bytes] = []

    def counted(given: Path | bytes) -> onnx_ir.Model:
        reads.append(given)
        return read_onnx(given)

    monkeypatch.setattr(onnx_frontend, "read_onnx", counted)
    aoe.compile(
        Path("small.onnx").read_bytes(),
        input_shape="x:-1,8",
        model_options=aoe.ModelOptions(dynamic_batch_size="1,2,3"),
    ).close()
    assert len(reads) == 1


def test_profiles_of_another_machine_are_compiled_again_with_constants_stored_once(
    place: Path, tmp_path: Path
) -> None:
    with aoe.compile(
        "small.onnx",
        input_shape="x:-1,8",
        model_options=aoe.ModelOptions(dynamic_batch_size=[2, 3, 5]),
        threads=1,
    ) as session:
        model = session.model
    target = changed(model.manifest.target, cpu="other", features="+no-machine-has-this")
    foreign = replace(model, manifest=replace(model.manifest, target=target))
    write_offline_model("foreign.om", foreign)
    with aoe.InferenceSession("foreign.om", threads=1) as session:
        assert session.model.manifest.target.model != "other"
        assert session.model.constant_data.nbytes == model.constant_data.nbytes
        for batch in (5, 2, 3):
            x = np.random.default_rng(batch).standard_normal((batch, 8)).astype(np.float32)
            np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


@pytest.mark.parametrize("text", ["NHWC", "NDHWC", "FRACTAL"])
def test_an_input_format_that_onnx_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="taken as the model has them; use NCHW, NCDHW or ND"):
        check_input_format(text, None)


def test_input_formats_of_onnx_models_are_taken() -> None:
    image = dynamic_profiles({"dynamic_image_size": "1,2;3,4", "input_format": "NHWC"})
    for text, dynamic in ((None, None), ("NCHW", None), ("NCDHW", None), ("NHWC", image)):
        check_input_format(text, dynamic)


def test_what_profiles_pack_alike_is_packed_once(place: Path) -> None:
    weights = np.random.default_rng(0).standard_normal((64, 96)).astype(np.float32)
    model = onnx.parser.parse_model("""<ir_version: 10, opset_import: ["": 21]>
        packing (float[batch, 8] x, float[48, 64] c) => (float[batch, 8] y, float[48, 96] z)
        { y = Relu(x) z = MatMul(c, w) }""")
    model.graph.initializer.append(onnx.numpy_helper.from_array(weights, "w"))
    with aoe.compile(
        model,
        input_shape="x:-1,8;c:48,64",
        model_options=aoe.ModelOptions(dynamic_batch_size=[2, 3, 4]),
        threads=1,
    ) as session:
        first, *others = (profile.plan for profile in session.model.profiles)
        assert first.prepare
        assert all(call.done is not None for call in first.prepare)
        for plan in others:
            assert (plan.prepare, plan.packed_bytes) == (first.prepare, first.packed_bytes)
        for batch in (3, 2, 4, 3):
            c = np.random.default_rng(batch).standard_normal((48, 64)).astype(np.float32)
            x = np.full((batch, 8), batch, np.float32)
            y, z = session.run(None, {"x": x, "c": c})
            np.testing.assert_array_equal(y, x)
            expected = c @ weights
            np.testing.assert_allclose(z, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
