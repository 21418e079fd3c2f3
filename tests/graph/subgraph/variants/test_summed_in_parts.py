from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.graph.layout import lay_out
from aoe.graph.subgraph.variants.variants import variants_of, with_variants
from aoe.operators.evaluate import evaluate
from tests.graph.models import model, weights
from tests.graph.subgraph.variants.test_variants import check, fused, maker

KIND = "summed_in_parts"


def gradient(
    images: int, side: int, channels: int = 3, finish: str = "Relu(c)", dtype: str = "float"
) -> onnx.ModelProto:
    """The gradient of the weights of a 3×3 convolution, and what becomes of it."""
    shape = f"{images},{channels},{side},{side}"
    return model(
        f"""({dtype}[{shape}] x, {dtype}[{shape}] g, {dtype}[{channels},{channels},3,3] z)
            => ({dtype}[N,K,H,W] y) {{
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


def test_parts_beyond_the_range_of_a_small_type_cancel() -> None:
    graph = fused(gradient(2, 64, dtype="float16"))
    parts = lay_out(with_variants(graph, {"y": KIND}))
    large = np.full((2, 3, 64, 64), 8, np.float16)
    feed = {"x": large, "g": np.stack([large[0], -large[1]]), "z": np.zeros((3, 3, 3, 3), "f2")}
    assert not evaluate(parts, feed)["y"].any()


def test_sums_of_few_terms_and_of_constants_stay_whole() -> None:
    short = fused(gradient(2, 40))
    assert KIND not in variants_of(short, maker(short, "y"))
    text = "(float[1,600,9,9] x) => (float[1,2,7,7] y) { y = Conv(x, w) }"
    constant = fused(model(text, w=weights(2, 600, 3, 3)))
    assert KIND not in variants_of(constant, maker(constant, "y"))
