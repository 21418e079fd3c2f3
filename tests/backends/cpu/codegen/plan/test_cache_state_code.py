"""Rewriting or evicting arrays, by all threads of a pool, does not change them."""

from __future__ import annotations

import mmap
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.codegen.plan.cache_state_code import cache_state_ir
from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.host import PRESETS, host_target, target_for
from aoe.runtime.plan import Plan

EMPTY = Plan((), (), (), (), constant_bytes=0, packed_bytes=0, arena_bytes=0, scratch_bytes=0)


@cache
def objects() -> list[bytes]:
    target = host_target()
    modules = (plan_ir(EMPTY, target), thread_pool_ir(target), cache_state_ir(target))
    return [object_code(ir, target) for ir in modules]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("lines", [0, 1, 2, 7, 1000])
@pytest.mark.parametrize("name", ["rewrite", "evict"])
def test_every_byte_is_as_before(name: str, threads: int, lines: int) -> None:
    code, pool = NativeCode(objects(), for_tuning=True), ThreadPool(threads)
    pool.start(code)
    array = np.random.default_rng(0).integers(0, 256, 64 * lines, np.uint8)
    before = array.copy()
    prepare = getattr(code, name)
    with pool.lock:
        prepare(pool.address, array.ctypes.data, lines)
    pool.close()
    np.testing.assert_array_equal(array, before)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_page_is_written(threads: int, tmp_path: Path) -> None:
    """Linux copies a page of a private mapping if, and only if, it is written."""
    pages = 64
    path = tmp_path / "mapped"
    path.write_bytes(bytes(pages * mmap.PAGESIZE))
    code, pool = NativeCode(objects(), for_tuning=True), ThreadPool(threads)
    pool.start(code)
    assert code.rewrite is not None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) as mapped:
        array = np.frombuffer(mapped, np.uint8)
        assert array.sum() == 0
        assert own_kilobytes(path) == 0
        with pool.lock:
            code.rewrite(pool.address, array.ctypes.data, array.nbytes // 64)
        assert own_kilobytes(path) == pages * mmap.PAGESIZE // 1024
        del array
    pool.close()


def own_kilobytes(path: Path) -> int:
    """Returns the kilobytes of a file's mapping that are private to this process."""
    lines = Path("/proc/self/smaps").read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.endswith(str(path)))
    found = next(line for line in lines[first:] if line.startswith("Anonymous:"))
    return int(found.split()[1])


def test_offline_models_do_not_contain_it() -> None:
    code = NativeCode(objects())
    assert code.rewrite is None
    assert code.evict is None


@pytest.mark.parametrize("preset", PRESETS)
def test_it_compiles_everywhere(preset: str) -> None:
    target = target_for(preset)
    assert object_code(cache_state_ir(target), target)


@pytest.mark.parametrize(("features", "name"), [("+clflushopt", "clflushopt"), ("", "clflush")])
def test_clflushopt_is_used_where_it_exists(features: str, name: str) -> None:
    assert f".{name}(ptr %at)" in cache_state_ir(target_for("avx2", features))
