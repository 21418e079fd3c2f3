"""Connections between a tuner and a server that measures on its device: TCP, with TLS if wanted,
and a token that both sides know.

Each side proves that it knows the token by an HMAC of numbers that both have just drawn, so the
token itself is never sent and a recorded proof is useless. Without TLS, what follows is neither
secret nor protected: use it on the same machine, or through a tunnel.
"""

from __future__ import annotations

import hmac
import secrets
import socket
import ssl
from pathlib import Path

from aoe.errors import AoeError
from aoe.isolation.message_stream import Message, MessageError, MessageStream
from aoe.target import ServerAddress

PROTOCOL = 4
#: Seconds for connecting and for each step of the proof.
TIMEOUT = 10.0
#: The most bytes of a message before the other side has proved that it knows the token.
_MOST_BEFORE = 4096


#: Seconds after which a silent connection is asked whether it lives, between two such questions,
#: and how many go unanswered before it is lost.
_ALIVE = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))


class DeviceLostError(AoeError):
    """A server cannot be reached, or refuses this side."""


class DeviceBusyError(DeviceLostError):
    """A server measures for another tuner."""


def connect(address: ServerAddress) -> MessageStream:
    """Returns a stream to a server that has proved that it knows the token.

    Raises:
        DeviceLostError: If that is impossible.
    """
    try:
        stream = MessageStream(_opened(address))
    except OSError as error:
        raise DeviceLostError(
            f"cannot reach the device server at {address}: {error.strerror or error}; check that "
            "`aoe device-server` runs there"
        ) from error
    try:
        stream.wait_at_most(TIMEOUT)
        _prove_to_server(stream, address)
    except (OSError, EOFError, MessageError) as error:
        stream.close()
        hint = "; if it has TLS, name its certificate in AOE_DEVICE_CA"
        raise DeviceLostError(
            f"the device server at {address} gave no answer: {error}"
            f"{hint if address.authority is None else ''}"
        ) from error
    except DeviceLostError:
        stream.close()
        raise
    stream.wait_at_most(None)
    return stream


def admit(connection: socket.socket, token: str, context: ssl.SSLContext | None) -> MessageStream:
    """Returns the stream of a client that has proved that it knows the token.

    Args:
        connection: Just accepted.
        token: What both sides know.
        context: For TLS; `None` for a connection without it.

    Raises:
        DeviceLostError: If it has not. The connection is closed.
    """
    connection.settimeout(TIMEOUT)
    _keep_alive(connection)
    stream = MessageStream(connection)
    try:
        if context is not None:
            stream = MessageStream(context.wrap_socket(connection, server_side=True))
        _prove_to_client(stream, token)
    except (OSError, EOFError, MessageError) as error:
        stream.close()
        raise DeviceLostError(f"a client gave no proof: {error}") from error
    except DeviceLostError:
        stream.close()
        raise
    stream.wait_at_most(None)
    return stream


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Returns what a server needs for TLS.

    Raises:
        DeviceLostError: If the files cannot be used.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        reason = error.strerror or error
        raise DeviceLostError(f"cannot use {certificate} and {key}: {reason}") from error
    return context


def _opened(address: ServerAddress) -> socket.socket:
    connection = socket.create_connection((address.host, address.port), TIMEOUT)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _keep_alive(connection)
    if address.authority is None:
        return connection
    context = ssl.create_default_context(cafile=address.authority)
    return context.wrap_socket(connection, server_hostname=address.host)


def _keep_alive(connection: socket.socket) -> None:
    """Lets the system notice that the other side has gone without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _ALIVE:
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _prove_to_server(stream: MessageStream, address: ServerAddress) -> None:
    theirs = _received(stream)
    if theirs.data.get("protocol") != PROTOCOL:
        raise DeviceLostError(
            f"the device server at {address} speaks another version of the protocol; use the same "
            "version of open-aoe on both sides"
        )
    nonce, own = _nonce(theirs), secrets.token_hex(32)
    stream.send({"nonce": own, "proof": _proof("client", address.token, nonce, own)})
    answer = _received(stream)
    if not _is_proof(answer, _proof("server", address.token, nonce, own)):
        raise DeviceLostError(
            f"the device server at {address} does not know the token; set AOE_DEVICE_TOKEN to the "
            "one that the server has"
        )


def _prove_to_client(stream: MessageStream, token: str) -> None:
    own = secrets.token_hex(32)
    stream.send({"protocol": PROTOCOL, "nonce": own})
    theirs = _received(stream)
    nonce = _nonce(theirs)
    if not _is_proof(theirs, _proof("client", token, own, nonce)):
        stream.send({"refused": "the token is another one"})
        raise DeviceLostError("a client does not know the token")
    stream.send({"proof": _proof("server", token, own, nonce)})


def _received(stream: MessageStream) -> Message:
    return stream.receive(_MOST_BEFORE, 0)


def _nonce(message: Message) -> str:
    nonce = message.data.get("nonce")
    if not isinstance(nonce, str) or len(nonce) != 64:
        raise MessageError("the other side drew no number")
    return nonce


def _is_proof(message: Message, wanted: str) -> bool:
    proof = message.data.get("proof")
    return isinstance(proof, str) and hmac.compare_digest(proof.encode(), wanted.encode())


def _proof(role: str, token: str, server_nonce: str, client_nonce: str) -> str:
    text = f"{role} {server_nonce} {client_nonce}"
    return hmac.new(token.encode(), text.encode(), "sha256").hexdigest()
