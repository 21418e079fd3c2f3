"""Models of formats that are read for given shapes, left open.

Shapes decide what is read of Caffe, TensorFlow, MindIR and TFLite: padding, sizes, how often a loop
runs. A batch alone can mostly be left open in the model itself. With other open sizes the source is
kept, and read again for each shape that comes. An offline model has the files of the source then.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx_ir

from aoe.application.model.source import ReadModel
from aoe.errors import MALFORMED, ModelError, OfflineModelError, UsageError, quoted
from aoe.frontends.boundary import Boundary
from aoe.frontends.frontend import InputShapes, ModelOrigin
from aoe.frontends.inputs.given_shapes import with_sizes
from aoe.frontends.inputs.open_batch import FixedBatchError, with_open_batch
from aoe.frontends.registry import frontend_for, read_by

_ADVICE = "give --input_shape with --dynamic_dims, --dynamic_batch_size or --dynamic_image_size"


def left_open(
    read: ReadModel, ranges: Mapping[str, Sequence[tuple[int, int]]], shapes: InputShapes
) -> ReadModel:
    """A model that stays open.

    Args:
        read: The model as it was read.
        ranges: The least and the greatest size of each dimension, by the names of inputs.
        shapes: Shapes of all inputs, for what is not open.

    Raises:
        UsageError: The model cannot be left open.
    """
    read_at = read.read_at
    if read_at is None:
        return read
    opened = {
        name: [place for place, (low, high) in enumerate(sizes) if low < high]
        for name, sizes in ranges.items()
    }
    inputs = [name for name, places in opened.items() if places]
    if not inputs:
        raise UsageError(f"--input_shape_range: no input of {read.label} has a range; {_ADVICE}")

    def at_batch(batch: int) -> onnx_ir.Model:
        return read_at(with_sizes(shapes, {name: (batch, *shapes[name][1:]) for name in inputs}))

    if all(places in ([], [0]) for places in opened.values()):
        try:
            model = with_open_batch(at_batch, inputs)
        except FixedBatchError:
            pass  # It is read for each batch then.
        except ModelError as error:
            raise UsageError(
                f"--input_shape_range: the batch of {read.label} cannot be left open: {error}; "
                f"{_ADVICE}"
            ) from error
        else:
            return replace(read, model=model, read_at=None)
    return _read_when_shapes_come(read, opened, shapes)


def _read_when_shapes_come(
    read: ReadModel, opened: Mapping[str, Sequence[int]], shapes: InputShapes
) -> ReadModel:
    wanted = read.boundary
    plain = Boundary(out_nodes=wanted.out_nodes, image_format=wanted.image_format)
    if wanted != plain or read.customized.file is not None or not read.plain:
        raise UsageError(
            f"--input_shape_range: {read.label} is of a format whose models are read for given "
            "shapes; sizes other than the batch cannot be open together with options that change "
            f"its inputs, outputs or operators; {_ADVICE}"
        )
    assert read.read_at is not None
    model = read.read_at(shapes)
    for value in model.graph.inputs:
        places = opened.get(str(value.name), ())
        sizes = enumerate(shapes[str(value.name)])
        value.shape = onnx_ir.Shape([None if place in places else size for place, size in sizes])
    for value in model.graph.outputs:
        if value.shape is not None:
            value.shape = onnx_ir.Shape([None] * len(value.shape))
    return replace(read, model=model, stays_open=True)


def stored_source(read: ReadModel) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What an offline model keeps of a model that is read when shapes come: how to read it, plain
    JSON, and the bytes of its files. Nothing of other models.
    """
    if not read.stays_open:
        return {}, {}
    origin = read.origin
    assert origin is not None
    path = origin.path
    assert path is not None, "formats that are read for given shapes are files"
    path = path.absolute()
    place = path if path.is_dir() else path.parent
    files, arrays = [], {}
    for number, file in enumerate(frontend_for(origin).files(origin)):
        whole = file.absolute()
        inside = whole.is_relative_to(place)
        name = whole.relative_to(place).as_posix() if inside else f"{number}_{whole.name}"
        key = f"source {number}"
        files.append([name, key, whole == (origin.weight or path / "nothing").absolute()])
        arrays[key] = np.frombuffer(whole.read_bytes(), np.uint8)
    described = {
        "model": "" if path.is_dir() else path.name,
        "framework": origin.framework,
        "outputs": list(origin.outputs),
        "files": files,
    }
    return {"source": described}, arrays


def with_stored_source(
    read: ReadModel, request: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> ReadModel:
    """A model from a file, with what `stored_source` gave. Raises `OfflineModelError` if that is
    not sound.
    """
    if "source" not in request:
        return read
    folder = TemporaryDirectory(prefix="aoe-source-")
    try:
        origin = _written(Path(folder.name), request["source"], arrays)
        frontend = frontend_for(origin)
    except (*MALFORMED, OSError, UsageError) as error:
        folder.cleanup()
        raise OfflineModelError(
            f"{read.label}: the source in it is damaged: {quoted(error)}"
        ) from error

    def read_at(shapes: InputShapes) -> onnx_ir.Model:
        return read_by(frontend, origin, shapes)

    weakref.finalize(read_at, folder.cleanup)
    boundary = Boundary(out_nodes=origin.outputs)
    return replace(read, boundary=boundary, read_at=read_at, origin=origin, stays_open=True)


def _written(
    folder: Path, described: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> ModelOrigin:
    """Writes the files of a source into a folder."""
    weight = None
    for name, key, is_weight in described["files"]:
        parts = PurePosixPath(name).parts
        if not parts or name.startswith("/") or ".." in parts:
            raise ValueError(f"a file is called {name!r}")
        path = folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(arrays[key].tobytes())
        weight = path if is_weight else weight
    model = str(described["model"])
    if len(PurePosixPath(model).parts) > 1 or model == "..":
        raise ValueError(f"the model is called {model!r}")
    return ModelOrigin(
        folder / model if model else folder,
        described["framework"],
        weight,
        outputs=tuple(map(str, described["outputs"])),
    )
