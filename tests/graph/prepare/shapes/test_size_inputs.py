"""Sizes that are fed or computed with more dimensions than ONNX has for them, as runtimes do."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

import aoe
from aoe.graph.prepare.shapes.size_inputs import SIZE_INPUTS
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import inputs_of, model

MEL = {
    "bins": np.asarray(4),
    "length": np.asarray(16),
    "rate": np.asarray(8000),
    "low": np.asarray(100, np.float32),
    "high": np.asarray(3000, np.float32),
}


def compare(text: str, feed: Mapping[str, np.ndarray], **constants: np.ndarray) -> None:
    """Compares what a model gives with ONNX Runtime."""
    proto = model(text, 20, **constants)
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    given = inputs_of(proto) | dict(feed)
    expected = by_runtime(proto, given)
    assert expected is not None
    with aoe.compile(proto, threads=1) as session:
        (found,) = session.run(None, given)
    np.testing.assert_allclose(found, expected[0], atol=1e-4)


def test_what_is_reshaped_has_one_number_of_dimensions() -> None:
    reshaped = [item for items in SIZE_INPUTS.values() for item in items if item.reshaped]
    assert reshaped
    assert all(len(item.ranks) == 1 for item in reshaped)


@pytest.mark.parametrize("name", SIZE_INPUTS)
def test_each_input_of_sizes_is_there_once(name: str) -> None:
    numbers = [item.number for item in SIZE_INPUTS[name]]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("inputs", "node", "size"),
    [
        ("int64[1] n", "HannWindow (n)", 6),
        ("int64[1] n", "HammingWindow (n)", 6),
        ("int64[1] n", "BlackmanWindow (n)", 6),
        ("float[1,8,1] x, int64[1] n", "DFT (x, n)", 6),
        ("float[1,8,1] x, int64[1] n", 'DFT (x, "", n)', 1),
        ("float[1,8,1] x, int64[1] n", 'STFT (x, length, "", n)', 4),
    ],
)
def test_one_number_in_a_vector_is_a_scalar(inputs: str, node: str, size: int) -> None:
    used = {"length": np.asarray(3)} if "length" in node else {}
    compare(f"({inputs}) => (float y) {{ y = {node} }}", {"n": np.asarray([size])}, **used)


@pytest.mark.parametrize("name", ["bins", "length"])
def test_sizes_of_mel_weights_may_be_vectors_of_one(name: str) -> None:
    constants = {key: array for key, array in MEL.items() if key != name}
    text = f"""(int64[1] {name}) => (float y) {{
        y = MelWeightMatrix (bins, length, rate, low, high) }}"""
    compare(text, {name: MEL[name].reshape(1)}, **constants)


@pytest.mark.parametrize("name", ["rate", "low", "high"])
def test_other_numbers_of_mel_weights_may_have_two_dimensions(name: str) -> None:
    constants = {**MEL, name: MEL[name].reshape(1, 1)}
    text = """(float[4] x) => (float y) {
        m = MelWeightMatrix (bins, length, rate, low, high) y = Mul (m, x) }"""
    compare(text, {}, **constants)


def test_a_computed_length_may_be_a_vector_of_one() -> None:
    text = "(int64[1] k) => (float y) { n = Add (k, more) y = HannWindow (n) }"
    compare(text, {"k": np.asarray([4])}, more=np.asarray([2]))


def test_computed_pads_may_be_a_row() -> None:
    text = """(float[3,4] x) => (float y) {
        s = Shape (x) l = Sub (s, few) p = Concat <axis = 0> (l, l) r = Reshape (p, row)
        y = Pad (x, r) }"""
    compare(text, {}, few=np.asarray([2, 3]), row=np.asarray([1, 4]))


@pytest.mark.parametrize(
    ("node", "opset", "numbers", "shape"),
    [
        ('Resize (x, "", s)', 18, [1, 1, 1.5, 2], (1, 4)),
        ('Resize (x, "", s)', 18, [1, 1, 1.5, 2], (1, 1, 4)),
        ("Resize (x, s)", 10, [1, 1, 1.5, 2], (4, 1)),
        ("Upsample (x, s)", 9, [1, 1, 1.5, 2], (1, 4)),
        ("Pad (x, s)", 18, [0, 0, 1, 0, 0, 0, 2, 1], (1, 8)),
    ],
)
def test_scales_and_pads_may_be_fed_as_a_row(
    node: str, opset: int, numbers: list[float], shape: tuple[int, ...]
) -> None:
    kind = "int64" if "Pad" in node else "float"
    sizes = ",".join(map(str, shape))
    proto = model(f"(float[1,1,4,4] x, {kind}[{sizes}] s) => (float y) {{ y = {node} }}", opset)
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    dtype = np.int64 if "Pad" in node else np.float32
    feed = inputs_of(proto) | {"s": np.asarray(numbers, dtype).reshape(shape)}
    expected = by_runtime(proto, feed)
    assert expected is not None
    with aoe.compile(proto, threads=1, device="reference") as session:
        (found,) = session.run(None, feed)
    np.testing.assert_allclose(found, expected[0], atol=1e-5)
