from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

import aoe
from aoe.application.command_line import main
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from tests.frontends.tensorflow.graphs import constant, node, placeholder, read, write

_KERNEL = np.linspace(-1, 1, 3 * 3 * 3 * 4).reshape(3, 3, 3, 4)


def _convolution(*shape: int) -> tuple[Any, ...]:
    return (
        placeholder("input", *shape),
        constant("kernel", _KERNEL),
        constant("bias", [0.5, -0.5, 1, 2]),
        node("Conv2D", "conv1", "input", "kernel", strides=[1, 2, 2, 1], padding="SAME"),
        node("BiasAdd", "conv1/bias", "conv1", "bias"),
        node("Relu6", "act", "conv1/bias"),
    )


def test_nothing_stands_between_a_convolution_and_its_activation(tmp_path: Path) -> None:
    model = read(write(tmp_path, *_convolution(1, 8, 8, 3)))
    types = [item.op_type for item in model.graph]
    assert types == ["Transpose", "Conv", "Add", "Clip", "Transpose"]


def test_names_are_those_of_the_source(tmp_path: Path) -> None:
    model = read(write(tmp_path, *_convolution(1, 8, 8, 3)))
    assert [value.name for value in model.graph.inputs] == ["input"]
    assert [value.name for value in model.graph.outputs] == ["act:0"]
    assert {"conv1", "conv1/bias", "act"} <= {item.name for item in model.graph}


def test_an_inner_value_can_be_an_output_and_has_channels_last(tmp_path: Path) -> None:
    path = write(tmp_path, *_convolution(1, 8, 8, 3))
    x = np.linspace(0, 1, 192, dtype=np.float32).reshape(1, 8, 8, 3)
    options = aoe.ModelOptions(out_nodes=["conv1/bias:0", "conv1:0"])
    with aoe.compile(path, model_options=options) as session:
        biased, plain = session.run(None, {"input": x})
    assert plain.shape == (1, 4, 4, 4)
    np.testing.assert_allclose(biased, plain + np.array([0.5, -0.5, 1, 2]), rtol=1e-6)


def test_what_no_wanted_output_needs_is_not_read(tmp_path: Path) -> None:
    path = write(tmp_path, *_convolution(1, 8, 8, 3), node("Mystery", "last", "act"))
    with pytest.raises(UnsupportedModelError, match=re.escape("Mystery (last)")):
        read(path)
    assert read(path, ("act:0",)).graph.outputs[0].name == "act:0"


def test_an_unknown_wanted_output_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--out_nodes names 'nothing:0'"):
        read(write(tmp_path, *_convolution(1, 8, 8, 3)), ("nothing:0",))


def test_a_wanted_result_that_its_node_does_not_have_is_misuse(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--out_nodes names 'conv1:1'.*; the node has 1 result,"):
        read(write(tmp_path, *_convolution(1, 8, 8, 3)), ("conv1:1",))


def test_all_nodes_that_are_not_read_are_listed(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 4),
        node("Mystery", "first", "x"),
        node("Relu", "between", "first"),
        node("Riddle", "second", "x"),
        node("Add", "sum", "between", "second"),
    )
    with pytest.raises(UnsupportedModelError) as caught:
        read(path)
    assert "Mystery (first); Riddle (second)" in str(caught.value)
    assert "Relu" not in str(caught.value)


def test_an_open_shape_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, *_convolution(-1, 8, 8, 3))
    with pytest.raises(UsageError, match='--input_shape="input:1,8,8,3"'):
        read(path)
    assert read(path, input=(2, 8, 8, 3)).graph.inputs[0].shape == onnx_ir.Shape([2, 8, 8, 3])


def test_a_shape_that_contradicts_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="fixes it to 3"):
        read(write(tmp_path, *_convolution(-1, 8, 8, 3)), input=(1, 8, 8, 4))


def test_shapes_are_computed_while_reading(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", -1, 6),
        node("Shape", "shape", "x"),
        constant("start", [0], np.int32),
        constant("stop", [1], np.int32),
        constant("step", [1], np.int32),
        node("StridedSlice", "batch", "shape", "start", "stop", "step", shrink_axis_mask=1),
        constant("rest", -1, np.int32),
        constant("two", 2, np.int32),
        node("Pack", "wanted", "batch", "two", "rest"),
        node("Reshape", "y", "x", "wanted"),
    )
    model = read(path, x=(5, 6))
    assert [item.op_type for item in model.graph] == ["Reshape"]
    assert model.graph.outputs[0].shape == onnx_ir.Shape([5, 2, 3])


@pytest.mark.parametrize("named", [True, False])
def test_a_placeholder_with_a_default_is_an_input_if_it_is_named(
    named: bool, tmp_path: Path
) -> None:
    scale = node("PlaceholderWithDefault", "scale", "two", dtype=np.dtype("f4"))
    scale.attr["shape"].shape.SetInParent()
    path = write(
        tmp_path,
        placeholder("x", 3),
        constant("two", 2.0),
        scale,
        node("Mul", "y", "x", "scale"),
    )
    model = read(path, **({"scale": ()} if named else {}))
    names = [value.name for value in model.graph.inputs]
    assert names == (["x", "scale"] if named else ["x"])


def test_training_mode_is_refused(tmp_path: Path) -> None:
    parts = [constant(name, [1.0, 1, 1]) for name in ("g", "b", "m", "v")]
    norm = node("FusedBatchNormV3", "norm", "x", "g", "b", "m", "v")
    with pytest.raises(UnsupportedModelError, match="training mode"):
        read(write(tmp_path, placeholder("x", 1, 2, 2, 3), *parts, norm))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\x0a\x05abcdefgh", "cannot be decoded"),
        (b"\x12\x00", "holds no node"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "model.pb"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=message):
        read(path)


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([node("Relu", "y", "nothing")], "has no node 'nothing'"),
        (
            [node("Relu", "y", "z"), node("Relu", "z", "y"), node("Relu", "end", "y")],
            "the node 'y' depends on itself",
        ),
        ([placeholder("x", 3), node("Relu", "y", "x:5")], "uses result 5 of the node 'x'"),
        (
            [placeholder("x", 3), constant("s", [4], np.int32), node("Reshape", "y", "x", "s")],
            r"its shape \[4\] is not one of 3 elements",
        ),
        (
            [placeholder("x", 3), node("Relu", "y")],
            r"\(Relu\) is not valid: it has another number of inputs",
        ),
    ],
)
def test_a_graph_that_is_not_valid_is_refused(nodes: list[Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=words):
        read(write(tmp_path, *nodes))


def test_the_command_of_aoe_tunes_a_frozen_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, *_convolution(-1, 8, 8, 3))
    monkeypatch.chdir(tmp_path)
    arguments = ["--framework=3", f"--model={path}", "--job_type=2", "--budget=2s"]
    status = main([*arguments, "--input_shape=input:1,8,8,3", "--output=tuned"])
    assert status == 0
    assert list(tmp_path.rglob("*.om"))


def test_image_sizes_are_where_tensorflow_has_them(tmp_path: Path) -> None:
    path = write(tmp_path, *_convolution(1, -1, -1, 3))
    options = aoe.ModelOptions(dynamic_image_size=[(8, 8), (16, 12)])
    with aoe.compile(path, input_shape={"input": (1, -1, -1, 3)}, model_options=options) as session:
        (found,) = session.run(None, {"input": np.ones((1, 16, 12, 3), np.float32)})
    assert found.shape == (1, 8, 6, 4)


def test_outputs_are_all_results_of_the_last_nodes_but_constants(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 2, 6),
        constant("axis", 1, np.int32),
        constant("weight", [1, 2]),
        node("Identity", "left", "weight"),
        node("Split", "parts", "axis", "x", num_split=3),
    )
    model = read(path)
    assert [value.name for value in model.graph.outputs] == ["parts:0", "parts:1", "parts:2"]
    x = np.arange(12, dtype=np.float32).reshape(2, 6)
    with aoe.compile(path) as session:
        found = session.run(None, {"x": x})
    np.testing.assert_array_equal(np.concatenate(found, 1), x)


def _run(model: onnx_ir.Model, *arrays: np.ndarray) -> np.ndarray:
    names = [str(value.name) for value in model.graph.inputs]
    evaluator = ReferenceEvaluator(onnx_ir.serde.serialize_model(model))
    (found,) = evaluator.run(None, dict(zip(names, arrays, strict=True)))
    return np.asarray(found)


def test_angles_of_infinities_are_those_of_numpy(tmp_path: Path) -> None:
    nodes = placeholder("y", 36), placeholder("x", 36), node("Atan2", "angle", "y", "x")
    numbers = np.array([-np.inf, -2, -0.0, 0, 2, np.inf], np.float32)
    y, x = (array.reshape(-1) for array in np.meshgrid(numbers, numbers))
    with np.errstate(all="ignore"):
        found = _run(read(write(tmp_path, *nodes)), y, x)
    np.testing.assert_allclose(found, np.arctan2(y, x), rtol=1e-6)


def test_buckets_of_double_numbers_are_not_rounded_to_float(tmp_path: Path) -> None:
    buckets = node("Bucketize", "buckets", "x", T=np.dtype(np.float64))
    buckets.attr["boundaries"].list.f.append(0.1)
    path = write(tmp_path, placeholder("x", 2, dtype=np.float64), buckets)
    found = _run(read(path), np.array([0.1, float(np.float32(0.1))]))
    np.testing.assert_array_equal(found, [0, 1])


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (1, 2, 0)])
def test_nothing_is_reshaped_to_sizes_of_0(shape: tuple[int, ...], tmp_path: Path) -> None:
    sizes = constant("sizes", shape, np.int32)
    nodes = placeholder("x", 5, 0, 3), sizes, node("Reshape", "y", "x", "sizes", T=np.dtype("f4"))
    (output,) = read(write(tmp_path, *nodes)).graph.outputs
    assert output.shape is not None
    assert output.shape.numpy() == shape
