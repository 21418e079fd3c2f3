"""Conversions of 16-bit floating point, by CPU instructions and by integer arithmetic."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.target.host import host_target, target_for
from aoe.loops.expression import Load, cast
from aoe.loops.loop_nest import Access, Axis, Kernel, LoopNest, LoopSchedule, Store
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.codegen.running import run_kernel
from tests.backends.cpu.targets import each, named

STORED = ("float16", "bfloat16")


def _copy(source: str, destination: str, count: int, vector: str = "x") -> Kernel:
    """out[x] = in[x], converted."""
    nest = LoopNest(
        "copy",
        (Axis("x", count),),
        (Access("in", source, (("x", 1),)),),
        (Store(Access("out", destination, (("x", 1),)), cast(Load(0), destination)),),
        schedule=LoopSchedule(vector),
    )
    return Kernel("copy", (), (), 0, (nest,), ("in", "out"))


def _converted(
    values: NDArray[Any], destination: str, target: str, vector: str = "x"
) -> NDArray[Any]:
    kernel = _copy(values.dtype.name, destination, values.size, vector)
    memory = {"in": values, "out": np.zeros(values.size, destination)}
    run_kernel(kernel, memory, named(target))
    return memory["out"]


def _everything(dtype: str) -> NDArray[Any]:
    return np.arange(1 << 16, dtype=np.uint16).view(dtype)


@pytest.mark.parametrize("target", each("host", "avx2", "sse"))
@pytest.mark.parametrize("dtype", STORED)
def test_every_stored_number_has_its_value(dtype: str, target: str) -> None:
    every = _everything(dtype)
    np.testing.assert_array_equal(_converted(every, "float32", target), every.astype(np.float32))


@pytest.mark.parametrize("target", each("host", "avx2", "sse"))
@pytest.mark.parametrize("dtype", STORED)
def test_every_stored_number_survives_a_round_trip(dtype: str, target: str) -> None:
    every = _everything(dtype)
    again = _converted(_converted(every, "float32", target), dtype, target)
    known = ~np.isnan(every.astype(np.float32))
    np.testing.assert_array_equal(again.view(np.uint16)[known], every.view(np.uint16)[known])
    assert np.isnan(again.astype(np.float32)[~known]).all()


def _between(dtype: str, source: str) -> NDArray[Any]:
    """The midpoints of neighbouring numbers, which are ties, and the values next to them."""
    every = np.sort(_everything(dtype).astype(source))
    finite = every[np.isfinite(every)]
    middles = (finite[1:] + finite[:-1]) * np.dtype(source).type(0.5)
    beside = [np.nextafter(middles, np.dtype(source).type(way)) for way in (np.inf, -np.inf)]
    rest = np.array([np.inf, -np.inf, np.nan, 1e38, -1e38, 1e-45, -1e-40], source)
    if source == "float64":  # beyond what float32 tells apart
        beside += [middles * (1 + 1e-13), middles * (1 - 1e-13), rest * 1e-20, rest * 1e20]
    return np.concatenate([middles, *beside, rest])


@pytest.mark.parametrize("target", each("host", "avx2", "sse"))
@pytest.mark.parametrize("vector", ["x", ""])
@pytest.mark.parametrize(
    ("dtype", "source"), list(itertools.product(STORED, ["float32", "float64"]))
)
def test_numbers_are_rounded_once_to_nearest_even(
    dtype: str, source: str, vector: str, target: str
) -> None:
    with np.errstate(all="ignore"):
        values = _between(dtype, source)
        expected = _rounded(values, dtype)
    got = _converted(values, dtype, target, vector).astype(np.float32)
    np.testing.assert_array_equal(got, expected)


def _rounded(values: NDArray[Any], dtype: str) -> NDArray[Any]:
    """Rounds by the spacing of the stored numbers around each value, in float64."""
    wide = values.astype(np.float64)
    limits = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    smallest = np.floor(np.log2(float(limits.smallest_normal)))
    exponent = np.maximum(np.floor(np.log2(np.abs(wide))), smallest)
    spacing = 2.0 ** (exponent - limits.nmant)
    result = np.where(np.isfinite(wide) & (wide != 0), np.rint(wide / spacing) * spacing, wide)
    beyond = np.abs(result) > float(limits.max)
    return np.where(beyond, np.copysign(np.inf, result), result).astype(np.float32)


@pytest.mark.parametrize("dtype", STORED)
@pytest.mark.parametrize("preset", ["sse", "avx", "avx2", "avx512", "neon"])
def test_no_conversion_calls_a_library(preset: str, dtype: str) -> None:
    target = target_for(preset, threads=1)
    for vector, source in itertools.product(("x", ""), ("float32", "float64")):
        for kernel in (_copy(source, dtype, 37, vector), _copy(dtype, source, 37, vector)):
            text = assembly(kernel_ir(kernel, "kernel", target), target)
            lines = [line for line in text.splitlines() if "\tcall" in line or "\tbl\t" in line]
            called = {line.split()[-1].split("@")[0] for line in lines}
            assert called <= {"kernel.body"}, called


def test_a_cpu_without_instructions_for_half_is_known() -> None:
    assert not target_for("sse").converts_half
    assert target_for("avx2").converts_half
    assert target_for("neon").converts_half
    assert not changed(host_target(), features="+avx", triple="x86_64-linux").converts_half
