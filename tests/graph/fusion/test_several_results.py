"""Pointwise operators that read the same become one that writes several tensors."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.backends.reference.backend import BACKEND
from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.several_results import MOST_STREAMS, with_several_results
from aoe.graph.pipeline import prepared_graph
from aoe.graph.prepare.aliases import KEY, aliases_of, declare_training
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import inputs_of, model

MOMENTUM = """(float[3,4] p, float[3,4] m, float[3,4] g, float r) =>
    (float[3,4] q, float[3,4] n) {
    d = Constant <value = float {0.9}> () k = Mul(m, d) n = Add(k, g)
    s = Mul(n, r) q = Sub(p, s) }"""


def apart(text: str) -> OperatorGraph:
    """A model with an operator for each tensor that is written."""
    return prepared_graph(load_onnx(model(text)), "test").formed({})


def joined(text: str) -> OperatorGraph:
    graph = apart(text)
    made = with_several_results(graph, lambda *_: True)
    feed = inputs_of(model(text))
    expected = evaluate(graph, feed)
    for name, array in evaluate(made, feed).items():
        np.testing.assert_allclose(array, expected[name], rtol=1e-6, atol=1e-6)
    return made


def results(graph: OperatorGraph) -> list[set[str]]:
    """The names of the results of each operator."""
    return [set(node.outputs) for node in graph.operator_nodes]


def test_a_result_that_another_operator_reads_is_written_by_it_too() -> None:
    assert len(apart(MOMENTUM).operator_nodes) == 2
    made = joined(MOMENTUM)
    assert results(made) == [{"q", "n"}]
    assert set(made.operator_nodes[0].inputs) == {"p", "m", "g", "r"}


def test_operators_that_read_the_same_are_one() -> None:
    made = joined("(float[5] x) => (float[5] y, float[5] z) { y = Exp(x) z = Neg(x) }")
    assert results(made) == [{"y", "z"}]
    assert made.operator_nodes[0].inputs == ("x",)


def test_a_value_that_only_the_joined_operator_reads_is_not_written() -> None:
    text = """(float[5] x) => (float[5] y, float[5] z) {
        a = Exp(x) y = Neg(a) b = Sin(a) z = Add(b, y) }"""
    assert results(joined(text)) == [{"y", "z"}]


def test_an_operator_between_two_keeps_them_apart() -> None:
    text = """(float[5] x) => (float[5] y, float[5] z) {
        y = Exp(x) c = CumSum <reverse = 0> (y, axis) z = Add(c, x) }"""
    graph = prepared_graph(load_onnx(model(text, axis=np.asarray(0))), "test").formed({})
    made = with_several_results(graph, lambda *_: True)
    assert {"y", "z"} not in results(made)


def test_results_of_other_shapes_stay_apart() -> None:
    text = "(float[5] x) => (float[5] y, float[2,5] z) { y = Exp(x) z = Add(x, w) }"
    graph = prepared_graph(load_onnx(model(text, w=np.ones((2, 5), np.float32))), "test")
    assert len(with_several_results(graph.formed({}), lambda *_: True).operator_nodes) == 2


def test_an_operator_has_only_so_many_streams() -> None:
    count = MOST_STREAMS + 4
    names = [f"y{number}" for number in range(count)]
    outputs = ", ".join(f"float[5] {name}" for name in names)
    body = " ".join(f"{name} = Pow(x, e{number})" for number, name in enumerate(names))
    inputs = ", ".join(f"float e{number}" for number in range(count))
    made = joined(f"(float[5] x, {inputs}) => ({outputs}) {{ {body} }}")
    assert len(made.operator_nodes) > 1
    for node in made.operator_nodes:
        assert len(node.inputs) + len(node.outputs) <= MOST_STREAMS


STATISTICS = """(float[4,3,8] x, float[1,3,1] w) =>
    (float[1,3,1] m, float[1,3,1] v, float[1,3,1] s) {
    m = ReduceMean <axes = [0, 2]> (x) d = Sub(x, m) q = Mul(d, d)
    v = ReduceMean <axes = [0, 2]> (q) r = Sqrt(v) s = Mul(r, w) }"""


def test_a_variance_comes_with_its_mean_and_what_follows_from_them() -> None:
    made = joined(STATISTICS)
    assert results(made) == [{"m", "v", "s"}]
    assert made.operator_nodes[0].inputs == ("x", "w")


def test_sums_of_different_values_over_the_same_axes_are_one() -> None:
    text = """(float[4,3] x, float[4,3] y) => (float[3] a, float[3] b) {
        a = ReduceMean <axes = [0], keepdims = 0> (x) p = Mul(x, y)
        b = ReduceMean <axes = [0], keepdims = 0> (p) }"""
    assert results(joined(text)) == [{"a", "b"}]


def test_a_function_before_a_sum_that_follows_from_it_is_part_of_it() -> None:
    text = """(float[4,3] x, float[4,3] y, float[1,3] w) =>
        (float[1,3] a, float[1,3] b, float[1,3] c) {
        s = Exp(w) c = Mul(s, w) b = ReduceMean <axes = [0]> (x) p = Mul(x, y)
        t = ReduceMean <axes = [0]> (p) a = Mul(t, c) }"""
    made = joined(text)
    assert results(made)[-1] >= {"a", "b", "c"}
    assert sorted(made.operator_nodes[-1].inputs).count("x") == 1


@pytest.mark.parametrize(
    "second",
    [
        "p = Mul(x, m) b = ReduceMean <axes = [1]> (p)",  # needs the whole mean first
        "b = ReduceMax <axes = [1]> (x)",
        "t = Neg(x) u = Transpose <perm = [1, 0]> (t) b = ReduceMean <axes = [1]> (u)",
    ],
)
def test_other_reductions_stay_apart(second: str) -> None:
    text = f"""(float[4,4] x) => (float[4,1] m, float[4,1] b) {{
        m = ReduceMean <axes = [1]> (x) {second} }}"""
    assert {"m", "b"} not in results(joined(text))


def test_a_sum_of_a_sum_reads_what_another_operator_wrote() -> None:
    text = """(float[4,1] x) => (float[4,1] a, float[4,1] b) {
        a = ReduceLogSum <axes = [1]> (x) b = ReduceLogSum <axes = [1]> (a) }"""
    assert results(joined(text)) == [{"a"}, {"b"}]


def test_what_is_not_worthwhile_stays_apart() -> None:
    graph = apart(MOMENTUM)
    assert with_several_results(graph, lambda *_: False) == graph


def aliased(**aliases: str) -> onnx_ir.Model:
    made = load_onnx(model(MOMENTUM))
    declare_training(made, aliases)
    return made


def test_outputs_that_overwrite_inputs_come_from_one_operator() -> None:
    graph = prepared_graph(aliased(q="p", n="m"), "test").formed({})
    assert graph.aliases == {"q": "p", "n": "m"}
    assert results(graph) == [{"q", "n"}]


def test_a_device_that_computes_one_result_gets_an_operator_for_each() -> None:
    target = BACKEND.machine.target()
    graph = prepared_graph(aliased(q="p", n="m"), "test", target).formed({})
    assert sorted(map(sorted, results(graph))) == [["n"], ["q"]]


def test_the_fusion_can_be_switched_off() -> None:
    off = Switches(fusions_off=frozenset({"several_results"}))
    for switches, count in ((ALL_ON, 1), (off, 2)):
        graph = prepared_graph(aliased(q="p", n="m"), "test", switches=switches).formed({})
        assert len(graph.operator_nodes) == count


@pytest.mark.parametrize(
    ("aliases", "words"),
    [
        ({"q": "z"}, "name z"),
        ({"p": "q"}, "name p"),
        ({"q": "r"}, "types or shapes differ"),
        ({"q": "p", "n": "p"}, "two outputs overwrite one input"),
    ],
)
def test_aliases_of_what_does_not_fit_are_refused(aliases: dict[str, str], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        aliases_of(aliased(**aliases))


@pytest.mark.parametrize("text", ["", "[]", "3"])
def test_metadata_that_are_no_aliases_are_refused(text: str) -> None:
    made = aliased()
    made.metadata_props[KEY] = text
    with pytest.raises(ModelError, match="no object"):
        aliases_of(made)
