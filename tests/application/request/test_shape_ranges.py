"""The syntax of `--input_shape_range`, and the shapes that stand for a range."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir
import pytest

import aoe
from aoe.application.display.console import WarningsOnly
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.request.dynamic_profiles import dynamic_profiles
from aoe.application.request.shape_ranges import ShapeRanges, shape_ranges
from aoe.application.request.tune_request import tune_request
from aoe.application.tune.tune_job import run_tune_job
from aoe.errors import UnknownInputError, UsageError
from aoe.frontends.inputs.given_shapes import (
    given_by,
    giver_of,
    givers_of,
    require_known,
    with_sizes,
)
from aoe.frontends.inputs.input_shapes import fix_input_shapes
from aoe.settings import read_settings
from tests.application.conftest import expected


def ranges(text: str) -> ShapeRanges:
    found = shape_ranges({"input_shape_range": text})
    assert found is not None
    return found


def test_sizes_and_ranges_are_read() -> None:
    found = ranges("in:0:[1~8, 3,16 ~ 64]; scalar:[]")
    assert found.ranges == {"in:0": ((1, 8), (3, 3), (16, 64)), "scalar": ()}


def test_representative_shapes_are_the_ends_and_what_is_between() -> None:
    found = ranges("x:[1~16,3];y:[8~128]").profiles({"z": (2,)})
    assert found == (
        {"z": (2,), "x": (1, 3), "y": (8,)},
        {"z": (2,), "x": (4, 3), "y": (32,)},
        {"z": (2,), "x": (16, 3), "y": (128,)},
    )


def test_a_range_may_begin_at_zero() -> None:
    assert [shape["x"] for shape in ranges("x:[0~64]").profiles({})] == [(0,), (32,), (64,)]


def test_equal_shapes_stand_once() -> None:
    assert ranges("x:[4,3]").profiles({}) == ({"x": (4, 3)},)


@pytest.mark.parametrize(
    "text", ["x", "x:1,2", "x:[1;2]", "x:[8~1]", "x:[1~]", "x:[a]", "x:[1];x:[2]", ";", "x:[-2]"]
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--input_shape_range"):
        ranges(text)


def test_a_range_needs_bounds() -> None:
    with pytest.raises(UsageError, match=r"-1 has no bounds.*1~512"):
        ranges("x:[1~8,-1]")


@pytest.mark.parametrize("digits", [19, 400, 5000])
def test_a_size_of_more_digits_than_any_machine_has_room_for_is_refused(digits: int) -> None:
    with pytest.raises(UsageError, match="has more than 18 digits, for which no machine has room"):
        ranges(f"x:[1~{'9' * digits},3]")


def test_an_input_has_one_shape() -> None:
    with pytest.raises(UsageError, match="'x'"):
        ranges("x:[1~2]").profiles({"x": (1,)})


@pytest.mark.parametrize("option", ["dynamic_batch_size", "dynamic_dims", "dynamic_image_size"])
def test_profiles_and_ranges_exclude_each_other(option: str) -> None:
    with pytest.raises(UsageError, match="exclude each other"):
        dynamic_profiles({option: "1,2", "input_shape_range": "x:[1~2]"})


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_a_model_is_tuned_for_representative_shapes_and_takes_any(
    device: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = aoe.tune(
        "small.onnx",
        model_options=aoe.ModelOptions(input_shape_range="x:[1~4,8]"),
        device=device,
        threads=1,
        output="tuned",
        budget=0.01,
    )
    assert result.model_path.parent == place
    with aoe.InferenceSession(result.model_path, threads=1) as session:
        with monkeypatch.context() as patch:
            patch.setattr(Specializer, "compiled", None)  # calling it would fail
            for rows in (1, 2, 4):
                assert_right(session, rows)
        assert_right(session, 3)


@pytest.mark.usefixtures("place")
def test_compiling_makes_representative_shapes_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    options = aoe.ModelOptions(input_shape_range="x:[1~4,8]")
    with aoe.compile("small.onnx", threads=1, model_options=options) as session:
        monkeypatch.setattr(Specializer, "compiled", None)
        assert_right(session, 2)


def assert_right(session: aoe.InferenceSession, rows: int) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 8)).astype(np.float32)
    np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("q:[1~2,8]", "names 'q', but the inputs of"),
        ("x:[1~2,9]", "gives dimension 1 of 'x' the size 9"),
        ("x:[1~2]", r"gives 'x' 1 dimension \("),
    ],
)
def test_what_is_wrong_with_an_input_names_the_option_of_ranges(text: str, words: str) -> None:
    given = {"model": "small.onnx", "job_type": "2", "input_shape_range": text, "output": "tuned"}
    settings = read_settings()
    with pytest.raises(UsageError, match=rf"^--input_shape_range {words}"):
        run_tune_job(tune_request(given, settings), settings, WarningsOnly())


@pytest.mark.parametrize(("ranged", "option"), [("x", "input_shape_range"), ("z", "input_shape")])
def test_a_size_that_two_inputs_share_names_the_option_of_the_second(
    ranged: str, option: str
) -> None:
    values = [
        onnx_ir.Value(
            name=name,
            shape=onnx_ir.Shape(("b", 8)),
            type=onnx_ir.TensorType(onnx_ir.DataType.FLOAT),
        )
        for name in ("z", "x")
    ]
    model = onnx_ir.Model(onnx_ir.Graph(values, [], nodes=[]), ir_version=10)
    shapes = given_by("--input_shape_range", [ranged], {"z": (1, 8), "x": (2, 8)})
    with pytest.raises(UsageError, match=rf"^--{option} gives the dimension 'b' two sizes: 1 for"):
        fix_input_shapes(model, shapes, "m")


def test_what_several_options_give_is_missing_from_both() -> None:
    (first, *_) = ranges("x:[1~2]").profiles({"y": (3,)})
    assert givers_of(first) == "--input_shape_range or --input_shape"
    assert givers_of({"y": (3,)}) == "--input_shape"
    assert giver_of(with_sizes(first, {"x": (5,)}), "x") == "--input_shape_range"


def test_unknown_names_stand_with_the_options_that_gave_them() -> None:
    (first, *_) = ranges("x:[1~2]").profiles({"y": (3,), "z": (4,)})
    wanted = (
        "--input_shape names 'y' and --input_shape_range names 'x', but the inputs of m are 'z'"
    )
    with pytest.raises(UnknownInputError, match=f"^{wanted}$") as found:
        require_known(first, ["z"], "m")
    assert (found.value.option, found.value.names) == ("input_shape", ("y",))
    require_known(first, ["x", "y", "z"], "m")
