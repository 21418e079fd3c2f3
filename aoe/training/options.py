"""How steps are compiled and tuned: AOE's parameters of training scripts, checked.

`aoe_mode`, `work_path` and `aoe_config_file` are AOE's. A parameter in the script wins over the
variable AOE_MODE.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict

from aoe.application.model.request.cache_request import CacheRequest, cache_request
from aoe.application.model.request.precision_request import PrecisionRequest, precision_request
from aoe.application.request.search_request import SCRIPT_FILE
from aoe.application.request.tune_ops import read_tune_ops_file
from aoe.application.request.values import budget_seconds, checked_threads, existing_folder
from aoe.errors import UsageError
from aoe.near_names import hint
from aoe.settings import Settings
from aoe.training.modes import GRAPH_MODES, checked_mode

#: The time to tune one step.
BUDGET = "2m"


@dataclass(frozen=True, slots=True)
class StepOptions:
    """How steps are compiled and tuned.

    Attributes:
        threads: Threads of a step; None for as many as the framework uses.
        op_bank_path: Where to read policies of operators, unless TUNE_BANK_PATH is set.
        mdl_bank_path: Where to read policies of subgraphs first.
        precision: The element types to compute in.
        aoe_mode: "1" or "2" to tune each step when it is first run, "4" to tune the gradients of
            several workers; None not to.
        work_path: The folder of files of tuning; None for the usual one.
        aoe_config_file: A JSON file that names the operators to tune: `tune_ops_name` and
            `tune_ops_type`, lists of texts. `tune_optimization_level` is "O2", or "O1" for a longer
            search; `feature` lists "deeper_opat" with `aoe_mode` 2, or "nonhomo_split" with 1.
        budget: The time to tune one step, in seconds or as text.
        cache: How to use the compile cache.
    """

    threads: int | None = None
    op_bank_path: Path | None = None
    mdl_bank_path: Path | None = None
    precision: PrecisionRequest = field(default_factory=PrecisionRequest)
    aoe_mode: str | None = None
    work_path: Path | None = None
    aoe_config_file: Path | None = None
    budget: float | str = BUDGET
    cache: CacheRequest = field(default_factory=CacheRequest)


class CommonOptions(TypedDict):
    """Those of `StepOptions` that every framework has."""

    threads: int | None
    op_bank_path: Path | None
    mdl_bank_path: Path | None
    precision: PrecisionRequest
    aoe_mode: str | None
    work_path: Path | None
    aoe_config_file: Path | None
    budget: float | str


#: Options of the compile cache, as of the command line.
CACHE_KEYS = ("op_compiler_cache_mode", "op_compiler_cache_dir")
#: Options that are paths.
_PATHS = ("op_bank_path", "mdl_bank_path", "work_path", SCRIPT_FILE, "op_compiler_cache_dir")
#: Options of precision, as of the command line.
PRECISION_KEYS = ("precision_mode", "op_select_implmode")
#: Options that are names.
_MODES = (*PRECISION_KEYS, "op_compiler_cache_mode")
#: The names of options.
KEYS = (
    *(item.name for item in fields(StepOptions) if item.name not in ("precision", "cache")),
    *PRECISION_KEYS,
    *CACHE_KEYS,
)


def step_options(given: Mapping[str, Any], settings: Settings) -> StepOptions:
    """The options of these values. AOE_MODE tunes where they do not say `aoe_mode`.

    Raises:
        UsageError: A name is unknown, or a value cannot be used.
    """
    try:
        return _checked(given, settings)
    except UsageError as error:
        # The command line has some of the options too, with dashes.
        raise UsageError(str(error).replace("--", "")) from None


def _checked(given: Mapping[str, Any], settings: Settings) -> StepOptions:
    for key in given:
        if key not in KEYS:
            meant = hint(key, KEYS, f"they are {', '.join(KEYS)}")
            raise UsageError(f"there is no option {key!r}; {meant}")
    check_types(given)
    mode = checked_mode(given.get("aoe_mode", settings.aoe_mode))
    return StepOptions(
        **common_options(given, mode, BUDGET, settings.working_directory),
        cache=cache_request(
            {key: str(given[key]) for key in CACHE_KEYS if given.get(key) is not None}, settings
        ),
    )


def common_options(
    given: Mapping[str, Any], mode: str | None, budget: str, working_directory: Path
) -> CommonOptions:
    """The options of every framework, but how to use the compile cache.

    Args:
        given: What the script says, of the right types (`check_types`).
        mode: The checked `aoe_mode`. Where graphs are tuned, they have no more threads than there
            are cores.
        budget: The default of `budget`.
        working_directory: What a relative path starts from.

    Raises:
        UsageError: A value cannot be used.
    """
    time_to_tune = checked_budget(given.get("budget", budget))
    return CommonOptions(
        threads=checked_threads(given.get("threads"), to_tune=mode in GRAPH_MODES),
        op_bank_path=checked_folder(given, "op_bank_path"),
        mdl_bank_path=checked_folder(given, "mdl_bank_path"),
        precision=replace(
            precision_request({key: given.get(key) for key in PRECISION_KEYS}, working_directory),
            keeps_float16=True,
        ),
        aoe_mode=mode,
        work_path=checked_folder(given, "work_path"),
        aoe_config_file=config_file(given.get("aoe_config_file"), mode, working_directory),
        budget=time_to_tune,
    )


def check_types(given: Mapping[str, Any]) -> None:
    """Raises `UsageError` for a value that is empty, or of a type that its option does not take."""
    for name, value in given.items():
        # AOE has words of its own for `aoe_mode`.
        if name != "aoe_mode" and isinstance(value, str | bytes) and not value.strip():
            raise UsageError(f"{name}={value!r}: is empty; give a value, or leave {name} out")
    threads = given.get("threads")
    if isinstance(threads, bool) or not isinstance(threads, Integral | None):
        raise UsageError(f"threads={threads!r}: must be a whole number, e.g. 2")
    for name in _MODES:
        if not isinstance(given.get(name), str | None):
            raise UsageError(f"{name}={given[name]!r}: must be the name of a mode")
    for name in _PATHS:
        if not isinstance(given.get(name), str | PathLike | None):
            raise UsageError(f"{name}={given[name]!r}: must be a path")


def config_file(given: Any, mode: str | None, working_directory: Path) -> Path | None:
    """The checked file of `aoe_config_file`; None without one.

    Args:
        given: What the script says.
        mode: The checked `aoe_mode`.
        working_directory: What a relative path starts from.

    Raises:
        UsageError: There is no such file, or it says what cannot be used.
    """
    if given is None:
        return None
    path: Path = working_directory / given
    if not path.is_file():
        raise UsageError(f"{SCRIPT_FILE}={str(given)!r}: there is no such file")
    job_types = [int(mode)] if mode in GRAPH_MODES else []
    read_tune_ops_file(str(given), working_directory, job_types, SCRIPT_FILE)
    return path


def checked_budget(given: Any) -> float | str:
    """A time to tune, in seconds or as text. Raises `UsageError` for another value."""
    try:
        budget_seconds(str(given))
    except UsageError:
        raise UsageError(
            f"budget={given!r}: must be a time above zero, e.g. 300, '90s', '5m' or '1h'"
        ) from None
    found: float | str = given
    return found


def checked_folder(given: Mapping[str, Any], name: str) -> Path | None:
    """The folder that an option names; None without one. Raises `UsageError` if there is none."""
    found = given.get(name)
    return None if found is None else existing_folder(name, found)
