"""What the frontend of PyTorch says without the library."""

from __future__ import annotations

import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import aoe
from aoe.errors import ModelError, UsageError
from aoe.frontends.torch import FRONTEND


def archive(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("m/archive_format", "pt2")
        file.writestr("m/models/model.json", "{}")
    return path


def test_a_missing_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(UsageError, match=r"pip install open-aoe\[torch\]"):
        aoe.compile(archive(tmp_path / "m.pt2"))


@pytest.mark.parametrize("suffix", [".pt", ".pth", ".pt2"])
def test_a_pickle_is_never_opened(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"m{suffix}"
    path.write_bytes(pickle.dumps([1]))
    with pytest.raises(ModelError, match=r"not: save it with torch\.export\.save"):
        aoe.compile(path)


def test_torchscript_is_never_opened(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.pt", "w") as file:
        file.writestr("m/data.pkl", b"")
    with pytest.raises(ModelError, match="TorchScript"):
        aoe.compile(tmp_path / "m.pt")


def test_machine_code_is_not_run(tmp_path: Path) -> None:
    with zipfile.ZipFile(archive(tmp_path / "m.pt2"), "a") as file:
        file.writestr("m/data/aotinductor/model/x.so", b"")
    with pytest.raises(ModelError, match="AOTInductor"):
        aoe.compile(tmp_path / "m.pt2")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist"):
        aoe.compile(tmp_path / "m.pt2")


def test_example_inputs_for_another_format_are_refused() -> None:
    with pytest.raises(UsageError, match="example_inputs belongs to modules of PyTorch"):
        aoe.compile(b"onnx", example_inputs=(1,))


def test_a_module_is_told_by_its_classes() -> None:
    class Base:
        pass

    Base.__module__, Base.__name__ = "torch.nn.modules.module", "Module"
    assert FRONTEND.takes(type("Net", (Base,), {})())
    assert not FRONTEND.takes(b"")


def test_asking_for_the_frontend_imports_no_torch() -> None:
    code = (
        "import sys; from aoe.frontends.registry import frontends; "
        "assert any(item.name == 'PyTorch' for item in frontends()); "
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
