"""Operands of instructions: registers hold bits, and an instruction reads them as its type says."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import ml_dtypes
import numpy as np

from tests.backends.cuda.ptx_machine.machine import WARP, Threads
from tests.backends.cuda.ptx_machine.program import Instruction

#: NumPy's types by PTX's.
TYPES: Mapping[str, Any] = {
    **{f"u{8 * n}": np.dtype(f"uint{8 * n}") for n in (1, 2, 4, 8)},
    **{f"s{8 * n}": np.dtype(f"int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"b{8 * n}": np.dtype(f"uint{8 * n}") for n in (1, 2, 4, 8)},
    "f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32), "f64": np.dtype(np.float64), "pred": np.dtype(bool),
}  # fmt: skip
_SPECIAL = {"%tid.x": "thread", "%ctaid.x": "number"}


def read(threads: Threads, text: str, kind: str, active: np.ndarray) -> np.ndarray:
    """An operand as a type, for each active thread."""
    dtype = TYPES[kind]
    negated = text.startswith("!")
    text = text.lstrip("!")
    held = threads.registers.get(text)
    if held is not None:
        value = held[active]
        if dtype.kind == "b":
            return np.asarray(value ^ negated)
        if value.dtype.itemsize != dtype.itemsize:
            value = value.astype(f"uint{8 * dtype.itemsize}")
        return np.asarray(value.view(dtype))
    return np.full(active.size, constant(threads, text, dtype, active), dtype)


def constant(threads: Threads, text: str, dtype: Any, active: np.ndarray) -> Any:
    if text in _SPECIAL:
        return getattr(threads, _SPECIAL[text])[active]
    if text in ("%ntid.x", "%nctaid.x"):
        return threads.block if text == "%ntid.x" else threads.grid
    if text == "%laneid":
        return threads.thread[active] % WARP
    if text[:2] in ("0f", "0F"):
        return (
            struct.unpack(">f", bytes.fromhex(text[2:]))[0]
            if dtype.kind == "f" or dtype == TYPES["bf16"]
            else int(text[2:], 16)
        )
    if text[:2] in ("0d", "0D"):
        return (
            struct.unpack(">d", bytes.fromhex(text[2:]))[0]
            if dtype.kind == "f"
            else int(text[2:], 16)
        )
    if text == "true" or text == "false":
        return text == "true"
    symbol, _, skip = text.partition("+")
    if symbol in threads.symbols:
        return threads.symbols[symbol] + int(skip or 0)
    value = int(text.rstrip("U"), 0)
    if dtype.kind in "ui":
        bits = 8 * dtype.itemsize
        value %= 1 << bits
        return value - (1 << bits) if dtype.kind == "i" and value >> (bits - 1) else value
    return value


def write(threads: Threads, register: str, value: np.ndarray, active: np.ndarray) -> None:
    """Sets a register; a narrower value is extended as its type says."""
    if register == "_":
        return
    held = threads.registers[register]
    value = np.asarray(value)
    if value.dtype == bool:
        held[active] = value
        return
    if value.dtype.itemsize != held.dtype.itemsize:
        assert value.dtype.kind in "ui", (register, value.dtype)
        value = value.astype(
            f"{'int' if value.dtype.kind == 'i' else 'uint'}{8 * held.dtype.itemsize}"
        )
    held[active] = np.ascontiguousarray(value).view(held.dtype)


def members(text: str) -> list[str]:
    """The registers of `{a, b}`, or of one register."""
    return [item.strip() for item in text.strip("{}").split(",")]


def type_of(instruction: Instruction) -> str:
    return next(word for word in reversed(instruction.name) if word in TYPES)
