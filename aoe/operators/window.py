"""Sliding windows over spatial dimensions, which convolution and pooling share.

`import_window` resolves ONNX's `auto_pad`, `pads`, `strides` and `dilations` to explicit numbers,
`outputs_along` says how many windows there are. `taps` cuts an array into windows for the
reference. `window_access` says what slices of the output read. Used by `conv.py`, `pool.py` and
their relatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from aoe.operators.access import Access, Attributes, InputSlice, Range
from aoe.operators.definition import SourceNode
from aoe.operators.importing import integers_attribute, refuse, text_attribute
from aoe.operators.operator import AttributeValue, Operator

#: Of images (N, C, spatial…): the dimension of channels, and the first that windows slide along.
CHANNELS, _ROWS = 1, 2


@dataclass(frozen=True, slots=True)
class Window:
    """A window in some spatial dimensions.

    Attributes:
        kernel: The taps along each dimension.
        strides: The distance of two windows along each dimension.
        dilations: The distance of two taps along each dimension.
        pads: The padding before each dimension, then the padding behind each, as in ONNX.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[int, ...]

    @property
    def rank(self) -> int:
        """The number of spatial dimensions."""
        return len(self.kernel)

    @property
    def before(self) -> tuple[int, ...]:
        """Padding before the first element of each dimension."""
        return self.pads[: self.rank]

    def attributes(self) -> tuple[tuple[str, AttributeValue], ...]:
        """The window as attributes of an operator, without the kernel."""
        return (("dilations", self.dilations), ("pads", self.pads), ("strides", self.strides))

    @staticmethod
    def of(operator: Operator, kernel: Sequence[int]) -> Window:
        """The window of an operator with the attributes that `attributes` gives."""
        return Window(
            tuple(kernel),
            operator.integers("strides"),
            operator.integers("dilations"),
            operator.integers("pads"),
        )


def import_window(
    node: SourceNode,
    kernel: tuple[int, ...],
    spatial: tuple[int, ...],
    pools: bool = False,
    inside: bool = False,
) -> Window:
    """The window of a node over an input of the spatial sizes `spatial`, with `auto_pad` resolved.

    Args:
        node: The node.
        kernel: Sizes of the window.
        spatial: The spatial sizes of the input.
        pools: The node pools (`explicit_window`).
        inside: Whether the windows of `auto_pad` may begin and end inside the input.

    Raises:
        UnsupportedModelError: If sizes do not fit or pads are negative.
    """
    rank = len(kernel)
    strides = integers_attribute(node, "strides", (1,) * rank) or ()
    dilations = integers_attribute(node, "dilations", (1,) * rank) or ()
    pads = integers_attribute(node, "pads", (0,) * 2 * rank) or ()
    if len(spatial) != rank or len(strides) != rank or len(dilations) != rank:
        raise refuse(node, f"kernel {kernel} does not fit the spatial shape {spatial}")
    if min((*strides, *dilations, *kernel)) < 1:
        raise refuse(node, f"kernel {kernel}, strides {strides}, dilations {dilations} below 1")
    if len(pads) != 2 * rank:
        raise refuse(node, f"pads {pads} must be {2 * rank} numbers")
    mode = text_attribute(node, "auto_pad", "NOTSET")
    window = explicit_window(Window(kernel, strides, dilations, pads), spatial, mode, pools)
    if min(pads if inside else window.pads) < 0:
        raise refuse(node, f"negative pads {window.pads} are not computed")
    return window


def explicit_window(
    window: Window, spatial: Sequence[int], auto_pad: str, pools: bool = False
) -> Window:
    """The window with the padding that `auto_pad` asks for over an input of sizes `spatial`.

    Args:
        window: The window. Its own padding counts only where `auto_pad` is "NOTSET".
        spatial: The spatial sizes of the input.
        auto_pad: ONNX's attribute.
        pools: The window belongs to a pooling operator. ONNX Runtime pads those as if their
            dilations were 1, and divides negative padding in another way.
    """
    if auto_pad == "VALID":
        return replace(window, pads=(0,) * 2 * window.rank)
    if auto_pad not in ("SAME_UPPER", "SAME_LOWER"):
        return window
    dilations = (1,) * window.rank if pools else window.dilations
    padded = replace(window, dilations=dilations)
    pads = _same_pads(padded, spatial, auto_pad == "SAME_UPPER", pools)
    if dilations == window.dilations:  # then no window meets what is cut off behind
        before, after = pads[: window.rank], pads[window.rank :]
        after = tuple(max(high, min(low, 0)) for low, high in zip(before, after, strict=True))
        pads = (*before, *after)
    return replace(window, pads=pads)


def outputs_along(window: Window, spatial: Sequence[int], ceil: bool = False) -> tuple[int, ...]:
    """How many windows there are along each dimension of an input of sizes `spatial`.

    With `ceil`, one that begins inside the input or its padding in front may end behind the padding
    at the end (ONNX's `ceil_mode`, from PyTorch).
    """
    before, after = window.pads[: window.rank], window.pads[window.rank :]
    found = []
    for size, taps_along, stride, dilation, low, high in zip(
        spatial, window.kernel, window.strides, window.dilations, before, after, strict=True
    ):
        room = size + low + high - (taps_along - 1) * dilation - 1
        count = (-(-room // stride) if ceil else int(room / stride)) + 1
        beyond = ceil and (count - 1) * stride >= size + low
        found.append(count - 1 if beyond else count)
    return tuple(found)


def check_kernel_shape(node: SourceNode, kernel: tuple[int, ...]) -> None:
    """Raises `UnsupportedModelError` if the node names another kernel than that of its weights."""
    named = integers_attribute(node, "kernel_shape")
    if named is not None and named != kernel:
        raise refuse(node, f"kernel_shape {named} is not that of the weights, {kernel}")


def _same_pads(window: Window, spatial: Sequence[int], upper: bool, pools: bool) -> tuple[int, ...]:
    """The padding of the modes SAME. Where strides exceed the kernel it may be negative: then the
    first or last elements are in no window, as in ONNX Runtime. It leaves out as many on both sides
    for a pool, and one less in front for a convolution.
    """
    begins, ends = [], []
    each = zip(spatial, window.kernel, window.strides, window.dilations, strict=True)
    for size, taps_along, stride, dilation in each:
        total = (-(-size // stride) - 1) * stride + (taps_along - 1) * dilation + 1 - size
        less = 0 if pools or total >= 0 else 1
        begin = int((total + less + (0 if upper else 1)) / 2)  # towards zero
        begins.append(begin)
        ends.append(total - begin)
    return (*begins, *ends)


def taps(
    array: np.ndarray, window: Window, outputs: Sequence[int], fill: float
) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """Each tap of a window with the elements of `array` (N, C, spatial…) that it meets, as an array
    (N, C, outputs…). `fill` is the value of padding.
    """
    begins = window.before
    ends = [
        max(0, (o - 1) * s + (k - 1) * d + 1 - n - b)
        for o, s, k, d, n, b in zip(
            outputs,
            window.strides,
            window.kernel,
            window.dilations,
            array.shape[2:],
            begins,
            strict=True,
        )
    ]
    widths = [(0, 0), (0, 0), *zip(begins, ends, strict=True)]
    padded = np.pad(array, widths, constant_values=fill) if np.any(widths) else array
    for position in product(*(range(k) for k in window.kernel)):
        places = tuple(
            slice(p * d, p * d + (o - 1) * s + 1, s)
            for p, d, o, s in zip(position, window.dilations, outputs, window.strides, strict=True)
        )
        yield position, padded[(slice(None), slice(None), *places)]


def window_access(operator: Operator, window: Window, dimension: int) -> Access | None:
    """What a slice of windows over input 0 reads: the same images of a batch, or the rows that the
    windows meet. The other anchor inputs are read whole.
    """
    whole = (None,) * (operator.anchor_inputs - 1)
    if dimension == 0:
        return Access((InputSlice(0), *whole))
    if dimension != _ROWS:
        return None
    rows, pads = operator.inputs[0].shape[_ROWS], window.pads
    stride, reach = window.strides[0], (window.kernel[0] - 1) * window.dilations[0] + 1

    def met(begin: int, end: int) -> Range:
        """The rows of the image as padded, counted from its first one."""
        return begin * stride - pads[0], (end - 1) * stride - pads[0] + reach

    def rows_read(begin: int, end: int) -> Range:
        first, last = met(begin, end)
        return max(first, 0), min(last, rows)

    def attributes(begin: int, end: int) -> Attributes:
        first, last = met(begin, end)
        own = list(pads)
        own[0], own[window.rank] = max(0, -first), max(0, last - rows)
        return {"pads": tuple(own)}

    return Access((InputSlice(_ROWS, rows_read), *whole), attributes)
