"""The layers of Keras that are read, by subject."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.keras.layer import Build, Call, Layer
from aoe.frontends.tensorflow.keras.layers import (
    activations,
    attention,
    convolutions,
    functions,
    merging,
    movement,
    normalizations,
    pooling,
    recurrent,
)
from aoe.frontends.tensorflow.values import Result

_SUBJECTS = (
    *(activations, attention, convolutions, merging),
    *(movement, normalizations, pooling, recurrent),
)


def _time_distributed(context: Context, layer: Layer, call: Call) -> Result:
    """The layer of a setting, for each step."""
    inner = layer.inner(layer.config["layer"], "layer")
    build = LAYERS.get(inner.kind)
    if build is None or inner.kind in recurrent.TABLE.layers:
        raise UnsupportedNodeError(f"its layer is {inner.kind}")
    return recurrent.each_step(context, inner, call, build)


#: Layers by the names of their classes.
LAYERS: Mapping[str, Build] = MappingProxyType(
    {
        **dict(chain.from_iterable(subject.TABLE.layers.items() for subject in _SUBJECTS)),
        "TimeDistributed": _time_distributed,
    }
)
#: Functions of `keras.ops`, likewise.
FUNCTIONS: Mapping[str, Build] = MappingProxyType(functions.TABLE.layers)
