"""A command in an emulated network is slowed down to the rate of the link."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.gradients.emulated_link import NOT_PERMITTED

#: Sends a mebibyte through the loopback and prints the seconds until it has arrived.
TRANSFER = """
import socket, threading, time
server = socket.create_server(("127.0.0.1", 0))
def receive():
    connection, _ = server.accept()
    while connection.recv(1 << 16):
        pass
thread = threading.Thread(target=receive)
thread.start()
start = time.monotonic()
with socket.create_connection(server.getsockname()) as client:
    client.sendall(bytes(1 << 20))
thread.join()
print(time.monotonic() - start)
"""


def test_bytes_take_as_long_as_the_rate_allows() -> None:
    command = [sys.executable, "-m", "benchmarks.gradients.emulated_link", "40mbit"]
    command += [sys.executable, "-c", TRANSFER]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode == NOT_PERMITTED:
        pytest.skip(finished.stderr.strip())
    assert finished.returncode == 0, finished.stderr
    # The first 256 KiB pass at once; the rest takes 0.157 s at 5 MB/s.
    assert float(finished.stdout) > 0.12


def test_a_rate_of_another_form_is_refused() -> None:
    command = [sys.executable, "-m", "benchmarks.gradients.emulated_link", "fast", "true"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
