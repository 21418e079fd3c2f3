"""Programs that come and go share constants, packed constants, threads and the arena."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np
import pytest

from aoe.backends.backend import CompiledPlan, Compiler
from aoe.backends.compilation import compile_scattered
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.runtime.loaded_plan import LoadedPlan
from aoe.backends.cpu.runtime.model_family import CpuFamily, aligned_array
from aoe.backends.cpu.target.host import host_target
from aoe.backends.shared_packing import SharedPacking
from aoe.errors import AoeError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build
from tests.graph.models import model, weights

W = weights(256, 64)
PRODUCT = model(
    "(float[m,256] x) => (float[m,64] y) { p = MatMul(x, w)  y = Add(p, b) }",
    w=W,
    b=weights(64),
)


class Made:
    """Programs for different numbers of rows, compiled once."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._packing = SharedPacking()
        self._known: dict[int, tuple[CompiledPlan, dict[str, np.ndarray]]] = {}

    def at(self, rows: int) -> tuple[CompiledPlan, dict[str, np.ndarray]]:
        if rows not in self._known:
            graph = build(load_onnx(PRODUCT, {"x": (rows, 256)}), "test")
            program = compile_scattered(graph, {}, self._compiler, self._packing)
            self._known[rows] = program, dict(graph.constants)
        return self._known[rows]


@pytest.fixture(scope="module")
def made() -> Iterator[Made]:
    with closing(CpuCompiler(host_target(2), 1)) as compiler:
        yield Made(compiler)


@pytest.fixture
def family() -> Iterator[CpuFamily]:
    with closing(CpuFamily(2)) as family:
        yield family


def loaded(family: CpuFamily, made: Made, rows: int) -> LoadedPlan:
    program, constants = made.at(rows)
    copies = {name: array.copy() for name, array in constants.items()}
    found = family.load(program, copies)
    assert found is not None
    return found


def assert_right(plan: LoadedPlan, rows: int) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 256)).astype(np.float32)
    (found,) = plan.run({"x": x})
    np.testing.assert_allclose(found, x @ W + weights(64), rtol=1e-4, atol=1e-4)


def test_equal_constants_are_there_once(family: CpuFamily, made: Made) -> None:
    plans = {rows: loaded(family, made, rows) for rows in (64, 60, 72)}
    assert len(family._packed) == 1
    for rows, plan in plans.items():
        assert_right(plan, rows)


def test_what_no_program_has_any_more_is_freed(family: CpuFamily, made: Made) -> None:
    first, second = loaded(family, made, 64), loaded(family, made, 60)
    del first
    gc.collect()
    assert len(family._packed) == 1
    assert_right(second, 60)
    del second
    gc.collect()
    assert (len(family._packed), len(family._constants)) == (0, 0)


def test_programs_work_in_one_arena_which_grows(family: CpuFamily, made: Made) -> None:
    small = loaded(family, made, 2)
    large = loaded(family, made, 3000)
    for _ in range(2):
        assert_right(small, 2)
        assert_right(large, 3000)
    (context,) = family._contexts.here()._all
    assert context.arena_bytes >= large.plan.arena_bytes >= small.plan.arena_bytes


def test_programs_run_at_the_same_time(family: CpuFamily, made: Made) -> None:
    plans = {rows: loaded(family, made, rows) for rows in (2, 64, 60)}

    def work(rows: int) -> None:
        for _ in range(30):
            assert_right(plans[rows], rows)

    with ThreadPoolExecutor(6) as callers:
        for future in [callers.submit(work, rows) for rows in (*plans, *plans)]:
            future.result()


def test_digests_stand_for_constants_that_are_there(family: CpuFamily, made: Made) -> None:
    program, constants = made.at(64)
    digests = {name: family.digest(array) for name, array in constants.items()}
    assert family.load(program, digests) is None
    first = loaded(family, made, 60)
    second = family.load(program, digests)
    assert second is not None
    assert_right(second, 64)
    assert_right(first, 60)


def test_views_of_one_array_are_digested_once(
    family: CpuFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    array = np.arange(64, dtype=np.float32)
    found = family.digest(array[:]), family.digest(array[::2])
    assert found[0] == family.digest(array) != found[1]
    monkeypatch.setattr("aoe.runtime.array_digest.array_digest", None)  # using it would fail
    assert (family.digest(array[:]), family.digest(array[::2])) == found


def test_other_content_has_another_digest(family: CpuFamily) -> None:
    array = np.arange(6, dtype=np.float32)
    others: list[np.ndarray] = [
        array.reshape(2, 3),
        array.astype(np.float64),
        array + 1,
        array.view(np.int32),
    ]
    assert len({family.digest(item) for item in (array, *others)}) == 5
    assert family.digest(array.copy()) == family.digest(array)


def test_a_closed_family_runs_nothing(made: Made) -> None:
    family = CpuFamily(2)
    plan = loaded(family, made, 64)
    family.close()
    with pytest.raises(AoeError, match="closed"):
        assert_right(plan, 64)
    with pytest.raises(AoeError, match="closed"):
        loaded(family, made, 60)


def test_a_child_has_threads_of_its_own(family: CpuFamily, made: Made) -> None:
    plan = loaded(family, made, 64)
    assert_right(plan, 64)
    child = os.fork()
    if child == 0:
        try:
            assert_right(plan, 64)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


def test_arrays_are_aligned_by_copying_them() -> None:
    room = np.zeros(1000, np.uint8)
    skip = -room.ctypes.data % 64 + 4
    array = room[skip : skip + 400].view(np.float32)
    array[...] = 3
    copied = aligned_array(array)
    assert copied.ctypes.data % 64 == 0
    np.testing.assert_array_equal(copied, array)
    assert aligned_array(copied) is copied
