"""What options of the command line are called in Python, and how messages say so.

Messages call options by their names on the command line, `--input_shape`. `python_call` wraps a
function of the Python API: it checks the arguments, and lets an error of the function name the
keyword, `input_shape`, or the field of an option group, `ModelOptions.out_nodes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from types import MappingProxyType
from typing import TypeVar

from typing_extensions import ParamSpec

from aoe.arguments import Refusal, checked_call, nearest_of
from aoe.errors import AoeError
from aoe.near_names import near_name

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Field:
    """Where an option is in the Python API.

    Attributes:
        argument: The argument that takes its group.
        group: The group's class.
        name: The field.
    """

    argument: str
    group: str
    name: str

    @property
    def dotted(self) -> str:
        """Its name in a message."""
        return f"{self.group}.{self.name}"

    @property
    def call(self) -> str:
        """How it is given."""
        return f"{self.argument}=aoe.{self.group}({self.name}=…)"


def _fields(argument: str, group: str, names: Mapping[str, str]) -> dict[str, Field]:
    return {option: Field(argument, group, name) for option, name in names.items()}


def _alike(*names: str) -> dict[str, str]:
    return {name: name for name in names}


#: The fields of option groups, by the option's name on the command line in lower case.
FIELDS: Mapping[str, Field] = MappingProxyType(
    _fields(
        "model_options",
        "ModelOptions",
        _alike(
            "input_format",
            "input_shape_range",
            "dynamic_batch_size",
            "dynamic_image_size",
            "dynamic_dims",
            "out_nodes",
            "output_type",
            "input_fp16_nodes",
            "insert_op_conf",
            "is_input_adjust_hw_layout",
            "is_output_adjust_hw_layout",
            "fusion_switch_file",
            "op_name_map",
            "disable_reuse_memory",
        ),
    )
    | _fields(
        "tune_options",
        "TuneOptions",
        {
            "tune_optimization_level": "level",
            "fdeeper_opat": "deeper",
            "fnonhomo_split": "unequal",
        }
        | _alike(
            *("tune_ops_file", "seed", "trial_log", "dump_graph"),
            *("host_env_os", "host_env_cpu", "ip", "port"),
        ),
    )
    | _fields(
        "precision",
        "PrecisionOptions",
        {"precision_mode": "mode"}
        | _alike(
            "modify_mixlist",
            "keep_dtype",
            "compress_weight_conf",
            "compression_optimize_conf",
            "sparsity",
            "op_select_implmode",
            "optypelist_for_implmode",
            "op_precision_mode",
            "customize_dtypes",
        ),
    )
    | _fields(
        "cache",
        "CacheOptions",
        {
            "op_compiler_cache_mode": "mode",
            "op_compiler_cache_dir": "directory",
            "op_bank_path": "operator_repository",
            "mdl_bank_path": "graph_repository",
            "buffer_optimize": "use_graph_repository",
        },
    )
)
#: Arguments of the functions, by the option's name.
ARGUMENTS: Mapping[str, str] = MappingProxyType(
    _alike(
        "model",
        "model_path",
        "job_type",
        "output",
        "budget",
        "threads",
        "device",
        "framework",
        "weight",
        "input_shape",
        "reload",
        "singleop",
        "op_tune_file",
        "op_tune_mode",
        "op_tune_kernel_path",
    )
    | {"input_value": "input_values"}
)
#: An option in a message, and the value of it that Python spells otherwise. A message that gives an
#: example of --input_value says itself how Python spells that.
_OPTION = re.compile(r"--(?!input_value=\")([A-Za-z]\w*)(=off_optimize)?")


def in_python(text: str, renamed: Mapping[str, str] = MappingProxyType({})) -> str:
    """A message with options under their names in Python. Options that Python does not have stay.

    Args:
        text: The message.
        renamed: Names in Python, by option, that differ from the usual ones.
    """

    def name(found: re.Match[str]) -> str:
        option = found[1].lower()
        if option in renamed:
            return renamed[option]
        if option in FIELDS:
            return FIELDS[option].dotted + ("=False" if found[2] else "")
        return ARGUMENTS.get(option, found[0])

    return _OPTION.sub(name, text)


def python_call(
    name: str, refusal: Refusal | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Wraps a function of the Python API; see `aoe.arguments.checked_call`. Its errors name what
    the caller wrote.

    Args:
        name: What messages call the function.
        refusal: Refuses unknown names.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        checked = checked_call(name, refusal)(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return checked(*args, **kwargs)
            except AoeError as error:
                error.args = (in_python(str(error), renamed(kwargs.get("precision"))),)
                raise

        return call

    return decorate


def renamed(precision: object) -> Mapping[str, str]:
    """What the caller calls options otherwise: text may stand for `PrecisionOptions(mode=text)`."""
    return {"precision_mode": "precision"} if isinstance(precision, str) else {}


def unknown_argument(function: str) -> Refusal:
    """Refuses arguments that a function of the Python API does not have."""

    def refusal(name: str, known: Sequence[str]) -> str:
        if (function, name) == ("tune", "op_bank_path"):
            return (
                "aoe.tune() reads and writes the repository at TUNE_BANK_PATH, not at op_bank_path"
            )
        field = _field(name)
        if field is None:
            return f"aoe.{function}() has no argument {name!r}; {_hint(function, name, known)}"
        if field.argument in known:
            return f"aoe.{function}() takes {name} in an option group: {field.call}"
        return f"aoe.{function}() has no argument {name!r}, which is for aoe.tune(); leave it out"

    return refusal


def _hint(function: str, name: str, known: Sequence[str]) -> str:
    near = near_name(name, known)
    if near is not None:
        return f"did you mean {near}?"
    options = {option: field for option, field in FIELDS.items() if field.argument in known}
    options |= {field.name: field for field in options.values()}
    found = near_name(name, options)
    return f"did you mean {options[found].call}?" if found else f"see help(aoe.{function})"


def unknown_field(group: str) -> Refusal:
    """Refuses fields that an option group does not have: names the nearest one, and its group."""

    def refusal(name: str, known: Sequence[str]) -> str:
        sentence = f"aoe.{group} has no field {name!r}"
        if name in ARGUMENTS.values():
            return f"{sentence}; {name} is an argument of its own, beside the group"
        meant = _field(name) or _nearest_field(name, group)
        if meant is None:
            return f"{sentence}; {nearest_of(name, known)}"
        return f"{sentence}; did you mean {meant.name} of aoe.{meant.group}?"

    return refusal


def _field(name: str) -> Field | None:
    """The field of an option, or the only one of a name."""
    option = name.lower()
    if option in FIELDS:
        return FIELDS[option]
    named = [field for field in FIELDS.values() if field.name == name]
    return named[0] if len(named) == 1 else None


def _nearest_field(name: str, group: str) -> Field | None:
    """The field whose name is most like another one; of equal names that of the group."""
    fields = sorted(FIELDS.values(), key=lambda field: field.group == group)
    by_name = {field.name: field for field in fields}
    near = near_name(name, by_name)
    return by_name[near] if near else None
