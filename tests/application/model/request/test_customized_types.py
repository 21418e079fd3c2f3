"""The file of element types of single operators, and a model that is compiled with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.application.model.request.compression_request import compression_request
from aoe.application.model.request.customized_types import (
    read_customize_dtypes,
    read_float8_layers,
)
from aoe.application.model.request.precision_request import precision_request
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import tune_request
from aoe.element_types import FLOAT8, FLOAT8_E5M2
from aoe.errors import UsageError
from aoe.frontends.customized_types import TYPES, CustomizedTypes, OperatorTypes
from aoe.graph.compression.forms import Form
from aoe.settings import read_settings
from tests.application.conftest import expected, small_model

LINE = "product::InputDtype:float16,float16,OutputDtype:float16\n"
X = np.linspace(-1, 1, 16, dtype=np.float32).reshape(2, 8)
#: What the product of float16 numbers gives.
ROUNDED = expected(X.astype(np.float16).astype(np.float32))


def read(place: Path, text: str) -> CustomizedTypes:
    (place / "types.cfg").write_text(text, "utf-8")
    return read_customize_dtypes("types.cfg", place)


def test_lines_are_by_name_or_by_type_of_ascend_or_onnx(place: Path) -> None:
    found = read(
        place,
        "a:b/c::InputDtype:float16,bfloat16,OutputDtype:float32\n\n"
        "OpType::MatMulV2:InputDtype:float16,OutputDtype:float16\n",
    )
    assert found.names == {"a:b/c": OperatorTypes(("float16", "bfloat16"), ("float32",))}
    assert found.types == {"MatMul": OperatorTypes(("float16",), ("float16",))}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no operator"),
        ("product\n", "line 1, 'product', must be like"),
        ("product::InputDtype:float16\n", "line 1"),
        ("a::InputDtype:float8,OutputDtype:float16\n", "'float8' is not an element type"),
        ("a::InputDtype:hifloat8,hifloat8,OutputDtype:float16\n", "float8_e4m3fn, float8_e5m2"),
        ("a::InputDtype:,OutputDtype:float16\n", "'' is not an element type"),
        ("OpType::Conw2D:InputDtype:float16,OutputDtype:float16\n", "did you mean Conv2D"),
        (LINE + LINE, "line 2: 'product' has types already"),
    ],
)
def test_a_file_that_says_something_else_is_refused(place: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as error:
        read(place, text)
    assert str(error.value).startswith("--customize_dtypes=types.cfg")


def test_lines_of_float8_are_about_layers(place: Path) -> None:
    text = (
        "a::InputDtype:float8_e5m2,float8_e4m3fn,OutputDtype:float32\n"
        "OpType::MatMulV2:InputDtype:float8_e4m3fn,float8_e4m3fn,float,OutputDtype:float\n"
        "b::InputDtype:float16,OutputDtype:float16\naccuracy_limit: 0.1\n"
    )
    found = read(place, text)
    assert found.names.keys() == {"b"}
    assert not found.types
    assert found.layers == {"a"}
    layers = read_float8_layers("types.cfg", place)
    assert layers is not None
    assert layers.entries == (("a", Form("float8", types=(FLOAT8_E5M2, FLOAT8))),)
    assert layers.types == (("MatMul", Form("float8")),)
    assert layers.others == {"b"}
    assert layers.limit == 0.1
    assert layers.label == f"--customize_dtypes={place / 'types.cfg'}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a::InputDtype:float8_e4m3fn,float32,OutputDtype:float32\n", "line 1: products of float8"),
        ("a::InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float8_e4m3fn\n", "all else"),
        ("a::InputDtype:float8_e4m3fnuz,float8_e4m3fnuz,OutputDtype:float32\n", "float8_e5m2"),
        (
            "OpType::Relu:InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n",
            "'Relu' has no",
        ),
        ("a::InputDtype:float8_e5m2,float8_e5m2,OutputDtype:float\naccuracy_limit: 0\n", "above 0"),
        (LINE + "accuracy_limit: 0.1\naccuracy_limit: 0.2\n", "line 3 gives accuracy_limit again"),
    ],
)
def test_other_types_beside_float8_are_refused(place: Path, text: str, words: str) -> None:
    (place / "types.cfg").write_text(text)
    with pytest.raises(UsageError, match=words):
        read_float8_layers("types.cfg", place)


def test_a_limit_without_layers_is_refused(place: Path) -> None:
    with pytest.raises(UsageError, match="accuracy_limit is for layers of float8"):
        read(place, LINE + "accuracy_limit: 0.1\n")


def test_layers_of_float8_exclude_what_asks_for_other_types_of_layers(place: Path) -> None:
    (place / "types.cfg").write_text(
        "a::InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n"
    )
    (place / "weights.cfg").write_text("*\n")
    given = {"customize_dtypes": "types.cfg"}
    assert compression_request(given, place).wanted
    with pytest.raises(UsageError, match=r"excludes --compress_weight_conf=weights\.cfg"):
        compression_request({**given, "compress_weight_conf": "weights.cfg"}, place)
    with pytest.raises(UsageError, match=r"types\.cfg contradicts --precision_mode=force_fp16"):
        compression_request({**given, "precision_mode": "force_fp16"}, place)


def test_a_cpu_refuses_types_of_float8(place: Path) -> None:
    for line in ("product::", "OpType::MatMul:"):
        text = f"{line}InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n"
        (place / "types.cfg").write_text(text)
        options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
        with pytest.raises(UsageError, match="product would be slower in float8, for which"):
            aoe.compile("small.onnx", threads=1, input_shape="x:2,8", precision=options)


@given(
    name=st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1).filter(
        lambda name: (
            name.strip() == name
            and "\ufeff" not in name
            and "::InputDtype:" not in name
            and not name.startswith("OpType::")
        )
    ),
    inputs=st.lists(st.sampled_from(sorted(TYPES)), min_size=1, max_size=4),
    outputs=st.lists(st.sampled_from(sorted(TYPES)), min_size=1, max_size=2),
)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, name: str, inputs: list[str], outputs: list[str]
) -> None:
    line = f"{name}::InputDtype:{','.join(inputs)},OutputDtype:{','.join(outputs)}"
    found = read(tmp_path_factory.mktemp("types"), line)
    assert found.names == {name: OperatorTypes(tuple(inputs), tuple(outputs))}


def test_operators_of_the_file_keep_their_types_in_other_modes(place: Path) -> None:
    (place / "types.cfg").write_text(
        "relu::InputDtype:float32,OutputDtype:float32\n"
        "OpType::SoftmaxV2:InputDtype:float32,OutputDtype:float32\n"
    )
    given = {"precision_mode": "force_fp16", "customize_dtypes": "types.cfg"}
    wanted = precision_request(given, place).wanted
    assert wanted is not None
    assert wanted.kept_names == {"relu"}
    assert wanted.kept_types == {"Softmax"}


def test_a_model_is_compiled_with_the_types_and_tells_the_error(place: Path) -> None:
    (place / "types.cfg").write_text(LINE)
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    with aoe.compile("small.onnx", threads=1, input_shape="x:2,8", precision=options) as session:
        (y,) = session.run(None, {"x": X})
        facts = session.model.manifest.precision
    assert y.dtype == np.float32
    np.testing.assert_allclose(y, ROUNDED, atol=1e-3)
    assert np.abs(y - expected(X)).max() > 1e-6, "what it multiplies is rounded"
    assert facts["mode"] == "customize_dtypes"
    assert (facts["type"], facts["narrow"]) == ("float16", 1)
    assert 0 < facts["output_error"] < 2e-3


def test_types_that_round_nothing_need_no_comparison(place: Path) -> None:
    (place / "types.cfg").write_text("relu::InputDtype:float64,OutputDtype:float32\n")
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    with aoe.compile("small.onnx", threads=1, input_shape="x:2,8", precision=options) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)
        assert not session.model.manifest.precision


def test_a_model_with_open_shapes_keeps_the_types_in_its_file(place: Path) -> None:
    (place / "types.cfg").write_text(LINE)
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    with aoe.compile("small.onnx", threads=1, precision=options) as session:
        assert not session.manifest.precision, "no shape has come"
        (before,) = session.run(None, {"x": X})
        told = session.manifest.precision
        session.save("open.om")
    with aoe.InferenceSession("open.om", threads=1) as session:
        (after,) = session.run(None, {"x": X})
        assert session.manifest.precision == told
    assert told["mode"] == "customize_dtypes"
    assert 0 < told["output_error"] < 2e-3
    assert np.abs(before - expected(X)).max() > 1e-6
    assert np.array_equal(before, after)


def test_the_error_of_open_shapes_is_the_largest_of_representative_ones(place: Path) -> None:
    (place / "types.cfg").write_text(LINE)
    facts = []
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    for shape in ("x:1,8", "x:2,8", "x:4,8"):
        with aoe.compile("small.onnx", threads=1, input_shape=shape, precision=options) as session:
            facts.append(session.manifest.precision)
    opened = aoe.ModelOptions(input_shape_range="x:[1~4,8]")
    with aoe.compile("small.onnx", threads=1, precision=options, model_options=opened) as session:
        told = session.manifest.precision
    assert (told["type"], told["narrow"], told["contractions"]) == ("float16", 3, 3)
    largest = max(item["output_error"] for item in facts)
    assert 0 < told["output_error"] == pytest.approx(largest, rel=1e-3)


def test_names_of_unnamed_nodes_are_those_of_their_outputs(place: Path) -> None:
    proto = small_model()
    for node in proto.graph.node:
        node.name = ""
    onnx.save(proto, place / "unnamed.onnx")
    (place / "types.cfg").write_text("y::InputDtype:float16,OutputDtype:float16\n")
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    model_options = aoe.ModelOptions(output_type="FP32")
    with aoe.compile(
        "unnamed.onnx",
        threads=1,
        input_shape="x:2,8",
        precision=options,
        model_options=model_options,
    ) as session:
        (y,) = session.run(None, {"x": X})
    assert np.array_equal(y, y.astype(np.float16))


def test_a_request_and_its_options_say_the_same(place: Path) -> None:
    (place / "types.cfg").write_text(LINE)
    given = {"model": "small.onnx", "job_type": "2", "customize_dtypes": "types.cfg"}
    request = tune_request(given, read_settings())
    assert tune_request(options_of(request), read_settings()) == request
    with (place / "types.cfg").open("a") as file:
        file.write("OpType::Conv:InputDtype:float8_e5m2,float8_e5m2,OutputDtype:float32\n")
    request = tune_request(given, read_settings())
    assert request.compression.wanted
    assert tune_request(options_of(request), read_settings()) == request


def test_a_job_tells_what_the_types_do(place: Path) -> None:
    (place / "types.cfg").write_text(LINE + "none::InputDtype:float16,OutputDtype:float16\n")
    options = aoe.PrecisionOptions(customize_dtypes="types.cfg")
    result = aoe.tune(
        "small.onnx", output="tuned", threads=1, input_shape={"x": (2, 8)}, precision=options
    )
    assert result.precision is not None
    assert result.precision.sentence.startswith("customize_dtypes: 1 of 1 convolutions")
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], ROUNDED, atol=1e-3)
