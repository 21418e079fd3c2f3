"""The examples of inference run and print what they promise."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from tests.application.conftest import expected, small_model
from tests.application.python_api.test_pretrained import TEXTS
from tests.application.tune.one_process import stay_in_one_process
from tests.application.tune.short_jobs import shorten_jobs

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A model with fixed shapes, in the working directory."""
    made = small_model()
    for value in (*made.graph.input, *made.graph.output):
        value.type.tensor_type.shape.dim[0].dim_value = 2
    monkeypatch.chdir(tmp_path)
    onnx.save(made, "small.onnx")
    return "small.onnx"


def ran(name: str, capsys: pytest.CaptureFixture[str], *arguments: Any) -> list[str]:
    """The lines that an example prints."""
    runpy.run_path(str(EXAMPLES / name))["main"](*arguments)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "name",
    [
        "own_memory.py",
        "pretrained_folder.py",
        "run_onnx.py",
        "share_session.py",
        "sign_model.py",
        "tune_and_compare.py",
    ],
)
def test_an_example_without_its_arguments_says_how_it_is_called(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [name])
    with pytest.raises(SystemExit, match=rf"python examples/{name} "):
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_a_model_is_run_as_by_onnx_runtime(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ran("run_onnx.py", capsys, model)
    assert lines[0] == "input  x: tensor(float) [2, 8]"
    assert lines[1].startswith("output y: float32 [2, 4] mean ")


def test_a_model_is_tuned_and_compared(
    model: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    shorten_jobs(monkeypatch)
    stay_in_one_process(monkeypatch)
    lines = ran("tune_and_compare.py", capsys, model, "tuned", "1")
    assert lines[-1].startswith(f"{Path.cwd()}/tuned.om runs")
    assert Path("tuned.om").exists()


def test_clients_share_a_session(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = ran("share_session.py", capsys, model, 3)
    assert line.startswith("3 clients: ")


def test_a_model_works_on_memory_of_the_caller(
    model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ran("own_memory.py", capsys, model)
    means = [expected(np.full((2, 8), value, np.float32)).mean() for value in (0.25, 0.5)]
    found = [float(line.split()[-1]) for line in lines]
    np.testing.assert_allclose(found, means, rtol=1e-4)


def test_a_signed_model_is_opened_and_a_changed_one_refused(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ran("sign_model.py", capsys, model, tmp_path)
    assert lines[1] == "opened with the inputs x"
    assert lines[2].startswith("refused after a change: ")


def test_keys_of_an_earlier_run_sign_again(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "signed"
    first = ran("sign_model.py", capsys, model, folder)
    key = (folder / "team.pem").read_bytes()
    assert ran("sign_model.py", capsys, model, folder) == first
    assert (folder / "team.pem").read_bytes() == key


def test_an_exported_folder_is_called(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    onnx.save(TEXTS, tmp_path / "model.onnx")
    names = {"id2label": {str(number): f"class {number}" for number in range(3)}}
    (tmp_path / "config.json").write_text(json.dumps(names))
    (line,) = ran("pretrained_folder.py", capsys, tmp_path, "1", "4", "7")
    number = line.split()[1].rstrip(":")
    assert line == f"class {number}: class {number}"


def test_a_model_is_served_over_http(model: str) -> None:
    testclient = pytest.importorskip("fastapi.testclient")
    application = runpy.run_path(str(EXAMPLES / "serve_http.py"))["application"]
    x = np.linspace(-1, 1, 16, dtype=np.float32).reshape(2, 8)
    with testclient.TestClient(application(model)) as client:
        assert client.get("/inputs").json() == {"x": {"type": "tensor(float)", "shape": [2, 8]}}
        answer = client.post("/predict", json={"inputs": {"x": x.tolist()}})
        wrong = client.post("/predict", json={"inputs": {"z": [1]}})
    np.testing.assert_allclose(answer.json()["outputs"]["y"], expected(x), rtol=1e-5, atol=1e-6)
    assert wrong.status_code == 422
    assert "no input 'z'" in wrong.json()["detail"]
