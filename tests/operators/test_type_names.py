"""Facts about operator types live on their definitions. No other module decides by their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import aoe
from aoe.operators.registry import definitions

ROOT = Path(str(aoe.__file__)).parent
#: Who may name types: their definitions, the implementations that register for one, and code that
#: speaks of the operators of ONNX, AOE or TensorFlow, which have some names in common with these.
NAMING = (
    "operators/types",
    "backends/cpu/implementations",
    "backends/cuda/implementations",
    "backends/reference",
    "graph/prepare",
    "graph/compression",
    "frontends",
    "tensorflow/capture.py",
    "training/gate.py",
    "torch/translate",
    "application/model/request/customized_types.py",
    "application/model/request/operator_types.py",
    "application/model/request/precision_lists.py",
)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a module that are all of a constant, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_module_decides_by_the_name_of_an_operator_type() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted(ROOT.rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(NAMING)
        for line, text in texts(path)
        if text in definitions()
    ]
    assert not found, "ask the definition (aoe.operators.definition) instead"
