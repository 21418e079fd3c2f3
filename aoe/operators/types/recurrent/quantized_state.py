"""The state of a recurrence, rounded to 8 bits where it is multiplied. Used by `recurrent.py`."""

from __future__ import annotations

import numpy as np

#: The largest number of 8 bits, and the least scale, which a state of zeros has.
STEPS, SMALLEST_SCALE = 255.0, 1e-30


def quantized_state(h: np.ndarray) -> np.ndarray:
    """h (…, H), rounded to 256 steps over the range of each sequence's elements and 0."""
    lowest = np.minimum(h.min(axis=-1, keepdims=True), 0)
    highest = np.maximum(h.max(axis=-1, keepdims=True), 0)
    scale = np.maximum((highest - lowest) / STEPS, SMALLEST_SCALE).astype(h.dtype)
    zero_point = np.clip(np.rint(-lowest / scale), 0, STEPS)
    steps = np.clip(np.rint(h / scale) + zero_point, 0, STEPS)
    return np.asarray((steps - zero_point) * scale)
