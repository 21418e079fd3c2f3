"""Where the CPU computes float32 with fewer bits: from sums of two bfloat16
(`aoe.backends.cpu.lowering.reduced_precision.split_terms`), and with weights of 24 bits
(`aoe.backends.cpu.lowering.reduced_precision.float24`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from aoe.backends.backend import PrecisionRules
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.lowering.reduced_precision.split_terms import splittable, terms_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import numpy_type
from aoe.loops.expression import Load
from aoe.operators import reference
from aoe.operators.factors import factor_numbers
from aoe.operators.operator import Operator
from aoe.operators.types.conv import conv
from aoe.operators.types.matmul import matmul

#: How many times the rounding errors of transformed weights are those of the weights, in results of
#: F(2×2, 3×3): 5/3 a dimension in their variance. A result of one dimension sums three products of
#: weights g₀, (g₀ ± g₁ + g₂)/2 and differences of two inputs: 2 + 3/2 + 3/2 for 3 without.
_TRANSFORMED = 5 / 3
#: Elements that are rounded at a time.
_BLOCK = 2**16


class CpuPrecision(PrecisionRules[CpuTarget]):
    """The CPU's rules."""

    def fast_types(self, target: CpuTarget) -> Sequence[str]:
        """Bfloat16, where there are instructions for sums of its products."""
        return ("bfloat16",) if target.multiplies_bfloat16 else ()

    def widens_float16(self, rows: int, target: CpuTarget) -> bool:
        """Kernels convert float16 and multiply float32: float16 only saves reading weights."""
        return rows > profile_of(target).packed.most_float16_rows

    def approximates(self, operator: Operator, target: CpuTarget) -> bool:
        """Sums of two bfloat16 need AMX to be faster, 24-bit weights do not."""
        in_24_bits = float24.takes_float24_weights(operator)
        return in_24_bits or (target.multiplies_amx and splittable(operator))

    def approximated(self, operator: Operator, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
        """With numbers that it multiplies of fewer bits. What attention multiplies its values by is
        rounded, too, which does no more than theirs. Convolutions round their weights after
        Winograd's transform, which does more.
        """
        found, numbers = list(arrays), factor_numbers(operator)
        for number in numbers:
            in_24_bits = number == numbers[-1] and float24.takes_float24_weights(operator)
            rounded = _rounded_to_24_bits if in_24_bits else _rounded_to_terms
            found[number] = _in_blocks(rounded, arrays[number])
            if in_24_bits and conv.OPERATOR.describes(operator):
                error = found[number] - arrays[number]
                found[number] = arrays[number] + np.float32(_TRANSFORMED) * error
        return found

    def largest_error(self, target: CpuTarget) -> float:
        """More where tiles make split float32 much faster. Float32 should be right to 1e-4; other
        inputs may do twice the harm, and other algorithms add theirs.
        """
        return 3e-5 if target.multiplies_amx else 1e-5

    def is_highest_precision_faster(
        self, operator: Operator, constants: int, target: CpuTarget
    ) -> bool:
        """Whether it is a product in a model whose weights all stay in the last cache from one
        inference to the next. Products of few rows then read float32 weights faster than they
        assemble numbers of 24 bits.
        """
        costs = profile_of(target).held_constants
        near = target.speed.l3 > costs.faster_than_memory * target.speed.memory
        held = constants <= costs.llc_share * min(target.l3, costs.most_bytes)
        return matmul.OPERATOR.describes(operator) and near and held and not target.multiplies_amx


def _in_blocks(rounded: Callable[[np.ndarray], np.ndarray], numbers: np.ndarray) -> np.ndarray:
    """The function of all numbers, a block at a time: what it keeps meanwhile stays in caches."""
    flat = numbers.reshape(-1)
    blocks = [rounded(flat[start : start + _BLOCK]) for start in range(0, flat.size, _BLOCK)]
    return np.concatenate(blocks).reshape(numbers.shape) if blocks else numbers


def _rounded_to_terms(numbers: np.ndarray) -> np.ndarray:
    """The sums of the terms that numbers are split into, float32."""
    stored = numpy_type("bfloat16")
    with np.errstate(all="ignore"):
        terms = [reference.evaluate(term, [numbers]) for term in terms_of(Load(0), 2)]
        return np.asarray(sum(term.astype(stored).astype(np.float32) for term in terms))


def _rounded_to_24_bits(numbers: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(reference.evaluate(float24.rounded(Load(0)), [numbers]))
