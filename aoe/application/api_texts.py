"""Option groups of the Python API as options of the command; None for what is not given."""

from __future__ import annotations

from aoe.application.api_options import CacheOptions, PrecisionOptions, TuneOptions
from aoe.application.options import NO_VALUE
from aoe.errors import UsageError


def texts_of_search(options: TuneOptions) -> dict[str, object]:
    """How to search."""
    return {
        "tune_optimization_level": options.level,
        "fdeeper_opat": NO_VALUE if options.deeper else None,
        "tune_ops_file": options.tune_ops_file,
        "seed": options.seed,
        "trial_log": options.trial_log,
        "dump_graph": options.dump_graph,
    }


def texts_of_precision(given: PrecisionOptions | str | None) -> dict[str, object]:
    """The element types to compute in."""
    options = PrecisionOptions(given) if isinstance(given, str) else given or PrecisionOptions()
    return {
        "precision_mode": options.mode,
        "modify_mixlist": options.modify_mixlist,
        "keep_dtype": options.keep_dtype,
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
