"""Images whose settings come with each inference become what a static block makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import AoeError, UsageError
from aoe.frontends.preprocessing.parameters import EACH, HEAD, NAME
from tests.frontends.preprocessing.formulas import (
    TO_RGB,
    TO_YUV,
    expected,
    images,
    matrix,
    model,
    written,
)

MOST = 1500
DYNAMIC = f"aipp_op {{ aipp_mode: dynamic max_src_image_size: {MOST} }}"
#: A crop of 8x6 pixels of 14x12, and a border that makes them 11x13; factors that float16 holds.
CROP = {"crop": True, "load_start_pos_h": 2, "load_start_pos_w": 4}
CROP |= {"crop_size_h": 6, "crop_size_w": 8}
PADDING = {"padding": True, "left_padding_size": 1, "right_padding_size": 2}
PADDING |= {"top_padding_size": 3, "bottom_padding_size": 4}
NUMBERS = {"mean_chn_0": 3, "mean_chn_1": 200, "min_chn_1": 0.5, "var_reci_chn_2": -0.25}


def compiled(text: str, shape: list[int], **options: Any) -> aoe.InferenceSession:
    Path("aipp.cfg").write_text(text)
    return aoe.compile(
        model(shape, **options),
        threads=1,
        device="reference",
        model_options=aoe.ModelOptions(insert_op_conf="aipp.cfg"),
    )


@pytest.fixture(scope="module", params=[1, 3])
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, aoe.InferenceSession]]:
    """Channels, and a model that takes two images of so many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("dynamic"))
        with compiled(DYNAMIC, [2, request.param, 13, 11]) as made:
            yield request.param, made


def parameters(image_format: str, **more: Any) -> aoe.AippParameters:
    """Settings that say what the blocks above say."""
    return aoe.AippParameters(
        image_format,
        12,
        14,
        means=(3, 200),
        minima=(0, 0.5),
        factors=(1, 1, -0.25),
        crop=(4, 2, 8, 6),
        padding=(1, 2, 3, 4),
        batch=2,
        **more,
    )


def run(session: aoe.InferenceSession, raw: np.ndarray, settings: np.ndarray) -> np.ndarray:
    padded = np.zeros(MOST, np.uint8)
    padded[: raw.size] = raw.reshape(-1)
    (found,) = session.run(None, {"x": padded, NAME: settings})
    return found.transpose(0, 2, 3, 1)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("colors", [None, TO_RGB, TO_YUV])
@pytest.mark.parametrize("image_format", ["YUV420SP_U8", "XRGB8888_U8", "RGB888_U8", "YUV400_U8"])
def test_images_become_what_a_static_block_makes_of_them(
    session: tuple[int, aoe.InferenceSession],
    image_format: str,
    colors: tuple[int, ...] | None,
    swap: bool,
) -> None:
    channels, made = session
    if image_format == "YUV400_U8" and (channels == 3 or colors or swap):
        pytest.skip("gray images have no colors")
    if channels == 1 and colors is None and image_format in ("XRGB8888_U8", "RGB888_U8"):
        pytest.skip("colors become gray by a matrix")
    block: dict[str, Any] = {"input_format": image_format, **CROP, **PADDING, **NUMBERS}
    block |= {"src_image_size_h": 14, "src_image_size_w": 12, "rbuv_swap_switch": swap}
    alpha = image_format == "XRGB8888_U8" and swap
    block["ax_swap_switch"] = alpha
    if colors is not None:
        block |= {"csc_switch": True, **matrix(colors), "input_bias_0": 16}
        block |= {f"input_bias_{i}": 128 for i in (1, 2)}
        block |= {f"output_bias_{i}": number for i, number in enumerate((16, 128, 128))}
    raw = images(block, 14, 12, batch=2)
    settings = parameters(image_format, matrix=colors, rbuv_swap_switch=swap, ax_swap_switch=alpha)
    wanted = expected(block, raw, (14, 12), (13, 11), channels)
    np.testing.assert_allclose(run(made, raw, settings.to_bytes()), wanted, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("size", [(8, 6), (3, 2), (11, 13), (8, 11), (1, 6), (5, 1)])
@pytest.mark.parametrize("image_format", ["YUV420SP_U8", "XRGB8888_U8"])
def test_images_get_the_size_that_a_static_block_gives_them(
    session: tuple[int, aoe.InferenceSession],
    image_format: str,
    size: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    channels, made = session
    (width, height), right, bottom = size, (11 - size[0]) // 2, (13 - size[1]) // 3
    padding = (11 - width - right, right, 13 - height - bottom, bottom)
    block: dict[str, Any] = {"input_format": image_format, **CROP, **NUMBERS, "padding": True}
    block |= {"src_image_size_h": 14, "src_image_size_w": 12, "resize": True}
    block |= {"resize_output_w": width, "resize_output_h": height}
    block |= {"csc_switch": True, **matrix(TO_RGB)}
    sides = ("left", "right", "top", "bottom")
    block |= {f"{side}_padding_size": n for side, n in zip(sides, padding, strict=True)}
    if image_format == "YUV420SP_U8":
        block |= {f"input_bias_{i}": number for i, number in enumerate((16, 128, 128))}
    raw = images(block, 14, 12, batch=2)
    settings = replace(
        parameters(image_format, matrix=TO_RGB, resize=size), padding=padding
    ).to_bytes()
    with compiled(written(block), [2, channels, 13, 11]) as static:
        (wanted,) = static.run(None, {"x": raw})
    differences = np.abs(run(made, raw, settings) - wanted.transpose(0, 2, 3, 1))
    # A number in the middle between two may be rounded to either: it is computed in float32.
    assert differences.max() <= 1
    assert np.mean(differences != 0) < 0.02
    settings[HEAD + 24] += 1
    with pytest.raises(AoeError, match="what is resized is what is cut"):
        run(made, raw, settings)


def test_no_settings_stand_for_images_as_large_as_the_input(
    session: tuple[int, aoe.InferenceSession],
) -> None:
    channels, made = session
    raw = np.random.default_rng(0).integers(0, 256, (2, 13, 11, channels), np.uint8)
    np.testing.assert_array_equal(run(made, raw, np.zeros(HEAD + 2 * EACH, np.uint8)), raw)


def test_a_switch_is_on_or_off_whatever_its_number(
    session: tuple[int, aoe.InferenceSession],
) -> None:
    settings = parameters("YUV420SP_U8", rbuv_swap_switch=True).to_bytes()
    raw = np.random.default_rng(0).integers(0, 256, 2 * 14 * 12 * 3 // 2, np.uint8)
    wanted = run(session[1], raw, settings)
    settings[[2, HEAD, HEAD + EACH]] = 3, 2, 255
    np.testing.assert_array_equal(run(session[1], raw, settings), wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("aipp_op { aipp_mode: dynamic }", "needs max_src_image_size"),
        (DYNAMIC.replace(" }", " crop: true }"), "crop is not for aipp_mode: dynamic"),
    ],
)
def test_blocks_of_another_form_are_refused(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=message):
        compiled(text, [1, 3, 4, 6])


def test_several_sizes_of_images_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("aipp.cfg").write_text(DYNAMIC)
    options = aoe.ModelOptions(insert_op_conf="aipp.cfg", dynamic_image_size=[(2, 4), (6, 8)])
    with pytest.raises(UsageError, match="does not tell the sizes"):
        aoe.compile(
            model([1, 3, "h", "w"]), input_shape={"x": (1, 3, -1, -1)}, model_options=options
        )
