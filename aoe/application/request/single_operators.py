"""The options that tune single operators: `--singleop`, and `--op_tune_file` with its companions.

`operators_request` checks them and reads the descriptions. What the job does with each operator is
what `tune_request` makes of the other options.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import onnx_ir

from aoe.application.model.request.compression_request import SPARSITY
from aoe.application.model.request.customized_types import read_float8_layers
from aoe.application.model.request.precision_request import KEEP
from aoe.application.request.shape_ranges import ShapeRanges
from aoe.application.request.tune_request import TuneRequest, check_emptiness, tune_request
from aoe.application.request.values import (
    check_choice,
    checked_job_types,
    existing_path,
    no_directory,
)
from aoe.errors import AoeError, ModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.single_operator.description import OperatorDescription
from aoe.frontends.single_operator.description_json import descriptions_in, read_text, together
from aoe.frontends.single_operator.reader import operator_model
from aoe.option_file import refuse_other_option
from aoe.settings import Settings, unusable_location

SINGLE, FOLDER, MODE, KERNELS = "singleop", "op_tune_file", "op_tune_mode", "op_tune_kernel_path"
STATIC, FAST = "static_kernel", "fast"
#: Folder of kernels by default, in the working directory.
DEFAULT_KERNELS = "aoe_workspace/op_tune_kernel"
#: Options of models: their source, shapes, inputs, outputs and parts.
OF_MODELS = (
    *("model", "model_path", "weight", "framework", "reload"),
    *("input_format", "input_shape", "input_shape_range", "input_value"),
    *("dynamic_batch_size", "dynamic_image_size", "dynamic_dims"),
    *("out_nodes", "output_type", "input_fp16_nodes", "insert_op_conf", "op_name_map"),
    *("is_input_adjust_hw_layout", "is_output_adjust_hw_layout", "enable_scope_fusion_passes"),
    *("fusion_switch_file", "compress_weight_conf", "compression_optimize_conf"),
    *("tune_ops_file", "fnonhomo_split"),
)


@dataclass(frozen=True)
class SingleOperator:
    """An operator to tune.

    Attributes:
        description: Its description.
        model: The model of it alone.
        file_name: Name of its offline model, without suffix.
        path: The file that describes it.
    """

    description: OperatorDescription
    model: onnx_ir.Model
    file_name: str
    path: Path


@dataclass(frozen=True)
class OperatorsRequest:
    """A job that tunes single operators.

    Attributes:
        operators: The operators.
        failures: Why others cannot be read, by what messages call them.
        job: What is asked for each of them; its model is the first operator.
        folder: Folder of the offline models; `None` for the job's folder.
        name: What the job is called.
        kernels: Whether the offline models are kernels, which are found by their descriptions.
        searched: Whether to search, not only to compile.
        ignored: Sentences about what was given and has no effect on operators.
    """

    operators: tuple[SingleOperator, ...]
    failures: Mapping[str, str]
    job: TuneRequest
    folder: Path | None
    name: str
    kernels: bool = False
    searched: bool = True
    ignored: tuple[str, ...] = ()

    def job_of(self, operator: SingleOperator) -> TuneRequest:
        """What is asked for one operator."""
        job = self.job
        path = None if self.folder is None else self.folder / f"{operator.file_name}.om"
        model = replace(job.model, origin=ModelOrigin(operator.model), dynamic=ranges_of(operator))
        return replace(
            job,
            model=model,
            output=replace(job.output, offline_model=path),
        )


def ranges_of(operator: SingleOperator) -> ShapeRanges | None:
    """The ranges of the inputs of an operator with open sizes; `None` if all are known."""
    if not operator.description.is_open:
        return None
    pairs = zip(operator.model.graph.inputs, operator.description.given, strict=True)
    return ShapeRanges.of({str(value.name): item.all_ranges for value, item in pairs})


def is_for_operators(given: Mapping[str, str | None]) -> bool:
    """Whether options ask for single operators instead of a model."""
    return any(given.get(name) is not None for name in (SINGLE, FOLDER, MODE, KERNELS))


def operators_request(given: Mapping[str, str | None], settings: Settings) -> OperatorsRequest:
    """The job that options ask for.

    Raises:
        UsageError: An option is wrong, or does not go together with these.
        ModelError: A description of `--singleop` cannot be read, or none of `--op_tune_file`.
    """
    check_emptiness(given)
    own = SINGLE if given.get(SINGLE) is not None else FOLDER
    _check_companions(given, own)
    layers = read_float8_layers(given.get("customize_dtypes"), settings.working_directory)
    if layers is not None:
        raise UsageError(
            f"{layers.label} asks for layers of float8, and --{own} is for operators without a "
            "model, whose accuracy nothing tells; leave these lines out"
        )
    found = _described(given, settings) if own == SINGLE else _dumped(given, settings)
    if not found.job.compression.sparsity:
        return found
    dense = replace(found.job, compression=replace(found.job.compression, sparsity=False))
    told = f"--{SPARSITY}=1 has no effect: it is for the layers of a model"
    return replace(found, job=dense, ignored=(told,))


def _described(given: Mapping[str, str | None], settings: Settings) -> OperatorsRequest:
    """The job of `--singleop`."""
    path = existing_path(given, SINGLE, settings.working_directory)
    assert path is not None, "it is given"
    if path.is_dir():
        raise UsageError(
            f"--{SINGLE}={given[SINGLE]}: is a directory; give a JSON file of operators, or the "
            f"directory with --{FOLDER}"
        )
    failures: dict[str, str] = {}
    operators = list(_readable(path, f"--{SINGLE}", failures, _named_by_file))
    if failures:
        raise ModelError(together(list(failures.values())))
    names = [item.file_name for item in operators]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ModelError(f"{path}: two operators have the name {twice!r}; give each its own")
    output = given.get("output")
    folder = None if output is None else _folder("output", output, settings)
    return OperatorsRequest(
        tuple(operators),
        MappingProxyType({}),
        _job(given, settings, operators[0]),
        folder,
        path.stem,
    )


def _dumped(given: Mapping[str, str | None], settings: Settings) -> OperatorsRequest:
    """The job of `--op_tune_file`. Operators that are described equally are one."""
    folder = settings.working_directory / str(given[FOLDER])
    if not os.path.isdir(folder):
        raise UsageError(f"--{FOLDER}={given[FOLDER]}: {no_directory(folder)}")
    files = sorted(folder.glob("*.json"))
    if not files:
        raise UsageError(
            f"--{FOLDER}={given[FOLDER]}: there is no .json file in it; give a folder of dumped "
            "operators"
        )
    failures: dict[str, str] = {}
    found: dict[str, SingleOperator] = {}
    for path in files:
        for operator in _readable(path, f"--{FOLDER}", failures, _named_by_key):
            found.setdefault(operator.file_name, operator)
    if not found:
        raise ModelError(together(list(failures.values())))
    kernels = given.get(KERNELS) or DEFAULT_KERNELS
    operators = tuple(found.values())
    return OperatorsRequest(
        operators,
        failures,
        _job(given, settings, operators[0]),
        _folder(KERNELS, kernels, settings),
        folder.resolve().name,
        kernels=True,
        searched=given[MODE] == STATIC,
    )


def _named_by_file(description: OperatorDescription) -> str:
    return description.file_name


def _named_by_key(description: OperatorDescription) -> str:
    return description.key


def _readable(
    path: Path,
    given_as: str,
    failures: dict[str, str],
    name: Callable[[OperatorDescription], str],
) -> Iterable[SingleOperator]:
    """The operators of a file. Why others cannot be read is noted in `failures`."""
    try:
        text = read_text(path, given_as)
        refuse_other_option(str(path), text, "singleop")
        described = list(descriptions_in(text, str(path)))
    except AoeError as error:
        failures[str(path)] = str(error)
        return
    for found in described:
        if isinstance(found, OperatorDescription):
            try:
                model = operator_model(found)
            except AoeError as error:
                failures[found.label] = str(error)
            else:
                model.graph.name = name(found)
                yield SingleOperator(found, model, name(found), path)
        else:
            failures[str(found)] = str(found)


def _job(given: Mapping[str, str | None], settings: Settings, first: SingleOperator) -> TuneRequest:
    others = {
        name: value
        for name, value in given.items()
        if name not in (SINGLE, FOLDER, MODE, KERNELS, "output", "job_type")
    }
    job = tune_request({**others, "job_type": "2"}, settings, ModelOrigin(first.model))
    if job.host is not None and not job.host.is_here:
        raise UsageError(
            f"--host_env_cpu: nothing is measured for {job.host.target.model}, so that operators "
            "cannot be tuned; leave it out"
        )
    if job.server is not None and given.get(MODE) == FAST:
        raise UsageError(f"--ip: --{MODE}={FAST} measures nothing on another machine; leave it out")
    return job


def _folder(option: str, text: str, settings: Settings) -> Path:
    """The folder of the offline models. Refused if it cannot be written."""
    path = settings.working_directory / text
    reason = unusable_location(path)
    if reason is not None:
        raise UsageError(
            f"--{option}={text}: must be a folder for offline models: {reason}; choose another"
        )
    return path


def _check_companions(given: Mapping[str, str | None], own: str) -> None:
    """Refuses options that do not go together with those of single operators."""
    shown_own = next(name for name in (own, MODE, KERNELS) if given.get(name) is not None)
    for name in OF_MODELS:
        if given.get(name) is not None:
            shown = "Fnonhomo_split" if name == "fnonhomo_split" else name
            raise UsageError(
                f"--{shown} is for models, --{shown_own} for single operators; leave one of them "
                "out"
            )
    if given.get("job_type") is not None and checked_job_types(given["job_type"]) != (2,):
        raise UsageError(
            f"--job_type={given['job_type']}: a single operator has no subgraphs; with --{own} use "
            "--job_type=2, or leave it out"
        )
    tuned = [name for name in (FOLDER, MODE, KERNELS) if given.get(name) is not None]
    if own == SINGLE:
        if tuned:
            raise UsageError(f"--{SINGLE} and --{tuned[0]} exclude each other; leave one out")
        return
    for name in (FOLDER, MODE):
        if given.get(name) is None:
            raise UsageError(f"--{tuned[0]} needs --{name}; add it")
    check_choice(given, MODE, (STATIC, FAST))
    if given.get("precision_mode") != KEEP:
        raise UsageError(f"--{FOLDER} needs --precision_mode={KEEP}; add it")
    if given.get("output") is not None:
        raise UsageError(f"--output is not for --{FOLDER}; name the folder with --{KERNELS}")
