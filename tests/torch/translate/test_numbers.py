"""Numbers beside tensors whose element type does not have them, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from tests.torch.training import compiled, whole

BYTES = torch.tensor([0, 1, 5, 127, 200, 255], dtype=torch.uint8)
SIGNED = torch.tensor([-128, -3, 0, 1, 5, 127], dtype=torch.int8)
WORDS = torch.tensor([-(2**31), -3, 0, 1, 5, 2**31 - 1], dtype=torch.int32)
FLAGS = torch.tensor([True, False, True, True, False, True])
REALS = torch.tensor([0.0, 1.0, -2.0, 3.0, 1e-4, 100.0])

PLACE = torch.tensor([1])

LAST_BITS: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "sum": (lambda a, b, c: (a + -1, a - 300, -1 - a, b + 300, c + 2**40), (BYTES, SIGNED, WORDS)),
    "product": (lambda a, b, c: (a * -1, b * 300, c * (2**33 + 3)), (BYTES, SIGNED, WORDS)),
    "remainder": (lambda b: (b % 300, torch.fmod(b, -200), b // 300), (SIGNED,)),
    "bits": (lambda a, b: (a & -2, b & 255, b | 130), (BYTES, SIGNED)),
    "comparison": (lambda a, b, c: (a < 300, a > -1, b == 200, c < 2**40), (BYTES, SIGNED, WORDS)),
    "choice": (lambda m, a: (torch.where(m, a, -1), a.masked_fill(m, -1)), (FLAGS, BYTES)),
    "fill": (lambda a: (torch.full_like(a, -1), a.clone().fill_(-1)), (BYTES,)),
}  # fmt: skip
REFUSED: dict[str, tuple[Callable[..., Any], torch.Tensor]] = {
    "bounds of bytes": (lambda a: a.clamp(max=300), BYTES),
    "bounds of halves": (lambda a: a.clamp(-1e6, 1e6), REALS.half()),
    "masks of halves": (lambda a: a.masked_fill(a > 0, -1e9), REALS.half()),
    "full of a number": (lambda a: torch.full_like(a, 300), SIGNED),
    "filled": (lambda a: a.clone().fill_(1e40), REALS),
    "chosen": (lambda a: torch.where(a > 2, a, 300), BYTES),
    "below a threshold": (lambda a: torch.nn.functional.threshold(a, 2, 300), BYTES),
    "put at a place": (lambda a: a.index_fill(0, PLACE, 300), BYTES),
    "scattered": (lambda a: a.scatter(0, PLACE, 300), BYTES),
    "less than none": (lambda a: torch.full_like(a, -1.0), BYTES),
    "masks of bytes": (lambda a: a.masked_fill(a > 0, -1.5), BYTES),
    "filled with less than none": (lambda a: a.clone().fill_(-1.0), BYTES),
    "words that are no numbers": (lambda a: torch.full_like(a, nan), WORDS),
    "padded with less than none": (lambda a: torch.nn.functional.pad(a, (1, 2), value=-1.0), BYTES),
    "padded": (lambda a: torch.nn.functional.pad(a, (1, 2), value=300), SIGNED),
}


@pytest.mark.parametrize("name", LAST_BITS)
def test_last_bits_of_whole_numbers_count(name: str) -> None:
    function, inputs = LAST_BITS[name]
    for found, right in zip(compiled(function)(*inputs), function(*inputs), strict=True):
        assert found.dtype == right.dtype
        assert torch.equal(found, right)
    assert whole()


@pytest.mark.parametrize("value", [True, False, 1, 2.5, 0])
def test_flags_are_padded_with_the_truth_of_a_number(value: float) -> None:
    def function(a: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.pad(a, (1, 2), value=value)

    assert torch.equal(compiled(function)(FLAGS), function(FLAGS))


@pytest.mark.parametrize("name", REFUSED)
def test_what_eager_mode_refuses_is_refused(name: str) -> None:
    function, a = REFUSED[name]
    with pytest.raises(RuntimeError, match="without overflow"):
        function(a)
    with pytest.raises(RuntimeError, match="without overflow"):
        compiled(function)(a)


@pytest.mark.parametrize("number", [torch.tensor(123456.7), torch.tensor([123456])])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_factors_and_divisors_of_halves_are_not_rounded(
    dtype: torch.dtype, number: torch.Tensor
) -> None:
    def function(a: torch.Tensor, n: torch.Tensor) -> tuple[torch.Tensor, ...]:
        quotients = a / 1e6, a / 0.1, a // 0.1, torch.div(a, 0.1, rounding_mode="trunc")
        return (a * -1e9, a * 1e-9, a * 0.1, a * n, a / n, a + 0.1, 0.1 - a, *quotients)

    a = torch.cat([REALS, torch.randn(200)]).to(dtype)
    inputs = a, number
    for found, right in zip(compiled(function)(*inputs), function(*inputs), strict=True):
        torch.testing.assert_close(found, right, rtol=0, atol=0, equal_nan=True)
    assert whole()


def test_a_mask_of_halves_has_no_nan() -> None:
    """Which 0 times an infinite number is."""
    mask = (REALS > 0).half()
    found = compiled(lambda a: (1 - a) * -1e9)(mask)
    assert torch.equal(found, (1 - mask) * -1e9)


def test_bounds_that_are_nan_count() -> None:
    found = compiled(lambda a: (a.clamp(nan, 1.0), a.clamp(0.0, nan)))(REALS)
    assert all(item.isnan().all() for item in found)


@pytest.mark.parametrize("loss", [F.smooth_l1_loss, F.huber_loss, F.mse_loss])
def test_an_element_that_is_nan_has_such_a_gradient(loss: Callable[..., torch.Tensor]) -> None:
    y = torch.tensor([0.0, nan, 0.0, 0.5])
    gradients = []
    for run in (compiled(loss), loss):
        a = torch.tensor([nan, 1.0, 0.4, 2.0], requires_grad=True)
        run(a, y).backward()
        gradients.append(a.grad)
    torch.testing.assert_close(*gradients, equal_nan=True)
    assert whole()


def test_logarithms_of_attention_in_bfloat16_are_sums_of_float32() -> None:
    operator = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
    q, k, v = (
        5 * torch.randn(1, 2, 6, 8, generator=torch.Generator().manual_seed(n)) for n in range(3)
    )
    inputs = [item.bfloat16() for item in (q, k, v)]
    found, right = compiled(lambda *items: operator(*items))(*inputs), operator(*inputs)
    torch.testing.assert_close(found[1], right[1], rtol=1e-5, atol=1e-4)
    assert whole()
