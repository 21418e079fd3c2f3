"""What is found out when the graphs of one model are made narrow (`aoe.graph.mixed_precision`),
kept so that its other groupings and attempts need not find it out again: estimates of operators,
which layers' accuracy holds, constants rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from aoe.device import Device
from aoe.graph.balanced_rounding import rounded_for
from aoe.graph.layer_error import layer_holds
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.registry import default_estimate

#: A constant, by its identity, as an operator reads it.
_Read: TypeAlias = tuple[int, str]
#: What is known of a contraction without means: all that it reads is alike.
_ALIKE = np.ones(1, np.float32)


@dataclass(frozen=True, slots=True)
class NarrowingFacts:
    """`means`: by the name of a contraction, what it reads on average at each step or of each
    channel, for which its weights are rounded; without all are taken to be alike. Remembers what it
    has found out, and the constants that this is about.
    """

    device: Device
    means: Mapping[str, np.ndarray] = field(default_factory=dict)
    _estimates: dict[Operator, float] = field(default_factory=dict)
    _holding: dict[_Read, tuple[np.ndarray, bool]] = field(default_factory=dict)
    _rounded: dict[tuple[_Read, str], tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)

    def with_means(self, means: Mapping[str, np.ndarray]) -> NarrowingFacts:
        """The same with these means; what does not depend on them is still known."""
        return NarrowingFacts(self.device, means, self._estimates, self._holding)

    def estimate(self, operator: Operator) -> float:
        """Seconds that an operator should take."""
        if operator not in self._estimates:
            self._estimates[operator] = default_estimate(operator, self.device)
        return self._estimates[operator]

    def holds(
        self, operator: Operator, constant: np.ndarray, weights: np.ndarray, dtype: str
    ) -> bool:
        """Whether a layer's accuracy is that of a type. `weights`: its constant as it reads it, a
        view of `constant`.
        """
        read = id(constant), operator.key
        if read not in self._holding:
            self._holding[read] = constant, layer_holds(operator, weights, dtype)
        return self._holding[read][1]

    def rounded(self, node: OperatorNode, constant: np.ndarray, dtype: str) -> np.ndarray:
        """The constant that a contraction multiplies by, as `dtype`; the same array each time."""
        read = (id(constant), node.operator.key), node.name
        if read not in self._rounded:
            inputs = self.means.get(node.name, _ALIKE)
            made = rounded_for(node.operator, constant, inputs, dtype)
            self._rounded[read] = constant, made
        return self._rounded[read][1]
