"""The functions of the module `aoe`: `tune` and `compile`.

They read the same environment variables as the command (`aoe.settings`) and raise the errors of
`aoe.errors`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from aoe.application.display.console import progress_observer
from aoe.application.model.cache_request import CacheRequest, cache_request
from aoe.application.model.compilation import compile_for_host, known_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.precision import measured
from aoe.application.model.precision_gate import gated_profiles
from aoe.application.model.precision_request import PrecisionRequest, precision_request
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import ModelSource, load_profiles, source_name
from aoe.application.request.dynamic_profiles import DynamicProfiles, dynamic_profiles, profile_text
from aoe.application.request.shapes import check_input_format, platform_ending, shapes_by_input
from aoe.application.request.tune_ops import read_tune_ops_file
from aoe.application.request.tune_request import TuneRequest
from aoe.application.request.values import (
    budget_seconds,
    checked_device,
    checked_job_types,
    checked_level,
    checked_seed,
    checked_threads,
    dump_folder,
    existing_folder,
    log_file,
    offline_model_path,
    uses_graph_repository,
)
from aoe.application.tune.reload import continued
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.backends.registry import DEFAULT
from aoe.frontends.boundary import Boundary, boundary
from aoe.frontends.out_nodes import parse_names
from aoe.graph.pipeline import KnownSubgraphs, nothing_known
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import Settings, read_settings

logger = logging.getLogger(__name__)

__all__ = ["TuneResult", "compile", "tune"]


def tune(
    model: ModelSource,
    *,
    job_type: int | str = 2,
    output: str | Path | None = None,
    budget: float | str | None = None,
    threads: int | None = None,
    device: str | int | None = None,
    input_shape: Mapping[str, Sequence[int]] | str | None = None,
    input_format: str | None = None,
    dynamic_batch_size: str | Sequence[int] | None = None,
    dynamic_image_size: str | Sequence[Sequence[int]] | None = None,
    dynamic_dims: str | Sequence[Sequence[int]] | None = None,
    out_nodes: Sequence[str] | None = None,
    output_type: str | None = None,
    input_fp16_nodes: Sequence[str] | None = None,
    framework: int | None = None,
    dump_graph: str | Path | None = None,
    tune_ops_file: str | Path | None = None,
    tune_optimization_level: str = "O2",
    deeper_opat: bool = False,
    seed: int = 0,
    trial_log: str | Path | None = None,
    buffer_optimize: str | None = None,
    mdl_bank_path: str | Path | None = None,
    reload: bool | str | Path = False,
    op_compiler_cache_mode: str | None = None,
    op_compiler_cache_dir: str | Path | None = None,
    precision_mode: str | None = None,
    modify_mixlist: str | Path | None = None,
    keep_dtype: str | Path | None = None,
    progress: bool = False,
) -> TuneResult:
    """Tunes a model on this machine and writes the offline model.

    `job_type`: 1 tunes its subgraphs, 2 its operators, "1,2" both.
    `model`: a path, bytes or an `onnx.ModelProto`. `output`: the offline model's path without
    `.om`, by default below `aoe_workspace`. `budget`: seconds, or text like `"5m"`. `threads`: of
    the tuned model, all cores by default. `device`: a backend to compile for, e.g. "reference",
    this machine's CPU by default. `input_shape`: shapes by input name, or text as
    `--input_shape` takes it, where the model leaves them open. `dynamic_batch_size`,
    `dynamic_image_size`, `dynamic_dims`: profiles for one offline model of several shapes, in
    numbers or as the options take them; `input_shape` then has -1. `out_nodes`:
    what to make the outputs. `output_type`: of all of them, or of each, as the option takes it.
    `input_fp16_nodes`: inputs to take as float16. `dump_graph`: a folder for the prepared graph as
    `.onnx`. `tune_ops_file`: names the operators to tune. `tune_optimization_level`: "O1" searches
    several times longer, as does `deeper_opat`. `seed`: of the data that candidates are checked and
    measured with. `trial_log`: a file to append what is tried to.
    `buffer_optimize`: "off_optimize" leaves the graph repository aside; `mdl_bank_path`: a graph
    repository to read, where only operators are tuned, before TUNE_BANK_PATH and the one in the
    user's home.
    `reload`: continue the latest interrupted job of this directory (True) or the one named, with
    the arguments it was started with; those given again must be the same.
    `op_compiler_cache_mode`: "enable", "force" or "disable"; `op_compiler_cache_dir`: where the
    compile cache lies. `precision_mode`: "allow_mix_precision" and others as the option takes them;
    `modify_mixlist`, `keep_dtype`: files that say which operators that is for. `progress`: show it
    on standard error.

    Raises `UsageError`, `ModelError` or `RepositoryError` before any work where something is
    impossible. Ctrl-C ends the search: the result holds the winners so far.
    """
    settings = read_settings()
    job_types = checked_job_types(job_type)
    place = settings.working_directory
    dynamic = _dynamic(input_format, dynamic_batch_size, dynamic_image_size, dynamic_dims)
    request = TuneRequest(
        model=model,
        framework=framework,
        input_shapes=shapes_by_input(input_shape, dynamic),
        dynamic=dynamic,
        boundary=_boundary(out_nodes, output_type, input_fp16_nodes),
        output=None
        if output is None
        else offline_model_path(output, place, platform_ending(dynamic)),
        budget_seconds=budget_seconds(budget),
        threads=checked_threads(threads),
        dump_graph=None if dump_graph is None else dump_folder(dump_graph, place),
        operators=None if tune_ops_file is None else read_tune_ops_file(str(tune_ops_file), place),
        level=checked_level(tune_optimization_level),
        deeper=deeper_opat,
        seed=checked_seed(seed),
        trial_log=None if trial_log is None else log_file(trial_log, place),
        buffer_optimize=uses_graph_repository(buffer_optimize, job_types),
        mdl_bank_path=None if mdl_bank_path is None else place / mdl_bank_path,
        job_types=job_types,
        device=_device(device, settings),
        cache=_cache(op_compiler_cache_mode, op_compiler_cache_dir, settings),
        precision=_precision(precision_mode, modify_mixlist, keep_dtype, settings),
    )
    if reload is not False:
        request = continued(request, None if reload is True else reload, settings)
    with progress_observer(source_name(model), progress) as observer:
        return run_tune_job(request, settings, observer)


def compile(
    model: ModelSource,
    *,
    threads: int | None = None,
    device: str | int | None = None,
    input_shape: Mapping[str, Sequence[int]] | str | None = None,
    input_format: str | None = None,
    dynamic_batch_size: str | Sequence[int] | None = None,
    dynamic_image_size: str | Sequence[Sequence[int]] | None = None,
    dynamic_dims: str | Sequence[Sequence[int]] | None = None,
    out_nodes: Sequence[str] | None = None,
    output_type: str | None = None,
    input_fp16_nodes: Sequence[str] | None = None,
    input_values: Mapping[str, np.ndarray] | None = None,
    op_bank_path: str | Path | None = None,
    mdl_bank_path: str | Path | None = None,
    buffer_optimize: str | None = None,
    op_compiler_cache_mode: str | None = None,
    op_compiler_cache_dir: str | Path | None = None,
    precision_mode: str | None = None,
    modify_mixlist: str | Path | None = None,
    keep_dtype: str | Path | None = None,
) -> InferenceSession:
    """Compiles a model with the policies of this machine's repository, and default ones for the
    rest; searches and measures nothing. `input_values`: values by input name, of the inputs'
    element types; these inputs become constants, so that shapes may depend on them.
    `op_bank_path`: the custom repository to read, laid out as TUNE_BANK_PATH, which wins where it
    is set. Where `precision_mode` changes the model, it is compiled in float32 too, and the
    manifest says how far its outputs are from that (`session.model.manifest.precision`). Other
    arguments as for `tune`.
    """
    settings = read_settings()
    backend = DEFAULT if device is None else _device(device, settings)
    cache = _cache(op_compiler_cache_mode, op_compiler_cache_dir, settings)
    dynamic = _dynamic(input_format, dynamic_batch_size, dynamic_image_size, dynamic_dims)
    shapes = shapes_by_input(input_shape, dynamic)
    target = this_machine(checked_threads(threads), settings, backend)
    source, profiles = load_profiles(
        model,
        None,
        (shapes,) if dynamic is None else dynamic.profiles(shapes),
        boundary=_boundary(out_nodes, output_type, input_fp16_nodes),
        input_values=input_values,
        target=target,
    )
    bank = None if op_bank_path is None else existing_folder("op_bank_path", op_bank_path)
    wanted = _precision(precision_mode, modify_mixlist, keep_dtype, settings)

    def compiled(graphs: Sequence[OperatorGraph], tuned: bool = True) -> OfflineModel:
        first, *others = graphs
        return compile_for_host(
            first,
            source,
            checked_threads(threads),
            settings,
            bank,
            others,
            cache,
            tuned,
            backend,
        )

    gated = gated_profiles(profiles, wanted, target, logger.warning, partial(compiled, tuned=False))
    known: KnownSubgraphs = nothing_known
    if uses_graph_repository(buffer_optimize):
        graphs = None if mdl_bank_path is None else settings.working_directory / mdl_bank_path
        known = known_subgraphs(settings, target, graphs).lookup
    formed = [profile.formed(profile.known(known)) for profile in gated.profiles]
    made, _ = measured(compiled(formed), gated.precision(formed), gated.expected, target.threads)
    return InferenceSession(made, threads)


def _device(device: str | int | None, settings: Settings) -> str:
    return checked_device({"device": None if device is None else str(device)}, settings)


def _dynamic(
    input_format: str | None,
    batch_sizes: str | Sequence[int] | None,
    image_sizes: str | Sequence[Sequence[int]] | None,
    dims: str | Sequence[Sequence[int]] | None,
) -> DynamicProfiles | None:
    dynamic = dynamic_profiles(
        {
            "input_format": input_format,
            "dynamic_batch_size": profile_text(batch_sizes),
            "dynamic_image_size": profile_text(image_sizes),
            "dynamic_dims": profile_text(dims),
        }
    )
    check_input_format(input_format, dynamic)
    return dynamic


def _boundary(
    out_nodes: Sequence[str] | None,
    output_type: str | None,
    input_fp16_nodes: Sequence[str] | None,
) -> Boundary:
    outputs = None if out_nodes is None else ";".join(out_nodes)
    inputs = None if input_fp16_nodes is None else ";".join(input_fp16_nodes)
    return boundary(
        parse_names("out_nodes", outputs), output_type, parse_names("input_fp16_nodes", inputs)
    )


def _precision(
    mode: str | None,
    mixlist: str | Path | None,
    keep: str | Path | None,
    settings: Settings,
) -> PrecisionRequest:
    given = {
        "precision_mode": mode,
        "modify_mixlist": None if mixlist is None else str(mixlist),
        "keep_dtype": None if keep is None else str(keep),
    }
    return precision_request(given, settings.working_directory)


def _cache(mode: str | None, directory: str | Path | None, settings: Settings) -> CacheRequest:
    folder = None if directory is None else str(directory)
    given = {"op_compiler_cache_mode": mode, "op_compiler_cache_dir": folder}
    return cache_request(given, settings)
