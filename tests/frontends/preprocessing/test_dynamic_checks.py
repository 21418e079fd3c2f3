"""Settings of an inference that do not fit fail it: the first fault is told, with its numbers."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import AoeError, UsageError
from aoe.frontends.preprocessing.parameters import EACH, HEAD, NAME
from tests.frontends.preprocessing.formulas import model

MOST = 1500
DYNAMIC = f"aipp_op {{ aipp_mode: dynamic max_src_image_size: {MOST} }}"
#: Images of 12 x 14 that become 11 x 13 (width x height), by a crop of 8 x 6 and padding.
PLANAR = aoe.AippParameters(
    "YUV420SP_U8", 12, 14, crop=(4, 2, 8, 6), padding=(1, 2, 3, 4), batch=2
).to_bytes()
SECOND = HEAD + EACH
GIVE_SIZE = "give a number from 1 to 65535"


def compiled(shape: list[int], device: str = "reference") -> aoe.InferenceSession:
    Path("aipp.cfg").write_text(DYNAMIC)
    return aoe.compile(
        model(shape),
        threads=1,
        device=device,
        model_options=aoe.ModelOptions(insert_op_conf="aipp.cfg"),
    )


@pytest.fixture(scope="module")
def sessions(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[int, aoe.InferenceSession]]:
    """A model of two images for each number of channels, on a backend each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("checks"))
        with compiled([2, 1, 13, 11]) as gray, compiled([2, 3, 13, 11], "cpu") as colored:
            yield {1: gray, 3: colored}


def edited(settings: np.ndarray, *edits: tuple[int, str, int]) -> np.ndarray:
    """Settings with other numbers at some offsets. `B` is a byte, `i` a number of four."""
    made = bytearray(settings.tobytes())
    for offset, form, number in edits:
        struct.pack_into(f"<{form}", made, offset, number)
    return np.frombuffer(bytes(made), np.uint8)


def fault(session: aoe.InferenceSession, settings: np.ndarray) -> str:
    with pytest.raises(AoeError) as raised:
        session.run(None, {"x": np.zeros(MOST, np.uint8), NAME: settings})
    return str(raised.value)


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ([(0, "B", 5)], "inputFormat is 5; give 1 (YUV420SP_U8), 2 (XRGB8888_U8), 3 (RGB888_U8)"),
        ([(4, "B", 1)], "batchNum is 1; give 2, as many images as the model takes"),
        ([(8, "i", 0)], f"srcImageSizeW is 0; {GIVE_SIZE}"),
        ([(12, "i", -14)], f"srcImageSizeH is -14; {GIVE_SIZE}"),
        ([(8, "i", 1 << 16)], f"srcImageSizeW is 65536; {GIVE_SIZE}"),
        ([(8, "i", 13)], "srcImageSizeW is 13, but images of YUV420SP_U8 share colors"),
        ([(12, "i", 15)], "srcImageSizeH is 15, but images of YUV420SP_U8 share colors"),
        ([(8, "i", 250)], "make 10500 bytes, but the model takes 1500; give smaller images"),
        ([(8, "i", 65534), (12, "i", 65534)], "make 12884115468 bytes, but the model takes 1500"),
        ([(HEAD + 3, "B", 1)], "image 1 of 2: rotateSwitch is 1, a rotation, which AIPP does not"),
        ([(SECOND + 2, "B", 2)], "image 2 of 2: paddingSwitch is 2, padding by pixels"),
        (
            [(HEAD + 8, "i", -2)],
            "image 1 of 2: cropStartPosW is -2; give a number from 0 to 65535",
        ),
        ([(SECOND + 12, "i", -2)], "image 2 of 2: cropStartPosH is -2"),
        ([(SECOND + 16, "i", 0)], f"image 2 of 2: cropSizeW is 0; {GIVE_SIZE}"),
        ([(HEAD + 20, "i", -1)], f"image 1 of 2: cropSizeH is -1; {GIVE_SIZE}"),
        (
            [(SECOND + 8, "i", 6)],
            "image 2 of 2: cropStartPosW and cropSizeW end at 14, but srcImageSizeW is 12; cut out",
        ),
        (
            [(HEAD + 12, "i", 10)],
            "image 1 of 2: cropStartPosH and cropSizeH end at 16, but srcImageSizeH is 14; cut out",
        ),
        ([(HEAD + 8, "i", 3)], "image 1 of 2: cropStartPosW is 3, but images of YUV420SP_U8"),
        ([(HEAD + 12, "i", 3)], "image 1 of 2: cropStartPosH is 3, but images of YUV420SP_U8"),
        (
            [(HEAD + 1, "B", 1)],
            "image 1 of 2: scfInputSizeW is 0, but what is resized is what is cut; give 8",
        ),
        (
            [(SECOND + 1, "B", 1), (SECOND + 24, "i", 8)],
            "image 2 of 2: scfInputSizeH is 0, but what is resized is what is cut; give 6",
        ),
        (
            [(SECOND + 1, "B", 1), (SECOND + 24, "i", 8), (SECOND + 28, "i", 6)],
            f"image 2 of 2: scfOutputSizeW is 0; {GIVE_SIZE}",
        ),
        ([(HEAD + 48, "i", -1)], "image 1 of 2: paddingSizeLeft is -1; give a number from 0 to"),
        ([(SECOND + 44, "i", -4)], "image 2 of 2: paddingSizeBottom is -4; give a number from 0"),
        (
            [(HEAD + 40, "i", 4)],
            "image 1 of 2: crop, resizing and padding make a height of 14, but the model takes 13;",
        ),
        (
            [(SECOND + 0, "B", 0)],
            "image 2 of 2: crop, resizing and padding make a width of 15, but the model takes 11;",
        ),
        # The first rule is told, whatever the image; of one rule, the first image.
        ([(HEAD + 40, "i", 4), (SECOND + 8, "i", 3)], "image 2 of 2: cropStartPosW is 3"),
        ([(HEAD + 8, "i", 5), (SECOND + 8, "i", 3)], "image 1 of 2: cropStartPosW and cropSizeW"),
        ([(HEAD + 8, "i", 1), (SECOND + 8, "i", 3)], "image 1 of 2: cropStartPosW is 1"),
    ],
)
def test_the_first_fault_is_told(
    sessions: dict[int, aoe.InferenceSession],
    channels: int,
    edits: list[tuple[int, str, int]],
    told: str,
) -> None:
    message = fault(sessions[channels], edited(PLANAR, *edits))
    assert message.startswith(f"{NAME}: ")
    assert told in message


def test_formats_become_the_channels_that_the_model_takes(
    sessions: dict[int, aoe.InferenceSession],
) -> None:
    told = fault(sessions[3], edited(PLANAR, (0, "B", 4)))
    assert "inputFormat is 4 (YUV400_U8), but the model takes 3 channels" in told
    for number in (2, 3):
        told = fault(sessions[1], edited(PLANAR, (0, "B", number)))
        assert f"inputFormat is {number}, of red, green and blue, but the model takes 1" in told


def test_any_bytes_give_images_or_a_sentence(sessions: dict[int, aoe.InferenceSession]) -> None:
    random, sentences = np.random.default_rng(0), []
    for _ in range(50):
        for session in sessions.values():
            settings = PLANAR.copy()
            settings[random.integers(0, settings.size, 4)] = random.integers(0, 256, 4)
            try:
                session.run(None, {"x": np.zeros(MOST, np.uint8), NAME: settings})
            except AoeError as error:
                sentences.append(str(error))
    assert sentences
    assert not any("{" in sentence for sentence in sentences)


def test_one_image_needs_no_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with compiled([1, 3, 13, 11]) as session:
        settings = aoe.AippParameters("RGB888_U8", 12, 13).to_bytes()
        assert fault(session, settings) == (
            f"{NAME}: crop, resizing and padding make a width of 12, but the model takes 11; "
            "change one of them"
        )


def test_a_batch_beyond_a_byte_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shapes: dict[str, Any] = {"x": (-1, 1, 2, 2)}
    options = aoe.ModelOptions(insert_op_conf="aipp.cfg", dynamic_batch_size=[1, 256])
    with pytest.raises(UsageError, match=r"takes 256 images; .* at most 255, because batchNum"):
        compiled([256, 1, 2, 2])
    with pytest.raises(UsageError, match=r"takes 256 images; .* give a smaller batch"):
        aoe.compile(model(["n", 1, 2, 2]), input_shape=shapes, model_options=options)
    with compiled([255, 1, 2, 2]) as session:
        settings = aoe.AippParameters("YUV400_U8", 2, 2, batch=255).to_bytes()
        images = np.arange(MOST).astype(np.uint8)
        (found,) = session.run(None, {"x": images, NAME: settings})
        np.testing.assert_array_equal(found.reshape(-1), images[:1020])
