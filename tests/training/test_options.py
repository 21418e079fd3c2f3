"""AOE's parameters of training scripts."""

from __future__ import annotations

from dataclasses import replace
from logging import getLogger
from pathlib import Path
from typing import Any

import onnx_ir
import pytest

from aoe.errors import UsageError
from aoe.settings import read_settings, usable_cores
from aoe.training.compilation import program_group, tuner_of
from aoe.training.options import KEYS, step_options


def test_a_parameter_wins_over_the_variable() -> None:
    settings = replace(read_settings({}), aoe_mode="1")
    assert step_options({}, settings).aoe_mode == "1"
    assert step_options({"aoe_mode": 2}, settings).aoe_mode == "2"


@pytest.mark.parametrize("mode", ["", "3", "online"])
def test_an_invalid_mode_is_refused_in_aoes_words(mode: str) -> None:
    with pytest.raises(UsageError, match=r"aoe_mode should be one of the list:\['1','2','4'\]"):
        step_options({"aoe_mode": mode}, read_settings({}))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"work_path": "nowhere"}, "work_path"),
        ({"aoe_config_file": "nowhere.json"}, "aoe_config_file='nowhere.json': there is no such"),
        ({"aoe_config_file": 3}, "aoe_config_file=3: must be a path"),
        ({"threads": "two"}, "threads='two': must be a whole number"),
        ({"work_path": 3}, "work_path=3: must be a path"),
        ({"budget": "soon"}, "budget='soon': must be a time"),
        ({"op_compiler_cache_mode": True}, "op_compiler_cache_mode=True: must be the name of a"),
        ({"work_pth": "here"}, "did you mean work_path"),
        ({"precision_mode": "low"}, "precision_mode=low"),
        ({"precision_mode": ["low"]}, r"precision_mode=\['low'\]: must be the name of a mode"),
        (
            {"op_compiler_cache_mode": "often"},
            "op_compiler_cache_mode=often: must be enable, force",
        ),
    ],
)
def test_a_wrong_value_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        step_options(given, read_settings({}))
    assert "--" not in str(error.value)


@pytest.mark.parametrize("mode", [None, "4"])
def test_steps_may_have_more_threads_than_there_are_cores(mode: str | None) -> None:
    given = {"threads": usable_cores() + 1, "aoe_mode": mode}
    assert step_options(given, read_settings({})).threads == usable_cores() + 1


@pytest.mark.parametrize("mode", ["1", "2"])
def test_steps_that_are_tuned_have_no_more_threads_than_there_are_cores(mode: str) -> None:
    given = {"threads": usable_cores() + 1, "aoe_mode": mode}
    with pytest.raises(UsageError, match="the cores of this machine"):
        step_options(given, read_settings({}))


@pytest.mark.parametrize("name", sorted({*KEYS} - {"aoe_mode"}))
def test_an_empty_value_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"{name}='': is empty; give a value, or leave {name} out"):
        step_options({name: ""}, read_settings({}))


def test_files_are_below_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.json").write_text('{"tune_ops_type": ["MatMul"]}')
    options = step_options({"aoe_config_file": "names.json"}, read_settings({}))
    assert options.aoe_config_file == tmp_path / "names.json"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"tune_ops_typ": ["MatMul"]}', "the key 'tune_ops_typ' is none of"),
        ('{"feature": ["nonhomo_split"]}', "feature 'nonhomo_split' is for tuning of subgraphs"),
        ("MatMul", "is not JSON"),
    ],
)
def test_the_file_is_read_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.json").write_text(content)
    given = {"aoe_config_file": "names.json", "aoe_mode": "2"}
    with pytest.raises(UsageError, match=f"aoe_config_file=names.json: {message}"):
        step_options(given, read_settings({}))


def test_the_compile_cache_is_used_as_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"op_compiler_cache_mode": "force", "op_compiler_cache_dir": "kept"}
    cache = step_options(given, read_settings({})).cache
    assert (cache.mode, cache.directory) == ("force", tmp_path / "kept")
    assert step_options({"op_compiler_cache_mode": None}, read_settings({})).cache.mode == "enable"


def test_plain_sums_of_products_are_asked_for() -> None:
    found = step_options({"op_select_implmode": "high_precision"}, read_settings({}))
    assert found.precision.operators[0].of(frozenset(), frozenset()) == "direct"


def test_a_mode_without_effect_is_told_once_for_all_graphs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    given = {"op_select_implmode": "high_precision", "precision_mode": "force_fp16"}
    settings = read_settings({})
    group = program_group(step_options(given, settings), settings, 1, getLogger())
    for kind in ("Relu", "Exp"):
        x = onnx_ir.val("x", onnx_ir.DataType.FLOAT, [4])
        y = onnx_ir.node(kind, [x])
        y.outputs[0].dtype, y.outputs[0].shape = onnx_ir.DataType.FLOAT, x.shape
        graph = onnx_ir.Graph([x], y.outputs, nodes=[y], opset_imports={"": 20}, name=kind)
        group.compiled(onnx_ir.Model(graph, ir_version=10))
    (told,) = (text for text in caplog.messages if "has no effect" in text)
    assert told == (
        "precision_mode=force_fp16 has no effect on convolutions, matmuls, attention and "
        "recurrences, since op_select_implmode=high_precision keeps their types"
    )


def test_an_unknown_mode_of_implementations_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^op_select_implmode=precise: must be one of high_p"):
        step_options({"op_select_implmode": "precise"}, read_settings({}))


def test_a_job_tunes_operators_as_they_are_computed() -> None:
    given = {"op_select_implmode": "high_precision", "aoe_mode": "2"}
    settings = read_settings({})
    tuner = tuner_of(step_options(given, settings), settings, 1, "graphs", getLogger(), "cpu")
    assert tuner is not None
    assert tuner._given(Path("dump"))["op_select_implmode"] == "high_precision"
