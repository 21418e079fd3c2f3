"""AIPP as its documents define it, pixel by pixel in whole numbers and float64; models for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir
from onnx import TensorProto, helper

from aoe.frontends.boundary import apply_boundary, boundary
from aoe.frontends.preprocessing.settings import Preprocessing, settings_in

#: From YUV to red, green and blue, of BT.601 with 16 to 235 levels of Y.
TO_RGB = (298, 0, 409, 298, -100, -208, 298, 516, 0)
#: From red, green and blue to YUV, likewise.
TO_YUV = (66, 129, 25, -38, -74, 112, 112, -94, -18)
#: From red, green and blue to gray.
TO_GRAY = (76, 150, 30, 0, 0, 0, 0, 0, 0)


def matrix(numbers: Sequence[int]) -> dict[str, int]:
    """The keys of a matrix, row by row."""
    return {f"matrix_r{i // 3}c{i % 3}": number for i, number in enumerate(numbers)}


def written(*blocks: Mapping[str, Any]) -> str:
    """A file with these blocks; static ones unless they say otherwise."""
    lines = []
    for block in blocks:
        lines.append("aipp_op {")
        for key, value in {"aipp_mode": "static", **block}.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            lines.append(f"    {key}: {text}")
        lines.append("}")
    return "\n".join(lines)


def images(block: Mapping[str, Any], height: int, width: int, batch: int = 1) -> np.ndarray:
    """Random bytes of images in the format of a block, as its model takes them."""
    image_format = block["input_format"]
    channels = {"RGB888_U8": 3, "XRGB8888_U8": 4}.get(image_format, 1)
    lines = height * 3 // 2 if image_format == "YUV420SP_U8" else height
    random = np.random.default_rng(height * 1000 + width)
    return random.integers(0, 256, (batch, lines, width, channels), np.uint8)


def expected(
    block: Mapping[str, Any],
    raw: np.ndarray,
    source: tuple[int, int],
    size: tuple[int, int],
    channels: int,
    normalised: bool = True,
) -> np.ndarray:
    """What the model gets, with channels last.

    Args:
        block: The keys of the block.
        raw: The bytes.
        source: Height and width of the images.
        size: Those of the model's input, for a crop that has no size.
        channels: Channels of the model's input.
        normalised: Whether the model takes floating-point numbers.
    """
    made = []
    for image in raw:
        rows = [
            [_pixel(block, image, source[0], y, x) for x in range(source[1])]
            for y in range(source[0])
        ]
        if block.get("crop"):
            top, left = block.get("load_start_pos_h", 0), block.get("load_start_pos_w", 0)
            height = block.get("crop_size_h") or size[0]
            width = block.get("crop_size_w") or size[1]
            rows = [row[left : left + width] for row in rows[top : top + height]]
        done = np.array(
            [[_done(block, pixel, channels, normalised) for pixel in row] for row in rows]
        )
        if block.get("padding"):
            sides = [
                block.get(f"{side}_padding_size", 0) for side in ("top", "bottom", "left", "right")
            ]
            done = np.pad(
                done,
                ((sides[0], sides[1]), (sides[2], sides[3]), (0, 0)),
                constant_values=block.get("padding_value", 0),
            )
        made.append(done)
    return np.array(made)


def _pixel(block: Mapping[str, Any], image: np.ndarray, height: int, y: int, x: int) -> list[int]:
    """The channels of a pixel, after the swap."""
    image_format = block["input_format"]
    if image_format == "YUV420SP_U8":
        line, left = height + y // 2, x // 2 * 2
        found = [image[y, x, 0], image[line, left, 0], image[line, left + 1, 0]]
        if block.get("rbuv_swap_switch"):
            found[1], found[2] = found[2], found[1]
        return [int(item) for item in found]
    found = [int(item) for item in image[y, x]]
    if block.get("ax_swap_switch"):
        found = [*found[1:], found[0]]
    if block.get("rbuv_swap_switch"):
        found[0], found[2] = found[2], found[0]
    return found


def _done(
    block: Mapping[str, Any], pixel: list[int], channels: int, normalised: bool
) -> list[float]:
    """Other colors, minus mean and least value, by the factor."""
    if block.get("csc_switch"):
        yuv = block["input_format"] == "YUV420SP_U8"
        before = [block.get(f"input_bias_{i}", (16, 128, 128)[i]) if yuv else 0 for i in range(3)]
        after = [0 if yuv else block.get(f"output_bias_{i}", (16, 128, 128)[i]) for i in range(3)]
        given = [pixel[i] - before[i] for i in range(3)]
        pixel = [
            (sum(block[f"matrix_r{i}c{k}"] * given[k] for k in range(3)) >> 8) + after[i]
            for i in range(3)
        ]
        pixel = [min(max(item, 0), 255) for item in pixel]
    if not normalised:
        return [float(item) for item in pixel[:channels]]
    return [
        (pixel[i] - block.get(f"mean_chn_{i}", 0) - block.get(f"min_chn_{i}", 0.0))
        * block.get(f"var_reci_chn_{i}", 1.0)
        for i in range(channels)
    ]


def model(
    shape: Sequence[int | str],
    dtype: int = TensorProto.FLOAT,
    opset: int = 21,
    names: Sequence[str] = ("x",),
) -> onnx.ModelProto:
    """A model that gives each input in float32."""
    return helper.make_model(
        helper.make_graph(
            [helper.make_node("Cast", [name], [f"{name}_given"], to=1) for name in names],
            "given",
            [helper.make_tensor_value_info(name, dtype, shape) for name in names],
            [
                helper.make_tensor_value_info(f"{name}_given", TensorProto.FLOAT, shape)
                for name in names
            ],
        ),
        opset_imports=[helper.make_opsetid("", opset)],
        ir_version=8,
    )


def prepared(
    source: onnx.ModelProto, text: str, image_format: str = "NCHW", **options: Any
) -> onnx_ir.Model:
    """A model with the preprocessing of a file in front of it."""
    changed = onnx_ir.from_proto(source)
    wanted = Preprocessing(Path("aipp.cfg"), settings_in("aipp.cfg", text))
    apply_boundary(
        changed, boundary(preprocessing=wanted, image_format=image_format, **options), "the model"
    )
    return changed
