"""The function `aoe.tune_operators`, which tunes operators that files describe.

Its arguments become the options of `aoe --singleop` and `aoe --op_tune_file`, which are checked as
those of the command.
"""

from __future__ import annotations

import time
from pathlib import Path

from aoe.application.api_names import python_call, unknown_argument
from aoe.application.model.request.precision_request import KEEP
from aoe.application.python_api.option_groups import CacheOptions, PrecisionOptions, TuneOptions
from aoe.application.python_api.option_texts import (
    given_texts,
    texts_of_job,
)
from aoe.application.python_api.progress import progress_in_python
from aoe.application.request.single_operators import operators_request
from aoe.application.tune.single_operators import OperatorsResult, run_operators_job
from aoe.errors import UsageError
from aoe.settings import read_settings

__all__ = ["OperatorsResult", "tune_operators"]


@python_call("aoe.tune_operators", unknown_argument("tune_operators"))
def tune_operators(
    singleop: str | Path | None = None,
    *,
    op_tune_file: str | Path | None = None,
    op_tune_mode: str | None = None,
    op_tune_kernel_path: str | Path | None = None,
    output: str | Path | None = None,
    budget: float | str | None = None,
    threads: int | None = None,
    device: str | int | None = None,
    tune_options: TuneOptions | None = None,
    precision: PrecisionOptions | str | None = None,
    cache: CacheOptions | None = None,
    progress: bool = False,
) -> OperatorsResult:
    """Tunes operators that JSON files describe, each as a model of its own, under one budget.

    Args:
        singleop: A file of descriptions; its operators become offline models.
        op_tune_file: Instead of it, a folder of such files; its operators become kernels, which
            `load_kernels` opens.
        op_tune_mode: What to do with that folder: `"static_kernel"` tunes, `"fast"` only compiles.
        op_tune_kernel_path: Folder of the kernels; by default below `aoe_workspace`.
        output: Folder of the offline models of `singleop`; by default below `aoe_workspace`.
        budget: Time for the whole run, all operators together.
        threads: As for `tune`.
        device: As for `tune`.
        tune_options: As for `tune`, without `tune_ops_file`.
        precision: As for `tune`. Kernels keep their types.
        cache: As for `tune`.
        progress: As for `tune`.

    Returns:
        What became of each operator.

    Raises:
        UsageError, ModelError, RepositoryError: Before any work, if something is impossible.
    """
    start = time.monotonic()
    if singleop is None and op_tune_file is None:
        raise UsageError("aoe.tune_operators() needs singleop or op_tune_file; give one of them")
    kept = KEEP if op_tune_file is not None and precision is None else None
    given: dict[str, object] = {
        "singleop": singleop,
        "op_tune_file": op_tune_file,
        "op_tune_mode": op_tune_mode,
        "op_tune_kernel_path": op_tune_kernel_path,
        **texts_of_job(
            "aoe.tune_operators",
            output=output,
            budget=budget,
            threads=threads,
            device=device,
            tune_options=tune_options,
            precision=precision or kept,
            cache=cache,
        ),
    }
    settings = read_settings()
    request = operators_request(given_texts(given), settings)
    with progress_in_python(request.name, progress, precision) as observer:
        return run_operators_job(request, settings, observer, start)
