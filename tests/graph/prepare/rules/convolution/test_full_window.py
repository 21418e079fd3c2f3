"""Convolutions that read a whole image at once become matmuls."""

from __future__ import annotations

import onnx
import pytest

from tests.graph.models import checked_graph, model, node_types, weights


def convolution(
    op_type: str,
    image: tuple[int, ...],
    window: tuple[int, ...],
    result: tuple[int, ...],
    attributes: str = "",
    bias: bool = False,
    group: int = 1,
) -> onnx.ModelProto:
    text = f"""(float[2,4,{",".join(map(str, image))}] x)
        => (float[2,10,{",".join(map(str, result))}] y) {{
            y = {op_type}<group = {group}{attributes}>(x, w{", b" if bias else ""}) }}"""
    first = (4, 10 // group) if op_type == "ConvTranspose" else (10, 4 // group)
    return model(text, w=weights(*first, *window), **({"b": weights(10)} if bias else {}))


CASES = {
    "a window as large as the image": convolution("Conv", (3, 4), (3, 4), (1, 1)),
    "with a bias": convolution("Conv", (3, 4), (3, 4), (1, 1), bias=True),
    "whatever the stride": convolution("Conv", (3, 4), (3, 4), (1, 1), ", strides = [2, 3]"),
    "a line": convolution("Conv", (7,), (7,), (1,), bias=True),
    "a volume": convolution("Conv", (2, 3, 4), (2, 3, 4), (1, 1, 1)),
    "images of a pixel": convolution("ConvTranspose", (1, 1), (3, 4), (3, 4), bias=True),
    "cropped": convolution("ConvTranspose", (1, 1), (4, 4), (2, 3), ", pads = [1, 0, 1, 1]"),
    "with a stride": convolution("ConvTranspose", (1, 1), (4, 4), (4, 4), ", strides = [2, 2]"),
    "lines of a pixel": convolution("ConvTranspose", (1,), (5,), (5,)),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_a_matmul(name: str) -> None:
    checked_graph(CASES[name])
    assert "MatMul" in node_types(CASES[name])
    assert not {"Conv", "ConvTranspose"} & {*node_types(CASES[name])}


@pytest.mark.parametrize(
    "proto",
    [
        convolution("Conv", (3, 4), (3, 3), (1, 2)),
        convolution("Conv", (3, 3), (3, 3), (3, 3), ", pads = [1, 1, 1, 1]"),
        convolution("Conv", (1, 1), (1, 1), (1, 1)),
        convolution("Conv", (3, 3), (2, 2), (1, 1), ", dilations = [2, 2]"),
        convolution("Conv", (3, 4), (3, 4), (1, 1), group=2),
        convolution("ConvTranspose", (1, 1), (3, 3), (3, 3), group=2),
        convolution("ConvTranspose", (1, 2), (3, 3), (3, 4)),
    ],
    ids=["several results", "padding", "one tap", "gaps", "groups", "transposed groups", "pixels"],
)
def test_others_are_none(proto: onnx.ModelProto) -> None:
    checked_graph(proto)
    assert "MatMul" not in node_types(proto)


def test_a_pixel_with_a_given_output_shape_is_cropped_in_front() -> None:
    checked_graph(
        model(
            """(float[1,3,1,1] x) => (float[1,2,2,3] y)
            { y = ConvTranspose <output_shape = [2, 3]> (x, w) }""",
            w=weights(3, 2, 4, 4),
        )
    )
