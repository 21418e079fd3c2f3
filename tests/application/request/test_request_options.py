"""Options that are made of a request ask for the same job, whatever it has."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compression_request import CompressionRequest
from aoe.application.model.request.precision_request import precision_request
from aoe.application.request.dynamic_profiles import DynamicProfiles
from aoe.application.request.fusion_switches import FusionSwitches
from aoe.application.request.host_environment import host_environment
from aoe.application.request.request_options import options_of
from aoe.application.request.search_request import SearchRequest
from aoe.application.request.shapes import platform_ending
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.request.tune_request import (
    GraphRepositoryRequest,
    ModelRequest,
    OutputRequest,
    TuneRequest,
    tune_request,
)
from aoe.frontends.boundary import Boundary
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.preprocessing.settings import read_preprocessing
from aoe.graph.switches import Switches
from aoe.settings import read_settings
from aoe.target import ServerAddress

PROFILES = DynamicProfiles("dynamic_batch_size", ((2,), (3,)), "NCHW")


@pytest.fixture
def options(tmp_path: Path) -> dict[str, str | None]:
    (tmp_path / "m.onnx").write_bytes(b"")
    return {"model": str(tmp_path / "m.onnx"), "job_type": "2"}


def test_a_graph_repository_is_kept_by_its_whole_path(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    request = tune_request({**options, "mdl_bank_path": "graphs"}, read_settings({}, tmp_path))
    assert options_of(request)["mdl_bank_path"] == str(tmp_path / "graphs")


def test_a_budget_that_is_left_to_the_model_is_kept_so(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    request = tune_request({**options, "budget": "auto"}, settings)
    assert (request.search.automatic, request.search.budget_seconds) == (True, None)
    assert tune_request(options_of(request), settings) == request


def test_unequal_bands_are_asked_for_with_a_flag_that_a_continued_job_keeps(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    asked = {**options, "job_type": "1", "fnonhomo_split": "\0"}
    assert not tune_request({**asked, "fnonhomo_split": None}, settings).search.unequal
    request = tune_request(asked, settings)
    assert request.search.unequal
    assert tune_request(options_of(request), settings).search.unequal


def test_memory_that_is_not_reused_is_kept_for_a_continued_job(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    request = tune_request({**options, "disable_reuse_memory": "1"}, settings)
    assert not request.reuse_memory
    assert tune_request(options_of(request), settings) == request
    assert tune_request(options, settings).reuse_memory


def test_the_machine_to_compile_for_is_kept_for_a_continued_job(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    asked = {**options, "host_env_os": "linux", "host_env_cpu": "neoverse-n1_3c", "output": "m"}
    request = tune_request(asked, settings)
    assert request.output.offline_model == tmp_path / "m_linux_aarch64.om"
    assert request.threads == 3
    assert tune_request(options_of(request), settings) == request


def test_values_of_inputs_are_kept_for_a_continued_job(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    request = tune_request({**options, "input_value": "sr:16000; shape:2,8"}, settings)
    assert request.model.input_values == {"sr": "16000", "shape": "2,8"}
    again = tune_request(options_of(request), settings)
    assert again.model.input_values == request.model.input_values


def test_every_field_of_a_request_is_recorded(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = "a token of a good length"
    monkeypatch.setenv("AOE_DEVICE_TOKEN", token)
    (place / "operators").write_text('{"tune_ops_type": ["MatMul"]}')
    (place / "switches").write_text("Epilogue:off\nScaledWeights:off")
    (place / "aipp.cfg").write_text("aipp_op { aipp_mode: static input_format: YUV400_U8 }")
    off = Switches(frozenset({"scaled_weights"}), frozenset({"epilogue"}))
    request = TuneRequest(
        model=ModelRequest(
            origin=ModelOrigin(place / "small.onnx", 5, place / "switches"),
            input_shapes={"x": (-1, 8), "s": ()},
            dynamic=PROFILES,
            boundary=Boundary(
                out_nodes=("product:0", "relu:0"),
                output_types=(("product:0", "FP16"), ("relu:0", "DOUBLE")),
                input_fp16_nodes=("x",),
                input_hw_layouts=(True,),
                output_hw_layouts=(False, True),
                preprocessing=read_preprocessing("aipp.cfg", place),
            ),
            input_values={"n": "3", "shape": "2,8"},
            fusions=FusionSwitches(off, file=place / "switches"),
        ),
        job_types=(2,),
        threads=1,
        device="reference",
        search=SearchRequest(
            budget_seconds=90.5,
            level="O1",
            deeper=True,
            operators=OperatorSelection(types=frozenset(["MatMul"]), file=place / "operators"),
            seed=3,
            trial_log=place / "trials.jsonl",
        ),
        output=OutputRequest(
            offline_model=place / f"out{platform_ending(PROFILES)}.om",
            dump_graph=place / "graphs",
        ),
        graph_repository=GraphRepositoryRequest(False, place / "graphs"),
        cache=CacheRequest("force", place / "kernels"),
        precision=precision_request({"precision_mode": "allow_mix_precision"}, place),
        reuse_memory=False,
        host=host_environment({"host_env_os": "linux"}, "reference", 1),
        compression=CompressionRequest(sparsity=True),
    )
    of_subgraphs = dataclasses.replace(
        request,
        job_types=(1,),
        device="cpu",
        host=None,
        server=ServerAddress("localhost", 6001, token),
        compression=CompressionRequest(),
        search=dataclasses.replace(request.search, unequal=True, deeper=False),
        graph_repository=GraphRepositoryRequest(True, place / "graphs"),
    )
    of_folder = dataclasses.replace(
        request,
        model=dataclasses.replace(
            request.model,
            origin=ModelOrigin(place, 5),
            boundary=Boundary(input_fp16_nodes=("x",)),
            folder=True,
            input_format="NCHW",
        ),
        output=OutputRequest(folder=place / "tuned"),
        compression=CompressionRequest(),
        search=dataclasses.replace(request.search, budget_seconds=None, automatic=True),
    )
    unset = _values(TuneRequest(ModelRequest(ModelOrigin(b""))))
    made_of = (request, of_subgraphs, of_folder)
    for name in _values(request):
        if name != "output.resumed":
            assert {repr(_values(made)[name]) for made in made_of} - {repr(unset[name])}, name
    for made in made_of:
        assert tune_request(options_of(made), read_settings()) == made


def _values(request: TuneRequest) -> dict[str, object]:
    """The values in a request by field, and by group and field."""
    found: dict[str, object] = {}
    for item in dataclasses.fields(request):
        value = getattr(request, item.name)
        if isinstance(value, ModelRequest | SearchRequest | OutputRequest | GraphRepositoryRequest):
            for field in dataclasses.fields(value):
                found[f"{item.name}.{field.name}"] = getattr(value, field.name)
        else:
            found[item.name] = value
    return found
