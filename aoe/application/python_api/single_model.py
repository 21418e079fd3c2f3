"""The functions of the module `aoe`: `tune` and `compile`.

They read the same environment variables as the command (`aoe.settings`) and raise the errors of
`aoe.errors`. Their option groups are in `aoe.application.python_api.option_groups`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from aoe.application.api_names import in_python, python_call, renamed, unknown_argument
from aoe.application.compile_model import compiled_model
from aoe.application.model.machine import checked_units
from aoe.application.model.open_shapes.open_file import checked_kept_shapes
from aoe.application.model.request.cache_request import CacheRequest, cache_request
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.compression_request import (
    CompressionRequest,
    compression_request,
)
from aoe.application.model.request.precision_request import PrecisionRequest, precision_request
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import source_name
from aoe.application.python_api.option_groups import (
    CacheOptions,
    ModelOptions,
    PrecisionOptions,
    TuneOptions,
)
from aoe.application.python_api.option_texts import (
    given_texts,
    texts_of_job,
    texts_of_model,
    texts_of_precision,
)
from aoe.application.python_api.progress import progress_in_python
from aoe.application.request.dynamic_profiles import dynamic_profiles
from aoe.application.request.fusion_switches import read_fusion_switches
from aoe.application.request.model_boundary import IMAGE_OPTIONS, model_boundary
from aoe.application.request.shapes import check_input_format, shapes_by_input
from aoe.application.request.tune_request import ModelRequest, request_for_model
from aoe.application.request.values import (
    checked_device,
    checked_job_types,
    existing_folder,
)
from aoe.application.tune.reload import continued_if_wanted
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.backends.registry import DEFAULT
from aoe.frontends.frontend import ExampleInputs, ModelOrigin, ModelSource
from aoe.frontends.inputs.input_values import value_text
from aoe.frontends.model_folder import weight_beside
from aoe.frontends.operator_names import read_op_name_map
from aoe.frontends.registry import image_format_of
from aoe.settings import Settings, read_settings

logger = logging.getLogger(__name__)

__all__ = ["TuneResult", "compile", "tune"]


@python_call("aoe.tune", unknown_argument("tune"))
def tune(
    model: ModelSource,
    *,
    job_type: int | str = 2,
    output: str | Path | None = None,
    budget: float | str | None = None,
    threads: int | None = None,
    device: str | int | None = None,
    framework: int | None = None,
    weight: str | Path | None = None,
    example_inputs: ExampleInputs | None = None,
    input_shape: Mapping[str, Sequence[int]] | str | None = None,
    input_values: Mapping[str, np.ndarray | np.generic] | None = None,
    model_options: ModelOptions | None = None,
    tune_options: TuneOptions | None = None,
    precision: PrecisionOptions | str | None = None,
    cache: CacheOptions | None = None,
    reload: bool | str | Path = False,
    progress: bool = False,
) -> TuneResult:
    """Tunes a model on this machine and writes the offline model.

    Ctrl-C ends the search; the result then holds the winners so far.

    Args:
        model: A path, bytes of an ONNX file, an `onnx.ModelProto`, an `onnx_ir.Model`, or a module
            of PyTorch.
        job_type: 1 tunes subgraphs, 2 operators, "1,2" both.
        output: Path of the offline model without `.om`; by default below `aoe_workspace`.
        budget: Time for the whole run, in seconds or as text like `"5m"`; unlimited by default.
        threads: Threads that the tuned model uses; all cores by default.
        device: A backend to compile for, e.g. "reference"; by default the CPU of this machine.
        framework: Number of the model's framework; by default told by its suffix and content.
        weight: File of weights of a Caffe model; by default the one beside it of the same name.
        example_inputs: Arguments for a call of a module of PyTorch, as a tuple, or as a dictionary
            of keyword arguments. Their shapes become those of the inputs.
        input_shape: Shapes by input name, or text as `--input_shape` takes it, where the model
            leaves them open.
        input_values: Values by input name, of the inputs' element types. These inputs become
            constants, so that shapes may depend on them.
        model_options: Inputs, outputs and fusions of the compiled model.
        tune_options: How to search.
        precision: Element types to compute in; text stands for `PrecisionOptions(mode=text)`.
        cache: What to reuse from earlier runs.
        reload: Continue the latest interrupted job of this directory (`True`) or the one named.
            Arguments that are given again must be the same as then.
        progress: Show progress on standard error.

    Returns:
        What the job made and found.

    Raises:
        UsageError, ModelError, RepositoryError: Before any work, if something is impossible.
        AoeError: Later, if a step fails.
    """
    settings = read_settings()
    working_directory = settings.working_directory
    job_types = checked_job_types(job_type)
    given = {
        **texts_of_model(model_options or ModelOptions()),
        **texts_of_job(
            "aoe.tune",
            output=output,
            budget=budget,
            threads=threads,
            device=device,
            tune_options=tune_options,
            precision=precision,
            cache=cache,
        ),
    }
    origin = _origin(model, framework, weight, example_inputs, model_options, working_directory)
    values = {name: np.asarray(array) for name, array in (input_values or {}).items()}
    # Names of inputs may have marks that separate them in the text of an option.
    read = replace(
        _model_request(origin, input_shape, model_options, working_directory),
        input_values={name: value_text(array) for name, array in values.items()},
    )
    asked = request_for_model(read, given_texts(given), settings, job_types)
    request = continued_if_wanted(asked, reload, settings)
    with progress_in_python(source_name(model), progress, precision) as observer:
        return run_tune_job(request, settings, observer)


@python_call("aoe.compile", unknown_argument("compile"))
def compile(
    model: ModelSource,
    *,
    threads: int | None = None,
    device: str | int | None = None,
    framework: int | None = None,
    weight: str | Path | None = None,
    example_inputs: ExampleInputs | None = None,
    input_shape: Mapping[str, Sequence[int]] | str | None = None,
    input_values: Mapping[str, np.ndarray | np.generic] | None = None,
    model_options: ModelOptions | None = None,
    precision: PrecisionOptions | str | None = None,
    cache: CacheOptions | None = None,
) -> InferenceSession:
    """Compiles a model with the policies of this machine's repository, and default policies for the
    rest. Searches and measures nothing.

    Where reduced precision changes the model, it is also compiled in float32. The manifest then
    says how far the outputs are apart (`session.model.manifest.precision`).

    Args:
        model: A path, bytes of an ONNX file, an `onnx.ModelProto`, an `onnx_ir.Model`, or a module
            of PyTorch.
        threads: Threads that an inference uses; all cores by default. They may be more than there
            are cores.
        device: A backend to compile for, e.g. "reference"; by default the CPU of this machine.
        framework: Number of the model's framework; by default told by its suffix and content.
        weight: File of weights of a Caffe model; by default the one beside it of the same name.
        example_inputs: Arguments for a call of a module of PyTorch, as a tuple, or as a dictionary
            of keyword arguments. Their shapes become those of the inputs.
        input_shape: As for `tune`.
        input_values: As for `tune`.
        model_options: Inputs, outputs and fusions of the compiled model.
        precision: As for `tune`.
        cache: What to reuse from earlier runs.

    Returns:
        A session that runs the model.

    Raises:
        UsageError, ModelError, RepositoryError: If something is impossible.
    """
    settings = read_settings()
    cache = cache or CacheOptions()
    cache_wanted = _cache_request(cache, settings)
    working_directory = settings.working_directory
    origin = _origin(model, framework, weight, example_inputs, model_options, working_directory)
    read = _model_request(origin, input_shape, model_options, working_directory)
    bank, graphs = cache.operator_repository, cache.graph_repository
    operator_bank = None if bank is None else existing_folder("operator_repository", bank)
    backend = DEFAULT if device is None else _device(device, settings)
    count = checked_units(threads, backend, to_tune=False)

    def warn(text: str) -> None:
        logger.warning("%s", in_python(text, renamed(precision)))

    wanted = _precision_request(precision, working_directory)
    request = CompileRequest(
        settings=settings,
        threads=count,
        backend=backend,
        operator_repository=operator_bank,
        subgraphs=cache.use_graph_repository,
        graph_repository=None if graphs is None else working_directory / graphs,
        precision=wanted,
        compression=_compression_request(precision, working_directory),
        cache=cache_wanted,
        switches=read.fusions.switches,
        reuse_memory=model_options is None or not model_options.disable_reuse_memory,
        warn=warn,
    )
    kept = checked_kept_shapes(cache.kept_shapes)
    values = {name: np.asarray(value) for name, value in (input_values or {}).items()}
    return compiled_model(read, values, request, kept)


def _device(device: str | int | None, settings: Settings) -> str:
    return checked_device({"device": None if device is None else str(device)}, settings)


def _origin(
    model: ModelSource,
    framework: int | None,
    weight: str | Path | None,
    example_inputs: ExampleInputs | None,
    options: ModelOptions | None,
    working_directory: Path,
) -> ModelOrigin:
    names = None if options is None else options.op_name_map
    beside = None
    if weight is not None:
        beside = working_directory / weight
    elif isinstance(model, str | Path):
        beside = weight_beside(working_directory / model, framework)
    return ModelOrigin(
        model,
        framework,
        beside,
        example_inputs,
        operator_names=read_op_name_map(names, working_directory),
    )


def _model_request(
    origin: ModelOrigin,
    input_shape: Mapping[str, Sequence[int]] | str | None,
    given: ModelOptions | None,
    working_directory: Path,
) -> ModelRequest:
    options = given or ModelOptions()
    values = given_texts(texts_of_model(options))
    image_format = image_format_of(origin)
    dynamic = dynamic_profiles(values, image_format)
    images = any(option in values for option in IMAGE_OPTIONS)
    check_input_format(options.input_format, dynamic, image_format, images)
    return ModelRequest(
        origin=origin,
        input_shapes=shapes_by_input(input_shape, dynamic),
        dynamic=dynamic,
        boundary=model_boundary(values, dynamic, image_format, working_directory),
        fusions=read_fusion_switches(options.fusion_switch_file, working_directory),
    )


def _precision_request(
    given: PrecisionOptions | str | None, working_directory: Path
) -> PrecisionRequest:
    return precision_request(given_texts(texts_of_precision(given)), working_directory)


def _compression_request(
    given: PrecisionOptions | str | None, working_directory: Path
) -> CompressionRequest:
    return compression_request(given_texts(texts_of_precision(given)), working_directory)


def _cache_request(options: CacheOptions, settings: Settings) -> CacheRequest:
    given = {
        "op_compiler_cache_mode": options.mode,
        "op_compiler_cache_dir": None if options.directory is None else str(options.directory),
    }
    return cache_request(given, settings)
