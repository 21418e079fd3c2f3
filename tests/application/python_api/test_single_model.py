"""The module `aoe` in Python: sources of every kind, sessions, models of other machines."""

from __future__ import annotations

import dataclasses
import logging
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.model.compilation import repository_policies, tuned_subgraphs
from aoe.application.model.source import (
    load_graph,
    load_profiles,
    prepared_profiles,
    read_model,
    source_name,
)
from aoe.backends.cpu.implementations import registry
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy, space
from aoe.backends.session import read_offline_model
from aoe.errors import AoeError, UnsupportedModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.policy import SubgraphPolicy
from aoe.repository.location import custom_graph_directory
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from tests.application.conftest import expected, small_model
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights

X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


def assert_right(session: aoe.InferenceSession) -> None:
    np.testing.assert_allclose(session.run(["y"], {"x": X})[0], expected(X), atol=1e-5)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("kind", ["text", "path", "bytes", "proto"])
def test_a_model_may_be_given_as_anything(kind: str) -> None:
    sources: dict[str, object] = {
        "text": "small.onnx",
        "path": Path("small.onnx"),
        "bytes": Path("small.onnx").read_bytes(),
        "proto": small_model(),
    }
    with aoe.compile(sources[kind], threads=1, input_shape={"x": (2, 8)}) as session:
        assert_right(session)


def test_compiling_leaves_no_file_behind(place: Path) -> None:
    before = sorted(place.rglob("*"))
    aoe.compile("small.onnx", threads=1, input_shape={"x": (2, 8)}).close()
    assert sorted(place.rglob("*")) == before


@pytest.mark.usefixtures("place")
def test_several_compile_processes_make_the_code_that_one_makes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def objects(processes: int) -> Mapping[str, bytes]:
        monkeypatch.setenv("TE_PARALLEL_COMPILER", str(processes))
        cache = aoe.CacheOptions(mode="disable")
        with aoe.compile("small.onnx", threads=1, input_shape={"x": (2, 8)}, cache=cache) as made:
            return made.model.objects

    assert objects(processes=2) == objects(processes=1)


def test_compiling_uses_what_another_repository_knows(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TUNE_BANK_PATH")
    monkeypatch.setenv("HOME", "home")
    settings, target = read_settings({"TUNE_BANK_PATH": "bank"}), host_target(1)
    _, graph = load_graph(ModelOrigin("small.onnx"), {"x": (2, 8)})
    (node,) = graph.operator_nodes
    usual = default_policy(node.operator, target)
    other = next(policy for policy in space(node.operator, target) if policy != usual)
    time = Measurement(1e-6, 1e-6, 1e-8, 9)
    repository_policies(settings, target).store(node.operator, Winner(other, time, time, time))
    for bank, policy in ((None, usual), ("bank", other)):
        session = aoe.compile(
            "small.onnx",
            threads=1,
            input_shape={"x": (2, 8)},
            cache=aoe.CacheOptions(operator_repository=bank),
        )
        assert session.model.policies == {node.operator.key: policy.to_json()}
        session.close()


def deep_model() -> onnx.ModelProto:
    """Two products; the Relu between them is fused by default."""
    return onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
        deep (float[2,8] x, float[8,8] w) => (float[2,8] y)
        { a = MatMul(x, w) b = Relu(a) y = MatMul(b, w) }""")


@pytest.fixture
def graph_bank(place: Path) -> Path:
    """A graph repository that stores what comes before the Relu of the deep model."""
    (place / "graphs").mkdir()
    settings = read_settings({"TUNE_BANK_PATH": str(place / "graphs")})
    _, (graph,) = load_profiles(ModelOrigin(deep_model()), [{}])
    (subgraph,) = graph.subgraphs
    operators = tuple(subgraph.numbers[node.output] for node in subgraph.operator_nodes)
    time = Measurement(1e-6, 1e-6, 1e-8, 9)
    winner = Winner(SubgraphPolicy.of({"stored": operators}), time, time, time)
    tuned_subgraphs(settings, host_target(1)).store(subgraph, winner)
    return place / "graphs"


def operators_of(session: aoe.InferenceSession) -> int:
    """How many operators an inference computes; closes the session."""
    with session:
        session.run(None, {"x": X, "w": np.eye(8, dtype=np.float32)})
        return len(session.model.plan.calls)


def test_compiling_uses_what_the_graph_repository_knows(
    graph_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = operators_of(aoe.compile(deep_model(), threads=1))
    found = operators_of(
        aoe.compile(deep_model(), threads=1, cache=aoe.CacheOptions(graph_repository=graph_bank))
    )
    monkeypatch.setenv("TUNE_BANK_PATH", str(graph_bank))
    assert operators_of(aoe.compile(deep_model(), threads=1)) == found == usual + 1


@pytest.mark.parametrize("way", ["mdl_bank_path", "home"])
def test_tuning_reads_the_graph_repository_where_compiling_does(
    graph_bank: Path, place: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    usual = operators_of(aoe.compile(deep_model(), threads=1))
    monkeypatch.setenv("TUNE_BANK_PATH", "bank")
    if way == "home":
        monkeypatch.setenv("HOME", "home")
        soc_version = host_target(1).soc_version
        default = custom_graph_directory(read_settings({"HOME": "home"}), soc_version)
        shutil.copytree(graph_bank, default)
    named = graph_bank if way == "mdl_bank_path" else None
    result = aoe.tune(
        deep_model(), threads=1, budget=1, cache=aoe.CacheOptions(graph_repository=named)
    )
    assert operators_of(result.session(1)) == usual + 1


def test_without_buffer_optimisation_the_graph_repository_is_not_used(
    graph_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = operators_of(aoe.compile(deep_model(), threads=1))
    monkeypatch.setenv("TUNE_BANK_PATH", str(graph_bank))
    session = aoe.compile(
        deep_model(), threads=1, cache=aoe.CacheOptions(use_graph_repository=False)
    )
    assert operators_of(session) == usual


RESHAPE = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
    reshaping (float[2,8] x, int64[2] s) => (float[a,b] y) { z = Exp(x) y = Reshape(z, s) }""")


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("kind", ["file", "proto"])
def test_an_input_that_is_given_a_value_determines_shapes(kind: str) -> None:
    onnx.save(RESHAPE, "reshape.onnx")
    source = RESHAPE if kind == "proto" else "reshape.onnx"
    with aoe.compile(source, threads=1, input_values={"s": np.array([4, 4])}) as session:
        assert [item.name for item in session.get_inputs()] == ["x"]
        (y,) = session.run(None, {"x": X})
    np.testing.assert_allclose(y, np.exp(X).reshape(4, 4), rtol=1e-6)


@pytest.mark.usefixtures("place")
def test_a_repository_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="operator_repository='missing': there is no"):
        aoe.compile(
            "small.onnx",
            input_shape={"x": (2, 8)},
            cache=aoe.CacheOptions(operator_repository="missing"),
        )


def test_tuning_from_python_gives_a_result_that_opens(place: Path) -> None:
    result = aoe.tune(
        small_model(), output="tuned", budget=20, threads=1, input_shape={"x": (2, 8)}
    )
    assert result.model_path == place / "tuned.om"
    assert result.result_path.exists()
    assert [item.name for item in result.outcomes] == ["product"]
    with result.session(threads=1) as session:
        assert_right(session)


def test_fusions_are_switched_off(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    (place / "off").write_text("Epilogue:off\nSoftmaxFusionPass:off")
    options = aoe.ModelOptions(fusion_switch_file="off")
    calls = []
    for given in (None, options):
        with aoe.compile(
            "small.onnx", threads=1, input_shape={"x": (2, 8)}, model_options=given
        ) as session:
            assert_right(session)
            calls.append(len(session.model.plan.calls))
    assert calls == [1, 2]
    (warning,) = caplog.messages
    assert warning.endswith("ignores their switches: SoftmaxFusionPass")


@pytest.mark.usefixtures("place")
def test_values_share_no_memory_if_that_is_asked_for() -> None:
    proto = model("(float[64,64] x) => (float[64,64] y) {a = Softmax(x) b = Softmax(a) "
                  "c = Softmax(b) d = Softmax(c) y = Softmax(d)}")  # fmt: skip
    x = np.linspace(-3, 3, 64 * 64, dtype=np.float32).reshape(64, 64)
    arenas, results = [], []
    for apart in (False, True):
        options = aoe.ModelOptions(disable_reuse_memory=apart)
        with aoe.compile(proto, threads=1, model_options=options) as session:
            results.append(session.run(None, {"x": x})[0])
            arenas.append(session.model.plan.arena_bytes)
    np.testing.assert_array_equal(results[0], results[1])
    assert arenas == [2 * x.nbytes, 4 * x.nbytes]


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("model", [None, 5, bytearray(b"x"), ["small.onnx"]])
def test_a_model_of_another_kind_is_a_usage_error(model: Any) -> None:
    for function in (aoe.compile, aoe.tune):
        with pytest.raises(aoe.UsageError, match=f"not {type(model).__name__}"):
            function(model)


@pytest.mark.usefixtures("place")
def test_operators_without_an_implementation_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "implementations", dict)
    proto = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
        filters (float[1,3,8,8] x, float[4,3,3,3] w) => (float[1,4,6,6] y, float[1,3,8,8] z)
        { y = Conv(x, w) z = Exp(x) }""")
    with pytest.raises(aoe.UnsupportedModelError) as caught:
        aoe.compile(proto)
    message = str(caught.value)
    assert "filters; " in message
    assert "y (Conv): no implementation takes a computed float32[1, 3, 8, 8] and a" in message
    assert "z (Exp): " in message


def test_a_prepared_graph_is_named_after_the_model(place: Path) -> None:
    read = read_model(ModelOrigin("small.onnx"))
    prepared_profiles(read, [{"x": (2, 8)}], place / "graphs")
    assert [path.name for path in (place / "graphs").iterdir()] == ["small_prepared.onnx"]


def test_models_are_named_after_file_or_graph() -> None:
    assert source_name("a/resnet50.onnx") == "resnet50"
    assert source_name(small_model()) == "small"
    assert source_name(b"") == "model"


def _foreign(folder: Path) -> OfflineModel:
    """The small model as if compiled for a machine this one is not."""
    model = read_offline_model(folder / "small.om")
    target = changed(model.manifest.target, cpu="other", features="+no-machine-has-this")
    return dataclasses.replace(model, manifest=dataclasses.replace(model.manifest, target=target))


def test_a_model_of_another_machine_is_compiled_again_with_one_notice(
    compiled_folder: Path, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_offline_model(place / "foreign.om", _foreign(compiled_folder))
    with aoe.InferenceSession("foreign.om", threads=1) as session:
        assert_right(session)
        assert session.model.manifest.target.model != "other"
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "foreign.om: it was compiled for other; this machine has no no-machine" in caplog.text


def test_a_session_takes_the_arguments_of_onnx_runtime(compiled_folder: Path) -> None:
    with aoe.InferenceSession(
        compiled_folder / "small.om",
        threads=1,
        sess_options=object(),
        providers=["CPUExecutionProvider"],
        provider_options=[{}],
    ) as session:
        assert_right(session)
    assert aoe.InferenceSession.__module__ == "aoe"


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("kind", ["path", "bytes"])
def test_a_session_compiles_a_source_model(kind: str) -> None:
    path = Path("small.onnx")
    with aoe.InferenceSession(path if kind == "path" else path.read_bytes(), threads=1) as session:
        assert session.is_open
        assert_right(session)


def test_a_session_of_a_file_that_is_not_there_says_so(place: Path) -> None:
    with pytest.raises(aoe.UsageError, match=r"missing\.onnx: there is no such file"):
        aoe.InferenceSession(place / "missing.onnx")


def test_importing_is_quick_and_starts_nothing() -> None:
    code = (
        "import sys, threading, aoe;"
        "sys.exit('numpy' in sys.modules or threading.active_count() != 1)"
    )
    package = Path(aoe.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=package, check=False).returncode == 0


def test_every_public_name_can_be_had() -> None:
    assert [name for name in aoe.__all__ if getattr(aoe, name, None) is None] == []
    assert set(aoe.__all__) <= set(dir(aoe))


def test_other_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = aoe.nonsense


def test_a_model_is_saved_exactly_where_told(compiled_folder: Path, tmp_path: Path) -> None:
    with aoe.InferenceSession(compiled_folder / "small.om", threads=1) as session:
        session.save(tmp_path / "no_suffix")
        assert [path.name for path in tmp_path.iterdir()] == ["no_suffix"]
        with pytest.raises(aoe.UsageError, match=r"\.ONNX is the suffix of a source model"):
            session.save(tmp_path / "small.ONNX")
        for wrong in ("", 5, None):
            with pytest.raises(aoe.UsageError, match=r"session\.save\(\): path"):
                session.save(wrong)  # type: ignore[arg-type]
    with aoe.InferenceSession(tmp_path / "no_suffix", threads=1) as session:
        assert_right(session)


def test_only_the_branch_that_fits_is_compiled_and_the_other_one_is_an_error_when_taken(
    place: Path,
) -> None:
    text = """(float[n,6] x, int64 sr) => (float[n,2] y) { c = Equal (sr, k)
        y = If (c) <then_branch = t () => (float[n,2] a) { a = MatMul (x, w) },
                    else_branch = e () => (float[n,2] b) { b = MatMul (x, v) }> }"""
    proto = model(text, k=np.asarray(16000), w=weights(6, 2), v=weights(3, 2))
    x = weights(2, 6, seed=1)
    with aoe.compile(proto, threads=1, input_shape={"x": x.shape}) as session:
        assert [item.name for item in session.get_outputs()] == ["y"]
        (found,) = session.run(None, {"x": x, "sr": np.asarray(16000)})
        np.testing.assert_allclose(found, x @ weights(6, 2), atol=1e-5)
        with pytest.raises(AoeError, match="takes its else branch"):
            session.run(None, {"x": x, "sr": np.asarray(8000)})
        session.save("branch.om")
    with aoe.InferenceSession("branch.om") as session, pytest.raises(AoeError, match="else branch"):
        session.run(None, {"x": x, "sr": np.asarray(8000)})


def test_a_scalar_input_that_decides_is_fixed_by_its_value(place: Path) -> None:
    text = "(float[2,6] x, int64[2] s) => (float[a,b] y) { y = Reshape (x, s) }"
    with pytest.raises(UnsupportedModelError, match="input_values"):
        aoe.tune(model(text), threads=1)
    values = {"s": np.asarray([3, 4])}
    with aoe.compile(model(text), threads=1, input_values=values) as session:
        assert not session.is_open
        assert session.run(None, {"x": weights(2, 6)})[0].shape == (3, 4)
