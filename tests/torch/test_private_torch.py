"""A version of PyTorch without what the backend needs of it is told by one sentence."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest
import torch
from torch._functorch._aot_autograd import schemas

from aoe.errors import AoeError
from aoe.torch import private_torch

_PACKAGE = Path(private_torch.__file__).parent


def test_a_version_without_a_part_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(schemas, "SerializableAOTDispatchCompiler")
    with pytest.raises(AoeError, match="cannot import name 'Seri") as told:
        importlib.reload(private_torch)
    assert f"cannot be used with torch {torch.__version__}" in str(told.value)
    assert "install another version of torch" in str(told.value)
    monkeypatch.undo()
    importlib.reload(private_torch)


def test_private_modules_are_imported_in_one_place() -> None:
    """By the backend. Distributed training needs none."""
    found = [
        f"{path.name}: {module}"
        for path in _PACKAGE.rglob("*.py")
        if path.name != "private_torch.py"
        for module in _imported(path)
        if module.startswith(("torch._", "functorch", "torch.fx."))
    ]
    assert found == []


def _imported(path: Path) -> list[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
