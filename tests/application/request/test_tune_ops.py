"""`--tune_ops_file` selects operators of the compiled model by name and type, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.application.command_line import main
from aoe.application.model.source import load_graph
from aoe.application.request.search_request import search_request
from aoe.application.request.tune_ops import OperatorSelection, read_tune_ops_file
from aoe.errors import UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.operators.operator_graph import OperatorGraph
from tests.application.conftest import small_model
from tests.graph.models import model, weights


@pytest.fixture(scope="module")
def graph() -> OperatorGraph:
    """One operator: `product` (MatMul) with `relu` (Relu) fused into it."""
    _, found = load_graph(ModelOrigin(small_model()), {"x": (2, 8)})
    return found


@pytest.fixture(scope="module")
def recurrent() -> PreparedGraph:
    """An LSTM called `layer`, which is a product and a recurrence once prepared."""
    text = """(float[8,1,64] x) => (float[8,1,1,64] y) {
        layer, h = LSTM<hidden_size = 64>(x, w, r) y = Relu(layer) }"""
    proto = model(text, w=weights(1, 256, 64), r=weights(1, 256, 64, seed=1))
    return prepared_graph(load_onnx(proto), "recurrent")


def written(folder: Path, data: Any) -> str:
    (folder / "operators").write_text(json.dumps(data))
    return "operators"


@pytest.mark.parametrize("name", ["product", "relu"])
def test_a_fused_operator_goes_by_every_name_in_it(graph: OperatorGraph, name: str) -> None:
    (node,) = graph.operator_nodes
    assert OperatorSelection(names=frozenset([name])).keys(graph) == {node.operator.key}


@pytest.mark.parametrize("kind", ["MatMul", "Relu"])
def test_a_fused_operator_goes_by_every_type_in_it(graph: OperatorGraph, kind: str) -> None:
    (node,) = graph.operator_nodes
    assert OperatorSelection(types=frozenset([kind])).keys(graph) == {node.operator.key}


@pytest.mark.parametrize("name", ["prod", "products", "Product", "mul", "MatMul"])
def test_names_match_as_a_whole(graph: OperatorGraph, name: str) -> None:
    selection = OperatorSelection(names=frozenset([name]))
    assert not selection.keys(graph)
    assert selection.unmatched(graph) == (name,)


@pytest.mark.parametrize(
    "selection",
    [
        OperatorSelection(names=frozenset(["layer"])),
        OperatorSelection(types=frozenset(["LSTM"])),
    ],
)
def test_a_node_of_the_model_stands_for_all_that_was_made_of_it(
    recurrent: PreparedGraph, selection: OperatorSelection
) -> None:
    keys = selection.with_made([recurrent]).keys(recurrent.default)
    nodes = recurrent.default.operator_nodes
    selected = {node.operator.type for node in nodes if node.operator.key in keys}
    assert {"MatMul", "Recurrent"} <= selected
    assert selection.unmatched(recurrent.default, [recurrent]) == ()


def test_what_neither_an_operator_nor_a_node_of_the_model_is_called_is_unmatched(
    recurrent: PreparedGraph,
) -> None:
    selection = OperatorSelection(frozenset(["nobody", "layer"]), frozenset(["GRU", "LSTM"]))
    assert selection.unmatched(recurrent.default, [recurrent]) == ("nobody", "GRU")


def test_a_node_of_the_model_that_nothing_computes_is_unmatched() -> None:
    text = """(float[2,8] x) => (float[1,4] y) {
        folded = Reshape(x, shape) y = ReduceSum(folded, axes) }"""
    proto = model(text, shape=np.asarray([4, 4]), axes=np.asarray([0]))
    found = prepared_graph(load_onnx(proto), "views")
    selection = OperatorSelection(names=frozenset(["folded"]))
    assert selection.with_made([found]).keys(found.default) == frozenset()
    assert selection.unmatched(found.default, [found]) == ("folded",)


def test_names_and_types_are_a_union(tmp_path: Path, graph: OperatorGraph) -> None:
    text = written(tmp_path, {"tune_ops_name": ["other"], "tune_ops_type": ["Relu"]})
    selection = read_tune_ops_file(text, tmp_path, (2,)).operators
    assert selection is not None
    assert len(selection.keys(graph)) == 1
    assert selection.unmatched(graph) == ("other",)


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ([], "JSON object"),
        ({"tune_ops_names": ["a"]}, "'tune_ops_names'"),
        ({"feature": ["deep_opat"]}, "feature 'deep_opat' is none of deeper_opat, nonhomo_split"),
        ({"feature": ["nonhomo_split"]}, r"'nonhomo_split' is for tuning of subgraphs \(1\)"),
        ({"feature": "deeper_opat"}, "feature must be a list"),
        ({"tune_optimization_level": ["O1"]}, "tune_optimization_level must be O1 or O2"),
        ({"tune_ops_name": "a"}, "tune_ops_name must be a list"),
        ({"tune_ops_type": [1]}, "tune_ops_type must be a list"),
        ({"tune_ops_type": [""]}, "tune_ops_type must be a list"),
        ({}, "names no operator"),
    ],
)
def test_anything_else_is_refused_by_name(tmp_path: Path, data: Any, named: str) -> None:
    with pytest.raises(UsageError, match=named) as caught:
        read_tune_ops_file(written(tmp_path, data), tmp_path, (2,))
    assert str(caught.value).startswith("--tune_ops_file=operators: ")


def test_a_file_may_say_how_deeply_to_search(tmp_path: Path) -> None:
    data = {"tune_optimization_level": "O1", "feature": ["deeper_opat", "op_format"]}
    written(tmp_path, data)
    given = {"tune_ops_file": "operators"}
    found = search_request(given, tmp_path, (2,))
    assert (found.level, found.deeper, found.unequal, found.operators) == ("O1", True, False, None)
    option = {"tune_optimization_level": "O2"}
    assert search_request({**given, **option}, tmp_path, (2,)).level == "O2"


def test_a_file_may_let_subgraphs_be_cut_unequally(tmp_path: Path) -> None:
    written(tmp_path, {"tune_ops_type": ["Conv"], "feature": ["nonhomo_split"]})
    found = search_request({"tune_ops_file": "operators"}, tmp_path, (1,))
    assert (found.level, found.unequal, found.deeper) == ("O2", True, False)
    assert found.operators is not None


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "operators").write_bytes(content)
    with pytest.raises(UsageError, match=r"is not (JSON|UTF-8)"):
        read_tune_ops_file("operators", tmp_path, ())


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read it"):
        read_tune_ops_file("missing", tmp_path, ())


def test_a_file_that_selects_nothing_of_the_model_stops_the_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(place, {"tune_ops_type": ["Conv"]})
    options = ["--model=small.onnx", "--job_type=2", "--input_shape=x:2,8"]
    assert main([*options, "--tune_ops_file=operators"]) == 2
    assert "'Conv'" in capsys.readouterr().err
    assert not list(place.glob("aoe_*"))
