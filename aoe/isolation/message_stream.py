"""Messages over a socket: JSON and blocks of bytes, each with its length in front. Nothing that is
received is executed or unpickled.

A message is the magic, the length of a header, the header as JSON, and the blocks of bytes whose
lengths the header gives. `aoe.isolation.device_link` makes the streams.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aoe.errors import MALFORMED, AoeError, quoted

MAGIC = b"AOE1"
_HEAD = struct.Struct("<4sI")
#: The most bytes of a header, and of all blocks of a message.
MOST_HEADER, MOST_BLOCKS = 256 << 20, 64 << 30
#: Bytes that are received at once. No more memory is taken than was sent.
_PIECE = 1 << 20


class MessageError(AoeError):
    """What was received is no message."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message.

    Attributes:
        data: A JSON object.
        blocks: Blocks of bytes.
    """

    data: Mapping[str, Any]
    blocks: tuple[bytes, ...] = ()


class MessageStream:
    """Sends and receives messages over a connected socket, which it owns."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def wait_at_most(self, seconds: float | None) -> None:
        """From now on, sending and receiving raise `TimeoutError` if nothing moves for so long."""
        self._connection.settimeout(seconds)

    def send(self, data: Mapping[str, Any], blocks: Sequence[bytes] = ()) -> None:
        """Sends a message. Raises `OSError` if the connection is lost."""
        content = {"data": data, "sizes": [len(block) for block in blocks]}
        header = json.dumps(content, separators=(",", ":")).encode()
        self._connection.sendall(_HEAD.pack(MAGIC, len(header)) + header)
        for block in blocks:
            self._connection.sendall(block)

    def receive(self, most_header: int = MOST_HEADER, most_blocks: int = MOST_BLOCKS) -> Message:
        """Returns the next message.

        Raises:
            MessageError: It is none, or larger than allowed.
            EOFError: The other side has closed the connection.
            OSError: The connection is lost.
        """
        magic, size = _HEAD.unpack(self._exactly(_HEAD.size))
        if magic != MAGIC:
            raise MessageError(f"the other side does not speak this protocol: {quoted(magic)}")
        if size > most_header:
            raise MessageError(f"a message has a header of {size} bytes; {most_header} are allowed")
        data, sizes = _header(self._exactly(size))
        if sum(sizes) > most_blocks:
            raise MessageError(f"a message has {sum(sizes)} bytes; {most_blocks} are allowed")
        return Message(data, tuple(self._exactly(length) for length in sizes))

    def close(self) -> None:
        """Closes the connection, also while another thread waits for a message. May be called
        again.
        """
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def _exactly(self, size: int) -> bytes:
        received = bytearray()
        while len(received) < size:
            piece = self._connection.recv(min(size - len(received), _PIECE))
            if not piece:
                raise EOFError("the connection was closed")
            received += piece
        return bytes(received)


def _header(content: bytes) -> tuple[dict[str, Any], list[int]]:
    try:
        header = json.loads(content)
        data, sizes = header["data"], header["sizes"]
        if not isinstance(data, dict) or not all(type(n) is int and n >= 0 for n in sizes):
            raise ValueError("its parts have other types")
    except MALFORMED as error:
        raise MessageError(f"the header of a message is damaged: {quoted(error)}") from error
    return data, sizes
