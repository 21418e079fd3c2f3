"""The frontend for TFLite (`.tflite`), which has no `--framework` number.

`flatbuffer.py` reads the form of the file, `schema.py` says what its fields are, `model_file.py`
makes records of them. `reader.py` goes through the operators, which `operators/` has.
"""

from __future__ import annotations

from pathlib import Path

import onnx_ir

from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    from aoe.frontends.tflite.reader import read_tflite

    return read_tflite(origin, shapes)


def _recognizes(path: Path, head: bytes) -> bool:
    """The identifier of the file's schema."""
    return head[4:8] == b"TFL3"


FRONTEND = Frontend(
    number=None,
    name="TFLite",
    suffixes=(".tflite",),
    read=_read,
    recognizes=_recognizes,
    reads_shapes=True,
    image_format="NHWC",
)
