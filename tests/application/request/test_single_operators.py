"""The options of single operators: what goes together, and what does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aoe.application.request.single_operators import (
    OF_MODELS,
    OperatorsRequest,
    is_for_operators,
    operators_request,
)
from aoe.errors import ModelError, UsageError
from aoe.settings import read_settings

KEEP = "must_keep_origin_dtype"
STATIC = {"op_tune_file": "ops", "op_tune_mode": "static_kernel", "precision_mode": KEEP}


def relu(*shape: int, **more: Any) -> dict[str, Any]:
    tensor = {"format": "ND", "type": "float", "shape": list(shape)}
    return {"op": "Relu", "input_desc": [tensor], "output_desc": [tensor], **more}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ops").mkdir()
    write(tmp_path / "one.json", relu(3))
    write(tmp_path / "ops/a.json", relu(3), relu(4))
    write(tmp_path / "ops/b.json", relu(3, name="again"))
    return tmp_path


def write(path: Path, *descriptions: Any) -> None:
    path.write_text(json.dumps(descriptions))


def request(**given: str) -> OperatorsRequest:
    return operators_request(given, read_settings())


def test_options_of_operators_are_told_from_those_of_models() -> None:
    assert is_for_operators({"singleop": "one.json"})
    assert is_for_operators({"op_tune_kernel_path": "k"})
    assert not is_for_operators({"model": "one.onnx", "singleop": None})


def test_each_operator_is_a_job_of_its_own(here: Path) -> None:
    write(here / "one.json", relu(3), relu(4, name="four"))
    made = request(singleop="one.json", output="out/op", budget="9", threads="1")
    assert made.job.job_types == (2,)
    assert made.folder == here / "out/op"
    jobs = [made.job_of(item) for item in made.operators]
    assert [job.output.offline_model for job in jobs] == [
        here / "out/op/0_Relu_0_2_3_0_2_3.om",
        here / "out/op/four.om",
    ]
    assert jobs[1].model.origin.source is made.operators[1].model


def test_equal_kernels_are_one(here: Path) -> None:
    made = request(**STATIC)
    assert [item.description.inputs[0].shape for item in made.operators] == [(3,), (4,)]
    assert made.folder == here / "aoe_workspace/op_tune_kernel"
    assert made.kernels
    assert made.searched
    assert not request(**{**STATIC, "op_tune_mode": "fast"}).searched


def test_a_kernel_that_cannot_be_read_does_not_stop_the_others(here: Path) -> None:
    write(here / "ops/a.json", relu(3), {"op": "Relu"}, relu(3, op="Reluu"))
    (here / "ops/c.json").write_text("{")
    made = request(**STATIC)
    assert len(made.operators) == 1
    assert len(made.failures) == 3


@pytest.mark.parametrize("option", OF_MODELS)
def test_options_of_models_are_refused(here: Path, option: str) -> None:
    with pytest.raises(UsageError, match=f"(?i)--{option} is for models, --singleop for single"):
        request(singleop="one.json", **{option: "1"})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"singleop": "none.json"}, "--singleop=none.json: there is no such file"),
        ({"singleop": "one.json", "job_type": "1"}, "use --job_type=2"),
        ({"singleop": "one.json", "op_tune_file": "ops"}, "exclude each other"),
        ({"singleop": "one.json", "threads": "0"}, "--threads=0"),
        (
            {"singleop": "one.json", "output": "one.json"},
            "--output=one.json: must be a folder for offline",
        ),
        ({"op_tune_file": "ops"}, "--op_tune_file needs --op_tune_mode"),
        ({"op_tune_mode": "fast"}, "--op_tune_mode needs --op_tune_file"),
        ({"op_tune_kernel_path": "k"}, "--op_tune_kernel_path needs --op_tune_file"),
        ({**STATIC, "op_tune_mode": "slow"}, "must be static_kernel or fast"),
        ({**STATIC, "precision_mode": "force_fp16"}, f"needs --precision_mode={KEEP}"),
        ({**STATIC, "op_tune_file": "none"}, "there is no such directory"),
        ({**STATIC, "op_tune_file": "empty"}, "there is no .json file in it"),
        (
            {"singleop": "one.json", "host_env_cpu": "aarch64"},
            "--host_env_cpu: nothing is measured",
        ),
        ({**STATIC, "output": "out"}, "name the folder with --op_tune_kernel_path"),
    ],
)
def test_what_does_not_go_together_is_refused(
    here: Path, given: dict[str, str], message: str
) -> None:
    (here / "empty").mkdir()
    with pytest.raises(UsageError, match=message):
        request(**given)


def test_kernels_need_a_precision_mode(here: Path) -> None:
    with pytest.raises(UsageError, match="add it"):
        request(op_tune_file="ops", op_tune_mode="fast")


def test_all_wrong_operators_of_a_file_are_told_at_once(here: Path) -> None:
    write(here / "one.json", {"op": "Relu"}, relu(3), relu(3, op="Reluu"))
    with pytest.raises(ModelError, match=r"operator 0 .*operator 2 "):
        request(singleop="one.json")


def test_two_files_of_one_name_are_refused(here: Path) -> None:
    write(here / "one.json", relu(3, name="a"), relu(4, name="a"))
    with pytest.raises(ModelError, match="two operators have the name 'a'"):
        request(singleop="one.json")


def test_layers_of_float8_belong_to_models(here: Path) -> None:
    line = "OpType::MatMul:InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n"
    (here / "types.cfg").write_text(line)
    with pytest.raises(UsageError, match=r"types\.cfg asks for layers of float8, and --singleop"):
        request(singleop="one.json", output="out", customize_dtypes="types.cfg")
