"""Files of weights in all their forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.errors import ModelError
from aoe.frontends.caffe.messages import network_class, weights_class
from aoe.frontends.caffe.weights import read_weights
from tests.frontends.caffe.nets import numbers, write_weights


def _layer(name: str = "c", *names: str) -> Any:
    """A layer as a network has it."""
    message = network_class()().layer.add(name=name, type="Convolution")
    for shared in names:
        message.param.add(name=shared)
    return message


def _varint(number: int) -> bytes:
    made = bytearray()
    while number > 127:
        made.append(number % 128 + 128)
        number //= 128
    return bytes([*made, number])


def _field(number: int, content: bytes) -> bytes:
    return _varint(number * 8 + 2) + _varint(len(content)) + content


def test_blobs_have_names_of_layers(tmp_path: Path) -> None:
    arrays = [numbers((2, 3)), numbers((2,))]
    weights = read_weights(write_weights(tmp_path / "w", {"c": arrays}))
    assert weights.number(_layer()) == 2
    for position, array in enumerate(arrays):
        np.testing.assert_array_equal(weights.blob(_layer(), position, array.shape), array)


def test_old_layers_with_shapes_of_four_dimensions(tmp_path: Path) -> None:
    net, array = weights_class(True)(), numbers((1, 1, 2, 3))
    item = net.layers.add(name="c")
    item.blobs.add(data=[array.tobytes()], num=1, channels=1, height=2, width=3)
    (tmp_path / "w").write_bytes(net.SerializeToString())
    found = read_weights(tmp_path / "w").blob(_layer(), 0, (2, 3))
    np.testing.assert_array_equal(found, array[0, 0])


def test_numbers_that_are_not_packed(tmp_path: Path) -> None:
    array = numbers((3,))
    each = b"".join(b"\x2d" + value.tobytes() for value in array)
    blob = each + _field(7, b"\x08\x03")
    (tmp_path / "w").write_bytes(_field(100, _field(1, b"c") + _field(7, blob)))
    found = read_weights(tmp_path / "w").blob(_layer(), 0, (3,))
    np.testing.assert_array_equal(found, array)


def test_packed_numbers_in_parts(tmp_path: Path) -> None:
    array = numbers((3,))
    parts = _field(5, array[:1].tobytes()) + _field(5, array[1:].tobytes())
    blob = parts + _field(7, _field(1, b"\x03"))
    (tmp_path / "w").write_bytes(_field(100, _field(1, b"c") + _field(7, blob)))
    found = read_weights(tmp_path / "w").blob(_layer(), 0, (3,))
    np.testing.assert_array_equal(found, array)


def test_numbers_of_double_precision(tmp_path: Path) -> None:
    net, array = weights_class(True)(), numbers((2, 2)).astype(np.float64)
    blob = net.layer.add(name="c").blobs.add(double_data=[array.tobytes()])
    blob.shape.dim.extend([2, 2])
    (tmp_path / "w").write_bytes(net.SerializeToString())
    found = read_weights(tmp_path / "w").blob(_layer(), 0, (2, 2))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, array.astype(np.float32))


def test_a_layer_takes_the_blobs_of_the_first_that_shares_them(tmp_path: Path) -> None:
    array = numbers((2,))
    weights = read_weights(write_weights(tmp_path / "w", {"c": [array, array]}))
    weights.share(_layer("c", "w", "b"))
    np.testing.assert_array_equal(weights.blob(_layer("d", "", "b"), 1, (2,)), array)
    with pytest.raises(ModelError, match="has no blob 0 for layer 'd'"):
        weights.blob(_layer("d", "", "b"), 0, (2,))


def test_a_transposed_blob_is_not_taken(tmp_path: Path) -> None:
    weights = read_weights(write_weights(tmp_path / "w", {"c": [numbers((2, 3))]}))
    with pytest.raises(ModelError, match=r"has the shape \[2, 3\], but the network asks for"):
        weights.blob(_layer(), 0, (3, 2))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b'layer { name: "c" blobs { data: 1 } }', "is not a binary .caffemodel"),
        (b"\x89HDF\r\n\x1a\n", "holds weights as HDF5"),
        (_field(1, b"net"), "holds no weights"),
        (_field(2, _field(1, _field(1, b"c"))), "upgrade_net_proto_binary"),
        (
            _field(100, _field(1, b"c") + _field(7, _field(5, b"123456789"))),
            "has 2 elements, but the shape",
        ),
        (_field(100, _field(1, b"c") + _field(7, _field(7, b"\x08\x05"))), "has 0 elements"),
        (
            _field(100, _field(1, b"c") + _field(7, _field(7, _field(1, b"\xff" * 9 + b"\x01")))),
            "has 0 elements",
        ),
        (
            _field(100, _field(1, b"c") + _field(7, _field(7, _field(1, b"\0" * 65)))),
            "which no array has; the file is damaged",
        ),
        (
            _field(
                100,
                _field(1, b"c") + _field(7, _field(7, _field(1, b"\0" + b"\xff" * 8 + b"\x7f"))),
            ),
            "which no array has; the file is damaged",
        ),
    ],
)
def test_files_without_weights(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(content)
    with pytest.raises(ModelError, match=reason):
        read_weights(tmp_path / "w")


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist; check the path given as --weight"):
        read_weights(tmp_path / "w")
