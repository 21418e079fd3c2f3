"""Pads before convolutions, and every kind of `auto_pad`, beside ONNX Runtime."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.graph.models import inputs_of, model, weights
from tests.graph.unoptimized import assert_as_unoptimized

SPATIAL = [0, 0, 1, 2, 0, 0, 0, 1]


def padded_size(widths: list[int], kernel: int = 3) -> tuple[int, int]:
    height, width = 6 + widths[2] + widths[6], 7 + widths[3] + widths[7]
    return height - kernel + 1, width - kernel + 1


@pytest.mark.parametrize(
    ("widths", "arguments", "attributes", "folded"),
    [
        (SPATIAL, "", "", True),
        (SPATIAL, ", zero", "", True),
        (SPATIAL, ", one", "", False),
        (SPATIAL, "", 'mode = "reflect"', False),
        (SPATIAL, "", 'mode = "edge"', False),
        ([0, 0, -1, 0, 0, 0, 2, 0], "", "", False),
        ([1, 0, 1, 1, 0, 0, 1, 1], "", "", False),
        ([0, 1, 1, 1, 0, 0, 1, 1], "", "", False),
        ([1, 2, 0, 1], ", , rows", "", True),
        ([1, 2, 0, 1], ", zero, rows", "", True),
    ],
)
@pytest.mark.parametrize("layer", ["", "pads = [1,0,1,0]", 'auto_pad = "VALID"'])
def test_a_pad_of_zeros_is_folded(
    widths: list[int], arguments: str, attributes: str, folded: bool, layer: str
) -> None:
    full = widths if len(widths) == 8 else SPATIAL
    height, width = padded_size(full)
    channels, batch = 2 + full[1] + full[5], 1 + full[0] + full[4]
    height += 2 if "pads" in layer else 0
    text = f"""(float[1,2,6,7] x) => (float[{batch},3,{height},{width}] y) {{
        p = Pad <{attributes}> (x, widths{arguments}) y = Conv <{layer}> (p, w) }}""".replace(
        "<>", ""
    )
    proto = model(
        text,
        18,
        widths=np.asarray(widths),
        zero=np.asarray(0, np.float32),
        one=np.asarray(1, np.float32),
        rows=np.asarray([2, -1]),
        w=weights(3, channels, 3, 3),
    )
    left = assert_as_unoptimized(proto, inputs_of(proto), 1e-6)
    assert (left == ["Conv"]) == folded


@pytest.mark.parametrize("fill", [None, 0, 3])
@pytest.mark.parametrize("zero_point", [None, 0, 3])
def test_an_integer_convolution_takes_a_pad_of_its_zero_point(
    zero_point: int | None, fill: int | None
) -> None:
    text = f"""(uint8[1,2,6,7] x) => (int32[1,3,5,8] y) {{
        p = Pad(x, widths{"" if fill is None else ", fill"})
        y = ConvInteger(p, w{"" if zero_point is None else ", zero"}) }}"""
    proto = model(
        text,
        18,
        widths=np.asarray(SPATIAL),
        fill=np.asarray(fill or 0, np.uint8),
        zero=np.asarray(zero_point or 0, np.uint8),
        w=np.arange(54, dtype=np.uint8).reshape(3, 2, 3, 3),
    )
    left = assert_as_unoptimized(proto, inputs_of(proto))
    # Bytes without zero points can only be padded with zeros by the convolution itself.
    assert ("Pad" not in left) == (not fill)


@pytest.mark.parametrize("fill", [0, 3])
@pytest.mark.parametrize("zero_point", [0, 3])
def test_a_quantized_convolution_takes_a_pad_of_its_zero_point(zero_point: int, fill: int) -> None:
    text = """(uint8[1,2,6,7] x) => (uint8[1,3,5,8] y) {
        p = Pad(x, widths, fill) y = QLinearConv(p, s, zero, w, s, zero, t, zero) }"""
    proto = model(
        text,
        18,
        widths=np.asarray(SPATIAL),
        fill=np.asarray(fill, np.uint8),
        zero=np.asarray(zero_point, np.uint8),
        w=np.arange(54, dtype=np.uint8).reshape(3, 2, 3, 3),
        s=np.asarray(0.5, np.float32),
        t=np.asarray(4, np.float32),
    )
    assert_as_unoptimized(proto, inputs_of(proto))


@pytest.mark.parametrize("operator", ["Conv", "ConvInteger", "QLinearConv"])
@pytest.mark.parametrize("mode", ["VALID", "SAME_UPPER", "SAME_LOWER"])
def test_every_kind_of_automatic_padding_is_right(mode: str, operator: str) -> None:
    for kernel, stride, size in product((1, 2, 3), (1, 2, 3, 4, 7), (5, 6, 7, 9)):
        out = (size - kernel) // stride + 1 if mode == "VALID" else -(-size // stride)
        integers = operator != "Conv"
        given, found = {
            "Conv": ("float", "float"),
            "ConvInteger": ("uint8", "int32"),
            "QLinearConv": ("uint8", "uint8"),
        }[operator]
        operands = {
            "Conv": "p, w",
            "ConvInteger": "p, w, zero",
            "QLinearConv": "p, s, zero, w, s, zero, t, zero",
        }[operator]
        text = f"""({given}[1,2,{size}] x) => ({found}[1,3,{out}] y) {{
            p = Identity(x) y = {operator} <auto_pad = "{mode}", strides = [{stride}]>
            ({operands}) }}"""
        w = weights(3, 2, kernel)
        proto = model(
            text,
            18,
            w=(w * 20 + 60).astype(np.uint8) if integers else w,
            zero=np.asarray(3, np.uint8),
            s=np.asarray(0.5, np.float32),
            t=np.asarray(4, np.float32),
        )
        assert_as_unoptimized(proto, inputs_of(proto), 1e-6)
