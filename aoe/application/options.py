"""The table of all options of the command line: what each takes, what it means, and whether it has
an effect.

`aoe --help` prints this table, and `aoe.application.command_line` parses by it. An option that only
concerns Ascend hardware is accepted with a notice (`notices`), so that existing scripts run. A
value of such an option that asks for what open-aoe does anyway is accepted silently
(`Option.harmless`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from aoe.errors import UsageError, quoted

#: "works"; "hardware": concerns Ascend hardware and has no effect here.
Support = Literal["works", "hardware"]
#: Stands for `--name` without a value, where the value is optional.
NO_VALUE = "\0"


@dataclass(frozen=True, slots=True)
class Option:
    """One option.

    Attributes:
        name: Its name, without dashes.
        metavar: Name of its value in the help; empty for a flag.
        help: Its explanation.
        support: Whether it has an effect.
        harmless: Values of an option without effect that need no notice, in lower case.
        legal: A regular expression of the values of an option without effect, in lower case; all if
            it is empty.
        wanted: What a legal value is, for messages, where the metavar does not say it.
        short: Its short name, one letter.
        optional_value: Whether it may be given without a value.
    """

    name: str
    metavar: str
    help: str
    support: Support = "works"
    harmless: tuple[str, ...] = ()
    legal: str = ""
    wanted: str = ""
    short: str | None = None
    optional_value: bool = False

    @property
    def parameter(self) -> str:
        """The key of its value in a mapping of what was given."""
        return self.name.lower()


BASIC = (
    Option("model", "FILE", "The model to tune, a file or the folder of a SavedModel.", short="m"),
    Option("model_path", "DIR", "Tune all models of a folder under one budget, of any framework."),
    Option("weight", "FILE", "Weights of a Caffe model, a .caffemodel.", short="w"),
    Option("job_type", "1|2|1,2", "1: tune subgraphs. 2: tune operators. 1,2: both.", short="j"),
    Option(
        "framework",
        "0|1|3|5",
        "0: Caffe, 1: MindSpore, 3: TensorFlow, 5: ONNX. Default: by the file's suffix or content.",
        short="f",
    ),
    Option(
        "input_format",
        "FORMAT",
        "Layout of inputs, as in the model. Default: NCHW, NHWC for TensorFlow, TFLite.",
    ),
    Option(
        "input_shape",
        "SHAPES",
        'Shapes of inputs, "name1:1,3,224,224;name2:8"; needed where the model leaves them open.',
    ),
    Option(
        "input_shape_range",
        "RANGES",
        'Ranges of input shapes, "name:[1~8,3,224]"; the tuned model takes any legal shape.',
    ),
    Option("dynamic_batch_size", "LIST", 'Batch sizes to compile for, "1,2,4".'),
    Option("dynamic_image_size", "LIST", 'Image sizes to compile for, "h1,w1;h2,w2".'),
    Option("dynamic_dims", "LIST", 'Sets of dimensions to compile for, "1,64;8,128".'),
    Option(
        "reload",
        "JOB",
        "Continue an interrupted job of this directory, the latest or the one named.",
        optional_value=True,
    ),
    Option(
        "device",
        "ID|NAME",
        "Device to tune on. 0 or cpu: this machine's CPU. cuda, cuda:1: a GPU of NVIDIA. "
        "reference: NumPy, slow, to compare with. Default: ASCEND_DEVICE_ID, else 0.",
    ),
    Option(
        "progress_bar", "on|off", "Show progress: a bar on a terminal, else lines. Default: on."
    ),
    Option("singleop", "FILE", "Tune the operators that a JSON file describes, each alone."),
    Option(
        "output",
        "PATH",
        "Write the tuned model to PATH.om. Default: "
        "aoe_workspace/<model>_<timestamp>/tunespace/result/<model>_<timestamp>_tune.om.",
    ),
    Option("output_type", "TYPE", 'Type of all outputs, "FP16", or of each, "node:0:FP16".'),
    Option("out_nodes", "NODES", 'Make these the outputs: "node:0;node:1", or names of values.'),
    Option("ip", "ADDRESS", "Tune on the CPU of another machine, where aoe device-server runs."),
    Option("port", "PORT", "Port of that server, 6000 to 10000. Default: 8000."),
    Option("host_env_os", "OS", "Operating system that the model runs on: linux."),
    Option(
        "host_env_cpu",
        "CPU",
        "CPU that the model runs on: aarch64, x86_64, or a name such as znver4 or x86-64-v3. For "
        "another one than this machine's, the model is only compiled.",
    ),
)
ADVANCED = (
    Option(
        "aicore_num",
        "N",
        "Ascend cores to use.",
        "hardware",
        legal=r"\d+(\|\d+)?",
        wanted="a whole number, or two such as 5|2",
    ),
    Option(
        "virtual_type",
        "0|1",
        "Whether the Ascend device is virtual.",
        "hardware",
        ("0",),
        legal="[01]",
    ),
    Option("input_fp16_nodes", "NODES", 'Inputs to take as float16, "name1;name2".'),
    Option("insert_op_conf", "FILE", "Preprocessing of images (AIPP); inputs become bytes."),
    Option("op_name_map", "FILE", "Text file of operators and what they stand for."),
    Option(
        "is_input_adjust_hw_layout",
        "LIST",
        "Whether each of --input_fp16_nodes is in Ascend's layout NC1HWC0, true,false.",
    ),
    Option(
        "is_output_adjust_hw_layout",
        "LIST",
        "Whether each of --out_nodes is given in Ascend's layout NC1HWC0, true,false.",
    ),
    Option(
        "disable_reuse_memory",
        "0|1",
        "1: each value of the model has memory of its own. Default: 0.",
    ),
    Option("fusion_switch_file", "FILE", "Fusions and rewrites to switch off, as ATC's file."),
    Option(
        "enable_scope_fusion_passes",
        "NAMES",
        "Scope fusions of TensorFlow models; those that there are always apply.",
    ),
    Option(
        "enable_single_stream",
        "true|false",
        "Use one Ascend stream.",
        "hardware",
        ("false", "true"),
        legal="true|false",
    ),
    Option(
        "enable_small_channel",
        "0|1",
        "Ascend small-channel layout.",
        "hardware",
        ("0",),
        legal="[01]",
    ),
    Option(
        "compress_weight_conf",
        "FILE",
        "Text file of layers whose weights are stored in 24, 16, 8 or 4 bits, as far as the model "
        "stays accurate.",
    ),
    Option(
        "compression_optimize_conf",
        "FILE",
        "Text file that says how to quantise the model to 8 bits with data of yours.",
    ),
    Option(
        "buffer_optimize",
        "MODE",
        "off_optimize (or l1_optimize): do not use the graph repository. Default: l2_optimize.",
    ),
    Option(
        "sparsity",
        "0|1",
        "1: store two of four weights where the others are zero and that is faster. Default: 0.",
    ),
    Option(
        "precision_mode",
        "MODE",
        "must_keep_origin_dtype: the types of the model. force_fp32: strict float32, without "
        "24-bit weights. allow_mix_precision: convolutions, matmuls and recurrences read 16 bits "
        "(bfloat16 on a CPU, float16 on a GPU) where that is faster and accurate enough; _fp16 or "
        "_bf16 behind it names the type. cube_fp16in_fp32out: the same, but values that other "
        "operators read stay float32. force_fp16: all values have 16 bits. allow_fp32_to_tf32: "
        "products on a GPU round float32 to 11 bits. allow_fp32_to_fp16 and _bf16: as the default. "
        "Default: must_keep_origin_dtype.",
    ),
    Option(
        "op_select_implmode",
        "MODE",
        "high_precision: multiply strict float32, without fast algorithms. "
        "Default: high_performance.",
    ),
    Option("optypelist_for_implmode", "TYPES", "Operator types that this is for. Default: all."),
    Option("op_precision_mode", "FILE", "File of operators with an implementation mode each."),
    Option("modify_mixlist", "FILE", "JSON file of types for allow_mix_precision to change."),
    Option("keep_dtype", "FILE", "Text file of operators that keep their types."),
    Option("customize_dtypes", "FILE", "Text file of operators with element types of their own."),
    Option("op_debug_level", "0..4", "1 and more: compile without the cache. Default: 0."),
    Option("log", "LEVEL", "debug, info, warning, error or null. Default: null, no log."),
    Option("tune_ops_file", "FILE", "JSON file that names the operators to tune."),
    Option("tune_optimization_level", "O1|O2", "O1: search several times longer. Default: O2."),
    Option("Fdeeper_opat", "", "Search operators more deeply, several times longer."),
    Option("Fnonhomo_split", "", "Also cut subgraphs into unequal row chunks, 7 as 4 and 3."),
    Option("Fop_format", "", "Tune data layouts; open-aoe always does.", "hardware"),
    Option(
        "op_tune_mode",
        "MODE",
        "static_kernel: tune the operators of --op_tune_file. fast: only compile them.",
    ),
    Option("op_tune_file", "DIR", "Folder of JSON files that describe operators, as --singleop."),
    Option(
        "op_tune_kernel_path",
        "DIR",
        "Folder for their kernels. Default: aoe_workspace/op_tune_kernel.",
    ),
    Option(
        "init_bypass",
        "TEXT",
        'Options of Ascend\'s compiler, "ge.bufferOptimize=off_optimize"; those that mean an '
        "option of aoe apply.",
    ),
    Option("build_bypass", "TEXT", "The same; AOE has two."),
)
OPEN_AOE = (
    Option(
        "input_value",
        "VALUES",
        'Values of inputs that become constants, "sr:16000;shape:2,8", as they decide shapes.',
    ),
    Option("budget", "TIME", "Time limit of the whole run: 300, 90s, 5m, 1h."),
    Option("threads", "N", "Threads of the tuned model. Default: all cores."),
    Option(
        "op_compiler_cache_mode",
        "MODE",
        "Compile cache. enable: read and write; force: compile again and replace; disable. "
        "Default: enable.",
    ),
    Option(
        "op_compiler_cache_dir",
        "DIR",
        "Folder of the compile cache. Default: ASCEND_CACHE_PATH, else ~/atc_data.",
    ),
    Option(
        "mdl_bank_path",
        "DIR",
        "Graph repository to read first, where only operators are tuned: before TUNE_BANK_PATH "
        "and the one in your home.",
    ),
    Option("seed", "N", "Seed of the data to check and measure candidates with. Default: 0."),
    Option("trial_log", "FILE", "Append every trial to FILE, as JSON lines."),
    Option("dump_graph", "DIR", "Write the prepared graph to DIR as .onnx, for Netron."),
)
SECTIONS: Mapping[str, tuple[Option, ...]] = {
    "Basic options": BASIC,
    "Advanced options": ADVANCED,
    "Options of open-aoe": OPEN_AOE,
}
OPTIONS = tuple(option for section in SECTIONS.values() for option in section)


def notices(given: Mapping[str, str | None]) -> Iterator[str]:
    """What was given without effect.

    Args:
        given: Values by parameter: `None` where not given, `NO_VALUE` for flags and absent values.

    Yields:
        A sentence for each option without effect.

    Raises:
        UsageError: For a value that AOE does not have, either.
    """
    for option in OPTIONS:
        value = given.get(option.parameter)
        if value is None or option.support == "works":
            continue
        if option.legal and not re.fullmatch(option.legal, value.lower(), re.ASCII):
            wanted = option.wanted or option.metavar.replace("|", " or ")
            raise UsageError(f"--{option.name}={quoted(value)}: must be {wanted}")
        if value.lower() in option.harmless:
            continue
        shown = f"--{option.name}" if value == NO_VALUE else f"--{option.name}={value}"
        yield f"{shown} has no effect here ({option.help.rstrip('.')})"
