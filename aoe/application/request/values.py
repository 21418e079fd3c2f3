"""Checks the values of single options and arguments: numbers, times, threads and paths.

Each function takes what was given. It raises `UsageError` with one sentence that names the option,
the value and what to do.
"""

from __future__ import annotations

import math
import operator
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from aoe.application.model.machine import checked_units
from aoe.application.model.remote_device import server_address
from aoe.application.request.host_environment import HostEnvironment
from aoe.backends.registry import DEFAULT, UnknownBackendError, backend_named
from aoe.errors import UsageError
from aoe.near_names import ending
from aoe.settings import Settings, unusable_location, unusable_name
from aoe.target import ServerAddress
from aoe.tuning.search.search_limits import LEVELS

SECONDS_OF_UNIT = {"": 1, "s": 1, "m": 60, "h": 3600}
#: Values of `--job_type`: subgraph tuning, operator tuning, or both.
JOB_TYPES = {"1": (1,), "2": (2,), "1,2": (1, 2)}


def checked_job_types(given: int | str | None) -> tuple[int, ...]:
    """The kinds of tuning of a job, in their order. Refuses unknown and unavailable ones."""
    if given is None:
        raise UsageError("--job_type is missing; add --job_type=1,2 to tune all there is")
    text = str(given)
    if text == "4":
        raise UsageError(
            f"--job_type={text}: gradients are tuned while a script trains on several workers, "
            "with AOE_MODE=4 and aoe.torch.tune_gradients(ddp) in it; for a model use "
            "--job_type=1,2"
        )
    if text not in JOB_TYPES:
        raise UsageError(f"--job_type={text}: must be 1, 2 or 1,2")
    return JOB_TYPES[text]


def check_features(job_types: Sequence[int], deeper: bool, unequal: bool) -> None:
    """Refuses ways to search that a job does not have: `--Fdeeper_opat` without operator tuning,
    `--Fnonhomo_split` without subgraph tuning.
    """
    for wanted, option, job_type in ((deeper, "Fdeeper_opat", 2), (unequal, "Fnonhomo_split", 1)):
        if wanted and job_type not in job_types:
            raise UsageError(f"--{option} needs --job_type={job_type}; leave it out")


def uses_graph_repository(text: str | None, job_types: Sequence[int]) -> bool:
    """Whether `--buffer_optimize` lets compilation use the graph repository; AOE couples the two.
    Refused for subgraph tuning, which needs the repository.
    """
    if text not in (None, "l2_optimize", "l1_optimize", "off_optimize"):
        raise UsageError(
            f"--buffer_optimize={text}: must be l2_optimize, l1_optimize or off_optimize"
        )
    used = text in (None, "l2_optimize")
    if not used and 1 in job_types:
        raise UsageError(
            f"--buffer_optimize={text} leaves the graph repository aside, but "
            f"--job_type={','.join(map(str, job_types))} writes it; leave one of them out"
        )
    return used


def checked_device(given: Mapping[str, str | None], settings: Settings) -> str:
    """The name of the backend to compile for: the one that `--device` names, or that of the device
    whose number it gives. The option wins over the variable. Refuses devices this machine has not.
    """
    value = given.get("device")
    if value is not None and not re.fullmatch(r"-?\d{1,18}", value):
        backend, colon, ordinal = value.partition(":")
        if colon and not re.fullmatch(r"\d{1,3}", ordinal):
            raise UsageError(
                f"--device={value}: {ordinal!r} is not the number of a device; give {backend}, "
                f"{backend}:0, {backend}:1 or the like"
            )
        device = f"{backend}:{int(ordinal)}" if ordinal and int(ordinal) else backend
        try:
            backend_named(device)
            return device
        except UnknownBackendError as error:
            raise UsageError(f"--device={value}: {error}; 0 is this machine's CPU") from error
    name = "ASCEND_DEVICE_ID" if value is None else "--device"
    number = settings.device_id if value is None else int(value)
    if number != 0:
        raise UsageError(
            f"{name}={number}: the only device without a name is 0, this machine's CPU; use 0, or "
            "a name such as cuda:1"
        )
    return DEFAULT


def budget_seconds(text: str | float | None) -> float | None:
    """Seconds from `300`, `90s`, `5m` or `1.5h`; numbers are seconds."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", str(text).strip().lower())
    seconds = float(match[1]) * SECONDS_OF_UNIT[match[2]] if match else 0.0
    if not 0 < seconds < math.inf:
        raise UsageError(f"--budget={text}: must be a time above zero, e.g. 300, 90s, 5m or 1h")
    return seconds


def reuses_memory(text: str | None) -> bool:
    """Whether `--disable_reuse_memory` lets values share memory."""
    if text not in (None, "0", "1"):
        raise UsageError(f"--disable_reuse_memory={text}: must be 0 or 1")
    return text != "1"


def checked_server(
    given: Mapping[str, str | None],
    settings: Settings,
    backend: str,
    host: HostEnvironment | None,
) -> ServerAddress | None:
    """The server of `--ip` and `--port`. Refuses what says otherwise what the device is."""
    server = server_address(given, settings)
    if server is not None and host is not None:
        option = "host_env_cpu" if host.cpu is not None else "host_env_os"
        raise UsageError(
            f"--ip and --{option} exclude each other: the server says what its device is"
        )
    if server is not None and backend != DEFAULT:
        raise UsageError(
            f"--ip and --device={backend} exclude each other: a server offers its machine's CPU"
        )
    return server


def checked_threads(
    threads: int | None,
    host: HostEnvironment | None = None,
    server: ServerAddress | None = None,
    device: str = DEFAULT,
    *,
    to_tune: bool = True,
) -> int | None:
    """A number of threads, the parallel units of a device, that a device of this machine has, or
    the other machine to compile for. A server checks it itself. `to_tune`: see `checked_units`.
    """
    if server is not None or (host is not None and not host.is_here):
        return None if threads is None else operator.index(threads)
    return checked_units(threads, device, to_tune=to_tune)


def offline_model_path(prefix: str | Path, working_directory: Path, ending: str = "") -> Path:
    """The file of `--output=PREFIX`: `PREFIX.om`, with `ending` before the suffix. Refused if it
    cannot be written.
    """
    path = working_directory / prefix
    if not path.name:
        raise UsageError(f"--output={prefix}: names no file; give a path and a name")
    name = path.name.removesuffix(".om")
    path = path.with_name(f"{name if name.endswith(ending) else name + ending}.om")
    if (
        str(prefix).endswith("/")
        or os.path.isdir(working_directory / prefix)
        or os.path.isdir(path)
    ):
        raise UsageError(
            f"--output={prefix}: is a directory; give a path and a name, e.g. "
            f"{str(prefix).rstrip('/')}/model"
        )
    reason = unusable_location(path.parent) or unusable_name(path)
    if reason is not None:
        raise UsageError(f"--output={prefix}: cannot write there: {reason}; choose another place")
    return path


def output_folder(text: str | Path, working_directory: Path) -> Path:
    """The folder of `--output=FOLDER`, where several models are tuned. Refused if it cannot be
    written.
    """
    path = working_directory / text
    reason = unusable_location(path)
    if reason is not None:
        raise UsageError(
            f"--output={text}: cannot write there: {reason}; with --model_path it is a folder, "
            "choose another"
        )
    return path


def dump_folder(text: str | Path, working_directory: Path) -> Path:
    """The folder of `--dump_graph=FOLDER`. Refused if it cannot be written."""
    path = working_directory / text
    reason = unusable_location(path)
    if reason is not None:
        raise UsageError(
            f"--dump_graph={text}: cannot write there: {reason}; choose another directory"
        )
    return path


def checked_level(text: str | None) -> str:
    """A level of `aoe.tuning.search.search_limits`."""
    level = "O2" if text is None else text.upper()
    if level not in LEVELS:
        raise UsageError(f"--tune_optimization_level={text}: must be O1 or O2")
    return level


def checked_seed(seed: int | None) -> int:
    """The seed, 0 by default."""
    if seed is not None and seed < 0:
        raise UsageError(f"--seed={seed}: must be 0 or more")
    return operator.index(seed or 0)


def log_file(text: str | Path, working_directory: Path) -> Path:
    """The file of `--trial_log=FILE`. Refused if it cannot be written."""
    path = working_directory / text
    reason = unusable_location(path.parent) or unusable_name(path)
    if os.path.isdir(path):
        reason = "it is a directory"
    if reason is not None:
        raise UsageError(f"--trial_log={text}: cannot write there: {reason}; choose another file")
    return path


def existing_folder(name: str, value: str | Path) -> Path:
    """The folder that an argument names. Refused if there is none."""
    path = Path(value).absolute()
    if not str(value).strip() or not path.is_dir():
        raise UsageError(
            f"{name}={str(value)!r}: there is no such directory; name one or leave it out"
        )
    return path


def no_directory(path: Path) -> str:
    """Why a path is not that of a directory, for a message."""
    return "it is not a directory" if os.path.exists(path) else "there is no such directory"


def graph_folder(text: str | Path, working_directory: Path) -> Path:
    """The folder of `--mdl_bank_path=FOLDER`, which need not exist. Refused if it is a file."""
    path = working_directory / text
    if os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(
            f"--mdl_bank_path={text}: it is not a directory; name the folder of a graph repository"
        )
    return path


def existing_path(given: Mapping[str, str | None], option: str, place: Path) -> Path | None:
    """The path that an option names; `None` if it is not given. Raises `UsageError` if there is
    nothing.
    """
    name = given.get(option)
    if name is None:
        return None
    if not os.path.exists(place / name):  # unlike that of `Path`, it takes any name
        raise UsageError(f"--{option}={name}: there is no such file")
    return place / name


def named_files(texts: Sequence[str]) -> dict[str, Path]:
    """Files by input name, from texts like `name=file.npy`."""
    files: dict[str, Path] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals or not name or not file:
            raise UsageError(f"--input {text}: must be name=file.npy")
        if name in files:
            raise UsageError(f"--input gives {name!r} twice")
        files[name] = Path(file)
    return files


def check_choice(given: Mapping[str, str | None], name: str, choices: Sequence[str]) -> None:
    """Refuses a value that is not among the choices."""
    value = given.get(name)
    if value is not None and value not in choices:
        there = f"{', '.join(choices[:-1])} or {choices[-1]}"
        raise UsageError(f"--{name}={value}: must be {there}{ending(value, choices)}")


def decimal_text(number: float) -> str:
    """A number as text that `budget_seconds` reads, to the nanosecond."""
    return f"{number:.9f}".rstrip("0").rstrip(".")


def whole_number(given: Mapping[str, str | None], name: str) -> int | None:
    """The value of an option that takes a whole number; `None` if it is not given."""
    value = given.get(name)
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise UsageError(f"--{name}={value}: must be a whole number") from None
