"""Gradients of convolutions and pools."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import MindirWriter

generator = np.random.default_rng(0)
IMAGE = generator.standard_normal((2, 4, 7, 6)).astype(np.float32)


def pulled(
    kernel: tuple[int, int], stride: tuple[int, int], same: bool, kind: str, dy: np.ndarray
) -> np.ndarray:
    """The gradient of a pool, one window after the other."""
    found = np.zeros(IMAGE.shape, np.float64)
    before = [0, 0]
    if same:
        totals = [
            max((count - 1) * step + size - length, 0)
            for count, step, size, length in zip(
                dy.shape[2:], stride, kernel, IMAGE.shape[2:], strict=True
            )
        ]
        before = [total // 2 for total in totals]
    for n, c, row, column in np.ndindex(*dy.shape):
        places = [
            (row * stride[0] - before[0] + i, column * stride[1] - before[1] + j)
            for i in range(kernel[0])
            for j in range(kernel[1])
        ]
        inside = [(i, j) for i, j in places if 0 <= i < 7 and 0 <= j < 6]
        if kind == "MaxPoolGrad":
            inside = [max(inside, key=lambda place: IMAGE[n, c, place[0], place[1]])]
        for i, j in inside:
            found[n, c, i, j] += dy[n, c, row, column] / len(inside)
    return found


@pytest.mark.parametrize("kind", ["MaxPoolGrad", "AvgPoolGrad"])
@pytest.mark.parametrize(
    ("kernel", "stride", "same"), [((2, 2), (2, 2), False), ((3, 2), (2, 1), True)]
)
def test_pools_pass_gradients_back(
    kind: str, kernel: tuple[int, int], stride: tuple[int, int], same: bool, tmp_path: Path
) -> None:
    writer = MindirWriter()
    x = writer.input("x", IMAGE.shape)
    mode = "SAME" if same else "VALID"
    forward = "MaxPool" if kind == "MaxPoolGrad" else "AvgPool"
    pool = writer.node(forward, x, kernel, stride, int(same) or 2, 0)
    sizes = [
        -(-length // step) if same else (length - size) // step + 1
        for length, size, step in zip((7, 6), kernel, stride, strict=True)
    ]
    dy = generator.standard_normal((2, 4, *sizes)).astype(np.float32)
    slope = writer.input("dy", dy.shape)
    if kind == "MaxPoolGrad":
        attributes = {"kernel_size": (1, 1, *kernel), "strides": (1, 1, *stride), "pad_mode": mode}
        back = writer.node(kind, x, pool, slope, **attributes)
    else:
        back = writer.node(kind, x, pool, slope, kernel, stride, int(same) or 2, 0)
    writer.output(back)
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        (found,) = session.run(None, {"x": IMAGE, "dy": dy})
    np.testing.assert_allclose(found, pulled(kernel, stride, same, kind, dy), atol=1e-5)


def volumes_gradient(size: int, divisor: int, folder: Path) -> tuple[Path, tuple[int, ...]]:
    """A model of the gradient of averages of 2 × 2 × 2, padded by the mode, and the gradient's
    shape.
    """
    shape = (1, 2, *[-(-size // 2)] * 3)
    writer = MindirWriter()
    slope = writer.input("dy", shape)
    writer.output(
        writer.node(
            "AvgPool3DGrad",
            np.asarray((1, 2, size, size, size), np.int32),
            slope,
            kernel_size=(1, 1, 2, 2, 2),
            strides=(1, 1, 2, 2, 2),
            pad_mode="SAME",
            divisor_override=divisor,
        )
    )
    return writer.write(folder / "m.mindir"), shape


@pytest.mark.parametrize("size", [6, 8])
def test_averages_of_volumes_that_need_no_padding_pass_gradients_back(
    size: int, tmp_path: Path
) -> None:
    path, shape = volumes_gradient(size, 0, tmp_path)
    dy = generator.standard_normal(shape).astype(np.float32)
    with aoe.compile(path) as session:
        (found,) = session.run(None, {"dy": dy})
    np.testing.assert_allclose(found, np.kron(dy, np.full((2, 2, 2), 1 / 8)), atol=1e-6)


@pytest.mark.parametrize(
    ("size", "divisor", "reason"), [(7, 0, "it has padding"), (8, 5, "it has a divisor_override")]
)
def test_averages_of_volumes_with_padding_or_a_divisor_are_refused(
    size: int, divisor: int, reason: str, tmp_path: Path
) -> None:
    path, _ = volumes_gradient(size, divisor, tmp_path)
    with pytest.raises(aoe.AoeError, match=f"AvgPool3DGrad .*{reason}"):
        aoe.compile(path)


@pytest.mark.parametrize("rank", [2, 3])
@pytest.mark.parametrize(
    ("mode", "stride", "dilation", "group"),
    [("pad", 2, 1, 1), ("same", 1, 2, 1), ("valid", 1, 1, 4), ("same", 2, 1, 2)],
)
def test_gradients_of_a_convolution_are_its_transposed_map(
    mode: str, stride: int, dilation: int, group: int, rank: int, tmp_path: Path
) -> None:
    """For a map that is linear in x and in w, <dy, conv(x, w)> = <dx, x> = <dw, w>."""
    attributes = {
        "pad_mode": mode,
        "pad": (int(mode == "pad"),) * 2 * rank,
        "stride": (1, 1, *[stride] * rank),
        "dilation": (1, 1, *[dilation] * rank),
        "group": group,
    }
    image = IMAGE if rank == 2 else np.stack([IMAGE, IMAGE * 0.5, -IMAGE, IMAGE + 1, IMAGE], 2)
    w = generator.standard_normal((8, 4 // group, *[3] * rank)).astype(np.float32)
    writer = MindirWriter()
    x, weight = writer.input("x", image.shape), writer.input("w", w.shape)
    forward = writer.node(f"Conv{rank}D", x, weight, **attributes)
    dy = writer.node("Tanh", forward)
    to_x, to_w = (dy, weight), (dy, x)
    if rank == 3:
        to_x, to_w = to_x[::-1], to_w[::-1]
    backward = [
        writer.node(f"Conv{rank}DBackpropInput", *to_x, image.shape, **attributes),
        writer.node(f"Conv{rank}DBackpropFilter", *to_w, w.shape, **attributes),
    ]
    writer.output(writer.node("MakeTuple", forward, *backward))
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        y, dx, dw = session.run(None, {"x": image, "w": w})
    assert dx.shape == image.shape
    assert dw.shape == w.shape
    wanted = np.vdot(np.tanh(y).astype(np.float64), y)
    np.testing.assert_allclose(np.vdot(dx.astype(np.float64), image), wanted, rtol=1e-4)
    np.testing.assert_allclose(np.vdot(dw.astype(np.float64), w), wanted, rtol=1e-4)
