"""Spectra of `tf.signal` in `.tflite` files, against NumPy's transforms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

_COMPLEX = "COMPLEX64"


def _file(
    folder: Path, operators: Sequence[Operator], lengths: Sequence[int], outputs: Sequence[str]
) -> Path:
    """A model of a signal `x`, 2 × 5 × 12, whose spectrum is `s`."""
    tensors = [
        Tensor("x", shape=(2, 5, 12)),
        Tensor("lengths", "INT32", (2,), np.asarray(lengths, np.int32)),
        *(Tensor(name, _COMPLEX) for name in ("s", "t", "u")),
        *(Tensor(name) for name in ("abs", "re", "im")),
        Tensor("sizes", "INT32", (2,), np.asarray([10, -1], np.int32)),
        Tensor("order", "INT32", (3,), np.asarray([2, 0, 1], np.int32)),
    ]
    transform = Operator("RFFT2D", ["x", "lengths"], ["s"])
    path = folder / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [transform, *operators], ["x"], outputs)))
    return path


def _parts(name: str) -> list[Operator]:
    return [
        Operator("COMPLEX_ABS", [name], ["abs"]),
        Operator("REAL", [name], ["re"]),
        Operator("IMAG", [name], ["im"]),
    ]


def _x() -> np.ndarray:
    return np.random.default_rng(3).standard_normal((2, 5, 12)).astype(np.float32)


@pytest.mark.parametrize("lengths", [(4, 8), (8, 16), (5, 12), (1, 16)])
def test_a_spectrum_is_that_of_the_cut_or_filled_signal(
    lengths: tuple[int, int], tmp_path: Path
) -> None:
    path, x = _file(tmp_path, _parts("s"), lengths, ["abs", "re", "im"]), _x()
    with aoe.compile(path) as session:
        found = session.run(None, {"x": x})
    wanted = np.fft.rfft2(x[:, : lengths[0], : lengths[1]].astype(np.float64), lengths)
    for one, other in zip(found, (np.abs(wanted), wanted.real, wanted.imag), strict=True):
        assert one.shape == (2, lengths[0], lengths[1] // 2 + 1)
        np.testing.assert_allclose(one, other, atol=2e-5)


def test_what_moves_elements_moves_both_parts(tmp_path: Path) -> None:
    moved = [
        Operator("TRANSPOSE", ["s", "order"], ["t"]),
        Operator("RESHAPE", ["t", "sizes"], ["u"]),
        *_parts("u"),
    ]
    path, x = _file(tmp_path, moved, (5, 16), ["abs", "re", "im"]), _x()
    with aoe.compile(path) as session:
        found = session.run(None, {"x": x})
    wanted = np.fft.rfft2(x, (5, 16)).transpose(2, 0, 1).reshape(10, 9)
    for one, other in zip(found, (np.abs(wanted), wanted.real, wanted.imag), strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, atol=2e-5)


@pytest.mark.parametrize(
    ("operators", "outputs", "reason"),
    [
        ([], ["s"], "the output 's' .give its real and imaginary part"),
        ([Operator("MUL", ["s", "s"], ["t"]), *_parts("t")], ["abs"], "COMPLEX64 is not computed"),
        ([Operator("COMPLEX_ABS", ["x"], ["abs"])], ["abs"], "no result of RFFT2D"),
        (
            [Operator("PACK", ["s", "x"], ["t"], {"values_count": 2, "axis": 0}), *_parts("t")],
            ["abs"],
            "joins complex and real",
        ),
    ],
)
def test_other_complex_numbers_are_refused(
    operators: Sequence[Operator], outputs: Sequence[str], reason: str, tmp_path: Path
) -> None:
    path = _file(tmp_path, operators, (4, 16), outputs)
    with pytest.raises(UnsupportedModelError, match=reason):
        aoe.compile(path)


def test_a_complex_tensor_is_no_output_that_can_be_named(tmp_path: Path) -> None:
    path = _file(tmp_path, _parts("s"), (4, 16), ["abs"])
    with pytest.raises(UnsupportedModelError, match="the output 's'"):
        aoe.compile(path, model_options=aoe.ModelOptions(out_nodes=["s"]))


def test_an_output_that_is_complex_may_be_left_out(tmp_path: Path) -> None:
    path, x = _file(tmp_path, _parts("s"), (5, 12), ["s", "abs"]), _x()
    options = aoe.ModelOptions(out_nodes=["abs"])
    with aoe.compile(path, model_options=options) as session:
        (found,) = session.run(None, {"x": x})
    np.testing.assert_allclose(found, np.abs(np.fft.rfft2(x)), atol=2e-5)


def test_a_spectrum_of_rows_whose_number_depends_on_data_is_refused_as_such(tmp_path: Path) -> None:
    tensors = [
        *(Tensor("x", shape=(4, 5)), Tensor("p", "INT64", (1, 2)), Tensor("s", _COMPLEX)),
        *(Tensor("lengths", "INT32", (2,), np.asarray([1, 2], np.int32)), Tensor("re")),
    ]
    operators = [
        Operator("WHERE", ["x"], ["p"]),
        Operator("RFFT2D", ["p", "lengths"], ["s"]),
        Operator("REAL", ["s"], ["re"]),
    ]
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, operators, ["x"], ["re"])))
    with pytest.raises(UnsupportedModelError, match="it takes rows whose number depends on data"):
        aoe.compile(path)
