"""Tensors of the GPU as inputs. NumPy's stand for them: they say that they are on a GPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import UsageError
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model

X = np.arange(12, dtype=np.float32).reshape(3, 4)


class OnGpu:
    """A tensor that is on a GPU, as it says."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.stream = -1

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, stream: int | None = None) -> Any:
        assert stream is not None
        self.stream = stream
        return self.array.__dlpack__()


@pytest.fixture
def session(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[aoe.InferenceSession]:
    monkeypatch.chdir(tmp_path)
    proto = model("(float[3,4] x, float[3,4] z) => (float[3,4] y) { y = Sub(x, z) }")
    with with_gpu(PtxDevices()), aoe.compile(proto, device="cuda") as made:
        yield made


def test_a_tensor_of_the_gpu_is_an_input_beside_arrays(session: aoe.InferenceSession) -> None:
    tensor: Any = OnGpu(X)
    np.testing.assert_array_equal(session.run(None, {"x": tensor, "z": X / 2})[0], X / 2)
    assert tensor.stream == 7
    np.testing.assert_array_equal(session.run(None, {"x": X * 3, "z": tensor})[0], X * 2)


def test_a_tensor_without_memory_is_refused(session: aoe.InferenceSession) -> None:
    class Unplaced(OnGpu):
        def __dlpack_device__(self) -> tuple[int, int]:
            raise ValueError("Unknown device type meta for Dlpack")

    tensor: Any = Unplaced(X)
    with pytest.raises(UsageError, match="input 'x' cannot be read as an array: Unknown device"):
        session.run(None, {"x": tensor, "z": X})


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (X[:2], r"input 'x' is float32 of shape \(2, 4\); the model needs float32 of shape"),
        (X.astype(np.int64), r"input 'x' is int64 of shape"),
        (np.asfortranarray(X), "do not lie row by row; give a contiguous one"),
    ],
)
def test_another_tensor_is_refused(
    session: aoe.InferenceSession, array: np.ndarray, words: str
) -> None:
    tensor: Any = OnGpu(array)
    with pytest.raises(UsageError, match=words):
        session.run(None, {"x": tensor, "z": X})


def test_an_unknown_input_is_refused(session: aoe.InferenceSession) -> None:
    tensor: Any = OnGpu(X)
    with pytest.raises(UsageError, match="the model has no input 'w'"):
        session.run(None, {"x": X, "w": tensor})
