"""A tuning job as the user asks for it.

`tune_request` turns the options of `aoe` into a typed request and checks every value before any
work. `request_options.py` turns a request back into options. `values.py`,
`shapes.py` and `dynamic_profiles.py` check single values.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from aoe.application.model.request.cache_request import CacheRequest, cache_request
from aoe.application.model.request.compression_request import (
    CompressionRequest,
    compression_request,
    require_fixed,
)
from aoe.application.model.request.precision_request import (
    PrecisionRequest,
    precision_request,
)
from aoe.application.request.dynamic_profiles import OPEN, Dynamic, dynamic_profiles
from aoe.application.request.fusion_switches import FusionSwitches, read_fusion_switches
from aoe.application.request.host_environment import HostEnvironment, host_environment
from aoe.application.request.model_boundary import (
    IMAGE_OPTIONS,
    model_boundary,
)
from aoe.application.request.search_request import SearchRequest, search_request
from aoe.application.request.shape_ranges import OPTION as RANGES
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.shapes import (
    check_input_format,
    checked_shapes,
    platform_ending,
)
from aoe.application.request.values import (
    check_choice,
    checked_device,
    checked_job_types,
    checked_server,
    checked_threads,
    dump_folder,
    existing_path,
    graph_folder,
    no_directory,
    offline_model_path,
    output_folder,
    reuses_memory,
    uses_graph_repository,
    whole_number,
)
from aoe.backends.registry import DEFAULT
from aoe.errors import UsageError
from aoe.frontends.boundary import Boundary
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.inputs.input_values import parse_input_values
from aoe.frontends.model_folder import weight_beside
from aoe.frontends.operator_names import read_op_name_map
from aoe.frontends.registry import image_format_of, numbered_formats
from aoe.settings import Settings
from aoe.target import ServerAddress

LOG_LEVELS = ("debug", "info", "warning", "error", "null")
#: Why options of the search have no effect for another machine.
NOT_SEARCHED = "nothing is searched for a machine that is not this one"
#: Options that name a model or parts of one, and what to do where a folder of models is tuned.
NOT_FOR_FOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "model": "give one of them",
        "singleop": "give one of them",
        "weight": "leave --weight out: weights are found beside a model, by its name",
        "out_nodes": "leave --out_nodes out, or tune each model by itself",
        "output_type": "leave --output_type out, or tune each model by itself",
    }
)


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """The model to tune and how to read it.

    Attributes:
        origin: Where the model comes from.
        input_shapes: Shapes by input name; -1 stands for a size that `dynamic` sets.
        dynamic: The shapes of a model with several, or their ranges; `None` for one shape.
        boundary: Changes of the model's inputs and outputs.
        fusions: Rewrites and fusions that are switched off.
        input_values: Inputs that become constants, as texts of `--input_value`.
        input_format: The value of `--input_format` for the models of a folder; `None` if it is not
            given, and for one model.
        folder: Whether `origin` is a folder whose models are all tuned, with the same options.
    """

    origin: ModelOrigin
    input_shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    dynamic: Dynamic | None = None
    boundary: Boundary = field(default_factory=Boundary)
    fusions: FusionSwitches = field(default_factory=FusionSwitches)
    input_values: Mapping[str, str] = field(default_factory=dict)
    input_format: str | None = None
    folder: bool = False

    @property
    def profiles(self) -> tuple[Mapping[str, tuple[int, ...]], ...]:
        """The shapes to compile the model for. Raises `UsageError` if `dynamic` does not fit
        `input_shapes`.
        """
        if self.dynamic is None:
            return (self.input_shapes,)
        return self.dynamic.profiles(self.input_shapes)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what was given and has no effect."""
        ignored = self.fusions.warning
        return (*(() if ignored is None else (ignored,)), *self.boundary.warnings)

    def without_inputs(self, option: str, names: Collection[str]) -> ModelRequest:
        """What is asked for without what an option says about some inputs."""
        if option in ("input_shape", RANGES):
            dynamic = self.dynamic
            shapes = {name: shape for name, shape in self.input_shapes.items() if name not in names}
            if isinstance(dynamic, ShapeRanges):
                dynamic = dynamic.without(names)
            elif not any(OPEN in shape for shape in shapes.values()):
                dynamic = None  # the profiles are those of other models
            return replace(self, input_shapes=shapes, dynamic=dynamic)
        if option == "input_fp16_nodes":
            return replace(self, boundary=self.boundary.without_inputs(names))
        values = {name: text for name, text in self.input_values.items() if name not in names}
        return replace(self, input_values=values)


@dataclass(frozen=True, slots=True)
class OutputRequest:
    """Where the job writes.

    Attributes:
        offline_model: Complete path of the offline model; `None` for the job's folder.
        folder: Folder of the offline models where several models are tuned; likewise.
        dump_graph: Folder for the prepared graphs; `None` to write none.
        resumed: Folder of the interrupted job to continue; `None` for a new job.
    """

    offline_model: Path | None = None
    folder: Path | None = None
    dump_graph: Path | None = None
    resumed: Path | None = None


@dataclass(frozen=True, slots=True)
class GraphRepositoryRequest:
    """How to use what is known of subgraphs.

    Attributes:
        used: Whether compiling uses it.
        path: Where to look first (`--mdl_bank_path`).
    """

    used: bool = True
    path: Path | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence about a repository that is not read."""
        if self.used or self.path is None:
            return ()
        return (
            f"--mdl_bank_path={self.path} has no effect: --buffer_optimize leaves the graph "
            "repository aside",
        )


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """A tuning job as the user asks for it.

    Attributes:
        model: The model.
        job_types: 1 for subgraphs, 2 for operators, in this order.
        threads: Threads of the tuned model; `None` for all cores.
        device: Name of the backend to compile for.
        search: What to search.
        output: Where to write.
        graph_repository: How to use what is known of subgraphs.
        cache: How to use the compile cache.
        precision: The element types to compute in.
        reuse_memory: Whether values share memory that they need at different times.
        host: The machine to compile for, where options name it.
        server: The server whose device to tune on; `None` for the device of this machine.
        compression: The weights to compress.
    """

    model: ModelRequest
    job_types: tuple[int, ...] = (2,)
    threads: int | None = None
    device: str = DEFAULT
    search: SearchRequest = field(default_factory=SearchRequest)
    output: OutputRequest = field(default_factory=OutputRequest)
    graph_repository: GraphRepositoryRequest = field(default_factory=GraphRepositoryRequest)
    cache: CacheRequest = field(default_factory=CacheRequest)
    precision: PrecisionRequest = field(default_factory=PrecisionRequest)
    reuse_memory: bool = True
    host: HostEnvironment | None = None
    server: ServerAddress | None = None
    compression: CompressionRequest = field(default_factory=CompressionRequest)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what was given and has no effect."""
        unused = self.search.unused(NOT_SEARCHED) if self.elsewhere else ()
        others = (*self.compression.warnings, *self.graph_repository.warnings, *self.cache.warnings)
        return (*self.model.warnings, *unused, *others)

    @property
    def elsewhere(self) -> bool:
        """Whether it is for another machine, for which models are only compiled."""
        return self.host is not None and not self.host.is_here

    @property
    def name_ending(self) -> str:
        """The ending of the name of the offline model."""
        return platform_ending(self.model.dynamic, self.host)


def tune_request(
    given: Mapping[str, str | None],
    settings: Settings,
    model: ModelOrigin | None = None,
    to_tune: bool = True,
) -> TuneRequest:
    """The job that the options of `aoe` ask for.

    Args:
        given: Values of the options (`aoe.application.options`), by parameter.
        settings: The environment of the run.
        model: What to tune where no option names it.
        to_tune: Whether anything is tuned, and not only compiled.

    Raises:
        UsageError: For the first value that cannot be used, by the name of its option.
    """
    check_emptiness(given)
    _check_contradictions(given)
    working_directory = settings.working_directory
    job_types = checked_job_types(given.get("job_type"))
    if model is None or any(given.get(name) is not None for name in ("model", "model_path")):
        model = _model_origin(given, working_directory)
    check_choice(given, "progress_bar", ("on", "off"))
    check_choice(given, "log", LOG_LEVELS)
    read = _model_request(given, model, working_directory)
    request = request_for_model(read, given, settings, job_types, to_tune)
    assert read.profiles, "there is a shape to compile for"
    return request


def request_for_model(
    read: ModelRequest,
    given: Mapping[str, str | None],
    settings: Settings,
    job_types: tuple[int, ...],
    to_tune: bool = True,
) -> TuneRequest:
    """The job that options ask for, with a model that is asked for already.

    Args:
        read: The model and how to read it; options about that have no effect.
        given: Values of the options, as for `tune_request`.
        settings: The environment of the run.
        job_types: 1 for subgraphs, 2 for operators, in this order.
        to_tune: Whether anything is tuned, and not only compiled.

    Raises:
        UsageError: For the first value that cannot be used, by the name of its option.
    """
    working_directory = settings.working_directory
    graphs = given.get("mdl_bank_path")
    device, threads = checked_device(given, settings), whole_number(given, "threads")
    host = host_environment(given, device, threads)
    server = checked_server(given, settings, device, host)
    wanted = threads if host is None else host.threads
    request = TuneRequest(
        model=read,
        job_types=job_types,
        threads=checked_threads(wanted, host, server, device, to_tune=to_tune),
        device=device,
        search=search_request(given, working_directory, job_types),
        output=_output_request(given, working_directory, platform_ending(read.dynamic, host)),
        graph_repository=GraphRepositoryRequest(
            uses_graph_repository(given.get("buffer_optimize"), job_types),
            None if graphs is None else graph_folder(graphs, working_directory),
        ),
        cache=cache_request(given, settings),
        precision=precision_request(given, working_directory),
        reuse_memory=reuses_memory(given.get("disable_reuse_memory")),
        host=host,
        server=server,
        compression=compression_request(given, working_directory),
    )
    _check_machine(request)
    return request


def _check_machine(request: TuneRequest) -> None:
    """Refuses what cannot be had for several models, or for a machine that is not this one."""
    if isinstance(request.model.dynamic, ShapeRanges):
        require_fixed(request.compression)
    if request.elsewhere and isinstance(request.model.dynamic, ShapeRanges):
        raise UsageError(
            "--input_shape_range with --host_env_cpu: a model with open shapes is compiled "
            "where it runs; use --dynamic_dims, --dynamic_batch_size or --dynamic_image_size "
            "here"
        )


def _model_request(
    given: Mapping[str, str | None], origin: ModelOrigin, working_directory: Path
) -> ModelRequest:
    image_format = image_format_of(origin)
    dynamic = dynamic_profiles(given, image_format)
    images = any(given.get(option) is not None for option in IMAGE_OPTIONS)
    check_input_format(given.get("input_format"), dynamic, image_format, images)
    shapes, values = given.get("input_shape"), given.get("input_value")
    folder = given.get("model_path") is not None
    return ModelRequest(
        origin=origin,
        input_shapes={} if shapes is None else checked_shapes(shapes, dynamic),
        dynamic=dynamic,
        boundary=model_boundary(given, dynamic, image_format, working_directory),
        fusions=read_fusion_switches(given.get("fusion_switch_file"), working_directory),
        input_values={} if values is None else parse_input_values(values),
        input_format=given.get("input_format") if folder else None,
        folder=folder,
    )


def _output_request(
    given: Mapping[str, str | None], working_directory: Path, ending: str
) -> OutputRequest:
    output, dump = given.get("output"), given.get("dump_graph")
    folder = given.get("model_path") is not None
    return OutputRequest(
        offline_model=None
        if output is None or folder
        else offline_model_path(output, working_directory, ending),
        folder=output_folder(output, working_directory) if output is not None and folder else None,
        dump_graph=None if dump is None else dump_folder(dump, working_directory),
    )


def check_emptiness(given: Mapping[str, str | None]) -> None:
    """Raises `UsageError` for an option whose value is empty."""
    for name, value in given.items():
        if value is not None and not value.strip():
            raise UsageError(f"--{name}: its value is empty; give one, or leave --{name} out")


def _check_contradictions(given: Mapping[str, str | None]) -> None:
    if given.get("model_path") is not None:
        for name in NOT_FOR_FOLDERS:
            if given.get(name) is not None:
                raise UsageError(
                    f"--{name} and --model_path exclude each other; {NOT_FOR_FOLDERS[name]}"
                )


def _framework(given: Mapping[str, str | None]) -> int | None:
    number = given.get("framework")
    if number is None or number.strip().isdecimal():
        return whole_number(given, "framework")
    raise UsageError(f"--framework={number}: must be a number; use {numbered_formats()}")


def _model_origin(given: Mapping[str, str | None], working_directory: Path) -> ModelOrigin:
    folder, framework = given.get("model_path"), _framework(given)
    names = read_op_name_map(given.get("op_name_map"), working_directory)
    if folder is not None:
        if not os.path.isdir(working_directory / folder):
            reason = no_directory(working_directory / folder)
            raise UsageError(f"--model_path={folder}: {reason}; a file is given with --model")
        return ModelOrigin(working_directory / folder, framework, operator_names=names)
    if given.get("model") is None:
        raise UsageError(
            "--model is missing; add --model=FILE.onnx, or --model_path=DIR for all models of a "
            "folder"
        )
    model, weight = (
        existing_path(given, "model", working_directory),
        existing_path(given, "weight", working_directory),
    )
    if weight is None and model is not None:
        weight = weight_beside(model, framework)
    return ModelOrigin(model, framework, weight, operator_names=names)
