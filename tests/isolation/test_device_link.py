"""Only who knows the token is admitted, by both sides; with TLS only the right server."""

from __future__ import annotations

import contextlib
import hmac
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from aoe.isolation import device_link
from aoe.isolation.device_link import DeviceLostError, admit, connect, server_context
from aoe.isolation.message_stream import MessageStream
from aoe.target import ServerAddress

TOKEN = "a token of a good length"


def linked(
    client: Callable[[int], object], token: str = TOKEN, context: ssl.SSLContext | None = None
) -> tuple[object, Exception | None]:
    """What a client that is given a port makes of a server, and what the server makes of it."""
    refused: list[Exception] = []

    def serve(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        try:
            stream = admit(connection, token, context)
        except DeviceLostError as error:
            refused.append(error)
            return
        with contextlib.suppress(EOFError):
            stream.send({"echo": dict(stream.receive().data)})
        stream.close()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        try:
            found = client(listening.getsockname()[1])
        except DeviceLostError as error:
            found = error
        thread.join(20)
    return found, refused[0] if refused else None


def asking(token: str = TOKEN, authority: str | None = None) -> Callable[[int], object]:
    def client(port: int) -> object:
        stream = connect(ServerAddress("localhost", port, token, authority))
        stream.send({"a": 1})
        answer = dict(stream.receive().data)
        stream.close()
        return answer

    return client


def test_both_sides_with_the_token_talk() -> None:
    assert linked(asking()) == ({"echo": {"a": 1}}, None)


def test_another_token_is_refused_and_both_say_so() -> None:
    found, refused = linked(asking("another token of some length"))
    assert "AOE_DEVICE_TOKEN" in str(found)
    assert "does not know the token" in str(refused)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n\r\n", b"AOE1\xff\xff\xff\xff", b"AOE1"])
def test_who_sends_something_else_is_refused(sent: bytes) -> None:
    def client(port: int) -> object:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(sent)
        return None

    _, refused = linked(client)
    assert "a client gave no proof" in str(refused)


def test_a_proof_cannot_be_used_again() -> None:
    """A client that sends what another one sent, to a server that has drawn another number."""
    recorded: list[bytes] = []

    def record(port: int) -> object:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            stream = MessageStream(connection)
            nonce = stream.receive().data["nonce"]
            proof = hmac.new(TOKEN.encode(), f"client {nonce} {'0' * 64}".encode(), "sha256")
            recorded.append(proof.hexdigest().encode())
            stream.send({"nonce": "0" * 64, "proof": proof.hexdigest()})
            return "proof" in stream.receive().data

    def replay(port: int) -> object:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            stream = MessageStream(connection)
            stream.receive()
            stream.send({"nonce": "0" * 64, "proof": recorded[0].decode()})
            return "proof" in stream.receive().data

    assert linked(record) == (True, None)
    found, refused = linked(replay)
    assert found is False
    assert refused is not None


def test_nobody_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(DeviceLostError, match="aoe device-server"):
        connect(ServerAddress("127.0.0.1", port, TOKEN))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate of localhost that it signed itself, and its key."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", str(key), "-out", str(made)],
        check=True, capture_output=True,
    )  # fmt: skip
    return made, key


def test_a_server_with_the_right_certificate_is_trusted(certificate: tuple[Path, Path]) -> None:
    context = server_context(*certificate)
    found, refused = linked(asking(authority=str(certificate[0])), context=context)
    assert (found, refused) == ({"echo": {"a": 1}}, None)


def test_a_client_without_tls_is_refused_where_it_is_needed(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_link, "TIMEOUT", 0.5)  # each side waits for the other
    found, refused = linked(asking(), context=server_context(*certificate))
    assert "AOE_DEVICE_CA" in str(found)
    assert refused is not None


def test_files_that_are_no_certificate_are_refused(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("nothing")
    with pytest.raises(DeviceLostError, match=r"cannot use \S+ and \S+: "):
        server_context(tmp_path / "c", tmp_path / "c")
    with pytest.raises(DeviceLostError, match=r"cannot use \S+ and \S+: No such file or directory"):
        server_context(tmp_path / "d", tmp_path / "d")
