"""Rows whose number depends on data, against NumPy; and what is not done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.mindspore.files import MindirWriter

_X = np.random.default_rng(3).standard_normal((4, 5)).astype(np.float32)
_PAIR = np.asarray([[1, 2]], np.float32)
_MASKS = [_X > 0.5, np.zeros((4, 5), bool), np.ones((4, 5), bool)]


def _model(folder: Path, build: Callable[[MindirWriter, str, str], str]) -> Path:
    """A model of `x`, 4 × 5 numbers, and `m`, a mask of as many."""
    writer = MindirWriter()
    x, m = writer.input("x", (4, 5)), writer.input("m", (4, 5), "bool")
    writer.output(build(writer, x, m))
    return writer.write(folder / "m.mindir")


def _selected(w: MindirWriter, x: str, m: str) -> str:
    return w.node("MaskedSelect", x, m)


_COMPUTED: dict[
    str,
    tuple[Callable[[MindirWriter, str, str], str], Callable[[np.ndarray, np.ndarray], np.ndarray]],
] = {
    "with itself": (
        lambda w, x, m: w.node("Mul", s := _selected(w, x, m), w.node("Exp", s)),
        lambda x, m: x[m] * np.exp(x[m]),
    ),
    "an activation": (
        lambda w, x, m: w.node("ReLU", _selected(w, x, m)),
        lambda x, m: np.maximum(x[m], 0),
    ),
    "special values": (
        lambda w, x, m: w.node("NanToNum", w.node("Log", _selected(w, x, m)), 7.0),
        lambda x, m: np.where(x[m] < 0, np.float32(7), np.log(np.abs(x[m]))),
    ),
    "a softplus": (
        lambda w, x, m: w.node("Softplus", _selected(w, x, m)),
        lambda x, m: np.log1p(np.exp(x[m])),
    ),
    "a slope": (
        lambda w, x, m: w.node("LeakyReLUExt", _selected(w, x, m), 0.1),
        lambda x, m: np.where(x[m] > 0, x[m], x[m] * np.float32(0.1)),
    ),
    "sums of whole numbers": (
        lambda w, x, m: w.node("ReduceSum", w.node("NonZero", m), (1,), False, False),
        lambda x, m: np.argwhere(m).sum(1),
    ),
    "wider rows": (
        lambda w, x, m: w.node("Mul", w.node("ExpandDims", _selected(w, x, m), -1), _PAIR),
        lambda x, m: x[m][:, None] * _PAIR,
    ),
    "a choice": (
        lambda w, x, m: w.node("Select", w.node("Less", s := _selected(w, x, m), 1.0), s, 1.0),
        lambda x, m: np.minimum(x[m], 1),
    ),
    "sums of rows": (
        lambda w, x, m: w.node(
            "ReduceSum", w.node("Cast", w.node("NonZero", m), 43), (1,), True, False
        ),
        lambda x, m: np.argwhere(m).sum(1, keepdims=True).astype(np.float32),
    ),
    "a sum over rows": (
        lambda w, x, m: w.node(
            "ReduceSum", w.node("Cast", w.node("NonZero", m), 43), (0,), False, False
        ),
        lambda x, m: np.argwhere(m).sum(0).astype(np.float32),
    ),
    "squeezed": (
        lambda w, x, m: w.node("Squeeze", w.node("ExpandDims", w.node("NonZero", m), 1), (1,)),
        lambda x, m: np.argwhere(m),
    ),
    "an index of bytes": (
        lambda w, x, m: w.node(
            "Gather",
            x,
            w.node(
                "TupleGetItem",
                w.node("Unique", w.node("Reshape", w.node("Cast", m, 37), (20,))),
                0,
            ),
            0,
            0,
        ),
        lambda x, m: x[list(dict.fromkeys(m.ravel().astype(int).tolist()))],
    ),
    "an index of one": (
        lambda w, x, m: w.node(
            "Gather", x, w.node("TupleGetItem", w.node("NonZeroExt", m), 0), 0, 0
        ),
        lambda x, m: x[np.nonzero(m)[0]],
    ),
}


@pytest.mark.parametrize("device", ["cpu", "reference"])
@pytest.mark.parametrize("name", _COMPUTED)
def test_rows_are_computed_with_one_by_one(name: str, device: str, tmp_path: Path) -> None:
    build, expected = _COMPUTED[name]
    with aoe.compile(_model(tmp_path, build), device=device) as session:
        for mask in _MASKS:
            (found,) = session.run(None, {"x": _X, "m": mask})
            want = expected(_X, mask)
            assert found.dtype == want.dtype
            np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-6)


_REFUSED: dict[str, Callable[[MindirWriter, str, str], str]] = {
    "Add": lambda w, x, m: w.node("Add", _selected(w, x, m), w.node("MaskedSelect", x, x)),
    "Mul": lambda w, x, m: w.node("Mul", _selected(w, x, m), np.ones(3, np.float32)),
    "Concat": lambda w, x, m: w.node("Concat", w.node("MakeTuple", s := _selected(w, x, m), s), 0),
    "Sort": lambda w, x, m: w.node("Sort", _selected(w, x, m)),
    "Reshape": lambda w, x, m: w.node("Reshape", w.node("NonZero", m), (-1,)),
    "Gather": lambda w, x, m: w.node("Gather", w.node("NonZero", m), np.asarray([0]), 0, 0),
    "Unique": lambda w, x, m: w.node("TupleGetItem", w.node("Unique", x), 0),
    "AddN": lambda w, x, m: w.node("AddN", w.node("MakeTuple", s := _selected(w, x, m), s)),
}


@pytest.mark.parametrize("name", _REFUSED)
def test_what_needs_their_number_is_refused_by_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModelError, match=f"{name} 'Default/{name}-op"):
        aoe.compile(_model(tmp_path, _REFUSED[name]))


def test_a_known_mask_chooses_a_known_number(tmp_path: Path) -> None:
    mask = np.tri(4, 5, dtype=bool)
    path = _model(
        tmp_path,
        lambda w, x, m: w.node(
            "Sort", w.node("MaskedSelect", x, w.parameter("lower", mask)), axis=-1, descending=False
        ),
    )
    with aoe.compile(path, device="reference") as session:
        found = session.run(None, {"x": _X, "m": mask})[0]
    np.testing.assert_array_equal(found, np.sort(_X[mask]))


def test_each_nan_of_a_constant_is_an_element_of_its_own(tmp_path: Path) -> None:
    # As MindSpore 2.10 finds them, and as `Unique` of an input does here.
    given = np.asarray([np.nan, 1, np.nan, 2, 1], np.float32)

    def build(w: MindirWriter, x: str, m: str) -> str:
        found = w.node("Unique", w.parameter("given", given))
        return w.node("Add", w.node("TupleGetItem", found, 0), w.input("y", (4,)))

    with aoe.compile(_model(tmp_path, build), device="reference") as session:
        feeds = {"x": _X, "m": _MASKS[0], "y": np.zeros(4, np.float32)}
        np.testing.assert_array_equal(session.run(None, feeds)[0], [np.nan, 1, np.nan, 2])


def test_averages_of_whole_numbers_are_refused_with_the_reason(tmp_path: Path) -> None:
    path = _model(tmp_path, lambda w, x, m: w.node("ReduceMean", w.node("NonZero", m), (1,), False))
    with pytest.raises(UnsupportedModelError, match=r"ReduceMean.* the average of integers"):
        aoe.compile(path)


def test_branches_that_give_such_rows_are_refused_with_the_reason(tmp_path: Path) -> None:
    def build(w: MindirWriter, x: str, m: str) -> str:
        for name in ("one", "two"):
            with w.function(name, f"{name}:x", f"{name}:m"):
                w.output(w.node("MaskedSelect", f"{name}:x", f"{name}:m"))
        first = w.node("ReduceAll", m, (), False)
        return w.call(w.node("Switch", first, "one", "two"), x, m)

    with pytest.raises(UnsupportedModelError, match="branches give rows whose number depends"):
        aoe.compile(_model(tmp_path, build))


def test_a_result_that_was_not_asked_for_is_refused(tmp_path: Path) -> None:
    path = _model(
        tmp_path, lambda w, x, m: w.node("UniqueConsecutive", w.node("Cast", m, 34), False, True)
    )
    with pytest.raises(UnsupportedModelError, match="were not asked for"):
        aoe.compile(path)
