"""What a small file of one operator is made of."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

#: A shape of random numbers, or a constant.
Operand: TypeAlias = "tuple[int, ...] | np.ndarray | Random | State | None"


@dataclass(frozen=True)
class Random:
    """A constant or input of random numbers.

    Attributes:
        shape: Its shape.
        constant: Whether it is a constant.
        kind: Its element type.
        scale: Of a quantised tensor.
        zero_point: Likewise.
        axis: The axis of several scales.
        low: The least number.
        high: The largest number.
    """

    shape: tuple[int, ...]
    constant: bool = True
    kind: str = "FLOAT32"
    scale: Sequence[float] = ()
    zero_point: Sequence[int] = ()
    axis: int = 0
    low: float = -2
    high: float = 2


@dataclass(frozen=True)
class State:
    """A tensor that an operator keeps. It starts with zeros.

    Attributes:
        shape: Its shape.
        kind: Its element type.
        scale: Of a quantised tensor.
        zero_point: Likewise.
    """

    shape: tuple[int, ...]
    kind: str = "FLOAT32"
    scale: Sequence[float] = ()
    zero_point: Sequence[int] = ()


@dataclass(frozen=True)
class Case:
    """One operator: its operands, options, results, and tensors that it has for itself."""

    kind: str
    operands: Sequence[Operand]
    options: Mapping[str, float | Sequence[float]] = field(default_factory=dict)
    results: Sequence[Random] = (Random(()),)
    intermediates: Sequence[Random] = ()

    def numbers(self, name: str) -> dict[str, np.ndarray]:
        """Values of the inputs."""
        return {
            tensor.name: _values(item, f"{name}{tensor.name}")
            for item, tensor in zip(self.operands, self._tensors(name), strict=True)
            if tensor is not None and tensor.data is None and not tensor.variable
        }

    def file(self, name: str) -> bytes:
        """The file."""
        tensors = self._tensors(name)
        outputs = [
            Tensor(f"y{number}", item.kind, (), None, item.scale, item.zero_point, item.axis)
            for number, item in enumerate(self.results)
        ]
        own = [
            Tensor(f"i{number}", item.kind, item.shape, None, item.scale, item.zero_point)
            for number, item in enumerate(self.intermediates)
        ]
        given = [tensor for tensor in tensors if tensor is not None]
        operator = Operator(
            self.kind,
            ["" if tensor is None else tensor.name for tensor in tensors],
            [tensor.name for tensor in outputs],
            self.options,
            [tensor.name for tensor in own],
        )
        inputs = [t.name for t in given if t.data is None and not t.variable]
        return tflite(
            Graph([*given, *outputs, *own], [operator], inputs, [tensor.name for tensor in outputs])
        )

    def _tensors(self, name: str) -> list[Tensor | None]:
        made: list[Tensor | None] = []
        for number, item in enumerate(self.operands):
            key = f"x{number}"
            if item is None:
                made.append(None)
            elif isinstance(item, State):
                made.append(
                    Tensor(
                        *(key, item.kind, item.shape, None, item.scale, item.zero_point),
                        variable=True,
                    )
                )
            elif isinstance(item, np.ndarray):
                made.append(Tensor(key, item.dtype.name.upper(), item.shape, item))
            elif isinstance(item, Random):
                data = _values(item, f"{name}{key}") if item.constant else None
                made.append(
                    Tensor(key, item.kind, item.shape, data, item.scale, item.zero_point, item.axis)
                )
            else:
                made.append(Tensor(key, "FLOAT32", item))
        return made


def _values(item: Operand, seed: str) -> np.ndarray:
    rng = np.random.default_rng(zlib.crc32(seed.encode()))
    if isinstance(item, tuple):
        item = Random(item)
    assert isinstance(item, Random)
    if item.kind == "BOOL":
        return rng.integers(0, 2, item.shape).astype(np.bool_)
    dtype = np.dtype(item.kind.lower())
    if item.scale or dtype.kind != "f":
        limits = (item.low, item.high) if (item.low, item.high) != (-2, 2) else (-128, 128)
        if dtype == np.uint8:
            limits = (0, 256)
        return rng.integers(int(limits[0]), int(limits[1]), item.shape).astype(dtype)
    return rng.uniform(item.low, item.high, item.shape).astype(dtype)


def i32(*numbers: int) -> np.ndarray:
    """A constant of int32."""
    return np.asarray(numbers, np.int32)


def byte(*shape: int, scale: float = 0.05, zero: int = 3, kind: str = "INT8") -> Random:
    """An input of bytes."""
    return Random(shape, False, kind, (scale,), (zero,))


def weight(*shape: int, axis: int | None = 0) -> Random:
    """Constant bytes with a scale for each index of an axis, or with one."""
    count = 1 if axis is None else shape[axis]
    scales = [0.01 + 0.002 * (number % 5) for number in range(count)]
    return Random(shape, True, "INT8", scales, [0] * count, axis or 0, -127, 127)


def bias(count: int) -> Random:
    """Constants of int32."""
    return Random((count,), True, "INT32", low=-500, high=500)


def result(scale: float = 0.1, zero: int = -5, kind: str = "INT8") -> Random:
    """A result of bytes."""
    return Random((), False, kind, (scale,), (zero,))


IMAGE = (2, 5, 4, 4)
SAME, VALID = 0, 1
CONV = {"stride_w": 1, "stride_h": 1, "dilation_w": 1, "dilation_h": 1}
POOL = {"stride_w": 2, "stride_h": 2, "filter_w": 3, "filter_h": 2}
POSITIVE = Random((3, 5), False, low=0.1, high=3)
INT = Random((), kind="INT32")
BOOL = Random((), kind="BOOL")
