"""The function `aoe.tune_folder`, which tunes all models of a folder.

Its arguments become the options of `aoe --model_path`, which are checked as those of the command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from aoe.application.api_names import in_python, python_call, renamed, unknown_argument
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
)
from aoe.application.python_api.progress import progress_in_python
from aoe.application.request.shapes import shapes_text
from aoe.application.request.tune_request import tune_request
from aoe.application.tune.folder.folder_job import run_folder_job
from aoe.application.tune.folder.folder_result import FolderResult, ModelOutcome
from aoe.application.tune.reload import continued_if_wanted
from aoe.frontends.inputs.input_values import value_text
from aoe.settings import read_settings

__all__ = ["FolderResult", "tune_folder"]


@python_call("aoe.tune_folder", unknown_argument("tune_folder"))
def tune_folder(
    model_path: str | Path,
    *,
    job_type: int | str = 2,
    output: str | Path | None = None,
    budget: float | str | None = None,
    threads: int | None = None,
    device: str | int | None = None,
    framework: int | None = None,
    input_shape: Mapping[str, Sequence[int]] | str | None = None,
    input_values: Mapping[str, np.ndarray | np.generic] | None = None,
    model_options: ModelOptions | None = None,
    tune_options: TuneOptions | None = None,
    precision: PrecisionOptions | str | None = None,
    cache: CacheOptions | None = None,
    reload: bool | str | Path = False,
    progress: bool = False,
) -> FolderResult:
    """Tunes all models of a folder under one budget, as `aoe --model_path` does. Operators that
    several models have are tuned once. A model that fails does not stop the others.

    Args:
        model_path: The folder, with models of any format.
        job_type: As for `tune`.
        output: Folder of the offline models; by default below `aoe_workspace`.
        budget: Time for the whole run, all models together.
        threads: As for `tune`.
        device: As for `tune`.
        framework: Number of the only framework whose models are tuned; all by default.
        input_shape: As for `tune`. An input counts for the models that have it.
        input_values: Likewise.
        model_options: As for `tune`, without `out_nodes` and `output_type`.
        tune_options: As for `tune`.
        precision: As for `tune`.
        cache: As for `tune`.
        reload: As for `tune`.
        progress: As for `tune`.

    Returns:
        What became of each model.

    Raises:
        UsageError, RepositoryError: Before any work, if something is impossible for all models.
        AoeError: Later, if a step for all models fails.
    """
    settings = read_settings()
    values = {name: np.asarray(array) for name, array in (input_values or {}).items()}
    given: dict[str, object] = {
        "model_path": model_path,
        "job_type": job_type,
        "framework": framework,
        "input_shape": _shapes(input_shape),
        "input_value": ";".join(f"{name}:{value_text(item)}" for name, item in values.items())
        or None,
        **texts_of_model(model_options or ModelOptions()),
        **texts_of_job(
            "aoe.tune_folder",
            output=output,
            budget=budget,
            threads=threads,
            device=device,
            tune_options=tune_options,
            precision=precision,
            cache=cache,
        ),
    }
    asked = tune_request(given_texts(given), settings)
    request = continued_if_wanted(asked, reload, settings)
    with progress_in_python(source_name(model_path), progress, precision) as observer:
        found = run_folder_job(request, settings, observer)
    models = (_told(item, renamed(precision)) for item in found.models)
    return replace(found, models=tuple(models))


def _told(outcome: ModelOutcome, names: Mapping[str, str]) -> ModelOutcome:
    """What became of a model, told with the names of Python."""
    if outcome.failure is None:
        return outcome
    return replace(outcome, failure=in_python(outcome.failure, names))


def _shapes(given: Mapping[str, Sequence[int]] | str | None) -> str | None:
    return given if given is None or isinstance(given, str) else shapes_text(given)
