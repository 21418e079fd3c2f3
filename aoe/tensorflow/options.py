"""How steps of TensorFlow are compiled and tuned: AOE's spellings of its parameters.

    aoe.tensorflow.global_options().aoe_config.aoe_mode = "2"      # TensorFlow 2
    custom_op.parameter_map["aoe_mode"].s = tf.compat.as_bytes("2")  # sessions
    NPURunConfig(aoe_mode="2", work_path="tuned")                  # run configurations

The parameters are `aoe_mode`, `work_path`, `aoe_config_file` and those of the compile cache. A
parameter in the script wins over the variable AOE_MODE.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from aoe.errors import UsageError
from aoe.settings import read_settings
from aoe.training.option_groups import AoeConfig, OptionGroups, parameters_of
from aoe.training.options import (
    BUDGET,
    CACHE_KEYS,
    PRECISION_KEYS,
    StepOptions,
    step_options,
)

#: The name of AOE's optimizer in the configuration of a session.
NPU_OPTIMIZER = "NpuOptimizer"
#: Its parameters that are read here.
PARAMETERS = ("aoe_mode", "work_path", "aoe_config_file", *CACHE_KEYS)


@dataclass
class GlobalOptions(OptionGroups):
    """The options of this process, as AOE's `npu.global_options()`, of which the groups here have
    an effect. It takes no other attributes, so that a wrong name is an `AttributeError`.

    Attributes:
        aoe_config: How to tune.
        threads: Threads of a step; None for as many as TensorFlow uses.
        budget: The time to tune one step, in seconds or as text.
        precision_mode: The element types to compute in, as of the command line.
        op_select_implmode: "high_precision" for plain sums of products, likewise.
        op_bank_path: Where to read policies of operators, unless TUNE_BANK_PATH is set.
        mdl_bank_path: Where to read policies of subgraphs first.
        op_compiler_cache_mode: "enable", "force" to compile anew, or "disable": the compile cache.
        op_compiler_cache_dir: Its folder.
    """

    aoe_config: AoeConfig = field(default_factory=AoeConfig)
    threads: int | None = None
    budget: float | str = BUDGET
    precision_mode: str | None = None
    op_select_implmode: str | None = None
    op_bank_path: str | Path | None = None
    mdl_bank_path: str | Path | None = None
    op_compiler_cache_mode: str | None = None
    op_compiler_cache_dir: str | Path | None = None


@cache
def global_options() -> GlobalOptions:
    """The options of this process. Set them before the first step."""
    return GlobalOptions()


class NPURunConfig:
    """A run configuration with AOE's keywords.

        config = aoe.tensorflow.NPURunConfig(aoe_mode="2", work_path="tuned")
        with tf.compat.v1.Session(config=config.session_config) as session: …

    Attributes:
        session_config: The configuration of sessions, with AOE's parameters in it.
    """

    def __init__(
        self,
        session_config: Any = None,
        aoe_mode: str | int | None = None,
        work_path: str | Path | None = None,
        aoe_config_file: str | Path | None = None,
        op_compiler_cache_mode: str | None = None,
        op_compiler_cache_dir: str | Path | None = None,
        **others: Any,
    ) -> None:
        """`session_config`: a `ConfigProto` to add them to. Raises `UsageError` for other keywords,
        which Ascend devices have.
        """
        if others:
            raise UsageError(
                f"NPURunConfig has no {sorted(others)[0]!r} on a CPU; it takes session_config, "
                f"{', '.join(PARAMETERS)}"
            )
        import tensorflow

        proto = tensorflow.compat.v1.ConfigProto
        if not isinstance(session_config, proto | None):
            raise UsageError(
                f"session_config={session_config!r}: must be a tf.compat.v1.ConfigProto"
            )
        self.session_config = proto() if session_config is None else session_config
        rewriting = self.session_config.graph_options.rewrite_options
        operator = rewriting.custom_optimizers.add()
        operator.name = NPU_OPTIMIZER
        given = {
            "aoe_mode": aoe_mode,
            "work_path": work_path,
            "aoe_config_file": aoe_config_file,
            "op_compiler_cache_mode": op_compiler_cache_mode,
            "op_compiler_cache_dir": op_compiler_cache_dir,
        }
        for name, value in given.items():
            if value is not None:
                operator.parameter_map[name].s = os.fsencode(str(value))


def options_of(given: Mapping[str, Any] | None = None) -> StepOptions:
    """The checked options of this process, with other values of some.

    Raises:
        UsageError: A value cannot be used.
    """
    common = global_options()
    values: dict[str, Any] = {
        "threads": common.threads,
        "budget": common.budget,
        **{key: getattr(common, key) for key in PRECISION_KEYS},
        "op_bank_path": common.op_bank_path,
        "mdl_bank_path": common.mdl_bank_path,
        **{key: getattr(common, key) for key in CACHE_KEYS},
        **parameters_of(common.aoe_config),
    }
    values.update(given or {})
    return step_options(values, read_settings())


def session_parameters(config: Any) -> tuple[Any, dict[str, str], tuple[str, ...]]:
    """AOE's parameters in the configuration of a session.

    Args:
        config: A `ConfigProto`, or None.

    Returns:
        The configuration without AOE's optimizer, which TensorFlow does not have, the parameters by
        name, and the names of parameters that have no effect here.

    Raises:
        UsageError: A parameter is given in another form.
    """
    found: dict[str, str] = {}
    unread: set[str] = set()
    rewriting = None if config is None else config.graph_options.rewrite_options
    if rewriting is None or all(item.name != NPU_OPTIMIZER for item in rewriting.custom_optimizers):
        return config, found, ()
    config = type(config).FromString(config.SerializeToString())
    rewriting = config.graph_options.rewrite_options
    others = []
    for item in rewriting.custom_optimizers:
        if item.name != NPU_OPTIMIZER:
            others.append(item)
            continue
        unread.update(set(item.parameter_map) - set(PARAMETERS))
        for name in PARAMETERS:
            if name not in item.parameter_map:
                continue
            value = item.parameter_map[name]
            if value.WhichOneof("value") != "s":
                raise UsageError(
                    f'parameter_map["{name}"] must be a text: set its .s to tf.compat.as_bytes("…")'
                )
            found[name] = os.fsdecode(value.s)
    del rewriting.custom_optimizers[:]
    rewriting.custom_optimizers.extend(others)
    return config, found, tuple(sorted(unread))
