"""Arguments of the Python API: what is wrong with one is told in the words of its caller."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.application.api_names import ARGUMENTS, FIELDS


@pytest.mark.parametrize(
    ("function", "name", "hint"),
    [
        (aoe.tune, "precision_mode", r"precision=aoe\.PrecisionOptions\(mode="),
        (aoe.tune, "dynamic_dims", r"model_options=aoe\.ModelOptions\(dynamic_dims="),
        (aoe.tune, "trial_log", r"tune_options=aoe\.TuneOptions\(trial_log="),
        (aoe.compile, "op_bank_path", r"cache=aoe\.CacheOptions\(operator_repository="),
        (aoe.tune, "op_bank_path", "TUNE_BANK_PATH"),
        (aoe.compile, "seed", r"which is for aoe\.tune\(\)"),
        (aoe.compile, "thread", r"did you mean threads\?"),
        (aoe.compile, "nonsense", r"see help\(aoe\.compile\)"),
    ],
)
def test_an_unknown_argument_is_told_where_to_go(function: Any, name: str, hint: str) -> None:
    with pytest.raises(aoe.UsageError, match=rf"aoe\.\w+\(\) .*({name}.*{hint}|{hint}.*{name})"):
        function("small.onnx", **{name: 1})


GROUPS = (aoe.ModelOptions, aoe.TuneOptions, aoe.PrecisionOptions, aoe.CacheOptions)
#: Fields that the command line has no option for.
IN_PYTHON_ONLY = {("CacheOptions", "kept_shapes")}


def test_every_field_of_a_group_stands_for_an_option_and_the_other_way_round() -> None:
    named = {(field.group, field.name) for field in FIELDS.values()}
    fields = {(group.__name__, item.name) for group in GROUPS for item in dataclasses.fields(group)}
    assert named == fields - IN_PYTHON_ONLY
    assert fields >= IN_PYTHON_ONLY
    arguments = set(inspect.signature(aoe.tune).parameters)
    of_folder = set(inspect.signature(aoe.tune_folder).parameters)
    of_operators = set(inspect.signature(aoe.tune_operators).parameters)
    assert {field.argument for field in FIELDS.values()} <= arguments & of_folder
    assert set(ARGUMENTS.values()) <= arguments | of_folder | of_operators


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("threads", ["2", 1.5, True])
def test_threads_of_another_type_are_a_usage_error(threads: Any) -> None:
    for function in (aoe.compile, aoe.tune):
        with pytest.raises(aoe.UsageError, match="whole number"):
            function("small.onnx", threads=threads)


#: The module, whose functions may then be called with anything.
ANY: Any = aoe


class Strange:
    """Of no type that anything takes."""


ENTRIES: dict[str, Callable[..., Any]] = {
    "aoe.tune": aoe.tune,
    "aoe.tune_folder": aoe.tune_folder,
    "aoe.compile": aoe.compile,
    "aoe.InferenceSession": aoe.InferenceSession,
    **{f"aoe.{group.__name__}": group for group in GROUPS},
}
#: Every argument of every entry point that looks at what it is given.
EVERY = [
    (entry, name)
    for entry, function in ENTRIES.items()
    for name, item in inspect.signature(function).parameters.items()
    if item.annotation != "object"
]


def with_argument(entry: str, name: str, value: Any) -> Any:
    first = {} if entry.endswith("Options") else {"model": "small.onnx"}
    first = {"model_path": "."} if entry == "aoe.tune_folder" else first
    first = {"path_or_bytes": "small.onnx"} if entry == "aoe.InferenceSession" else first
    return ENTRIES[entry](**{**first, name: value})


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("entry", "name"), EVERY)
def test_an_argument_of_another_type_is_a_usage_error_that_names_it(entry: str, name: str) -> None:
    caller = rf"({entry}\(\): )?" if name == "model" else rf"{entry}\(\): "
    with pytest.raises(aoe.UsageError, match=rf"^{caller}{name}=<.*> must be .*, not Strange"):
        with_argument(entry, name, Strange())


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("entry", "name"), EVERY)
def test_an_empty_text_is_a_usage_error_that_names_its_argument(entry: str, name: str) -> None:
    with pytest.raises(aoe.UsageError, match=rf"{entry}\(\): {name}"):
        with_argument(entry, name, "")


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("entry", "name"), EVERY)
def test_a_text_with_a_null_character_is_a_usage_error(entry: str, name: str) -> None:
    with pytest.raises(aoe.UsageError, match=rf"{entry}\(\): {name}"):
        with_argument(entry, name, "a\0b")


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ANY.TuneOptions(seed="x"), "seed='x' must be a whole number, not str"),
        (lambda: ANY.ModelOptions(out_nodes=3), "must be a sequence of texts or None, not int"),
        (
            lambda: ANY.ModelOptions(out_nodes="conv"),
            "a sequence of texts or None, not str",
        ),
        (
            lambda: ANY.compile("small.onnx", input_shape={"x": 2}),
            "mapping of texts to sequences",
        ),
        (lambda: ANY.compile("small.onnx", input_values={"x": [1]}), "input_values={'x'"),
        (lambda: ANY.tune("small.onnx", "2"), "aoe.tune\\(\\): too many positional arguments"),
        (lambda: ANY.tune(), "aoe.tune\\(\\): missing a required argument: 'model'"),
        (lambda: aoe.compile(b""), "model is empty"),
        (lambda: aoe.compile(b"no model"), "model \\(8 bytes\\) is not an ONNX model"),
    ],
)
def test_what_is_wrong_and_what_is_expected_is_told(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(aoe.AoeError, match=words):
        make()


@pytest.mark.parametrize(
    ("group", "name", "words"),
    [
        (aoe.ModelOptions, "foo", "it takes input_format, input_shape_range,"),
        (aoe.ModelOptions, "out_node", "did you mean out_nodes of aoe.ModelOptions"),
        (aoe.ModelOptions, "seed", "did you mean seed of aoe.TuneOptions"),
        (aoe.TuneOptions, "outnodes", "did you mean out_nodes of aoe.ModelOptions"),
        (aoe.TuneOptions, "tune_optimization_level", "did you mean level of aoe.TuneOptions"),
        (aoe.CacheOptions, "mod", "did you mean mode of aoe.CacheOptions"),
        (aoe.TuneOptions, "threads", "threads is an argument of its own"),
    ],
)
def test_an_unknown_field_is_told_where_to_go(group: Any, name: str, words: str) -> None:
    with pytest.raises(
        aoe.UsageError, match=f"aoe.{group.__name__} has no field '{name}'; {words}"
    ):
        group(**{name: 1})


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"input_shape": "x"}, "^input_shape: 'x' is not"),
        ({"input_shape": "x:-1,8"}, "^input_shape=.* -1 with ModelOptions.dynamic_batch_size"),
        ({"threads": 0}, "^threads=0: must be from 1"),
        ({"framework": 9}, "^framework=9 is not available"),
        ({"device": "gpu"}, "^device=gpu: "),
        ({"precision": "half"}, "^precision=half: must be one of"),
        ({"precision": aoe.PrecisionOptions("half")}, "^PrecisionOptions.mode=half: must be one"),
        ({"cache": aoe.CacheOptions(mode="x")}, "^CacheOptions.mode=x: must be"),
        ({"model_options": aoe.ModelOptions(output_type="x")}, "^ModelOptions.output_type="),
        ({"model_options": aoe.ModelOptions(out_nodes=["z"])}, "ModelOptions.out_nodes names 'z'"),
        ({"model_options": aoe.ModelOptions(input_format="x")}, "^ModelOptions.input_format=x:"),
    ],
)
def test_errors_call_arguments_as_the_caller_does(arguments: dict[str, Any], words: str) -> None:
    shaped = {} if "input_shape" in arguments else {"input_shape": "x:2,8"}
    for function in (aoe.compile, aoe.tune):
        with pytest.raises(aoe.UsageError, match=words) as caught:
            function("small.onnx", **{**shaped, **arguments})
        assert "--" not in str(caught.value)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"budget": "soon"}, "^budget=soon: must be"),
        ({"output": "bank"}, "^output=bank: is a directory"),
        ({"output": "bank/"}, r"^output=bank/: is a directory; .*, e\.g\. bank/model$"),
        ({"job_type": 4}, "^job_type=4: .* use job_type=1,2"),
        ({"reload": True}, "^reload: there is no interrupted job"),
        ({"tune_options": aoe.TuneOptions(level="O3")}, "^TuneOptions.level=O3: must be O1 or O2"),
        ({"tune_options": aoe.TuneOptions(seed=-1)}, "^TuneOptions.seed=-1: must be"),
        (
            {"job_type": 1, "cache": aoe.CacheOptions(use_graph_repository=False)},
            "^CacheOptions.use_graph_repository=False leaves .* but job_type=1",
        ),
        (
            {"cache": aoe.CacheOptions(operator_repository="bank")},
            "^CacheOptions.operator_repository is for aoe.compile",
        ),
        ({"precision": aoe.CacheOptions()}, "must be an aoe.PrecisionOptions, text or None"),
        ({"model_options": {"out_nodes": ["y"]}}, "must be an aoe.ModelOptions or None, not dict"),
        (
            {"model_options": aoe.ModelOptions(fusion_switch_file="small.onnx")},
            "^ModelOptions.fusion_switch_file=small.onnx: is not UTF-8 text",
        ),
    ],
)
def test_errors_of_tuning_call_arguments_as_the_caller_does(
    arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(aoe.UsageError, match=words) as caught:
        aoe.tune("small.onnx", input_shape={"x": (2, 8)}, **arguments)
    assert "--" not in str(caught.value)


@pytest.mark.usefixtures("place")
def test_tuning_asks_for_open_shapes_as_the_caller_gives_them() -> None:
    with pytest.raises(aoe.UsageError, match='input_shape="x:') as caught:
        aoe.tune("small.onnx")
    assert "--" not in str(caught.value)


def test_warnings_call_arguments_as_the_caller_does(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (place / "keep").write_text("absent\n")
    options = aoe.PrecisionOptions("allow_mix_precision", keep_dtype="keep")
    aoe.compile("small.onnx", threads=1, input_shape={"x": (2, 8)}, precision=options).close()
    assert "PrecisionOptions.keep_dtype=" in caplog.text
    assert "/keep: no operator of the model is called 'absent'" in caplog.text
    assert "--" not in caplog.text


def test_numbers_of_numpy_are_numbers(place: Path) -> None:
    sizes = np.array([2, 8])
    with ANY.compile("small.onnx", threads=np.int64(1), input_shape={"x": sizes}) as session:
        assert session.threads == 1
        assert session.get_inputs()[0].shape == [2, 8]
    assert ANY.TuneOptions(seed=np.int32(3)).seed == 3
