"""A tuning job as the user asks for it: the options of `aoe` become a typed request, checked before
any work, and a request the options that would ask for it.

What single values may be is in `values`, `shapes` and `dynamic_profiles` beside this module.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aoe.application.model.cache_request import CacheRequest, cache_request
from aoe.application.model.precision_request import KEEP, PrecisionRequest, precision_request
from aoe.application.model.source import ModelSource
from aoe.application.request.dynamic_profiles import DynamicProfiles, dynamic_profiles
from aoe.application.request.shapes import (
    check_input_format,
    checked_shapes,
    platform_ending,
    shapes_text,
)
from aoe.application.request.tune_ops import OperatorSelection, read_tune_ops_file
from aoe.application.request.values import (
    budget_seconds,
    check_choice,
    checked_device,
    checked_job_types,
    checked_level,
    checked_seed,
    checked_threads,
    decimal_text,
    dump_folder,
    log_file,
    offline_model_path,
    uses_graph_repository,
    whole_number,
)
from aoe.backends.registry import DEFAULT
from aoe.errors import UsageError
from aoe.frontends.boundary import Boundary, boundary
from aoe.frontends.out_nodes import parse_names
from aoe.settings import Settings

LOG_LEVELS = ("debug", "info", "warning", "error", "null")


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """A tuning job. `job_types`: 1 for subgraphs, 2 for operators, sorted.

    `output`: the complete path of the offline model, None for the default place. `budget_seconds`:
    of the whole run, None for no limit. `threads`: of the tuned model, None for all cores.
    `operators`: which to tune, None for all. `boundary`: what the model's inputs and outputs are to
    be. `resumed`: the folder of the interrupted job that this continues, None for a new one.
    `level`, `deeper`: see `aoe.tuning.search.search_limits`. `seed`: of the data to measure with.
    `trial_log`: where to note what is tried, None for the job's folder. `buffer_optimize`: use what
    the graph repository has; `mdl_bank_path`: where to look for it first. `precision`: the element
    types to compute in. `device`: the backend to compile for.
    """

    model: ModelSource
    framework: int | None = None
    input_shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    dynamic: DynamicProfiles | None = None
    output: Path | None = None
    budget_seconds: float | None = None
    threads: int | None = None
    dump_graph: Path | None = None
    cache: CacheRequest = field(default_factory=CacheRequest)
    operators: OperatorSelection | None = None
    boundary: Boundary = field(default_factory=Boundary)
    resumed: Path | None = None
    level: str = "O2"
    deeper: bool = False
    unequal: bool = False
    seed: int = 0
    trial_log: Path | None = None
    buffer_optimize: bool = True
    mdl_bank_path: Path | None = None
    precision: PrecisionRequest = field(default_factory=PrecisionRequest)
    job_types: tuple[int, ...] = (1, 2)
    device: str = DEFAULT

    @property
    def profiles(self) -> tuple[Mapping[str, tuple[int, ...]], ...]:
        """The shapes to compile the model for. Raises `UsageError` if `dynamic` does not fit
        `input_shapes`.
        """
        if self.dynamic is None:
            return (self.input_shapes,)
        return self.dynamic.profiles(self.input_shapes)


def tune_request(
    given: Mapping[str, str | None], settings: Settings, model: ModelSource | None = None
) -> TuneRequest:
    """The job asked for by the options of `aoe` (`aoe.application.options`), by parameter. `model`:
    what to tune where no option names it.
    """
    _check_emptiness(given)
    _check_contradictions(given)
    job_types = checked_job_types(given.get("job_type"))
    if model is None or given.get("model") is not None:
        model = _model_file(given, settings.working_directory)
    threads = whole_number(given, "threads")
    check_choice(given, "progress_bar", ("on", "off"))
    check_choice(given, "log", LOG_LEVELS)
    level = checked_level(given.get("tune_optimization_level"))
    dynamic = dynamic_profiles(given)
    check_input_format(given.get("input_format"), dynamic)
    shapes = given.get("input_shape")
    output, dump, log = given.get("output"), given.get("dump_graph"), given.get("trial_log")
    operators, graphs = given.get("tune_ops_file"), given.get("mdl_bank_path")
    request = TuneRequest(
        model=model,
        framework=whole_number(given, "framework"),
        input_shapes={} if shapes is None else checked_shapes(shapes, dynamic),
        dynamic=dynamic,
        output=None
        if output is None
        else offline_model_path(output, settings.working_directory, platform_ending(dynamic)),
        budget_seconds=budget_seconds(given.get("budget")),
        threads=checked_threads(threads),
        dump_graph=None if dump is None else dump_folder(dump, settings.working_directory),
        boundary=boundary(
            parse_names("out_nodes", given.get("out_nodes")),
            given.get("output_type"),
            parse_names("input_fp16_nodes", given.get("input_fp16_nodes")),
        ),
        operators=None
        if operators is None
        else read_tune_ops_file(operators, settings.working_directory),
        cache=cache_request(given, settings),
        level=level,
        deeper=given.get("fdeeper_opat") is not None,
        unequal=given.get("fnonhomo_split") is not None,
        seed=checked_seed(whole_number(given, "seed")),
        trial_log=None if log is None else log_file(log, settings.working_directory),
        buffer_optimize=uses_graph_repository(given.get("buffer_optimize"), job_types),
        mdl_bank_path=None if graphs is None else settings.working_directory / graphs,
        precision=precision_request(given, settings.working_directory),
        job_types=job_types,
        device=checked_device(given, settings),
    )
    assert request.profiles, "there is a shape to compile for"
    return request


def options_of(request: TuneRequest) -> dict[str, str]:
    """The options, by parameter, that ask for this job; without a model that is no file."""
    values = {
        "job_type": ",".join(map(str, request.job_types)),
        "model": request.model if isinstance(request.model, str | Path) else None,
        "framework": request.framework,
        "input_shape": shapes_text(request.input_shapes) or None,
        "input_format": None if request.dynamic is None else request.dynamic.input_format,
        "output": request.output,
        "budget": None if request.budget_seconds is None else decimal_text(request.budget_seconds),
        "device": None if request.device == DEFAULT else request.device,
        "threads": request.threads,
        "dump_graph": request.dump_graph,
        "out_nodes": ";".join(request.boundary.out_nodes) or None,
        "output_type": request.boundary.output_type_text,
        "input_fp16_nodes": ";".join(request.boundary.input_fp16_nodes) or None,
        "tune_ops_file": None if request.operators is None else request.operators.file,
        "tune_optimization_level": None if request.level == "O2" else request.level,
        "fdeeper_opat": "on" if request.deeper else None,
        "fnonhomo_split": "on" if request.unequal else None,
        "seed": request.seed or None,
        "trial_log": request.trial_log,
        "buffer_optimize": None if request.buffer_optimize else "off_optimize",
        "mdl_bank_path": request.mdl_bank_path,
        "precision_mode": None if request.precision.mode == KEEP else request.precision.mode,
        "modify_mixlist": request.precision.modify_mixlist,
        "keep_dtype": request.precision.keep_dtype,
        "op_compiler_cache_mode": None if request.cache.mode == "enable" else request.cache.mode,
        "op_compiler_cache_dir": request.cache.directory,
    }
    if request.dynamic is not None:
        values[request.dynamic.option] = request.dynamic.text
    return {name: str(value) for name, value in values.items() if value is not None}


def _check_emptiness(given: Mapping[str, str | None]) -> None:
    for name, value in given.items():
        if value is not None and not value.strip():
            raise UsageError(f"--{name}: its value is empty; give one, or leave --{name} out")


def _check_contradictions(given: Mapping[str, str | None]) -> None:
    if given.get("model") is not None and given.get("model_path") is not None:
        raise UsageError("--model and --model_path exclude each other; give one of them")
    if given.get("weight") is not None and given.get("framework") != "0":
        raise UsageError("--weight belongs to Caffe models, --framework=0; leave it out")
    if given.get("port") is not None and given.get("ip") is None:
        raise UsageError("--port needs --ip; give both or neither")
    for feature, job_type in (("fdeeper_opat", "2"), ("fnonhomo_split", "1")):
        wanted = given.get("job_type")
        if given.get(feature) is not None and job_type not in (wanted or job_type).split(","):
            name = feature.capitalize()
            raise UsageError(f"--{name} needs --job_type={job_type}; leave it out")


def _model_file(given: Mapping[str, str | None], working_directory: Path) -> Path:
    model = given.get("model")
    if model is None:
        raise UsageError("--model is missing; add --model=FILE.onnx")
    path = working_directory / model
    if not os.path.exists(path):  # unlike that of `Path`, it takes any name
        raise UsageError(f"--model={model}: there is no such file")
    if path.is_dir():
        raise UsageError(f"--model={model}: is a directory; give the path of a model file")
    return path
