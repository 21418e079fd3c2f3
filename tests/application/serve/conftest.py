"""A device server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from aoe.application.model import remote_device
from aoe.application.serve.server import DeviceServer, ServedDevice
from aoe.target import ServerAddress
from tests.application.serve.served import BACKEND, TOKEN, other_cpu


@pytest.fixture
def server() -> Iterator[DeviceServer]:
    made = DeviceServer(ServedDevice(BACKEND, other_cpu), TOKEN)
    thread = threading.Thread(target=made.serve, daemon=True)
    thread.start()
    yield made
    made.close()
    thread.join(10)


@pytest.fixture
def address(server: DeviceServer) -> ServerAddress:
    return ServerAddress("127.0.0.1", server.port, TOKEN)


@pytest.fixture
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_device, "LEAST_PORT", 1)
    monkeypatch.setattr(remote_device, "MOST_PORT", 65535)
    monkeypatch.setenv("AOE_DEVICE_TOKEN", TOKEN)
