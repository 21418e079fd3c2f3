"""Option groups of the Python API reach functions that take options as texts."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.application.api_names import FIELDS
from aoe.application.python_api import folder, single_model
from aoe.application.python_api.option_texts import (
    texts_of_cache,
    texts_of_model,
    texts_of_precision,
    texts_of_search,
)
from aoe.application.request.tune_request import TuneRequest


def test_every_field_of_a_group_becomes_its_option() -> None:
    texts = {
        **texts_of_model(aoe.ModelOptions()),
        **texts_of_search(aoe.TuneOptions()),
        **texts_of_precision(aoe.PrecisionOptions()),
        **texts_of_cache(aoe.CacheOptions(), "aoe.tune_folder"),
    }
    assert texts.keys() == FIELDS.keys() - {"op_bank_path"}  # only `aoe.compile` takes that one


def test_what_is_not_given_is_no_option() -> None:
    texts = {**texts_of_model(aoe.ModelOptions()), **texts_of_precision(None)}
    assert set(texts.values()) == {None}


@pytest.fixture
def requests(place: Path, monkeypatch: pytest.MonkeyPatch) -> list[TuneRequest]:
    """What jobs are asked for; they end at once."""
    found: list[TuneRequest] = []

    def run(request: TuneRequest, *_: Any) -> None:
        found.append(request)
        raise aoe.AoeError("enough")

    monkeypatch.setattr(folder, "run_folder_job", run)
    monkeypatch.setattr(single_model, "run_tune_job", run)
    return found


def test_options_of_a_folder_are_asked_for(place: Path, requests: list[TuneRequest]) -> None:
    (place / "names.txt").write_text("Scaled:com.example.Scaled\n")
    with pytest.raises(aoe.AoeError, match="enough"):
        aoe.tune_folder(
            ".",
            model_options=aoe.ModelOptions(op_name_map="names.txt", disable_reuse_memory=True),
            precision=aoe.PrecisionOptions(
                op_select_implmode="high_precision", optypelist_for_implmode=["Conv", "MatMul"]
            ),
        )
    (request,) = requests
    assert request.model.origin.operator_names.file == place / "names.txt"
    assert not request.reuse_memory
    assert request.precision.implementations.options()["optypelist_for_implmode"] == "Conv,MatMul"


def test_a_model_and_a_folder_are_asked_for_alike(requests: list[TuneRequest]) -> None:
    group = aoe.TuneOptions(level="O1", deeper=True, seed=3, dump_graph="graphs")
    cache = aoe.CacheOptions(graph_repository="known", use_graph_repository=False)
    for tune, model in ((aoe.tune, "small.onnx"), (aoe.tune_folder, ".")):
        with pytest.raises(aoe.AoeError, match="enough"):
            tune(model, budget="5m", threads=1, tune_options=group, cache=cache)
    one, folder = requests
    assert (one.search.level, one.search.budget_seconds, one.search.seed) == ("O1", 300, 3)
    assert not one.graph_repository.used
    assert dataclasses.replace(one, model=folder.model) == folder


def test_names_of_inputs_may_have_marks(requests: list[TuneRequest]) -> None:
    with pytest.raises(aoe.AoeError, match="enough"):
        aoe.tune("small.onnx", input_shape={"x:0;y": (2, 8)}, input_values={"n;m:1": np.int64(3)})
    (request,) = requests
    assert request.model.input_shapes == {"x:0;y": (2, 8)}
    assert request.model.input_values == {"n;m:1": "3"}


@pytest.mark.usefixtures("requests")
def test_a_port_without_a_server_is_refused() -> None:
    options = aoe.TuneOptions(port=7000)
    for call in (
        lambda: aoe.tune_folder(".", tune_options=options),
        lambda: aoe.tune("small.onnx", tune_options=options),
    ):
        with pytest.raises(aoe.UsageError, match=r"TuneOptions\.port needs TuneOptions\.ip"):
            call()


@pytest.mark.usefixtures("requests")
@pytest.mark.parametrize(
    ("options", "job_type", "sentence"),
    [
        (aoe.TuneOptions(deeper=True), 1, r"TuneOptions\.deeper needs job_type=2"),
        (aoe.TuneOptions(unequal=True), 2, r"TuneOptions\.unequal needs job_type=1"),
    ],
)
def test_a_way_to_search_needs_its_job_type(
    options: aoe.TuneOptions, job_type: int, sentence: str
) -> None:
    for function, model in ((aoe.tune_folder, "."), (aoe.tune, "small.onnx")):
        with pytest.raises(aoe.UsageError, match=sentence):
            function(model, job_type=job_type, tune_options=options)


def test_unequal_strips_are_asked_for(requests: list[TuneRequest]) -> None:
    with pytest.raises(aoe.AoeError, match="enough"):
        aoe.tune_folder(".", job_type="1,2", tune_options=aoe.TuneOptions(unequal=True))
    assert requests[0].search.unequal
