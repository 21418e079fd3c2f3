"""What a session runs. A source model is compiled, at once or when its shapes come. An offline
model is read, and compiled again from the graph in it where its machine code cannot run or is not
to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from aoe.application.model.compilation import compile_known
from aoe.application.model.graph_check import require_consistent
from aoe.application.model.machine import this_machine
from aoe.application.model.open_shapes.open_file import (
    checked_kept_shapes,
    is_open,
    needs_values,
    opened,
    reopened,
)
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES, ShapeCache
from aoe.application.model.overrides import Overridable, Overrides, SessionT, overridable
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.compression_request import require_fixed
from aoe.application.model.source import ReadModel, Source, read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.application.onnx_runtime.environment import device_for, device_number
from aoe.application.onnx_runtime.metadata import default_inputs_of
from aoe.application.onnx_runtime.options import SessionOptions
from aoe.application.signing.model_signature import verify_manifest
from aoe.backends.registry import DEFAULT, backend_of, target_from_json
from aoe.errors import (
    MALFORMED,
    ElementTypeError,
    ModelError,
    OfflineModelError,
    UnsupportedModelError,
    UsageError,
    quoted,
)
from aoe.frontends.boundary import Boundary
from aoe.frontends.customized_types import CustomizedTypes
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.inputs.input_shapes import fix_dimensions
from aoe.frontends.model_folder import found_origin
from aoe.frontends.registry import held_format, source_suffixes
from aoe.graph.model_copy import copied_model
from aoe.graph.profiles import SharedConstants
from aoe.operators.graph_json import graph_from_json
from aoe.runtime.container import is_container
from aoe.runtime.offline_model import (
    OfflineModel,
    offline_model_of,
    read_manifest,
    read_members,
    static_models,
)
from aoe.runtime.open_model import OPEN_MEMBER, open_model_in
from aoe.settings import Settings, read_settings
from aoe.target import Target


@dataclass(frozen=True, slots=True)
class Program:
    """What a session runs.

    Attributes:
        model: A compiled model, or what compiles it when shapes come.
        open_again: Opens a compiled model as one of the latter kind, for loops without a limit that
            need more capacity; None where there are none.
        overridable: The default inputs of its source, if it has some.
        compile_again: Compiles the source with some of them as inputs.
    """

    model: OfflineModel | ShapeCache
    open_again: Callable[[], ShapeCache] | None = None
    overridable: Overridable | None = None
    compile_again: Callable[[ReadModel], Program] | None = None


def compiled_source(
    read: ReadModel,
    shapes: Mapping[str, tuple[int, ...]],
    request: CompileRequest,
    kept: int = KEPT_SHAPES,
) -> Program:
    """The program of a model that was read, which is changed. One with open shapes is compiled when
    they come, and so is one that can only be compiled with values of its inputs.

    Args:
        read: The model.
        shapes: Shapes of its inputs; others stay as they are.
        request: How to compile it.
        kept: See `aoe.application.model.open_shapes.shape_cache.ShapeCache`.

    Raises:
        AoeError: The model cannot be compiled, or does not take these shapes.
    """
    defaults = overridable(read)
    made = _compiled_source(read, shapes, request, kept)
    if defaults is None or isinstance(made.model, ShapeCache):
        return made
    again = partial(compiled_source, shapes=shapes, request=request, kept=kept)
    return replace(made, overridable=defaults, compile_again=again)


def with_overridable(program: Program) -> Program:
    """A program that knows the default inputs of its source. An offline model knows only their
    names.
    """
    model = program.model
    if isinstance(model, ShapeCache):
        request, kept = model.specializer.request, model.kept
        again = partial(compiled_source, shapes={}, request=request, kept=kept)
        opened = model.specializer.opened  # Its model has been changed as they say.
        unchanged = replace(opened, boundary=Boundary(), customized=CustomizedTypes())
        return replace(program, overridable=overridable(unchanged), compile_again=again)
    names = default_inputs_of(model.manifest)
    if program.overridable is not None or not names:
        return program
    return replace(program, overridable=Overridable(names))


def _compiled_source(
    read: ReadModel, shapes: Mapping[str, tuple[int, ...]], request: CompileRequest, kept: int
) -> Program:
    if is_open(read, shapes):
        require_fixed(request.compression)
        return Program(opened(read, request, request.threads, kept))
    copied = replace(read, model=copied_model(read.model))  # Compiling changes it.
    try:
        made = compiled_profiles(copied, [shapes], request)
    except ElementTypeError:  # whatever the values
        raise
    except ModelError as error:
        if not needs_values(read) or request.compression.wanted:
            raise
        if isinstance(error, UnsupportedModelError) and error.never_computed is not None:
            raise error.never_computed from error
        return Program(opened(read, request, request.threads, kept))
    if any(item.grows for item in made.plan.requirements) and not request.compression.wanted:
        return Program(made, partial(opened, read, request, request.threads, kept))
    return Program(made)


def overrides_of(
    program: Program, opened: Callable[[Program], SessionT]
) -> Overrides[SessionT] | None:
    """The sessions for default inputs that callers give; None for a model without any. `opened`:
    makes a session.
    """
    defaults, again, model = program.overridable, program.compile_again, program.model
    if defaults is None:
        return None
    manifest = (model.specializer if isinstance(model, ShapeCache) else model).manifest

    def session(read: ReadModel) -> SessionT:
        assert again is not None, "the model is there, so it can be compiled"
        return opened(again(read))

    return Overrides(defaults, manifest.name, session)


def is_source(given: str | Path | bytes) -> bool:
    """Whether this is a source model, or the path of one, and not the path of an offline model. A
    file of neither suffix is one if it is no archive with a manifest, as offline models are: its
    reader says what is wrong with it.
    """
    if isinstance(given, bytes):
        return True
    path = Path(given)
    suffix = path.suffix.lower()
    if suffix in source_suffixes() or suffix == ".om":
        return suffix != ".om"
    return held_format(path) is not None or (path.is_file() and not is_container(path))


def device_of(path: Path) -> str:
    """The device of this machine that runs the model at a path: that of the machine code in an
    offline model, if there is one here, else the CPU. Raises `OfflineModelError` if the file is not
    sound.
    """
    if is_source(path):
        return DEFAULT
    manifest, _ = read_members(path)
    try:
        return _device_here(read_manifest(manifest["model"], target_from_json).target)
    except MALFORMED as error:
        raise OfflineModelError(f"{path} is not an offline model: {quoted(repr(error))}") from error


def is_offline_file(given: object) -> bool:
    """Whether a model is given as the path of an offline model."""
    return isinstance(given, str | Path) and not is_source(given)


def read_program(
    path: Path,
    threads: int | None,
    kept: int,
    machine_code: bool,
    public_key: str | Path | None,
) -> OfflineModel | ShapeCache:
    """The model in a file; one with open shapes is ready to be compiled. For the arguments see
    `aoe.InferenceSession`.

    Raises:
        OfflineModelError: The file is not sound or not signed, or its machine code may not run and
            it has nothing to compile again.
    """
    manifest, members = read_members(path)
    if public_key is not None:
        verify_manifest(path, manifest, Path(public_key))
    if OPEN_MEMBER in members:
        found = open_model_in(path, manifest, members, target_from_json)
        if not machine_code:
            found = replace(found, programs=())
        return reopened(found, str(path), read_settings(), threads, checked_kept_shapes(kept))
    model = offline_model_of(path, manifest, members, target_from_json)
    if machine_code:
        return model
    if model.graph is None:
        raise OfflineModelError(
            f"{path} has no graph, so nothing can be compiled instead of its machine code; make "
            "it again from its source model"
        )
    return recompiled(model, threads, str(path))


def source_program(
    source: str | Path | bytes,
    threads: int | None,
    kept: int,
    options: SessionOptions,
    providers: Sequence[object] | None,
    provider_options: Sequence[object] | None = None,
) -> Program:
    """The program of a source model, by the policies that its repository knows."""
    settings = read_settings()
    if isinstance(source, bytes):
        origin = ModelOrigin(source)
    else:
        path = Path(source)
        if not path.exists():
            raise UsageError(f"{path}: there is no such file")
        origin = found_origin(path)
    read = read_model(origin)
    fix_dimensions(read.model, options.free_dimensions, origin.label)
    request = CompileRequest(settings, threads, device_for(providers, provider_options))
    return compiled_source(read, {}, request, checked_kept_shapes(kept))


def on_device(
    model: OfflineModel,
    providers: Sequence[object] | None,
    provider_options: Sequence[object] | None,
) -> OfflineModel:
    """An offline model for the device of its backend that execution providers ask for. Raises
    `UsageError` if there cannot be one of that number.
    """
    target = model.manifest.target
    number = device_number(target.backend, providers, provider_options)
    if not number:
        return model
    return replace(model, manifest=replace(model.manifest, target=target.numbered(number)))


def recompiled(
    model: OfflineModel, threads: int | None, doubted: str | None = None
) -> OfflineModel:
    """An offline model made again for this machine from the graph it holds: for its device of the
    same backend, if there is one.

    Args:
        model: The model.
        threads: Threads that an inference uses; all cores by default.
        doubted: What messages call the file, if its graph must be checked.

    Raises:
        OfflineModelError: The graph is not consistent.
    """
    settings = read_settings()
    device = _device_here(model.manifest.target)
    return recompiled_for(model, this_machine(threads, settings, device), settings, doubted)


def recompiled_for(
    model: OfflineModel, target: Target, settings: Settings, doubted: str | None = None
) -> OfflineModel:
    """An offline model made again for a device from the graph it holds; see `recompiled`."""
    shared = SharedConstants()
    read = [graph_from_json(item.graph, item.constants) for item in static_models(model)]
    for item in read if doubted is not None else ():
        require_consistent(item, str(doubted))
    graph, *profiles = map(shared.share, read)
    manifest = model.manifest
    source = Source(manifest.name, manifest.source, manifest.source_sha256, manifest.metadata)
    made = compile_known(graph, source, target, settings, profiles=profiles)
    kept = replace(made.manifest, precision=manifest.precision, compression=manifest.compression)
    return replace(made, manifest=kept)


def _device_here(target: Target) -> str:
    """The device of a target where this machine has one, else the CPU."""
    try:
        backend_of(target).machine.target()
    except UsageError:
        return DEFAULT
    return target.device
