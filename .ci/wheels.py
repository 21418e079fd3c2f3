#!/usr/bin/env python3
"""Builds the sdist and the wheel, and installs each in clean environments of every Python there is.

    python .ci/wheels.py OUTPUT [--python 3.10 --python 3.12 …] [--no-sdist]

`make wheels` runs it. A Python is one on PATH, of pyenv, or one that `uv` has or downloads. What is
installed must say its version, compile a model and give the right results, away from the checkout.
The sdist is installed with the oldest Python that was found.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
#: What an installed package must do.
SMOKE = """
import numpy as np
import onnx
from onnx import TensorProto, helper
import aoe
x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 3])
graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "relu", [x], [y])
model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
with aoe.InferenceSession(model.SerializeToString(), threads=1) as session:
    (found,) = session.run(None, {"x": np.array([[-1, 0, 1], [2, -2, 3]], np.float32)})
assert found.tolist() == [[0, 0, 1], [2, 0, 3]], found
assert "site-packages" in aoe.__file__, aoe.__file__
print(aoe.__version__)
"""
#: Metadata that package indexes show.
NEEDED = (
    *("Name", "Version", "Summary", "Author", "License-Expression", "Keywords", "Classifier"),
    *("Requires-Python", "Description-Content-Type", "Provides-Extra"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds and checks; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("output", type=Path, help="folder for the sdist and the wheel")
    parser.add_argument("--python", action="append", help="a version to check; default: all")
    parser.add_argument("--no-sdist", action="store_true", help="do not install the sdist")
    options = parser.parse_args(arguments)
    shutil.rmtree(options.output, ignore_errors=True)
    build = [sys.executable, "-m", "build", "--outdir", str(options.output), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (sdist,) = options.output.glob("*.whl"), options.output.glob("*.tar.gz")
    check_metadata(wheel)
    print(f"{wheel.name} and {sdist.name} in {options.output}")
    found = {version: python_of(version) for version in options.python or VERSIONS}
    present = {version: path for version, path in found.items() if path is not None}
    if not present:
        print("no Python to check with; install one, or uv", file=sys.stderr)
        return 1
    for number, (version, python) in enumerate(present.items()):
        for package in (wheel,) if number or options.no_sdist else (wheel, sdist):
            print(
                f"Python {version}: {package.name} installs and runs: {installed(python, package)}"
            )
    missing = [version for version in found if version not in present]
    if missing:
        print(f"not checked, because they are not here: Python {', '.join(missing)}")
    return 0


def check_metadata(wheel: Path) -> None:
    """Checks that a pure wheel has what indexes show, and the files that are no modules.

    Raises:
        SystemExit: Something is missing.
    """
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        (place,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        headers = HeaderParser().parsestr(archive.read(place).decode())
    missing = [name for name in NEEDED if not headers.get(name)]
    files = ("aoe/py.typed", ".dist-info/licenses/LICENSE", ".dist-info/entry_points.txt")
    missing += [item for item in files if not any(name.endswith(item) for name in names)]
    if not any(name.startswith("aoe/data/builtin/") for name in names):
        missing.append("aoe/data/builtin")
    if missing or not wheel.name.endswith("-py3-none-any.whl"):
        raise SystemExit(f"{wheel.name} is not complete: {', '.join(missing) or 'it is not pure'}")


def python_of(version: str) -> str | None:
    """A Python of a version, on PATH or from uv; None if there is none."""
    named = (shutil.which(name) for name in (f"python{version}", "python3"))
    installed_by_pyenv = Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python")
    for path in (*filter(None, named), *map(str, sorted(installed_by_pyenv))):
        if version_of(path) == version:
            return path
    uv = shutil.which("uv")
    if uv is None:
        return None
    for verb in (["python", "find", version], ["python", "install", version]):
        done = subprocess.run([uv, *verb], capture_output=True, text=True, check=False)
        if done.returncode == 0 and verb[1] == "find":
            return done.stdout.strip()
        if done.returncode == 0:
            again = [uv, "python", "find", version]
            return subprocess.run(again, capture_output=True, text=True, check=True).stdout.strip()
    return None


def version_of(python: str) -> str | None:
    """The version of a Python; None if it does not run."""
    code = "import sys, json; print(json.dumps(list(sys.version_info[:2])))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    return ".".join(map(str, json.loads(done.stdout)))


def installed(python: str, package: Path) -> str:
    """Installs a package in an environment of its own, uses it there, and returns its version."""
    clean = {key: item for key, item in os.environ.items() if not key.startswith("PYTHON")}
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "environment"
        subprocess.run([python, "-m", "venv", str(environment)], check=True, env=clean)
        own = str(environment / "bin" / "python")
        install = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, str(package.absolute())], check=True, env=clean)
        clean["HOME"] = folder
        run = subprocess.run(
            [own, "-c", SMOKE], check=True, env=clean, cwd=folder, capture_output=True, text=True
        )
        version = run.stdout.strip()
        told = subprocess.run(
            [str(environment / "bin" / "aoe"), "--version"],
            check=True,
            env=clean,
            cwd=folder,
            capture_output=True,
            text=True,
        )
        if told.stdout.split() != ["open-aoe", version]:
            raise SystemExit(f"aoe --version says {told.stdout!r}, the package is {version}")
        return version


if __name__ == "__main__":
    sys.exit(main())
