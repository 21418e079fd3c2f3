"""Models of PyTorch against PyTorch itself; only where it is installed (`make test-torch`)."""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import aoe
from aoe.application.command_line import main
from aoe.errors import ModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.torch import FRONTEND
from aoe.frontends.torch.export import read_torch
from tests.frontends.torch.nets import (
    NETS,
    AttentionAlone,
    ReturnsItsInput,
    TwoInputs,
    Unexportable,
    built,
    expected,
)


def check(session: Any, arguments: Any, wanted: list[np.ndarray]) -> None:
    names = [item.name for item in session.get_inputs()]
    found = session.run(None, dict(zip(names, (item.numpy() for item in arguments), strict=True)))
    assert len(found) == len(wanted)
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-5 * max(1, np.abs(theirs).max()))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    module, arguments = built("two_inputs")
    path = tmp_path / "two.pt2"
    torch.export.save(torch.export.export(module, arguments), path)
    return path


@pytest.mark.parametrize("name", NETS)
def test_a_module_computes_what_torch_computes(name: str) -> None:
    module, arguments = built(name)
    with aoe.compile(module, example_inputs=arguments) as session:
        check(session, arguments, expected(module, arguments))


def test_a_file_computes_what_torch_computes(tmp_path: Path) -> None:
    module, arguments = built("cnn")
    torch.export.save(torch.export.export(module, arguments), tmp_path / "cnn.pt2")
    with aoe.compile(tmp_path / "cnn.pt2") as session:
        check(session, arguments, expected(module, arguments))


@pytest.mark.parametrize("rank", [2, 3, 4])
@pytest.mark.parametrize("masked", [False, True])
def test_attention_of_any_rank_in_a_file_is_read(rank: int, masked: bool, tmp_path: Path) -> None:
    shape = (2, 3, 5, 8)[4 - rank :]
    torch.manual_seed(0)
    mask = torch.randn((*shape[:-1], 5)) if masked else None
    arguments = (torch.randn(shape), torch.randn(shape), torch.randn(shape))
    module = AttentionAlone(mask)
    torch.export.save(torch.export.export(module, arguments), tmp_path / "net.pt2")
    with aoe.compile(tmp_path / "net.pt2") as session:
        check(session, arguments, expected(module, arguments))


def test_open_dimensions_of_an_exported_program_stay_open() -> None:
    module, arguments = built("encoder")
    program = torch.export.export(module, arguments, dynamic_shapes=({0: torch.export.Dim("n")},))
    shape = read_torch(ModelOrigin(program)).graph.inputs[0].shape
    assert shape is not None
    assert not isinstance(shape[0], int)
    assert list(shape)[1:] == [9, 16]
    other = (torch.randn(5, 9, 16),)
    for shapes in (None, {"input": (5, 9, 16)}):
        with aoe.compile(program, input_shape=shapes) as session:
            check(session, other, expected(module, other))


def test_a_program_of_onnx_keeps_the_names_it_was_given() -> None:
    module, arguments = built("cnn")
    program = torch.onnx.export(
        module, arguments, dynamo=True, verbose=False, input_names=["image"], output_names=["label"]
    )
    with aoe.compile(program) as session:
        assert [item.name for item in session.get_inputs()] == ["image"]
        assert [item.name for item in session.get_outputs()] == ["label"]
        check(session, arguments, expected(module, arguments))


@pytest.mark.parametrize("keyword", [False, True])
def test_names_are_those_of_forward_and_of_its_result(keyword: bool) -> None:
    x = np.ones((3, 4), np.float32)
    given: Any = {"left": x, "right": x} if keyword else (x, x)
    with aoe.compile(TwoInputs(), example_inputs=given) as session:
        assert [item.name for item in session.get_inputs()] == ["left", "right"]
        assert [item.name for item in session.get_outputs()] == ["sum", "product"]


def test_outputs_without_keys_have_numbers() -> None:
    module, arguments = built("gru")
    with aoe.compile(module, example_inputs=arguments) as session:
        assert [item.name for item in session.get_outputs()] == ["output_0", "output_1"]


def test_an_output_with_the_name_of_an_input_gets_a_number() -> None:
    x = torch.ones(2, 2)
    with aoe.compile(ReturnsItsInput(), example_inputs=(x,)) as session:
        assert [item.name for item in session.get_inputs()] == ["x"]
        assert [item.name for item in session.get_outputs()] == ["twice", "output_1", "same"]
        check(session, (x,), expected(ReturnsItsInput(), (x,)))


def test_a_module_stays_in_training_and_its_weights_are_copied() -> None:
    module = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout()).train()
    module[1].eval()
    x = torch.ones(2, 4)
    model = read_torch(ModelOrigin(module, example_inputs=(x,)))
    assert [part.training for part in module.modules()] == [True, True, False]
    values = list(model.graph.initializers.values())
    before = [value.const_value.numpy().copy() for value in values if value.const_value]
    with torch.no_grad():
        module[0].weight.zero_()
    assert len(before) == 2
    for value, array in zip(values, before, strict=True):
        assert value.const_value is not None
        np.testing.assert_array_equal(value.const_value.numpy(), array)


def test_tuning_a_module_writes_an_offline_model(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("ASCEND_WORK_PATH", str(tmp_path))
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    x = torch.ones(2, 4)
    module = torch.nn.Linear(4, 3)
    result = aoe.tune(module, example_inputs=(x,), budget="1s", output=tmp_path / "m", threads=1)
    with aoe.InferenceSession(result.model_path) as session:
        check(session, (x,), expected(module, (x,)))


def test_the_command_line_reads_a_file(saved: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("ASCEND_WORK_PATH", str(tmp_path))
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    output = tmp_path / "out"
    assert main([f"--model={saved}", "--job_type=2", "--budget=1s", f"--output={output}"]) == 0
    assert output.with_suffix(".om").exists()


def test_example_inputs_have_to_be_given() -> None:
    with pytest.raises(UsageError, match=r"example_inputs is missing"):
        aoe.compile(TwoInputs())


def test_a_single_tensor_is_no_tuple_of_arguments() -> None:
    with pytest.raises(UsageError, match=r"write example_inputs=\(x,\)"):
        aoe.compile(torch.nn.ReLU(), example_inputs=torch.ones(2))


def test_example_inputs_belong_to_modules(saved: Path) -> None:
    with pytest.raises(UsageError, match=r"example_inputs is for a torch\.nn\.Module"):
        aoe.compile(saved, example_inputs=(1,))


def test_torchscript_in_memory_is_refused() -> None:
    script = torch.jit.trace(torch.nn.ReLU(), torch.ones(2))
    with pytest.raises(UsageError, match="TorchScript has no graph"):
        aoe.compile(script, example_inputs=(torch.ones(2),))


def test_an_error_of_the_exporter_names_the_versions() -> None:
    with pytest.raises(ModelError, match=r"torch \d.* with onnxscript \d.* cannot export") as found:
        aoe.compile(Unexportable(), example_inputs=(torch.ones(2),))
    assert "\n" not in str(found.value)
    assert "\x1b" not in str(found.value)


class Runs:
    """An object whose pickle calls a function."""

    def __reduce__(self) -> tuple[Any, Any]:
        return os.putenv, ("OPEN_AOE_PICKLE_RAN", "1")


def changed(path: Path, change: dict[str, Any]) -> Path:
    """An archive with other members; a function gets the JSON object of a member."""
    with zipfile.ZipFile(path) as archive:
        members = {item.filename: archive.read(item) for item in archive.infolist()}
    for name, content in change.items():
        key = f"{path.stem}/{name}"
        if callable(content):
            described = json.loads(members[key])
            content(described)
            members[key] = json.dumps(described).encode()
        else:
            members[key] = content
    other = path.with_name("other.pt2")
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return other


def test_a_pickle_in_a_file_is_not_opened(saved: Path) -> None:
    buffer = io.BytesIO()
    pickle.dump(Runs(), buffer)
    path = changed(saved, {"data/constants/opaque_obj_0": buffer.getvalue()})
    with pytest.raises(ModelError, match="has a pickle"):
        aoe.compile(path)


def test_a_weight_that_is_a_pickle_is_not_opened(saved: Path) -> None:
    def use(config: Any) -> None:
        config["config"]["w"] = {"path_name": "weight_0", "use_pickle": True}

    with pytest.raises(ModelError, match="has a pickle"):
        aoe.compile(changed(saved, {"data/weights/model_weights_config.json": use}))


@pytest.mark.parametrize(
    "guard",
    [
        "__import__('os').system('true')",
        "exec(chr(112))",
        "L['x'].__class__",
        "(lambda: 1)()",
        "[exec][0](1)",
        "Max('__import__(chr(1))')",
    ],
)
def test_a_guard_that_is_no_arithmetic_is_not_evaluated(saved: Path, guard: str) -> None:
    def add(described: Any) -> None:
        described["guards_code"] = [guard]

    with pytest.raises(ModelError, match="no arithmetic"):
        aoe.compile(changed(saved, {"models/model.json": add}))


def test_a_file_with_open_dimensions_has_harmless_guards(tmp_path: Path) -> None:
    module, arguments = built("cnn")
    size = torch.export.Dim("size", min=8, max=64)
    program = torch.export.export(
        module, arguments, dynamic_shapes=({0: torch.export.Dim("n"), 2: size, 3: size},)
    )
    torch.export.save(program, tmp_path / "cnn.pt2")
    arguments = (torch.randn(3, 3, 40, 40),)
    with aoe.compile(tmp_path / "cnn.pt2", input_shape={"input": (3, 3, 40, 40)}) as session:
        check(session, arguments, expected(module, arguments))


def test_a_damaged_file_is_refused(saved: Path) -> None:
    path = changed(saved, {"models/model.json": b"{}"})
    with pytest.raises(ModelError, match=r"other\.pt2"):
        aoe.compile(path)
    path.write_bytes(saved.read_bytes()[:-400])
    with pytest.raises(ModelError, match=r"other\.pt2"):
        aoe.compile(path)


def test_the_content_of_a_file_tells_its_format(saved: Path) -> None:
    assert FRONTEND.recognizes(saved, saved.read_bytes()[:256])
    other = saved.with_suffix(".bin")
    saved.rename(other)
    with aoe.compile(other) as session:
        assert len(session.get_outputs()) == 2
