"""Options in the maps of a session: each in its map, with the meaning of the command's."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from aoe.application.options import NO_VALUE, OPTIONS
from aoe.errors import UsageError
from aoe.ir import SessionError, StatusCode
from aoe.ir.option_maps import GLOBAL_OPTIONS, TUNING_OPTIONS, job_options

JOB = {"job_type": "2"}


def given(global_options: Mapping[str, str], tuning_options: Mapping[str, str]) -> dict[str, str]:
    """The options that have a value."""
    found, _ = job_options({**JOB, **global_options}, tuning_options)
    return {name: value for name, value in found.items() if value is not None}


def test_options_are_those_of_the_command() -> None:
    known = {option.name for option in OPTIONS}
    assert known >= GLOBAL_OPTIONS
    assert known >= TUNING_OPTIONS


def test_values_become_those_of_the_command() -> None:
    found = given(
        {"device": "0"}, {"output": "net", "Fdeeper_opat": "true", "Fnonhomo_split": "false"}
    )
    assert found == {**JOB, "device": "0", "output": "net", "fdeeper_opat": NO_VALUE}


@pytest.mark.parametrize(("text", "value"), [("", NO_VALUE), ("net_1", "net_1")])
def test_reload_without_a_name_means_the_latest_job(text: str, value: str) -> None:
    assert given({}, {"reload": text})["reload"] == value


def test_the_option_of_a_graph_counts_for_the_graph() -> None:
    found = given({"op_debug_level": "1"}, {"op_debug_level": "0"})
    assert found["op_debug_level"] == "0"


def test_keys_of_the_compiler_become_options() -> None:
    options = {"ge.mdl_bank_path": "graphs", "ge.recompute": "auto"}
    found, sentences = job_options(JOB, options)
    assert found["mdl_bank_path"] == "graphs"
    assert sentences == (
        "tuning_options: ge.recompute concerns Ascend's compiler alone; there is no effect here",
    )


def test_bypass_options_become_options() -> None:
    found = given({"init_bypass": "ge.bufferOptimize=off_optimize"}, {})
    assert found["buffer_optimize"] == "off_optimize"


def test_options_of_the_hardware_are_told_of() -> None:
    _, sentences = job_options({**JOB, "aicore_num": "4"}, {})
    assert sentences == ("--aicore_num=4 has no effect here (Ascend cores to use)",)


@pytest.mark.parametrize(
    ("global_options", "tuning_options", "sentence"),
    [
        ({"output": "net"}, {}, "global_options: output is one of tuning_options; give it there"),
        ({}, {"job_type": "1"}, "tuning_options: job_type is one of global_options"),
        ({"ge.bufferOptimize": "l2_optimize"}, {}, "ge.bufferOptimize is one of tuning_opt"),
        ({"--output": "net"}, {}, "names of options have no dashes here; write output"),
        ({}, {"outptu": "net"}, "tuning_options: there is no option 'outptu'; did you mean output"),
        ({"zzz": "1"}, {}, "no option 'zzz'; it takes aicore_num, "),
        ({"work_path": "here"}, {}, "internal to AOE; set the variable ASCEND_WORK_PATH instead"),
    ],
)
def test_an_option_in_the_wrong_map_is_refused(
    global_options: Mapping[str, str], tuning_options: Mapping[str, str], sentence: str
) -> None:
    with pytest.raises(SessionError, match=sentence) as refused:
        job_options(global_options, tuning_options)
    assert refused.value.code == StatusCode.AOE_ERROR_INVALID_OPTION_ATTR


@pytest.mark.parametrize(
    ("tuning_options", "sentence"),
    [
        ({"model_path": "models"}, "model_path names other things .* use aoe.tune_folder"),
        ({"singleop": "ops.json"}, "singleop names other things .* use aoe.tune_operators"),
        ({"Fdeeper_opat": "yes"}, 'Fdeeper_opat=yes: must be "true" or "false"'),
        (
            {"input_format": "NCHW", "ge.outputDataType": "FP16", "output_type": "FP32"},
            "ge.outputDataType=FP16 contradicts --output_type=FP32",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(
    tuning_options: Mapping[str, str], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence) as refused:
        job_options(JOB, tuning_options)
    assert not isinstance(refused.value, SessionError)
