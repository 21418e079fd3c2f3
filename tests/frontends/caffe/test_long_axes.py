"""Layers that turn an axis keep all of its elements, however many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.frontends.caffe.network import read_caffe
from tests.frontends.caffe.nets import layer, source


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [("Reverse", "reverse_param { axis: 0 }"), ("ArgMax", "argmax_param { axis: 0 }")],
)
def test_what_is_turned_keeps_more_elements_than_32_bits_count(
    kind: str, parameters: str, tmp_path: Path
) -> None:
    path = tmp_path / "net.prototxt"
    path.write_text(source((2**31 + 8, 2)) + layer(kind, parameters, ["data"], ["y"]))
    turned = next(node for node in read_caffe(path, None, {}).graph if node.op_type == "Slice")
    shape = turned.outputs[0].shape
    assert shape is not None
    assert shape.numpy() == (2**31 + 8, 2)
