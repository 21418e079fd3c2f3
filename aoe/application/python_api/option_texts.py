"""Option groups of the Python API as options of the command; None for what is not given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aoe.application.options import NO_VALUE
from aoe.application.python_api.option_groups import (
    CacheOptions,
    ModelOptions,
    PrecisionOptions,
    TuneOptions,
)
from aoe.application.request.dynamic_profiles import profile_text
from aoe.application.request.model_boundary import switches_text
from aoe.errors import UsageError


def given_texts(values: Mapping[str, object]) -> dict[str, str]:
    """The options that are given, as texts."""
    return {name: str(value) for name, value in values.items() if value is not None}


def texts_of_model(options: ModelOptions) -> dict[str, object]:
    """The inputs and outputs of the compiled model, and how it may be rewritten."""
    return {
        "input_format": options.input_format,
        "input_shape_range": options.input_shape_range,
        "dynamic_batch_size": profile_text("dynamic_batch_size", options.dynamic_batch_size),
        "dynamic_image_size": profile_text("dynamic_image_size", options.dynamic_image_size),
        "dynamic_dims": profile_text("dynamic_dims", options.dynamic_dims),
        "out_nodes": _joined(options.out_nodes, ";"),
        "output_type": options.output_type,
        "input_fp16_nodes": _joined(options.input_fp16_nodes, ";"),
        "insert_op_conf": options.insert_op_conf,
        "is_input_adjust_hw_layout": switches_text(options.is_input_adjust_hw_layout),
        "is_output_adjust_hw_layout": switches_text(options.is_output_adjust_hw_layout),
        "fusion_switch_file": options.fusion_switch_file,
        "op_name_map": options.op_name_map,
        "disable_reuse_memory": "1" if options.disable_reuse_memory else None,
    }


def texts_of_job(
    function: str,
    *,
    output: str | Path | None,
    budget: float | str | None,
    threads: int | None,
    device: str | int | None,
    tune_options: TuneOptions | None,
    precision: PrecisionOptions | str | None,
    cache: CacheOptions | None,
) -> dict[str, object]:
    """The arguments that all functions have that tune, as texts of options.

    Args:
        function: What a refusal calls the function, "aoe.tune".
        output: Where the offline model or models are written.
        budget: Time for the run, in seconds or as text with a unit, "5m".
        threads: Threads that the tuned model uses.
        device: The backend, or a number of a device.
        tune_options: How to search; the defaults where it is None.
        precision: Element types to compute in; a text stands for `PrecisionOptions(mode=text)`.
        cache: What to reuse; the defaults where it is None.

    Returns:
        Values by the names of the options. None stands for an option that is not given.

    Raises:
        UsageError: A field of `cache` is not for functions that tune.
    """
    return {
        "output": output,
        "budget": budget,
        "threads": threads,
        "device": device,
        **texts_of_search(tune_options or TuneOptions()),
        **texts_of_precision(precision),
        **texts_of_cache(cache or CacheOptions(), function),
    }


def texts_of_search(options: TuneOptions) -> dict[str, object]:
    """How to search, and on which machine."""
    return {
        "tune_optimization_level": options.level,
        "fdeeper_opat": NO_VALUE if options.deeper else None,
        "fnonhomo_split": NO_VALUE if options.unequal else None,
        "tune_ops_file": options.tune_ops_file,
        "seed": options.seed,
        "trial_log": options.trial_log,
        "dump_graph": options.dump_graph,
        "host_env_os": options.host_env_os,
        "host_env_cpu": options.host_env_cpu,
        "ip": options.ip,
        "port": options.port,
    }


def texts_of_precision(given: PrecisionOptions | str | None) -> dict[str, object]:
    """The element types to compute in, and the forms of weights."""
    options = PrecisionOptions(given) if isinstance(given, str) else given or PrecisionOptions()
    types = options.optypelist_for_implmode
    return {
        "precision_mode": options.mode,
        "modify_mixlist": options.modify_mixlist,
        "keep_dtype": options.keep_dtype,
        "compress_weight_conf": options.compress_weight_conf,
        "compression_optimize_conf": options.compression_optimize_conf,
        "sparsity": "1" if options.sparsity else None,
        "op_select_implmode": options.op_select_implmode,
        "optypelist_for_implmode": types if isinstance(types, str) else _joined(types, ","),
        "op_precision_mode": options.op_precision_mode,
        "customize_dtypes": options.customize_dtypes,
    }


def texts_of_cache(options: CacheOptions, function: str) -> dict[str, object]:
    """What to reuse. `function`: what a refusal calls the function that is called."""
    if options.operator_repository is not None:
        raise UsageError(
            f"CacheOptions.operator_repository is for aoe.compile; {function} reads and writes the "
            "repository at TUNE_BANK_PATH"
        )
    return {
        "op_compiler_cache_mode": options.mode,
        "op_compiler_cache_dir": options.directory,
        "buffer_optimize": None if options.use_graph_repository else "off_optimize",
        "mdl_bank_path": options.graph_repository,
    }


def _joined(parts: Sequence[str] | None, between: str) -> str | None:
    return None if parts is None else between.join(parts)
