"""The model that a command names as its argument, as options of AOE's form."""

from __future__ import annotations

import os
from collections.abc import Mapping

from aoe.errors import UsageError
from aoe.frontends.registry import held_format
from aoe.settings import Settings


def with_named_model(
    model: str, given: Mapping[str, str | None], settings: Settings
) -> dict[str, str | None]:
    """The options for a model, or for a folder of models, and for where the result goes: by
    default this directory, under the model's name. A job that is continued has its own place.

    Args:
        model: The path.
        given: Values of the options, by parameter; none names the model.
        settings: The environment of the run.

    Raises:
        UsageError: There is no such file.
    """
    path = settings.working_directory / model
    if not os.path.exists(path):
        raise UsageError(f"{model}: there is no such file; give the path of a model")
    continued, output = given.get("reload") is not None, given.get("output")
    if path.is_dir() and held_format(path) is None:
        place = None if continued else "."
        return {**given, "model_path": model, "output": output or place}
    # With its suffix, because a folder may have the name without it: that of a SavedModel.
    name = None if continued else f"{path.absolute().stem}.om"
    return {**given, "model": model, "output": output or name}
