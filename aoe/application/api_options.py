"""Option groups of the Python API: `aoe.ModelOptions`, `aoe.TuneOptions`, `aoe.PrecisionOptions`
and `aoe.CacheOptions`.

They only hold values. `aoe.application.api` checks them, as the command line checks its options.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Which inputs and outputs the compiled model has, and how it may be rewritten.

    At most one of the three `dynamic_…` fields may be set. The shape of each input that varies
    then has -1 in `input_shape`.

    Attributes:
        input_format: `NCHW`, `NCDHW`, `ND`, or `NHWC` where `dynamic_image_size` needs it.
        dynamic_batch_size: Batch sizes, as numbers or as text, `"1,2,4"`.
        dynamic_image_size: Pairs of height and width, as numbers or as text, `"224,224;448,448"`.
        dynamic_dims: Values of all -1 for each profile, as numbers or as text, `"1,64;8,128"`.
        out_nodes: Names of tensors, or `node:number`, that become the outputs.
        output_type: Element type of all outputs, `"FP16"`, or of each, `"node:0:FP16"`.
        input_fp16_nodes: Names of inputs that are taken as float16.
        fusion_switch_file: File that switches fusions and rewrites off.
    """

    input_format: str | None = None
    dynamic_batch_size: str | Sequence[int] | None = None
    dynamic_image_size: str | Sequence[Sequence[int]] | None = None
    dynamic_dims: str | Sequence[Sequence[int]] | None = None
    out_nodes: Sequence[str] | None = None
    output_type: str | None = None
    input_fp16_nodes: Sequence[str] | None = None
    fusion_switch_file: str | Path | None = None


@dataclass(frozen=True, slots=True)
class TuneOptions:
    """How `aoe.tune` searches, and what it writes beside the offline model.

    Attributes:
        level: `"O2"`, or `"O1"` for a search that is several times longer.
        deeper: Search operators longer (`--Fdeeper_opat`).
        tune_ops_file: JSON file that names the operators to tune; all by default.
        seed: Seed of the data that candidates are checked and measured with.
        trial_log: File to append every trial to; by default one in the job's folder.
        dump_graph: Folder for the prepared graphs, as `.onnx`.
    """

    level: str = "O2"
    deeper: bool = False
    tune_ops_file: str | Path | None = None
    seed: int = 0
    trial_log: str | Path | None = None
    dump_graph: str | Path | None = None


@dataclass(frozen=True, slots=True)
class PrecisionOptions:
    """In which element types operators compute.

    Attributes:
        mode: `"must_keep_origin_dtype"` (default), `"force_fp32"`, `"allow_mix_precision"` and the
            other values of `--precision_mode`.
        modify_mixlist: JSON file of operator types for `"allow_mix_precision"`.
        keep_dtype: Text file of operators that keep their types.
    """

    mode: str | None = None
    modify_mixlist: str | Path | None = None
    keep_dtype: str | Path | None = None


@dataclass(frozen=True, slots=True)
class CacheOptions:
    """What is reused from earlier runs: compiled code and tuned policies.

    Attributes:
        mode: `"enable"` (default), `"force"` to renew or `"disable"` the compile cache.
        directory: Folder of the compile cache; by default below `ASCEND_CACHE_PATH` or `HOME`.
        operator_repository: Repository of operators that `aoe.compile` reads, laid out as
            `TUNE_BANK_PATH`, which wins where it is set. Not for `aoe.tune`.
        graph_repository: Repository of subgraphs to read before the default ones.
        use_graph_repository: Whether compiling uses what is known of subgraphs.
    """

    mode: str | None = None
    directory: str | Path | None = None
    operator_repository: str | Path | None = None
    graph_repository: str | Path | None = None
    use_graph_repository: bool = True


#: Where options of the command line are in the Python API: a group and the field's name there.
GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "input_format": "model_options=aoe.ModelOptions(input_format=…)",
        "dynamic_batch_size": "model_options=aoe.ModelOptions(dynamic_batch_size=…)",
        "dynamic_image_size": "model_options=aoe.ModelOptions(dynamic_image_size=…)",
        "dynamic_dims": "model_options=aoe.ModelOptions(dynamic_dims=…)",
        "out_nodes": "model_options=aoe.ModelOptions(out_nodes=…)",
        "output_type": "model_options=aoe.ModelOptions(output_type=…)",
        "input_fp16_nodes": "model_options=aoe.ModelOptions(input_fp16_nodes=…)",
        "fusion_switch_file": "model_options=aoe.ModelOptions(fusion_switch_file=…)",
        "tune_optimization_level": "tune_options=aoe.TuneOptions(level=…)",
        "deeper_opat": "tune_options=aoe.TuneOptions(deeper=…)",
        "tune_ops_file": "tune_options=aoe.TuneOptions(tune_ops_file=…)",
        "seed": "tune_options=aoe.TuneOptions(seed=…)",
        "trial_log": "tune_options=aoe.TuneOptions(trial_log=…)",
        "dump_graph": "tune_options=aoe.TuneOptions(dump_graph=…)",
        "precision_mode": "precision=aoe.PrecisionOptions(mode=…)",
        "modify_mixlist": "precision=aoe.PrecisionOptions(modify_mixlist=…)",
        "keep_dtype": "precision=aoe.PrecisionOptions(keep_dtype=…)",
        "op_compiler_cache_mode": "cache=aoe.CacheOptions(mode=…)",
        "op_compiler_cache_dir": "cache=aoe.CacheOptions(directory=…)",
        "op_bank_path": "cache=aoe.CacheOptions(operator_repository=…)",
        "mdl_bank_path": "cache=aoe.CacheOptions(graph_repository=…)",
        "buffer_optimize": "cache=aoe.CacheOptions(use_graph_repository=…)",
    }
)


def unknown_argument(function: str, name: str, known: Iterable[str]) -> str:
    """The sentence that refuses a keyword argument which a function does not have."""
    known = tuple(known)
    if (function, name) == ("tune", "op_bank_path"):
        return "aoe.tune() reads and writes the repository at TUNE_BANK_PATH, not at op_bank_path"
    if name in GROUPS and GROUPS[name].partition("=")[0] in known:
        return f"aoe.{function}() takes {name} in an option group: {GROUPS[name]}"
    if name in GROUPS:
        return f"aoe.{function}() has no argument {name!r}, which is for aoe.tune(); leave it out"
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"see help(aoe.{function})"
    return f"aoe.{function}() has no argument {name!r}; {hint}"
