"""The places that training saves of MaxPool, and gradients that are pulled from windows."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from aoe.backends.registry import space
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.window.pool import OPERATOR as POOL
from aoe.operators.types.window.pool_gradient import pool_gradient, pull_phases
from aoe.operators.window import Window, outputs_along
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.targets import named
from tests.operators.operator_cases import check
from tests.operators.operator_cases import target as destination

IMAGE = (2, 17, 7, 8)
CHANNELS_LAST = (0, 2, 3, 1)
#: Kernel, strides, dilations, padding in front and behind.
WINDOWS = {
    "apart": Window((2, 2), (2, 2), (1, 1), (0, 0, 0, 0)),
    "overlapping": Window((3, 3), (2, 2), (1, 1), (1, 1, 1, 1)),
    "at every element": Window((3, 2), (1, 1), (1, 1), (1, 0, 1, 1)),
    "with gaps": Window((2, 2), (3, 3), (1, 1), (0, 1, 0, 0)),
    "dilated": Window((2, 3), (1, 2), (2, 1), (1, 1, 1, 1)),
}


def pooled(window: Window) -> tuple[Operator, np.ndarray, np.ndarray]:
    """The operator of the places, an image with many equal elements, and its maxima."""
    shape = (*IMAGE[:2], *outputs_along(window, IMAGE[2:]))
    image = np.random.default_rng(0).integers(0, 3, IMAGE).astype(np.float32)
    attributes = dict(window.attributes()) | {"kernel": window.kernel}
    x = Operand("float32", IMAGE, CHANNELS_LAST)
    result = Operand("float32", shape, CHANNELS_LAST)
    pool = tuple(sorted({**attributes, "combine": "max", "count_include_pad": 0}.items()))
    maxima = POOL.reference(Operator("Pool", pool, (x,), result, 1), [image])
    places = Operand("uint8", shape, CHANNELS_LAST)
    found = tuple(sorted({**attributes, "in_window": 1}.items()))
    return Operator("PoolIndices", found, (x, result), places, 2), image, maxima


def elements(window: Window, pixel: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
    """The taps of a window that are inside the image, with the elements that they meet."""
    found = []
    for number, tap in enumerate(product(*map(range, window.kernel))):
        row, column = (
            p * s + t * d - b
            for p, s, t, d, b in zip(
                pixel, window.strides, tap, window.dilations, window.before, strict=True
            )
        )
        if 0 <= row < IMAGE[2] and 0 <= column < IMAGE[3]:
            found.append((number, (row, column)))
    return found


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
def test_a_place_is_the_first_tap_of_the_largest_element(window: Window) -> None:
    target = named("host")
    operator, image, maxima = pooled(window)
    policy = next(iter(space(operator, target)))
    found = compute(operator, policy, target, [image, maxima.astype(np.float32)])
    for n, c, *pixel in np.ndindex(*maxima.shape):
        taps = elements(window, tuple(pixel))
        expected = next(t for t, at in taps if image[(n, c, *at)] == maxima[(n, c, *pixel)])
        assert found[(n, c, *pixel)] == expected


def test_the_place_of_a_window_with_nan_is_the_last_of_these() -> None:
    target = named("host")
    operator, image, maxima = pooled(next(iter(WINDOWS.values())))
    image[np.random.default_rng(1).random(image.shape) < 0.2] = np.nan
    policy = next(iter(space(operator, target)))
    found = compute(operator, policy, target, [image, maxima.astype(np.float32)])
    window, seen = next(iter(WINDOWS.values())), 0
    for n, c, *pixel in np.ndindex(*maxima.shape):
        taps = elements(window, tuple(pixel))
        odd = [t for t, at in taps if np.isnan(image[(n, c, *at)])]
        seen += len(odd) > 1
        assert not odd or found[(n, c, *pixel)] == odd[-1]
    assert seen


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
@pytest.mark.parametrize("order", [CHANNELS_LAST, (0, 1, 2, 3)])
@pytest.mark.parametrize("largest", [False, True])
def test_an_element_gets_what_windows_pass_on(
    window: Window, order: tuple[int, ...], largest: bool
) -> None:
    target = named("host")
    shape = (*IMAGE[:2], *outputs_along(window, IMAGE[2:]))
    rng = np.random.default_rng(0)
    gradient = rng.standard_normal(shape).astype(np.float32)
    chosen = np.zeros(shape, np.uint8)
    expected = np.zeros(IMAGE)
    for n, c, *pixel in np.ndindex(*shape):
        taps = elements(window, tuple(pixel))
        if largest:
            taps = [taps[rng.integers(len(taps))]]
            chosen[(n, c, *pixel)] = taps[0][0]
        for _, at in taps:
            expected[(n, c, *at)] += gradient[(n, c, *pixel)]
    places = Operand("uint8", shape, order) if largest else None
    operator = pool_gradient(
        Operand("float32", shape, order), places, window.kernel, window, IMAGE[2:]
    )
    policy = next(iter(space(operator, target)))
    given: list[np.ndarray] = [gradient, chosen] if largest else [gradient]
    found = compute(operator, policy, target, given, threads=2)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5)


def test_phases_name_every_element_once_and_the_windows_over_it() -> None:
    window, size = WINDOWS["overlapping"], IMAGE[2]
    phases = pull_phases(window, 0, size)
    named_elements = sorted(p.first + 2 * n for p in phases for n in range(p.count))
    assert named_elements == list(range(size))
    # Element 0 is at place 1 of the padded image: the middle of window 0.
    assert phases[0].taps == ((1, 0),)
    # Element 1 is the last of window 0, and the first of window 1.
    assert phases[1].taps == ((0, 1), (2, 0))


def test_a_tap_of_no_window_over_the_only_element_of_a_phase_is_left_out() -> None:
    window = Window((2,), (2,), (2,), (1, 0))
    gradient = Operand.row_major("float32", (1, 1, 1))
    check("pool_gradient", pool_gradient(gradient, None, (2,), window, (3,)), destination(1))
