"""Text files of options: which option one is for, and what is said of one given to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.errors import UsageError
from aoe.option_file import option_of, option_text

#: A file of each form that only one option has.
FILES = {
    "fusion_switch_file": '{"Switch": {"GraphFusion": {"ALL": "off"}}}',
    "modify_mixlist": '{"gray-list": {"to-add": ["Softmax"]}}',
    "tune_ops_file": '{"tune_ops_type": ["Conv"]}',
    "singleop": '[{"op": "Relu", "input_desc": [], "output_desc": []}]',
    "compression_optimize_conf": "calibration: {\n  input_shape: x:8,64\n}\n",
    "insert_op_conf": "aipp_op {\n  aipp_mode: static\n}\n",
    "customize_dtypes": "OpType::Relu:InputDtype:float16,OutputDtype:float16\n",
    "op_precision_mode": "[ByNodeName]\nconv1=high_precision\n",
    "compress_weight_conf": "fc1: int4:32\naccuracy_limit: 0.1\n",
}
#: Files that are read by one form only, and have no mark of their own.
PLAIN = [
    "fc1\nfc2\n",
    "*\n",
    "Box:Boxes\n",
    "OpType::Relu\n",
    "{",
    "",
    "[]",
    "1",
]


@pytest.mark.parametrize(("option", "text"), FILES.items(), ids=list(FILES))
def test_a_file_is_known_by_its_form(option: str, text: str) -> None:
    assert option_of(text) == option


@pytest.mark.parametrize("text", PLAIN)
def test_a_file_without_a_mark_is_for_any_option(text: str) -> None:
    assert option_of(text) is None


@pytest.mark.parametrize("option", FILES)
def test_a_file_for_another_option_is_refused_with_that_option(option: str, tmp_path: Path) -> None:
    for other, text in FILES.items():
        path = tmp_path / other
        path.write_text(text)
        if other == option:
            assert option_text("a file", path, option) == text
            continue
        with pytest.raises(UsageError, match=f"a file for --{other}; give it there"):
            option_text(f"--{option}={path}", path, option)
