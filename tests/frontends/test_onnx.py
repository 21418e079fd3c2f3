from pathlib import Path

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from aoe.errors import ModelError, UsageError
from aoe.frontends.onnx import load_onnx
from tests.graph.models import model

ADD = "(float[2,3] x) => (float[2,3] y) { y = Add(x, w) }"


def weighted() -> onnx.ModelProto:
    return model(ADD, w=np.arange(3, dtype=np.float32))


def saved(proto: onnx.ModelProto, path: Path) -> Path:
    onnx.save(proto, path)
    return path


def weight_of(loaded: onnx_ir.Model) -> list[float]:
    tensor = loaded.graph.initializers["w"].const_value
    assert tensor is not None
    return [float(item) for item in tensor.numpy()]


def test_a_file_its_bytes_and_its_message_give_the_same_model(tmp_path: Path) -> None:
    proto = weighted()
    path = saved(proto, tmp_path / "m.onnx")
    for source in (path, str(path), path.read_bytes(), proto):
        loaded = load_onnx(source)
        assert [node.op_type for node in loaded.graph] == ["Add"]
        assert weight_of(loaded) == [0, 1, 2]


def test_a_given_message_is_not_changed() -> None:
    proto = weighted()
    before = proto.SerializeToString()
    load_onnx(proto)
    assert proto.SerializeToString() == before


def test_initializers_listed_as_inputs_are_constants() -> None:
    proto = weighted()
    proto.graph.input.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, [3]))
    assert [value.name for value in load_onnx(proto).graph.inputs] == ["x"]


def test_external_data_is_read_from_the_models_folder(tmp_path: Path) -> None:
    proto = weighted()
    onnx.save(
        proto,
        tmp_path / "m.onnx",
        save_as_external_data=True,
        location="weights.bin",
        size_threshold=0,
    )
    loaded = load_onnx(tmp_path / "m.onnx")
    assert isinstance(loaded.graph.initializers["w"].const_value, onnx_ir.ExternalTensor)
    assert weight_of(loaded) == [0, 1, 2]


def external(location: str, length: int = 12) -> onnx.ModelProto:
    proto = model(ADD)
    tensor = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[3])
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", location), ("offset", "0"), ("length", str(length))):
        tensor.external_data.add(key=key, value=value)
    return proto


def test_external_data_outside_the_models_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.bin").write_bytes(bytes(12))
    (tmp_path / "models").mkdir()
    path = saved(external("../secret.bin"), tmp_path / "models" / "m.onnx")
    with pytest.raises(ModelError, match=r"'\.\./secret\.bin' of 'w' lies outside"):
        load_onnx(path)


def test_external_data_behind_a_link_to_the_outside_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.bin").write_bytes(bytes(12))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "inside.bin").symlink_to(tmp_path / "secret.bin")
    path = saved(external("inside.bin"), tmp_path / "models" / "m.onnx")
    with pytest.raises(ModelError, match="lies outside"):
        load_onnx(path)


def test_missing_external_data_is_named(tmp_path: Path) -> None:
    path = saved(external("gone.bin"), tmp_path / "m.onnx")
    with pytest.raises(ModelError, match=r"'gone\.bin' of 'w' is missing"):
        load_onnx(path)


def test_external_data_that_was_not_fetched_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_text("version https://git-lfs.github.com/spec/v1\n")
    path = saved(external("w.bin"), tmp_path / "m.onnx")
    with pytest.raises(ModelError, match=r"'w\.bin' of 'w' is a pointer of Git LFS"):
        load_onnx(path)


def test_truncated_external_data_is_refused(tmp_path: Path) -> None:
    (tmp_path / "short.bin").write_bytes(bytes(8))
    path = saved(external("short.bin"), tmp_path / "m.onnx")
    with pytest.raises(ModelError, match="ends at byte 12, but the file has 8"):
        load_onnx(path)


def test_external_data_without_a_file_asks_for_the_path() -> None:
    with pytest.raises(ModelError, match="give the path"):
        load_onnx(external("weights.bin"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.onnx does not exist"):
        load_onnx(tmp_path / "gone.onnx")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is a directory"):
        load_onnx(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"This is not a model.\n" * 20, "not an ONNX model"),
        (b"\x08\x07\x12\x04test", "not an ONNX model"),
    ],
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=message):
        load_onnx(path)


def test_a_model_cut_anywhere_is_refused() -> None:
    proto = weighted()
    del proto.opset_import[1:]
    data = proto.SerializeToString()
    for length in range(len(data)):
        with pytest.raises(ModelError):
            load_onnx(data[:length])


def test_a_cycle_names_its_nodes() -> None:
    proto = model("(float[2] x) => (float[2] y) { a = Add(x, b) b = Relu(a) y = Relu(x) }")
    for node, name in zip(proto.graph.node, ("first", "second", "outside"), strict=True):
        node.name = name
    with pytest.raises(ModelError, match=r"cycle through 'first', 'second'$"):
        load_onnx(proto)


def test_nodes_out_of_order_are_sorted() -> None:
    proto = model("(float[2] x) => (float[2] y) { y = Relu(a) a = Neg(x) }")
    assert [node.op_type for node in load_onnx(proto).graph] == ["Neg", "Relu"]


@pytest.mark.parametrize(
    "text",
    [
        "(float[2] x) => (float[2] y) { y = Relu(x) y = Neg(x) }",
        "(float[2] x, float[2] x) => (float[2] y) { y = Relu(x) }",
        "(float[2] x) => (float[2] x) { x = Relu(x) }",
    ],
)
def test_a_value_defined_twice_is_refused(text: str) -> None:
    with pytest.raises(ModelError, match=r"more than once: '[xy]'"):
        load_onnx(model(text))


def test_a_value_nothing_defines_is_refused() -> None:
    with pytest.raises(ModelError, match="nothing defines: 'ghost'"):
        load_onnx(model("(float[2] x) => (float[2] y) { y = Add(x, ghost) }"))


def test_a_future_operator_set_is_refused() -> None:
    with pytest.raises(ModelError, match=r"operator set 999"):
        load_onnx(model(ADD, 999, w=np.zeros(3, np.float32)))


def test_a_future_format_is_refused() -> None:
    proto = weighted()
    proto.ir_version = onnx.IR_VERSION + 1
    with pytest.raises(ModelError, match=f"ir_version {onnx.IR_VERSION + 1}, but .* knows up to"):
        load_onnx(proto)


@pytest.mark.parametrize("version", [0, -1])
def test_an_operator_set_before_the_first_is_refused(version: int) -> None:
    with pytest.raises(ModelError, match=f"operator set {version}, but the first is 1"):
        load_onnx(model(ADD, version, w=np.zeros(3, np.float32)))


def test_a_model_without_operator_set_is_refused() -> None:
    proto = weighted()
    del proto.opset_import[:]
    with pytest.raises(ModelError, match="no ONNX operator set"):
        load_onnx(proto)


@pytest.mark.parametrize("name", ["twice", "inner", "Mul", "a_domain", "given", "k"])
def test_a_text_that_is_not_utf8_is_refused(name: str) -> None:
    body = [helper.make_node("Mul", ["given", "given"], ["made"], name="inner")]
    body[0].attribute.append(helper.make_attribute("k", 1))
    opset = helper.make_opsetid("", 18)
    twice = helper.make_function("a_domain", "twice", ["given"], ["made"], body, [opset])
    proto = weighted()
    proto.functions.append(twice)
    data = proto.SerializeToString()
    damaged = data.replace(name.encode(), b"\xff" + name.encode()[1:])
    assert damaged != data
    with pytest.raises(ModelError, match=r"b'\\xff\w*', a \w+ in it, is no text in UTF-8"):
        load_onnx(damaged)


def test_a_sequence_input_is_refused() -> None:
    proto = model("(seq(float[2]) x) => (float[2] y) { y = ConcatFromSequence <axis = 0> (x) }")
    with pytest.raises(ModelError, match="'x' is not a tensor"):
        load_onnx(proto)


def test_dynamic_inputs_need_a_shape() -> None:
    proto = model("(float[batch,3] x) => (float[batch,3] y) { y = Relu(x) }")
    with pytest.raises(UsageError, match='--input_shape="x:1,3"'):
        load_onnx(proto)
    assert load_onnx(proto, {"x": (4, 3)}).graph.inputs[0].shape == (4, 3)


@pytest.mark.parametrize("stored", ["raw_data", "float_data"])
def test_both_ways_to_store_numbers_are_read(stored: str) -> None:
    proto = model(ADD)
    tensor = numpy_helper.from_array(np.asarray([5, 6, 7], np.float32), "w")
    if stored == "float_data":
        tensor = helper.make_tensor("w", TensorProto.FLOAT, [3], [5, 6, 7])
    proto.graph.initializer.append(tensor)
    assert weight_of(load_onnx(proto)) == [5, 6, 7]


def test_weights_are_taken_out_of_the_protobuf_message() -> None:
    tensor = load_onnx(weighted()).graph.initializers["w"].const_value
    assert isinstance(tensor, onnx_ir.Tensor)
    assert isinstance(tensor.raw, np.ndarray)


def test_a_model_in_memory_without_outputs_is_refused() -> None:
    empty = onnx_ir.Model(onnx_ir.Graph([], [], nodes=[], opset_imports={"": 21}), ir_version=10)
    with pytest.raises(ModelError, match="the given model has neither nodes nor outputs"):
        aoe.compile(empty)
    message = model("(float[2] x) => (float[2] y) { y = Relu(x) }")
    given = onnx_ir.from_proto(message)
    for cleared in (message.graph.output, message.graph.node):
        del cleared[:]
        with pytest.raises(ModelError, match="the given model has no outputs: nothing to compute"):
            aoe.compile(message)
    given.graph.outputs.clear()
    with pytest.raises(ModelError, match="the given model has no outputs: nothing to compute"):
        aoe.compile(given)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "(float[2] x) => (int32[2] x, float[2] y) { y = Relu(x) }",
            "output 'x' is declared as int32, but the input of this name is of float32; declare",
        ),
        (
            "(float[2] x) => (int64[2] w, float[2] y) { y = Relu(x) }",
            "output 'w' is declared as int64, but the constant of this name is of float32; declare",
        ),
    ],
)
def test_an_input_or_constant_that_is_an_output_of_another_type_is_refused(
    text: str, told: str
) -> None:
    proto = model(text)
    if " w," in text:
        proto.graph.initializer.append(numpy_helper.from_array(np.ones(2, np.float32), "w"))
    with pytest.raises(ModelError) as caught:
        load_onnx(proto)
    assert told in str(caught.value)


def test_an_input_or_constant_keeps_its_shape_as_an_output() -> None:
    proto = model("(float[2] x) => (float[3] x, float[4] w, float[2] y) { y = Relu(x) }")
    proto.graph.initializer.append(numpy_helper.from_array(np.ones(2, np.float32), "w"))
    with aoe.compile(proto, threads=1) as session:
        assert session.get_inputs()[0].shape == [2]
        found = session.run(None, {"x": np.asarray([-1, 1], np.float32)})
    assert [array.tolist() for array in found] == [[-1, 1], [1, 1], [0, 1]]


@pytest.mark.parametrize("output", ["x", "q"])
def test_a_branch_that_gives_a_value_of_the_graph_around_it_is_refused(output: str) -> None:
    proto = model(
        "(bool c, float[2] x) => (float[2] y) { q = Abs(x) y = If(c) <"
        "then_branch = given () => (float[2] a) { a = Neg(x) }, "
        "else_branch = made () => (float[2] b) { b = Neg(q) }> }"
    )
    branch = proto.graph.node[1].attribute[0].g
    branch.node.clear()
    branch.output[0].name = output
    with pytest.raises(ModelError, match=f"'{output}' of graph 'given' .* an Identity"):
        aoe.compile(proto)
