"""Recurrent layers are unrolled, so a network may become too large to compile."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.errors import ModelError
from aoe.frontends.caffe.network import read_caffe
from tests.frontends.caffe.nets import layer, numbers, source, write_net

_PARAMETERS = "recurrent_param { num_output: 3 }"
#: The shapes of the weights of each kind for values of 3 numbers.
_BLOBS = {"LSTM": [(12, 3), (12,), (12, 3)], "RNN": [(3, 3), (3,), (3, 3), (3, 3), (3,)]}


def chained(folder: Path, kind: str, layers: int) -> tuple[Path, Path]:
    """Recurrent layers of 4 steps, one behind the other."""
    text = source((4, 1, 3), "y0") + source((4, 1), "cont")
    blobs: dict[str, list[np.ndarray]] = {}
    for number in range(layers):
        text += layer(kind, _PARAMETERS, (f"y{number}", "cont"), (f"y{number + 1}",), f"l{number}")
        blobs[f"l{number}"] = [numbers(shape) for shape in _BLOBS[kind]]
    return write_net(folder, text, blobs)


@pytest.mark.parametrize("kind", ["LSTM", "RNN"])
def test_many_recurrent_layers_are_refused_before_all_are_unrolled(
    kind: str, tmp_path: Path
) -> None:
    assert len(read_caffe(*chained(tmp_path, kind, 1), {}, most_nodes=100).graph) < 100
    with pytest.raises(ModelError, match=r"layer 'l\d' .* more than 100 nodes .* give fewer steps"):
        read_caffe(*chained(tmp_path, kind, 30), {}, most_nodes=100)
