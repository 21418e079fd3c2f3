"""Rows whose number depends on data, in graphs that are read for inference: what `tf.where` and
`tf.unique` give, the texts of a decoder, and sparse tensors that become dense.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

import aoe
from aoe.errors import ModelError, UnsupportedModelError
from tests.frontends.tensorflow.graphs import constant, node, placeholder, read, write


def test_what_needs_texts_of_data_is_refused_with_the_reason(tmp_path: Path) -> None:
    decoder = node("CTCGreedyDecoder", "decoder", "x", "lengths")
    dense = node("SparseToDense", "dense", "decoder", "decoder:2", "decoder:1", "zero")
    texts = node("Square", "texts", "dense")
    parts = [constant("lengths", [4], np.int32), constant("zero", 0, np.int64)]
    hashed = [node("AsString", "text", "lengths"), node("Identity", "y", "text")]
    with pytest.raises(UnsupportedModelError, match=r"texts: it needs the length of texts") as told:
        read(write(tmp_path, placeholder("x", 4, 1, 3), *parts, decoder, dense, texts, *hashed))
    assert "AsString (text: it computes with strings; compute it outside" in str(told.value)


_MASKS = [np.eye(3, 4, dtype=bool), np.zeros((3, 4), bool), np.ones((3, 4), bool)]


def test_elements_at_the_places_of_a_mask_may_be_an_output(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 3, 4),
        placeholder("m", 3, 4, dtype=bool),
        *(node("Where", "places", "m"), node("GatherNd", "found", "x", "places")),
        *(constant("two", 2.0), node("Mul", "y", "found", "two")),
    )
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    for device in ("cpu", "reference"):
        with aoe.compile(path, device=device) as session:
            for mask in _MASKS:
                (found,) = session.run(None, {"x": x, "m": mask})
                np.testing.assert_array_equal(found, 2 * x[mask])


@pytest.mark.parametrize("kind", ["Snapshot", "PreventGradient", "IdentityN"])
@pytest.mark.parametrize("source", ["Unique", "Where"])
def test_what_passes_values_on_passes_rows_on(kind: str, source: str, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        placeholder("x", 6, dtype=np.int32),
        *(node(source, "found", "x"), node(kind, "same", "found"), node("Neg", "y", "same")),
    )
    x = np.asarray([3, 0, 3, 5, 0, 1], np.int32)
    with aoe.compile(path, device="reference") as session:
        (found,) = session.run(["y:0"], {"x": x})
    expected = np.asarray([3, 0, 5, 1]) if source == "Unique" else np.argwhere(x)
    np.testing.assert_array_equal(found, -expected)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("RFFT", "the output 'y:0' .it is complex"),
        ("Shape", "the output 'y:0' .it needs the number of elements for which a condition holds"),
    ],
)
def test_outputs_that_cannot_be_given_are_refused_by_name(
    kind: str, reason: str, tmp_path: Path
) -> None:
    parts = [placeholder("x", 4), node("Where", "places", "x"), constant("length", [4], np.int32)]
    last = ["x", "length"] if kind == "RFFT" else ["places"]
    path = write(tmp_path, *parts, node("Neg", "z", "x"), node(kind, "y", *last))
    with pytest.raises(UnsupportedModelError, match=reason):
        read(path, ("z:0", "y:0"))


def _texts(folder: Path, *sizes: int) -> Path:
    """Texts of two sequences of four steps, of which the last class is the blank, in a shape."""
    return write(
        folder,
        placeholder("x", 4, 2, 3),
        constant("lengths", [4, 3], np.int32),
        constant("zero", -1, np.int64),
        constant("shape", sizes, np.int64),
        node("CTCGreedyDecoder", "decoder", "x", "lengths"),
        node("SparseToDense", "dense", "decoder", "shape", "decoder:1", "zero"),
        node("Square", "y", "dense"),
    )


@pytest.mark.parametrize("wider", [0, 2])
def test_texts_in_a_known_shape_are_a_tensor(wider: int, tmp_path: Path) -> None:
    model = read(_texts(tmp_path, 2, 4 + wider))
    best = np.asarray([[0, 2, 1, 1], [2, 1, 2, 0]])
    (found,) = ReferenceEvaluator(onnx_ir.to_proto(model)).run(
        None, {"x": np.eye(3, dtype=np.float32)[best.T]}
    )
    texts = np.asarray([[0, 1, 1, -1], [1, -1, -1, -1]])
    np.testing.assert_array_equal(
        found, np.pad(texts, [(0, 0), (0, wider)], constant_values=-1) ** 2
    )


def test_texts_in_a_shape_that_may_be_too_small_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModelError, match=r"2, 3. may be too small for 2 texts of 4"):
        read(_texts(tmp_path, 2, 3))


def test_what_needs_the_number_of_characters_is_refused_with_the_reason(tmp_path: Path) -> None:
    decoder = node("CTCGreedyDecoder", "decoder", "x", "lengths")
    parts = [placeholder("x", 4, 1, 3), constant("lengths", [4], np.int32), decoder]
    with pytest.raises(UnsupportedModelError, match=r"y: it needs the number of rows, which"):
        read(write(tmp_path, *parts, node("Square", "y", "decoder:1")))


@pytest.mark.parametrize("shape", [(0, 2, 3), (4, 0, 3), (4, 2, 0)])
def test_a_decoder_of_nothing_is_refused(shape: tuple[int, ...], tmp_path: Path) -> None:
    lengths = constant("lengths", np.full(shape[1], shape[0]), np.int32)
    decoder = node("CTCGreedyDecoder", "decoder", "x", "lengths")
    path = write(tmp_path, placeholder("x", *shape), lengths, decoder)
    told = r"node 'decoder' .CTCGreedyDecoder. is not valid: its logits are empty"
    with pytest.raises(ModelError, match=told):
        read(path, ("decoder:2",))


def _dense(folder: Path, indices: list[list[int]], *, validated: bool) -> Path:
    """Three numbers `x` at some indices of a matrix of 2 × 3."""
    parts = [constant("indices", indices, np.int64), constant("shape", [2, 3], np.int64)]
    return write(
        folder,
        placeholder("x", 3),
        *parts,
        constant("nothing", -1.0),
        node("SparseToDense", "y", "indices", "shape", "x", "nothing", validate_indices=validated),
    )


def test_of_numbers_at_one_index_the_last_counts_if_that_is_not_checked(tmp_path: Path) -> None:
    path = _dense(tmp_path, [[0, 1], [1, 0], [0, 1]], validated=False)
    with aoe.compile(path) as session:
        (found,) = session.run(None, {"x": np.array([1, 2, 3], np.float32)})
    np.testing.assert_array_equal(found, [[-1, 3, -1], [2, -1, -1]])


@pytest.mark.parametrize(
    ("indices", "validated", "reason"),
    [
        ([[0, 1], [1, 0], [0, 1]], True, "twice; set validate_indices to False"),
        ([[0, 0], [1, 3], [1, 2]], False, "outside of .2, 3."),
        ([[0, 0], [-1, 0], [1, 2]], True, "outside of .2, 3."),
    ],
)
def test_indices_that_tensorflow_refuses_are_refused(
    indices: list[list[int]], validated: bool, reason: str, tmp_path: Path
) -> None:
    path = _dense(tmp_path, indices, validated=validated)
    told = rf"node 'y' .SparseToDense. is not valid: it has an index {reason}"
    with pytest.raises(ModelError, match=told):
        read(path)
