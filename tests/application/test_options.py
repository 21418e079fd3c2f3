"""The table of options is AOE's, and nothing in it is silently ignored."""

import pytest

from aoe.application.options import ADVANCED, BASIC, NO_VALUE, OPTIONS, Option, notices
from aoe.errors import UsageError

#: The options of AOE's guide, chapters "Basic Options" and "Advanced Options".
DOCUMENTED = """
    model model_path weight job_type framework input_format input_shape input_shape_range
    dynamic_batch_size dynamic_image_size dynamic_dims reload device progress_bar singleop output
    output_type out_nodes ip port host_env_os host_env_cpu aicore_num virtual_type
    input_fp16_nodes insert_op_conf op_name_map is_input_adjust_hw_layout
    is_output_adjust_hw_layout disable_reuse_memory fusion_switch_file enable_scope_fusion_passes
    enable_single_stream enable_small_channel compress_weight_conf compression_optimize_conf
    buffer_optimize sparsity precision_mode op_select_implmode optypelist_for_implmode
    op_precision_mode modify_mixlist keep_dtype customize_dtypes op_debug_level log tune_ops_file
    tune_optimization_level Fdeeper_opat Fnonhomo_split Fop_format op_tune_mode op_tune_file
    op_tune_kernel_path init_bypass build_bypass
    """


def test_the_table_has_every_documented_option_once() -> None:
    names = [option.name for option in (*BASIC, *ADVANCED)]
    assert sorted(names) == sorted(DOCUMENTED.split())


def _value(option: Option) -> str:
    return "1" if option.metavar else NO_VALUE


@pytest.mark.parametrize(
    "option",
    [o for o in OPTIONS if o.support == "hardware" and "true" not in o.harmless],
    ids=str,
)
def test_what_concerns_other_hardware_is_accepted_with_one_notice(option: Option) -> None:
    (sentence,) = notices({option.parameter: _value(option)})
    assert f"--{option.name}" in sentence


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.harmless], ids=str)
def test_values_that_ask_for_what_happens_anyway_pass_in_silence(option: Option) -> None:
    for value in option.harmless:
        assert list(notices({option.parameter: value.upper()})) == []


@pytest.mark.parametrize(
    ("parameter", "value", "wanted"),
    [
        ("aicore_num", "x", r"a whole number, or two such as 5\|2"),
        ("virtual_type", "5", "0 or 1"),
        ("enable_single_stream", "maybe", "true or false"),
        ("enable_small_channel", "", "0 or 1"),
    ],
)
def test_values_that_aoe_does_not_have_are_refused(parameter: str, value: str, wanted: str) -> None:
    with pytest.raises(UsageError, match=f"--{parameter}={value}: must be {wanted}"):
        list(notices({parameter: value}))


def test_options_that_are_not_given_say_nothing() -> None:
    assert list(notices(dict.fromkeys(option.parameter for option in OPTIONS))) == []
