"""Images that are not resized are copied by windows of their bytes, others are looked up: both give
what a static block gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aoe
from aoe.errors import AoeError
from aoe.frontends.preprocessing.parameters import HEAD, NAME
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.frontends.preprocessing.formulas import TO_RGB, TO_YUV, expected, images, matrix, model
from tests.not_empty import not_empty

HEIGHT, WIDTH, MOST = 9, 20, 4096
#: Sums of the last two are not exact in float32, but clipped.
MATRICES = [TO_RGB, TO_YUV, (32767,) * 9, (-32768, -32768, -32768, 32767, -32768, 1, 3, 5, 32767)]
SIDES = ("left", "right", "top", "bottom")


def compiled(channels: int, most: int, device: str, height: int = HEIGHT) -> aoe.InferenceSession:
    Path("aipp.cfg").write_text(f"aipp_op {{ aipp_mode: dynamic max_src_image_size: {most} }}")
    return aoe.compile(
        model([2, channels, height, WIDTH]),
        threads=1,
        device=device,
        model_options=aoe.ModelOptions(insert_op_conf="aipp.cfg"),
    )


@pytest.fixture(scope="module")
def sessions(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[tuple[int, str], aoe.InferenceSession]]:
    """Models of one and of three channels; of three on two backends."""
    cases = [(1, "cpu"), (3, "cpu"), (3, "reference")]
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.chdir(tmp_path_factory.mktemp("windows"))
        yield {case: stack.enter_context(compiled(case[0], MOST, case[1])) for case in cases}


@st.composite
def blocks(draw: st.DrawFn) -> tuple[int, dict[str, Any], tuple[int, int]]:
    """Channels, the keys of a static block, and height and width of its images."""
    channels = draw(st.sampled_from([1, 3]))
    formats = ["YUV420SP_U8", "XRGB8888_U8", "RGB888_U8", "YUV400_U8"]
    name = draw(st.sampled_from(formats if channels == 1 else formats[:3]))
    even = 2 if name == formats[0] else 1
    block: dict[str, Any] = {"input_format": name}
    block["rbuv_swap_switch"] = name != formats[3] and draw(st.booleans())
    block["ax_swap_switch"] = name == formats[1] and draw(st.booleans())
    pads = [draw(st.integers(0, 4)) if draw(st.booleans()) else 0 for _ in SIDES]
    block |= {"padding": True}
    block |= {f"{side}_padding_size": size for side, size in zip(SIDES, pads, strict=True)}
    size = (HEIGHT - pads[2] - pads[3], WIDTH - pads[0] - pads[1])
    top, left = (even * draw(st.integers(0, 2)) for _ in range(2))
    block |= {"crop": True, "load_start_pos_h": top, "load_start_pos_w": left}
    block |= {"crop_size_h": size[0], "crop_size_w": size[1]}
    least = [a + b + draw(st.integers(0, 2)) for a, b in zip(size, (top, left), strict=True)]
    height, width = (-(-number // even) * even for number in least)
    needed = channels == 1 and name in formats[1:3]
    if name != formats[3] and (needed or draw(st.booleans())):
        block |= {"csc_switch": True, **matrix(draw(st.sampled_from(MATRICES)))}
    block |= {f"mean_chn_{i}": draw(st.sampled_from([0, 3, 200])) for i in range(3)}
    return channels, block, (height, width)


def settings_of(block: Mapping[str, Any], source: tuple[int, int]) -> aoe.AippParameters:
    crop = ("load_start_pos_w", "load_start_pos_h", "crop_size_w", "crop_size_h")
    numbers = [block.get(f"matrix_r{i // 3}c{i % 3}", 0) for i in range(9)]
    return aoe.AippParameters(
        block["input_format"],
        source[1],
        source[0],
        matrix=numbers if block.get("csc_switch") else None,
        rbuv_swap_switch=block["rbuv_swap_switch"],
        ax_swap_switch=block["ax_swap_switch"],
        crop=tuple(block[key] for key in crop),
        padding=tuple(block[f"{side}_padding_size"] for side in SIDES),
        means=[block.get(f"mean_chn_{i}", 0) for i in range(3)],
        batch=2,
    )


def run(session: aoe.InferenceSession, raw: np.ndarray, settings: np.ndarray) -> np.ndarray:
    given = np.zeros(session.get_inputs()[0].fixed_shape, np.uint8)
    given[: raw.size] = raw.reshape(-1)
    (found,) = session.run(None, {"x": given, NAME: settings})
    return found.transpose(0, 2, 3, 1)


@given(drawn=blocks())
@settings(deadline=None, max_examples=60)
def test_images_become_what_a_static_block_makes_of_them(
    sessions: dict[tuple[int, str], aoe.InferenceSession],
    drawn: tuple[int, dict[str, Any], tuple[int, int]],
) -> None:
    channels, block, source = drawn
    raw, given_settings = images(block, *source, batch=2), settings_of(block, source).to_bytes()
    wanted = expected(block, raw, source, (HEIGHT, WIDTH), channels)
    for session in not_empty(item for (taken, _), item in sessions.items() if taken == channels):
        np.testing.assert_array_equal(run(session, raw, given_settings), wanted)


@pytest.mark.parametrize(
    ("image_format", "pads"), [("YUV420SP_U8", (0, 0, 0, 0)), ("RGB888_U8", (1, 1, 0, 1))]
)
def test_images_may_fill_all_bytes(
    image_format: str,
    pads: tuple[int, int, int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    height = HEIGHT + 1
    size = (height - pads[2] - pads[3], WIDTH - pads[0] - pads[1])
    source = (-(-size[0] // 2) * 2, size[1])
    block = {"input_format": image_format, "rbuv_swap_switch": True, "ax_swap_switch": False}
    block |= {"padding": True, "crop": True, "load_start_pos_w": 0, "load_start_pos_h": 0}
    block |= {f"{side}_padding_size": pad for side, pad in zip(SIDES, pads, strict=True)}
    block |= {"crop_size_h": size[0], "crop_size_w": size[1]}
    raw = images(block, *source, batch=2)
    with compiled(3, raw.size, "reference", height) as session:
        found = run(session, raw, settings_of(block, source).to_bytes())
    np.testing.assert_array_equal(found, expected(block, raw, source, (height, WIDTH), 3))


def test_a_gpu_computes_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("aipp.cfg").write_text("aipp_op { aipp_mode: dynamic max_src_image_size: 64 }")
    options = aoe.ModelOptions(insert_op_conf="aipp.cfg")
    raw = np.arange(64, dtype=np.uint8)
    whole = raw[:45].reshape(3, 5, 3).transpose(2, 0, 1)
    plain = aoe.AippParameters("RGB888_U8", 5, 3, crop=(1, 1, 4, 2))
    looked_up = aoe.AippParameters("RGB888_U8", 5, 3, crop=(0, 0, 2, 1), resize=(4, 2))
    late = plain.to_bytes()
    late[HEAD + 8] = 2
    with (
        with_gpu(PtxDevices()),
        aoe.compile(model([1, 3, 2, 4]), device="cuda", model_options=options) as session,
    ):
        (found,) = session.run(None, {"x": raw, NAME: plain.to_bytes()})
        np.testing.assert_array_equal(found[0], whole[:, 1:, 1:])
        (found,) = session.run(None, {"x": raw, NAME: looked_up.to_bytes()})
        np.testing.assert_array_equal(found[0, :, :, ::3], whole[:, [0, 0], :2])
        with pytest.raises(AoeError, match="cropSizeW end at 6, but srcImageSizeW is 5"):
            session.run(None, {"x": raw, NAME: late})
