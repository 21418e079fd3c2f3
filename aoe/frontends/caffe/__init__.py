"""The frontend for Caffe (`--framework=0`): a network as `.prototxt`, its weights as `.caffemodel`.

`network.py` makes a model of both, layer by layer. `prototxt.py` and `weights.py` read the files.
`layers/` has a function for each type of layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx_ir

from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    from aoe.frontends.caffe.network import read_caffe

    assert origin.path is not None, "the registry takes no Caffe models in memory"
    names = origin.operator_names
    return read_caffe(origin.path, origin.weight, shapes, origin.outputs, names)


def _files(origin: ModelOrigin) -> Sequence[Path]:
    return tuple(path for path in (origin.path, origin.weight) if path is not None)


FRONTEND = Frontend(
    number=0,
    name="Caffe",
    suffixes=(".prototxt",),
    read=_read,
    files=_files,
    takes_weight=True,
    needs_weight=False,
    weight_suffix=".caffemodel",
    reads_shapes=True,
    renames_operators=True,
)
