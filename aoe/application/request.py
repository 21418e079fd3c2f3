"""What a user asks for, read and checked before any work: option values become typed requests.

Each function takes texts as they were given and raises `UsageError` with one sentence that names
the option, the value and what to do.
"""

from __future__ import annotations

import operator
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import onnx

from aoe.application.cache_request import CacheRequest, cache_request
from aoe.application.dynamic_profiles import DynamicProfiles, dynamic_profiles
from aoe.application.tune_ops import OperatorSelection, read_tune_ops_file
from aoe.errors import UsageError
from aoe.frontends.input_shapes import parse_input_shapes
from aoe.frontends.out_nodes import parse_out_nodes
from aoe.settings import Settings, unusable_location, unusable_name, usable_cores

ModelSource: TypeAlias = str | Path | bytes | onnx.ModelProto
#: Devices on this machine: its processor cores together are one.
DEVICES = 1
SECONDS_OF_UNIT = {"": 1, "s": 1, "m": 60, "h": 3600}
JOB_TYPES = {1: "subgraph tuning", 2: "operator tuning", 4: "gradient tuning"}
LOG_LEVELS = ("debug", "info", "warning", "error", "null")


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """An operator tuning job.

    `output`: the complete path of the offline model, None for the default place.
    `budget_seconds`: of the whole run, None for no limit. `threads`: of the tuned model, None
    for all cores. `operators`: which to tune, None for all. `out_nodes`: what to make
    the model's outputs instead of its own. `resumed`: the folder of the
    interrupted job that this continues, None for a new one.
    """

    model: ModelSource
    framework: int | None = None
    input_shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    dynamic: DynamicProfiles | None = None
    output: Path | None = None
    budget_seconds: float | None = None
    threads: int | None = None
    dump_graph: Path | None = None
    cache: CacheRequest = field(default_factory=CacheRequest)
    operators: OperatorSelection | None = None
    out_nodes: tuple[str, ...] = ()
    resumed: Path | None = None

    @property
    def profiles(self) -> tuple[Mapping[str, tuple[int, ...]], ...]:
        """The shapes to compile the model for. Raises `UsageError` if `dynamic` does not fit
        `input_shapes`.
        """
        if self.dynamic is None:
            return (self.input_shapes,)
        return self.dynamic.profiles(self.input_shapes)


def tune_request(
    given: Mapping[str, str | None], settings: Settings, model: ModelSource | None = None
) -> TuneRequest:
    """The job asked for by the options of `aoe` (`aoe.application.options`), by parameter. `model`:
    what to tune where no option names it.
    """
    _check_emptiness(given)
    _check_contradictions(given)
    check_job_type(_number(given, "job_type"))
    check_device(given, settings)
    if model is None or given.get("model") is not None:
        model = _model_file(given, settings.working_directory)
    threads = _number(given, "threads")
    _check_choice(given, "progress_bar", ("on", "off"))
    _check_choice(given, "log", LOG_LEVELS)
    dynamic = dynamic_profiles(given)
    check_input_format(given.get("input_format"), dynamic)
    shapes = given.get("input_shape")
    output, dump = given.get("output"), given.get("dump_graph")
    operators, out_nodes = given.get("tune_ops_file"), given.get("out_nodes")
    request = TuneRequest(
        model=model,
        framework=_number(given, "framework"),
        input_shapes={} if shapes is None else checked_shapes(shapes, dynamic),
        dynamic=dynamic,
        output=None
        if output is None
        else offline_model_path(output, settings.working_directory, platform_ending(dynamic)),
        budget_seconds=budget_seconds(given.get("budget")),
        threads=checked_threads(threads),
        dump_graph=None if dump is None else dump_folder(dump, settings.working_directory),
        out_nodes=() if out_nodes is None else parse_out_nodes(out_nodes),
        operators=None
        if operators is None
        else read_tune_ops_file(operators, settings.working_directory),
        cache=cache_request(given, settings),
    )
    assert request.profiles, "there is a shape to compile for"
    return request


def options_of(request: TuneRequest) -> dict[str, str]:
    """The options, by parameter, that ask for this job; without a model that is no file."""
    values = {
        "job_type": "2",
        "model": request.model if isinstance(request.model, str | Path) else None,
        "framework": request.framework,
        "input_shape": shapes_text(request.input_shapes) or None,
        "input_format": None if request.dynamic is None else request.dynamic.input_format,
        "output": request.output,
        "budget": None if request.budget_seconds is None else _decimal(request.budget_seconds),
        "threads": request.threads,
        "dump_graph": request.dump_graph,
        "out_nodes": ";".join(request.out_nodes) or None,
        "tune_ops_file": None if request.operators is None else request.operators.file,
        "op_compiler_cache_mode": None if request.cache.mode == "enable" else request.cache.mode,
        "op_compiler_cache_dir": request.cache.directory,
    }
    if request.dynamic is not None:
        values[request.dynamic.option] = request.dynamic.text
    return {name: str(value) for name, value in values.items() if value is not None}


def check_job_type(job_type: int | None) -> None:
    """Refuses every kind of job but operator tuning."""
    if job_type is None:
        raise UsageError("--job_type is missing; add --job_type=2 to tune operators")
    if job_type not in JOB_TYPES:
        raise UsageError(f"--job_type={job_type}: must be 1 or 2")
    if job_type != 2:
        raise UsageError(
            f"--job_type={job_type}: {JOB_TYPES[job_type]} is not available yet; "
            "use --job_type=2 to tune operators"
        )


def check_device(given: Mapping[str, str | None], settings: Settings) -> None:
    """Refuses devices this machine has not; the option wins over the variable."""
    device = _number(given, "device")
    name = "ASCEND_DEVICE_ID" if device is None else "--device"
    number = settings.device_id if device is None else device
    if not 0 <= number < DEVICES:
        raise UsageError(f"{name}={number}: this machine has one device, its CPU; use 0")


def budget_seconds(text: str | float | None) -> float | None:
    """Seconds from `300`, `90s`, `5m` or `1.5h`; numbers are seconds already."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", str(text).strip().lower())
    seconds = float(match[1]) * SECONDS_OF_UNIT[match[2]] if match else 0.0
    if seconds <= 0:
        raise UsageError(f"--budget={text}: must be a time above zero, e.g. 300, 90s, 5m or 1h")
    return seconds


def checked_threads(threads: int | None) -> int | None:
    """A number of threads this machine can run at once."""
    if threads is not None and not 1 <= threads <= usable_cores():
        raise UsageError(
            f"--threads={threads}: must be from 1 to {usable_cores()}, the cores of this machine"
        )
    return threads


def checked_shapes(text: str, dynamic: DynamicProfiles | None) -> dict[str, tuple[int, ...]]:
    """Shapes by input name; -1 stands for what the profiles set, and is refused without any."""
    if dynamic is None or "~" in text:
        return static_shapes(text)
    return parse_input_shapes(text)


def check_input_format(text: str | None, dynamic: DynamicProfiles | None) -> None:
    """Refuses formats that would ask for other inputs than the model's own."""
    image = dynamic is not None and dynamic.option == "dynamic_image_size"
    choices = ("NCHW", "NHWC", "ND") if image else ("NCHW", "ND")
    _check_choice({"input_format": text}, "input_format", choices)


def platform_ending(dynamic: DynamicProfiles | None) -> str:
    """What AOE puts behind the name of an offline model with profiles: system and architecture."""
    if dynamic is None:
        return ""
    return f"_{platform.system().lower()}_{platform.machine()}"


def static_shapes(text: str) -> dict[str, tuple[int, ...]]:
    """Shapes by input name from `"name1:1,3,224,224;name2:8"`; all must be fixed numbers."""
    if "~" in text or re.search(r"[:,]\s*-1\s*(,|;|$)", text):
        raise UsageError(
            f'--input_shape="{text}": open dimensions are not supported: give each a number, '
            "or -1 with --dynamic_batch_size, --dynamic_image_size or --dynamic_dims"
        )
    return parse_input_shapes(text)


def shapes_by_input(
    shapes: Mapping[str, Sequence[int]] | str | None, dynamic: DynamicProfiles | None = None
) -> dict[str, tuple[int, ...]]:
    """Shapes by input name from a mapping, or from text as `--input_shape` takes it."""
    if shapes is None or isinstance(shapes, str):
        return {} if shapes is None else checked_shapes(shapes, dynamic)
    try:
        return {
            name: tuple(operator.index(size) for size in shape) for name, shape in shapes.items()
        }
    except (AttributeError, TypeError):
        raise UsageError(
            f"input_shape={shapes!r}: must map names of inputs to whole numbers, "
            'e.g. {"image": (1, 3, 224, 224)}'
        ) from None


def shapes_text(shapes: Mapping[str, Sequence[int]]) -> str:
    """Shapes by input name as `--input_shape` takes them."""
    return ";".join(f"{name}:{','.join(map(str, shape))}" for name, shape in shapes.items())


def offline_model_path(prefix: str | Path, working_directory: Path, ending: str = "") -> Path:
    """Where `--output=PREFIX` goes: `PREFIX.om` with `ending` before the suffix, if that can be
    written.
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
            f"--output={prefix}: is a directory; give a path and a name, e.g. {prefix}/model"
        )
    reason = unusable_location(path.parent) or unusable_name(path)
    if reason is not None:
        raise UsageError(f"--output={prefix}: cannot write there: {reason}; choose another place")
    return path


def dump_folder(text: str | Path, working_directory: Path) -> Path:
    """Where `--dump_graph=FOLDER` goes, if that can be written."""
    path = working_directory / text
    reason = unusable_location(path)
    if reason is not None:
        raise UsageError(
            f"--dump_graph={text}: cannot write there: {reason}; choose another directory"
        )
    return path


def existing_folder(name: str, value: str | Path) -> Path:
    """The folder an argument names."""
    path = Path(value).absolute()
    if not path.is_dir():
        raise UsageError(f"{name}={value}: there is no such directory; name one or leave it out")
    return path


def named_files(texts: Sequence[str]) -> dict[str, Path]:
    """Files by input name from texts like `name=file.npy`."""
    files: dict[str, Path] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals or not name or not file:
            raise UsageError(f"--input {text}: must be name=file.npy")
        if name in files:
            raise UsageError(f"--input gives {name!r} twice")
        files[name] = Path(file)
    return files


def _check_emptiness(given: Mapping[str, str | None]) -> None:
    for name, value in given.items():
        if value is not None and not value.strip():
            raise UsageError(f"--{name}: its value is empty; give one, or leave --{name} out")


def _check_contradictions(given: Mapping[str, str | None]) -> None:
    if given.get("model") is not None and given.get("model_path") is not None:
        raise UsageError("--model and --model_path exclude each other; give one of them")
    if given.get("weight") is not None and given.get("framework") != "0":
        raise UsageError("--weight belongs to Caffe models, --framework=0; leave it out")
    if given.get("port") is not None and given.get("ip") is None:
        raise UsageError("--port needs --ip; give both or neither")
    for feature, job_type in (("fdeeper_opat", "2"), ("fnonhomo_split", "1")):
        if given.get(feature) is not None and given.get("job_type") not in (None, job_type):
            name = feature.capitalize()
            raise UsageError(f"--{name} needs --job_type={job_type}; leave it out")


def _model_file(given: Mapping[str, str | None], working_directory: Path) -> Path:
    model = given.get("model")
    if model is None:
        raise UsageError("--model is missing; add --model=FILE.onnx")
    path = working_directory / model
    if not os.path.exists(path):  # unlike that of `Path`, it takes any name
        raise UsageError(f"--model={model}: there is no such file")
    if path.is_dir():
        raise UsageError(f"--model={model}: is a directory; give the path of a model file")
    return path


def _check_choice(given: Mapping[str, str | None], name: str, choices: Sequence[str]) -> None:
    value = given.get(name)
    if value is not None and value not in choices:
        raise UsageError(f"--{name}={value}: must be {', '.join(choices[:-1])} or {choices[-1]}")


def _decimal(number: float) -> str:
    return f"{number:.9f}".rstrip("0").rstrip(".")


def _number(given: Mapping[str, str | None], name: str) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise UsageError(f"--{name}={value}: must be a whole number") from None
