"""Options of Ascend's compiler become options of `aoe` where they mean one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.bypass import BYPASSES, KEYS, with_bypassed
from aoe.application.options import OPTIONS
from aoe.errors import UsageError
from tests.properties import examples

PARAMETERS = {option.parameter for option in OPTIONS}
#: What a value may hold: not what begins another pair.
VALUES = st.text("abz019.,;:/_-~", min_size=1).filter(
    lambda text: text == text.strip().rstrip(",;") and text.strip()
)


def test_every_key_means_an_option_that_there_is() -> None:
    assert set(KEYS.values()) <= PARAMETERS


@pytest.mark.parametrize("bypass", BYPASSES)
def test_keys_become_options(bypass: str) -> None:
    text = "ge.bufferOptimize=off_optimize;ge.exec.precision_mode=force_fp32"
    found, sentences = with_bypassed({bypass: text, "model": "m.onnx"})
    assert found["buffer_optimize"] == "off_optimize"
    assert found["precision_mode"] == "force_fp32"
    assert found["model"] == "m.onnx"
    assert found[bypass] is None
    assert not sentences


@examples(60)
@given(st.dictionaries(st.sampled_from(sorted(set(KEYS) - {"ge.outputDatatype"})), VALUES))
def test_values_may_have_commas_and_semicolons(pairs: dict[str, str]) -> None:
    text = ";".join(f"{key}={value}" for key, value in pairs.items())
    found, sentences = with_bypassed({"build_bypass": text or " "})
    assert {KEYS[key]: value for key, value in pairs.items()} == {
        name: value for name, value in found.items() if name not in BYPASSES
    }
    assert not sentences


@examples(60)
@given(st.text())
def test_any_text_is_taken_or_refused_by_name(text: str) -> None:
    try:
        told = with_bypassed({"init_bypass": text})[1]
    except UsageError as error:
        told = (str(error),)
    assert all(sentence.startswith("--init_bypass: ") for sentence in told)


def test_what_concerns_ascend_alone_is_told_once() -> None:
    text = "something;ge.debugDir=x,ge.deterministic=1"
    _, sentences = with_bypassed({"build_bypass": text})
    assert sentences == (
        "--build_bypass: something, ge.debugDir, ge.deterministic concern Ascend's compiler alone; "
        "there is no effect here",
    )


def test_the_repository_of_operators_has_its_own_sentence() -> None:
    _, (sentence,) = with_bypassed({"build_bypass": "ge.op_bank_path=/bank"})
    assert "TUNE_BANK_PATH" in sentence


@pytest.mark.parametrize(
    ("given_options", "named"),
    [
        (
            {"init_bypass": "ge.bufferOptimize=off_optimize", "buffer_optimize": "l2_optimize"},
            "contradicts --buffer_optimize=l2_optimize",
        ),
        ({"init_bypass": "log=info,log=error"}, "contradicts --log=info"),
        ({"build_bypass": "ge.dynamicDims="}, "ge.dynamicDims= has no value"),
    ],
)
def test_contradictions_and_empty_values_are_refused(
    given_options: dict[str, str | None], named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        with_bypassed(given_options)


def test_the_same_value_twice_is_no_contradiction() -> None:
    found, _ = with_bypassed({"init_bypass": "log=info", "build_bypass": "log=info", "log": "info"})
    assert found["log"] == "info"


def test_without_a_bypass_nothing_changes() -> None:
    options = {"model": "m.onnx", "init_bypass": None}
    assert with_bypassed(options) == (options, ())
