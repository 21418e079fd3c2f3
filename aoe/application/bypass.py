"""The options `--init_bypass` and `--build_bypass`: options of Ascend's compiler, by its own names.

AOE hands them to the compiler as they are, those of the first option when it starts and those of
the second one for each model. Here both are the same: a key that means what an option of `aoe`
means becomes that option. All other keys concern Ascend's compiler alone, which is told in one
sentence.

The form is `key=value`, with commas or semicolons between pairs. Values may have both in them,
because a pair begins only where a key and `=` follow:

    --build_bypass="ge.bufferOptimize=off_optimize;ge.dynamicDims=1,64;8,128"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from aoe.errors import UsageError

BYPASSES = ("init_bypass", "build_bypass")
#: Keys of Ascend's compiler, and the parameter of the option of `aoe` that means the same.
KEYS: Mapping[str, str] = {
    "compress_weight_conf": "compress_weight_conf",
    "ge.INPUT_NODES_SET_FP16": "input_fp16_nodes",
    "ge.aicoreNum": "aicore_num",
    "ge.aoe_config_file": "tune_ops_file",
    "ge.bufferOptimize": "buffer_optimize",
    "ge.compressionOptimizeConf": "compression_optimize_conf",
    "ge.dynamicBatchSize": "dynamic_batch_size",
    "ge.dynamicDims": "dynamic_dims",
    "ge.dynamicImageSize": "dynamic_image_size",
    "ge.enableSingleStream": "enable_single_stream",
    "ge.enableSmallChannel": "enable_small_channel",
    "ge.enableSparseMatrixWeight": "sparsity",
    "ge.exec.dataInputsShapeRange": "input_shape_range",
    "ge.exec.disableReuseMemory": "disable_reuse_memory",
    "ge.exec.enableScopeFusionPasses": "enable_scope_fusion_passes",
    "ge.exec.modify_mixlist": "modify_mixlist",
    "ge.exec.op_precision_mode": "op_precision_mode",
    "ge.exec.precision_mode": "precision_mode",
    "ge.fusionSwitchFile": "fusion_switch_file",
    "ge.host_env_cpu": "host_env_cpu",
    "ge.host_env_os": "host_env_os",
    "ge.insertOpFile": "insert_op_conf",
    "ge.mdl_bank_path": "mdl_bank_path",
    "ge.opDebugLevel": "op_debug_level",
    "ge.opSelectImplmode": "op_select_implmode",
    "ge.op_compiler_cache_dir": "op_compiler_cache_dir",
    "ge.op_compiler_cache_mode": "op_compiler_cache_mode",
    "ge.optypelistForImplmode": "optypelist_for_implmode",
    "ge.outputDataType": "output_type",
    "ge.outputDatatype": "output_type",
    "ge.outputNodeName": "out_nodes",
    "ge.virtual_type": "virtual_type",
    "input_format": "input_format",
    "input_shape": "input_shape",
    "log": "log",
    "op_name_map": "op_name_map",
}
#: The repository of operators has another owner here, which the sentence says.
OPERATOR_BANK = "ge.op_bank_path"
_BETWEEN = re.compile(r"[,;]\s*(?=[A-Za-z_][\w.]*\s*=)")


def with_bypassed(
    given: Mapping[str, str | None],
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """The options of `aoe` with those that the bypass options give, and sentences about the rest.

    Args:
        given: Values of the options, by parameter.

    Raises:
        UsageError: If a key and an option, or two keys, give one thing two values.
    """
    found = dict(given)
    sentences: list[str] = []
    for bypass in BYPASSES:
        text = found.get(bypass)
        if text is None or not text.strip():
            continue
        found, told = with_compiler_keys({**found, bypass: None}, _pairs(text), f"--{bypass}")
        sentences += told
    return found, tuple(sentences)


def with_compiler_keys(
    given: Mapping[str, str | None], keys: Iterable[tuple[str, str | None]], label: str
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """The options of `aoe` with those that keys of Ascend's compiler give, and sentences about the
    rest.

    Args:
        given: Values of the options, by parameter.
        keys: Keys and values; `None` for what has no value.
        label: Where they were given, for messages.

    Raises:
        UsageError: If a key and an option, or two keys, give one thing two values, or a value has
            no key.
    """
    found = dict(given)
    foreign = []
    for key, value in keys:
        if not key:
            raise UsageError(f"{label}: ={value} has no key; write ge.key=value, or leave it out")
        option = KEYS.get(key)
        if option is None or value is None:
            foreign.append(key)
            continue
        _check_agreement(f"{label}: {key}={value}", option, value, found.get(option))
        found[option] = value
    return found, tuple(_foreign_sentences(label, foreign))


def _pairs(text: str) -> Iterator[tuple[str, str | None]]:
    """Keys and values in the text of an option; `None` for what has no value."""
    for part in _BETWEEN.split(text):
        key, equals, value = part.partition("=")
        if key.strip() or equals:
            yield key.strip(), value.strip().rstrip(",;") if equals else None


def _check_agreement(shown: str, option: str, value: str, other: str | None) -> None:
    if not value:
        raise UsageError(f"{shown} has no value; give one, or leave the key out")
    if other not in (None, value):
        raise UsageError(f"{shown} contradicts --{option}={other}; give one of them")


def _foreign_sentences(label: str, keys: list[str]) -> Iterator[str]:
    if OPERATOR_BANK in keys:
        keys = [key for key in keys if key != OPERATOR_BANK]
        yield (
            f"{label}: {OPERATOR_BANK} is not used: tuning reads and writes the repository at "
            "TUNE_BANK_PATH"
        )
    if keys:
        listed = ", ".join(dict.fromkeys(keys))
        verb = "concerns" if len(dict.fromkeys(keys)) == 1 else "concern"
        yield f"{label}: {listed} {verb} Ascend's compiler alone; there is no effect here"
