"""The frontend for MindSpore (`--framework=1`): reads MindIR, `.mindir`.

`reader.py` reads a model, on protobuf alone. `program.py` decodes the file, `evaluation.py` goes
through its graphs, and `primitives/` has a function for each primitive of MindSpore.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx_ir

from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin

#: The first field of a file is the version of the form as text: of MindIR, such as "0.1.0".
_VERSION_FIELD = 0x0A
_LONGEST_VERSION = 16
#: The second field of a file, the name of the program that wrote it.
_PRODUCER = b"\x12\x09MindSpore"


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    from aoe.frontends.mindspore.reader import read_mindir

    return read_mindir(origin, shapes)


def _recognizes(path: Path, head: bytes) -> bool:
    if len(head) < 2 or head[0] != _VERSION_FIELD or not 0 < head[1] <= _LONGEST_VERSION:
        return False
    end = 2 + head[1]
    return head[end : end + len(_PRODUCER)] == _PRODUCER


def _files(origin: ModelOrigin) -> Sequence[Path]:
    from aoe.frontends.mindspore.reader import files_of

    return files_of(origin)


FRONTEND = Frontend(
    number=1,
    name="MindSpore",
    suffixes=(".mindir", ".air"),
    read=_read,
    recognizes=_recognizes,
    files=_files,
    reads_shapes=True,
    ignores_boundary=True,
    refused_suffixes=(".air",),
)
