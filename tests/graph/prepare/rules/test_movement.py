import numpy as np
import pytest

from aoe.operators.evaluate import evaluate
from tests.graph.models import (
    checked_graph,
    imported,
    model,
    node_types,
    operator_of,
    operator_types,
    weights,
)


@pytest.mark.parametrize("repeats", [[1, 1, 1], [2, 1, 3], [1, 4, 1], [2, 2, 2]])
def test_tile_repeats_every_dimension(repeats: list[int]) -> None:
    shape = ",".join(str(n * times) for n, times in zip((2, 3, 4), repeats, strict=True))
    text = f"(float[2,3,4] x) => (float[{shape}] y) {{ r = Relu(x) y = Tile(r, times) }}"
    checked_graph(model(text, times=np.asarray(repeats)))


@pytest.mark.parametrize(("attribute", "shape"), [("<axis = 1>", "2,2"), ("<axis = -2>", "2,3")])
def test_compress_keeps_what_a_constant_condition_chooses(attribute: str, shape: str) -> None:
    condition = np.asarray([True, False, True] if "1" in attribute else [True, True])
    text = f"(float[2,3] x) => (float[{shape}] y) {{ y = Compress {attribute} (x, c) }}"
    checked_graph(model(text, c=condition))


def test_compress_without_an_axis_takes_elements() -> None:
    text = "(float[2,3] x) => (float[2] y) { y = Compress(x, c) }"
    checked_graph(model(text, c=np.asarray([False, True, False, False, True])))


@pytest.mark.parametrize("attributes", ["", "<batch_axis = 0, time_axis = 1>"])
def test_sequences_are_reversed_up_to_their_length(attributes: str) -> None:
    text = f"(float[3,3,2] x) => (float[3,3,2] y) {{ y = ReverseSequence {attributes} (x, n) }}"
    checked_graph(model(text, n=np.asarray([1, 3, 2])))


def test_lengths_of_sequences_may_be_computed() -> None:
    text = """(float[3,3,2] x, int64[3] i) => (float[3,3,2] y) {
        n = Clip(i, one, three) y = ReverseSequence(x, n) }"""
    checked_graph(model(text, one=np.asarray(1), three=np.asarray(3)))


@pytest.mark.parametrize("mode", ["DCR", "CRD"])
def test_depth_becomes_space(mode: str) -> None:
    text = f"""(float[1,8,2,3] x) => (float[1,2,4,6] y) {{
        y = DepthToSpace <blocksize = 2, mode = "{mode}"> (x) }}"""
    proto = model(text)
    assert node_types(proto) == ["Reshape", "Reshape", "Transpose"]
    checked_graph(proto)


def test_a_regular_gather_is_a_slice() -> None:
    text = "(float[6,2] x) => (float[3,2] y) { r = Relu(x) g = Gather(r, i) y = Neg(g) }"
    graph = checked_graph(model(text, i=np.asarray([0, 2, 4])))
    assert "Gather" not in operator_types(graph)


@pytest.mark.parametrize(
    ("pads", "axes"), [([1, 2, 0, 3], None), ([2, -1], [-1]), ([-1, 0, 0, 2], [1, 0])]
)
@pytest.mark.parametrize("dtype", ["float", "int64", "uint8"])
def test_the_number_to_pad_with_may_be_computed(
    pads: list[int], axes: list[int] | None, dtype: str
) -> None:
    constants = {"p": np.asarray(pads)}
    if axes is not None:
        constants["a"] = np.asarray(axes)
    text = f"""({dtype}[3,4] x, {dtype}[1] v) => ({dtype}[A,B] y) {{
        w = Add(v, v) s = Squeeze(w) y = Pad(x, p, s{", a" if axes else ""}) }}"""
    checked_graph(model(text, 21, **constants))


@pytest.mark.parametrize("number", [2**53 + 1, 2**63 - 1, -(2**62) - 1])
def test_a_pad_has_every_whole_number(number: int) -> None:
    text = "(int64[2] x) => (int64[3] y) { y = Pad(x, pads, v) }"
    pads, value = np.asarray([1, 0]), np.asarray(number, np.int64)
    graph = imported(model(text, pads=pads, v=value))
    assert evaluate(graph, {"x": np.asarray([1, 2])})["y"].tolist() == [number, 1, 2]


def test_parts_that_are_split_again_are_joined_along_a_new_axis() -> None:
    text = """(float[2,3,4] a, float[2,3,4] b) => (float[3,5] y) {
        p = Neg(a) q = Exp(b) j = Concat<axis = 0>(p, q) s = Reshape(j, parts)
        t = Transpose<perm = [2,1,0,3]>(s) r = Reshape(t, rows) y = MatMul(r, w) }"""
    parts, rows = np.asarray([2, 2, 3, 4]), np.asarray([3, 16])
    graph = checked_graph(model(text, parts=parts, rows=rows, w=weights(16, 5)))
    assert [node.operator.type for node in graph.operator_nodes].count("Pointwise") == 2  # Neg, Exp
    assert operator_of(graph, "Concat").operator.output.shape == (2, 2, 3, 4)


@pytest.mark.parametrize(
    "text",
    [
        # The Concat is read twice.
        """(float[2,3] a, float[2,3] b) => (float[2,2,3] y, float[4,3] z) {
            p = Neg(a) j = Concat<axis = 0>(p, b) y = Reshape(j, shape) z = Exp(j) }""",
        # Its operands differ.
        """(float[1,3] a, float[3,3] b) => (float[2,2,3] y) {
            p = Neg(a) j = Concat<axis = 0>(p, b) s = Reshape(j, shape) y = Neg(s) }""",
        # Another axis is split.
        """(float[4,2] a, float[4,1] b) => (float[2,2,3] y) {
            p = Neg(a) j = Concat<axis = 1>(p, b) y = Reshape(j, shape) }""",
        # The axis is split, and not into the operands.
        """(float[1,2,3] a, float[1,2,3] b, float[1,2,3] c, float[1,2,3] d) => (float[2,2,2,3] y) {
            p = Neg(a) j = Concat<axis = -3>(p, b, c, d) y = Reshape(j, split) }""",
        # Channels are shuffled.
        """(float[1,2,3] a, float[1,2,3] b) => (float[1,2,2,3] y) {
            p = Neg(a) j = Concat<axis = 1>(p, b) s = Reshape(j, two)
            t = Transpose<perm = [0,2,1,3]>(s) y = Neg(t) }""",
    ],
)
def test_parts_that_are_split_otherwise_are_joined_as_they_are(text: str) -> None:
    shapes = {"shape": [2, 2, 3], "split": [2, 2, 2, 3], "two": [1, 2, 2, 3]}
    used = {name: np.asarray(item) for name, item in shapes.items() if f"{name})" in text}
    graph = checked_graph(model(text, **used))
    joined = operator_of(graph, "Concat").operator
    assert len(joined.output.shape) == len(text.partition("[")[2].partition("]")[0].split(","))
