"""Opens a model as a session: compiles a source model, at once or when its shapes come, or opens
the offline model that a command names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from aoe.application.model.open_file import is_open, needs_values, opened
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.compression_request import require_fixed
from aoe.application.model.session import InferenceSession
from aoe.application.model.shape_cache import KEPT_SHAPES
from aoe.application.model.source import ReadModel, read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.inputs.input_shapes import parse_input_shapes
from aoe.frontends.model_folder import found_origin
from aoe.frontends.registry import held_format, source_suffixes
from aoe.graph.model_copy import copied_model
from aoe.settings import Settings


def compiled_session(
    read: ReadModel,
    shapes: Mapping[str, tuple[int, ...]],
    request: CompileRequest,
    kept: int = KEPT_SHAPES,
) -> InferenceSession:
    """A session of a model that was read, which is changed. One with open shapes is compiled when
    they come, and so is one that can only be compiled with values of its inputs.

    Args:
        read: The model.
        shapes: Shapes of its inputs; others stay as they are.
        request: How to compile it.
        kept: See `aoe.application.model.shape_cache.ShapeCache`.

    Raises:
        AoeError: The model cannot be compiled, or does not take these shapes.
    """
    if is_open(read, shapes):
        require_fixed(request.compression)
        return InferenceSession(opened(read, request, request.threads, kept))
    copied = replace(read, model=copied_model(read.model))  # Compiling changes it.
    try:
        made = compiled_profiles(copied, [shapes], request)
    except ModelError as error:
        if not needs_values(read) or request.compression.wanted:
            raise
        if isinstance(error, UnsupportedModelError) and error.never_computed is not None:
            raise error.never_computed from error
        return InferenceSession(opened(read, request, request.threads, kept))
    session = InferenceSession(made, request.threads)
    if any(item.grows for item in made.plan.requirements) and not request.compression.wanted:
        session.make_room_by(partial(opened, read, request, request.threads, kept))
    return session


def opened_session(
    path: Path,
    threads: int | None,
    input_shape: str | None,
    settings: Settings,
    fixed: bool = False,
) -> InferenceSession:
    """A session of a model. A source model, known by its suffix or as a folder, is compiled for
    this machine with the policies that its repository knows and default ones; nothing is written.

    Args:
        path: The file, or the folder of a SavedModel. Weights that a model keeps apart lie beside
            it under its name.
        threads: Threads that an inference uses; all cores by default.
        input_shape: Shapes, as text of `--input_shape`. Those of a source model are compiled for.
            Those of an offline model with open shapes are left to the caller.
        settings: The environment.
        fixed: Whether the shapes must be fixed.

    Raises:
        UsageError: There is no such source model, shapes are open that must be fixed, or an offline
            model with fixed shapes is given some.
        AoeError: The model cannot be read or compiled.
    """
    if not is_source(path):
        session = InferenceSession(path, threads)
        fault = None
        if session.is_open and fixed:
            fault = f"{path} has open shapes; give its source model, and --input_shape"
        elif input_shape is not None and not session.is_open:
            fault = f"--input_shape={input_shape}: the offline model has fixed shapes; leave it out"
        if fault is not None:
            session.close()
            raise UsageError(fault)
        return session
    if not path.exists():
        raise UsageError(f"{path}: there is no such file")
    shapes = {} if input_shape is None else parse_input_shapes(input_shape)
    read, request = read_model(found_origin(path), shapes=shapes), CompileRequest(settings, threads)
    if fixed:
        return InferenceSession(compiled_profiles(read, [shapes], request), threads)
    return compiled_session(read, shapes, request)


def is_source(path: Path) -> bool:
    """Whether a path is that of a source model, not of an offline model."""
    return path.suffix.lower() in source_suffixes() or (
        path.is_dir() and held_format(path) is not None
    )
