"""Fields of `aoe.AippParameters` are refused by name where AIPP does not take them."""

from __future__ import annotations

import inspect
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.errors import UsageError

GOOD = aoe.AippParameters("RGB888_U8", 12, 14)
NOT_NUMBERS = ["1", b"1", 1.5, None, float("nan"), 1j, object(), (), [2], {}, True, np.ones(2)]
ODD_VALUES: list[Any] = [
    *NOT_NUMBERS,
    *(-1, 0, 3, 1 << 8, 1 << 15, 1 << 16, 1 << 40, float("inf"), np.int64(4), np.float32(0.1)),
    *((1,), (1,) * 3, (0,) * 4, (1,) * 4, (1,) * 5, (2,) * 9, (None,) * 4, ("1",) * 3, "RGB888_U8"),
    *((float("nan"),), (1e9,), [256], np.zeros((2, 2)), range(4), np.arange(3), ((1,), (2,))),
]


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("input_format", "RGB", "one of YUV420SP_U8, XRGB8888_U8, RGB888_U8, YUV400_U8"),
        ("input_format", "rgb888_u8", "did you mean RGB888_U8"),
        ("input_format", 3, "one of YUV420SP_U8"),
        ("width", 0, "a whole number from 1 to 65535"),
        ("width", "12", "a whole number from 1 to 65535"),
        ("height", 14.0, "a whole number from 1 to 65535"),
        ("batch", 256, "a whole number from 1 to 255"),
        ("matrix", (1, 2, 3), "nine whole numbers from -32768 to 32767"),
        ("input_bias", (1, 2, 256), "three whole numbers from 0 to 255"),
        ("output_bias", 16, "three whole numbers from 0 to 255"),
        ("rbuv_swap_switch", 1, "True or False"),
        ("ax_swap_switch", None, "True or False"),
        ("crop", (0, 0, 8), r"\(left, top, width, height\)"),
        ("crop", (0, 0, 0, 4), "width and height not 0"),
        ("crop", (8, 0, 8, 4), "within the image, whose width is 12; it ends at 16"),
        ("crop", (0, 8, 8, 8), "within the image, whose height is 14; it ends at 16"),
        ("resize", (4, 0), r"\(width, height\), whole numbers from 1 to 65535"),
        ("padding", (1, 1), r"\(left, right, top, bottom\)"),
        ("means", (104.5,), "put a fraction into minima"),
        ("means", (0, 256), "up to four whole numbers from 0 to 255"),
        ("means", (1,) * 5, "up to four whole numbers from 0 to 255"),
        ("minima", (-1.0,), "up to four numbers from 0 to 255"),
        ("factors", (float("nan"),), "up to four numbers from -65504 to 65504"),
        ("factors", (1e9,), "up to four numbers from -65504 to 65504"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(name: str, value: Any, allowed: str) -> None:
    with pytest.raises(UsageError, match=rf"AippParameters\(\): {name}=.* must be .*{allowed}"):
        replace(GOOD, **{name: value})


@pytest.mark.parametrize(
    ("more", "allowed"),
    [
        ({"width": 13}, "width=13 must be even for YUV420SP_U8"),
        ({"height": 13}, "height=13 must be even for YUV420SP_U8"),
        ({"crop": (1, 0, 4, 4)}, "of even left and top"),
    ],
)
def test_images_that_share_colors_start_at_even_places(more: dict[str, Any], allowed: str) -> None:
    with pytest.raises(UsageError, match=allowed):
        replace(GOOD, input_format="YUV420SP_U8", **more)


def test_gray_images_have_no_colors_to_convert() -> None:
    with pytest.raises(UsageError, match="must be None for YUV400_U8"):
        aoe.AippParameters("YUV400_U8", 12, 14, matrix=(1,) * 9)


@given(st.sampled_from([field.name for field in fields(GOOD)]), st.sampled_from(ODD_VALUES))
def test_no_value_ends_otherwise_than_in_bytes_or_a_sentence(name: str, value: Any) -> None:
    try:
        made = replace(GOOD, **{name: value})
    except UsageError as error:
        sentence = str(error)
    else:
        sentence = f"{name}= {made.to_bytes().dtype}"
    assert f"{name}=" in sentence


def test_unknown_and_missing_fields_are_named() -> None:
    with pytest.raises(UsageError, match="no argument 'widht'; did you mean width"):
        aoe.AippParameters("RGB888_U8", widht=3, height=4)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="missing a required argument: 'height'"):
        aoe.AippParameters("RGB888_U8", 3)  # type: ignore[call-arg]


def test_arrays_are_taken_and_kept() -> None:
    numbers = np.asarray([1, 2, 3])
    given: dict[str, Any] = {"means": numbers, "matrix": np.arange(9), "crop": [0, 0, 4, 4]}
    made = replace(GOOD, **given)
    wanted = made.to_bytes()
    numbers[:] = 9
    np.testing.assert_array_equal(made.to_bytes(), wanted)
    same = replace(GOOD, means=(1, 2, 3), matrix=tuple(range(9)), crop=(0, 0, 4, 4))
    assert made == same


def test_all_fields_are_documented() -> None:
    text = inspect.getdoc(aoe.AippParameters) or ""
    assert all(f"\n    {field.name}: " in text for field in fields(GOOD))
