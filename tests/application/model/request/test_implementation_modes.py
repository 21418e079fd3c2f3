"""Which operators are computed how precisely, as three options say."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.application.model.request.implementation_modes import (
    MODES,
    SELECTIONS,
    implementation_modes,
    read_op_precision_mode,
)
from aoe.application.model.request.operator_types import onnx_types
from aoe.application.model.request.precision_request import TF32, precision_request
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import tune_request
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.errors import UsageError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.precision.operator_precision import OperatorPrecision
from aoe.operators.graph_json import graph_from_json
from aoe.settings import read_settings
from aoe.target import Target
from tests.graph.models import model, weights

PROTO = model(
    """(float[1,16,16,16] x) => (float[1,10] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, k) r = Relu(c) p = GlobalAveragePool(r)
    f = Flatten(p) y = Gemm(f, w) }""",
    k=weights(16, 16, 3, 3),
    w=weights(16, 10),
)
for number, node in enumerate(PROTO.graph.node):
    node.name = f"n{number}"


def prepared(target: Target | None = None) -> PreparedGraph:
    return prepared_graph(load_onnx(PROTO), "test", target)


def precisions(wanted: OperatorPrecision, target: Target | None = None) -> dict[str, str]:
    graph = prepared(target).in_operator_precision(wanted).unfused
    return {
        node.operator.type: node.operator.precision
        for node in graph.operator_nodes
        if node.operator.type in ("Conv", "MatMul")
    }


def asked(place: Path, **options: str) -> OperatorPrecision:
    return implementation_modes(options, place).wanted


@pytest.mark.parametrize("mode", SELECTIONS)
def test_a_mode_is_for_all_operators_without_a_list(place: Path, mode: str) -> None:
    wanted = "direct" if mode.startswith("high_precision") else "default"
    assert precisions(asked(place, op_select_implmode=mode)) == {"Conv": wanted, "MatMul": wanted}


def test_a_list_limits_the_mode_to_types_of_ascend_or_onnx(place: Path) -> None:
    for name in ("Conv2D", "Conv"):
        wanted = asked(place, op_select_implmode="high_precision", optypelist_for_implmode=name)
        assert precisions(wanted) == {"Conv": "direct", "MatMul": "default"}


def test_types_with_one_implementation_may_be_listed(place: Path) -> None:
    listed = "Pooling,SoftmaxV2,LRN,ROIAlign"
    wanted = asked(place, op_select_implmode="high_precision", optypelist_for_implmode=listed)
    assert set(precisions(wanted).values()) == {"default"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"op_select_implmode": "fast"}, "must be one of high_performance"),
        ({"optypelist_for_implmode": "Conv2D"}, "needs --op_select_implmode"),
        (
            {"op_select_implmode": "high_precision_for_all", "optypelist_for_implmode": "Conv2D"},
            "use high_precision",
        ),
        (
            {"op_select_implmode": "high_precision", "optypelist_for_implmode": "SoftmaxV3"},
            "no operator type 'SoftmaxV3'; did you mean SoftmaxV2",
        ),
        ({"op_select_implmode": "high_precision", "optypelist_for_implmode": ","}, "names no type"),
    ],
)
def test_what_means_nothing_is_refused(place: Path, options: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        implementation_modes(options, place)


def test_a_file_has_modes_by_type_and_by_name_which_wins(place: Path) -> None:
    (place / "modes.ini").write_text(
        "# comment\n[ByOpType]\nConv2D = high_precision\nMatMulV2=high_precision\n"
        "[ByNodeName]\nn4=high_performance\n"
    )
    wanted = asked(place, op_precision_mode="modes.ini")
    assert precisions(wanted) == {"Conv": "direct", "MatMul": "default"}


def test_lines_before_a_heading_are_by_type(place: Path) -> None:
    (place / "modes.ini").write_text("Conv2D=enable_float_32_execution\n")
    wanted = asked(place, op_precision_mode="modes.ini")
    assert precisions(wanted) == {"Conv": "highest", "MatMul": "default"}


def test_ascends_hf32_is_a_low_precision_where_a_device_has_one(place: Path) -> None:
    (place / "modes.ini").write_text("Conv2D=enable_hi_float_32_execution\n")
    wanted = asked(place, op_precision_mode="modes.ini")
    assert precisions(wanted) == {"Conv": "default", "MatMul": "default"}
    assert precisions(wanted, cuda_target("sm_90")) == {"Conv": "low", "MatMul": "default"}


def test_the_mode_for_tf32_is_for_all_of_which_nothing_else_is_said(place: Path) -> None:
    (place / "modes.ini").write_text("Conv2D=enable_float_32_execution\n")
    target = cuda_target("sm_90")
    wanted, _ = precision_request({"precision_mode": TF32}, place).operators
    assert precisions(wanted, target) == {"Conv": "low", "MatMul": "low"}
    assert precisions(wanted) == {"Conv": "default", "MatMul": "default"}
    options = {"precision_mode": TF32, "op_precision_mode": "modes.ini"}
    wanted, in_loops = precision_request(options, place).operators
    assert in_loops == wanted
    assert precisions(wanted, target) == {"Conv": "highest", "MatMul": "low"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no operator"),
        ("[ByName]\nx=high_precision\n", r"the heading '\[ByName\]'"),
        ("Conv2D\n", "line 1, 'Conv2D', must be an operator and a mode"),
        ("Conv2D=best\n", "the mode must be one of high_performance"),
        ("Conv2D=high_precision\nConv2D=high_performance\n", "gives 'Conv2D' twice"),
        ("GatherV2=support_out_of_bound_index\n", "clamped and not reported"),
        ("Add=keep_fp16\n", "a CPU computes float16 in float32"),
        ("Add=super_performance\n", "no operator has such an implementation"),
    ],
)
def test_a_file_that_says_something_else_is_refused(place: Path, text: str, words: str) -> None:
    (place / "modes.ini").write_text(text)
    with pytest.raises(UsageError, match=words) as error:
        asked(place, op_precision_mode="modes.ini")
    assert str(error.value).startswith("--op_precision_mode=modes.ini")


@given(
    modes=st.dictionaries(
        st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1).filter(
            lambda name: name[0] not in "#;[" and name.strip() == name and "\ufeff" not in name
        ),
        st.sampled_from(sorted(MODES)),
        min_size=1,
    )
)
def test_all_names_that_are_written_are_read(
    tmp_path_factory: pytest.TempPathFactory, modes: dict[str, str]
) -> None:
    place = tmp_path_factory.mktemp("modes")
    lines = [f"{name}={mode}" for name, mode in modes.items()]
    (place / "modes.ini").write_text("\n".join(["[ByNodeName]", *lines]), "utf-8")
    wanted, _, _ = read_op_precision_mode("modes.ini", place)
    assert wanted.names == {name: MODES[mode] for name, mode in modes.items()}


def test_what_has_no_effect_is_told(place: Path) -> None:
    (place / "modes.ini").write_text(
        "Conv2D=high_precision\nLRN=high_precision\nConw=high_precision\n"
        "[ByNodeName]\nnone=high_precision\nn0=high_precision\n"
    )
    modes = implementation_modes(
        {"op_precision_mode": "modes.ini", "op_select_implmode": "high_precision"}, place
    )
    counts, missing, absent, unknown = modes.notices([prepared()])
    assert "counts alone, without --op_select_implmode" in counts
    assert missing.endswith("no operator of the model is called 'none'")
    assert absent.endswith("no operator of the model has the type 'LRN'")
    assert "no operator type 'Conw'; did you mean Conv" in unknown


def test_nothing_is_told_of_names_and_types_that_the_model_has(place: Path) -> None:
    given = {"op_select_implmode": "high_precision", "optypelist_for_implmode": "Gemm,Pooling"}
    assert implementation_modes(given, place).notices([prepared()]) == []


def test_precise_convolutions_use_no_fast_algorithm(place: Path) -> None:
    onnx.save(PROTO, place / "network.onnx")
    options = aoe.PrecisionOptions(
        op_select_implmode="high_precision", optypelist_for_implmode=["Conv2D"]
    )
    with aoe.compile("network.onnx", threads=1, precision=options) as session:
        graph = graph_from_json(session.model.graph, session.model.constants)
    found = {node.operator.type: node.operator.precision for node in graph.operator_nodes}
    assert found["Conv"] == "direct"
    assert found["MatMul"] != "direct"


def test_precise_operators_keep_their_types_in_mixed_precision(place: Path) -> None:
    onnx.save(PROTO, place / "network.onnx")
    options = aoe.PrecisionOptions(
        mode="force_fp16", op_select_implmode="high_precision", optypelist_for_implmode="Conv2D"
    )
    with aoe.compile("network.onnx", threads=1, precision=options) as session:
        graph = graph_from_json(session.model.graph, session.model.constants)
    (conv,) = (node.operator for node in graph.operator_nodes if node.operator.type == "Conv")
    assert {item.dtype for item in (*conv.inputs, conv.output)} == {"float32"}


def test_a_request_and_its_options_say_the_same(place: Path) -> None:
    (place / "modes.ini").write_text("[ByNodeName]\nproduct=high_precision\n")
    for options in (
        {"op_precision_mode": "modes.ini"},
        {"op_select_implmode": "high_precision", "optypelist_for_implmode": "Conv2D,MatMulV2"},
    ):
        request = tune_request({"model": "small.onnx", "job_type": "2", **options}, read_settings())
        assert tune_request(options_of(request), read_settings()) == request


def test_ascends_types_stand_for_those_of_onnx() -> None:
    assert onnx_types("SoftmaxV2") == {"Softmax"}
    assert {"MaxPool", "AveragePool"} <= onnx_types("Pooling")
    assert onnx_types("Relu") == {"Relu"}
