"""Models for a device behind a server lose accuracy as far as this machine's CPU judges it, and the
server measures what they gain.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from aoe.application.command_line import main
from aoe.application.model import machine
from aoe.application.model.remote_device import remote_target, remote_turns
from aoe.application.serve import server as serving
from aoe.backends.session import read_offline_model
from aoe.errors import AoeError
from aoe.target import ServerAddress, Target
from tests.application.serve.served import BACKEND, other_cpu
from tests.graph.compression.networks import layer, normal

DEPTH, COLUMNS = 512, 256


@pytest.fixture(params=[True, False], ids=["its code runs here", "its code does not"])
def runs_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether this machine runs what is compiled for the device."""
    here = bool(request.param)
    monkeypatch.setattr(
        machine, "runs_here", lambda target: here or target.soc_version != other_cpu().soc_version
    )
    return here


def job(address: ServerAddress, *options: str) -> list[str]:
    onnx.save(layer("MatMul", (4, DEPTH), normal(DEPTH, COLUMNS)), "network.onnx")
    there = [f"--ip={address.host}", f"--port={address.port}"]
    fixed = ["--model=network.onnx", "--job_type=2", "--output=made", "--threads=1", "--budget=20"]
    return [*fixed, *there, *options]


@pytest.mark.usefixtures("any_port", "place", "runs_here")
def test_layers_have_the_form_that_is_fastest_there(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes: list[list[int]] = []

    def timed(models: list[object], threads: int, cleared: int) -> list[float]:
        sizes.append([model.constant_data.nbytes for model in models])  # type: ignore[attr-defined]
        return [float(size) for size in sizes[-1]]

    monkeypatch.setattr(serving, "in_turns", timed)
    Path("weights.cfg").write_text("layer\naccuracy_limit: 0.02")
    command = job(address, "--compress_weight_conf=weights.cfg")
    assert main(command) == 0, capsys.readouterr().err
    found = read_offline_model("made.om")
    assert found.manifest.target.soc_version == other_cpu(1).soc_version
    (item,) = found.manifest.compression["layers"]
    assert item["form"].startswith("int8")
    assert 0 < found.manifest.compression["typical_error"] < 0.02
    assert [len(item) for item in sizes[-1:]] == [2]  # the whole model, before and after


@pytest.mark.usefixtures("any_port", "place", "runs_here")
def test_a_model_in_fewer_bits_is_judged_here(
    address: ServerAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    command = job(address, "--precision_mode=force_fp16")
    assert main(command) == 0, capsys.readouterr().err
    found = read_offline_model("made.om").manifest
    assert found.target.soc_version == other_cpu(1).soc_version
    assert found.precision["narrow"] == 1
    assert 0 < found.precision["output_error"] < 0.1


@pytest.mark.usefixtures("place")
def test_models_are_measured_in_turns_there(compiled_folder: Path, address: ServerAddress) -> None:
    model = read_offline_model(compiled_folder / "small.om")
    found = remote_turns(address, 1, [model, model], cleared=1 << 12)
    assert len(found) == 2
    assert min(found) > 0


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("described", [True, False])
def test_no_more_is_cleared_than_the_caches_of_the_device(
    compiled_folder: Path,
    address: ServerAddress,
    described: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cleared: list[int] = []

    def timed(models: list[object], threads: int, size: int) -> list[float]:
        cleared.append(size)
        return [1.0 for _ in models]

    monkeypatch.setattr(serving, "in_turns", timed)
    model = read_offline_model(compiled_folder / "small.om")
    most = BACKEND.cost.cold_bytes(other_cpu(1))
    asked: list[int] = []

    def cold_bytes(target: Target) -> int:
        asked.append(target.threads)
        return most

    monkeypatch.setattr(type(BACKEND.cost), "cold_bytes", staticmethod(cold_bytes))
    if described:
        assert remote_target(address, 1).threads == 1
    for size in (most - 8, most, most + 8, 1 << 60):  # the last ones of a client of another version
        assert remote_turns(address, 1, [model], cleared=size) == [1.0]
    assert cleared == [most - 8, most, most, most]
    assert asked == [1]  # once, whoever asks first
    with pytest.raises(AoeError, match="cannot clear -8 bytes before each run; give 0 or more"):
        remote_turns(address, 1, [model], cleared=-8)
