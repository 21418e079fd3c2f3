"""Col2Im is computed as ONNX Runtime does, and as the reference of ONNX where that differs."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, imported, inputs_of, model, operator_types


def single(
    image: Sequence[int],
    block: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
) -> onnx.ModelProto:
    """A Col2Im of two images of three channels."""
    rank = len(image)
    dilations, pads = dilations or [1] * rank, pads or [0] * (2 * rank)
    blocks = prod(
        (image[i] + pads[i] + pads[rank + i] - (block[i] - 1) * dilations[i] - 1) // strides[i] + 1
        for i in range(rank)
    )
    given = ", ".join(
        f"{name} = [{', '.join(map(str, numbers))}]"
        for name, numbers in (("strides", strides), ("dilations", dilations), ("pads", pads))
    )
    sizes = ",".join(map(str, image))
    text = f"""(float[2,{3 * prod(block)},{blocks}] x) => (float[2,3,{sizes}] y) {{
        y = Col2Im <{given}> (x, image, block) }}"""
    return model(text, 18, image=np.array(image), block=np.array(block))


def of(*arguments: Sequence[int], **others: Sequence[int]) -> set[str]:
    """The types of the operators that compute a Col2Im, once its results agree."""
    return {*operator_types(checked_graph(single(*arguments, **others)))}


@pytest.mark.parametrize("strides", [(1, 1), (2, 1), (2, 3), (3, 3), (5, 2)])
@pytest.mark.parametrize("block", [(3, 3), (1, 4), (2, 2)])
@pytest.mark.parametrize(
    ("dilations", "pads"), [((1, 1), (0, 0, 0, 0)), ((2, 1), (1, 0, 2, 1)), ((2, 3), (0, 1, 0, 0))]
)
def test_blocks_are_added_to_an_image(
    strides: tuple[int, ...],
    block: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[int, ...],
) -> None:
    assert "Scatter" not in of((11, 12), block, strides, dilations, pads)


def test_blocks_of_many_taps_are_scattered() -> None:
    assert "Scatter" in of((11, 12), (9, 8), (1, 2))


def test_large_blocks_side_by_side_are_only_moved() -> None:
    assert of((24, 36), (12, 12), (12, 12)) == {"Pointwise"}


def test_pixels_between_and_behind_blocks_are_zero() -> None:
    assert "Scatter" not in of((13, 14), (2, 3), (4, 5))


def test_images_of_one_and_three_dimensions_are_added_up() -> None:
    of((14,), (3,), (1,), pads=(1, 0))
    of((14,), (3,), (5,))
    of((6, 7, 5), (2, 3, 2), (1, 2, 2), pads=(0, 1, 0, 1, 0, 0))


@pytest.mark.parametrize(
    ("image", "block", "strides", "dilations"),
    [((13,), (3,), (2,), (3,)), ((5, 6, 7), (2, 1, 3), (1, 2, 2), (3, 1, 2))],
)
def test_dilated_blocks_of_other_images_are_apart(
    image: tuple[int, ...],
    block: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
) -> None:
    proto = single(image, block, strides, dilations)
    feed = inputs_of(proto)
    (expected,) = map(np.asarray, ReferenceEvaluator(proto).run(None, feed))
    found = evaluate(imported(proto), feed)["y"]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
