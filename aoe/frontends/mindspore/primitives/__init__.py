"""The functions that read primitives, by subject, and all of them by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.frontends.mindspore.primitives import (
    activations,
    arithmetic,
    convolution,
    creation,
    indexing,
    layout,
    normalization,
    padding,
    pooling,
    products,
    recurrent,
    reductions,
    resizing,
    scalars,
    sequences,
    slicing,
)
from aoe.frontends.mindspore.table import Handler

HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        name: handler
        for module in (
            activations,
            arithmetic,
            convolution,
            creation,
            indexing,
            layout,
            normalization,
            padding,
            pooling,
            products,
            recurrent,
            reductions,
            resizing,
            scalars,
            sequences,
            slicing,
        )
        for name, handler in module.PRIMITIVES.handlers.items()
    }
)
