"""Integers of operators with scales, without them, and with scales on one side only.

What TFLite's interpreter computes was found with `ai-edge-litert` 2.3, without delegates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.tflite.case import (
    CONV,
    IMAGE,
    POOL,
    SAME,
    Case,
    Random,
    bias,
    byte,
    i32,
    weight,
)
from tests.frontends.tflite.cases import CASES

#: Scales and zero points of operands and of results, in turn.
_SCALES: dict[str, tuple[tuple[float, int] | None, tuple[float, int] | None]] = {
    "none": (None, None),
    "operands": ((0.05, 3), None),
    "result": (None, (0.11, -5)),
    "other": ((0.05, 3), (0.11, -5)),
    "equal": ((0.05, 3), (0.05, 3)),
}
#: Operators that read no scale, by the names of cases.
_BARE = (
    *("average_pool", "embedding", "gather", "gather_nd", "maximum", "minimum", "reshape"),
    *("resize_bilinear", "resize_bilinear_half", "resize_nearest", "reverse", "scatter"),
    *("select_v2", "slice", "split", "strided_slice", "tile", "top_k", "transpose", "updated"),
    *("with_diagonal", "floor_mod", "hlo_add", "dilate", "neg"),
)


def _scaled(item: Random, scale: tuple[float, int] | None, kind: str = "INT8") -> Random:
    scales, zeros = ((), ()) if scale is None else ((scale[0],), (scale[1],))
    return replace(item, kind=kind, scale=scales, zero_point=zeros, low=-2, high=2)


def _of_bytes(case: Case, mode: str, kind: str = "INT8") -> Case:
    """A case of float32 with bytes in their place."""
    before, after = _SCALES[mode]
    operands = []
    for item in case.operands:
        found = Random(item, False) if isinstance(item, tuple) else item
        if isinstance(found, Random) and found.kind == "FLOAT32":
            found = _scaled(found, before, kind)
        if isinstance(found, np.ndarray) and found.dtype == np.float32:
            found = found.astype(kind.lower())
        operands.append(found)
    results = [
        _scaled(item, after, kind) if item.kind == "FLOAT32" else item for item in case.results
    ]
    return replace(case, operands=operands, results=results)


def _outputs(case: Case, path: Path) -> Sequence[np.ndarray]:
    path.write_bytes(case.file("m"))
    with aoe.compile(path, device="reference") as session:
        return session.run(None, case.numbers("m"))


@pytest.mark.parametrize("name", _BARE)
def test_an_operator_that_reads_no_scale_gives_the_same_bytes_for_all(
    name: str, tmp_path: Path
) -> None:
    found = [
        _outputs(_of_bytes(CASES[name], mode), tmp_path / f"{mode}.tflite") for mode in _SCALES
    ]
    for others in found[1:]:
        for first, other in zip(found[0], others, strict=True):
            assert first.dtype == other.dtype
            np.testing.assert_array_equal(first, other)


@pytest.mark.parametrize(("name", "function"), [("minimum", np.minimum), ("neg", np.negative)])
def test_bytes_are_compared_and_negated_as_they_are(
    name: str, function: np.ufunc, tmp_path: Path
) -> None:
    case = _of_bytes(CASES[name], "other")
    (found,) = _outputs(case, tmp_path / "m.tflite")
    np.testing.assert_array_equal(found, function(*case.numbers("m").values()))


@pytest.mark.parametrize("kind", ["INT8", "UINT8"])
def test_a_cast_takes_integers_as_they_are(kind: str, tmp_path: Path) -> None:
    case = Case("CAST", [byte(3, 4, kind=kind)], {}, [Random(())])
    (found,) = _outputs(case, tmp_path / "m.tflite")
    np.testing.assert_array_equal(found, case.numbers("m")["x0"].astype(np.float32))


@pytest.mark.parametrize(
    ("kind", "mode", "border"),
    [
        ("INT8", "none", 0),
        ("INT8", "operands", 0),
        ("INT8", "result", 0),
        ("INT8", "other", -5),
        ("UINT8", "result", 110),
        ("UINT8", "operands", 0),
    ],
)
def test_a_border_is_the_zero_point_that_tflite_takes(
    kind: str, mode: str, border: int, tmp_path: Path
) -> None:
    case = _of_bytes(CASES["pad"], mode, kind)
    if kind == "UINT8":
        results = [replace(item, zero_point=(110,) if item.scale else ()) for item in case.results]
        case = replace(case, results=results)
    (found,) = _outputs(case, tmp_path / "m.tflite")
    assert (found[:, 0] == border).all()
    np.testing.assert_array_equal(found[:, 1:-2, :-3, 1:], case.numbers("m")["x0"])


_LACKS = "'x0' of int8 has no scale; quantise the model again, or keep this float32"
_ONLY_OPERANDS = "'y0' of int8 has no scale, but 'x0' has one"
_ONLY_RESULT = "'x0' of int8 has no scale, but 'y0' has one"


@pytest.mark.parametrize(
    ("name", "mode", "reason"),
    [
        *((name, "none", _LACKS) for name in ("mul", "relu", "mean_kept", "batch_matmul", "tanh")),
        *((name, "operands", _ONLY_OPERANDS) for name in ("exp", "sum", "add", "concatenation")),
        *((name, "result", _ONLY_RESULT) for name in ("div", "pack", "reduce_max", "expand_dims")),
        *((name, "operands", _ONLY_OPERANDS) for name in ("unpack", "mirror_reflect", "logistic")),
        ("max_pool", "none", "its activation RELU needs a scale of its result, which has none"),
        ("average_pool_valid", "operands", "its activation RELU6 needs a scale of its result"),
    ],
)
def test_missing_scales_are_named(name: str, mode: str, reason: str, tmp_path: Path) -> None:
    case = _of_bytes(CASES[name], mode)
    with pytest.raises(aoe.AoeError) as caught:
        _outputs(case, tmp_path / "m.tflite")
    assert f"{case.kind} 'y0' ({reason}" in str(caught.value)


def test_a_layer_of_bytes_whose_result_has_no_scale_is_refused(tmp_path: Path) -> None:
    operands = [byte(*IMAGE), weight(5, 3, 3, 4), bias(5)]
    result = Random((), False, "INT8")
    conv = Case("CONV_2D", operands, {**CONV, "padding": SAME}, [result])
    dense = Case("FULLY_CONNECTED", [byte(3, 16), weight(5, 16), None], {}, [result])
    for case in (conv, dense):
        with pytest.raises(aoe.AoeError, match="'y0' of int8 has no scale, but 'x0' has one"):
            _outputs(case, tmp_path / "m.tflite")


@pytest.mark.parametrize(("name", "function"), [("reduce_max", np.max), ("reduce_min", np.min)])
def test_integers_of_16_bits_are_reduced(
    name: str, function: Callable[..., np.ndarray], tmp_path: Path
) -> None:
    case = _of_bytes(CASES[name], "none", "INT16")
    (found,) = _outputs(case, tmp_path / "m.tflite")
    assert found.dtype == np.int16
    axes = case.operands[1]
    assert isinstance(axes, np.ndarray)
    np.testing.assert_array_equal(found, function(case.numbers("m")["x0"], axis=tuple(axes)))


def test_what_no_kernel_computes_is_named(tmp_path: Path) -> None:
    negative = Case("NEG", [Random((3,), False, "UINT8")], {}, [Random((), kind="UINT8")])
    with pytest.raises(aoe.AoeError, match=r"NEG 'y0' \(it takes the negative of uint8\)"):
        _outputs(negative, tmp_path / "m.tflite")
    operand = Random((1, 4, 4, 2), False, "INT16")
    pool = Case("MAX_POOL_2D", [operand], {**POOL, "padding": SAME}, [Random((), kind="INT16")])
    with pytest.raises(aoe.AoeError, match=r"MAX_POOL_2D 'y0' \(it pools int16; cast it"):
        _outputs(pool, tmp_path / "m.tflite")


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_bytes_without_a_logarithm_give_the_least_byte(device: str, tmp_path: Path) -> None:
    x, path = np.arange(-128, 128, dtype=np.int8), tmp_path / "m.tflite"
    result = Random((), False, "INT8", (0.05,), (-5,))
    path.write_bytes(Case("LOG", [byte(256)], {}, [result]).file("m"))
    with aoe.compile(path, device=device) as session:
        (found,) = session.run(None, {"x0": x})
    assert (found[x <= 3] == -128).all()
    steps = np.log((x[x > 3] - 3.0) * 0.05) / 0.05 - 5
    assert np.abs(found[x > 3] - steps).max() <= 0.51


@pytest.mark.parametrize("device", ["cpu", "reference"])
@pytest.mark.parametrize("kind", ["INT8", "UINT8", "INT16", "INT32", "INT64"])
def test_quotients_of_integers_are_rounded_down(kind: str, device: str, tmp_path: Path) -> None:
    dtype, path = np.dtype(kind.lower()), tmp_path / "m.tflite"
    limits = np.iinfo(dtype)
    x = np.asarray([7, -7, 7, -7, 6, -6, 0, limits.min, limits.max, limits.min]).astype(dtype)
    y = np.asarray([2, 2, -2, -2, 3, 3, -5, 3, -3, 7]).astype(dtype)
    operands = [Random(x.shape, False, kind), Random(y.shape, False, kind)]
    path.write_bytes(Case("FLOOR_DIV", operands, {}, [Random((), kind=kind)]).file("m"))
    with aoe.compile(path, device=device) as session:
        (found,) = session.run(None, {"x0": x, "x1": y})
    np.testing.assert_array_equal(found, np.floor_divide(x, y))


def test_a_number_fills_a_tensor_of_its_scale(tmp_path: Path) -> None:
    case = Case("FILL", [i32(2, 3), byte()], {}, [Random((), False, "INT8", (0.05,), (3,))])
    (found,) = _outputs(case, tmp_path / "m.tflite")
    np.testing.assert_array_equal(found, np.full((2, 3), case.numbers("m")["x1"]))
    bare = replace(case, results=[Random((), False, "INT8")])
    with pytest.raises(aoe.AoeError, match="'y0' of int8 has no scale, but 'x1' has one"):
        _outputs(bare, tmp_path / "m.tflite")
