"""Backends are found by name, a package's own as those of others, and what none of them compiles
for is refused by its name.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.reference.backend import ReferenceBackend
from aoe.backends.registry import (
    UnknownBackendError,
    backend_named,
    backend_names,
    backend_of,
    default_policy,
    implementations_of,
    space,
    target_from_json,
    target_of,
)
from aoe.backends.session import InferenceSession
from aoe.errors import UsageError
from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph
from aoe.operators.operator import Operator
from aoe.runtime.offline_model import ForeignMachineError, Manifest, OfflineModel
from aoe.target import Target
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from tests.backends.products import PRODUCT
from tests.graph.models import model, weights
from tests.runtime.examples import scale_model

#: As a GPU would be described, for which there is no backend.
GPU = Target("nvptx64", "sm_90", threads=132)
PROTO = model("(float[2,8] x) => (float[2,4] y) { y = MatMul(x, w) }", w=weights(8, 4))
X = np.ones((2, 8), np.float32)
#: A backend of another package: the reference under another name.
ELSEWHERE = """
from aoe.backends.reference import backend as reference
from aoe.target import Target


class Machine(reference.BACKEND.machine.__class__):
    def target(self, threads=None):
        return Target("elsewhere", "abacus")


class Backend(reference.ReferenceBackend):
    name = "elsewhere"
    machine = Machine()


BACKEND = Backend()
"""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that offers a backend."""
    (tmp_path / "elsewhere_backend.py").write_text(ELSEWHERE)
    metadata = tmp_path / "elsewhere_backend-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere-backend\n")
    (metadata / "entry_points.txt").write_text(
        "[open_aoe.backends]\n"
        "elsewhere = elsewhere_backend:BACKEND\n"
        "broken = no_such_module:BACKEND\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_this_packages_backends_are_found_by_name() -> None:
    assert {"cpu", "reference"} <= set(backend_names())
    assert [backend_named(name).name for name in ("cpu", "reference")] == ["cpu", "reference"]


def test_a_folder_that_devices_share_is_no_backend() -> None:
    assert "llvm" not in backend_names()
    with pytest.raises(UnknownBackendError, match="no backend llvm"):
        backend_named("llvm")


def test_an_unknown_backend_is_refused_by_name() -> None:
    with pytest.raises(
        UnknownBackendError, match=r"no backend nvptx64 .*there is cpu, cuda, reference"
    ):
        backend_of(GPU)


def test_an_unknown_backend_is_refused_with_a_name_like_it() -> None:
    with pytest.raises(UnknownBackendError, match=r"no backend CPU .*; did you mean cpu\?$"):
        backend_named("CPU")


def test_a_target_without_a_backend_is_given_nothing() -> None:
    operator = PRODUCT
    for asked in (default_policy, implementations_of, lambda *given: list(space(*given))):
        with pytest.raises(UnknownBackendError, match="nvptx64"):
            asked(operator, GPU)


def test_an_unknown_device_is_refused_by_name_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    onnx.save(PROTO, "m.onnx")
    assert main(["--job_type=2", "--model=m.onnx", "--framework=5", "--device=nvptx64"]) == 2
    said = capsys.readouterr().err
    assert "device=nvptx64" in said
    assert "cpu, cuda, reference" in said
    assert [path.name for path in tmp_path.iterdir()] == ["m.onnx"]
    for call in (aoe.tune, aoe.compile):
        with pytest.raises(UsageError, match="device=nvptx64"):
            call(PROTO, device="nvptx64")


def test_the_command_line_tunes_for_a_named_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    onnx.save(PROTO, "m.onnx")
    options = ["--job_type=2", "--model=m.onnx", "--framework=5", "--output=tuned"]
    assert main([*options, "--device=reference"]) == 0
    with aoe.InferenceSession("tuned.om") as session:
        assert session.model.manifest.target.backend == "reference"


def test_a_model_for_a_backend_that_is_not_here_says_so() -> None:
    foreign = OfflineModel(Manifest("m", GPU), scale_model().plan, {}, scale_model().constant_data)
    with pytest.raises(ForeignMachineError, match="no backend nvptx64"):
        InferenceSession(foreign)


def test_a_model_for_a_backend_that_is_not_here_is_compiled_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with aoe.compile(PROTO) as made:
        made.save(tmp_path / "m.om")
        foreign = OfflineModel(
            Manifest("m", GPU),
            made.model.plan,
            {},
            made.model.constant_data,
            made.model.graph,
            made.model.policies,
        )
        expected = made.run(None, {"x": X})
    with aoe.InferenceSession(foreign) as session:
        assert session.model.manifest.target.backend == "cpu"
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], expected[0])
    assert "sm_90" in caplog.text


def test_targets_come_back_from_json() -> None:
    cpu = cpu_target(
        "x86_64-unknown-linux-gnu", "znver4", "+avx512vl,+avx512bf16", 64, 32, 1, 2, 3, 4
    )
    for target in (cpu, GPU, backend_named("reference").machine.target()):
        assert target_from_json(json.loads(json.dumps(target.to_json()))) == target
    before_backends = {name: item for name, item in cpu.to_json().items() if name != "backend"}
    assert target_from_json({**before_backends, "soc_version": "znver4_4c"}) == cpu
    assert isinstance(cpu, CpuTarget)
    assert cpu.multiplies_bfloat16


def test_a_device_model_names_this_machines_device_or_none() -> None:
    for name in ("cpu", "reference"):
        target = backend_named(name).machine.target(1)
        assert target_of(target.soc_version) == target
    assert target_of("sm_90_132c") is None
    assert target_of("znver4") is None


def test_a_backend_prefers_how_results_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        (float[1,4,6,6] x) => (float[1,8,1,1] y) {
            a = Conv(x, w)
            y = GlobalAveragePool(a)
        }
    """
    target = backend_named("reference").machine.target()

    def order() -> tuple[int, ...]:
        proto = model(text, w=weights(8, 4, 3, 3))
        graph = prepared_graph(load_onnx(proto), "m", target)
        graph = graph.with_precision(frozenset({"none"}), "high")
        return graph.default.operator_nodes[0].operator.output.order

    def row_major(
        backend: ReferenceBackend, operator: Operator, uncopied: tuple[int, ...] | None = None
    ) -> tuple[int, ...]:
        return tuple(range(len(operator.output.shape)))

    assert order() == (0, 2, 3, 1)
    monkeypatch.setattr(ReferenceBackend, "output_order", row_major)
    assert order() == (0, 1, 2, 3)


@pytest.mark.usefixtures("elsewhere")
def test_a_backend_of_another_package_works_without_edits() -> None:
    assert "elsewhere" in backend_names()
    with aoe.compile(PROTO, device="elsewhere") as session, aoe.compile(PROTO) as cpu:
        assert session.model.manifest.target == Target("elsewhere", "abacus")
        found, expected = (item.run(None, {"x": X})[0] for item in (session, cpu))
        np.testing.assert_allclose(found, expected, rtol=1e-5)
        session.save("m.om")
    with aoe.InferenceSession("m.om") as session:
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], found)


@pytest.mark.usefixtures("elsewhere")
def test_its_candidates_are_timed_in_a_process_of_their_own() -> None:
    backend = backend_named("elsewhere")
    target = backend.machine.target()
    operator = PRODUCT
    with closing(backend.compiler(target)) as compiler:
        policy = default_policy(operator, target)
        (candidate,) = compile_candidates([(operator, policy)], compiler)
    assert isinstance(candidate, Candidate)
    with closing(Runner(target)) as runner:
        runner.open(operator)
        assert runner.load(0, candidate) is None
        assert runner.sample([0])[0] > 0.0


@pytest.mark.usefixtures("elsewhere")
def test_a_backend_that_cannot_be_imported_costs_itself_only() -> None:
    with pytest.raises(UnknownBackendError, match="broken cannot be loaded from no_such_module"):
        backend_named("broken")
    assert target_of("abacus_1c") == Target("elsewhere", "abacus")


@pytest.mark.parametrize("name", ["cpu:-1", "reference:x", "reference:\N{SUPERSCRIPT TWO}", "cpu:"])
def test_what_is_no_number_of_a_device_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is not the number of a device"):
        backend_named(name)
