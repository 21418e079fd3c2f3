"""What the options of precision ask for, and the files that two of them name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aoe.application.command_line import main
from aoe.application.model.request.precision_request import (
    MODES,
    precision_from_json,
    precision_request,
    precision_to_json,
)
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import tune_request
from aoe.errors import UsageError
from aoe.graph.precision.mixed_precision import EVERYTHING, MixedPrecision
from aoe.graph.precision.reduced_values import CONTRACTIONS
from aoe.settings import read_settings

MIX = "allow_mix_precision"


def asked(place: Path, **given: str) -> MixedPrecision | None:
    return precision_request(given, place).wanted


def test_equal_requests_have_equal_hashes(tmp_path: Path) -> None:
    (tmp_path / "modes.ini").write_text("[ByOpType]\nConv2D=high_precision\n")
    (tmp_path / "types.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    given = {"op_precision_mode": "modes.ini", "customize_dtypes": "types.cfg"}
    one, other = (precision_request(given, tmp_path) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)


def mixlist(place: Path, data: Any) -> MixedPrecision:
    (place / "list.json").write_text(json.dumps(data))
    wanted = asked(place, precision_mode=MIX, modify_mixlist="list.json")
    assert wanted is not None
    return wanted


def test_types_stay_by_default_and_in_the_modes_that_ask_for_no_more(place: Path) -> None:
    assert asked(place) is None
    for mode in (
        "must_keep_origin_dtype",
        "force_fp32",
        "allow_fp32_to_fp16",
        "allow_fp32_to_bf16",
        "allow_fp32_to_tf32",
    ):
        assert asked(place, precision_mode=mode) is None


def test_each_other_mode_asks_for_something_else(place: Path) -> None:
    assert asked(place, precision_mode=MIX) == MixedPrecision()
    assert asked(place, precision_mode="cube_fp16in_fp32out") == MixedPrecision(alone=True)
    assert asked(place, precision_mode="force_fp16") == EVERYTHING
    for ending, dtype in (("fp16", "float16"), ("bf16", "bfloat16")):
        asked_type = MixedPrecision(reduced_type=dtype)
        assert asked(place, precision_mode=f"{MIX}_{ending}") == asked_type


def test_a_mode_of_a_type_takes_lists_and_is_written_with_its_type(place: Path) -> None:
    (place / "list.json").write_text(json.dumps({"black-list": {"to-add": ["Conv"]}}))
    given = {"precision_mode": f"{MIX}_bf16", "modify_mixlist": "list.json"}
    request = precision_request(given, place)
    assert request.wanted is not None
    assert request.wanted.reduced_type == "bfloat16"
    assert "Conv" not in request.wanted.types
    assert precision_from_json(precision_to_json(request)).wanted == request.wanted


def test_a_mode_that_is_none_is_refused_with_those_there_are(place: Path) -> None:
    with pytest.raises(UsageError, match="--precision_mode=mixed_float16: must be one of") as error:
        asked(place, precision_mode="mixed_float16")
    assert all(mode in str(error.value) for mode in MODES)


def test_lists_change_which_types_take_part(place: Path) -> None:
    wanted = mixlist(
        place,
        {
            "black-list": {"to-add": ["Softmax"]},
            "white-list": {"to-add": ["LayerNormalization"], "to-remove": ["Conv"]},
        },
    )
    products = {"ConvTranspose", "MatMul", "LSTM", "GRU", "RNN"}
    assert wanted.types == {*products, "LayerNormalization"}
    assert wanted.kept_types == {"Softmax"}


def test_what_is_made_gray_or_black_is_white_no_more(place: Path) -> None:
    assert mixlist(place, {"gray-list": {"to-add": ["Conv"]}}).types == CONTRACTIONS - {"Conv"}
    assert mixlist(place, {"black-list": {"to-add": ["Conv"]}}).types == CONTRACTIONS - {"Conv"}


def test_ascends_names_of_types_are_understood(place: Path) -> None:
    names = ["Conv2D", "SoftmaxV2", "Gemm", "DynamicRNN"]
    wanted = mixlist(place, {"black-list": {"to-add": names}})
    assert wanted.kept_types == {"Conv", "Softmax", "MatMul", "LSTM"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ("[]", "must be a JSON object"),
        ('{"red-list": {}}', "'red-list'"),
        ('{"black-list": []}', "black-list must be"),
        ('{"black-list": {"add": []}}', "black-list must be"),
        ('{"black-list": {"to-add": "Conv"}}', "to-add of black-list"),
        ('{"white-list": {"to-remove": [""]}}', "to-remove of white-list"),
        (
            '{"black-list": {"to-add": ["Conv"]}, "white-list": {"to-add": ["Conv2D"]}}',
            "adds Conv to black-list and to white-list",
        ),
    ],
)
def test_lists_that_say_something_else_are_refused(place: Path, text: str, words: str) -> None:
    (place / "list.json").write_text(text)
    with pytest.raises(UsageError, match=words) as error:
        asked(place, precision_mode=MIX, modify_mixlist="list.json")
    assert str(error.value).startswith("--modify_mixlist=list.json")


@pytest.mark.parametrize("mode", [None, "force_fp16", "must_keep_origin_dtype"])
def test_lists_belong_to_mixed_precision(place: Path, mode: str | None) -> None:
    (place / "list.json").write_text("{}")
    with pytest.raises(UsageError, match="belongs to --precision_mode=allow_mix_precision"):
        precision_request({"precision_mode": mode, "modify_mixlist": "list.json"}, place)


def test_a_type_that_is_several_of_onnx_is_refused_by_name(place: Path) -> None:
    (place / "keep.txt").write_text("OpType::Rsqrt")
    with pytest.raises(UsageError, match=r"--keep_dtype=keep.txt: Rsqrt .* Sqrt, Reciprocal"):
        asked(place, precision_mode=MIX, keep_dtype="keep.txt")
    with pytest.raises(UsageError, match="Lerp is several operators of ONNX"):
        mixlist(place, {"white-list": {"to-add": ["Lerp"]}})


def test_operators_keep_their_types_by_name_and_by_type(place: Path) -> None:
    (place / "keep.cfg").write_text("node_1\n\n  layer/two \nOpType::Conv2D\nOpType::Relu\n")
    wanted = asked(place, precision_mode="force_fp16", keep_dtype="keep.cfg")
    assert wanted is not None
    assert wanted.kept_names == {"node_1", "layer/two"}
    assert wanted.kept_types == {"Conv", "Relu"}
    assert asked(place, keep_dtype="keep.cfg") is None


@pytest.mark.parametrize("text", ["", "\n \n", "OpType::\n"])
def test_a_file_that_names_nothing_is_refused(place: Path, text: str) -> None:
    (place / "keep.cfg").write_text(text)
    with pytest.raises(UsageError, match=r"--keep_dtype=keep\.cfg: must have"):
        asked(place, precision_mode=MIX, keep_dtype="keep.cfg")


@pytest.mark.parametrize("name", ["modify_mixlist", "keep_dtype"])
def test_a_file_that_cannot_be_read_is_refused(place: Path, name: str) -> None:
    with pytest.raises(UsageError, match=f"--{name}=none: cannot read it: No such file"):
        asked(place, precision_mode=MIX, **{name: "none"})
    (place / "bytes").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(UsageError, match=f"--{name}=bytes"):
        asked(place, precision_mode=MIX, **{name: "bytes"})


def test_a_request_and_its_options_say_the_same(place: Path) -> None:
    (place / "list.json").write_text('{"black-list": {"to-add": ["Softmax"]}}')
    (place / "keep.cfg").write_text("product\n")
    given = {
        "model": "small.onnx",
        "job_type": "2",
        "precision_mode": MIX,
        "modify_mixlist": "list.json",
        "keep_dtype": "keep.cfg",
    }
    request = tune_request(given, read_settings())
    assert tune_request(options_of(request), read_settings()) == request
    assert "precision_mode" not in options_of(
        tune_request({"model": "small.onnx", "job_type": "2"}, read_settings())
    )


@pytest.mark.usefixtures("place")
def test_the_command_refuses_a_mode_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model=small.onnx", "--job_type=2", "--precision_mode=fast"]) == 2
    assert "--precision_mode=fast" in capsys.readouterr().err


@pytest.mark.parametrize("mode", ["cube_hif8", "mixed_hif8"])
def test_modes_of_ascends_own_type_name_the_way_to_float8(mode: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"{mode}: HiF8 .* float8: .*customize_dtypes, or"):
        precision_request({"precision_mode": mode}, tmp_path)


@pytest.mark.parametrize("mode", [MIX, "force_fp16", "cube_fp16in_fp32out", "allow_fp32_to_tf32"])
def test_a_mode_that_precise_products_leave_without_effect_is_told(place: Path, mode: str) -> None:
    given = {"precision_mode": mode, "op_select_implmode": "high_precision_for_all"}
    (told,) = precision_request(given, place).notices([])
    assert told == (
        f"--precision_mode={mode} has no effect on convolutions, matmuls, attention and "
        "recurrences, since --op_select_implmode=high_precision_for_all keeps their types"
    )


@pytest.mark.parametrize(
    "given",
    [
        {"precision_mode": MIX},
        {"precision_mode": MIX, "op_select_implmode": "high_performance"},
        {"precision_mode": "force_fp32", "op_select_implmode": "high_precision"},
        {"op_select_implmode": "high_precision"},
    ],
)
def test_nothing_is_told_of_modes_that_have_their_effects(
    place: Path, given: dict[str, str]
) -> None:
    assert precision_request(given, place).notices([]) == []


@pytest.mark.parametrize(
    ("given", "widened"),
    [
        ({}, True),
        ({"precision_mode": "force_fp32"}, True),
        ({"precision_mode": "force_fp16"}, False),
        ({"precision_mode": "allow_fp32_to_tf32"}, False),
        ({"customize_dtypes": "types.cfg"}, False),
    ],
    ids=str,
)
def test_float16_is_widened_where_nothing_else_is_asked_for(
    tmp_path: Path, given: dict[str, str], widened: bool
) -> None:
    (tmp_path / "types.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    request = precision_request(given, tmp_path)
    assert [wanted.widens for wanted in request.operators] == [widened, widened]
    again = precision_from_json(precision_to_json(request))
    assert [wanted.widens for wanted in again.operators] == [widened, widened]


def test_training_keeps_float16(tmp_path: Path) -> None:
    request = replace(precision_request({}, tmp_path), keeps_float16=True)
    assert not any(wanted.widens for wanted in request.operators)
    again = precision_from_json(precision_to_json(request))
    assert not any(wanted.widens for wanted in again.operators)
