"""Maxima and averages of windows of images."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.single_operator.call import Call, Tensor, integers, require, scalar
from aoe.frontends.single_operator.operators.windows import Window, around, of_image
from aoe.frontends.single_operator.table import Ints, OperatorTypes

TYPES = OperatorTypes()
_MAXIMUM, _AVERAGE = 0, 1


@TYPES.reads("MaxPool", "AvgPool", input_forms={"MaxPoolV2": ("x", "ksize", "strides")})
def _pool(
    call: Call,
    x: Tensor,
    *,
    ksize: Ints,
    strides: Ints,
    padding: str,
    data_format: str | None = None,
) -> Operand:
    """Averages do not count the padding."""
    value, window, edges = _placed(call, x, ksize, strides, padding, (), data_format)
    if call.op != "AvgPool":
        return call.back(_maxima(call, value, window, edges), x, data_format)
    return call.back(_averages(call, value, window, edges, False), x, data_format)


@TYPES.reads("MaxPoolV3")
def _max_pool(
    call: Call,
    x: Tensor,
    *,
    ksize: Ints,
    strides: Ints,
    padding_mode: str = "CALCULATED",
    pads: Ints = (0, 0, 0, 0),
    data_format: str | None = None,
    global_pooling: bool = False,
    ceil_mode: bool = False,
) -> Operand:
    if global_pooling:
        return _global(call, "GlobalMaxPool", x, data_format)
    value, window, edges = _placed(call, x, ksize, strides, padding_mode, pads, data_format)
    if ceil_mode:
        edges = window.ceil_pads(shape_of(value)[2:], edges)
    return call.back(_maxima(call, value, window, edges), x, data_format)


@TYPES.reads("AvgPoolV2")
def _average_pool(
    call: Call,
    x: Tensor,
    *,
    ksize: Ints,
    strides: Ints,
    padding_mode: str = "CALCULATED",
    pads: Ints = (0, 0, 0, 0),
    data_format: str | None = None,
    global_pooling: bool = False,
    ceil_mode: bool = False,
    exclusive: bool = True,
) -> Operand:
    if global_pooling:
        return _global(call, "GlobalAveragePool", x, data_format)
    value, window, edges = _placed(call, x, ksize, strides, padding_mode, pads, data_format)
    if ceil_mode:
        wider = window.ceil_pads(shape_of(value)[2:], edges)
        if wider != edges and not exclusive:
            raise UnsupportedNodeError(
                "its last windows hang over, and it counts the padding; set one off"
            )
        edges = wider
    return call.back(_averages(call, value, window, edges, not exclusive), x, data_format)


@TYPES.reads("GlobalAveragePool", "GlobalMaxPool")
def _global_pool(call: Call, x: Tensor) -> Operand:
    return _global(call, call.op, x)


def _global(call: Call, kind: str, x: Tensor, data_format: str | None = None) -> Operand:
    return call.back(call.node(kind, call.first(x, data_format)), x, data_format)


@TYPES.reads("Pooling")
def _caffe_pool(
    call: Call,
    x: Tensor,
    *,
    mode: int = _MAXIMUM,
    global_pooling: bool = False,
    window: Ints = (1, 1),
    stride: Ints = (1, 1),
    pad: Ints = (0, 0, 0, 0),
    dilation: Ints = (1, 1, 1, 1),
    ceil_mode: int = 0,
    data_format: str | None = None,
) -> Operand:
    """As Caffe's layer: `ceil_mode` 0 rounds the number of windows up, 1 down. Averages count the
    padding, but not what windows have beyond it.
    """
    require(set(dilation), {1}, "dilation")
    if mode not in (_MAXIMUM, _AVERAGE) or ceil_mode not in (0, 1):
        raise UnsupportedNodeError(f"its mode is {mode} and its ceil_mode {ceil_mode}; use 0 or 1")
    if global_pooling:
        kind = "GlobalMaxPool" if mode == _MAXIMUM else "GlobalAveragePool"
        return _global(call, kind, x, data_format)
    if len(window) != 2 or len(stride) != 2:
        raise UnsupportedNodeError(
            f"its window is {list(window)}, its stride {list(stride)}; give two each"
        )
    value = call.first(x, data_format)
    windows = Window(tuple(window), tuple(stride), (1, 1))
    edges = around(pad)
    wider = edges if ceil_mode else windows.ceil_pads(shape_of(value)[2:], edges)
    if mode == _MAXIMUM:
        return call.back(_maxima(call, value, windows, wider), x, data_format)
    if wider == edges:
        return call.back(_averages(call, value, windows, edges, True), x, data_format)
    if any(edges):
        amounts = integers([0, 0, *edges[:2], 0, 0, *edges[2:]])
        value = call.node("Pad", value, amounts, scalar(0, value))
    over = [more - less for more, less in zip(wider, edges, strict=True)]
    return call.back(_averages(call, value, windows, over, False), x, data_format)


def _placed(
    call: Call,
    x: Tensor,
    ksize: Ints,
    strides: Ints,
    mode: str,
    pads: Ints,
    data_format: str | None,
) -> tuple[Operand, Window, list[int]]:
    """Images with the channels first, the windows over them, and their padding."""
    last = call.channels_last(x, data_format)
    window = Window(of_image(ksize, "ksize", last), of_image(strides, "strides", last), (1, 1))
    value = call.first(x, data_format)
    return value, window, _pads(mode, window, shape_of(value)[2:], pads)


def _pads(mode: str, window: Window, image: Sequence[int], pads: Ints) -> list[int]:
    if mode == "SAME":
        return window.same_pads(image)
    if mode == "VALID":
        return [0, 0, 0, 0]
    if mode == "CALCULATED" and pads:
        return around(pads)
    raise UnsupportedNodeError(f"its padding is {mode!r}; use SAME or VALID")


def _maxima(call: Call, value: Operand, window: Window, pads: Sequence[int]) -> Operand:
    return call.node("MaxPool", value, **_attributes(window, pads))


def _averages(
    call: Call, value: Operand, window: Window, pads: Sequence[int], counted: bool
) -> Operand:
    return call.node(
        "AveragePool", value, count_include_pad=int(counted), **_attributes(window, pads)
    )


def _attributes(window: Window, pads: Sequence[int]) -> dict[str, list[int]]:
    size = len(window.kernel)
    if any(pad >= window.kernel[number % size] for number, pad in enumerate(pads)):
        raise UnsupportedNodeError(
            f"its pads {list(pads)} are not below its window {list(window.kernel)}"
        )
    return {
        "kernel_shape": list(window.kernel),
        "strides": list(window.strides),
        "pads": list(pads),
    }
