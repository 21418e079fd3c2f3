"""The frontend for PyTorch, which has no `--framework` number: `.pt2` files of `torch.export`, and
modules, exported programs and ONNX programs in memory.

`export.py` calls torch's own exporter, `archive.py` looks into files before torch opens them. torch
is imported only there, when a model is read.
"""

from __future__ import annotations

from pathlib import Path

import onnx_ir

from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    from aoe.frontends.torch.export import read_torch

    return read_torch(origin)


def _recognizes(path: Path, head: bytes) -> bool:
    """`torch.export.save` writes a zip file, which starts with a member of the archive."""
    return head.startswith(b"PK") and any(
        mark in head for mark in (b"/data/weights/", b"/models/model.json", b"/archive_format")
    )


def _takes(source: object) -> bool:
    """Whether it is of torch, told by the modules of its classes, so that torch is not imported."""
    named = {(kind.__module__.partition(".")[0], kind.__name__) for kind in type(source).__mro__}
    return any(("torch", name) in named for name in ("Module", "ExportedProgram", "ONNXProgram"))


FRONTEND = Frontend(
    number=None,
    name="PyTorch",
    suffixes=(".pt2", ".pt", ".pth"),
    read=_read,
    recognizes=_recognizes,
    takes=_takes,
    takes_example_inputs=True,
    refused_suffixes=(".pt", ".pth"),
)
