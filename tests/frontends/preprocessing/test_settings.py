"""Keys of AIPP get values and defaults; what is unknown, reserved or impossible is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aoe.errors import UsageError
from aoe.frontends.preprocessing.keys import DEFAULTS
from aoe.frontends.preprocessing.settings import (
    ColorConversion,
    Crop,
    Padding,
    read_preprocessing,
    settings_in,
)
from tests.frontends.preprocessing.formulas import TO_RGB, TO_YUV, matrix, written

RGB = {"input_format": "RGB888_U8"}
YUV = {"input_format": "YUV420SP_U8"}


def test_defaults_are_those_of_the_documents() -> None:
    (image,) = settings_in("f", written(RGB))
    assert (image.rank, image.name, image.width, image.height) == (0, "", 0, 0)
    assert not image.swaps_first_and_third
    assert not image.first_is_alpha
    assert (image.crop, image.colors, image.padding) == (None, None, None)
    assert (image.means, image.minima, image.factors) == ((0,) * 4, (0,) * 4, (1,) * 4)


def test_the_matrix_of_the_documents_is_used_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "aipp.cfg").write_text(written(YUV | {"csc_switch": True}))
    read = read_preprocessing("aipp.cfg", tmp_path)
    (image,) = read.images
    rows = ((298, 516, 0), (298, -100, -208), (298, 0, 409))
    assert image.colors == ColorConversion(rows, (16, 128, 128), (0, 0, 0), is_default=True)
    (warning,) = read.warnings
    assert "converts YUV of BT.601, narrow range, to BGR" in warning


@pytest.mark.parametrize(
    ("block", "key", "switch"),
    [
        (matrix(TO_RGB), "matrix_r0c0", "csc_switch"),
        ({"left_padding_size": 2}, "left_padding_size", "padding"),
        ({"crop": False, "load_start_pos_w": 4}, "load_start_pos_w", "crop"),
        ({"resize": False, "resize_output_h": 8}, "resize_output_h", "resize"),
        ({"padding_value": 3}, "padding_value", "padding"),
        ({"output_bias_1": 0}, "output_bias_1", "csc_switch"),
    ],
)
def test_a_key_without_its_switch_is_a_warning(
    block: dict[str, Any], key: str, switch: str, tmp_path: Path
) -> None:
    (tmp_path / "aipp.cfg").write_text(written(RGB | block))
    (warning,) = read_preprocessing("aipp.cfg", tmp_path).warnings
    assert warning.endswith(f": {key} has no effect without {switch}: true")


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (
            RGB | {"max_src_image_size": 9},
            "max_src_image_size has no effect with aipp_mode: static",
        ),
        (
            RGB | {"related_input_name": '"x"', "related_input_rank": 1},
            "related_input_rank has no effect beside related_input_name",
        ),
        (RGB | {"mean_chn_3": 9}, "mean_chn_3 has no effect on inputs of at most 3 channels"),
        (RGB | {"ax_swap_switch": True}, "ax_swap_switch has no effect on images of RGB888_U8"),
        (
            {"input_format": "YUV400_U8", "rbuv_swap_switch": True},
            "rbuv_swap_switch has no effect on images of YUV400_U8",
        ),
        (
            RGB | matrix(TO_YUV) | {"csc_switch": True, "input_bias_0": 0},
            "input_bias_0 has no effect on images of RGB888_U8",
        ),
        (
            YUV | matrix(TO_RGB) | {"csc_switch": True, "output_bias_0": 0},
            "output_bias_0 has no effect on images of YUV420SP_U8",
        ),
    ],
)
def test_a_key_without_an_effect_is_a_warning(
    block: dict[str, Any], told: str, tmp_path: Path
) -> None:
    (tmp_path / "aipp.cfg").write_text(written(block))
    (warning,) = read_preprocessing("aipp.cfg", tmp_path).warnings
    assert warning.endswith(f"aipp.cfg: block in line 1: {told}")


def test_all_keys_of_the_template_are_known() -> None:
    """Those of the documents' template for a static block, with its values."""
    shown = {
        **{name: value for name, value in DEFAULTS.items() if name not in ("input_edge_idx",)},
        **RGB,
        **matrix(TO_YUV),
        "related_input_name": '""',
    }
    (image,) = settings_in("f", written(shown | {"aipp_mode": "static"}))
    assert image.image_format == "RGB888_U8"


def test_every_setting_is_read() -> None:
    block = {
        **YUV,
        **matrix(TO_RGB),
        "related_input_rank": 2,
        "related_input_name": "'data'",
        "src_image_size_w": 320,
        "src_image_size_h": 240,
        "crop": True,
        "load_start_pos_w": 10,
        "load_start_pos_h": 20,
        "crop_size_w": 50,
        "crop_size_h": 60,
        "padding": True,
        "left_padding_size": 1,
        "right_padding_size": 2,
        "top_padding_size": 3,
        "bottom_padding_size": 4,
        "padding_value": "-1.5",
        "csc_switch": True,
        "rbuv_swap_switch": True,
        "ax_swap_switch": True,
        "mean_chn_1": 104,
        "min_chn_2": "0.5f",
        "var_reci_chn_3": "3.9e-3",
    }
    (image,) = settings_in("f", written(block))
    assert (image.rank, image.name) == (2, "data")
    assert (image.width, image.height) == (320, 240)
    assert image.crop == Crop(10, 20, 50, 60)
    assert image.padding == Padding(1, 2, 3, 4, -1.5)
    assert image.swaps_first_and_third
    assert image.first_is_alpha
    assert image.colors == ColorConversion(
        ((298, 0, 409), (298, -100, -208), (298, 516, 0)), (16, 128, 128), (0, 0, 0)
    )
    assert image.means == (0, 104, 0, 0)
    assert image.minima == (0, 0, 0.5, 0)
    assert image.factors[:3] == (1, 1, 1)
    assert image.factors[3] == pytest.approx(3.9e-3, rel=1e-7)


def test_biases_of_results_are_for_images_in_red_green_and_blue() -> None:
    block = RGB | matrix(TO_YUV) | {"csc_switch": True, "input_bias_0": 9, "output_bias_1": 7}
    (image,) = settings_in("f", written(block))
    assert image.colors is not None
    assert (image.colors.before, image.colors.after) == ((0, 0, 0), (16, 7, 128))


def test_formats_may_be_given_by_number() -> None:
    (image,) = settings_in("f", written({"aipp_mode": 1, "input_format": 4}))
    assert image.image_format == "YUV400_U8"


def test_there_may_be_several_blocks() -> None:
    first, second = settings_in("f", written(RGB, YUV | {"related_input_rank": 1}))
    assert (first.rank, second.rank) == (0, 1)


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (
            {"csc_swich": True} | RGB,
            "line 3: there is no key 'csc_swich'; did you mean csc_switch?",
        ),
        ({"zzz": 1} | RGB, "there is no key 'zzz'; see the documentation"),
        (
            {"input_format": "RAW10"},
            "input_format: RAW10 is not read; convert .* YUV420SP_U8, XRGB",
        ),
        (
            {"input_format": "rgb888_u8"},
            "line 3: input_format: rgb888_u8 is not read; .*; did you mean RGB888_U8",
        ),
        ({"input_format": "YUV422SP_U8"}, "YUV422SP_U8 is not read; .* YUV400_U8$"),
        ({"aipp_mode": "Static"}, "aipp_mode: Static must be .*; did you mean static"),
        (RGB | {"crop": "TRUE"}, "crop: TRUE must be true or false; did you mean true"),
        ({}, "line 1: input_format is missing; add one of YUV420SP_U8"),
        ({"aipp_mode": "dynamic"}, "line 1: aipp_mode: dynamic needs max_src_image_size"),
        ({"aipp_mode": "statik"}, "aipp_mode: statik must be one of static, dynamic"),
        (RGB | {"crop": "yes"}, "line 4: crop: yes must be true or false"),
        (RGB | {"mean_chn_0": 123.675}, "mean_chn_0: 123.675 must be a whole .* min_chn"),
        (RGB | {"mean_chn_0": 256}, "mean_chn_0: 256 must be a whole number from 0 to 255"),
        (RGB | {"min_chn_0": "nan"}, "min_chn_0: nan must be a number from 0 to 255"),
        (RGB | {"var_reci_chn_0": "1e9"}, "var_reci_chn_0: 1e9 must be a number from -65504"),
        (RGB | {"matrix_r0c0": 32768}, "matrix_r0c0: 32768 must be a whole number from -32768"),
        (RGB | {"src_image_size_w": "010"}, "src_image_size_w: 010 must be a whole number"),
        (RGB | {"related_input_name": "data"}, "related_input_name: data must be a text in quotes"),
        (RGB | {"crop": '"true"'}, 'crop: "true" must be true or false'),
        (RGB | {"cpadding_value": 1}, "cpadding_value: 1 is reserved in AIPP"),
        (RGB | {"rotation_angle": 1}, "rotation_angle: 1 is reserved in AIPP"),
        (RGB | {"rotation_angle": 90}, "line 4: rotation_angle: 90 is reserved in AIPP"),
        (
            {"aipp_mode": "dynamic", "max_src_image_size": 9, "support_rotation": True},
            "line 4: support_rotation: true is reserved in AIPP",
        ),
        (RGB | {"single_line_mode": True}, "single_line_mode: true is reserved in AIPP"),
        (RGB | {"support_rotation": True}, "support_rotation: true is reserved in AIPP"),
        (RGB | {"raw_rgbir_to_f16_n": 4}, "raw_rgbir_to_f16_n: 4 is reserved in AIPP"),
        (RGB | {"input_edge_idx": 0}, "input_edge_idx is for one of several readers"),
        (
            RGB | {"csc_switch": True},
            "csc_switch needs a matrix, but matrix_r0c0 to matrix_r2c2 are missing",
        ),
        (
            YUV | matrix(TO_RGB[:8]) | {"csc_switch": True},
            "csc_switch needs a matrix, but matrix_r2c2 is missing",
        ),
        (
            {"input_format": "YUV400_U8", "csc_switch": True} | matrix(TO_RGB),
            "YUV400_U8 has no colors to convert",
        ),
        (
            YUV | {"crop": True, "load_start_pos_h": 3},
            "line 5: load_start_pos_h: 3 is odd, .* give an even number",
        ),
    ],
)
def test_what_cannot_be_is_refused(block: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=f"^f: .*{told}"):
        settings_in("f", written(block))


def test_reserved_keys_may_have_their_defaults() -> None:
    (image,) = settings_in("f", written(RGB | {"resize": False, "raw_rgbir_to_f16_n": 8}))
    assert image.crop is None
    block = {"aipp_mode": "dynamic", "max_src_image_size": 9, "support_rotation": False}
    assert settings_in("f", written(block)) == ()


def test_a_block_without_a_mode_is_refused() -> None:
    with pytest.raises(UsageError, match="aipp_mode is missing; add aipp_mode: static"):
        settings_in("f", "aipp_op { input_format: RGB888_U8 }")


def test_a_file_without_blocks_is_refused() -> None:
    with pytest.raises(UsageError, match="f: has no block; write aipp_op"):
        settings_in("f", "# nothing\n")


def test_a_file_is_read_whatever_its_comments_are(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf# \xb3\xb5\n" + written(RGB).encode()
    (tmp_path / "aipp.cfg").write_bytes(data)
    found = read_preprocessing("aipp.cfg", tmp_path)
    assert found.file == tmp_path / "aipp.cfg"
    assert [image.line for image in found.images] == [2]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"--insert_op_conf=aipp.cfg: cannot read it: No such file"
    ):
        read_preprocessing("aipp.cfg", tmp_path)


def test_without_the_option_nothing_is_read(tmp_path: Path) -> None:
    assert read_preprocessing(None, tmp_path).images == ()
