import numpy as np
import onnx_ir
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.prepare.new_values import names_of
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    has_shape,
    integers_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import apply_rules, rule_for
from tests.graph.models import model


def loaded(text: str) -> onnx_ir.Model:
    return load_onnx(model(text))


def test_a_rule_may_replace_every_output() -> None:
    text = "(float[4] x) => (float[2] y, float[2] z) { y, z = Split <axis = 0> (x) }"

    def halves(node: onnx_ir.Node, build: Builder) -> Replacement:
        value = node.inputs[0]
        if node.op_type != "Split" or value is None:
            return None
        return [build.piece(value, 0, 0, 2), build.piece(value, 0, 2, 4)]

    graph = loaded(text).graph
    assert apply_rules(graph, {"": (halves,)}, 17)
    assert [node.op_type for node in graph] == ["Slice", "Slice"]
    assert [value.name for value in graph.outputs] == ["y", "z"]


def test_a_rule_that_gives_up_leaves_no_readers() -> None:
    graph = loaded("(float[4] x) => (float[4] y) { y = Relu(x) }").graph

    def gives_up(node: onnx_ir.Node, build: Builder) -> Replacement:
        build.infer("Exp", node.inputs[0])
        return None

    assert not apply_rules(graph, {"": (gives_up,)}, 17)
    assert len(graph.inputs[0].uses()) == 1


def test_a_rule_about_some_types_is_asked_for_no_others() -> None:
    graph = loaded("(float[4] x) => (float[4] y) { a = Relu(x) b = Abs(a) y = Exp(b) }").graph
    asked: list[str] = []

    @rule_for("Relu", "Exp")
    def nothing(node: onnx_ir.Node, build: Builder) -> Replacement:
        asked.append(node.op_type)
        return None

    assert not apply_rules(graph, {"": (nothing,)}, 17)
    assert asked == ["Relu", "Exp"]
    (absolute,) = [node for node in graph if node.op_type == "Abs"]
    assert nothing(absolute, Builder(graph, absolute, names_of(graph), 17)) is None


def test_one_walk_rewrites_a_chain_of_operators_onnx_does_not_know() -> None:
    chain = " ".join(f"v{n + 1} = com.microsoft.Twice(v{n})" for n in range(5))
    graph = loaded(f"(float[4] v0) => (float[4] y) {{ {chain} y = Identity(v5) }}").graph

    def twice(node: onnx_ir.Node, build: Builder) -> Replacement:
        value = node.inputs[0]
        return build.infer("Add", value, value) if value is not None and has_shape(value) else None

    assert apply_rules(graph, {"com.microsoft": (twice,)}, 17)
    assert [node.op_type for node in graph] == ["Add"] * 5 + ["Identity"]


def test_a_body_is_copied_with_names_of_its_own() -> None:
    text = """(float[2] x, bool c) => (float[2] y) {
        y = If (c) <then_branch = t () => (float[2] a) { b = Exp(x) a = Neg(b) },
                    else_branch = e () => (float[2] a) { b = Relu(x) a = Abs(b) }> }"""
    graph = loaded(text).graph
    (node,) = graph
    build = Builder(graph, node, names_of(graph), 17)
    results = [
        build.inline(node.attributes[name].as_graph(), [])[0]
        for name in ("then_branch", "else_branch")
    ]
    assert [shape_of(value) for value in results] == [(2,), (2,)]
    names = [value.name for made in build.nodes for value in made.outputs]
    assert len(set(names)) == len(names) == 4


@pytest.mark.parametrize(
    ("array", "integers"),
    [
        (np.asarray(3, np.int64), (3,)),
        (np.asarray([[4]], np.int32), (4,)),
        (np.asarray([1, -2], np.int64), (1, -2)),
        (np.asarray([], np.int64), ()),
        (np.asarray([1.0], np.float32), None),
        (np.ones((2, 3), np.int8), None),
    ],
)
def test_sizes_and_axes_are_vectors_or_one_element(
    array: np.ndarray, integers: tuple[int, ...] | None
) -> None:
    """A matrix of integers is weights, which rules must not convert number by number."""
    value = onnx_ir.Value(name="c", const_value=onnx_ir.Tensor(array))
    assert integers_of(value) == integers
