"""Inferences in the order of work of another library, on its memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx_ir
import pytest

from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.application.model.request.compile_request import CompileRequest
from aoe.backends.cuda.runtime import program as program_module
from aoe.backends.cuda.runtime.enqueued import MOST_KEPT, EnqueuedRuns
from aoe.backends.stream_model import StreamModel
from aoe.errors import AoeError
from aoe.graph.prepare.aliases import declare_training
from aoe.settings import read_settings
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model, weights

#: The stream of the other library.
STREAM = 11
X, W = weights(4, 8, seed=1), weights(8, 6)
TEXT = "(float[4,8] x) => (float[4,6] y) { z = MatMul(x, w) y = Softmax(z) }"


@dataclass
class Memory:
    """Memory that another library has on the device."""

    devices: PtxDevices
    stream: object = field(init=False)

    def __post_init__(self) -> None:
        self.stream = self.devices.device.stream()

    def of(self, array: np.ndarray) -> int:
        address = self.devices.device.allocate(array.nbytes)
        self.devices.device.stream().upload(address, array)
        return address

    def read(self, address: int, shape: Sequence[int]) -> np.ndarray:
        found = np.empty(shape, np.float32)
        self.devices.device.stream().download(found, address)
        return found


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> Iterator[Memory]:
    monkeypatch.chdir(str(tmp_path))
    devices = PtxDevices()
    with with_gpu(devices):
        yield Memory(devices)


def compiled(proto: onnx_ir.Model) -> GroupProgram:
    return ProgramGroup(CompileRequest(settings=read_settings(), backend="cuda")).compiled(proto)


def softmax_model() -> onnx_ir.Model:
    return onnx_ir.from_proto(model(TEXT, w=W))


def expected(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x @ W)
    return np.asarray(powers / powers.sum(1, keepdims=True))


def enqueue(program: GroupProgram, memory: Memory, x: int, y: int, workspace: int) -> None:
    loaded = program.loaded
    assert isinstance(loaded, StreamModel)
    loaded.enqueue([x], [y], workspace, STREAM)


def test_a_graph_is_started_on_the_stream_where_addresses_come_again(memory: Memory) -> None:
    program = compiled(softmax_model())
    assert isinstance(program.loaded, StreamModel)
    workspace = memory.devices.device.allocate(max(program.loaded.workspace_bytes, 1))
    kernels = memory.devices.device.kernels
    x, y = memory.of(X), memory.of(np.zeros((4, 6), np.float32))
    used = int(memory.devices.device.memory.usable.sum())
    kernels.clear()
    memory.devices.device.started.clear()
    counts = []
    for factor in (1, 2, 3):
        memory.devices.device.stream().upload(x, X * np.float32(factor))
        enqueue(program, memory, x, y, workspace)
        np.testing.assert_allclose(memory.read(y, (4, 6)), expected(X * factor), 1e-5, 1e-6)
        counts.append(len(memory.devices.device.replayed))
    assert counts == [0, 1, 2]
    assert memory.devices.device.started == [STREAM]
    assert memory.devices.device.replayed == [STREAM, STREAM]
    # Neither inputs nor outputs are copied to memory of the program's own.
    assert int(memory.devices.device.memory.usable.sum()) == used


def test_other_addresses_are_read_and_written(memory: Memory) -> None:
    program = compiled(softmax_model())
    assert isinstance(program.loaded, StreamModel)
    workspace = memory.devices.device.allocate(max(program.loaded.workspace_bytes, 1))
    device = memory.devices.device
    device.recorded.clear()
    device.closed.clear()
    places = []
    for number in range(MOST_KEPT + 2):
        given = X + np.float32(number)
        x, y = memory.of(given), memory.of(np.zeros((4, 6), np.float32))
        places.append((x, y))
        for _ in range(2):
            enqueue(program, memory, x, y, workspace)
        np.testing.assert_allclose(memory.read(y, (4, 6)), expected(given), 1e-5, 1e-6)
    assert len(device.recorded) == MOST_KEPT + 2
    assert device.closed == device.recorded[:2]
    # The first addresses are forgotten: there, kernels are started one by one, then recorded.
    x, y = places[0]
    device.started.clear()
    device.replayed.clear()
    for factor in (2, 3):
        device.stream().upload(x, X * np.float32(factor))
        enqueue(program, memory, x, y, workspace)
        np.testing.assert_allclose(memory.read(y, (4, 6)), expected(X * factor), 1e-5, 1e-6)
    assert (device.started, device.replayed) == ([STREAM], [STREAM])
    assert len(device.recorded) == MOST_KEPT + 3
    assert device.closed == device.recorded[:3]


def test_the_first_kernel_waits_for_the_work_of_others(memory: Memory) -> None:
    devices = PtxDevices("sm_90")
    with with_gpu(devices):
        memory = Memory(devices)
        program = compiled(softmax_model())
        assert isinstance(program.loaded, StreamModel)
        workspace = devices.device.allocate(max(program.loaded.workspace_bytes, 1))
        x, y = memory.of(X), memory.of(np.zeros((4, 6), np.float32))
        devices.device.followed.clear()
        enqueue(program, memory, x, y, workspace)
    assert devices.device.followed[0] is False
    assert any(devices.device.followed[1:])


def step_of_sgd(memory: Memory) -> tuple[StreamModel, int]:
    """`x - g` over `x`, and its workspace."""
    made = onnx_ir.from_proto(
        model("(float[4,8] x, float[4,8] g) => (float[4,8] y) { y = Sub(x, g) }")
    )
    declare_training(made, {"y": "x"})
    loaded = compiled(made).loaded
    assert isinstance(loaded, StreamModel)
    return loaded, memory.devices.device.allocate(max(loaded.workspace_bytes, 1))


def test_an_output_overwrites_an_input(memory: Memory) -> None:
    loaded, workspace = step_of_sgd(memory)
    x, g = memory.of(X), memory.of(np.ones((4, 8), np.float32))
    for step in range(1, 4):
        loaded.enqueue([x, g], [x], workspace, STREAM)
        np.testing.assert_allclose(memory.read(x, (4, 8)), X - step, 1e-6, 1e-6)


def test_an_input_that_an_output_elsewhere_overwrites_is_read_and_kept(memory: Memory) -> None:
    loaded, workspace = step_of_sgd(memory)
    x, g, y = (memory.of(np.ascontiguousarray(item)) for item in (X, np.ones_like(X), X * 0))
    for step in range(1, 4):  # the kernels one by one, and as a graph
        memory.devices.device.stream().upload(x, X + np.float32(step))
        loaded.enqueue([x, g], [y], workspace, STREAM)
        np.testing.assert_allclose(memory.read(y, (4, 8)), X + step - 1, 1e-6, 1e-6)
        np.testing.assert_array_equal(memory.read(x, (4, 8)), X + np.float32(step))


def test_a_loop_runs_on_the_stream(memory: Memory) -> None:
    text = """
        (float[4] x, int64 n) => (float[4] y) {
          y = Loop(n, , x) <body = b (int64 i, bool c, float[4] s) => (bool d, float[4] t)
            { d = Identity(c) t = Add(s, one) }>
        }"""
    made = onnx_ir.from_proto(model(text, one=np.ones(4, np.float32)))
    program = compiled(made)
    assert isinstance(program.loaded, StreamModel)
    workspace = memory.devices.device.allocate(max(program.loaded.workspace_bytes, 1))
    x, n = memory.of(X[0, :4].copy()), memory.of(np.array(3, np.int64))
    y = memory.of(np.zeros(4, np.float32))
    memory.devices.device.started.clear()
    program.loaded.enqueue([x, n], [y], workspace, STREAM)
    assert set(memory.devices.device.started) == {STREAM}
    np.testing.assert_allclose(memory.read(y, (4,)), X[0, :4] + 3)


def test_a_closed_program_runs_no_more(memory: Memory) -> None:
    program = compiled(softmax_model())
    assert isinstance(program.loaded, StreamModel)
    workspace = memory.devices.device.allocate(max(program.loaded.workspace_bytes, 1))
    x, y = memory.of(X), memory.of(np.zeros((4, 6), np.float32))
    enqueue(program, memory, x, y, workspace)
    program.loaded.close()
    with pytest.raises(AoeError, match="closed"):
        enqueue(program, memory, x, y, workspace)


def test_a_thread_that_waits_while_the_program_is_closed_is_refused(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Late(EnqueuedRuns):
        """Closed when the program has let a thread in, but before that thread has its turn."""

        def run(self, *arguments: Any) -> None:
            self.close()
            super().run(*arguments)

    monkeypatch.setattr(program_module, "EnqueuedRuns", Late)
    program = compiled(softmax_model())
    kernels = memory.devices.device.kernels
    kernels.clear()
    with pytest.raises(AoeError, match="closed"):
        enqueue(program, memory, 256, 512, 1024)
    assert not kernels


def test_an_output_does_not_overwrite_another_input_than_its_own(memory: Memory) -> None:
    loaded, workspace = step_of_sgd(memory)
    x, g = memory.of(X), memory.of(np.ones_like(X))
    with pytest.raises(AoeError, match=r"output 'y' lies where input 'g' does; give it the addr"):
        loaded.enqueue([x, g], [g], workspace, STREAM)
    np.testing.assert_array_equal(memory.read(g, (4, 8)), np.ones_like(X))
