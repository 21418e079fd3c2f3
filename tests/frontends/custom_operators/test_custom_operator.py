"""Operators that have a body of ONNX operators."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.custom_operators import custom_operator
from aoe.frontends.custom_operators.custom_operator import register_operator, resolved
from aoe.operators.graph_json import graph_from_json
from tests.frontends.custom_operators.bodies import SCALED, empty_registry
from tests.graph.models import model

X = np.arange(6, dtype=np.float32).reshape(2, 3)
HEADER = '<ir_version: 8, opset_import: ["": 17, "test.own": 1, "other": 1]> g '


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    with empty_registry():
        yield


def own_model(body: str = "y = test.own.Scaled <factor: float = 0.5> (x)") -> onnx.ModelProto:
    return onnx.parser.parse_model(HEADER + f"(float[2,3] x) => (float[2,3] y) {{ {body} }}")


def run(proto: onnx.ModelProto, **options: object) -> np.ndarray:
    model_options = aoe.ModelOptions(**options) if options else None  # type: ignore[arg-type]
    with aoe.compile(proto, threads=1, model_options=model_options) as session:
        return session.run(None, {"x": X})[0]


def test_a_registered_operator_is_computed_by_its_body() -> None:
    register_operator(SCALED)
    assert np.array_equal(run(own_model()), X * 0.5)


def test_without_registration_the_message_points_to_the_page() -> None:
    with pytest.raises(UnsupportedModelError, match="see custom operators in the documentation"):
        run(own_model())


def test_a_body_of_a_later_operator_set_than_the_model_is_taken() -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 20]>
        Curve (x) => (y) { y = Gelu (x) }"""
    )
    register_operator(body)
    expected = run(model("(float[2,3] x) => (float[2,3] y) { y = Gelu(x) }", 20))
    assert np.array_equal(run(own_model("y = test.own.Curve (x)")), expected)


def test_a_body_whose_operators_have_changed_is_refused() -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 11]>
        Total (x) => (y) { y = ReduceSum <axes: ints = [1], keepdims: int = 1> (x) }"""
    )
    register_operator(body)
    with pytest.raises(ModelError, match="its body uses ReduceSum of ONNX operator set 11"):
        run(own_model("y = test.own.Total (x)"))


def test_a_body_may_call_other_registered_operators() -> None:
    register_operator(SCALED)
    twice = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 21, "test.own": 1]>
        Twice (x) => (y) { t = test.own.Scaled <factor: float = 3.0> (x)
        y = test.own.Scaled <factor: float = 2.0> (t) }"""
    )
    register_operator(twice)
    assert np.array_equal(run(own_model("y = test.own.Twice (x)")), X * 6)


def test_functions_of_onnxscript_are_taken() -> None:
    from onnxscript import opset18, script
    from onnxscript.values import Opset

    @script(Opset("test.own", 1), default_opset=opset18)
    def Doubled(x):  # type: ignore[no-untyped-def]  # noqa: N802
        return opset18.Add(x, x)

    register_operator(Doubled)
    assert np.array_equal(run(own_model("y = test.own.Doubled (x)")), X * 2)


def test_the_body_is_compared_with_its_reference() -> None:
    example = {"x": X, "factor": 0.5}
    register_operator(SCALED, reference=lambda x, factor: x * factor, examples=[example])
    assert np.array_equal(run(own_model()), X * 0.5)


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        (lambda x, factor: x + factor, "gives other values than the reference"),
        (lambda x, factor: x[:1] * factor, "another type or shape"),
        (lambda x, factor: (x * factor).astype(np.float64), "another type or shape"),
        (lambda x, factor: (x * factor, x), "has 1 output, but the reference gives 2"),
        (lambda x: x * 0.5, r"the reference raises TypeError: .*'factor'; correct it"),
    ],
)
def test_a_body_that_differs_from_its_reference_is_an_error(reference: object, words: str) -> None:
    example = {"x": X, "factor": 0.5}
    register_operator(SCALED, reference=reference, examples=[example])  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=words):
        run(own_model())


def test_an_infinite_number_of_the_reference_does_not_widen_the_tolerance() -> None:
    example = {"x": np.array([np.inf, 1], np.float32), "factor": 0.5}
    register_operator(SCALED, reference=lambda x, factor: x * 2, examples=[example])
    with pytest.raises(ModelError, match="gives other values than the reference"):
        run(own_model())


def test_examples_that_do_not_fit_the_body_are_refused() -> None:
    wrong = {"z": X, "factor": 0.5}
    register_operator(SCALED, reference=lambda x, factor: x * factor, examples=[wrong])
    with pytest.raises(
        ModelError, match="example 1 has 'z', which is no input or attribute of its body"
    ):
        run(own_model())
    text = {"x": X, "factor": X}
    register_operator(SCALED, reference=lambda x, factor: x * factor, examples=[text])
    with pytest.raises(ModelError, match="example 1 cannot be computed"):
        run(own_model())
    with pytest.raises(UsageError, match="examples is a mapping; give a list"):
        register_operator(SCALED, reference=lambda x: x, examples={"x": X})  # type: ignore[arg-type]


BROKEN = [
    ("y = test.own.Broken (x)", r"function test\.own\.Broken calls itself"),
    ("a = Add (x, b) b = Neg (a) y = Neg (b)", r"function test\.own\.Broken has a cycle"),
    ("y = Relu (z)", r"function test\.own\.Broken uses values that nothing defines: 'z'"),
]


@pytest.mark.parametrize("registered", [True, False])
def test_calls_may_leave_out_last_outputs_of_an_unsorted_body(registered: bool) -> None:
    function = onnx.parser.parse_function(
        '<domain: "test.own", opset_import: ["": 17]> '
        "Two (x) => (a, b) { a = Neg (c) b = Relu (x) c = Relu (x) }"
    )
    proto = own_model("y = test.own.Two (x)")
    if registered:
        register_operator(function)
    else:
        proto.functions.append(function)
    assert np.array_equal(run(proto), -X)


@pytest.mark.parametrize("registered", [True, False])
@pytest.mark.parametrize(("body", "words"), BROKEN)
def test_functions_that_cannot_be_inlined_are_refused(
    registered: bool, body: str, words: str
) -> None:
    function = onnx.parser.parse_function(
        f'<domain: "test.own", opset_import: ["": 17, "test.own": 1]>Broken (x) => (y) {{ {body} }}'
    )
    proto = own_model("y = test.own.Broken (x)")
    if registered:
        register_operator(function)
    else:
        proto.functions.append(function)
    with pytest.raises(ModelError, match=words):
        run(proto)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("y = test.own.Scaled (x)", "lacks the attribute 'factor'"),
        ("y = test.own.Scaled <factor = 1.0, more = 1> (x)", "'more' that its body lacks"),
        ("y = test.own.Scaled <factor = 1.0> (x, x)", "has 2 inputs, but its body has 1"),
    ],
)
def test_nodes_that_do_not_fit_the_body_are_refused(body: str, words: str) -> None:
    register_operator(SCALED)
    with pytest.raises(ModelError, match=words):
        run(own_model(body))


def test_what_is_no_body_is_refused() -> None:
    with pytest.raises(UsageError, match="is no function of ONNX"):
        register_operator(lambda x: x)
    onnxs = onnx.parser.parse_function(
        '<domain: "", opset_import: ["": 21]> F (x) => (y) { y = Relu(x) }'
    )
    with pytest.raises(UsageError, match="a domain of your own"):
        register_operator(onnxs)
    with pytest.raises(UsageError, match="examples need a reference"):
        register_operator(SCALED, examples=[{"x": X}])
    with pytest.raises(UsageError, match="reference=3: must be a function of NumPy"):
        register_operator(SCALED, reference=3)  # type: ignore[arg-type]


def test_a_body_may_have_graphs_inside() -> None:
    register_operator(
        onnx.parser.parse_function(
            """<domain: "test.own", opset_import: ["": 17]> Chosen (x) => (y) {
            c = Constant <value = bool {1}> ()
            y = If (c) <then_branch = t () => (float[2,3] a) { a = Neg (x) },
                        else_branch = e () => (float[2,3] b) { b = Relu (x) }> }"""
        )
    )
    assert np.array_equal(run(own_model("y = test.own.Chosen (x)")), -X)


def test_a_damaged_body_is_refused() -> None:
    twice = onnx.parser.parse_function(
        '<domain: "test.own", opset_import: ["": 21]> F (x) => (y) { y = Relu (x) y = Neg (x) }'
    )
    with pytest.raises(UsageError, match="the function 'F' is damaged"):
        register_operator(twice)


def test_other_packages_offer_operators(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoint(
        "scaled", "tests.frontends.custom_operators.bodies:SCALED", custom_operator.GROUP
    )
    broken = EntryPoint(
        "broken", "tests.frontends.custom_operators.bodies:NONE", custom_operator.GROUP
    )
    monkeypatch.setattr(custom_operator, "entry_points", lambda group: [broken, offered])
    custom_operator._of_other_packages.cache_clear()
    try:
        assert np.array_equal(run(own_model()), X * 0.5)
    finally:
        monkeypatch.undo()
        custom_operator._of_other_packages.cache_clear()


def test_types_are_mapped_to_registered_operators_and_those_of_onnx(tmp_path: Path) -> None:
    register_operator(SCALED)
    names = tmp_path / "names.cfg"
    names.write_text("other.Knot:Scaled\nMagic:Neg\n")
    proto = own_model("k = other.Knot <factor = 2.0> (x) y = other.Magic (k)")
    assert np.array_equal(run(proto, op_name_map=names), X * -2)


def test_a_mapped_node_must_fit_its_operator_of_onnx(tmp_path: Path) -> None:
    names = tmp_path / "names.cfg"
    names.write_text("Magic:Neg\n")
    with pytest.raises(ModelError, match=r"Neg.* has 2 inputs"):
        run(own_model("y = other.Magic (x, x)"), op_name_map=names)


def test_a_name_that_nothing_has_is_refused_with_the_nearest() -> None:
    register_operator(SCALED)
    with pytest.raises(UsageError, match=r"did you mean test\.own\.Scaled"):
        resolved("test.own.Scale", "--op_name_map=f")
    with pytest.raises(
        UsageError, match=r"entry point of open_aoe\.operators, or, in Python, call"
    ):
        resolved("Zzzzzz", "--op_name_map=f")


def test_options_find_the_operators_of_a_body_by_the_custom_node(tmp_path: Path) -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 21]>
        Dense (x, w) => (y) { y = MatMul (x, w) }"""
    )
    register_operator(body)
    proto = onnx.parser.parse_model(
        HEADER + "(float[2,3] x, float[3,4] w) => (float[2,4] y) { y = test.own.Dense (x, w) }"
    )
    proto.graph.node[0].name = "own_node"
    modes = tmp_path / "modes.ini"
    modes.write_text("[ByNodeName]\nown_node=high_precision\n")
    options = aoe.PrecisionOptions(op_precision_mode=modes)
    with aoe.compile(proto, threads=1, precision=options) as session:
        graph = graph_from_json(session.model.graph, session.model.constants)
    (product,) = (node.operator for node in graph.operator_nodes)
    assert product.precision == "direct"


def test_a_model_with_open_shapes_needs_no_registration_once_saved(tmp_path: Path) -> None:
    register_operator(SCALED)
    proto = onnx.parser.parse_model(
        HEADER + "(float[N,3] x) => (float[N,3] y) { y = test.own.Scaled <factor = 0.5> (x) }"
    )
    with aoe.compile(proto, threads=1) as session:
        session.save(tmp_path / "open.om")
    with empty_registry(), aoe.InferenceSession(tmp_path / "open.om", threads=1) as session:
        assert np.array_equal(session.run(None, {"x": X})[0], X * 0.5)


def test_an_operator_of_a_body_that_is_not_known_is_named() -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 21]>
        Curve (x) => (y) { t = Relu (x) y = Frobnicate (t) }"""
    )
    register_operator(body)
    with pytest.raises(UnsupportedModelError, match=r"y \(Curve\), whose body uses Frobnicate"):
        run(own_model("y = test.own.Curve (x)"))


def test_an_operator_that_changed_in_corner_cases_only_may_be_of_an_older_set() -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 11]>
        Means (x) => (y) { a = Constant <value_ints: ints = [1]> ()
        w = Unsqueeze <axes: ints = [1]> (x) v = AveragePool <kernel_shape: ints = [1]> (w)
        y = Relu (x) }"""
    )
    assert "AveragePool" not in str(register_operator(body).mismatch(21))
