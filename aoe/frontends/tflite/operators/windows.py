"""How windows move over the spatial axes: padding, with the odd zero at the end."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.shared_operators.windows import same_pads
from aoe.frontends.tflite.call import Call

_SAME = 0


def strides_of(call: Call, axes: str = "hw") -> list[int]:
    """The strides along height and width, or other axes by the letters of their options."""
    strides = [call.option(f"stride_{axis}") for axis in axes]
    if min(strides) < 1:
        raise UnsupportedNodeError(f"its strides are {strides}")
    return strides


def is_same(call: Call) -> bool:
    """Whether the padding is SAME, not VALID."""
    if call.option("padding") not in (0, 1):
        raise UnsupportedNodeError(f"its padding is number {call.option('padding')}")
    return call.option("padding") == _SAME


def pads_of(call: Call, sizes: Sequence[int], window: Sequence[int], axes: str = "hw") -> list[int]:
    """Zeros before and behind the axes, in ONNX's order. `window`: its sizes with dilations."""
    if not is_same(call):
        return [0] * 2 * len(axes)
    return same_pads(sizes, window, strides_of(call, axes))
