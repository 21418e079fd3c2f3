"""Which options of AOE are given to a session when it starts, and which for each graph.

An option has the name, the values and the meaning that it has for the command `aoe`; the table of
`aoe.application.options` has them. A flag takes `"true"` or `"false"` here. A name with `ge.` is
one of Ascend's compiler, as in `--build_bypass`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.application.accepted_options import accepted_options
from aoe.application.bypass import with_compiler_keys
from aoe.application.options import NO_VALUE, OPEN_AOE, OPTIONS, Option
from aoe.errors import UsageError
from aoe.ir.status import SessionError, StatusCode
from aoe.near_names import hint

#: Options that both maps take. That of a graph counts for the graph.
BOTH = frozenset(
    {
        *("framework", "host_env_cpu", "host_env_os", "modify_mixlist"),
        *("op_debug_level", "precision_mode"),
    }
)
#: Options of all graphs that a session tunes.
GLOBAL_OPTIONS = BOTH | {
    "aicore_num",
    "buffer_optimize",
    "compress_weight_conf",
    "compression_optimize_conf",
    "customize_dtypes",
    "device",
    "disable_reuse_memory",
    "enable_scope_fusion_passes",
    "enable_single_stream",
    "enable_small_channel",
    "fusion_switch_file",
    "init_bypass",
    "ip",
    "job_type",
    "op_select_implmode",
    "optypelist_for_implmode",
    "port",
    "sparsity",
    "virtual_type",
}
#: Options of one graph. Those of open-aoe alone belong to them.
TUNING_OPTIONS = (
    BOTH
    | {option.name for option in OPEN_AOE}
    | {
        "Fdeeper_opat",
        "Fnonhomo_split",
        "Fop_format",
        "build_bypass",
        "dynamic_batch_size",
        "dynamic_dims",
        "dynamic_image_size",
        "input_format",
        "input_fp16_nodes",
        "input_shape",
        "input_shape_range",
        "insert_op_conf",
        "keep_dtype",
        "log",
        "op_name_map",
        "op_precision_mode",
        "out_nodes",
        "output",
        "output_type",
        "reload",
        "tune_ops_file",
        "tune_optimization_level",
    }
)
#: Options of AOE's map that name another thing to tune than the graph of the session.
INSTEAD_OF_GRAPH: Mapping[str, str] = MappingProxyType(
    {"model_path": "aoe.tune_folder", "singleop": "aoe.tune_operators"}
)
#: Options of AOE's own programs, and the variables that mean the same to all.
VARIABLES: Mapping[str, str] = MappingProxyType(
    {
        "run_loop": "RUN_LOOP",
        "tuning_parallel_num": "TUNING_PARALLEL_NUM",
        "work_path": "ASCEND_WORK_PATH",
    }
)
_OPTIONS: Mapping[str, Option] = MappingProxyType({option.name: option for option in OPTIONS})
_TRUTH: Mapping[str, bool] = MappingProxyType(
    {"": True, "1": True, "true": True, "0": False, "false": False}
)
_COMPILER = "ge."
_OF_GRAPH = "tuning_options"


def job_options(
    global_options: Mapping[str, str], tuning_options: Mapping[str, str]
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """The options of the job for one graph.

    Args:
        global_options: The options of the session, by name.
        tuning_options: Those of the graph.

    Returns:
        The values by parameter, as the command line gives them, and sentences about what has no
        effect.

    Raises:
        SessionError: For an option that is unknown or in the wrong map
            (`AOE_ERROR_INVALID_OPTION_ATTR`).
        UsageError: For two values of one option, and for the value of a flag that is none.
    """
    ours = {name: text for name, text in tuning_options.items() if not name.startswith(_COMPILER)}
    for name in global_options:
        _check_place(name, "global_options", GLOBAL_OPTIONS, _OF_GRAPH, TUNING_OPTIONS)
    for name in ours:
        _check_place(name, _OF_GRAPH, TUNING_OPTIONS, "global_options", GLOBAL_OPTIONS)
    given = {
        _OPTIONS[name].parameter: _value(_OPTIONS[name], text)
        for name, text in {**global_options, **ours}.items()
    }
    others = {name: text for name, text in tuning_options.items() if name not in ours}
    given, foreign = with_compiler_keys(given, others.items(), _OF_GRAPH)
    accepted, sentences = accepted_options(given)
    return accepted, (*foreign, *sentences)


def _check_place(
    name: str, here: str, known: frozenset[str], there: str, others: frozenset[str]
) -> None:
    """Refuses an option that is not one of a map."""
    if name in known:
        return
    if name in INSTEAD_OF_GRAPH:
        raise UsageError(
            f"{here}: {name} names other things to tune than the graph of the session; leave it "
            f"out, or use {INSTEAD_OF_GRAPH[name]}"
        )
    if name in others or (name.startswith(_COMPILER) and here != _OF_GRAPH):
        sentence = f"{name} is one of {there}; give it there"
    elif name.lstrip("-") in known | others:
        sentence = f"names of options have no dashes here; write {name.lstrip('-')}"
    elif name in VARIABLES:
        sentence = f"{name} is internal to AOE; set the variable {VARIABLES[name]} instead"
    else:
        meant = hint(name, sorted(known | others), f"it takes {', '.join(sorted(known))}")
        sentence = f"there is no option {name!r}; {meant}"
    raise SessionError(StatusCode.AOE_ERROR_INVALID_OPTION_ATTR, f"{here}: {sentence}")


def _value(option: Option, text: str) -> str | None:
    """The value of an option as the command line gives it."""
    if option.optional_value and not text:
        return NO_VALUE
    if option.metavar:
        return text
    if text.lower() not in _TRUTH:
        raise UsageError(f'{option.name}={text}: must be "true" or "false"')
    return NO_VALUE if _TRUTH[text.lower()] else None
