"""StridedSlice against the indexing of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.shared_operators.strided_slices import Cut, Entry, Masks, cut, entries


@pytest.mark.parametrize(
    ("masks", "rank", "wanted"),
    [
        (Masks(), 2, [slice(1, 5, 2), slice(-1, -4, -1)]),
        (Masks(), 3, [slice(1, 5, 2), slice(-1, -4, -1), slice(None)]),
        (Masks(begin=1, end=2), 2, [slice(None, 5, 2), slice(-1, None, -1)]),
        (Masks(shrink_axis=2), 2, [slice(1, 5, 2), -1]),
        (Masks(new_axis=1), 1, [None, slice(-1, -4, -1)]),
        (Masks(ellipsis=1), 3, [slice(None), slice(None), slice(-1, -4, -1)]),
        (Masks(ellipsis=1, new_axis=1), 1, [slice(-1, -4, -1)]),
    ],
)
def test_masks_say_what_entries_are(masks: Masks, rank: int, wanted: list[Entry]) -> None:
    assert entries((1, -1), (5, -4), (2, -1), masks, rank) == wanted


@pytest.mark.parametrize("masks", [Masks(), Masks(ellipsis=3)])
def test_entries_that_do_not_fit_are_refused(masks: Masks) -> None:
    with pytest.raises(ValueError, match="it slices"):
        entries((0, 0), (1, 1), (1, 1), masks, 1)


@pytest.mark.parametrize(
    "parts",
    [
        [slice(None), slice(None)],
        [slice(3, 0, -2), slice(None, None, -1)],
        [None, -1, slice(1, 100)],
        [slice(2, 2), 0, None],
    ],
)
def test_a_cut_is_what_numpy_takes(parts: list[Entry]) -> None:
    data = np.arange(20).reshape(4, 5)
    found = cut(parts, data.shape)
    assert found.shape == data[tuple(parts)].shape
    places = [slice(None)] * 2
    for start, end, axis, step in zip(
        found.starts, found.ends, found.axes, found.steps, strict=True
    ):
        places[axis] = slice(start, end if end >= -data.shape[axis] else None, step)
    assert data[tuple(places)].ravel().tolist() == data[tuple(parts)].ravel().tolist()


def test_whole_axes_are_not_cut() -> None:
    assert cut([slice(0, 9)], (4,)) == Cut((), (), (), (), (4,))


def test_an_index_outside_its_axis_is_refused() -> None:
    with pytest.raises(ValueError, match="it takes element 4 of 4"):
        cut([4], (4,))
