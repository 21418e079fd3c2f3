"""Messages arrive as they were sent, and nothing else is taken for one."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.isolation.message_stream import MAGIC, Message, MessageError, MessageStream
from tests.properties import examples

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, MessageStream]]:
    """A socket, and a stream at its other end."""
    one, other = socket.socketpair()
    stream = MessageStream(other)
    stream.wait_at_most(10)
    with one:
        yield one, stream
    stream.close()


@examples(60)
@given(st.dictionaries(st.text(max_size=8), JSON, max_size=4), st.lists(st.binary(max_size=300)))
def test_messages_arrive_as_they_were_sent(data: dict[str, Any], blocks: list[bytes]) -> None:
    one, other = (MessageStream(item) for item in socket.socketpair())
    one.send(data, blocks)
    one.send({"next": True})
    assert other.receive() == Message(data, tuple(blocks))
    assert other.receive() == Message({"next": True})
    one.close()
    other.close()


@pytest.mark.parametrize(
    ("header", "named"),
    [
        (b"no JSON", "damaged"),
        (b"[]", "damaged"),
        (b'{"data": [], "sizes": []}', "damaged"),
        (b'{"data": {}, "sizes": [-1]}', "damaged"),
        (b'{"data": {}, "sizes": [true]}', "damaged"),
        (b'{"data": {}, "sizes": [99999]}', "1000 are allowed"),
        (b" " * 3000, "2000 are allowed"),
    ],
)
def test_what_is_no_message_is_refused(
    ends: tuple[socket.socket, MessageStream], header: bytes, named: str
) -> None:
    one, stream = ends
    one.sendall(struct.pack("<4sI", MAGIC, len(header)) + header)
    with pytest.raises(MessageError, match=named):
        stream.receive(most_header=2000, most_blocks=1000)


def test_another_protocol_is_refused(ends: tuple[socket.socket, MessageStream]) -> None:
    one, stream = ends
    one.sendall(b"GET / HTTP/1.1\r\n")
    with pytest.raises(MessageError, match="GET"):
        stream.receive()


def test_a_connection_that_ends_within_a_message_is_told(
    ends: tuple[socket.socket, MessageStream],
) -> None:
    one, stream = ends
    one.sendall(struct.pack("<4sI", MAGIC, 100) + b"{")
    one.close()
    with pytest.raises(EOFError):
        stream.receive()
