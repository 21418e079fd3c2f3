"""What is found out when the graphs of one model are made narrow
(`aoe.graph.precision.mixed_precision`), kept so that its other groupings and attempts need not find
it out again: estimates of operators, which layers' accuracy holds, constants rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar
from weakref import ref

import numpy as np

from aoe.backends.registry import default_estimate
from aoe.graph.precision.balanced_rounding import rounded_for
from aoe.graph.precision.layer_error import layer_holds
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.target import Target

#: A constant, by its identity, how an operator reads it, and what that is called, if it matters.
_Read: TypeAlias = tuple[int, str, bool, str]
#: What is known of a contraction without means: all that it reads is alike.
_ALIKE = np.ones(1, np.float32)
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class _Remembered(Generic[Found]):
    """What was found of constants, as long as these are there."""

    entries: dict[_Read, tuple[ref[np.ndarray], Found]] = field(default_factory=dict)

    def get(self, read: _Read, constant: np.ndarray, find: Callable[[], Found]) -> Found:
        """What was found, or is now. `read`: of this constant."""
        if read not in self.entries:
            gone = ref(constant, lambda _: self.entries.pop(read, None))
            self.entries[read] = gone, find()
        return self.entries[read][1]


@dataclass(frozen=True, slots=True)
class ReductionFacts:
    """`means`: by the name of a contraction, what it reads on average at each step or of each
    channel, for which its weights are rounded; without all are taken to be alike. Remembers what it
    has found out.
    """

    target: Target
    means: Mapping[str, np.ndarray] = field(default_factory=dict)
    _estimates: dict[Operator, float] = field(default_factory=dict)
    _holding: _Remembered[bool] = field(default_factory=_Remembered)
    _rounded: _Remembered[np.ndarray] = field(default_factory=_Remembered)

    def with_means(self, means: Mapping[str, np.ndarray]) -> ReductionFacts:
        """The same with these means; what does not depend on them is still known."""
        return ReductionFacts(self.target, means, self._estimates, self._holding)

    def estimate(self, operator: Operator) -> float:
        """Seconds that an operator should take."""
        if operator not in self._estimates:
            self._estimates[operator] = default_estimate(operator, self.target)
        return self._estimates[operator]

    def holds(
        self, operator: Operator, constant: np.ndarray, weights: np.ndarray, dtype: str
    ) -> bool:
        """Whether a layer's accuracy is that of a type. `weights`: its constant as it reads it, a
        view of `constant`.
        """

        def find() -> bool:
            return layer_holds(operator, weights, dtype)

        return self._holding.get(_read(constant, operator), constant, find)

    def rounded(self, node: OperatorNode, constant: np.ndarray, dtype: str) -> np.ndarray:
        """The constant that a contraction multiplies by, as `dtype`; the same array each time."""
        names = (node.name, *(name for name, _ in node.sources))
        name = next((name for name in names if name in self.means), "")

        def find() -> np.ndarray:
            return rounded_for(node.operator, constant, self.means.get(name, _ALIKE), dtype)

        return self._rounded.get(_read(constant, node.operator, name), constant, find)


def _read(constant: np.ndarray, operator: Operator, name: str = "") -> _Read:
    """The same at each shape of a model."""
    transposed = operator.attribute.get("transpose_b", 0)
    return id(constant), operator.type, transposed == 1, name
