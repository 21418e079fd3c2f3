"""All operator types of Ascend that are read, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.frontends.single_operator.operators import (
    activations,
    arithmetic,
    convolution,
    derivatives,
    movement,
    normalization,
    pooling,
    products,
    reductions,
    resizing,
    slicing,
)
from aoe.frontends.single_operator.table import OperatorType

_SUBJECTS = (
    *(activations, arithmetic, convolution, derivatives, movement, normalization, pooling),
    *(products, reductions, resizing, slicing),
)
OPERATOR_TYPES: Mapping[str, OperatorType] = MappingProxyType(
    {name: kind for subject in _SUBJECTS for name, kind in sorted(subject.TYPES.types.items())}
)
