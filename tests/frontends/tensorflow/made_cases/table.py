"""A table of cases: functions of TensorFlow by name, with random inputs; and inputs that several
tables read.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Case = Callable[..., object]


class CaseTable:
    """The cases of a subject.

    Attributes:
        cases: Functions of TensorFlow and their inputs, by name. Those whose names end in "v1" are
            made with the control flow of TensorFlow 1.
        random: What inputs come from.
    """

    def __init__(self) -> None:
        self.cases: dict[str, tuple[Case, tuple[np.ndarray, ...]]] = {}
        self.random = np.random.default_rng(0)

    def normal(self, *shape: int) -> np.ndarray:
        return self.random.standard_normal(shape).astype(np.float32)

    def whole(self, low: int, high: int, *shape: int) -> np.ndarray:
        return self.random.integers(low, high, shape).astype(np.int32)

    def case(self, name: str, function: Case, *inputs: np.ndarray) -> None:
        self.cases[name] = (function, inputs)


_SHARED = CaseTable()
IMAGE = _SHARED.normal(2, 7, 9, 4)
KERNEL = _SHARED.normal(3, 3, 4, 6)
POSITIVE = np.abs(_SHARED.normal(3, 5)) + np.float32(0.1)
