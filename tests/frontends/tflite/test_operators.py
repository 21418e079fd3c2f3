"""Operators against results that TFLite's interpreter has computed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.tflite.case import Case, Random, byte, i32, result
from tests.frontends.tflite.cases import CASES
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite
from tests.frontends.tflite.make_expected import EXPECTED
from tests.frontends.tflite.recurrent_cases import STEPS

#: Cases whose bytes are computed by tables in TFLite, or in another order of roundings.
_STEPS = 1
#: Operators on bytes that give TFLite's bytes.
_EXACT = ("AVERAGE_POOL_2D", "MAX_POOL_2D", "RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR", "ONE_HOT")
#: A case of them where the rounding of float32 says whether a number is more than a half.
_ROUNDED = "bytes_unsigned_resize_bilinear"


@pytest.fixture(scope="module")
def expected() -> Mapping[str, np.ndarray]:
    with np.load(EXPECTED) as stored:
        return dict(stored)


@pytest.mark.parametrize("name", STEPS)
def test_states_of_an_operator_of_one_step_are_inputs_and_outputs(
    name: str, expected: Mapping[str, np.ndarray], tmp_path: Path
) -> None:
    case, path = STEPS[name], tmp_path / "m.tflite"
    path.write_bytes(case.file(name))
    with aoe.compile(path, device="reference") as session:
        states = {
            item.name: np.zeros([size for size in item.shape if isinstance(size, int)], np.float32)
            for item in session.get_inputs()
            if item.name not in case.numbers(name)
        }
        assert [item.name for item in session.get_outputs()][1:] == [
            f"{key}/next" for key in states
        ]
        for run in (1, 2):
            found, *after = session.run(None, {**case.numbers(name), **states})
            np.testing.assert_allclose(found, expected[f"{name}/run{run}"], rtol=2e-6, atol=2e-6)
            states = dict(zip(states, after, strict=True))


@pytest.mark.parametrize("name", CASES)
def test_an_operator_gives_what_tflite_gives(
    name: str, expected: Mapping[str, np.ndarray], tmp_path: Path
) -> None:
    case, path = CASES[name], tmp_path / "m.tflite"
    path.write_bytes(case.file(name))
    with aoe.compile(path, device="reference") as session:
        assert [item.name for item in session.get_inputs()] == list(case.numbers(name))
        found = session.run(None, case.numbers(name))
    for number, mine in enumerate(found):
        theirs = expected[f"{name}/{number}"]
        assert mine.shape == theirs.shape
        assert mine.dtype == theirs.dtype
        if theirs.dtype.kind == "f":
            np.testing.assert_allclose(mine, theirs, rtol=2e-6, atol=2e-6)
        elif case.results[number].scale and not _is_exact(name, case):
            assert np.abs(mine.astype(int) - theirs.astype(int)).max() <= _STEPS
        else:
            np.testing.assert_array_equal(mine, theirs)


def _is_exact(name: str, case: Case) -> bool:
    """Whether a case gives TFLite's integers. All of words do."""
    return name.startswith("words_") or (case.kind in _EXACT and name != _ROUNDED)


@pytest.mark.parametrize(
    "name", ["conv", "depthwise", "fully_connected", "transpose_conv", "add", "tanh", "softmax"]
)
def test_native_code_gives_the_words_of_tflite(
    name: str, expected: Mapping[str, np.ndarray], tmp_path: Path
) -> None:
    key, path = f"words_{name}", tmp_path / "m.tflite"
    path.write_bytes(CASES[key].file(key))
    with aoe.compile(path, device="cpu") as session:
        (found,) = session.run(None, CASES[key].numbers(key))
    np.testing.assert_array_equal(found, expected[f"{key}/0"])


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_a_table_of_words_keeps_the_layout_of_images(device: str, tmp_path: Path) -> None:
    # A table is no operand that is broadcast with images whose channels come first.
    pool, tanh = CASES["words_average_pool"], CASES["words_tanh"]
    numbers = pool.numbers("m")
    shape = (2, 5, 4, 5)
    tensors = [
        Tensor("x0", "INT16", (2, 9, 8, 5), None, [0.0003], [0]),
        Tensor("p", "INT16", shape, None, [0.0003], [0]),
        Tensor("y", "INT16", shape, None, [1 / 32768], [0]),
    ]
    pooling = Operator(pool.kind, ["x0"], ["p"], pool.options)
    both = Graph(tensors, [pooling, Operator(tanh.kind, ["p"], ["y"])], ["x0"], ["y"])
    first = Graph(tensors[:2], [pooling], ["x0"], ["p"])
    second = Graph(tensors[1:], [Operator(tanh.kind, ["p"], ["y"])], ["p"], ["y"])
    found: list[np.ndarray] = []
    for number, graph in enumerate((both, first, second)):
        path = tmp_path / f"m{number}.tflite"
        path.write_bytes(tflite(graph))
        with aoe.compile(path, device=device) as session:
            given = {"p": found[1]} if number == 2 else numbers
            found.append(session.run(None, given)[0])
    assert found[0].shape == shape
    np.testing.assert_array_equal(found[0], found[2])


@pytest.mark.parametrize("kind", ["INT8", "UINT8", "INT16", "INT32"])
def test_a_shift_of_stablehlo_by_all_bits_leaves_nothing(kind: str, tmp_path: Path) -> None:
    # StableHLO's definition; TFLite's kernel shifts by what the processor makes of the number.
    dtype = np.dtype(kind.lower())
    bits = dtype.itemsize * 8
    places = np.asarray([0, 1, bits - 1, bits, bits + 1, 100], dtype)
    x = np.asarray([1, 5, 3, 1, 7, 85], dtype)
    tensors = [Tensor(name, kind, (6,)) for name in ("x", "n", "y")]
    operator = Operator("STABLEHLO_SHIFT_LEFT", ["x", "n"], ["y"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [operator], ["x", "n"], ["y"])))
    expected = np.asarray([1, 10, 1 << (bits - 1), 0, 0, 0]).astype(dtype)
    for device in ("cpu", "reference"):
        with aoe.compile(path, device=device) as session:
            np.testing.assert_array_equal(session.run(None, {"x": x, "n": places})[0], expected)


def test_a_negative_shift_of_stablehlo_leaves_nothing(tmp_path: Path) -> None:
    tensors = [Tensor(name, "INT32", (2,)) for name in ("x", "n", "y")]
    operator = Operator("STABLEHLO_SHIFT_LEFT", ["x", "n"], ["y"])
    path = tmp_path / "m.tflite"
    path.write_bytes(tflite(Graph(tensors, [operator], ["x", "n"], ["y"])))
    feeds = {"x": np.asarray([5, 6], np.int32), "n": np.asarray([-1, 2], np.int32)}
    with aoe.compile(path, device="reference") as session:
        np.testing.assert_array_equal(session.run(None, feeds)[0], [0, 24])


@pytest.mark.parametrize("kind", ["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
@pytest.mark.parametrize(
    ("shape", "sizes", "reason"),
    [
        ((20, 4, 2), (30, 3), "its operand has 3 axes, not 4"),
        ((1, 2, 20, 4, 2), (30, 3), "its operand has 5 axes, not 4"),
        ((1, 20, 4, 2), (1 << 24, 1 << 24), "its sizes are [16777216, 16777216]"),
    ],
)
def test_images_that_cannot_be_resized_are_named(
    kind: str, shape: tuple[int, ...], sizes: tuple[int, int], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "m.tflite"
    path.write_bytes(Case(kind, [byte(*shape), i32(*sizes)], {}, [result(0.05, 3)]).file("m"))
    with pytest.raises(aoe.AoeError) as caught:
        aoe.compile(path, device="reference")
    assert f"{kind} 'y0' ({reason})" in str(caught.value)


@pytest.mark.parametrize(
    ("shape", "options", "reason"),
    [
        ((1, 24, 6), {}, "it has 6 scores for 3 classes"),
        ((1, 23, 4), {}, r"its scores have the shape \[1, 23, 4\]"),
        ((24, 4), {}, r"its scores have the shape \[24, 4\]"),
        ((1, 24, 4), {"max_detections": 0}, r"its numbers of boxes and classes are \[0, 1, 4, 3\]"),
        ((1, 24, 4), {"nms_iou_threshold": 0.0}, "its bounds are 0.0 and"),
        ((1, 24, 4), {"h_scale": 0.0}, r"its scales are \[10.0, 10.0, 0.0, 5.0\]"),
    ],
)
def test_detections_without_a_meaning_are_refused(
    shape: tuple[int, ...], options: dict[str, float], reason: str, tmp_path: Path
) -> None:
    case, path = CASES["detections"], tmp_path / "m.tflite"
    operands = [case.operands[0], Random(shape, False), case.operands[2]]
    given = {**case.options, **options}
    path.write_bytes(Case(case.kind, operands, given, case.results).file("m"))
    with pytest.raises(aoe.AoeError, match=reason):
        aoe.compile(path, device="reference")
