"""ONNX Runtime's options: what is followed, and what is refused."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import aoe
from aoe.application.onnx_runtime.options import session_options
from aoe.backends.registry import backend_named
from tests.application.onnx_runtime.snippets import MODEL, X, classifier

FEED = {"features": X}


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    onnx.save(classifier(), MODEL)
    return MODEL


def test_threads_of_the_options_are_those_of_the_session(model: str) -> None:
    options = aoe.SessionOptions(intra_op_num_threads=2)
    with aoe.InferenceSession(model, options) as session:
        assert session.threads == 2
    with aoe.InferenceSession(model, options, threads=1) as session:
        assert session.threads == 1


def test_a_number_in_place_of_options_is_that_of_threads(model: str) -> None:
    with aoe.InferenceSession(model, 2) as session:
        assert session.threads == 2
    with pytest.raises(aoe.UsageError, match="threads is given twice, as 2 and as 1"):
        aoe.InferenceSession(model, 2, threads=1)


def test_options_of_onnx_runtime_itself_are_taken() -> None:
    theirs = onnxruntime.SessionOptions()
    theirs.intra_op_num_threads = 3
    assert session_options(theirs).intra_op_num_threads == 3
    assert session_options(object()).intra_op_num_threads == 0


def test_the_compiled_model_is_written_where_options_say(model: str) -> None:
    options = aoe.SessionOptions(optimized_model_filepath="made.om")
    with aoe.InferenceSession(model, options, threads=1) as session:
        wanted = session.run(None, FEED)
    with aoe.InferenceSession("made.om", threads=1) as session:
        np.testing.assert_array_equal(session.run(None, FEED)[0], wanted[0])
        assert session.get_modelmeta().producer_name == "trainer"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"optimized_model_filepath": "made.onnx"}, "optimized_model_filepath='made.onnx'"),
        ({"enable_profiling": True}, r"enable_profiling is set; .* session\.profile"),
        ({"intra_op_num_threads": -1}, "intra_op_num_threads=-1: must be a number"),
        ({"intra_op_num_threads": "2"}, "intra_op_num_threads='2'"),
    ],
)
def test_options_that_cannot_be_followed_are_refused(
    options: dict[str, Any], words: str, model: str
) -> None:
    with pytest.raises(aoe.UsageError, match=words):
        aoe.InferenceSession(model, SimpleNamespace(**options))


def test_a_dimension_that_no_input_has_is_refused(model: str) -> None:
    options = aoe.SessionOptions()
    options.add_free_dimension_override_by_name("rows", 3)
    with pytest.raises(aoe.UsageError, match=r"no input of .* has it; there is 'batch'"):
        aoe.InferenceSession(model, options)


@pytest.mark.parametrize(
    ("method", "arguments", "words"),
    [
        ("add_free_dimension_override_by_denotation", ("N", 1), "override_by_name"),
        ("add_initializer", ("w", None), "weights are compiled"),
        ("register_custom_ops_library", ("lib.so",), r"aoe\.register_operator"),
        ("get_session_config_entry", ("no",), "no entry 'no'"),
    ],
)
def test_methods_without_an_effect_that_would_matter_are_refused(
    method: str, arguments: tuple[object, ...], words: str
) -> None:
    with pytest.raises(aoe.UsageError, match=words):
        getattr(aoe.SessionOptions(), method)(*arguments)


def test_a_misspelt_option_is_an_error() -> None:
    with pytest.raises(AttributeError):
        aoe.SessionOptions().intra_op_threads = 2  # type: ignore[attr-defined]


def test_a_run_that_is_to_end_does_not_begin(model: str) -> None:
    options = aoe.RunOptions()
    options.add_run_config_entry("memory.enable", "1")
    assert options.get_run_config_entry("memory.enable") == "1"
    with aoe.InferenceSession(model, threads=1) as session:
        session.run(None, FEED, options)
        options.terminate = True
        with pytest.raises(aoe.UsageError, match="terminate is set"):
            session.run(None, FEED, options)


def test_a_provider_that_is_not_there_gives_a_warning(
    model: str, caplog: pytest.LogCaptureFixture
) -> None:
    providers = [("NoExecutionProvider", {"device_id": 0}), "CPUExecutionProvider"]
    with aoe.InferenceSession(model, providers=providers, threads=1) as session:
        assert session.get_providers() == ["CPUExecutionProvider"]
    assert "NoExecutionProvider is not available" in caplog.text


def test_a_device_that_this_machine_lacks_is_not_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(threads: int | None = None) -> object:
        raise aoe.UsageError("there is no such device")

    assert "CPUExecutionProvider" in aoe.get_available_providers()
    monkeypatch.setattr(backend_named("cpu").machine, "target", absent)
    assert "CPUExecutionProvider" not in aoe.get_available_providers()


def test_so_many_inferences_run_at_once_as_are_allowed(model: str) -> None:
    with aoe.InferenceSession(model, threads=1, parallel_runs=2) as session:
        assert session.run(None, FEED)[0].shape == (3, 3)
        assert session._turns is not None
        assert session._turns._value == 2
    with pytest.raises(aoe.UsageError, match="parallel_runs=0"):
        aoe.InferenceSession(model, parallel_runs=0)
