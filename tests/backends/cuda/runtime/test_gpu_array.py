"""Outputs that stay on a GPU, on a machine that executes PTX; and what other libraries are given,
read by NumPy from memory that stands for a GPU's.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.backends.cuda.runtime.dlpack import capsule_of
from aoe.backends.cuda.runtime.gpu_array import MOST_KEPT, ArrayMemory
from aoe.errors import UsageError
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.graph.models import model

X = np.arange(12, dtype=np.float32).reshape(3, 4)
TEXT = """
    (float[3,4] x, float[3,4] z) => (float[3,4] y, float[3,4] w) { y = Sub(x, z) w = Add(x, z) }
"""


@pytest.fixture
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices(count=2)
    with with_gpu(devices):
        yield devices


@pytest.fixture
def session(
    gpu: PtxDevices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[aoe.InferenceSession]:
    monkeypatch.chdir(tmp_path)
    with aoe.compile(model(TEXT), device="cuda") as made:
        yield made


class Readable:
    """Memory of this process as an array that other libraries read."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **keywords: Any) -> Any:
        array = self.array
        return capsule_of(self, array.ctypes.data, array.shape, array.dtype.name, (1, 0))

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "uint8", "bool"])
@pytest.mark.parametrize("shape", [(2, 3, 4), (5,), (), (0, 2)])
def test_another_library_reads_an_array(dtype: str, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    found = np.from_dlpack(Readable(array))
    assert (found.dtype, found.shape) == (array.dtype, shape)
    np.testing.assert_array_equal(found, array)


def test_an_array_lives_as_long_as_it_is_read() -> None:
    given = Readable(X.copy())
    before = sys.getrefcount(given)
    found = np.from_dlpack(given)
    assert sys.getrefcount(given) == before + 1
    del found
    gc.collect()
    assert sys.getrefcount(given) == before
    capsule = given.__dlpack__()
    assert sys.getrefcount(given) == before + 1
    del capsule  # nobody has taken its tensor
    gc.collect()
    assert sys.getrefcount(given) == before


def test_outputs_stay_on_the_gpu(session: aoe.InferenceSession) -> None:
    first: Any
    first, second = session.run_on_device(None, {"x": X, "z": X / 2})
    np.testing.assert_array_equal(first.numpy(), X / 2)
    np.testing.assert_array_equal(second.numpy(), X * 1.5)
    assert first.__dlpack_device__() == (2, 0)
    (again,) = session.run_on_device(["w"], {"x": first, "z": X}, {"w": second})
    assert again is second
    np.testing.assert_array_equal(second.numpy(), X * 1.5)
    assert first.address != second.address


def test_memory_of_arrays_is_used_again_and_given_back(
    session: aoe.InferenceSession, gpu: PtxDevices
) -> None:
    feed = {"x": X, "z": X}
    addresses = {array.address for array in session.run_on_device(None, feed)}
    gc.collect()
    assert {array.address for array in session.run_on_device(None, feed)} == addresses
    gc.collect()
    held = session.run_on_device(None, feed)
    session.close()
    np.testing.assert_array_equal(held[1].numpy(), X * 2)
    del held
    gc.collect()
    assert not gpu.device.memory.usable.any()


def test_no_more_memory_is_kept_than_is_usual() -> None:
    device = PtxDevice()
    memory = ArrayMemory(device)
    arrays = [memory.array((8,), "float32") for _ in range(MOST_KEPT + 3)]
    del arrays
    gc.collect()
    assert device.memory.usable.sum() == MOST_KEPT * 32
    memory.close()
    assert not device.memory.usable.any()


def test_outputs_that_cannot_stay_are_refused(
    session: aoe.InferenceSession, gpu: PtxDevices
) -> None:
    feed = {"x": X, "z": X}
    other: Any
    (other,) = aoe.compile(model(TEXT), device="cuda:1").run_on_device(["y"], feed)
    with pytest.raises(UsageError, match=r"output 'w' is float32 of shape \(3, 4\) on GPU 0; .* 1"):
        session.run_on_device(None, feed, {"w": other})
    with pytest.raises(UsageError, match="input 'x' is on GPU 1, the session on GPU 0"):
        session.run(None, {"x": other, "z": X})
    with pytest.raises(UsageError, match="memory of the CPU; call run"):
        aoe.compile(model(TEXT)).run_on_device(None, feed)


def test_a_binding_has_values_of_the_gpu(session: aoe.InferenceSession) -> None:
    value = aoe.OrtValue.ortvalue_from_numpy(X, "cuda", 0)
    assert (value.device_name(), value.shape(), value.data_type()) == (
        "cuda",
        [3, 4],
        "tensor(float)",
    )
    np.testing.assert_array_equal(value.numpy(), X)
    value.update_inplace(X * 2)
    result = aoe.OrtValue.ortvalue_from_shape_and_type([3, 4], np.float32, "cuda", 0)
    binding = session.io_binding()
    binding.bind_ortvalue_input("x", value)
    binding.bind_cpu_input("z", X)
    binding.bind_output("y", "cuda")
    binding.bind_ortvalue_output("w", result)
    session.run_with_iobinding(binding)
    first, second = binding.get_outputs()
    assert (first.device_name(), second.data_ptr()) == ("cuda", result.data_ptr())
    np.testing.assert_array_equal(first.numpy(), X)
    np.testing.assert_array_equal(result.numpy(), X * 3)
    copied = binding.copy_outputs_to_cpu()
    np.testing.assert_array_equal(copied[1], X * 3)


def test_a_binding_has_memory_of_both(session: aoe.InferenceSession) -> None:
    value = aoe.OrtValue.ortvalue_from_numpy(X, "cuda", 0)
    here = np.zeros((3, 4), np.float32)
    binding = session.io_binding()
    binding.bind_input("x", "cuda", 0, np.float32, [3, 4], value.data_ptr())
    binding.bind_input("z", "cuda", 0, np.float32, [3, 4], value.data_ptr())
    binding.bind_output("y", "cpu", 0, np.float32, [3, 4], here.ctypes.data)
    binding.bind_output("w", "cuda", 0, np.float32, [3, 4], value.data_ptr())
    here[:] = 7
    binding.run()
    np.testing.assert_array_equal(here, 0)
    np.testing.assert_array_equal(value.numpy(), X * 2)


def test_memory_of_devices_that_are_not_there_is_refused(gpu: PtxDevices) -> None:
    for device, number, words in (
        ("cuda", 2, "device_type='cuda', device_id=2: there is no GPU 2: this machine has 2"),
        ("npu", 0, "device_type='npu', device_id=0: no backend npu is installed"),
        ("cpu", 1, "device_type='cpu', device_id=1: .*"),
    ):
        with pytest.raises(UsageError, match=words):
            aoe.OrtValue.ortvalue_from_numpy(X, device, number)


def test_structures_are_those_of_dlpack() -> None:
    from aoe.backends.cuda.runtime.dlpack import _ManagedTensor

    assert ctypes.sizeof(_ManagedTensor) == 64
