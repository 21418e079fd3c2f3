"""Modules for torch.compile: of the file of builders, else by onnx2torch, which may be missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.peers.engine import AbsentError, Job
from benchmarks.peers.engines import torch_inductor

_BUILDERS = """
NAMES = ("known",)

def build(name):
    return f"module of {name}", ["example"], ["x"]
"""


def job_for(folder: Path, model: str) -> Job:
    builders = folder / "builders.py"
    builders.write_text(_BUILDERS)
    return Job(folder / f"{model}.onnx", 1, folder, builders=builders)


def test_a_module_comes_from_the_file_that_knows_the_model(tmp_path: Path) -> None:
    module = torch_inductor.module_of(job_for(tmp_path, "known"))
    assert module == ("module of known", ["example"], ["x"])


def test_a_model_of_no_builder_is_absent_without_onnx2torch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx2torch", None)
    with pytest.raises(AbsentError, match="no torch module of other, and onnx2torch is not"):
        torch_inductor.module_of(job_for(tmp_path, "other"))
