"""Sizes that a model declares, where nodes read sizes that are fed or computed from data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import AoeError, ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import imported, inputs_of, model

#: A node, the shape of `x`, the sizes that it reads, and a false shape of its result.
NODES = [
    ("Reshape", (2, 6), [4, 3], (3, 4)),
    ("Reshape", (2, 6), [-1, 4], (4, 3)),
    ("Reshape", (2, 6), [1, 0, 2], (2, 6, 1)),
    ("Reshape", (2, 6), [0, -1], (6, 2)),
    ("Reshape <allowzero = 1>", (0, 2), [3, 0], (0, 3)),
    ("Expand", (1, 3), [2, 3], (4, 3)),
    ("Expand", (1, 3), [5, 1, 1], (1, 1, 3)),
    ("Expand", (2, 1, 1), [1, 4], (2, 4, 1)),
    ("Squeeze", (1, 3, 1), [0], (1, 3)),
    ("Squeeze", (1, 3, 1), [-1], (3, 1)),
    ("Squeeze", (1, 2, 1, 3, 1), [-1, 2], (2, 1, 3)),
    ("Unsqueeze", (2, 3), [1], (1, 2, 3)),
    ("Unsqueeze", (2, 3), [-1, 0], (2, 3, 1, 1)),
    ("Unsqueeze", (2, 3), [3, 1], (1, 2, 1, 3)),
]
TEXT = """(float[{}] x, int64[{}] s) => (float[{}] y, int64[{}] h) <float[{}] z> {{
    z = {} (x, s) y = Neg (z) h = Shape (z) }}"""


def declared(node: str, shape: tuple[int, ...], count: int, given: tuple[int, ...]) -> str:
    """The text of a model that declares what a node gives."""
    open_sizes = ",".join(f"n{place}" for place in range(len(given)))
    sizes = [",".join(map(str, item)) for item in (shape, given)]
    return TEXT.format(sizes[0], count, open_sizes, len(given), sizes[1], node)


def computed(node: str, feed: dict[str, np.ndarray]) -> np.ndarray:
    """What ONNX Runtime computes where nothing is declared."""
    shape = ",".join(map(str, feed["x"].shape))
    proto = model(
        f"(float[{shape}] x, int64[{feed['s'].size}] s) => (float z) {{ z = {node} (x, s) }}"
    )
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    found = by_runtime(proto, feed)
    assert found is not None
    return found[0]


def feed_of(shape: tuple[int, ...], sizes: list[int]) -> dict[str, np.ndarray]:
    numbers = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    return {"x": numbers, "s": np.asarray(sizes)}


@pytest.mark.parametrize(("node", "shape", "sizes", "_wrong"), NODES)
def test_sizes_that_give_the_declared_shape_are_taken(
    node: str, shape: tuple[int, ...], sizes: list[int], _wrong: tuple[int, ...]
) -> None:
    feed = feed_of(shape, sizes)
    expected = computed(node, feed)
    proto = model(declared(node, shape, len(sizes), expected.shape))
    with aoe.compile(proto, threads=1, device="reference") as session:
        found, own = session.run(None, feed)
        assert not session.is_open
    np.testing.assert_array_equal(found, -expected)
    assert own.tolist() == list(expected.shape)


@pytest.mark.parametrize(("node", "shape", "sizes", "wrong"), NODES)
def test_sizes_that_give_another_shape_than_declared_are_an_error(
    node: str, shape: tuple[int, ...], sizes: list[int], wrong: tuple[int, ...]
) -> None:
    feed = feed_of(shape, sizes)
    name, given = node.split()[0], list(computed(node, feed).shape)
    proto = model(declared(node, shape, len(sizes), wrong))
    with (
        aoe.compile(proto, threads=1, device="reference") as session,
        pytest.raises(AoeError) as caught,
    ):
        session.run(None, feed)
    message = f"node 'z' ({name}) gives the shape {given} for the sizes of this inference, but 'z' "
    assert str(caught.value).startswith(message + f"is declared as {list(wrong)}; correct")


#: A node, the shape of `x`, the axes that it reads, these from the first, and what is declared.
WRONG_AXES = [
    ("Squeeze", (1, 1), [0, 0], [0, 0], ()),
    ("Squeeze", (1, 1), [0, 7], [0, 7], ()),
    ("Squeeze", (1, 1), [-3, 0], [-1, 0], ()),
    ("Squeeze", (1, 3, 1), [2, -1], [2, 2], (3,)),
    ("Unsqueeze", (2, 3), [1, -3], [1, 1], (2, 1, 1, 3)),
    ("Unsqueeze", (2, 3), [4, 0], [4, 0], (1, 2, 3, 1)),
    ("Unsqueeze", (0,), [0, 0], [0, 0], (1, 0, 0)),
]


@pytest.mark.parametrize(("node", "shape", "axes", "from_first", "given"), WRONG_AXES)
def test_axes_that_are_repeated_or_not_there_are_an_error(
    node: str,
    shape: tuple[int, ...],
    axes: list[int],
    from_first: list[int],
    given: tuple[int, ...],
) -> None:
    proto = model(declared(node, shape, len(axes), given))
    proto.graph.value_info[0].type.tensor_type.shape.SetInParent()
    with (
        aoe.compile(proto, threads=1, device="reference") as session,
        pytest.raises(AoeError) as caught,
    ):
        session.run(None, feed_of(shape, axes))
    rank = max(len(shape), len(given))
    assert str(caught.value).startswith(
        f"node 'z' ({node}) reads the axes {from_first} in this inference, counted from the first "
        f"of {rank} dimensions; give axes that are there, each of them once"
    )


def test_axes_of_a_declared_number_are_taken() -> None:
    proto = model("(float[1,1] x, int64[2] s) => (float y) { y = Squeeze (x, s) }")
    proto.graph.output[0].type.tensor_type.shape.SetInParent()
    with aoe.compile(proto, threads=1, device="reference") as session:
        for axes in ([0, 1], [-1, 0]):
            assert session.run(None, feed_of((1, 1), axes))[0].shape == ()


def test_an_offline_model_compares_sizes_too(tmp_path: Path) -> None:
    text = "(float[4] x, int64[2] s) => (float[2,2] y) { y = Reshape (x, s) }"
    with aoe.compile(model(text), threads=1) as session:
        session.save(tmp_path / "m.om")
    with aoe.InferenceSession(tmp_path / "m.om") as session:
        assert session.run(None, feed_of((4,), [2, -1]))[0].tolist() == [[0, 1], [2, 3]]
        with pytest.raises(AoeError, match=r"'y' \(Reshape\) gives the shape \[4, 1\] .* \[2, 2\]"):
            session.run(None, feed_of((4,), [4, 1]))


def test_each_of_several_nodes_is_compared() -> None:
    text = """(float[4] x, int64[2] s) => (float[a,b] y) <float[2,2] u, float[1,4] w> {
        u = Reshape (x, s) v = Neg (u) w = Reshape (v, s) y = Neg (w) }"""
    with aoe.compile(model(text), threads=1, device="reference") as session:
        for sizes, name, wrong in (([2, 2], "w", r"\[1, 4\]"), ([1, 4], "u", r"\[2, 2\]")):
            with pytest.raises(AoeError, match=rf"node '{name}' .* is declared as {wrong}"):
                session.run(None, feed_of((4,), sizes))


def test_sizes_that_are_computed_from_data_are_compared() -> None:
    text = """(float[4] x, float[70] w) => (float[a,b] y) <float[2,2] z> {
        m = ReduceMax <keepdims = 1> (w) s = Cast <to = 7> (m) r = Concat <axis = 0> (s, rest)
        z = Reshape (x, r) y = Neg (z) }"""
    proto = model(text, rest=np.asarray([-1]))
    graph = build(load_onnx(proto), "test")
    for size in (2.0, 4.0):
        feed = {"x": np.ones(4, np.float32), "w": np.full(70, size, np.float32)}
        (requirement,) = graph.requirements
        found = evaluate(graph, feed)
        assert bool(found[requirement.output].item()) == (size == 2)


def test_sizes_that_shapes_decide_are_not_compared() -> None:
    text = """(float[4] x, float[2,2] w) => (float[a,b] y) <float[4,1] z> {
        s = Shape (w) f = Cast <to = 1> (s) h = Floor (f) i = Cast <to = 7> (h)
        z = Reshape (x, i) y = Neg (z) }"""
    graph = imported(model(text))
    assert not graph.requirements
    assert graph.tensors["y"].shape == (2, 2)


SPLIT = """(float[2,4] x) => (float[a,b] y) <float[{}] z> {{
    w = Relu (x) h = Shape (w) f, l = Split <axis = 0> (h, ones) s = Concat <axis = 0> (l, f)
    z = Reshape (w, s) y = Neg (z) }}"""


def test_nothing_is_left_of_sizes_that_are_found_constant_later() -> None:
    graph = imported(model(SPLIT.format("4,2"), ones=np.asarray([1, 1])))
    assert not graph.requirements
    assert graph.outputs == ("y",)


def test_a_declared_shape_that_constants_contradict_is_refused() -> None:
    message = r"'z' \(Reshape\) gives the shape \[4, 2\] .* declared as \[2, 4\]; correct"
    with pytest.raises(ModelError, match=message):
        imported(model(SPLIT.format("2,4"), ones=np.asarray([1, 1])))


@pytest.mark.parametrize("given", ["3,3", "4", "2,2,1"])
def test_a_declared_shape_that_no_sizes_give_does_not_count(given: str) -> None:
    text = f"""(float[4] x, int64[2] s) => (float[a,b] y) <float[{given}] z> {{
        z = Reshape (x, s) y = Neg (z) }}"""
    with aoe.compile(model(text), threads=1, device="reference") as session:
        assert session.run(None, feed_of((4,), [4, 1]))[0].shape == (4, 1)


@pytest.mark.parametrize(
    ("read", "node", "wrong"),
    [
        ("float[1,2]", "Tile (x, s)", "float[9,9]"),
        ("float[2]", "ConstantOfShape (s)", "float[9,9]"),
        ("float[2]", "Pad (x, s)", "float[9]"),
    ],
)
def test_a_declared_shape_does_not_become_a_constant(read: str, node: str, wrong: str) -> None:
    """Nothing computes such a node, and `Shape` behind it is all that is read."""
    text = f"({read} x, int64[2] s) => (int64[n] y) <{wrong} z> {{ z = {node} y = Shape (z) }}"
    proto = model(text)
    feed = inputs_of(proto) | {"s": np.asarray([2, 3])}
    plain = onnx.ModelProto()
    plain.CopyFrom(proto)
    plain.graph.ClearField("value_info")
    expected = by_runtime(plain, feed)
    assert expected is not None
    with aoe.compile(proto, threads=1, device="reference") as session:
        np.testing.assert_array_equal(session.run(None, feed)[0], expected[0])


@pytest.mark.parametrize("given", ["float[2,12]", "float[24]", "float[2,3,4]"])
def test_nodes_of_older_operator_sets_are_not_read_with_declared_sizes(given: str) -> None:
    """Softmax is over all dimensions from one on, so their number counts."""
    text = f"""(float[6,4] x, float[2,3] w) => (float[a,b,c] y) <{given} z> {{
        t = Shape (w) s = Concat <axis = 0> (t, four) z = Reshape (x, s)
        y = Softmax <axis = 1> (z) }}"""
    proto = model(text, 11, four=np.asarray([4]))
    feed = inputs_of(proto)
    plain = onnx.ModelProto()
    plain.CopyFrom(proto)
    plain.graph.ClearField("value_info")
    expected = by_runtime(plain, feed)
    assert expected is not None
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_allclose(found, expected[0], atol=1e-6)


def test_a_declared_shape_does_not_count_in_a_branch() -> None:
    text = """(float[4] x, int64[2] s, bool c) => (float[a,b] y) {
        y = If (c) <then_branch = t () => (float[2,2] u) <float[2,2] z> {
            z = Reshape (x, s) u = Neg (z) }, else_branch = e () => (float[2,2] v) {
            v = Reshape (x, square) }> }"""
    proto = model(text, square=np.asarray([2, 2]))
    with aoe.compile(proto, threads=1, device="reference") as session:
        for chosen, shape in ((True, (4, 1)), (False, (2, 2))):
            feed = feed_of((4,), [4, 1]) | {"c": np.asarray(chosen)}
            assert session.run(None, feed)[0].shape == shape


def test_a_false_shape_behind_what_a_loop_collects_does_not_count() -> None:
    """Its type is not known before the loop is read."""
    text = """(float[3,1] x) => (int64[2] h) <float[1,6] r> {
        n = Constant <value = int64 {1}> () k = Constant <value = bool {1}> ()
        v, o = Loop (n, k, x) <body = b (int64 i, bool q, float[3,1] u)
            => (bool g, float[3,1] w, float[3,1] p) { g = Identity (q) w = Abs (u) p = Neg (w) }>
        s = ReduceSum <keepdims = 0> (o, zero) r = Concat <axis = 0> (s, s) h = Shape (r) }"""
    proto = model(text, 17, zero=np.asarray([0]))
    found = evaluate(build(load_onnx(proto), "test"), inputs_of(proto))
    assert found["h"].tolist() == [6, 1]


def test_a_declared_shape_behind_a_type_that_onnx_does_not_have_counts() -> None:
    text = "(bool[2,3] x) => (bool[2,3] y) { m = Min (x, x) y = Identity (m) }"
    found = evaluate(build(load_onnx(model(text)), "test"), {"x": np.eye(2, 3, dtype=bool)})
    np.testing.assert_array_equal(found["y"], np.eye(2, 3, dtype=bool))
