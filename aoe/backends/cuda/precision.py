"""Where a GPU computes with fewer bits than a model's types have."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.backend import PrecisionRules
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.element_types import FLOAT8, FLOAT8_E5M2


class CudaPrecision(PrecisionRules[CudaTarget]):
    """Its rules."""

    def fast_types(self, target: CudaTarget) -> Sequence[str]:
        """The types that its matrix instructions multiply."""
        usual = ("float16", "bfloat16", "tf32")
        return (*usual, FLOAT8, FLOAT8_E5M2) if target.multiplies_float8 else usual

    def reduced_type(self, target: CudaTarget) -> str:
        """As fast as bfloat16, and eight times as exact."""
        return "float16"
