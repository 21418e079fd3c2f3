"""Opens a model as a session: compiles a source model, at once or when its shapes come, or opens
the offline model that a command names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from aoe.application.model.machine import checked_units
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES
from aoe.application.model.program import compiled_source, device_of, is_source
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import ReadModel, read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.errors import UsageError
from aoe.frontends.inputs.input_shapes import parse_input_shapes
from aoe.frontends.model_folder import found_origin
from aoe.frontends.registry import held_format
from aoe.runtime.offline_model import static_models
from aoe.settings import Settings


def compiled_session(
    read: ReadModel,
    shapes: Mapping[str, tuple[int, ...]],
    request: CompileRequest,
    kept: int = KEPT_SHAPES,
) -> InferenceSession:
    """A session of a model that was read, which is changed. See
    `aoe.application.model.program.compiled_source`.
    """
    return InferenceSession(compiled_source(read, shapes, request, kept), request.threads)


def opened_session(
    path: Path,
    threads: int | None,
    input_shape: str | None,
    settings: Settings,
    fixed: bool = False,
    machine_code: bool = True,
) -> InferenceSession:
    """A session of a model. A source model, known by its suffix or as a folder, is compiled for
    this machine with the policies that its repository knows and default ones; nothing is written.

    Args:
        path: The file, or the folder of a SavedModel. Weights that a model keeps apart lie beside
            it under its name.
        threads: Threads that an inference uses, the parallel units of the model's device; all by
            default.
        input_shape: Shapes, as text of `--input_shape`. Those of a source model are compiled for.
            Those of an offline model with open shapes are left to the caller.
        settings: The environment.
        fixed: Whether the shapes must be fixed.
        machine_code: Whether the machine code of an offline model may run; see
            `InferenceSession`.

    Raises:
        UsageError: There is no such model, shapes are open that must be fixed, an offline
            model with fixed shapes is given some, or the device has not so many threads.
        AoeError: The model cannot be read or compiled.
    """
    if os.path.isdir(path) and held_format(path) is None:
        raise UsageError(f"{path}: is a folder and not a model; name a file in it")
    threads = threads_for(path, threads)
    if not is_source(path):
        session = InferenceSession(path, threads, machine_code=machine_code)
        fault = None
        if session.is_open and fixed:
            fault = f"{path} has open shapes; give its source model, and --input_shape"
        elif input_shape is not None and not session.is_open:
            advice = "leave it out"
            profiles = len(static_models(session.model))
            if profiles > 1:
                advice = f"of its {profiles} profiles, aoe run and aoe bench take --profile=N"
            fault = f"--input_shape={input_shape}: the offline model has fixed shapes; {advice}"
        if fault is not None:
            session.close()
            raise UsageError(fault)
        return session
    if not os.path.exists(path):
        raise UsageError(f"{path}: there is no such file")
    shapes = {} if input_shape is None else parse_input_shapes(input_shape)
    read, request = read_model(found_origin(path), shapes=shapes), CompileRequest(settings, threads)
    if fixed:
        return InferenceSession(compiled_profiles(read, [shapes], request), threads)
    return compiled_session(read, shapes, request)


def threads_for(path: Path, threads: int | None) -> int | None:
    """A number of threads that the device has which runs the model at a path; `None` for all.
    Raises as `opened_session`.
    """
    return None if threads is None else checked_units(threads, device_of(path), to_tune=False)
