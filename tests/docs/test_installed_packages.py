"""A frontend and a custom operator of another package, installed as the documentation says, for the
command and from Python. Each runs in a process of its own: nothing here is replaced.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from tests.docs.pages import ROOT, blocks

_MODEL = """<ir_version: 10, opset_import: ["": 21, "com.example": 1]>
g (float[2,3] x) => (float[2,3] y) { s = com.example.Scaled <factor = 0.5> (x) y = Neg (s) }
"""
_IN_PYTHON = """
import sys, numpy as np, aoe
with aoe.compile(sys.argv[1]) as session:
    print(session.run(None, {"x": np.full((2, 3), 8, np.float32)})[0].tolist())
"""


def _block(page: str, language: str, place: int = 0) -> str:
    return blocks(ROOT / "docs" / page, language)[place].text


def _entry_points(text: str) -> str:
    """Lines of a `pyproject.toml` in the form of an installed package."""
    heading, line = text.strip().split("\n")
    group = heading.removeprefix('[project.entry-points."').removesuffix('"]')
    name, value = line.split(" = ")
    return f"[{group}]\n{name} = {value.strip(chr(34))}\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `my_package` of both pages is installed, and two broken entry points."""
    folder = tmp_path_factory.mktemp("site")
    package, metadata = folder / "my_package", folder / "my_package-1.0.dist-info"
    package.mkdir()
    metadata.mkdir()
    (package / "__init__.py").touch()
    (package / "onnx_text.py").write_text(_block("internals/add-frontend.md", "python"))
    operators = _block("guide/custom-operators.md", "python").rstrip().rpartition("\n")[0]
    offered = _block("guide/custom-operators.md", "python", 1)
    (package / "operators.py").write_text(f"{operators}\n{offered}\n")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        _entry_points(_block("internals/add-frontend.md", "toml"))
        + "gone = my_package.gone:FRONTEND\n"
        + _entry_points(_block("guide/custom-operators.md", "text"))
    )
    return folder


def _python(site: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
        "ASCEND_CACHE_PATH": str(folder / "cache"),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("suffix", ["onnxtxt", "onnx"])
def test_the_command_compiles_a_model_of_an_installed_package(
    suffix: str, site: Path, tmp_path: Path
) -> None:
    path = tmp_path / f"model.{suffix}"
    if suffix == "onnx":
        onnx.save(onnx.parser.parse_model(_MODEL), path)
    else:
        path.write_text(_MODEL)
    done = _python(site, tmp_path, "-m", "aoe", "compile", path.name, "--output=made")
    assert (done.returncode, "compiled model: made.om" in done.stdout) == (0, True), done.stderr
    assert "frontend my_package.gone:FRONTEND is left out" in done.stdout + done.stderr
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    with aoe.InferenceSession(tmp_path / "made.om") as session:  # needs the package no more
        np.testing.assert_array_equal(session.run(None, {"x": x})[0], x * -0.5)


def test_python_compiles_a_model_of_an_installed_package(site: Path, tmp_path: Path) -> None:
    (tmp_path / "model.onnxtxt").write_text(_MODEL)
    done = _python(site, tmp_path, "-c", _IN_PYTHON, "model.onnxtxt")
    assert done.stdout == f"{[[-4.0] * 3] * 2}\n", done.stderr
