from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir
import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.mindspore import FRONTEND
from aoe.frontends.mindspore.primitives import HANDLERS
from aoe.frontends.registry import frontend_for
from tests.frontends.mindspore.files import MindirWriter, stored

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def read(path: Path, **shapes: tuple[int, ...]) -> onnx_ir.Model:
    return FRONTEND.read(ModelOrigin(path), shapes)


def run(writer: MindirWriter, folder: Path, x: np.ndarray = X) -> list[np.ndarray]:
    with aoe.compile(writer.write(folder / "m.mindir")) as session:
        return [np.asarray(item) for item in session.run(None, {"x": x})]


def relu(older: bool = False) -> MindirWriter:
    writer = MindirWriter(older)
    writer.output(writer.node("ReLU", writer.input("x", (2, 3))))
    return writer


def test_at_least_120_primitives_are_read() -> None:
    assert len(HANDLERS) >= 120


def test_inputs_keep_their_names_and_nodes_have_those_of_the_source(tmp_path: Path) -> None:
    model = read(relu().write(tmp_path / "m.mindir"))
    assert [value.name for value in model.graph.inputs] == ["x"]
    assert [value.name for value in model.graph.outputs] == ["output"]
    assert [node.name for node in model.graph] == ["Default/ReLU-op0"]


def test_several_outputs_have_numbers(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    writer.output(writer.node("MakeTuple", writer.node("ReLU", x), writer.node("Neg", x)))
    model = read(writer.write(tmp_path / "m.mindir"))
    assert [value.name for value in model.graph.outputs] == ["output0", "output1"]


def test_all_that_is_not_read_is_listed_with_its_names(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    first = writer.node("Multinomial", x)
    second = writer.node("Softmax", x, (0, 1))
    writer.output(writer.node("Add", writer.node("Unknown", first, 1), second))
    with pytest.raises(UnsupportedModelError) as caught:
        read(writer.write(tmp_path / "m.mindir"))
    assert str(caught.value).endswith(
        "m.mindir; export it without these 3: Multinomial 'Default/Multinomial-op0'; "
        "Softmax 'Default/Softmax-op1': it goes over several dimensions; "
        "Unknown 'Default/Unknown-op3'"
    )


def test_a_batch_norm_in_training_mode_is_refused_with_advice(tmp_path: Path) -> None:
    writer = MindirWriter()
    ones = [writer.parameter(name, np.ones(3, np.float32)) for name in "abcd"]
    writer.output(writer.node("BatchNorm", writer.input("x", (2, 3)), *ones, True, 1e-5))
    with pytest.raises(
        UnsupportedModelError, match=r"export the model after net.set_train\(False\)"
    ):
        read(writer.write(tmp_path / "m.mindir"))


def test_sizes_that_the_file_leaves_open_come_from_the_user(tmp_path: Path) -> None:
    path, _, _ = stored("nets.zip", "open", tmp_path)
    model = read(path, x=(4, 3, 8, 8))
    assert [value.shape.numpy() for value in model.graph.inputs if value.shape] == [(4, 3, 8, 8)]
    with pytest.raises(UsageError, match=r'e.g. --input_shape="x:1,3,224,224"'):
        read(path)
    with pytest.raises(UsageError, match="but the model fixes it to 3"):
        read(path, x=(4, 4, 8, 8))


def test_a_loop_is_unrolled_and_the_untaken_branch_not_read(tmp_path: Path) -> None:
    path, _, _ = stored("nets.zip", "loop", tmp_path)
    kinds = [node.op_type for node in read(path).graph]
    assert kinds.count("Tanh") == 5
    path, _, _ = stored("nets.zip", "loop2", tmp_path)
    assert "Relu" not in [node.op_type for node in read(path).graph]


def test_a_branch_that_data_decides_computes_both(tmp_path: Path) -> None:
    path, _, _ = stored("nets.zip", "cond", tmp_path)
    kinds = [node.op_type for node in read(path).graph]
    assert {"Where", "Relu", "Tanh"} <= set(kinds)


def test_a_loop_that_data_decides_is_refused(tmp_path: Path) -> None:
    writer = MindirWriter()
    writer.output(writer.call("head", writer.input("x", ())))
    with writer.function("stop", "stop:x"):
        writer.output("stop:x")
    with writer.function("again", "again:x"):
        writer.output(writer.call("head", writer.node("Add", "again:x", 1.0)))
    with writer.function("head", "head:x"):
        both = [writer.node("Partial", name, "head:x") for name in ("again", "stop")]
        chosen = writer.node("Switch", writer.node("Less", "head:x", 9.0), *both)
        writer.output(writer.call(chosen))
    with pytest.raises(UnsupportedModelError, match="whose condition depends on data"):
        read(writer.write(tmp_path / "m.mindir"))


def test_an_endless_loop_is_refused(tmp_path: Path) -> None:
    writer = MindirWriter()
    writer.output(writer.call("head", writer.input("x", ())))
    with writer.function("head", "head:x"):
        writer.output(writer.call("head", writer.node("Depend", "head:x", "head:x")))
    with pytest.raises(ModelError, match="runs too often"):
        read(writer.write(tmp_path / "m.mindir"))


def nested_tuples(depth: int, parts: int) -> MindirWriter:
    """A model whose result holds one tuple `parts` times, that another one `parts` times…"""
    writer = MindirWriter()
    held = writer.input("x", ())
    for _ in range(depth):
        held = writer.node("MakeTuple", *[held] * parts)
    writer.output(writer.node("Depend", held, held))
    return writer


@pytest.mark.parametrize(("depth", "parts"), [(40, 2), (8, 50)])
def test_tuples_that_hold_each_other_many_times_are_refused(
    depth: int, parts: int, tmp_path: Path
) -> None:
    with pytest.raises(ModelError, match="its tuples have more than 2097152 parts"):
        read(nested_tuples(depth, parts).write(tmp_path / "m.mindir"))


def test_tuples_in_tuples_are_read_part_by_part(tmp_path: Path) -> None:
    model = read(nested_tuples(3, 2).write(tmp_path / "m.mindir"))
    assert len(model.graph.outputs) == 8


def test_deep_tuples_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="tuples"):
        read(nested_tuples(5000, 1).write(tmp_path / "m.mindir"))


def test_a_value_of_another_inner_graph_is_told_from_a_damaged_file(tmp_path: Path) -> None:
    writer = MindirWriter()
    writer.output(writer.call("outer", writer.input("x", ())))
    with writer.function("outer", "outer:x"):
        writer.output(writer.call("inner"))
    with writer.function("inner"):
        writer.output(writer.node("Neg", "outer:x"))
    with pytest.raises(ModelError, match="an inner graph reads 'outer:x' of 'outer'"):
        read(writer.write(tmp_path / "m.mindir"))


def test_rows_are_added_in_place(tmp_path: Path) -> None:
    writer = MindirWriter()
    value = writer.node("Neg", writer.input("x", (2, 3)))
    rows = writer.node("IndexAdd", value, np.asarray([1], np.int32), np.ones((1, 3), np.float32))
    writer.output(writer.node("Add", rows, value))
    with pytest.raises(UnsupportedModelError, match="changed in place, and read afterwards"):
        read(writer.write(tmp_path / "m.mindir"))


def test_an_operand_that_is_changed_in_place_may_not_be_read_afterwards(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    value = writer.node("Neg", x)
    writer.output(writer.node("InplaceAddExt", value, x, 2))
    np.testing.assert_array_equal(run(writer, tmp_path)[0], X)
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    value = writer.node("Neg", x)
    added = writer.node("InplaceAddExt", value, x, 2)
    writer.output(writer.node("Add", added, value))
    with pytest.raises(UnsupportedModelError, match="changed in place, and read afterwards"):
        read(writer.write(tmp_path / "m.mindir"))


def test_weights_may_be_in_a_file_of_their_own(tmp_path: Path) -> None:
    writer = MindirWriter()
    weight = writer.parameter("w", np.zeros((2, 3), np.float32))
    held = writer.message.graph.parameter[0]
    held.ClearField("raw_data")
    held.external_data.location, held.external_data.offset = "m_variables/data_0", 64
    held.external_data.length = 24
    writer.output(writer.node("Add", writer.input("x", (2, 3)), weight))
    data = tmp_path / "m_variables" / "data_0"
    data.parent.mkdir()
    data.write_bytes(bytes(64) + X.tobytes())
    np.testing.assert_array_equal(run(writer, tmp_path)[0], 2 * X)
    assert list(FRONTEND.files(ModelOrigin(tmp_path / "m.mindir"))) == [tmp_path / "m.mindir", data]
    data.write_bytes(bytes(70))
    with pytest.raises(ModelError, match="data_0 is truncated"):
        read(tmp_path / "m.mindir")
    held.external_data.location = "../data_0"
    with pytest.raises(ModelError, match="outside of the model's folder"):
        read(writer.write(tmp_path / "m.mindir"))


def test_air_is_refused_with_advice(tmp_path: Path) -> None:
    path = tmp_path / "m.air"
    path.write_bytes(b"\x0a\x03abc")
    assert frontend_for(ModelOrigin(path)) is FRONTEND
    with pytest.raises(ModelError, match="file_format='MINDIR'"):
        read(path)


@pytest.mark.parametrize("kept", [0, 1, 10, 60, 150, 300])
def test_a_truncated_file_is_a_model_error(kept: int, tmp_path: Path) -> None:
    path, _, _ = stored("nets.zip", "encoder", tmp_path)
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ModelError, match=r"encoder\.mindir"):
        read(path)


def test_content_tells_the_format(tmp_path: Path) -> None:
    path = relu().write(tmp_path / "m.model")
    assert frontend_for(ModelOrigin(path)) is FRONTEND


def test_the_command_line_reads_a_model_and_warns_of_what_has_no_effect(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    relu().write(tmp_path / "m.mindir")
    command = [
        *("--framework=1", f"--model={tmp_path / 'm.mindir'}", "--job_type=2"),
        *("--output=out", "--out_nodes=Default/ReLU-op0:0", "--budget=1s"),
        "--is_output_adjust_hw_layout=true",
    ]
    assert main(command) == 0, capfd.readouterr()
    text = "".join(capfd.readouterr())
    ignored = "--out_nodes and --is_output_adjust_hw_layout"
    assert f"{ignored} are without effect for models of MindSpore" in text


def test_an_inner_graph_reads_a_constant_that_stands_later_in_another_one(tmp_path: Path) -> None:
    writer = MindirWriter()
    called = writer.call("inner", writer.input("x", (2,)))
    two = writer.constant(2.0)
    writer.output(writer.node("Add", called, two))
    with writer.function("inner", "inner:x"):
        writer.output(writer.node("Mul", "inner:x", two))
    model = read(writer.write(tmp_path / "m.mindir"))
    assert [node.op_type for node in model.graph] == ["Mul", "Add"]
