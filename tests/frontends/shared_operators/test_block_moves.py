"""Blocks of spatial axes that become images, against loops, and back."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.graph_builder import GraphBuilder, UnsupportedNodeError
from aoe.frontends.shared_operators.block_moves import batch_to_space, space_to_batch


def _in_blocks(x: np.ndarray, blocks: tuple[int, ...], first: int) -> np.ndarray:
    """For each place in a block, the images of the pixels there."""
    places = np.ndindex(*blocks)
    steps = [
        (slice(None),) * first
        + tuple(slice(k, None, b) for k, b in zip(place, blocks, strict=True))
        for place in places
    ]
    return np.concatenate([x[step] for step in steps])


@pytest.mark.parametrize(
    ("shape", "blocks", "first"),
    [
        ((2, 6, 3), (3,), 1),
        ((3, 4, 6, 5), (2, 3), 1),
        ((3, 5, 4, 6), (2, 3), 2),
        ((1, 2, 4, 6, 3), (2, 2), 2),
    ],
)
def test_pixels_of_blocks_become_images_and_go_back(
    shape: tuple[int, ...], blocks: tuple[int, ...], first: int
) -> None:
    builder = GraphBuilder("model")
    x = builder.input("x", np.float32, shape)
    moved = space_to_batch(builder, x, blocks, first)
    model = builder.model([moved, batch_to_space(builder, moved, blocks, first)])
    given = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    found, back = ReferenceEvaluator(onnx_ir.to_proto(model)).run(None, {"x": given})
    np.testing.assert_array_equal(found, _in_blocks(given, blocks, first))
    np.testing.assert_array_equal(back, given)


@pytest.mark.parametrize(
    ("blocks", "first", "reason"),
    [
        ((4, 3), 1, r"cuts \[4, 5\] into blocks of \[4, 3\]"),
        ((0, 5), 1, r"blocks are \[0, 5\] of 3 axes"),
        ((2, 2), 3, r"blocks are \[2, 2\] of 3 axes"),
    ],
)
def test_blocks_that_do_not_fit_are_refused(
    blocks: tuple[int, ...], first: int, reason: str
) -> None:
    builder = GraphBuilder("model")
    x = builder.input("x", np.float32, (6, 4, 5, 2))
    with pytest.raises(UnsupportedNodeError, match=reason):
        space_to_batch(builder, x, blocks, first)


def test_a_batch_of_parts_of_blocks_is_refused() -> None:
    builder = GraphBuilder("model")
    x = builder.input("x", np.float32, (6, 4, 5, 2))
    with pytest.raises(UnsupportedNodeError, match=r"blocks of \[2, 2\] of a batch of 6"):
        batch_to_space(builder, x, (2, 2))
