"""`python -m aoe.tensorflow train.py`."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from aoe.errors import UsageError
from aoe.tensorflow import activation
from aoe.tensorflow.__main__ import main

#: An ordinary script, which knows nothing of open-aoe.
SCRIPT = """
import sys
import keras, numpy as np

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3), keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
x = np.ones((16, 4), "float32")
model.fit(x, x[:, :1], batch_size=4, verbose=0)
print("trained", *sys.argv[1:])
"""


def test_a_script_needs_no_change(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "aoe.tensorflow", "--threads", "1", "train.py", "--fast"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True, env=environment
    )
    assert "trained --fast" in done.stdout
    assert "3 runs by open-aoe, 1 by TensorFlow" in done.stderr


def test_logging_of_a_script_is_its_own(tmp_path: Path) -> None:
    script = """import logging
logging.basicConfig(filename="train.log", level=logging.INFO)
logging.info("begun")
"""
    (tmp_path / "train.py").write_text(script)
    command = [sys.executable, "-m", "aoe.tensorflow", "train.py"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, env=environment)
    assert "begun" in (tmp_path / "train.log").read_text()


@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_another_backend_of_keras_is_named(
    backend: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No other backend is installed here: a module takes the place of its trainer."""
    name = f"keras.src.backend.{backend}.trainer"
    finder = next(item for item in sys.meta_path if type(item).__module__ == activation.__name__)
    found = importlib.machinery.ModuleSpec(name, _EmptyLoader())
    monkeypatch.setattr(sys, "meta_path", [finder, _OneFinder(found), *sys.meta_path])
    spec = finder.find_spec(name, None)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(ModuleType(name))
    assert f"Keras computes with {backend} here, so open-aoe takes no step over" in caplog.text


class _EmptyLoader(importlib.abc.Loader):
    def exec_module(self, module: ModuleType) -> None:
        """Nothing."""


class _OneFinder(importlib.abc.MetaPathFinder):
    def __init__(self, spec: importlib.machinery.ModuleSpec) -> None:
        self._spec = spec

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        return self._spec if name == self._spec.name else None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--aoe_mode", "online"], "aoe_mode should be one of the list:['1','2','4']"),
        (["--aoe_mode", "2", "--job_type", "1"], "aoe_mode=2 and job_type=1 are one option by two"),
        (["--work_path", "nowhere"], "work_path"),
        (["--budget", "soon"], "budget='soon'"),
        ([], "nothing.py: there is no such script"),
    ],
)
def test_a_wrong_option_starts_nothing(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*given, "nothing.py"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--aoe_mod", "2", "nothing.py"], "unrecognized arguments: --aoe_mod\n"),
        ([], "the following arguments are required: script\n"),
    ],
)
def test_what_cannot_be_parsed_is_named(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(given)
    assert capsys.readouterr().err.endswith(message)


def test_an_error_of_taking_over_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise UsageError("this TensorFlow is too old; use 2.16 or newer")

    (tmp_path / "train.py").write_text("raise AssertionError('begun')")
    monkeypatch.setattr("aoe.tensorflow.__main__.activate", fails)
    assert main([str(tmp_path / "train.py")]) == 2
    assert capsys.readouterr().err == (
        "aoe.tensorflow: error: this TensorFlow is too old; use 2.16 or newer\n"
    )
