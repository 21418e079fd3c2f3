"""What a device has left when a part of loading fails, or of what it ran: nothing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.backends.backend import CompiledPlan, Workload
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.runtime.device import Stream
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.runtime.loaded_model import CudaModel
from aoe.backends.registry import default_policy
from aoe.errors import AoeError, CompileError, OfflineModelError
from aoe.tuning.workload.single_operator import single_operator_graph
from benchmarks.cuda.kernels import product
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import PtxDevice, PtxStream
from tests.graph.models import model, weights

X, W = weights(4, 8, seed=1), weights(8, 6)
TEXT = "(float[{rows},8] x) => (float[{rows},6] y) {{ z = MatMul(x, w) y = Softmax(z) }}"


class FailingDevice(PtxDevice):
    """A device that refuses one request for memory, or for a kernel. A kernel may fail as well.

    Attributes:
        answered: How many requests are answered before one is refused; None for all.
        fails: Whether all waiting fails.
        functions: Kernels that are loaded.
    """

    answered: int | None = None
    fails: bool = False

    def __init__(self) -> None:
        super().__init__()
        self.functions: list[Any] = []

    def stream(self) -> Stream:
        return _FailingStream(self)

    def allocate(self, size: int) -> int:
        self._count(MemoryError("no memory is left"))
        return super().allocate(size)

    def function(self, data: bytes, symbol: str, launch: Launch) -> Any:
        self._count(CompileError("the kernel is refused"))
        self.functions.append(super().function(data, symbol, launch))
        return self.functions[-1]

    def unload(self, function: Any) -> None:
        self.functions.remove(function)
        super().unload(function)

    def _count(self, error: Exception) -> None:
        if self.answered is None:
            return
        self.answered -= 1
        if self.answered < 0:
            raise error


class _FailingStream(PtxStream):
    def wait(self) -> None:
        assert isinstance(self.device, FailingDevice)
        if self.device.fails:
            raise AoeError("an address that does not exist was read")


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FailingDevice]:
    monkeypatch.chdir(tmp_path)
    devices = PtxDevices()
    made = FailingDevice()
    devices.all = [made]
    with with_gpu(devices):
        yield made


def failures(
    device: FailingDevice, load: Callable[[], object], *, loads_for_good: bool = False
) -> int:
    """How many requests of loading were refused, one a time; all memory was free again after each.

    What a block of memory belongs to may live as long as the error that is raised.
    `loads_for_good`: whether what was loaded stays where memory of an inference is refused.
    """
    before, loaded = int(device.memory.usable.sum()), len(device.functions)
    for number in count():
        device.answered = number
        with suppress(MemoryError, OfflineModelError, CompileError):
            load()
            break
        gc.collect()
        if loads_for_good and len(device.functions) > loaded:
            before, loaded = int(device.memory.usable.sum()), len(device.functions)
        assert int(device.memory.usable.sum()) == before
        assert len(device.functions) == loaded
    device.answered = None
    return number


def assert_nothing_left(device: FailingDevice) -> None:
    assert not device.memory.usable.any()
    assert not device.functions


def product_to_time() -> tuple[CompiledPlan, Workload]:
    """A compiled candidate, and what it is timed with."""
    operator = product(5, 16, 40, "float16")
    target = BACKEND.machine.target()
    (program,) = BACKEND.compiler(target).build(
        [(single_operator_graph(operator), {operator.key: default_policy(operator, target)})],
        for_tuning=True,
    )
    assert isinstance(program, CompiledPlan)
    inputs = weights(5, 40).astype(np.float16), weights(40, 16).astype(np.float16)
    workload = Workload(2, inputs[:1], {"input1": inputs[1]}, float("inf"), rewriting=True)
    return program, workload


def expected(x: np.ndarray) -> np.ndarray:
    z = np.exp(x.astype(np.float64) @ W)
    return np.asarray(z / z.sum(axis=1, keepdims=True))


def test_a_model_that_cannot_be_loaded_leaves_nothing(device: FailingDevice) -> None:
    with aoe.compile(model(TEXT.format(rows=4), w=W), device="cuda") as session:
        offline = session.model
    loaded: list[CudaModel] = []
    assert failures(device, lambda: loaded.append(CudaModel(offline, device))) > 3
    np.testing.assert_allclose(loaded[0].run({"x": X})[0], expected(X), rtol=1e-5)
    loaded[0].close()
    assert not device.memory.usable.any()


def test_a_shape_that_cannot_be_loaded_is_loaded_when_it_comes_again(device: FailingDevice) -> None:
    with aoe.compile(model(TEXT.format(rows="N"), w=W), device="cuda") as session:
        for rows in (2, 3):
            x = weights(rows, 8, seed=rows)
            run = partial(session.run, None, {"x": x})
            assert failures(device, run, loads_for_good=True) > 2
            np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), rtol=1e-5)
    assert not device.memory.usable.any()


def test_a_candidate_that_cannot_be_loaded_leaves_nothing(device: FailingDevice) -> None:
    program, workload = product_to_time()
    profiler = BACKEND.profiler()
    assert failures(device, lambda: profiler.load(program, workload).release()) > 4
    assert not device.memory.usable.any()


def test_a_candidate_that_fails_leaves_nothing(device: FailingDevice) -> None:
    candidate = BACKEND.profiler().load(*product_to_time())
    device.fails = True
    with pytest.raises(AoeError, match="does not exist"):
        candidate.release()
    assert_nothing_left(device)


def test_a_model_whose_inference_fails_leaves_nothing(device: FailingDevice) -> None:
    with aoe.compile(model(TEXT.format(rows=4), w=W), device="cuda") as session:
        offline = session.model
    loaded = CudaModel(offline, device)
    loaded.run({"x": X})
    device.fails = True
    with pytest.raises(AoeError, match="does not exist"):
        loaded.close()
    assert_nothing_left(device)


def test_a_shape_whose_inference_fails_leaves_nothing(device: FailingDevice) -> None:
    family = BACKEND.family()
    program, workload = product_to_time()
    arrays = {info.name: workload.constants[info.name] for info in program.plan.constants}
    loaded = family.load(program, arrays)
    assert loaded is not None
    loaded.run(dict(zip([info.name for info in program.plan.inputs], workload.inputs, strict=True)))
    device.fails = True
    with pytest.raises(AoeError, match="does not exist"):
        family.close()
    del loaded
    gc.collect()
    assert_nothing_left(device)


def test_kernels_of_a_plan_that_is_refused_are_unloaded(device: FailingDevice) -> None:
    program, workload = product_to_time()
    inputs = tuple(replace(info, dtype="of another version") for info in program.plan.inputs)
    refused = replace(program, plan=replace(program.plan, inputs=inputs))
    arrays = {info.name: workload.constants[info.name] for info in program.plan.constants}
    for load in (
        lambda: BACKEND.family().load(refused, arrays),
        lambda: BACKEND.profiler().load(refused, workload),
    ):
        with pytest.raises((KeyError, TypeError, ValueError)):
            load()
        gc.collect()
        assert_nothing_left(device)
