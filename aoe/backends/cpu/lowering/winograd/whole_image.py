"""The steps of F(m×m, 3×3) over a whole image: what lies between them, and the parallel regions.

The steps themselves are in `winograd.py`. Used by `conv_winograd` and `conv_winograd_panels` of
`aoe.backends.cpu.implementations.conv`.
"""

from __future__ import annotations

from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.winograd.winograd import (
    SquareLayer,
    matmul_of,
    tile_axes,
    tiles_access,
)
from aoe.loops.loop_nest import Access, Buffer, Kernel, Loop, LoopNest


def tiles_and_products(layer: SquareLayer, held: tuple[int, int]) -> tuple[Access, Access]:
    """Transformed tiles, and their products. `held`: rows and columns of tiles in a buffer."""
    tiles = tiles_access(layer, "tiles", held, "c", layer.inputs)
    return tiles, tiles_access(layer, "products", held, "k", layer.outputs)


def buffers(layer: SquareLayer, held: tuple[int, int]) -> tuple[Buffer, ...]:
    """The buffers of `tiles_and_products`."""
    return tuple(
        Buffer(access.buffer, "float32", layer.positions * access.stride("x"))
        for access in tiles_and_products(layer, held)
    )


def whole_product(layer: SquareLayer) -> Contraction:
    """The matrix multiplications over the whole image, whose tiles are one axis."""
    return contractions.merge_rows(matmul_of(layer, *tiles_and_products(layer, layer.tiles)))


def around_product(
    layer: SquareLayer, transform: LoopNest, product: Kernel, back: LoopNest, inputs: int
) -> tuple[Kernel, ...]:
    """The steps as parallel regions, of which those beside the product go over all tiles.

    Args:
        layer: The layer.
        transform: The input transform, into the buffer `tiles`.
        product: The matrix multiplications, into the buffer `products`.
        back: The output transform.
        inputs: The inputs of the operator, those of its epilogue among them.

    Returns:
        The kernels.
    """
    axes = tile_axes(layer)
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    written = ("products", *(f"input{number}" for number in range(2, inputs)), "output0")
    return (
        Kernel("transform_input", axes, loops, 3, (transform,), ("input0", "tiles")),
        product,
        Kernel("transform_output", axes, loops, 3, (back,), written),
    )
