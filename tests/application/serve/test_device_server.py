"""A model is tuned on a device behind a server: on this machine, with fewer instructions than it
has, which stands for another CPU.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model import remote_device
from aoe.application.model.remote_device import device_of, remote_target
from aoe.application.serve.server import DeviceServer
from aoe.backends.backend import CompiledPlan
from aoe.backends.session import InferenceSession, read_offline_model
from aoe.isolation.device_link import DeviceBusyError, DeviceLostError
from aoe.isolation.message_stream import MAGIC, Message
from aoe.target import ServerAddress
from aoe.tuning.measurement import remote_worker
from aoe.tuning.measurement.remote_worker import RemoteWorker
from aoe.tuning.measurement.runner_requests import (
    LoadCandidate,
    OpenOperator,
    Request,
    TakeSample,
)
from aoe.tuning.workload.single_operator import single_operator_graph
from tests.application.conftest import expected
from tests.application.serve.served import BACKEND, TOKEN, other_cpu
from tests.graph.models import imported, model, weights

X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


def test_a_server_describes_its_device(address: ServerAddress) -> None:
    target = remote_target(address, 1)
    assert target.soc_version == other_cpu(1).soc_version
    assert target.remote is not None
    assert target.remote.resolution > 0
    assert BACKEND.machine.resolution(target) == target.remote.resolution
    assert BACKEND.machine.fingerprint(target) == dict(target.remote.facts)


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    ports = range(6000, 10001)
    taken = next(filter(None, map(_listening, ports)))
    with taken:
        port = taken.getsockname()[1]
        assert main(["device-server", "--port", str(port)]) == 1
    assert capsys.readouterr().err == (
        f"error: cannot listen at 127.0.0.1:{port}: Address already in use; "
        "choose another --ip or --port\n"
    )


def _listening(port: int) -> socket.socket | None:
    """A socket that takes a port; None if another program has it."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        return None


def test_a_wrong_token_is_told(address: ServerAddress) -> None:
    wrong = ServerAddress(address.host, address.port, "some other token there is")
    with pytest.raises(DeviceLostError, match="AOE_DEVICE_TOKEN"):
        remote_target(wrong, None)


def candidate() -> tuple[OpenOperator, LoadCandidate]:
    graph = imported(
        model("(float[4,6] x) => (float[4,3] y) { y = MatMul(x, w) }", w=weights(6, 3))
    )
    operator = graph.operator_nodes[0].operator

    compiler = BACKEND.compiler(other_cpu())
    (made,) = compiler.build([(single_operator_graph(operator), {})], for_tuning=True)
    compiler.close()
    assert isinstance(made, CompiledPlan)
    return OpenOperator(1, 0.0, operator), LoadCandidate(0, made, 1e-4, {})


def test_a_lost_connection_is_made_again(
    server: DeviceServer, address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_worker, "PAUSE", 0.01)
    opening, loading = candidate()
    worker = RemoteWorker(address)
    worker.call(opening, 60)
    worker.call(loading, 60)
    assert isinstance(worker.call(TakeSample(0), 60), float)
    server.drop_clients()
    assert isinstance(worker.call(TakeSample(0), 60), float)
    worker.close()


def test_another_tuner_is_refused_while_one_measures(address: ServerAddress) -> None:
    first = RemoteWorker(address)
    first.call(candidate()[0], 60)
    other = RemoteWorker(ServerAddress(address.host, address.port, TOKEN))
    with pytest.raises(DeviceBusyError, match="another tuner measures there"):
        other.call(candidate()[0], 60)
    assert remote_target(other.address, 1).soc_version == other_cpu(1).soc_version
    first.close()
    other.close()


def job_there(address: ServerAddress) -> list[str]:
    tune = ["--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--output=tuned"]
    return [*tune, "--threads=1", "--budget=10", f"--ip={address.host}", f"--port={address.port}"]


def before_samples(monkeypatch: pytest.MonkeyPatch, happens: Callable[[int], None]) -> None:
    """Something happens before each sample of a job, which is told the number of the sample. The
    job tries again at once where the network fails.
    """
    monkeypatch.setattr(remote_worker, "PAUSE", 0.01)
    exchange, numbers = RemoteWorker._exchange, count(1)

    def exchanged(worker: RemoteWorker, request: Request, timeout: float) -> Message:
        if isinstance(request, TakeSample):
            happens(next(numbers))
        return exchange(worker, request, timeout)

    monkeypatch.setattr(RemoteWorker, "_exchange", exchanged)


@pytest.mark.usefixtures("any_port")
def test_the_next_job_need_not_wait_for_the_one_that_has_ended(
    place: Path, address: ServerAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(job_there(address)) == 0, capsys.readouterr().err
        said = capsys.readouterr()
        assert "cannot be measured" not in said.err
        for path in (place / "bank").rglob("*.json"):
            path.unlink()  # so that the next job searches, too
    with device_of(ServerAddress(address.host, address.port, TOKEN)):
        assert main(job_there(address)) == 1
    assert "refuses: another tuner measures there; wait until" in capsys.readouterr().err


@pytest.mark.usefixtures("any_port")
def test_a_job_whose_server_has_gone_ends(
    server: DeviceServer,
    place: Path,
    address: ServerAddress,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(remote_worker, "OUTAGE", 0.1)
    before_samples(monkeypatch, lambda number: server.close())
    assert main(job_there(address)) == 1
    said = capsys.readouterr().err
    assert "cannot be reached any more" in said
    assert "continue with --reload" in said
    assert not (place / "tuned.om").exists()


@pytest.mark.usefixtures("any_port")
def test_a_job_goes_on_after_a_network_that_failed(
    server: DeviceServer,
    place: Path,
    address: ServerAddress,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    samples: list[int] = []

    def failing(number: int) -> None:
        samples.append(number)
        if number == 2:
            server.drop_clients()

    before_samples(monkeypatch, failing)
    assert main(job_there(address)) == 0, capsys.readouterr().err
    assert len(samples) > 2
    assert (place / "tuned.om").exists()


def test_a_server_that_has_gone_ends_the_search(
    server: DeviceServer, address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_worker, "PAUSE", 0.01)
    monkeypatch.setattr(remote_worker, "OUTAGE", 0.1)
    worker = RemoteWorker(address)
    worker.call(candidate()[0], 60)
    server.close()
    with pytest.raises(DeviceLostError, match="--reload"):
        worker.call(TakeSample(0), 60)


def test_a_model_is_tuned_there_and_what_was_learned_is_kept_here(
    place: Path,
    address: ServerAddress,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(remote_device, "LEAST_PORT", 1)
    monkeypatch.setattr(remote_device, "MOST_PORT", 65535)
    monkeypatch.setenv("AOE_DEVICE_TOKEN", TOKEN)
    tune = ["--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--output=tuned"]
    more = ["--threads=1", "--budget=20", f"--ip={address.host}", f"--port={address.port}"]
    assert main([*tune, *more]) == 0, capsys.readouterr().err
    found = read_offline_model(place / "tuned.om")
    assert found.manifest.target.soc_version == other_cpu(1).soc_version
    with InferenceSession(found, 1) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)
    folders = {path.name for path in (place / "bank").iterdir()}
    assert folders <= {other_cpu(1).soc_version}
    assert "one inference" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--ip=127.0.0.1", "--port=80"], "--port=80: must be from 6000 to 10000"),
        (["--ip=127.0.0.1", "--port=x"], "--port=x: must be a whole number"),
        (["--ip=127.0.0.1", "--host_env_cpu=neoverse-n1"], "--ip and --host_env_cpu exclude"),
        (["--ip=127.0.0.1", "--device=reference"], "--ip and --device=reference exclude"),
    ],
)
@pytest.mark.usefixtures("place")
def test_what_cannot_be_is_refused_before_anything_is_sent(
    options: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("AOE_DEVICE_TOKEN", TOKEN)
    assert main(["--model=small.onnx", "--job_type=2", *options]) == 2
    assert named in capsys.readouterr().err


@pytest.mark.usefixtures("place")
def test_python_names_the_server_in_an_option_group(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_device, "LEAST_PORT", 1)
    monkeypatch.setattr(remote_device, "MOST_PORT", 65535)
    monkeypatch.setenv("AOE_DEVICE_TOKEN", TOKEN)
    options = aoe.TuneOptions(ip=address.host, port=address.port)
    shapes = {"x": (2, 8)}
    result = aoe.tune("small.onnx", threads=1, input_shape=shapes, tune_options=options, budget=10)
    found = read_offline_model(result.model_path)
    assert found.manifest.target.soc_version == other_cpu(1).soc_version
    with pytest.raises(aoe.UsageError, match=r"TuneOptions\.port=70000"):
        aoe.tune("small.onnx", tune_options=aoe.TuneOptions(ip="127.0.0.1", port=70000))


@pytest.mark.usefixtures("place")
def test_a_missing_token_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model=small.onnx", "--job_type=2", "--ip=127.0.0.1"]) == 2
    assert "set AOE_DEVICE_TOKEN" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--ip=0.0.0.0"], "--certificate and --key for TLS"),
        (["--certificate=c"], "belong together"),
        (["--port=80"], "6000"),
    ],
)
def test_a_server_refuses_what_is_not_safe(
    options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["device-server", *options]) == 2
    assert named in capsys.readouterr().err


def test_closing_ends_a_connection_that_has_not_proved_that_it_knows_the_token(
    server: DeviceServer,
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 5) as client:
        assert client.recv(4) == MAGIC  # the server waits for the proof
        server.close()
        while client.recv(4096):
            pass  # what was sent before


def test_a_connection_that_is_accepted_while_the_server_closes_is_ended(
    server: DeviceServer,
) -> None:
    server.close()
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        socket.create_connection(listening.getsockname(), 5) as client,
    ):
        server._client(listening.accept()[0], "here")
        assert client.recv(4096) == b""
