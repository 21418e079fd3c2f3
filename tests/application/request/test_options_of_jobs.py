"""Every option in every kind of job: it works, is refused, or is told to have no effect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import onnx
import pytest

from aoe.application.options import OPTIONS
from aoe.application.request.single_operators import is_for_operators, operators_request
from aoe.application.request.tune_request import tune_request
from aoe.application.tune.single_operators import operator_warnings
from aoe.errors import UsageError
from aoe.settings import read_settings
from tests.application.conftest import small_model

KEEP = "must_keep_origin_dtype"
STATIC = {"op_tune_file": "ops", "op_tune_mode": "static_kernel", "precision_mode": KEEP}
#: What asks for each kind of job. No machine has a CPU of the name that stands for another one.
JOBS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "model": {"model": "one.onnx", "job_type": "1,2"},
        "folder": {"model_path": "models", "job_type": "1,2"},
        "operators": {"singleop": "one.json"},
        "kernels": STATIC,
        "compiled kernels": {**STATIC, "op_tune_mode": "fast"},
        "model on a server": {"model": "one.onnx", "job_type": "1,2", "ip": "127.0.0.1"},
        "folder on a server": {"model_path": "models", "job_type": "1,2", "ip": "127.0.0.1"},
        "model elsewhere": {"model": "one.onnx", "job_type": "1,2", "host_env_cpu": "x86-64-v4"},
        "folder elsewhere": {
            "model_path": "models",
            "job_type": "1,2",
            "host_env_cpu": "x86-64-v4",
        },
    }
)
#: A value of each option, with options that it needs beside it.
VALUES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "model": {"model": "one.onnx"},
        "model_path": {"model_path": "models"},
        "weight": {"weight": "one.onnx"},
        "job_type": {"job_type": "2"},
        "framework": {"framework": "5"},
        "input_format": {"input_format": "NCHW"},
        "input_shape": {"input_shape": "x:2,8"},
        "input_shape_range": {"input_shape_range": "x:[1~2,8]"},
        "dynamic_batch_size": {"dynamic_batch_size": "1,2", "input_shape": "x:-1,8"},
        "dynamic_image_size": {"dynamic_image_size": "8,8;9,9", "input_shape": "x:1,3,-1,-1"},
        "dynamic_dims": {"dynamic_dims": "1;2", "input_shape": "x:-1,8", "input_format": "ND"},
        "device": {"device": "0"},
        "progress_bar": {"progress_bar": "off"},
        "singleop": {"singleop": "one.json"},
        "output": {"output": "out"},
        "output_type": {"output_type": "FP16"},
        "out_nodes": {"out_nodes": "relu:0"},
        "ip": {"ip": "127.0.0.1"},
        "port": {"port": "8000", "ip": "127.0.0.1"},
        "host_env_os": {"host_env_os": "linux"},
        "host_env_cpu": {"host_env_cpu": "x86-64-v4"},
        "input_fp16_nodes": {"input_fp16_nodes": "x"},
        "insert_op_conf": {"insert_op_conf": "aipp.cfg"},
        "op_name_map": {"op_name_map": "names.txt"},
        "is_input_adjust_hw_layout": {
            "is_input_adjust_hw_layout": "true",
            "input_fp16_nodes": "x",
        },
        "is_output_adjust_hw_layout": {"is_output_adjust_hw_layout": "true", "out_nodes": "relu:0"},
        "disable_reuse_memory": {"disable_reuse_memory": "1"},
        "fusion_switch_file": {"fusion_switch_file": "switches.json"},
        "enable_scope_fusion_passes": {"enable_scope_fusion_passes": "ScopeLayerNormPass"},
        "compress_weight_conf": {"compress_weight_conf": "weights.txt"},
        "compression_optimize_conf": {"compression_optimize_conf": "optimize.txt"},
        "buffer_optimize": {"buffer_optimize": "l2_optimize"},
        "sparsity": {"sparsity": "1"},
        "precision_mode": {"precision_mode": KEEP},
        "op_select_implmode": {"op_select_implmode": "high_precision"},
        "optypelist_for_implmode": {
            "optypelist_for_implmode": "MatMulV2",
            "op_select_implmode": "high_precision",
        },
        "op_precision_mode": {"op_precision_mode": "modes.ini"},
        "modify_mixlist": {"modify_mixlist": "mix.json", "precision_mode": "allow_mix_precision"},
        "keep_dtype": {"keep_dtype": "keep.txt"},
        "customize_dtypes": {"customize_dtypes": "types.txt"},
        "op_debug_level": {"op_debug_level": "1"},
        "log": {"log": "error"},
        "tune_ops_file": {"tune_ops_file": "ops.json"},
        "tune_optimization_level": {"tune_optimization_level": "O1"},
        "fdeeper_opat": {"fdeeper_opat": "on"},
        "fnonhomo_split": {"fnonhomo_split": "on"},
        "op_tune_mode": {"op_tune_mode": "fast"},
        "op_tune_file": {"op_tune_file": "ops"},
        "op_tune_kernel_path": {"op_tune_kernel_path": "k"},
        "input_value": {"input_value": "x:3"},
        "budget": {"budget": "9"},
        "threads": {"threads": "1"},
        "op_compiler_cache_mode": {"op_compiler_cache_mode": "force"},
        "op_compiler_cache_dir": {"op_compiler_cache_dir": "cache"},
        "mdl_bank_path": {"mdl_bank_path": "bank"},
        "seed": {"seed": "3"},
        "trial_log": {"trial_log": "trials"},
        "dump_graph": {"dump_graph": "graphs"},
    }
)
#: Options that are resolved before there is a job, or that continue one.
NOT_OF_JOBS = {"reload", "init_bypass", "build_bypass"}
SEARCH = {
    *("budget", "tune_ops_file", "tune_optimization_level", "fdeeper_opat", "fnonhomo_split"),
    *("seed", "trial_log"),
}
COMPRESSION = {"compress_weight_conf", "compression_optimize_conf"}
OF_OPERATORS = {"singleop", "op_tune_mode", "op_tune_file", "op_tune_kernel_path"}
OF_ONE_MODEL = {"weight", "out_nodes", "output_type", "is_output_adjust_hw_layout"}
OF_MODELS = {
    *("model", "model_path", "weight", "framework", "input_format", "input_shape", "input_value"),
    *("input_shape_range", "dynamic_batch_size", "dynamic_image_size", "dynamic_dims"),
    *("out_nodes", "output_type", "input_fp16_nodes", "insert_op_conf", "op_name_map"),
    *("is_input_adjust_hw_layout", "is_output_adjust_hw_layout", "enable_scope_fusion_passes"),
    *("fusion_switch_file", "tune_ops_file", "fnonhomo_split", *COMPRESSION),
}
#: What each kind of job refuses, and what it tells to have no effect. All else works.
REFUSED: Mapping[str, set[str]] = MappingProxyType(
    {
        "model": {*OF_OPERATORS, "model_path"},
        "folder": {*OF_OPERATORS, *OF_ONE_MODEL, "model"},
        "operators": {
            *OF_MODELS,
            *("op_tune_mode", "op_tune_file", "op_tune_kernel_path", "host_env_cpu"),
        },
        "kernels": {*OF_MODELS, "singleop", "output", "host_env_cpu", "modify_mixlist"},
        "compiled kernels": {
            *OF_MODELS,
            *("singleop", "output", "host_env_cpu", "modify_mixlist", "ip", "port"),
        },
        "model on a server": {
            *OF_OPERATORS,
            *("model_path", "host_env_os", "host_env_cpu"),
        },
        "folder on a server": {
            *OF_OPERATORS,
            *OF_ONE_MODEL,
            *("model", "host_env_os", "host_env_cpu"),
        },
        "model elsewhere": {
            *OF_OPERATORS,
            *("model_path", "ip", "port", "input_shape_range"),
        },
        "folder elsewhere": {
            *OF_OPERATORS,
            *OF_ONE_MODEL,
            *("model", "ip", "port", "input_shape_range"),
        },
    }
)
TOLD: Mapping[str, set[str]] = MappingProxyType(
    {
        "operators": {"sparsity"},
        "kernels": {"sparsity"},
        "compiled kernels": {*SEARCH - OF_MODELS, "sparsity"},
        "model elsewhere": SEARCH,
        "folder elsewhere": SEARCH,
    }
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("AOE_DEVICE_TOKEN", "0123456789abcdef")
    (tmp_path / "ops").mkdir()
    (tmp_path / "models").mkdir()
    onnx.save(small_model(), tmp_path / "one.onnx")
    tensor = {"format": "ND", "type": "float", "shape": [3]}
    text = json.dumps([{"op": "Relu", "input_desc": [tensor], "output_desc": [tensor]}])
    files = {
        "one.json": text,
        "ops/a.json": text,
        "names.txt": "MyRelu:Relu",
        "aipp.cfg": "aipp_op { aipp_mode: static input_format: RGB888_U8 }",
        "switches.json": '{"Switch": {"GraphFusion": {}}}',
        "weights.txt": "product: int8",
        "optimize.txt": "calibration { input_data_dir: data.bin input_shape: x:2,8 }",
        "data.bin": "",
        "modes.ini": "[ByOpType]\nMatMulV2=high_precision",
        "mix.json": '{"white-list": {"to-add": ["Relu"]}}',
        "keep.txt": "OpType::Relu",
        "types.txt": "relu::InputDtype:float16,OutputDtype:float16",
        "ops.json": '{"tune_ops_type": ["Relu"]}',
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def outcome(given: Mapping[str, str], option: str) -> str:
    """What becomes of an option: "works", "refused" or "told"."""
    try:
        if is_for_operators(given):
            warnings = operator_warnings(operators_request(given, read_settings()))
        else:
            warnings = tune_request(given, read_settings()).warnings
    except UsageError:
        return "refused"
    told = any(f"--{option}" in text.lower().partition(" no effect")[0] for text in warnings)
    return "told" if told else "works"


def test_the_table_has_every_option() -> None:
    of_table = {option.parameter for option in OPTIONS if option.support == "works"}
    assert of_table == VALUES.keys() | NOT_OF_JOBS


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("job", JOBS)
def test_every_option_works_is_refused_or_is_told(job: str) -> None:
    asked = JOBS[job]
    found = {
        option: outcome({**asked, **values}, option)
        for option, values in VALUES.items()
        if option not in asked
    }
    refused, told = REFUSED[job], TOLD.get(job, set())
    assert {option for option, what in found.items() if what == "refused"} == refused - asked.keys()
    assert {option for option, what in found.items() if what == "told"} == told


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"mdl_bank_path": "bank", "buffer_optimize": "off_optimize"}, "mdl_bank_path"),
        (
            {"op_compiler_cache_dir": "c", "op_compiler_cache_mode": "disable"},
            "op_compiler_cache_dir",
        ),
        ({"op_compiler_cache_mode": "force", "op_debug_level": "1"}, "op_compiler_cache_mode"),
    ],
)
def test_an_option_that_another_one_switches_off_is_told(
    given: dict[str, str], option: str
) -> None:
    asked = {"model": "one.onnx", "job_type": "2"}
    assert outcome({**asked, **given}, option) == "told"
