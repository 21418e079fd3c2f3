"""Codes of the texts that a caller gives, and texts of codes."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import UsageError
from aoe.runtime.plan import Plan, TensorInfo
from aoe.runtime.plan_json import plan_from_json, plan_to_json
from aoe.runtime.text_boundary import TextBoundary, text_boundary

NUMBERS = TensorInfo("n", "int64", (2,))
PLAN = Plan(
    (TensorInfo("x", "int64", (2, 2), is_text=True), NUMBERS),
    (TensorInfo("y", "int64", (2, 2), is_text=True), NUMBERS),
    (),
    (),
    0,
    0,
    0,
    0,
    vocabulary=("", "known"),
)


def test_a_plan_without_texts_has_no_boundary() -> None:
    assert text_boundary(Plan((NUMBERS,), (NUMBERS,), (), (), 0, 0, 0, 0)) is None


@pytest.mark.parametrize("dtype", [object, "U8"])
def test_a_text_that_is_not_known_gets_a_code_behind_the_vocabulary(dtype: object) -> None:
    x = np.array([["known", "b"], ["a", "b"]], dtype)  # type: ignore[call-overload]
    n = np.asarray([1, 2])
    feed, new = TextBoundary(PLAN).coded({"x": x, "n": n})
    assert np.asarray(feed["x"]).tolist() == [[1, 2], [3, 2]]
    assert feed["n"] is n
    assert new == ["b", "a"]


def test_codes_become_texts_again() -> None:
    codes, n = np.asarray([[1, 0], [3, 2]]), np.asarray([1, 2])
    found = TextBoundary(PLAN).texts([codes, n], ["b", "a"])
    assert found[0].dtype == object
    assert found[0].tolist() == [["known", ""], ["a", "b"]]
    assert found[1] is n


def test_a_single_text_is_an_array_without_dimensions() -> None:
    found = TextBoundary(PLAN).texts([np.asarray(1), np.asarray([1, 2])], [])
    assert isinstance(found[0], np.ndarray)
    assert (found[0].shape, found[0].item()) == ((), "known")


@pytest.mark.parametrize(
    "x", [np.zeros((2, 2)), np.array([[b"a", "b"], ["c", "d"]], object)], ids=["numbers", "bytes"]
)
def test_what_is_no_text_is_refused(x: np.ndarray) -> None:
    with pytest.raises(UsageError, match=r"input 'x' .*; the model needs"):
        TextBoundary(PLAN).coded({"x": x, "n": np.asarray([1, 2])})


def test_a_plan_keeps_its_texts_in_a_file() -> None:
    assert plan_from_json(plan_to_json(PLAN)) == PLAN
