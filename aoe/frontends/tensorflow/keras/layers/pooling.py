"""Pools over windows and over whole images."""

from __future__ import annotations

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.layout import NchwView
from aoe.frontends.shared_operators.windows import Window
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.keras.layers.convolutions import pads
from aoe.frontends.tensorflow.values import Held

TABLE = LayerTable()


@TABLE.add(*(f"{kind}Pooling{rank}D" for kind in ("Max", "Average") for rank in (1, 2, 3)))
def _pool(context: Context, layer: Layer, call: Call) -> Held:
    """Zeros of the padding of an average pool are not counted."""
    layer.channels_last()
    source = context.builder.value(context.first(call.only()))
    count = len(shape_of(source)) - 2
    sizes = layer.each("pool_size", count)
    strides = sizes if layer.config.get("strides") is None else layer.each("strides", count)
    window = Window(tuple(sizes), tuple(strides), (1,) * count)
    made = context.node(
        "MaxPool" if layer.kind.startswith("Max") else "AveragePool",
        source,
        kernel_shape=sizes,
        strides=strides,
        pads=pads(layer, window, shape_of(source)[2:]),
    )
    return NchwView(made)


@TABLE.add(*(f"Global{kind}Pooling{rank}D" for kind in ("Max", "Average") for rank in (1, 2, 3)))
def _global_pool(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    source = context.builder.value(context.first(call.only()))
    count = len(shape_of(source)) - 2
    kind = "ReduceMax" if "Max" in layer.kind else "ReduceMean"
    keep = layer.flag("keepdims")
    made = context.node(kind, source, integers(range(2, 2 + count)), keepdims=int(keep))
    return NchwView(made) if keep else made
