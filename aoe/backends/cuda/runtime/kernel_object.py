"""A kernel as compilers hand it out and offline models keep it: PTX, which drivers of every GPU of
its architecture understand, and behind it machine code, where the machine that compiled had the
GPU. A zero byte ends the text, as it does for the driver.
"""

from __future__ import annotations

_END = b"\0"


def kernel_object(ptx: bytes, machine_code: bytes | None) -> bytes:
    """The object of a kernel."""
    return ptx + _END + machine_code if machine_code else ptx


def parts(data: bytes) -> tuple[bytes, bytes]:
    """The PTX and the machine code of an object; empty if it has none."""
    ptx, _, machine_code = data.partition(_END)
    return ptx, machine_code
