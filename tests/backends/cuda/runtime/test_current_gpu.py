"""A session gives the calling thread its own GPU back, whatever it does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.backends.cuda.runtime.device import Stream
from aoe.backends.cuda.runtime.launch_plan import Launch
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.graph.models import model, weights

W = weights(8, 6)
X = weights(4, 8)


class ScopedDevice(PtxDevice):
    """A device that must be the thread's for a while, not for good."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    @contextmanager
    def kept_current(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def allocate(self, size: int) -> int:
        assert self._depth
        return super().allocate(size)

    def free(self, address: int) -> None:
        assert self._depth
        super().free(address)

    def function(self, data: bytes, symbol: str, launch: Launch) -> Any:
        assert self._depth
        return super().function(data, symbol, launch)

    def unload(self, function: Any) -> None:
        assert self._depth
        super().unload(function)

    def stream(self) -> Stream:
        assert self._depth
        return super().stream()

    def wait(self) -> None:
        assert self._depth
        super().wait()


@pytest.fixture(autouse=True)
def gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    devices = PtxDevices()
    devices.all = [ScopedDevice()]
    with with_gpu(devices):
        yield


def compiled(rows: str) -> aoe.InferenceSession:
    proto = model(f"(float[{rows},8] x) => (float[{rows},6] y) {{ y = MatMul(x, w) }}", w=W)
    return aoe.compile(proto, device="cuda")


@pytest.mark.parametrize("rows", ["4", "N"])
def test_a_session_has_the_gpu_while_it_works(rows: str) -> None:
    with compiled(rows) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], X @ W, rtol=1e-5, atol=1e-6)


def test_outputs_on_the_gpu_have_it_while_they_are_read_and_written() -> None:
    with compiled("4") as session:
        binding = session.io_binding()
        binding.bind_cpu_input("x", X)
        binding.bind_output("y", "cuda")
        session.run_with_iobinding(binding)
        (kept,) = binding.get_outputs()
        np.testing.assert_allclose(kept.numpy(), X @ W, rtol=1e-5, atol=1e-6)
        kept.update_inplace(np.zeros((4, 6), np.float32))
        assert not kept.numpy().any()
