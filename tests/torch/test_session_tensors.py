"""Tensors of PyTorch go into sessions and come out of them without copies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

import aoe
from tests.application.conftest import expected, small_model
from tests.graph.models import model

X = torch.linspace(-1, 1, 16).reshape(2, 8)


@pytest.fixture(scope="module")
def session() -> Iterator[aoe.InferenceSession]:
    with aoe.compile(small_model(), threads=1, input_shape={"x": (2, 8)}) as made:
        yield made


def test_a_tensor_is_read_and_one_is_written_where_they_lie(session: aoe.InferenceSession) -> None:
    y = torch.full((2, 4), torch.nan)
    (found,) = session.run(None, {"x": X}, out={"y": y})
    assert found.ctypes.data == y.data_ptr()
    np.testing.assert_allclose(y.numpy(), expected(X.numpy()), atol=1e-6)


def test_an_output_becomes_a_tensor_on_its_memory(session: aoe.InferenceSession) -> None:
    (y,) = session.run(None, {"x": X})
    assert torch.from_dlpack(y).data_ptr() == y.ctypes.data


def test_a_value_is_bound_to_a_tensor(session: aoe.InferenceSession) -> None:
    y = torch.empty(2, 4)
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    binding.bind_output("y", "cpu", 0, np.float32, tuple(y.shape), y.data_ptr())
    session.run_with_iobinding(binding)
    np.testing.assert_allclose(y.numpy(), expected(X.numpy()), atol=1e-6)
    value = aoe.OrtValue.ortvalue_from_numpy(X.numpy())
    assert torch.from_dlpack(value).data_ptr() == X.data_ptr()


def test_a_tensor_that_is_not_dense_is_right(session: aoe.InferenceSession) -> None:
    y = torch.empty(4, 2).T
    session.run(None, {"x": X.T.contiguous().T}, out={"y": y})
    np.testing.assert_allclose(y.numpy(), expected(X.numpy()), atol=1e-6)


def test_a_tensor_with_a_gradient_is_refused(session: aoe.InferenceSession) -> None:
    with pytest.raises(aoe.UsageError, match=r"input 'x' cannot be read .*detach"):
        session.run(None, {"x": X.clone().requires_grad_()})


def test_bfloat16_is_shared_though_numpy_has_no_such_type() -> None:
    doubled = model("(bfloat16[4] x) => (bfloat16[4] y) { y = Add(x, x) }")
    x, y = torch.tensor([1.0, -2.0, 0.5, 3.0], dtype=torch.bfloat16), torch.empty(4).bfloat16()
    with aoe.compile(doubled, threads=1) as made:
        (found,) = made.run(None, {"x": x}, out={"y": y})
    assert torch.equal(y, x + x)
    assert found.ctypes.data == y.data_ptr()


def test_a_folder_called_with_tensors_gives_tensors(tmp_path: object) -> None:
    import onnx

    onnx.save(small_model(), f"{tmp_path}/model.onnx")
    with aoe.from_pretrained_folder(f"{tmp_path}", threads=1) as found:
        outputs = found(x=X)
    assert isinstance(outputs.y, torch.Tensor)
    np.testing.assert_allclose(outputs.y.numpy(), expected(X.numpy()), atol=1e-6)
