"""Settings of AIPP that several tests use."""

from __future__ import annotations

NCHW, NHWC = "NCHW", "NHWC"
LAYOUTS = (NCHW, NHWC)
FORMATS = ("YUV420SP_U8", "RGB888_U8", "XRGB8888_U8", "YUV400_U8")
#: Formats, without and with a conversion of colors.
COLORED = [(name, colors) for name in FORMATS for colors in (False, True)][:-1]
NORMALISED = {
    "mean_chn_0": 104,
    "mean_chn_1": 117,
    "mean_chn_2": 123,
    "min_chn_0": 0.25,
    "min_chn_2": 3.5,
    "var_reci_chn_0": 0.0039,
    "var_reci_chn_1": -2,
    "var_reci_chn_2": 0.017,
}
CROP = {"crop": True, "load_start_pos_w": 2, "load_start_pos_h": 4}
PADDING = {
    "padding": True,
    "left_padding_size": 1,
    "right_padding_size": 2,
    "top_padding_size": 3,
    "bottom_padding_size": 4,
    "padding_value": -7.5,
}
RGB = {"input_format": "RGB888_U8"}
SIZED = RGB | {"src_image_size_h": 8, "src_image_size_w": 6}
