"""Fourier transforms within graphs of open-aoe, against eager mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest
import torch

from aoe.torch.joint import complex_spectra
from aoe.torch.report import reports
from tests.torch.training import check_gradients, compiled

Call = Callable[[torch.Tensor], torch.Tensor]
fft, as_real = torch.fft, torch.view_as_real


def _window(x: torch.Tensor) -> torch.Tensor:
    return torch.hann_window(8, dtype=x.dtype)


def _framed(x: torch.Tensor) -> torch.Tensor:
    return torch.stft(x.flatten(1), 8, 4, window=_window(x), return_complex=True)


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        "halves of spectra": lambda x: as_real(fft.rfft(x)),
        "halves along a middle axis": lambda x: as_real(fft.rfft(x, dim=1, norm="ortho")),
        "halves of padded rows": lambda x: as_real(fft.rfft(x, n=9, dim=0, norm="forward")),
        "what has an even spectrum": lambda x: fft.irfft(fft.rfft(x) * (2 - 1j), n=8),
        "what has an odd spectrum": lambda x: fft.irfft(fft.rfft(x, dim=1), n=7, dim=1),
        "rows of one and two": lambda x: fft.irfft(fft.rfft(x[..., :1]), n=1)
        + fft.irfft(fft.rfft(x[..., :2]), n=2)[..., :1],
        "whole spectra": lambda x: fft.fft(fft.fft(x, dim=-1), dim=-2).real * 2,
        "spectra of several axes": lambda x: fft.fftn(x, dim=(0, 2)).abs(),
        "several axes and back": lambda x: fft.irfftn(
            fft.rfftn(x) * fft.rfftn(x * 2).conj(), s=x.shape, norm="ortho"
        ),
        "of mirror images": lambda x: fft.hfft(fft.ifft(x), n=8) + fft.ihfft(x).abs().sum(),
        "shifted": lambda x: fft.fftshift(fft.ifft2(fft.ifftshift(fft.fft2(x)))).real * 2,
        "spectra of frames": lambda x: _framed(x).abs(),
        "frames and back": lambda x: torch.istft(_framed(x) * 2, 8, 4, window=_window(x)),
    }
)  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("longest", [32, 2])
def test_transforms_are_in_open_aoe(
    name: str, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where all but transforms of two elements are taken apart."""
    monkeypatch.setattr(complex_spectra, "LONGEST", longest)
    x = torch.randn(3, 10, 8, dtype=torch.float64)
    check_gradients(CALLS[name], [x], 1e-9)
    assert all(not item.reasons and item.parts == 1 for item in reports())


@pytest.mark.parametrize("length", [34, 96, 127, 1024])
def test_single_precision_stays(length: int) -> None:
    x = torch.randn(3, length)
    check_gradients(lambda x: fft.irfft(fft.rfft(x) * 2, n=length), [x], 1e-5)
    assert all(not item.reasons for item in reports())


def test_a_graph_without_gradients_has_transforms() -> None:
    x = torch.randn(4, 12, 5)
    with torch.no_grad():
        found = compiled(CALLS["spectra of several axes"])(x)
        torch.testing.assert_close(found, CALLS["spectra of several axes"](x), atol=1e-5, rtol=1e-5)
    assert all(not item.reasons for item in reports())


@pytest.mark.parametrize("length", [131, 2 * 131, 1025, 4096])
def test_long_transforms_stay_in_pytorch(length: int) -> None:
    x = torch.randn(2, length)
    with torch.no_grad():
        found, expected = (
            call(x) for call in (compiled(CALLS["halves of spectra"]), CALLS["halves of spectra"])
        )
        torch.testing.assert_close(found, expected, atol=1e-3, rtol=1e-5)
    reasons = [reason for item in reports() for reason in item.reasons]
    assert any("_fft_r2c: its length" in reason and str(length) in reason for reason in reasons)


def test_a_batch_of_open_size_stays_right() -> None:
    call = torch.compile(CALLS["frames and back"], backend="aoe", dynamic=True)
    for size in (3, 4, 5):
        x = torch.randn(size, 10, 8)
        torch.testing.assert_close(call(x), CALLS["frames and back"](x), atol=1e-5, rtol=1e-5)


def test_a_batch_of_open_size_stays_in_open_aoe() -> None:
    x = torch.randn(3, 64, requires_grad=True)
    torch._dynamo.mark_dynamic(x, 0)
    call = torch.compile(lambda x: fft.rfft(x).abs().square().sum(), backend="aoe")
    call(x).backward()
    assert reports()
    assert all(not item.reasons for item in reports())


@pytest.mark.parametrize("dim", [-1, (0, 2)])
def test_open_sizes_of_all_axes_stay_in_open_aoe(dim: int | tuple[int, ...]) -> None:
    axes = [dim] if isinstance(dim, int) else list(dim)

    def call(x: torch.Tensor) -> torch.Tensor:
        return (fft.fftn(x, dim=axes) * (1 + 2j)).abs() + fft.irfftn(fft.rfftn(x, dim=axes).conj())[
            :1, :1, :1
        ]

    for size in (6, 7):
        check_gradients(call, [torch.randn(size, 3, size + 2, dtype=torch.float64)], dynamic=True)
    assert reports()
    assert all(not item.reasons for item in reports())


@pytest.mark.parametrize("size", [1, 2, 7, 8])
@pytest.mark.parametrize("frequencies", [fft.fftfreq, fft.rfftfreq])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_frequencies_are_eager_s(
    size: int, frequencies: Callable[..., torch.Tensor], dtype: torch.dtype
) -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        return x * frequencies(size, 0.3, dtype=dtype) + frequencies(size)

    x = torch.ones(2, len(frequencies(size)), dtype=dtype)
    torch.testing.assert_close(compiled(call)(x), call(x), atol=0, rtol=0)
    assert all(not item.reasons for item in reports())
