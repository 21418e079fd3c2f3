"""The frequencies of spectra: whole numbers, divided by the length of what is transformed."""

from __future__ import annotations

from typing import Any

import torch


def frequencies(n: int, d: float = 1.0, *, dtype: torch.dtype | None = None, **options: Any) -> Any:
    """`fft.fftfreq`: those of a whole spectrum. The negative ones come last."""
    return _divided((0, n - n // 2), (-(n // 2), 0), n * d, dtype, options)


def frequencies_of_half(
    n: int, d: float = 1.0, *, dtype: torch.dtype | None = None, **options: Any
) -> Any:
    """`fft.rfftfreq`: those of a half of a spectrum."""
    return _divided((0, n // 2 + 1), (0, 0), n * d, dtype, options)


def _divided(
    first: tuple[int, int],
    last: tuple[int, int],
    divisor: float,
    dtype: torch.dtype | None,
    options: dict[str, Any],
) -> Any:
    """Two runs of whole numbers, divided as eager mode does: by a product with a quotient."""
    dtype = dtype or torch.get_default_dtype()
    if not divisor or not dtype.is_floating_point:
        return NotImplemented
    runs = [torch.arange(*run, dtype=dtype, **options) for run in (first, last)]
    return torch.cat(runs) * (1.0 / divisor)
