"""The frontend for TensorFlow (`--framework=3`): frozen graphs, SavedModels and `.keras` files.

TensorFlow is not needed. `program.py` says what a model consists of, `evaluator.py` goes through
it, and `operations/` has the operators. `keras/` reads `.keras` files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import onnx_ir

from aoe.errors import ModelError
from aoe.frontends.frontend import HEAD_BYTES, Frontend, InputShapes, ModelOrigin
from aoe.frontends.source_file import readable

_KERAS = ".keras"
#: Files of Keras before its version 3.
_OLD_KERAS = (".h5", ".hdf5")
#: Files of `model.save_weights`.
_WEIGHTS = ".weights.h5"
#: How a GraphDef and a SavedModel start in text form.
_TEXT = re.compile(rb"\s*(node\s*\{\s*name\s*:|saved_model_schema_version\s*:)")


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    path = origin.path
    if path is not None and path.name.lower().endswith(_WEIGHTS):
        raise ModelError(
            f"{path} holds weights of Keras alone, without layers; save the whole model with "
            'model.save("model.keras"), and give that file'
        )
    if path is not None and (unread := _unread_form(_head(path))):
        raise ModelError(f"{path} {unread}")
    if path is not None and path.suffix.lower() in _OLD_KERAS and path.is_file():
        raise ModelError(
            f"{path} is a file of Keras before its version 3; save it in Python with "
            'keras.models.load_model(path).save("model.keras"), and give that file'
        )
    from aoe.frontends.tensorflow.reader import read_tensorflow

    return read_tensorflow(origin, shapes)


def _head(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with readable(path, "give the folder of a SavedModel, or a file"), path.open("rb") as file:
        return file.read(HEAD_BYTES)


def _unread_form(head: bytes) -> str:
    if not _TEXT.match(head):
        return ""
    return (
        "is a graph of TensorFlow in text form, which is not read; write it in binary form with "
        'tf.io.write_graph(graph, ".", "model.pb", as_text=False)'
    )


def _recognizes(path: Path, head: bytes) -> bool:
    """A folder with `saved_model.pb`, or a file that starts as a SavedModel or with a node."""
    if path.is_dir():
        return (path / "saved_model.pb").is_file()
    if head[:3] == b"\x08\x01\x12":
        return True
    return _starts_with_a_node(head)


def _starts_with_a_node(head: bytes) -> bool:
    """Whether a message starts with a message that starts with a name and a type, as a GraphDef
    does.
    """
    position = 1
    while position < min(len(head), 6) and head[position] >= 0x80:
        position += 1
    name = position + 1
    if head[:1] != b"\x0a" or head[name : name + 1] != b"\x0a" or name + 1 >= len(head):
        return False
    kind = name + 2 + head[name + 1]
    return head[kind : kind + 1] == b"\x12" and head[name + 1] < 0x80


def _files(origin: ModelOrigin) -> Sequence[Path]:
    from aoe.frontends.tensorflow.program import SAVED_MODEL, saved_model_folder

    if origin.path is None:
        return ()
    folder = saved_model_folder(origin.path)
    if folder is None:
        return (origin.path,)
    variables = folder / "variables"
    return (folder / SAVED_MODEL, *sorted(p for p in variables.glob("*") if p.is_file()))


FRONTEND = Frontend(
    number=3,
    name="TensorFlow",
    suffixes=(".pb", _KERAS, *_OLD_KERAS),
    read=_read,
    recognizes=_recognizes,
    unread_form=_unread_form,
    files=_files,
    reads_shapes=True,
    renames_operators=True,
    image_format="NHWC",
    refused_suffixes=_OLD_KERAS,
)
