"""Settings: all environment variables of open-aoe, and the values of `aoe.ini` (`aoe.aoe_ini`).

`read_settings` turns the environment into a frozen `Settings`. No other module reads the
environment. A variable wins over `aoe.ini`. A value that cannot be used stops the run before any
work, with a `UsageError` that names the variable, the value and what to do. The variables are
AOE's, so existing scripts run. An empty value means unset.

| variable | meaning here | default |
|---|---|---|
| ASCEND_DEVICE_ID | logical device; `--device` wins over it | 0 |
| TUNE_BANK_PATH | folder of the custom repository: must exist, for tuning writable | unset |
| ASCEND_CACHE_PATH | folder of compile cache and, without TUNE_BANK_PATH, repository | unset |
| ASCEND_WORK_PATH | folder of result files | the working directory |
| ASCEND_MAX_OP_CACHE_SIZE | megabytes the compile cache may hold, -1 for no bound | 500 |
| ASCEND_REMAIN_CACHE_SIZE_RATIO | percent of that left when it is full, 1 to 100 | 50 |
| TE_PARALLEL_COMPILER | processes that compile candidates, 1 to 32 | 8, or the cores if fewer |
| TUNING_PARALLEL_NUM | operators searched concurrently, 1 to 64 (or aoe.ini) | 6 |
| RUN_LOOP | least runs of a measurement, 1 to 2048 (or aoe.ini) | by the time of a run |
| REPEAT_TUNE | True: also search operators that a repository knows | False |
| AOE_MODE | 1, 2: tune graphs of a training script when they first run; 4: gradients | unset |
| ASCEND_SLOG_PRINT_TO_STDOUT | 1 prints logs and turns the progress bar off | 0 |
| AOE_TRACEBACK | 1 adds the traceback to errors | 0 |
| AOE_BUILTIN_PATH | folder to use as built-in repository: must exist | the one in the package |
| AOE_LOCK_PATH | folder of the locks of devices: must exist | /run/lock, /var/lock or /tmp |
| AOE_DEVICE_TOKEN | what a device server and its clients know, 16 characters or more | unset |
| AOE_DEVICE_CA | certificate of a device server, or of who signed it: must exist | no TLS |
| HOME | default folder of repository and compile cache | the user's home |
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from aoe.aoe_ini import aoe_ini_path, read_aoe_ini
from aoe.errors import UsageError, counted

Value = TypeVar("Value")

#: What AOE tunes of a training, by number: subgraphs, operators, gradients (`aoe.training.modes`).
TRAINING_MODES = ("1", "2", "4")
#: Longest file name in bytes; most file systems allow 255.
LONGEST_NAME = 200
#: Most compile processes that AOE allows, and its default number.
MOST_COMPILE_PROCESSES = 32
USUAL_COMPILE_PROCESSES = 8
#: Most concurrent searches and most runs of a measurement that AOE allows.
MOST_PARALLEL_OPERATORS = 64
MOST_RUNS = 2048
#: Most threads of an inference. They may be more than there are cores; far more would only fill
#: memory.
MOST_THREADS = 1024
#: Fewest characters of the token of a device server.
SHORTEST_TOKEN = 16
#: The built-in repository in the package.
BUILTIN_PATH = Path(__file__).parent / "data" / "builtin"


@dataclass(frozen=True, slots=True)
class Settings:
    """The environment of one run, checked. Paths are absolute; `None` means that a variable is
    unset.

    Attributes:
        home: The user's home.
        working_directory: Base of relative paths.
        tuning_directory: Folder of `aoe_workspace` and result files: WORK_PATH of `aoe.ini`, else
            the working directory.
        tune_bank_path: Custom repository.
        cache_path: Folder of the compile cache and, without `tune_bank_path`, of the repository.
        work_path: Folder of result files.
        builtin_path: Built-in repository (`aoe.repository.location`), which may not exist.
        device_id: Number of the device.
        compile_processes: Number of processes that compile candidates.
        parallel_operators: Operators that are searched concurrently.
        run_loop: Least runs of a measurement.
        cache_megabytes: Limit of the compile cache; -1 for none.
        cache_remaining_percent: Share of the compile cache that stays when it is full.
        lock_path: Folder of the locks of devices.
        repeat_tune: Whether known operators are searched again.
        aoe_mode: What is tuned of training scripts: "1" subgraphs and "2" operators of their
            graphs, "4" gradients.
        log_to_stdout: Whether logs are printed and the progress bar is off.
        device_token: What a device server and its clients know.
        device_authority: File with the certificate that a device server is checked with.
    """

    home: Path
    working_directory: Path
    tuning_directory: Path
    tune_bank_path: Path | None
    cache_path: Path | None
    work_path: Path | None
    builtin_path: Path
    device_id: int
    compile_processes: int
    parallel_operators: int | None
    run_loop: int | None
    cache_megabytes: int
    cache_remaining_percent: int
    lock_path: Path | None
    repeat_tune: bool
    aoe_mode: str | None
    log_to_stdout: bool
    device_token: str | None = field(default=None, repr=False)
    device_authority: Path | None = None

    @property
    def result_directory(self) -> Path:
        """The folder of result files."""
        return self.work_path or self.tuning_directory


def read_settings(
    environment: Mapping[str, str] | None = None,
    working_directory: Path | None = None,
    unset: Collection[str] = (),
) -> Settings:
    """The settings of an environment.

    Args:
        environment: Variables; by default those of this process.
        working_directory: Base of relative paths; by default the current directory.
        unset: Variables that do not count.

    Raises:
        UsageError: For a value out of range.
    """
    given = {
        name: value
        for name, value in (os.environ if environment is None else environment).items()
        if value != "" and name not in unset
    }
    base = (working_directory or Path.cwd()).absolute()
    home = base / given["HOME"] if "HOME" in given else Path.home()
    configuration = _configuration(home, base)
    variables = {**configuration, **given}
    return Settings(
        home=home,
        working_directory=base,
        tuning_directory=_possible_directory(configuration, "WORK_PATH", base) or base,
        tune_bank_path=_readable_directory(variables, "TUNE_BANK_PATH", base, made=True),
        cache_path=_cache_directory(variables, "ASCEND_CACHE_PATH", base),
        work_path=_possible_directory(variables, "ASCEND_WORK_PATH", base),
        builtin_path=_readable_directory(variables, "AOE_BUILTIN_PATH", base) or BUILTIN_PATH,
        device_id=_integer(variables, "ASCEND_DEVICE_ID", 0, 0, None),
        compile_processes=_integer(
            variables,
            "TE_PARALLEL_COMPILER",
            min(USUAL_COMPILE_PROCESSES, usable_cores()),
            1,
            MOST_COMPILE_PROCESSES,
        ),
        parallel_operators=_parallel_operators(variables),
        run_loop=_run_loop(variables),
        cache_megabytes=_cache_megabytes(variables),
        cache_remaining_percent=_integer(variables, "ASCEND_REMAIN_CACHE_SIZE_RATIO", 50, 1, 100),
        lock_path=_existing_directory(variables, "AOE_LOCK_PATH", base),
        repeat_tune=_choice(variables, "REPEAT_TUNE", {"false": False, "true": True}, False),
        aoe_mode=_choice(variables, "AOE_MODE", {mode: mode for mode in TRAINING_MODES}, None),
        log_to_stdout=_choice(
            variables, "ASCEND_SLOG_PRINT_TO_STDOUT", {"0": False, "1": True}, False
        ),
        device_token=_token(variables),
        device_authority=_existing_file(variables, "AOE_DEVICE_CA", base),
    )


def _token(variables: Mapping[str, str]) -> str | None:
    token = variables.get("AOE_DEVICE_TOKEN")
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise UsageError(
            f"AOE_DEVICE_TOKEN has {counted(len(token), 'character')}; it must have "
            f"{SHORTEST_TOKEN} or more"
        )
    return token


def _existing_file(variables: Mapping[str, str], name: str, base: Path) -> Path | None:
    if name not in variables:
        return None
    path = base / variables[name]
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise UsageError(f"{name}={variables[name]}: is not a file that this user can read")
    return path


def traceback_wanted() -> bool:
    """Whether errors come with a traceback. Needed when other settings may be wrong."""
    return os.environ.get("AOE_TRACEBACK", "") not in ("", "0")


def torch_is_debugged() -> bool:
    """Whether PyTorch writes down what it compiles, by its own variable, as it is now."""
    return os.environ.get("TORCH_COMPILE_DEBUG", "0") == "1"


def is_ranked() -> bool:
    """Whether a launcher such as torchrun started this process as one of several workers."""
    return "RANK" in os.environ


def usable_cores() -> int:
    """How many CPUs this process may use. This is the one place that counts them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def unreadable_directory(path: Path) -> str | None:
    """Why files cannot be read in a directory; `None` if they can."""
    absent = _absent_directory(path)
    if absent is None and not os.access(path, os.R_OK | os.X_OK):
        return "this user may not read and enter it"
    return absent


def _absent_directory(path: Path) -> str | None:
    if not os.path.exists(path):  # unlike `Path.exists`, it accepts any name
        return "there is no such directory"
    return None if os.path.isdir(path) else "it is not a directory"


def unusable_directory(path: Path) -> str | None:
    """Why files cannot be read and written in a directory; `None` if they can."""
    absent = _absent_directory(path)
    if absent is not None:
        return absent
    if hasattr(os, "statvfs") and os.statvfs(path).f_flag & os.ST_RDONLY:
        return "its file system is read-only"
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return "this user may not read, write and enter it"
    try:
        tempfile.TemporaryFile(dir=path).close()  # permissions alone do not tell
    except OSError as error:
        return f"no file can be made in it ({error.strerror or error})"
    return None


def unusable_location(path: Path) -> str | None:
    """Why a directory, which may not exist yet, can neither be used nor created; `None` if it
    can.
    """
    existing = next(folder for folder in (path, *path.parents) if os.path.exists(folder))
    names = (*path.parents, path)
    impossible = next(filter(None, map(unusable_name, names)), None)
    reason = impossible or unusable_directory(existing)
    if reason is None or existing == path:
        return reason
    return f"{reason} (for {existing})"


def _configuration(home: Path, base: Path) -> dict[str, str]:
    """The values of the user's `aoe.ini`, checked here, where an error can name the file."""
    path = aoe_ini_path(home)
    values = {} if path is None else read_aoe_ini(path)
    try:
        _possible_directory(values, "WORK_PATH", base)
        _parallel_operators(values)
        _run_loop(values)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return values


def _parallel_operators(variables: Mapping[str, str]) -> int | None:
    name = "TUNING_PARALLEL_NUM"
    return _integer(variables, name, 1, 1, MOST_PARALLEL_OPERATORS) if name in variables else None


def _run_loop(variables: Mapping[str, str]) -> int | None:
    name = "RUN_LOOP"
    return _integer(variables, name, 1, 1, MOST_RUNS) if name in variables else None


def unusable_name(path: Path) -> str | None:
    """Why a file system cannot have the last name of a path, with room for a temporary name made of
    it; `None` if it can.
    """
    if "\0" in path.name:
        return "its name holds a null character"
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        return f"its name is longer than {LONGEST_NAME} bytes"
    return None


def _existing_directory(variables: Mapping[str, str], name: str, base: Path) -> Path | None:
    if name not in variables:
        return None
    path = base / variables[name]
    reason = unusable_directory(path)
    if reason:
        raise UsageError(
            f"{name}={variables[name]}: {reason}; name a directory that this user can read, write "
            "and enter, or unset the variable"
        )
    return path


def _readable_directory(
    variables: Mapping[str, str], name: str, base: Path, made: bool = False
) -> Path | None:
    """A directory that exists. `made`: whether users make it themselves."""
    if name not in variables:
        return None
    path = base / variables[name]
    reason = unreadable_directory(path)
    if reason:
        advice = "make it, " if made and not os.path.lexists(path) else ""
        raise UsageError(
            f"{name}={variables[name]}: {reason}; {advice}name a directory that this user can "
            "read, or unset the variable"
        )
    return path


def _possible_directory(variables: Mapping[str, str], name: str, base: Path) -> Path | None:
    """A directory that exists or can be created."""
    if name not in variables:
        return None
    path = base / variables[name]
    reason = unusable_location(path)
    if reason:
        raise UsageError(
            f"{name}={variables[name]}: {reason}; name a directory this user can write"
        )
    return path


def _cache_directory(variables: Mapping[str, str], name: str, base: Path) -> Path | None:
    """A directory that can be read, or created if there is none. What is written there is left out
    or refused where it is written.
    """
    exists = name in variables and os.path.exists(base / variables[name])
    return (_readable_directory if exists else _possible_directory)(variables, name, base)


def _integer(
    variables: Mapping[str, str], name: str, default: int, least: int, most: int | None
) -> int:
    if name not in variables:
        return default
    allowed = f"from {least} to {most}" if most is not None else f"of {least} or more"
    try:
        value = int(variables[name])
    except ValueError:
        value = least - 1
    if value < least or (most is not None and value > most):
        raise UsageError(f"{name}={variables[name]}: must be a whole number {allowed}")
    return value


def _cache_megabytes(variables: Mapping[str, str]) -> int:
    if variables.get("ASCEND_MAX_OP_CACHE_SIZE") == "-1":
        return -1
    return _integer(variables, "ASCEND_MAX_OP_CACHE_SIZE", 500, 1, None)


def _choice(
    variables: Mapping[str, str], name: str, choices: Mapping[str, Value], default: Value
) -> Value:
    if name not in variables:
        return default
    value = variables[name].lower()
    if value not in choices:
        allowed = " or ".join(text.capitalize() for text in choices)
        raise UsageError(f"{name}={variables[name]}: must be {allowed}")
    return choices[value]
