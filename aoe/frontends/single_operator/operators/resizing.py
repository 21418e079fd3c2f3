"""Images of another size."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.resizing import coordinate_transformation, nearest_pixels
from aoe.frontends.single_operator.call import Call, Tensor, integers
from aoe.frontends.single_operator.table import Ints, OperatorTypes

TYPES = OperatorTypes()


@TYPES.reads("ResizeBilinearV2D", input_forms={"ResizeBilinearV2": ("x", "size")})
def _bilinear(
    call: Call,
    x: Tensor,
    *,
    size: Ints,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
) -> Operand:
    """The result is of float32."""
    sizes = _sizes(size, align_corners, half_pixel_centers)
    value = call.cast(call.first(x), np.dtype(np.float32))
    form = coordinate_transformation(align_corners, half_pixel_centers)
    made = call.node(
        "Resize",
        value,
        None,
        None,
        integers([*shape_of(value)[:2], *sizes]),
        mode="linear",
        coordinate_transformation_mode=form,
    )
    return call.back(made, x)


@TYPES.reads("ResizeNearestNeighborV2D", input_forms={"ResizeNearestNeighborV2": ("x", "size")})
def _nearest(
    call: Call,
    x: Tensor,
    *,
    size: Ints,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
) -> Operand:
    """Pixels at positions that are computed in float32, as TensorFlow does."""
    sizes = _sizes(size, align_corners, half_pixel_centers)
    made = call.first(x)
    for place, new in enumerate(sizes, 2):
        old = shape_of(made)[place]
        if old == 0:
            raise UnsupportedNodeError("its images are empty")
        order = nearest_pixels(new, old, align_corners, half_pixel_centers)
        made = call.node("Gather", made, order, axis=place)
    return call.back(made, x)


def _sizes(size: Ints, align: bool, half: bool) -> tuple[int, ...]:
    sizes = tuple(size)
    if len(sizes) != 2 or not all(1 <= one <= 1 << 20 for one in sizes):
        raise UnsupportedNodeError(f"its size is {list(sizes)}; give a height and a width")
    if align and half:
        raise UnsupportedNodeError("align_corners and half_pixel_centers exclude each other")
    return sizes
