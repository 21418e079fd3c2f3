"""Which integers an input of an operator has in real models, where they decide how much work there
is or which data are read: indices, lengths, ends of groups.

An operator type states them (`OperatorDefinition.numbers`). `aoe.tuning.workload` makes inputs of
them, on which candidates are measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aoe.element_types import numpy_type


@dataclass(frozen=True, slots=True)
class InputNumbers:
    """The integers of an input.

    Attributes:
        low: The least one; several are those of the columns along the last dimension.
        high: The greatest one, likewise.
        rising: The dimension along which numbers rise in steps of about the same size, the last of
            them to `high`; None: any number may stand anywhere.
    """

    low: int | tuple[int, ...]
    high: int | tuple[int, ...]
    rising: int | None = None

    def within(self, other: InputNumbers) -> InputNumbers:
        """Those of these numbers that another reader of the input takes, too. Where there are none,
        the greatest that both are not above.
        """
        high = np.minimum(self.high, other.high)
        low = np.minimum(np.maximum(self.low, other.low), high)
        rising = other.rising if self.rising is None else self.rising
        return InputNumbers(_plain(low), _plain(high), rising)

    def array(
        self, dtype: str, shape: tuple[int, ...], generator: np.random.Generator
    ) -> np.ndarray:
        """Such numbers.

        Args:
            dtype: The element type.
            shape: The shape.
            generator: Where they are drawn from.

        Returns:
            The array.
        """
        if self.rising is None:
            numbers = generator.integers(self.low, self.high, shape, endpoint=True)
            return np.asarray(numbers.astype(numpy_type(dtype)))
        count = shape[self.rising]
        places = np.arange(1, count + 1).reshape(-1, *(1 for _ in shape[self.rising + 1 :]))
        early = generator.uniform(0, 0.5, shape) * (places < count)
        low, high = np.asarray(self.low), np.asarray(self.high)
        risen = low + np.rint((high - low) * (places - early) / max(count, 1))
        return np.asarray(risen.astype(numpy_type(dtype)))


def _plain(numbers: np.ndarray) -> int | tuple[int, ...]:
    """One number, or those of columns, as Python has them."""
    return tuple(numbers.tolist()) if numbers.ndim else int(numbers)


def indices_below(count: int) -> InputNumbers:
    """Any of so many places."""
    return InputNumbers(0, max(count - 1, 0))
