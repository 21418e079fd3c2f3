"""What NVIDIA's driver is called for, by a driver that does nothing."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aoe.backends.cuda.runtime import driver as driver_module
from aoe.backends.cuda.runtime import driver_linker
from aoe.backends.cuda.runtime.device import Start
from aoe.backends.cuda.runtime.driver import Driver, DriverError, GpuLostError, NoGpuError
from aoe.backends.cuda.runtime.driver_device import DriverDevice
from aoe.backends.cuda.runtime.driver_launch import FOLLOWS, Attribute, Configuration
from aoe.backends.cuda.runtime.kernel_object import kernel_object
from aoe.backends.cuda.runtime.launch_plan import (
    Launch,
    launches_from_bytes,
    launches_to_bytes,
)
from aoe.backends.cuda.runtime.tensor_map import Moved, TensorMap
from aoe.collector_pause import collector_paused
from aoe.errors import AoeError, CompileError
from tests.backends.cuda.fake_driver import Answer, FakeLibrary, store

LAUNCH = Launch(grid=3, block=64, shared=0)
#: `CUDA_ERROR_NO_BINARY_FOR_GPU`.
NO_BINARY = 209


def device_of(library: Any) -> DriverDevice:
    return DriverDevice(Driver(library), 0)


def refuses(*parts: bytes) -> Answer:
    def load(module: Any, image: bytes, *rest: Any) -> int:
        return NO_BINARY if any(image.startswith(part) for part in parts) else 0

    return load


def loaded_images(library: FakeLibrary) -> list[bytes]:
    return [arguments[1] for name, arguments in library.calls if name == "cuModuleLoadDataEx"]


def test_machine_code_is_loaded_and_text_where_there_is_none() -> None:
    library = FakeLibrary()
    device = device_of(library)
    device.function(kernel_object(b"text", b"\x7fELF\0code"), "kernel", LAUNCH)
    device.function(kernel_object(b"text", None), "kernel", LAUNCH)
    assert loaded_images(library) == [b"\x7fELF\0code", b"text\0"]


def test_text_is_loaded_where_the_driver_refuses_machine_code() -> None:
    library = FakeLibrary({"cuModuleLoadDataEx": refuses(b"\x7fELF")})
    device_of(library).function(kernel_object(b"text", b"\x7fELF"), "kernel", LAUNCH)
    assert loaded_images(library) == [b"\x7fELF", b"text\0"]


def test_a_kernel_that_the_driver_refuses_is_named() -> None:
    library = FakeLibrary({"cuModuleLoadDataEx": refuses(b"\x7fELF", b"text")})
    with pytest.raises(CompileError, match=r"the GPU refuses kernel gelu: .*209"):
        device_of(library).function(kernel_object(b"text", b"\x7fELF"), "gelu", LAUNCH)


OUT_OF_MEMORY, ILLEGAL_ADDRESS, INVALID_VALUE = 2, 700, 1


@pytest.mark.parametrize(
    ("function", "use"),
    [
        (
            "cuModuleLoadDataEx",
            lambda device: device.function(kernel_object(b"text", None), "k", LAUNCH),
        ),
        ("cuStreamCreate", lambda device: device.stream()),
        ("cuMemAlloc_v2", lambda device: device.allocate(1 << 20)),
    ],
)
def test_a_gpu_without_memory_is_told_as_such(
    function: str, use: Callable[[DriverDevice], object]
) -> None:
    device = device_of(FakeLibrary({function: lambda *arguments: OUT_OF_MEMORY}))
    with pytest.raises(MemoryError, match="memory"):
        use(device)


def test_what_a_kernel_in_front_did_is_not_said_of_another() -> None:
    library = FakeLibrary({"cuModuleLoadDataEx": lambda *arguments: ILLEGAL_ADDRESS})
    with pytest.raises(GpuLostError, match="start it again"):
        device_of(library).function(kernel_object(b"text", b"\x7fELF"), "gelu", LAUNCH)
    assert library.names.count("cuModuleLoadDataEx") == 1


@pytest.mark.parametrize(
    "error",
    [
        DriverError("cuLaunchKernel", INVALID_VALUE, "invalid argument"),
        GpuLostError("cuStreamSynchronize", ILLEGAL_ADDRESS, "an illegal memory access"),
        NoGpuError("the driver lists none", "install one"),
    ],
)
def test_another_process_gets_the_same_error(error: AoeError) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert type(found) is type(error)
    assert str(found) == str(error)
    assert getattr(found, "code", 0) == getattr(error, "code", 0)


def test_a_process_that_was_forked_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Any = FakeLibrary()
    monkeypatch.setattr(driver_module, "_driver", lambda: (-1, Driver(library)))
    with pytest.raises(NoGpuError, match="before this process was forked; start the process by"):
        driver_module.driver()
    assert driver_module.device_count() == 0


def started(follows: bool) -> tuple[str, tuple[Any, ...]]:
    values: list[int] = []

    def launch(*arguments: Any) -> int:
        values.extend(ctypes.c_uint64.from_address(place).value for place in arguments[-2])
        return 0

    library = FakeLibrary({"cuLaunchKernel": launch, "cuLaunchKernelEx": launch})
    device = device_of(library)
    function = device.function(kernel_object(b"text", None), "kernel", LAUNCH)
    start = Start(function, LAUNCH, (256, 2**40), "kernel", follows)
    device.stream().record([start])
    (found,) = [item for item in library.calls if item[0].startswith("cuLaunch")]
    assert values == [256, 2**40]
    return found


def test_a_kernel_is_started_behind_others_or_waits_itself() -> None:
    name, arguments = started(follows=False)
    assert name == "cuLaunchKernel"
    assert arguments[1:8] == (3, 1, 1, 64, 1, 1, 0)
    name, arguments = started(follows=True)
    assert name == "cuLaunchKernelEx"
    told = arguments[0]._obj
    assert (told.grid_x, told.block_x, told.shared, told.count) == (3, 64, 0, 1)
    assert (told.attributes[0].id, told.attributes[0].value) == (FOLLOWS, 1)
    assert ctypes.sizeof(Attribute) == 72
    assert ctypes.sizeof(Configuration) == 56


@pytest.mark.parametrize("refused", [None, "cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete"])
def test_the_driver_links_machine_code(
    refused: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ctypes.create_string_buffer(b"\x7fELF\0end", 8)

    def complete(state: Any, place: Any, size: Any) -> int:
        return store(place, ctypes.addressof(code)) + store(size, 8)

    answers: dict[str, Answer] = {"cuLinkComplete": complete}
    if refused:
        answers[refused] = lambda *arguments: NO_BINARY
    library = FakeLibrary(answers)
    monkeypatch.setattr(driver_linker, "opened_device", lambda ordinal: device_of(library))
    found = driver_linker.machine_code_of(0)(b"text")
    assert found == (None if refused else b"\x7fELF\0end")
    assert ("cuLinkDestroy" in library.names) == (refused != "cuLinkCreate_v2")
    if refused is None:
        (given,) = [item for name, item in library.calls if name == "cuLinkAddData_v2"]
        assert given[1:3] == (1, b"text\0")
        assert given[3].value == 5


class HostMemory(FakeLibrary):
    """Copies between memory of this process, which stands for pinned memory and for the GPU's."""

    def __init__(self) -> None:
        self.held: list[Any] = []
        super().__init__(
            {
                "cuMemHostAlloc": lambda place, size, flags: store(place, self.block(size.value)),
                "cuMemcpyHtoDAsync_v2": self.copy,
                "cuMemcpyDtoHAsync_v2": self.copy,
            }
        )

    def block(self, size: int) -> int:
        self.held.append(ctypes.create_string_buffer(size))
        return ctypes.addressof(self.held[-1])

    def copy(self, target: Any, source: Any, size: Any, stream: Any) -> int:
        ctypes.memmove(target.value, source.value, size.value)
        return 0


def test_arrays_are_copied_with_one_wait() -> None:
    library = HostMemory()
    stream = device_of(library).stream()
    arrays: list[np.ndarray] = [
        np.arange(5, dtype=np.int16),
        np.zeros((0, 2), np.int8),
        np.ones((3, 70)),
    ]
    places = [library.block(array.nbytes + 1) for array in arrays]
    stream.upload_all(places, arrays)
    assert "cuStreamSynchronize" not in library.names[library.names.index("cuMemHostAlloc") :]
    found = [np.full_like(array, 9) for array in arrays]
    before = len(library.names)
    stream.download_all(found, places)
    assert library.names[before:].count("cuStreamSynchronize") == 1
    for array, other in zip(arrays, found, strict=True):
        np.testing.assert_array_equal(array, other)
    before = len(library.names)
    stream.upload_all(places, arrays)
    stream.upload_all(places, arrays)
    assert library.names[before:].count("cuStreamSynchronize") == 1, "the first may still be read"
    assert library.names.count("cuMemHostAlloc") == 1


def test_long_arrays_are_copied_in_parts() -> None:
    library = HostMemory()
    stream = device_of(library).stream()
    arrays: list[np.ndarray] = [np.arange(700_001, dtype=np.float32), np.arange(9, dtype=np.int8)]
    places = [library.block(array.nbytes) for array in arrays]
    for _ in range(2):
        stream.upload_all(places, arrays)
        found = [np.zeros_like(array) for array in arrays]
        stream.download_all(found, places)
        for array, other in zip(arrays, found, strict=True):
            np.testing.assert_array_equal(array, other)
    parts = 3 + 1
    assert library.names.count("cuEventSynchronize") == 2 * parts
    assert library.names.count("cuEventCreate") == parts
    stream.close()
    assert library.names.count("cuEventDestroy_v2") == parts


def test_the_thread_has_its_own_gpu_again() -> None:
    def own(place: Any) -> int:
        return store(place, 5)

    def retained(place: Any, device: Any) -> int:
        return store(place, 9)

    library = FakeLibrary({"cuCtxGetCurrent": own, "cuDevicePrimaryCtxRetain": retained})
    device = device_of(library)
    with device.kept_current():
        device.allocate(1)
    current = [given[0].value for name, given in library.calls if name == "cuCtxSetCurrent"]
    assert current == [9, 5]


def test_a_graph_is_started_on_a_stream_of_others_which_is_not_closed() -> None:
    library = FakeLibrary()
    device = device_of(library)
    function = device.function(kernel_object(b"text", None), "kernel", LAUNCH)
    stream = device.stream_at(1234)
    assert stream.number == 1234
    graph = device.stream().record([Start(function, LAUNCH, (256,), "kernel")])
    graph.start_on(stream.number)
    stream.start([Start(function, LAUNCH, (256,), "kernel")])
    stream.close()
    (launched,) = [given for name, given in library.calls if name == "cuGraphLaunch"]
    assert launched[1].value == 1234
    kernels = [given for name, given in library.calls if name == "cuLaunchKernel"]
    assert kernels[-1][8].value == 1234
    assert "cuStreamDestroy_v2" not in library.names


@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize("code", [0, NO_BINARY])
def test_no_garbage_is_collected_while_a_graph_is_recorded(is_on: bool, code: int) -> None:
    seen: dict[str, bool] = {}

    def noted(name: str, code: int) -> Answer:
        def answer(*arguments: Any) -> int:
            seen[name] = gc.isenabled()
            return code

        return answer

    names = ("cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuCtxSynchronize")
    answers = {name: noted(name, 0) for name in names}
    library = FakeLibrary({**answers, "cuLaunchKernel": noted("cuLaunchKernel", code)})
    device = device_of(library)
    function = device.function(kernel_object(b"text", None), "kernel", LAUNCH)
    before = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        with pytest.raises(AoeError) if code else contextlib.nullcontext():
            device.stream().record([Start(function, LAUNCH, (256,), "kernel")])
        assert gc.isenabled() == is_on
        device.wait()
        assert gc.isenabled() == is_on
    finally:
        (gc.enable if before else gc.disable)()
    assert seen == dict.fromkeys([*names, "cuLaunchKernel"], False)


def test_the_collector_waits_for_the_last_of_several_pauses() -> None:
    assert gc.isenabled()
    first, second = collector_paused(), collector_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_tensor_maps_are_encoded_for_the_addresses_of_a_start() -> None:
    """`cuTensorMapEncodeTiled` of `cuda.h`, and a parameter behind the others."""
    told: list[Any] = []

    def encode(place: Any, kind: int, rank: int, address: Any, *rest: Any) -> int:
        arrays, how = rest[:4], rest[4:]
        told.extend([kind, rank, address.value, *(list(item) for item in arrays), how])
        assert place.value % 64 == 0
        ctypes.memset(place, 7, 128)
        return 0

    def launch(*arguments: Any) -> int:
        address, encoded = arguments[-2]
        assert ctypes.c_uint64.from_address(address).value == 4096
        assert ctypes.string_at(encoded, 128) == b"\7" * 128
        return 0

    library = FakeLibrary({"cuTensorMapEncodeTiled": encode, "cuLaunchKernel": launch})
    device = device_of(library)
    described = TensorMap(0, 32, "bfloat16", (640, 100, 3), (1280, 128000), (64, 128, 1))
    planned = replace(LAUNCH, maps=(described,))
    function = device.function(kernel_object(b"text", None), "kernel", planned)
    device.stream().start([Start(function, planned, (4096,), "kernel")])
    sizes, strides = [640, 100, 3], [1280, 128000]
    assert told == [9, 3, 4128, sizes, strides, [64, 128, 1], [1, 1, 1], (0, 3, 2, 0)]
    assert "cuLaunchKernel" in library.names


def test_tensor_maps_of_windows_are_encoded_in_their_own_mode() -> None:
    """`cuTensorMapEncodeIm2col` of `cuda.h`."""
    told: list[Any] = []

    def encode(place: Any, kind: int, rank: int, address: Any, *rest: Any) -> int:
        told.extend([kind, rank, address.value, *(list(item) for item in rest[:4]), *rest[4:6]])
        told.extend([list(rest[6]), rest[7:]])
        return 0

    library = FakeLibrary({"cuTensorMapEncodeIm2col": encode})
    device = device_of(library)
    planned = replace(LAUNCH, maps=(WINDOWS,))
    function = device.function(kernel_object(b"text", None), "kernel", planned)
    device.stream().start([Start(function, planned, (4096, 8192), "kernel")])
    sizes, strides = [64, 7, 9, 2], [128, 896, 8064]
    corners = [[-1, -1], [-1, -2]]
    assert told == [6, 4, 8192, sizes, strides, *corners, 64, 128, [1, 2, 1, 1], (0, 3, 2, 0)]


WINDOWS = TensorMap(
    1,
    0,
    "float16",
    (64, 7, 9, 2),
    (128, 896, 8064),
    (64, 128),
    Moved((-1, -1), (-1, -2), (2, 1)),
)


def test_programs_keep_the_description_of_tensor_maps() -> None:
    described = TensorMap(1, 0, "float16", (64, 10), (128,), (64, 64))
    given = {"kernel": replace(LAUNCH, maps=(described, WINDOWS))}
    assert launches_from_bytes(launches_to_bytes(given)) == given
