"""Images that do not fit a model, and inputs that cannot be images."""

from __future__ import annotations

from typing import Any

import pytest
from onnx import TensorProto

from aoe.errors import UsageError
from tests.frontends.preprocessing.blocks import RGB, SIZED
from tests.frontends.preprocessing.formulas import (
    model,
    prepared,
    written,
)


@pytest.mark.parametrize(
    ("block", "shape", "told"),
    [
        (SIZED, [1, 3, 4, 6], "gives images of 8x6 .height x width., but 'x' takes 4x6"),
        (
            SIZED | {"crop": True, "crop_size_h": 5},
            [1, 3, 4, 6],
            "gives images of 5x6 .*'x' takes 4x6; correct crop_size",
        ),
        (
            SIZED | {"padding": True, "top_padding_size": 1},
            [1, 3, 8, 6],
            "gives images of 9x6 .*'x' takes 8x6; correct padding",
        ),
        (
            SIZED | {"crop": True, "load_start_pos_h": 5},
            [1, 3, 4, 6],
            "load_start_pos_h 5 and the crop size 4 end at 9, but src_image_size_h is 8",
        ),
        (RGB | {"resize": True}, [1, 3, 4, 6], "give src_image_size_w and src_image_size_h"),
        (
            SIZED | {"resize": True, "resize_output_h": 5},
            [1, 3, 4, 6],
            "gives images of 5x6 .*'x' takes 4x6; correct resize_output",
        ),
        (
            SIZED | {"resize": True, "padding": True, "top_padding_size": 4},
            [1, 3, 4, 6],
            "resizes images of 8x6 to nothing, .*; correct padding or resize_output",
        ),
        (
            SIZED | {"crop": True, "resize": True},
            [1, 3, 4, 6],
            "crop with resize needs a size; give crop_size_w",
        ),
        (RGB | {"crop": True}, [1, 3, 4, 6], "give src_image_size_w and src_image_size_h"),
        (
            SIZED | {"crop": True, "padding": True},
            [1, 3, 4, 6],
            "crop with padding needs a size; give crop_size_w",
        ),
        ({"input_format": "YUV420SP_U8"}, [1, 3, 5, 6], "even height and width, not 5x6"),
        (RGB, [1, 4, 6, 3], "has 4 channels, shape 1,4,6,3 as NCHW, .* becomes 3; .*=NHWC"),
        (RGB, [1, 1, 4, 6], "becomes 3; convert colors to gray with csc_switch"),
        (
            {"input_format": "YUV400_U8"},
            [1, 3, 4, 6],
            "YUV400_U8 becomes 1; give images with colors: write YUV420SP_U8, XRGB8888_U8, RGB888",
        ),
        ({"input_format": "YUV400_U8"}, [1, 4, 6, 1], "YUV400_U8 becomes 1; .*=NHWC"),
        (
            {"input_format": "YUV420SP_U8"},
            [1, 2, 4, 6],
            "YUV420SP_U8 becomes 1 or 3; images become 1 or 3 channels, so choose another input",
        ),
        (RGB, [1, 12], "has the shape 1,12, but images have four dimensions"),
        (RGB, [1, 3, "h", 6], "has the shape 1,3,h,6; its height, .* so give --input_shape"),
        (RGB | {"related_input_rank": 1}, [1, 3, 4, 6], "rank is 1, but the inputs .* are 'x'"),
        (
            RGB | {"related_input_name": '"y"'},
            [1, 3, 4, 6],
            "related_input_name is 'y', but the inputs of the model are 'x'",
        ),
    ],
)
def test_images_that_do_not_fit_the_model_are_refused(
    block: dict[str, Any], shape: list[int | str], told: str
) -> None:
    with pytest.raises(UsageError, match=f"^--insert_op_conf=aipp.cfg: .*line 1: .*{told}"):
        prepared(model(shape), written(block))


def test_two_blocks_for_one_input_are_refused() -> None:
    with pytest.raises(UsageError, match="'x' is the input of the block in line 1 too"):
        prepared(model([1, 3, 4, 6]), written(RGB, RGB))


def test_inputs_of_other_element_types_are_refused() -> None:
    with pytest.raises(UsageError, match="holds INT32; images become float32, float16 or uint8"):
        prepared(model([1, 3, 4, 6], TensorProto.INT32), written(RGB))


@pytest.mark.parametrize("number", [0.5, -1, 256])
def test_padding_of_bytes_is_a_byte(number: float) -> None:
    block = RGB | {
        "src_image_size_h": 2,
        "src_image_size_w": 2,
        "padding": True,
        "padding_value": number,
    }
    with pytest.raises(UsageError, match=r"padding_value is .*, but 'x' holds uint8; give a whole"):
        prepared(model([1, 3, 2, 2], TensorProto.UINT8), written(block))


def test_an_input_is_not_both_an_image_and_float16() -> None:
    with pytest.raises(UsageError, match="'x' takes images, but --input_fp16_nodes names it too"):
        prepared(model([1, 3, 4, 6]), written(RGB), input_fp16_nodes=["x"])


def test_an_input_that_is_an_output_keeps_its_type() -> None:
    source = model([1, 3, 4, 6])
    source.graph.output.append(source.graph.input[0])
    with pytest.raises(UsageError, match="'x' is an output of the model, too"):
        prepared(source, written(RGB))
