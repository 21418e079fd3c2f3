"""A folder of models is compiled for another machine, one model after the other."""

from __future__ import annotations

import platform
from pathlib import Path

import onnx
import pytest

from aoe.application.command_line import main
from aoe.backends.session import read_offline_model
from tests.application.tune.folder.folders import (
    TUNE,
    reports,
    tune,
    wide_model,
)


def test_models_for_another_machine_are_compiled_for_it(
    models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(wide_model(), models / "three.onnx")
    threads = ("--threads=4", "--host_env_cpu=neoverse-n1_4c")
    assert main([*TUNE[:2], *TUNE[3:], *threads, "--output=tuned"]) == 1
    names = [path.name for path in sorted(Path("tuned").iterdir())]
    assert names == [f"{name}_linux_aarch64.om" for name in ("one", "three", "two")]
    for name in names:
        assert read_offline_model(Path("tuned", name)).manifest.target.model == "neoverse-n1"
    found = reports()
    assert "broken.onnx" in found["broken"]["basic"]["failure"]
    assert [*found["one"]["basic"]] == ["tuning_name", "tuning_time(s)"]
    shown = capsys.readouterr().out
    assert shown.count("searched or measured: the repository has policies of 0 of") == 3


@pytest.mark.usefixtures("models")
def test_models_for_another_machine_have_the_inputs_that_options_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tune("--output=tuned", "--host_env_cpu=cortex-a72", "--input_fp16_nodes=nowhere") == 2
    assert "--input_fp16_nodes names 'nowhere'" in capsys.readouterr().err
    assert not Path("tuned").exists()


@pytest.mark.usefixtures("models")
def test_a_named_system_is_in_the_names_of_all_models() -> None:
    assert tune("--output=tuned", "--host_env_os=linux", "--budget=30") == 1
    ending = f"_linux_{platform.machine()}.om"
    assert {path.name for path in Path("tuned").iterdir()} == {f"one{ending}", f"two{ending}"}


@pytest.mark.usefixtures("models")
def test_models_of_other_frameworks_are_not_called_no_models(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "models/net.tflite").write_bytes(b"")
    assert tune("--framework=5", "--host_env_cpu=cortex-a72") == 1
    expected = "skipped, as no model of --framework=5: net.tflite, notes.txt"
    assert expected in capsys.readouterr().out
