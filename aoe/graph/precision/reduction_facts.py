"""A cache of what mixed precision finds out about a model (`aoe.graph.precision.mixed_precision`):
estimated times, layers that are accurate enough, rounded constants. So other fusions and precisions
of the same model need not compute it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias, TypeVar
from weakref import ref

import numpy as np

from aoe.backends.registry import backend_of, default_estimate
from aoe.graph.precision.balanced_rounding import rounded_for
from aoe.graph.precision.layer_error import layer_holds
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.target import Target

#: What a result is cached by: the identity of a constant, the type of its reader, whether that
#: reads it transposed, and the reader's name where it matters.
_Read: TypeAlias = tuple[int, str, bool, str]
#: The means of a contraction of which none are known: all inputs are taken to have the same.
_ALIKE = np.ones(1, np.float32)
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class _Remembered(Generic[Found]):
    """Results that were computed from constants, as long as the constants exist."""

    entries: dict[_Read, tuple[ref[np.ndarray], Found]] = field(default_factory=dict)

    def get(self, read: _Read, constant: np.ndarray, find: Callable[[], Found]) -> Found:
        """The cached result of `find`, which is called if there is none yet.

        Args:
            read: What the result is cached by.
            constant: The constant it depends on. When it is freed, the result is dropped.
            find: Computes the result.
        """
        if read not in self.entries:
            gone = ref(constant, lambda _: self.entries.pop(read, None))
            self.entries[read] = gone, find()
        return self.entries[read][1]


@dataclass(frozen=True, slots=True)
class ReductionFacts:
    """What is known of a model on a device. Results are cached.

    Attributes:
        target: The device.
        means: For a contraction, by its name, the means of its input along
            `Contraction.mean_axis`. Its weights are rounded for them.
        wanted_type: The reduced type that is asked for; `None` for that of the device.
    """

    target: Target
    means: Mapping[str, np.ndarray] = field(default_factory=dict)
    wanted_type: str | None = None
    _estimates: dict[Operator, float] = field(default_factory=dict)
    _holding: _Remembered[bool] = field(default_factory=_Remembered)
    _rounded: _Remembered[np.ndarray] = field(default_factory=_Remembered)

    @property
    def reduced_type(self) -> str:
        """The type that contractions read in mixed precision."""
        if self.wanted_type is not None:
            return self.wanted_type
        return str(backend_of(self.target).precision.reduced_type(self.target))

    @property
    def fewest_terms(self) -> int:
        """The fewest terms of a sum for which the reduced type is worth it."""
        return int(backend_of(self.target).precision.fewest_terms(self.target))

    @property
    def least_speedup(self) -> float:
        """How many times as fast the reduced type must be to be worth it."""
        return float(backend_of(self.target).precision.least_speedup(self.target))

    def with_means(self, means: Mapping[str, np.ndarray]) -> ReductionFacts:
        """The same facts with these means. Results that do not depend on means are kept."""
        return replace(self, means=means, _rounded=_Remembered())

    def estimate(self, operator: Operator) -> float:
        """The estimated seconds of an operator under its default policy."""
        if operator not in self._estimates:
            self._estimates[operator] = default_estimate(operator, self.target)
        return self._estimates[operator]

    def holds(
        self, operator: Operator, constant: np.ndarray, weights: np.ndarray, dtype: str
    ) -> bool:
        """Whether a layer is as accurate as a type.

        Args:
            operator: The layer, a contraction.
            constant: Its constant weights.
            weights: The view of them that it reads.
            dtype: The type that its operands are to be stored in.
        """

        def find() -> bool:
            return layer_holds(operator, weights, dtype)

        return self._holding.get(_read(constant, operator), constant, find)

    def rounded(self, node: OperatorNode, constant: np.ndarray, dtype: str) -> np.ndarray:
        """The constant weights of a contraction as `dtype`; the same array on each call."""
        names = (node.name, *(name for name, _ in node.sources))
        length = _mean_length(node.operator)
        fitting = (name for name in names if len(self.means.get(name, ())) == length)
        name = next(fitting, "")

        def find() -> np.ndarray:
            return rounded_for(node.operator, constant, self.means.get(name, _ALIKE), dtype)

        return self._rounded.get(_read(constant, node.operator, name), constant, find)


def _mean_length(operator: Operator) -> int:
    """How many means a contraction has. A variant of an operator may have another number."""
    axis = contraction_of(operator).mean_axis(operator)
    return -1 if axis is None else operator.inputs[0].shape[axis]


def _read(constant: np.ndarray, operator: Operator, name: str = "") -> _Read:
    """The key of a result, which is the same for all shapes of a model."""
    transposed = operator.attribute.get("transpose_b", 0)
    return id(constant), operator.type, transposed == 1, name
