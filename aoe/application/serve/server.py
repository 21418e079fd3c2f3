"""Serves the device of this machine: each connection describes the device, measures candidates in a
runner process of its own, and times whole models.

`aoe.isolation.device_link` admits clients. Whoever knows the token may run machine code here: that
is what the server is for. `aoe.application.model.remote_device` is the other side.
"""

from __future__ import annotations

import logging
import os
import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aoe.application.model.compression.layer_times import in_turns
from aoe.application.serve.device_use import DeviceUse
from aoe.application.tune.model_times import unchanged_times
from aoe.backends.backend import Backend
from aoe.backends.session import read_offline_model
from aoe.errors import MALFORMED, AoeError, quoted
from aoe.isolation.device_link import DeviceLostError, admit
from aoe.isolation.message_stream import Message, MessageError, MessageStream
from aoe.runtime.offline_model import OfflineModel
from aoe.target import Target
from aoe.tuning.measurement.request_messages import failure_to_data
from aoe.tuning.measurement.runner_service import RunnerService

logger = logging.getLogger(__name__)

#: Seconds in which a model may be timed at most.
LONGEST_TIMING = 60.0


@dataclass(frozen=True, slots=True)
class ServedDevice:
    """The device that a server offers.

    Attributes:
        backend: Its backend.
        target: Returns it with its measured speed, for so many threads.
        lock: The lock file of the device, while it is used; `None` for none.
    """

    backend: Backend
    target: Callable[[int | None], Target]
    lock: Path | None = None


class DeviceServer:
    """Accepts connections until it is closed."""

    def __init__(
        self,
        device: ServedDevice,
        token: str,
        host: str = "127.0.0.1",
        port: int = 0,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """Starts to listen.

        Args:
            device: What it offers.
            token: What clients must know.
            host: Where it listens.
            port: Its port; 0 for any that is free.
            context: For TLS; `None` for none.

        Raises:
            AoeError: If it cannot listen there.
        """
        self._device, self._token, self._context = device, token, context
        self._use = DeviceUse(device.lock)
        try:
            self._socket = socket.create_server((host, port))
        except OSError as error:
            raise AoeError(
                f"cannot listen at {host}:{port}: {_reason(error)}; choose another --ip or --port"
            ) from error
        self._cold: dict[int, int] = {}
        self._streams: set[MessageStream] = set()
        #: Handles of connections that have not proved yet that they know the token.
        self._admitting: set[socket.socket] = set()
        self._closed = False
        self._lock = threading.Lock()

    @property
    def port(self) -> int:
        """The port where it listens."""
        return int(self._socket.getsockname()[1])

    def serve(self) -> None:
        """Serves clients, each in a thread of its own, until `close`."""
        while True:
            try:
                connection, (client, *_) = self._socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._client, args=(connection, client), daemon=True)
            thread.start()

    def close(self) -> None:
        """Stops listening and ends all connections."""
        # A thread may be in `accept`, which closing alone does not end.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with self._lock:
            self._closed = True
        self.drop_clients()
        self._use.close()

    def drop_clients(self) -> None:
        """Ends all connections, as a network that fails does."""
        with self._lock:
            streams, self._streams = self._streams, set()
            admitting, self._admitting = self._admitting, set()
        for handle in admitting:
            _end(handle)
        for stream in streams:
            stream.close()

    def _client(self, connection: socket.socket, client: str) -> None:
        try:
            stream = self._admitted(connection)
        except DeviceLostError as error:
            logger.warning("refused a connection from %s: %s", client, error)
            return
        logger.info("serving %s", client)
        with (
            closing(stream),
            closing(_Measuring(self._use)) as measuring,
            closing(RunnerService(str(self._device.backend.name))) as runner,
        ):
            try:
                while True:
                    stream.send(self._answer(stream.receive(), runner, measuring))
            except (OSError, EOFError, ValueError):
                logger.info("%s has gone", client)
            except MessageError as error:
                logger.warning("%s: %s", client, error)
            finally:
                with self._lock:
                    self._streams.discard(stream)

    def _admitted(self, connection: socket.socket) -> MessageStream:
        """The stream of a client that has proved that it knows the token. Until then, `close` ends
        the connection by another handle of it, because TLS takes the first one over.
        """
        try:
            handle = connection.dup()
        except OSError as error:
            connection.close()
            raise DeviceLostError(f"it has no second handle: {_reason(error)}") from error
        with handle:
            with self._lock:
                closed = self._closed
                self._admitting.add(handle)
            if closed:
                _end(handle)
            try:
                stream = admit(connection, self._token, self._context)
            except DeviceLostError:
                with self._lock:
                    self._admitting.discard(handle)
                raise
            with self._lock:
                admitted = handle in self._admitting and not self._closed
                self._admitting.discard(handle)
                if admitted:
                    self._streams.add(stream)
        if not admitted:
            stream.close()
            raise DeviceLostError("the server ends its connections")
        return stream

    def _answer(
        self, message: Message, runner: RunnerService, measuring: _Measuring
    ) -> Mapping[str, Any]:
        data = dict(message.data)
        wanted, tuner = data.pop("do", None), str(data.pop("tuner", ""))
        if wanted in ("begin", "run", "time", "turns") and (why := measuring.begin(tuner)):
            return {"busy": why}
        match wanted:
            case "begin":
                return {}
            case "end":
                self._use.leave(tuner)
                return {}
            case "run":
                return runner.answer(Message(data, message.blocks))
            case "describe":
                return self._guarded(lambda: self._description(data.get("threads")))
            case "time":
                return self._guarded(lambda: _times(data, message.blocks[0]))
            case "turns":
                return self._guarded(lambda: self._turns(data, message.blocks))
            case other:
                raise MessageError(f"there is no request {quoted(repr(other))}")

    def _guarded(self, answer: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        try:
            return answer()
        except (AoeError, MemoryError, *MALFORMED) as error:
            return failure_to_data(error)

    def _description(self, threads: int | None) -> Mapping[str, Any]:
        """What a client needs to know of the device."""
        target, machine = self._device.target(threads), self._device.backend.machine
        self._cold[target.threads] = self._device.backend.cost.cold_bytes(target)
        return {
            "target": machine.measured_to_json(target),
            "facts": dict(machine.fingerprint(target)),
            "resolution": machine.resolution(target),
            "generator": self._device.backend.version,
        }

    def _turns(self, data: Mapping[str, Any], models: Sequence[bytes]) -> Mapping[str, Any]:
        """Times offline models as `in_turns` does, with a cache that is cleared before each run. No
        more is cleared than this device's caches hold, whatever a client of another version takes
        for that.
        """
        threads, cleared = int(data["threads"]), int(data["cleared"])
        if cleared < 0:
            raise AoeError(f"cannot clear {cleared} bytes before each run; give 0 or more")
        cleared = min(cleared, self._most_cleared(threads))
        with _models(models) as found:
            return {"seconds": in_turns(found, threads, cleared)}

    def _most_cleared(self, threads: int) -> int:
        """Bytes that clear the caches of the device. They are known where a client was told of it
        by this server, not by an earlier one.
        """
        if threads not in self._cold:
            self._cold[threads] = self._device.backend.cost.cold_bytes(self._device.target(threads))
        return self._cold[threads]


def _end(connection: socket.socket) -> None:
    """Ends a connection, whoever else has a handle of it."""
    with suppress(OSError):  # it has gone already
        connection.shutdown(socket.SHUT_RDWR)


def _reason(error: OSError) -> str:
    """What the system says. Python adds the address to it, as a tuple."""
    if isinstance(error, socket.gaierror) or not error.errno:
        return error.strerror or str(error)
    return os.strerror(error.errno)


class _Measuring:
    """The use of the device by one connection."""

    def __init__(self, use: DeviceUse) -> None:
        self._use = use
        self._begun = False

    def begin(self, tuner: str) -> str:
        """Begins to use the device, if that is not done. Returns why it may not, or nothing."""
        why = "" if self._begun else self._use.begin(tuner)
        self._begun = not why
        return why

    def close(self) -> None:
        """Lets others use it."""
        if self._begun:
            self._use.end()


def _times(data: Mapping[str, Any], model: bytes) -> Mapping[str, Any]:
    """Times an offline model as `unchanged_times` does."""
    with _models([model]) as (found,):
        seconds = min(float(data["seconds"]), LONGEST_TIMING)
        times = unchanged_times(found, int(data["threads"]), seconds, int(data["seed"]))
    return {"median": times.before, "spread": times.before_spread}


@contextmanager
def _models(models: Sequence[bytes]) -> Iterator[list[OfflineModel]]:
    """Offline models of their bytes. Within, their files exist."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for number, content in enumerate(models):
            path = Path(folder) / f"{number}.om"
            path.write_bytes(content)
            found.append(read_offline_model(path))
        yield found
