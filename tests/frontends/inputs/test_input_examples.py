"""A file beside a model tells what its inputs look like, or is refused by name."""

from __future__ import annotations

import json
from pathlib import Path

import onnx_ir
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

from aoe.errors import ModelError
from aoe.frontends.inputs.input_examples import (
    AppliedExamples,
    InputExample,
    applied_examples,
    read_input_examples,
)


def read(folder: Path, content: object) -> dict[str, InputExample]:
    path = folder / "m.inputs.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_input_examples(path)


def reshaping_model() -> onnx_ir.Model:
    """`data` gathered by `index`, in the shape `shape`; `scale` is multiplied."""
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["data", "index"], ["rows"]),
            helper.make_node("Mul", ["rows", "scale"], ["scaled"]),
            helper.make_node("Reshape", ["scaled", "shape"], ["y"]),
        ],
        "reshaping",
        [
            helper.make_tensor_value_info("data", TensorProto.FLOAT, [32, 4]),
            helper.make_tensor_value_info("index", TensorProto.INT64, [4]),
            helper.make_tensor_value_info("scale", TensorProto.FLOAT, [1]),
            helper.make_tensor_value_info("shape", TensorProto.INT64, [2]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    return onnx_ir.from_proto(helper.make_model(graph))


def applied(folder: Path, content: object) -> AppliedExamples:
    return applied_examples(read(folder, content), reshaping_model(), folder / "m.inputs.json")


def test_values_may_be_nested_and_ranges_have_two_ends(tmp_path: Path) -> None:
    assert read(tmp_path, {"a": 2, "b": [[1, 2], [3, 4]], "c": {"range": [-1, 31]}}) == {
        "a": InputExample((2,)),
        "b": InputExample((1, 2, 3, 4)),
        "c": InputExample(range=(-1, 31)),
    }


def test_inputs_that_decide_shapes_become_constants_and_others_have_ranges(tmp_path: Path) -> None:
    found = applied(tmp_path, {"shape": [2, 8], "index": {"range": [0, 31]}, "scale": [0.5]})
    assert found == AppliedExamples({"shape": "2,8"}, {"index": (0, 31)})


def test_a_value_of_integers_stands_for_its_range(tmp_path: Path) -> None:
    assert applied(tmp_path, {"index": [7, 3, 5, 3]}).ranges == {"index": (3, 7)}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "is not JSON"),
        ([1], "is not a JSON object"),
        ({"index": "7"}, "'index' has '7', which is no number"),
        ({"index": None}, "'index' has None"),
        ({"index": {"range": [3, 1]}}, "'index' is no range"),
        ({"index": {"range": [1, 2.5]}}, "'index' is no range"),
        ({"index": {"from": 1}}, "'index' is no range"),
        ({"nothing": 1}, "names 'nothing', but the inputs of the model are 'data', 'index'"),
        ({"shape": {"range": [1, 2]}}, "'shape' has a range, but decides shapes; give its value"),
        ({"scale": {"range": [1, 2]}}, "'scale' has a range, but holds FLOAT"),
        ({"index": [2**70]}, "numbers of 'index' do not fit INT64"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, content: object, told: str) -> None:
    with pytest.raises(ModelError, match=rf"m\.inputs\.json.*{told}"):
        applied(tmp_path, content)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot read .*m\.inputs\.json"):
        read_input_examples(tmp_path / "m.inputs.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(["index", "shape", "scale", "q"]), json_values))
def test_any_json_is_applied_or_refused(tmp_path: Path, content: dict[str, object]) -> None:
    try:
        found = applied(tmp_path, content)
    except ModelError:
        return
    assert {*found.values} <= {"shape"}
    assert all(low <= high for low, high in found.ranges.values())
