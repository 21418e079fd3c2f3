"""Memory of outputs."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from aoe.errors import UsageError
from aoe.runtime.slabs import GRAIN, Slab, Slabs
from aoe.torch.device.blocks import LARGE, BlockPool
from tests.torch.training import compiled

SHAPE = (LARGE // 4 + 3, 2)
STRIDES = (2, 1)


def test_a_large_output_is_used_again_when_its_storage_is_gone() -> None:
    pool = BlockPool()
    one = pool.tensor(SHAPE, STRIDES, torch.float32)
    address = one.data_ptr()
    view = one[1:]
    del one
    gc.collect()
    assert pool.free_bytes == 0
    del view
    gc.collect()
    assert LARGE * 2 < pool.free_bytes <= LARGE * 2 + GRAIN
    assert pool.used_bytes == 0
    assert pool.tensor(SHAPE, STRIDES, torch.float32).data_ptr() == address


def test_outputs_that_live_at_once_do_not_overlap() -> None:
    pool = BlockPool()
    first = pool.tensor(SHAPE, STRIDES, torch.float32).fill_(1)
    second = pool.tensor(SHAPE, STRIDES, torch.float32).fill_(2)
    assert first.sum() == first.numel()
    assert second.sum() == 2 * second.numel()


def test_an_output_has_its_shape_strides_and_type() -> None:
    pool = BlockPool()
    for dtype in (torch.float32, torch.bfloat16, torch.bool, torch.int64):
        tensor = pool.tensor((2, 3, 700, 1000), (2_100_000, 1, 3000, 3), dtype)
        assert tensor.dtype == dtype
        assert tensor.shape == (2, 3, 700, 1000)
        assert tensor.is_contiguous(memory_format=torch.channels_last)


def test_small_outputs_are_of_pytorch() -> None:
    pool = BlockPool()
    assert pool.tensor((4,), (1,), torch.float32).shape == (4,)
    assert pool.used_bytes == 0


def test_a_large_output_is_no_view() -> None:
    """Autograd refuses to change a view in place that a function returns."""
    x = torch.randn(*SHAPE, requires_grad=True)
    y = compiled(lambda x: x * 2)(x)
    y.add_(1)
    y.sum().backward()
    assert x.grad is not None
    assert bool((x.grad == 2).all())
    assert not compiled(lambda x: x * 2)(x).detach_().requires_grad


def test_outputs_are_on_the_cpu_whatever_device_is_the_default() -> None:
    call = compiled(lambda x: x * 2)
    for shape in (SHAPE, (3, 4)):
        x = torch.randn(*shape)
        call(x)
        with torch.device("meta"):
            assert torch.equal(call(x), x + x)


def test_a_tensor_without_memory_is_refused() -> None:
    call = compiled(lambda x: x * 2)
    x = torch.randn(3, 4)
    call(x)
    x.untyped_storage().resize_(0)
    with pytest.raises(UsageError, match=r"a tensor of shape \(3, 4\) without memory"):
        call(x)
    assert call(torch.randn(0, 4)).shape == (0, 4)


def test_blocks_that_nobody_needs_go() -> None:
    pool = BlockPool()
    for number in range(1, 12):  # 40 MiB and more each, one after the other
        tensor = pool.tensor((number + 10, 1 << 20), (1 << 20, 1), torch.float32)
        del tensor
        gc.collect()
    assert pool.free_bytes <= (256 + 2 * 84) << 20


def test_threads_have_blocks_of_their_own() -> None:
    pool = BlockPool()

    def differences(number: int) -> int:
        wrong = 0
        for step in range(40):
            value = float(number * 100 + step)
            tensor = pool.tensor(SHAPE, STRIDES, torch.float32).fill_(value)
            wrong += int((tensor != value).sum())
        return wrong

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(differences, range(4))) == [0] * 4
    gc.collect()
    assert pool.used_bytes == 0


def test_a_block_may_come_back_while_another_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage is collected anywhere, also while the pool is locked."""
    pool = BlockPool()
    held = [pool.tensor(SHAPE, STRIDES, torch.float32)]
    take = Slabs.take

    def taking(slabs: Slabs, wanted: int) -> tuple[Slab, int, int]:
        held.clear()
        return take(slabs, wanted)

    monkeypatch.setattr(Slabs, "take", taking)
    other = pool.tensor(SHAPE, STRIDES, torch.float32)
    assert pool.used_bytes == LARGE * 2 + GRAIN
    del other
    gc.collect()
    assert pool.used_bytes == 0
