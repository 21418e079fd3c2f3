from __future__ import annotations

import onnx
import pytest

from aoe.graph.subgraph.variants.variants import variants_of
from tests.graph.models import model, weights
from tests.graph.subgraph.variants.test_variants import check, fused, maker

KIND = "summed_in_parts"


def gradient(images: int, side: int, channels: int = 3, finish: str = "Relu(c)") -> onnx.ModelProto:
    """The gradient of the weights of a 3×3 convolution, and what becomes of it."""
    shape = f"{images},{channels},{side},{side}"
    return model(
        f"""(float[{shape}] x, float[{shape}] g, float[{channels},{channels},3,3] z)
            => (float[N,K,H,W] y) {{
            a = Transpose <perm = [1, 0, 2, 3]> (x) b = Transpose <perm = [1, 0, 2, 3]> (g)
            c = Conv <pads = [1, 1, 1, 1]> (a, b) y = {finish} }}"""
    )


def parts_of(proto: onnx.ModelProto) -> list[int]:
    """The channels of each part, once the sum of all is right."""
    operators = [node.operator for node in check(proto, "y", KIND).operator_nodes]
    return [operator.inputs[0].shape[1] for operator in operators if operator.type == "Conv"]


@pytest.mark.parametrize("images", [2, 3])
def test_large_images_are_parts_of_their_own(images: int) -> None:
    assert parts_of(gradient(images, 64)) == [1] * images


@pytest.mark.parametrize(("images", "parts"), [(10, [5, 5]), (11, [6, 5]), (20, [7, 7, 6])])
def test_parts_have_about_equally_many_images(images: int, parts: list[int]) -> None:
    assert parts_of(gradient(images, 24)) == parts


@pytest.mark.parametrize("finish", ["Add(c, z)", "Relu(c)"])
def test_the_last_part_finishes_the_sum(finish: str) -> None:
    assert parts_of(gradient(3, 50, finish=finish)) == [1, 1, 1]


def test_sums_of_few_terms_and_of_constants_stay_whole() -> None:
    short = fused(gradient(2, 40))
    assert KIND not in variants_of(short, maker(short, "y"))
    text = "(float[1,600,9,9] x) => (float[1,2,7,7] y) { y = Conv(x, w) }"
    constant = fused(model(text, w=weights(2, 600, 3, 3)))
    assert KIND not in variants_of(constant, maker(constant, "y"))
