"""Option groups of the Python API: `aoe.ModelOptions`, `aoe.TuneOptions`, `aoe.PrecisionOptions`
and `aoe.CacheOptions`.

They hold values of the right types. `aoe.application.python_api.single_model` checks the values, as
the command line checks its options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.application.api_names import unknown_field
from aoe.arguments import checked_fields


@checked_fields("aoe.ModelOptions", unknown_field("ModelOptions"))
@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Which inputs and outputs the compiled model has, and how it may be rewritten.

    At most one of `input_shape_range` and the three `dynamic_…` fields may be set. With one of the
    latter, the shape of each input that varies has -1 in `input_shape`.

    Attributes:
        input_format: `NCHW`, `NCDHW`, `ND`, or `NHWC` where `dynamic_image_size`, `insert_op_conf`
            or an `is_…_adjust_hw_layout` needs it.
        input_shape_range: Ranges of the shapes of a model that stays open, as text,
            `"ids:[1~8,16~512]"`. It is compiled ahead for representative ones.
        dynamic_batch_size: Batch sizes, as numbers or as text, `"1,2,4"`.
        dynamic_image_size: Pairs of height and width, as numbers or as text, `"224,224;448,448"`.
        dynamic_dims: Values of all -1 for each profile, as numbers or as text, `"1,64;8,128"`.
        out_nodes: Names of tensors, or `node:number`, that become the outputs.
        output_type: Element type of all outputs, `"FP16"`, or of each, `"node:0:FP16"`.
        input_fp16_nodes: Names of inputs that are taken as float16.
        insert_op_conf: File of the preprocessing of images, in the form of AIPP.
        is_input_adjust_hw_layout: Whether each of `input_fp16_nodes` is given in Ascend's layout
            NC1HWC0, as truth values or as text, `"true,false"`.
        is_output_adjust_hw_layout: Whether each of `out_nodes` is given so.
        fusion_switch_file: File that switches fusions and rewrites off.
        op_name_map: Text file of operators of the model and what they stand for.
        disable_reuse_memory: Whether each value of the model has memory of its own.
    """

    input_format: str | None = None
    input_shape_range: str | None = None
    dynamic_batch_size: str | Sequence[int] | None = None
    dynamic_image_size: str | Sequence[Sequence[int]] | None = None
    dynamic_dims: str | Sequence[Sequence[int]] | None = None
    out_nodes: Sequence[str] | None = None
    output_type: str | None = None
    input_fp16_nodes: Sequence[str] | None = None
    insert_op_conf: str | Path | None = None
    is_input_adjust_hw_layout: str | Sequence[bool] | None = None
    is_output_adjust_hw_layout: str | Sequence[bool] | None = None
    fusion_switch_file: str | Path | None = None
    op_name_map: str | Path | None = None
    disable_reuse_memory: bool = False


@checked_fields("aoe.TuneOptions", unknown_field("TuneOptions"))
@dataclass(frozen=True, slots=True)
class TuneOptions:
    """How `aoe.tune` searches, and what it writes beside the offline model.

    Attributes:
        level: `"O2"`, or `"O1"` for a search that is several times longer.
        deeper: Search operators longer (`--Fdeeper_opat`).
        unequal: Also cut subgraphs into unequal row chunks (`--Fnonhomo_split`).
        tune_ops_file: JSON file that names the operators to tune; all by default.
        seed: Seed of the data that candidates are checked and measured with.
        trial_log: File to append every trial to; by default one in the job's folder.
        dump_graph: Folder for the prepared graphs, as `.onnx`.
        host_env_os: Operating system that the model runs on, `"linux"`.
        host_env_cpu: CPU that the model runs on, such as `"aarch64"` or `"znver4"`. For another one
            than this machine's, the model is only compiled.
        ip: Address of a machine where `aoe device-server` runs, to tune on its CPU.
        port: Port of that server; 8000 by default.
    """

    level: str = "O2"
    deeper: bool = False
    unequal: bool = False
    tune_ops_file: str | Path | None = None
    seed: int = 0
    trial_log: str | Path | None = None
    dump_graph: str | Path | None = None
    host_env_os: str | None = None
    host_env_cpu: str | None = None
    ip: str | None = None
    port: int | None = None


@checked_fields("aoe.PrecisionOptions", unknown_field("PrecisionOptions"))
@dataclass(frozen=True, slots=True)
class PrecisionOptions:
    """In which element types operators compute, and how their weights are stored.

    Attributes:
        mode: `"must_keep_origin_dtype"` (default), `"force_fp32"`, `"allow_mix_precision"` and the
            other values of `--precision_mode`.
        modify_mixlist: JSON file of operator types for `"allow_mix_precision"`.
        keep_dtype: Text file of operators that keep their types.
        compress_weight_conf: Text file of layers whose weights are stored in fewer bits.
        compression_optimize_conf: Text file that says how to quantise the model with data.
        sparsity: Whether two of four weights are stored where the others are zero and that is
            faster.
        op_select_implmode: `"high_performance"` (default), or `"high_precision"` for products in
            strict float32 by direct algorithms.
        optypelist_for_implmode: Operator types that this is for, as a list or as text,
            `"Conv2D,MatMulV2"`; all by default.
        op_precision_mode: File of operators, by name or type, with a mode for each. It counts
            alone.
        customize_dtypes: Text file of operators with element types of their own.
    """

    mode: str | None = None
    modify_mixlist: str | Path | None = None
    keep_dtype: str | Path | None = None
    compress_weight_conf: str | Path | None = None
    compression_optimize_conf: str | Path | None = None
    sparsity: bool = False
    op_select_implmode: str | None = None
    optypelist_for_implmode: str | Sequence[str] | None = None
    op_precision_mode: str | Path | None = None
    customize_dtypes: str | Path | None = None


@checked_fields("aoe.CacheOptions", unknown_field("CacheOptions"))
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
        kept_shapes: For how many shapes a model with open ones stays compiled in memory; those
            that were not used for longest go. Not for `aoe.tune`.
    """

    mode: str | None = None
    directory: str | Path | None = None
    operator_repository: str | Path | None = None
    graph_repository: str | Path | None = None
    use_graph_repository: bool = True
    kept_shapes: int = 128
