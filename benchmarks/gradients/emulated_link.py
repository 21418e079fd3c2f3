"""Runs a command with an emulated network: a user and network namespace of its own, whose loopback
has a limited rate. It needs no root and no tool, and vanishes with the command.

    python -m benchmarks.gradients.emulated_link 2gbit COMMAND...

All processes of the command share the rate. In an all-reduce of M bytes between two ranks, each
sends M bytes to the other, so 2gbit is a link of 1 Gbit/s each way. Latency is not added. Exit
status 77: namespaces or the token bucket filter are not permitted here.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import re
import socket
import struct
import sys
from collections.abc import Sequence

#: The exit status where nothing can be emulated.
NOT_PERMITTED = 77
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
#: Set the flags of an interface; up and running.
_SET_FLAGS, _UP = 0x8914, 0x41
#: A message of rtnetlink that adds a queueing discipline, to be answered, new and exclusive.
_NEW_DISCIPLINE, _ADD = 36, 0x1 | 0x4 | 0x200 | 0x400
#: Bytes that may pass at once, and that may wait.
_BURST, _LIMIT = 256 << 10, 8 << 20
_UNITS = {"k": 1e3, "m": 1e6, "g": 1e9}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command, unless nothing can be emulated here."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    found = re.fullmatch(r"([\d.]+)([kmg])bit", given[0]) if len(given) > 1 else None
    if found is None:
        print(f"{__doc__}", file=sys.stderr)
        return 2
    try:
        _enter_namespace()
        _raise_interface("lo")
        _limit_rate("lo", int(float(found[1]) * _UNITS[found[2]] / 8))
    except OSError as error:
        print(f"no emulated link here: {error}", file=sys.stderr)
        return NOT_PERMITTED
    os.execvp(given[1], given[1:])
    raise AssertionError("a process that is replaced does not return")


def _enter_namespace() -> None:
    library = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if library.unshare(_NEW_USER | _NEW_NETWORK):
        # root may make one where user namespaces are switched off
        if library.unshare(_NEW_NETWORK):
            raise OSError(ctypes.get_errno(), "no network namespace may be made")
        return
    texts = {"setgroups": "deny", "uid_map": f"0 {user} 1", "gid_map": f"0 {group} 1"}
    for name, text in texts.items():
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _raise_interface(name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sH14x", name.encode(), _UP))


def _limit_rate(interface: str, bytes_per_second: int) -> None:
    """Gives an interface a token bucket filter, as `tc qdisc add … root tbf` does."""
    # The link layer is Ethernet, so that the kernel asks for no table of rates.
    rate = struct.pack("BBHhHI", 0, 1, 0, 0, 0, bytes_per_second)
    peak = struct.pack("BBHhHI", 0, 0, 0, 0, 0, 0)
    parameters = _attribute(1, rate + peak + struct.pack("III", _LIMIT, 0, 0))
    options = parameters + _attribute(6, struct.pack("I", _BURST))
    root = struct.pack("BxxxiIII", 0, socket.if_nametoindex(interface), 0, 0xFFFFFFFF, 0)
    body = root + _attribute(1, b"tbf\0") + _attribute(2, options)
    header = struct.pack("IHHII", 16 + len(body), _NEW_DISCIPLINE, _ADD, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as netlink:
        netlink.bind((0, 0))
        netlink.send(header + body)
        (code,) = struct.unpack_from("i", netlink.recv(4096), 16)
    if code:
        raise OSError(-code, os.strerror(-code))


def _attribute(kind: int, data: bytes) -> bytes:
    return struct.pack("HH", 4 + len(data), kind) + data + b"\0" * (-len(data) % 4)


if __name__ == "__main__":
    sys.exit(main())
