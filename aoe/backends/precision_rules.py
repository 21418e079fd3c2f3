"""Where a backend computes with fewer bits than types have, and what errors that may make.

It is a part of a backend (`aoe.backends.backend`). `aoe.graph.precision` asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from aoe.operators.operator import Operator
from aoe.target import ReadTarget


class PrecisionRules(Protocol[ReadTarget]):
    """Where a backend computes with fewer bits than a model's types have. By default nowhere."""

    def fast_types(self, target: ReadTarget) -> Sequence[str]:
        """Element types narrower than float32 that a device multiplies faster than that; "tf32"
        where it reads float32 and multiplies 11 significant bits of it.
        """
        return ()

    def reduced_type(self, target: ReadTarget) -> str:
        """The element type of 16 bits that contractions read in mixed precision."""
        return "bfloat16"

    def widens_float16(self, rows: int, target: ReadTarget) -> bool:
        """Whether products of so many rows by constant weights of float16 are at least as fast in
        float32, which a model is computed in then (`aoe.graph.prepare.widening`).
        """
        return False

    def fewest_terms(self, target: ReadTarget) -> int:
        """The fewest terms of a sum for which the reduced type is worth it in mixed precision."""
        return 16

    def least_speedup(self, target: ReadTarget) -> float:
        """How many times as fast a contraction must be estimated in the reduced type to get it in
        mixed precision: how much estimates of both types may be wrong.
        """
        return 1.1

    def approximates(self, operator: Operator, target: ReadTarget) -> bool:
        """Whether an implementation may compute an operator of float32 from numbers of fewer bits
        at its `precision`.
        """
        return False

    def approximated(self, operator: Operator, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The inputs of such an operator, rounded as those implementations would do."""
        return list(arrays)

    def largest_error(self, target: ReadTarget) -> float:
        """The largest error that this may make in an output of a model on synthetic inputs, in
        parts of the largest number in it: about as much as float32 itself does.
        """
        return 1e-5

    def is_highest_precision_faster(
        self, operator: Operator, constants: int, target: ReadTarget
    ) -> bool:
        """Whether fewer bits slow an operator down in a model of so many bytes of constants."""
        return False
