"""How cells are compiled and tuned. MindSpore's context says whether and what to tune, options of
this package say the rest.

    aoe.mindspore.set_options(budget="10m", threads=2)
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from aoe.errors import UsageError
from aoe.mindspore.tune_mode import NO_GRADIENTS, OFFLINE, ONLINE, TuneMode
from aoe.settings import read_settings
from aoe.training.modes import GRADIENTS
from aoe.training.options import StepOptions, step_options


@cache
def _given() -> dict[str, Any]:
    """The options of this process."""
    return {}


def set_options(**options: Any) -> None:
    """Sets options for the cells that are first run from now on.

    Args:
        options: `threads`, `budget`, `work_path`, `aoe_config_file`, `precision_mode`,
            `op_select_implmode`, `op_bank_path` and `mdl_bank_path`; see `aoe.training.options`.

    Raises:
        UsageError: There is no such option, or its value cannot be used.
    """
    if "aoe_mode" in options:
        raise UsageError(
            "set_options has no 'aoe_mode'; MindSpore's own switch is "
            'set_context(aoe_tune_mode="online", aoe_config={"job_type": "2"})'
        )
    # What the script says of tuning elsewhere wins over AOE_MODE, so the mode is checked later.
    step_options({**_given(), **options, "aoe_mode": None}, read_settings())
    _given().update(options)


def options_of(asked: TuneMode) -> StepOptions:
    """The checked options. The context of MindSpore wins over AOE_MODE: "offline" only writes
    graphs, whatever the variable says.

    Raises:
        UsageError: A value cannot be used.
    """
    values, settings = dict(_given()), read_settings()
    if asked.mode == OFFLINE:
        settings = replace(settings, aoe_mode=None)
    if asked.mode == ONLINE:
        values["aoe_mode"] = asked.job_type
    options = step_options(values, settings)
    if options.aoe_mode == GRADIENTS:
        raise UsageError(f"AOE_MODE=4 tunes {NO_GRADIENTS}; use 1 or 2")
    return options
