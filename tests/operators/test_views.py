"""View algebra against NumPy: the same elements, without moving any."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.operators.operator import Operand, View
from aoe.operators.views import (
    apply_view,
    broadcast,
    is_row_major,
    order_of,
    reshape,
    reshapeable,
    transpose,
)

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


def elements(view: View, buffer: np.ndarray) -> np.ndarray:
    """What the view shows of a flat buffer."""
    size = buffer.itemsize
    strides = [stride * size for stride in view.strides]
    return np.lib.stride_tricks.as_strided(buffer[view.offset :], view.shape, strides)


def dense(shape: tuple[int, ...]) -> tuple[View, np.ndarray]:
    return View.dense(Operand.row_major("float32", shape)), np.arange(prod(shape), dtype="float32")


@st.composite
def chains(draw: st.DrawFn) -> tuple[tuple[int, ...], list[tuple[str, tuple[int, ...]]]]:
    """A shape and a chain of view operations that starts from it."""
    shape = start = draw(SHAPES)
    chain: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["transpose", "slice", "broadcast"]))
        if kind == "transpose":
            arguments = tuple(draw(st.permutations(range(len(shape)))))
            shape = tuple(shape[dimension] for dimension in arguments)
        elif kind == "broadcast":
            shape = (2, *(draw(st.integers(1, 3)) if n == 1 else n for n in shape))
            arguments = shape
        else:
            cuts = []
            for extent in shape:
                begin = draw(st.integers(0, extent - 1))
                step = draw(st.sampled_from([1, 2, -1, -2]))
                reachable = (extent - 1 - begin if step > 0 else begin) // abs(step) + 1
                cuts.append((begin, step, draw(st.integers(1, reachable))))
            arguments = tuple(number for cut in cuts for number in cut)
            shape = tuple(length for _, _, length in cuts)
        chain.append((kind, arguments))
    return start, chain


def numpy_view(array: np.ndarray, kind: str, arguments: tuple[int, ...]) -> np.ndarray:
    if kind == "transpose":
        return array.transpose(arguments)
    if kind == "broadcast":
        return np.broadcast_to(array, arguments)
    for dimension, (begin, step, length) in enumerate(zip(*[iter(arguments)] * 3, strict=True)):
        indices = [begin + step * number for number in range(length)]
        array = array.take(indices, axis=dimension)
    return array


@given(chains())
def test_chained_views_show_what_numpy_shows(
    case: tuple[tuple[int, ...], list[tuple[str, tuple[int, ...]]]],
) -> None:
    shape, chain = case
    view, buffer = dense(shape)
    expected = buffer.reshape(shape)
    for kind, arguments in chain:
        result = apply_view(view, kind, arguments)
        assert result is not None
        view, expected = result, numpy_view(expected, kind, arguments)
    np.testing.assert_array_equal(elements(view, buffer), expected)


@st.composite
def reshapes(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """A shape, a permutation of it, and a shape of as many elements."""
    factors = draw(st.lists(st.sampled_from([1, 2, 3]), min_size=1, max_size=5))
    cut = st.lists(st.booleans(), min_size=len(factors) - 1, max_size=len(factors) - 1)

    def grouped() -> tuple[int, ...]:
        groups = [factors[0]]
        for factor, joined in zip(factors[1:], draw(cut), strict=True):
            if joined:
                groups[-1] *= factor
            else:
                groups.append(factor)
        return tuple(groups)

    source = grouped()
    permutation = tuple(draw(st.permutations(range(len(source)))))
    factors = list(draw(st.permutations(factors)))
    return source, permutation, grouped()


@given(reshapes())
@settings(max_examples=300)
def test_a_reshape_is_a_view_exactly_when_numpy_says_so(
    case: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
) -> None:
    shape, permutation, target = case
    view, buffer = dense(shape)
    turned = buffer.reshape(shape).transpose(permutation)
    result = reshape(transpose(view, permutation), target)
    shared = np.shares_memory(turned.reshape(target), buffer)  # NumPy copies if it must
    assert (result is not None) == shared
    if result is not None:
        np.testing.assert_array_equal(elements(result, buffer), turned.reshape(target))


@given(reshapes())
@settings(max_examples=200)
def test_a_copy_for_a_reshape_can_be_reshaped(
    case: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
) -> None:
    shape, permutation, target = case
    source, buffer = dense(shape)
    source = transpose(source, permutation)
    copy = reshapeable(source, target)
    room = np.empty(prod(shape), "float32")
    elements(copy, room)[...] = elements(source, buffer)
    result = reshape(copy, target)
    assert result is not None
    np.testing.assert_array_equal(elements(result, room), elements(source, buffer).reshape(target))


def test_a_copy_for_a_channel_shuffle_keeps_channels_last() -> None:
    channels_last = View.dense(Operand("float32", (1, 12, 5, 7), (0, 2, 3, 1)))
    grouped = reshape(channels_last, (1, 3, 4, 5, 7))
    assert grouped is not None
    shuffled = transpose(grouped, (0, 2, 1, 3, 4))
    assert reshape(shuffled, (1, 12, 5, 7)) is None
    copied = reshape(reshapeable(shuffled, (1, 12, 5, 7)), (1, 12, 5, 7))
    assert copied is not None
    assert copied.strides[1:] == channels_last.strides[1:]


def test_a_broadcast_dimension_can_be_split_but_not_merged_with_another() -> None:
    view, buffer = dense((3,))
    repeated = broadcast(view, (4, 3))
    split = reshape(repeated, (2, 2, 3))
    assert split is not None
    expected = np.broadcast_to(buffer, (4, 3)).reshape(2, 2, 3)
    np.testing.assert_array_equal(elements(split, buffer), expected)
    assert reshape(repeated, (12,)) is None


def test_an_empty_tensor_takes_any_empty_shape() -> None:
    view, _ = dense((0, 3))
    result = reshape(transpose(view, (1, 0)), (5, 0, 2))
    assert result is not None
    assert result.shape == (5, 0, 2)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (View("float32", (2, 3), (3, 1)), True),
        (View("float32", (2, 1, 3), (3, 77, 1)), True),
        (View("float32", (2, 3), (1, 2)), False),
        (View("float32", (2, 3), (4, 1)), False),
        (View("float32", (2, 3), (3, 1), offset=1), False),
    ],
)
def test_only_a_dense_view_from_the_start_is_row_major(view: View, expected: bool) -> None:
    assert is_row_major(view) is expected


def test_the_order_is_by_falling_stride() -> None:
    channels_last = View.dense(Operand("float32", (2, 3, 4, 5), (0, 2, 3, 1)))
    assert order_of(channels_last) == (0, 2, 3, 1)
