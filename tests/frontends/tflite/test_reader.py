"""Whole files: names, layouts, subgraphs, constants, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.tflite import FRONTEND, schema
from aoe.frontends.tflite.reader import read_tflite
from tests.frontends.tflite.case import CONV, SAME
from tests.frontends.tflite.cases import CASES
from tests.frontends.tflite.files import Graph, Node, Operator, Tensor, tflite

RNG = np.random.default_rng(0)
FILTER = RNG.uniform(-1, 1, (4, 3, 3, 4)).astype(np.float32)
BIAS = RNG.uniform(-1, 1, 4).astype(np.float32)
IMAGE = (1, 6, 5, 4)


def saved(folder: Path, *graphs: Graph) -> Path:
    path = folder / "m.tflite"
    path.write_bytes(tflite(*graphs))
    return path


def network() -> Graph:
    """Two convolutions with a shortcut, channels added and a dense layer."""
    conv = {**CONV, "padding": SAME}
    return Graph(
        [
            Tensor("image", shape=IMAGE),
            Tensor("w", shape=FILTER.shape, data=FILTER),
            Tensor("b", shape=(4,), data=BIAS),
            *(Tensor(name, shape=IMAGE) for name in ("conv:0", "second", "sum", "scaled")),
            Tensor("mean", shape=(1, 4)),
            Tensor("axes", "INT32", (2,), np.asarray([1, 2], np.int32)),
        ],
        [
            Operator("CONV_2D", ["image", "w", "b"], ["conv:0"], {**conv, "activation": 1}),
            Operator("CONV_2D", ["conv:0", "w", "b"], ["second"], conv),
            Operator("ADD", ["second", "conv:0"], ["sum"], {"activation": 3}),
            Operator("MUL", ["sum", "b"], ["scaled"]),
            Operator("MEAN", ["scaled", "axes"], ["mean"], {"keep_dims": 0}),
        ],
        ["image"],
        ["mean"],
    )


def unary(kind: str, shape: tuple[int, ...] = (2, 3), element: str = "FLOAT32") -> Graph:
    return Graph(
        [Tensor("x", element, shape), Tensor("y", element, shape)],
        [Operator(kind, ["x"], ["y"])],
        ["x"],
        ["y"],
    )


def test_images_are_transposed_once_and_nothing_stands_in_between(tmp_path: Path) -> None:
    model = read_tflite(ModelOrigin(saved(tmp_path, network())), {})
    counts = Counter(node.op_type for node in model.graph)
    assert counts["Transpose"] == 1
    last = [node.op_type for node in model.graph][-4:]
    assert last == ["Clip", "Mul", "ReduceMean", "Reshape"]


def test_inputs_outputs_and_nodes_have_the_names_of_tensors(tmp_path: Path) -> None:
    model = read_tflite(ModelOrigin(saved(tmp_path, network())), {})
    assert [value.name for value in model.graph.inputs] == ["image"]
    assert [value.name for value in model.graph.outputs] == ["mean"]
    assert {"conv:0", "second", "sum", "scaled", "mean"} <= {node.name for node in model.graph}


@pytest.mark.parametrize("name", ["conv:0", "second", "sum:0"])
def test_a_value_chosen_as_output_has_the_layout_of_the_file(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, network())
    options = aoe.ModelOptions(out_nodes=[name])
    with aoe.compile(path, model_options=options, device="reference") as session:
        (found,) = session.run(None, {"image": np.ones(IMAGE, np.float32)})
        assert [item.name for item in session.get_outputs()] == [name]
    assert found.shape == IMAGE


def test_an_unknown_output_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'nothing'"):
        aoe.compile(
            saved(tmp_path, network()), model_options=aoe.ModelOptions(out_nodes=["nothing"])
        )


def branches(condition: np.ndarray | None) -> tuple[Graph, Graph, Graph]:
    data = Tensor("c", "BOOL", (), condition)
    graph = Graph(
        [data, Tensor("x", shape=(3,)), Tensor("y", shape=(3,))],
        [Operator("IF", ["c", "x"], ["y"], {"then_subgraph": 1, "else_subgraph": 2})],
        ["x"] if condition is not None else ["c", "x"],
        ["y"],
    )
    return graph, unary("NEG", (3,)), unary("EXP", (3,))


@pytest.mark.parametrize("condition", [True, False])
@pytest.mark.parametrize("constant", [True, False])
def test_a_condition_chooses_a_branch(tmp_path: Path, condition: bool, constant: bool) -> None:
    given = np.asarray(condition)
    path = saved(tmp_path, *branches(given if constant else None))
    x = np.asarray([0.5, 1, 2], np.float32)
    with aoe.compile(path, device="reference") as session:
        feeds = {"x": x} if constant else {"x": x, "c": given}
        (found,) = session.run(None, feeds)
    np.testing.assert_allclose(found, -x if condition else np.exp(x), rtol=1e-6)


def test_a_composite_is_computed_by_its_subgraph(tmp_path: Path) -> None:
    graph = Graph(
        [Tensor("x", shape=(2, 3)), Tensor("y", shape=(2, 3))],
        [Operator("STABLEHLO_COMPOSITE", ["x"], ["y"], {"name": "odml.exp", "subgraph": 1})],
        ["x"],
        ["y"],
    )
    x = np.random.default_rng(0).standard_normal((2, 3)).astype(np.float32)
    with aoe.compile(saved(tmp_path, graph, unary("EXP")), device="reference") as session:
        (found,) = session.run(None, {"x": x})
    np.testing.assert_allclose(found, np.exp(x), rtol=1e-6)


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        (Operator("FAKE_QUANT", ["x"], ["y"], {"min": 1, "max": 2, "num_bits": 8}), "not hold 0"),
        (Operator("BUCKETIZE", ["x"], ["y"], {"boundaries": [2, 1]}), "boundaries do not rise"),
        (Operator("DILATE", ["x", "n", "one"], ["y"]), "spreads the sizes"),
        (Operator("REDUCE_WINDOW", ["x", "one", *"www"], ["y"], {"function": 1}), "do not fit 4"),
        (Operator("REDUCE_WINDOW", ["x", "one", *"www"], ["y"], {"function": 9}), "number 9"),
    ],
)
def test_what_tflite_does_not_compute_is_refused(
    operator: Operator, message: str, tmp_path: Path
) -> None:
    constants = [
        Tensor("n", "INT32", (2,), np.asarray([0, 1], np.int32)),
        Tensor("one", "FLOAT32", (), np.asarray(1, np.float32)),
        Tensor("w", "INT64", (2,), np.asarray([1, 2], np.int64)),
    ]
    tensors = [Tensor("x", shape=(2, 4)), Tensor("y", shape=(2, 4)), *constants]
    with pytest.raises(UnsupportedModelError, match=message):
        aoe.compile(saved(tmp_path, Graph(tensors, [operator], ["x"], ["y"])))


def test_a_subgraph_that_calls_itself_is_refused(tmp_path: Path) -> None:
    graph = Graph(
        [Tensor("x", shape=(3,)), Tensor("y", shape=(3,))],
        [Operator("CALL", ["x"], ["y"], {"subgraph": 1})],
        ["x"],
        ["y"],
    )
    with pytest.raises(ModelError, match="without end"):
        aoe.compile(saved(tmp_path, graph, graph))


def sparse() -> tuple[Tensor, np.ndarray]:
    """A matrix of 4 × 6 in blocks of 2 × 2, of which the rows of blocks are sparse."""
    dense = np.zeros((4, 6), np.float32)
    dense[:2, 2:4] = [[1, 2], [3, 4]]
    dense[2:, :2] = [[5, 6], [7, 8]]
    dense[2:, 4:] = [[9, 10], [11, 12]]

    def level(size: int) -> Node:
        return Node({schema.DIMENSION_FORMAT: ("b", 0), schema.DIMENSION_SIZE: ("i", size)})

    def indices(*numbers: int) -> Node:
        return Node({0: np.asarray(numbers, np.uint8)})

    csr = Node(
        {
            schema.DIMENSION_FORMAT: ("b", 1),
            schema.DIMENSION_SEGMENTS_TYPE: ("B", 3),
            schema.DIMENSION_SEGMENTS: indices(0, 1, 3),
            schema.DIMENSION_INDICES_TYPE: ("B", 3),
            schema.DIMENSION_INDICES: indices(1, 0, 2),
        }
    )
    form = Node(
        {
            schema.SPARSITY_ORDER: np.asarray([0, 1, 2, 3], np.int32),
            schema.SPARSITY_BLOCKS: np.asarray([0, 1], np.int32),
            schema.SPARSITY_DIMENSIONS: [level(2), csr, level(2), level(2)],
        }
    )
    return Tensor("w", shape=(4, 6), data=np.arange(1, 13, dtype=np.float32), sparsity=form), dense


def test_sparse_weights_get_their_zeros(tmp_path: Path) -> None:
    tensor, dense = sparse()
    graph = Graph(
        [Tensor("x", shape=(2, 6)), tensor, Tensor("d", shape=(4, 6)), Tensor("y", shape=(2, 4))],
        [
            Operator("DENSIFY", ["w"], ["d"]),
            Operator("FULLY_CONNECTED", ["x", "d"], ["y"], {"activation": 0}),
        ],
        ["x"],
        ["y"],
    )
    x = RNG.uniform(-1, 1, (2, 6)).astype(np.float32)
    with aoe.compile(saved(tmp_path, graph), device="reference") as session:
        (found,) = session.run(None, {"x": x})
    np.testing.assert_allclose(found, x @ dense.T, rtol=1e-5)


def test_weights_of_four_bits_are_unpacked(tmp_path: Path) -> None:
    weights = np.asarray([[-8, 7, 1], [3, -1, 0]], np.int8)
    flat = np.append(weights.reshape(-1), 0)[:6]
    packed = ((flat[::2] & 15) | (flat[1::2] << 4)).astype(np.uint8)
    graph = Graph(
        [
            Tensor("x", shape=(1, 3)),
            Tensor("w", "INT4", (2, 3), packed, [0.5], [0]),
            Tensor("y", shape=(1, 2)),
        ],
        [Operator("FULLY_CONNECTED", ["x", "w"], ["y"], {"activation": 0})],
        ["x"],
        ["y"],
    )
    x = np.asarray([[1, 2, 4]], np.float32)
    with aoe.compile(saved(tmp_path, graph), device="reference") as session:
        (found,) = session.run(None, {"x": x})
    np.testing.assert_array_equal(found, x @ (0.5 * weights.T))


def test_all_that_is_not_read_is_listed(tmp_path: Path) -> None:
    tensors = [Tensor(name, shape=(3,)) for name in "xyzuv"]
    tensors.append(Tensor("s", "INT16", (3,), None, [0.1], [0]))
    graph = Graph(
        tensors,
        [
            Operator("MULTINOMIAL", ["x"], ["y"]),
            Operator("CUSTOM Detection", ["y"], ["z"]),
            Operator("SIN", ["s"], ["u"]),
        ],
        ["x", "s"],
        ["z", "u"],
    )
    with pytest.raises(UnsupportedModelError) as found:
        aoe.compile(saved(tmp_path, graph))
    for part in ("MULTINOMIAL 'y'", "CUSTOM Detection 'z'"):
        assert part in str(found.value)
    assert "SIN 'u' (it is not read with activations of 16 bits" in str(found.value)


def test_uses_that_are_not_read_are_listed_together(tmp_path: Path) -> None:
    graph = Graph(
        [Tensor("x", shape=(2, 3)), Tensor("i", "INT32", (2,)), Tensor("y"), Tensor("z")],
        [
            Operator("TILE", ["x", "i"], ["y"]),
            Operator("TILE", ["x", "i"], ["z"]),
        ],
        ["x", "i"],
        ["y", "z"],
    )
    with pytest.raises(UnsupportedModelError, match=r"these 2: TILE 'y' .* TILE 'z'"):
        aoe.compile(saved(tmp_path, graph))


def opened(*signature: int) -> Graph:
    graph = unary("EXP", tuple(max(1, size) for size in signature))
    tensors = [Tensor(t.name, t.kind, t.shape, signature=signature) for t in graph.tensors]
    return Graph(tensors, graph.operators, graph.inputs, graph.outputs)


def test_an_open_batch_is_one_unless_a_shape_is_given(tmp_path: Path) -> None:
    path = saved(tmp_path, opened(-1, 3))
    for shapes, shape in ((None, (1, 3)), ({"x": (4, 3)}, (4, 3))):
        with aoe.compile(path, input_shape=shapes, device="reference") as session:
            assert session.get_inputs()[0].shape == list(shape)
            (found,) = session.run(None, {"x": np.zeros(shape, np.float32)})
        np.testing.assert_array_equal(found, np.ones(shape))


def test_other_open_sizes_have_to_be_given(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'x \[\?,\?,3\].*input_shape="x:1,128,3"'):
        aoe.compile(saved(tmp_path, opened(-1, -1, 3)))


@pytest.mark.parametrize("shape", [(2, 4), (2, 3, 1)])
def test_a_shape_that_the_file_has_not_is_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match=r"but the model has \[\?,3\]"):
        aoe.compile(saved(tmp_path, opened(-1, 3)), input_shape={"x": shape})
    with pytest.raises(UsageError, match=r"names 'q', but the inputs of"):
        aoe.compile(saved(tmp_path, opened(-1, 3)), input_shape={"q": (1, 3)})


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    data = CASES["add"].file("add")
    path = tmp_path / "m.tflite"
    for size in range(8, len(data) - 64, 7):
        path.write_bytes(data[:size])
        with pytest.raises(ModelError, match=r"m\.tflite is (truncated|damaged)"):
            read_tflite(ModelOrigin(path), {})


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.tflite"
    for data, reason in ((b"", "is empty"), (b"\0" * 64, "TFL3")):
        path.write_bytes(data)
        with pytest.raises(ModelError, match=reason):
            aoe.compile(path)
    with pytest.raises(ModelError, match="does not exist"):
        aoe.compile(tmp_path / "other.tflite")


def test_the_identifier_tells_the_format(tmp_path: Path) -> None:
    path = saved(tmp_path, unary("EXP")).rename(tmp_path / "m.bin")
    assert FRONTEND.recognizes(path, path.read_bytes())
    with aoe.compile(path, device="reference") as session:
        assert len(session.get_outputs()) == 1


def test_the_command_line_reads_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASCEND_WORK_PATH", str(tmp_path))
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    path, output = saved(tmp_path, opened(-1, 3)), tmp_path / "out"
    options = ["--job_type=2", "--budget=1s", f"--output={output}", "--input_shape=x:2,3"]
    assert main([f"--model={path}", *options]) == 0
    assert output.with_suffix(".om").exists()


def test_images_are_channels_last_for_options_that_ask(tmp_path: Path) -> None:
    options = aoe.ModelOptions(input_fp16_nodes=["image"], is_input_adjust_hw_layout=[True])
    with aoe.compile(saved(tmp_path, network()), model_options=options, threads=1) as session:
        assert session.get_inputs()[0].shape == [1, 1, 6, 5, 16]
