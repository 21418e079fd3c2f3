"""The reference backend from a model to a session: compiled, tuned, saved, timed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.reference.backend import BACKEND
from aoe.backends.registry import default_policy, space
from aoe.errors import UsageError
from aoe.operators.registry import definitions
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from tests.backends.products import PRODUCT
from tests.graph.models import model, weights

TEXT = """
    (float[1,4,6,6] x) => (float[1,8] y) {
        a = Conv<pads=[1,1,1,1]>(x, w)
        b = Relu(a)
        c = GlobalAveragePool(b)
        y = Flatten(c)
    }
"""
X = np.random.default_rng(0).standard_normal((1, 4, 6, 6)).astype(np.float32)


@pytest.fixture
def proto() -> onnx.ModelProto:
    return model(TEXT, w=weights(8, 4, 3, 3))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_model_gives_what_the_cpu_gives(proto: onnx.ModelProto) -> None:
    with aoe.compile(proto, device="reference") as reference, aoe.compile(proto) as cpu:
        assert reference.model.manifest.target.backend == "reference"
        np.testing.assert_allclose(
            reference.run(None, {"x": X})[0], cpu.run(None, {"x": X})[0], rtol=1e-4
        )


def test_an_offline_model_is_run_by_the_backend_it_was_made_for(
    proto: onnx.ModelProto, place: Path
) -> None:
    with aoe.compile(proto, device="reference") as made:
        expected = made.run(None, {"x": X})
        made.save(place / "m.om")
    with aoe.InferenceSession(place / "m.om") as session:
        assert session.model.manifest.target == BACKEND.machine.target()
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], expected[0])
        assert len(session.time_runs({"x": X}, 3)) == 3
        assert [name for name, _ in session.profile({"x": X})] == [
            call.operator for call in session.model.plan.calls
        ]
        with pytest.raises(UsageError, match="the model has no input 'z'"):
            session.run(None, {"z": X})


def test_profiles_of_a_model_share_their_constants(proto: onnx.ModelProto, place: Path) -> None:
    text = TEXT.replace("float[1,4,6,6]", "float[n,4,6,6]").replace("float[1,8]", "float[n,8]")
    several = model(text, w=weights(8, 4, 3, 3))
    shapes, sizes = "x:-1,4,6,6", aoe.ModelOptions(dynamic_batch_size="1,2")
    compiled = aoe.compile(several, device="reference", input_shape=shapes, model_options=sizes)
    with compiled as made:
        made.save(place / "m.om")
    with aoe.InferenceSession(place / "m.om") as session:
        assert session.model.constant_data.nbytes == 4 * 8 * 4 * 3 * 3
        (one,) = session.run(None, {"x": X})
        (two,) = session.run(None, {"x": np.concatenate([X, X])})
    np.testing.assert_allclose(two, np.concatenate([one, one]), rtol=1e-6)


def test_a_model_is_tuned_for_it(proto: onnx.ModelProto, place: Path) -> None:
    result = aoe.tune(proto, device="reference", output="tuned")
    assert result.model_path == place / "tuned.om"
    with aoe.InferenceSession(result.model_path) as session:
        assert session.model.manifest.target.backend == "reference"


def test_its_profiler_times_and_checks_candidates() -> None:
    target = BACKEND.machine.target()
    operator = PRODUCT
    with closing(BACKEND.compiler(target)) as compiler:
        policy = default_policy(operator, target)
        (candidate,) = compile_candidates([(operator, policy)], compiler)
    assert isinstance(candidate, Candidate)
    with closing(Runner(target)) as runner:
        runner.open(operator)
        assert runner.load(0, candidate) is None
        assert runner.sample([0])[0] > 0.0


def test_every_operator_type_has_one_implementation_and_one_policy() -> None:
    implementations = BACKEND.implementations().values()
    assert {item.operator_type for item in implementations} == set(definitions())
    assert len({item.description for item in implementations}) == len(definitions())
    operator = PRODUCT
    assert len(list(space(operator, BACKEND.machine.target()))) == 1


def test_a_closed_model_says_so(proto: onnx.ModelProto) -> None:
    session = aoe.compile(proto, device="reference")
    session.close()
    with pytest.raises(aoe.AoeError, match="the session is closed; make a new one"):
        session.run(None, {"x": X})


def test_an_inference_reads_and_writes_memory_of_the_caller(proto: onnx.ModelProto) -> None:
    with aoe.compile(proto, device="reference") as session:
        (expected,) = session.run(None, {"x": X})
        found = np.empty_like(expected)
        session.run_at([X.ctypes.data], [found.ctypes.data])
    np.testing.assert_array_equal(found, expected)


def test_hints_of_a_caller_that_a_device_does_not_use_change_nothing(
    proto: onnx.ModelProto,
) -> None:
    with aoe.compile(proto, device="reference") as session:
        (expected,) = session.run(None, {"x": X})
        found = np.empty_like(expected)
        session.run_at([X.ctypes.data], [found.ctypes.data], more=True, fork=1)
    np.testing.assert_array_equal(found, expected)
