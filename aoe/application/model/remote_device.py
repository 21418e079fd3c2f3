"""A device behind a server (`--ip`, `--port`): asks the server what it is, and has models timed.

The candidates of a search go to the server through `aoe.tuning.measurement.remote_worker`. This
machine compiles them for the device that the server describes, and keeps what was learned in its
own repository, under the name of that device.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import MALFORMED, AoeError, UsageError, quoted
from aoe.isolation.device_link import DeviceBusyError, DeviceLostError, connect
from aoe.isolation.message_stream import MessageError
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import Settings
from aoe.target import RemoteDevice, ServerAddress, Target

#: Ports that AOE allows, and its default.
LEAST_PORT, MOST_PORT, USUAL_PORT = 6000, 10000, 8000
#: Seconds for an answer: the server may have to measure its speed first.
TIMEOUT = 120.0


def server_address(given: Mapping[str, str | None], settings: Settings) -> ServerAddress | None:
    """The server that `--ip` and `--port` name; `None` if they name none.

    Raises:
        UsageError: A value cannot be, or there is no token.
    """
    host, port = given.get("ip"), given.get("port")
    if host is None:
        if port is not None:
            raise UsageError("--port needs --ip; give both or neither")
        return None
    if port is not None and not (port.isascii() and port.isdigit()):
        raise UsageError(f"--port={port}: must be a whole number")
    number = USUAL_PORT if port is None else int(port)
    if not LEAST_PORT <= number <= MOST_PORT:
        raise UsageError(f"--port={port}: must be from {LEAST_PORT} to {MOST_PORT}")
    token = settings.device_token
    if token is None:
        raise UsageError(
            f"--ip={host} needs the token of the device server; set AOE_DEVICE_TOKEN to what "
            "`aoe device-server` has or printed"
        )
    authority = settings.device_authority
    return ServerAddress(host, number, token, None if authority is None else str(authority))


def remote_target(address: ServerAddress, threads: int | None) -> Target:
    """The device that a server has, with its speed.

    Raises:
        DeviceLostError: The server cannot be reached.
        UsageError: Its version does not fit, or it refuses what was asked for.
    """
    answer = _asked(address, {"do": "describe", "threads": threads})
    backend = backend_named(DEFAULT)
    try:
        target: Target = backend.machine.target_from_json(answer["target"])
        facts = tuple(sorted((str(name), str(fact)) for name, fact in answer["facts"].items()))
        resolution, generator = float(answer["resolution"]), str(answer["generator"])
    except MALFORMED as error:
        raise DeviceLostError(
            f"the device server at {address} describes no device: {quoted(error)}"
        ) from error
    if generator != backend.version:
        raise UsageError(
            f"--ip={address.host}: the server's code generator has version {generator}, this one "
            f"{backend.version}; use the same version of open-aoe on both sides"
        )
    return replace(target, remote=RemoteDevice(address, facts, resolution))


def remote_times(
    address: ServerAddress, model: Path, threads: int, seconds: float, seed: int
) -> tuple[float, float | None]:
    """Median and spread of the seconds of one inference of an offline model on the device.

    Raises:
        DeviceLostError: The server cannot be reached.
    """
    wanted = {
        "do": "time",
        "threads": threads,
        "seconds": seconds,
        "seed": seed,
        "tuner": address.tuner,
    }
    answer = _asked(address, wanted, model.read_bytes())
    spread = answer["spread"]
    return float(answer["median"]), None if spread is None else float(spread)


def remote_turns(
    address: ServerAddress, threads: int, models: Sequence[OfflineModel], cleared: int = 0
) -> list[float]:
    """The seconds of one inference of each model, measured in turns on the device as
    `aoe.application.model.compression.layer_times.in_turns` does.

    Raises:
        DeviceLostError: The server cannot be reached.
    """
    with tempfile.TemporaryDirectory() as folder:
        blocks = []
        for model in models:
            path = Path(folder) / "model.om"
            write_offline_model(path, model)
            blocks.append(path.read_bytes())
    wanted = {"do": "turns", "threads": threads, "cleared": cleared, "tuner": address.tuner}
    return [float(seconds) for seconds in _asked(address, wanted, *blocks)["seconds"]]


@contextmanager
def device_of(address: ServerAddress) -> Iterator[float]:
    """Within, the device belongs to this tuner. Yields the seconds that it waited: none.

    Raises:
        DeviceBusyError: Somebody else measures there.
        DeviceLostError: The server cannot be reached.
    """
    _asked(address, {"do": "begin", "tuner": address.tuner})
    try:
        yield 0.0
    finally:
        with suppress(AoeError):  # it notices by itself that this tuner is away
            _asked(address, {"do": "end", "tuner": address.tuner})


def _asked(address: ServerAddress, request: Mapping[str, Any], *blocks: bytes) -> Mapping[str, Any]:
    with closing(connect(address)) as stream:
        try:
            stream.wait_at_most(TIMEOUT)
            stream.send(request, blocks)
            answer = stream.receive().data
        except (OSError, EOFError, MessageError) as error:
            raise DeviceLostError(
                f"the device server at {address} gave no answer: {error}"
            ) from error
    if "busy" in answer:
        raise DeviceBusyError(f"the device server at {address} refuses: {quoted(answer['busy'])}")
    if "failed" in answer:
        raise AoeError(f"the device server at {address}: {quoted(answer.get('text'))}")
    return answer
