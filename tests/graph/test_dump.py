from pathlib import Path

import numpy as np
import onnx
import pytest

from aoe.errors import UsageError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build, dump
from tests.graph.models import by_onnxruntime, inputs_of, model, prepared, weights


def example() -> onnx.ModelProto:
    text = "(float[2,6] x) => (float[2,4] y) { a = Gemm(x, w, b) y = Relu(a) }"
    return model(text, w=weights(6, 4), b=weights(4))


@pytest.mark.parametrize("largest", [dump.MOST_BYTES, 10])
def test_what_is_written_is_a_model_that_computes_the_same(tmp_path: Path, largest: int) -> None:
    proto = example()
    path = dump.dump_graph(prepared(proto), tmp_path / "new" / "folder", "m", largest)
    written = onnx.load(path)
    onnx.checker.check_model(written, full_check=True)
    assert sorted(node.op_type for node in written.graph.node) == ["Add", "MatMul", "Relu"]
    assert len(list(path.parent.iterdir())) == (1 if largest > 10 else 2)
    feed = inputs_of(proto)
    np.testing.assert_allclose(
        by_onnxruntime(written, feed)["y"], by_onnxruntime(proto, feed)["y"], atol=1e-6
    )


def test_a_file_of_usual_weights_fits_what_onnx_can_hold() -> None:
    assert 2 * dump.MOST_BYTES <= onnx.checker.MAXIMUM_PROTOBUF + 1  # as much again for nodes


def test_a_node_says_which_node_of_the_model_it_was_made_of(tmp_path: Path) -> None:
    path = dump.dump_graph(prepared(example()), tmp_path, "m")
    (product,) = [node for node in onnx.load(path).graph.node if node.op_type == "MatMul"]
    noted = {item.key: item.value for item in product.metadata_props}
    assert (noted["aoe.origin_name"], noted["aoe.origin_type"]) == ("a", "Gemm")


def test_names_that_are_no_file_names_are_replaced(tmp_path: Path) -> None:
    path = dump.dump_graph(prepared(example()), tmp_path, "../a b/c")
    assert path.parent == tmp_path
    assert path.name == ".._a_b_c_prepared.onnx"


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"--dump_graph: cannot write .*file"):
        dump.dump_graph(prepared(example()), tmp_path / "file" / "inside", "m")


def test_a_built_graph_can_be_dumped_afterwards(tmp_path: Path) -> None:
    loaded = load_onnx(example())
    build(loaded, "m")
    assert dump.dump_graph(loaded, tmp_path, "m").is_file()
