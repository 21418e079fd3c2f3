import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.graph.prepare.rules.matmul.einsum import labels_of
from tests.graph.models import checked_graph, inputs_of, model, operator_types

EQUATIONS = [
    ("ij,jk->ik", "2,3", "3,4", "2,4"),
    ("ij,kj->ki", "2,3", "4,3", "4,2"),
    ("bhqd,bhkd->bhqk", "2,3,4,5", "2,3,6,5", "2,3,4,6"),
    ("bqhd,bkhd->bhqk", "2,4,3,5", "2,6,3,5", "2,3,4,6"),
    ("bhqk,bkhd->bqhd", "2,3,4,6", "2,6,3,5", "2,4,3,5"),
    ("...ij,...jk->...ik", "2,5,3,4", "2,1,4,3", "2,5,3,3"),
    ("i,j->ij", "3", "4", "3,4"),
    ("i,i->", "3", "3", ""),
    ("ij,ij->ij", "2,3", "2,3", "2,3"),
    ("ijk,jl", "2,3,4", "3,5", "2,4,5"),
    ("iij,jk->ki", "3,3,2", "2,4", "4,3"),
    ("abc,c->ab", "2,3,4", "4", "2,3"),
    ("abc,d->d", "2,3,4", "5", "5"),
]


@pytest.mark.parametrize(("equation", "a", "b", "result"), EQUATIONS)
def test_two_operands_are_multiplied(equation: str, a: str, b: str, result: str) -> None:
    text = f"""(float[{a}] x, float[{b}] w) => (float[{result}] y) {{
        y = Einsum <equation = "{equation}"> (x, w) }}"""
    checked_graph(model(text))


@pytest.mark.parametrize(
    ("equation", "shape", "result"),
    [
        ("ij->ji", "2,3", "3,2"),
        ("ij->", "2,3", ""),
        ("ii->i", "3,3", "3"),
        ("...ii->...i", "2,3,3", "2,3"),
        ("iijj->ji", "2,2,3,3", "3,2"),
        ("ba", "2,3", "3,2"),
        ("a...b->b...", "2,4,3", "3,4"),
    ],
)
def test_one_operand_is_seen_differently(equation: str, shape: str, result: str) -> None:
    text = f"""(float[{shape}] x) => (float[{result}] y) {{
        y = Einsum <equation = "{equation}"> (x) }}"""
    checked_graph(model(text))


def test_three_operands_are_multiplied_from_the_left() -> None:
    text = """(float[2,3] a, float[3,4] b, float[4,5] c) => (float[2,5] y) {
        y = Einsum <equation = "ij, jk, kl -> il"> (a, b, c) }"""
    assert operator_types(checked_graph(model(text))) == ["MatMul", "MatMul"]


def test_integers_are_multiplied_and_summed() -> None:
    text = """(int64[2,3] x, int64[3,4] w) => (int64[2,4] y) {
        y = Einsum <equation = "ij,jk->ik"> (x, w) }"""
    checked_graph(model(text))


def test_attention_scores_are_one_matmul() -> None:
    text = """(float[2,4,3,5] x, float[2,6,3,5] w) => (float[2,3,4,6] y) {
        y = Einsum <equation = "bqhd,bkhd->bhqk"> (x, w) }"""
    assert operator_types(checked_graph(model(text))) == ["MatMul"]


def test_the_result_of_an_equation_without_arrow_is_sorted() -> None:
    assert labels_of("b...,ca", [3, 2]) == (
        [("b", "0", "1"), ("c", "a")],
        ("0", "1", "a", "b", "c"),
    )


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_random_equations_agree_with_numpy(data: st.DataObject) -> None:
    sizes = {"a": 2, "b": 3, "c": 4, "d": 1}
    left, right = (
        "".join(data.draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True)))
        for _ in range(2)
    )
    result = "".join(
        data.draw(st.lists(st.sampled_from(sorted(set(left + right))), max_size=3, unique=True))
    )

    def extents(labels: str) -> str:
        return ",".join(str(sizes[label]) for label in labels)

    equation = f"{left},{right}->{result}"
    proto = model(
        f"""(float[{extents(left)}] x, float[{extents(right)}] w) => (float[{extents(result)}] y)
        {{ y = Einsum <equation = "{equation}"> (x, w) }}"""
    )
    checked_graph(proto, 2e-6 * cancellation(equation, *inputs_of(proto).values()))


def cancellation(equation: str, x: np.ndarray, w: np.ndarray) -> float:
    """How much larger the sums are without signs: rounding is relative to those."""
    unsigned = np.einsum(equation, np.abs(x), np.abs(w)).max()
    return float(unsigned / np.abs(np.einsum(equation, x, w)).max())


def test_constant_operands_are_rearranged_beforehand() -> None:
    text = """(float[2,3] x) => (float[4,2] y) {
        y = Einsum <equation = "ij,kj->ki"> (x, w) }"""
    graph = checked_graph(model(text, w=np.ones((4, 3), np.float32)))
    assert operator_types(graph)[0] == "MatMul"
