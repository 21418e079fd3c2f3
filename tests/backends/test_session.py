"""InferenceSession: results, checks of the inputs, threads, machines, timing."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.backends.cpu.runtime import execution_contexts
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession, NodeArg
from aoe.errors import AoeError, OfflineModelError, UsageError
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel, write_offline_model
from aoe.settings import usable_cores
from tests.backends.cpu.changed_target import changed
from tests.runtime.examples import (
    for_target,
    meeting_model,
    scale_model,
    spread_model,
    two_input_model,
)

X = np.arange(1000, dtype=np.float32)
FEED = {
    "first": np.arange(6, dtype=np.float32).reshape(2, 3),
    "second": np.ones((2, 3), np.float32),
}


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_runs_a_model_with_a_packed_constant(threads: int) -> None:
    with InferenceSession(scale_model(), threads) as session:
        (y,) = session.run(None, {"x": X})
    np.testing.assert_array_equal(y, 3 * X)


def test_runs_a_model_from_a_file_named_by_text(tmp_path: Path) -> None:
    path = tmp_path / "scale.om"
    write_offline_model(path, scale_model())
    with InferenceSession(str(path), 2) as session:
        np.testing.assert_array_equal(session.run(["y"], {"x": X})[0], 3 * X)


def test_every_thread_takes_part_with_scratch_of_its_own() -> None:
    with InferenceSession(spread_model(12), 3) as session:
        (y,) = session.run(None, {"x": np.zeros(12, np.float32)})
    assert y.tolist() == [0, 1, 2] * 4


def test_gives_the_named_outputs_in_the_order_asked_for() -> None:
    with InferenceSession(two_input_model(), 2) as session:
        other, doubled = session.run(["other", "doubled"], FEED)
        (alone,) = session.run(["doubled"], FEED)
        assert len(session.run([], FEED)) == 2
    np.testing.assert_array_equal(other, 2 * FEED["second"])
    np.testing.assert_array_equal(doubled, 2 * FEED["first"])
    np.testing.assert_array_equal(alone, doubled)


def test_outputs_belong_to_the_caller() -> None:
    with InferenceSession(scale_model(), 2) as session:
        (first,) = session.run(None, {"x": X})
        kept = first.copy()
        (second,) = session.run(None, {"x": -X})
        assert not np.shares_memory(first, second)
        first_again = first
        first_again[:] += 0
    np.testing.assert_array_equal(first, kept)
    assert first.flags.owndata
    assert first.flags.writeable


@pytest.mark.parametrize(
    "x",
    [
        pytest.param(np.repeat(X, 2)[::2], id="strided"),
        pytest.param(X[::-1][::-1], id="reversed twice"),
        pytest.param(np.frombuffer(b"." + X.tobytes(), np.uint8)[1:].view(np.float32), id="odd"),
        pytest.param(np.frombuffer(X.tobytes(), np.float32), id="read-only"),
        pytest.param(X.view(np.ndarray).astype(np.float32, order="F"), id="column-major"),
    ],
)
def test_takes_inputs_of_any_layout(x: np.ndarray) -> None:
    with InferenceSession(scale_model(), 2) as session:
        np.testing.assert_array_equal(session.run(None, {"x": x})[0], 3 * X)


def test_takes_transposed_inputs() -> None:
    turned = {**FEED, "first": np.asfortranarray(FEED["first"])}
    with InferenceSession(two_input_model(), 1) as session:
        np.testing.assert_array_equal(session.run(["doubled"], turned)[0], 2 * FEED["first"])


@pytest.mark.parametrize(
    ("feed", "words"),
    [
        ({"first": FEED["first"]}, ["'second' is missing", "first, second"]),
        ({}, ["'first' is missing"]),
        ({**FEED, "third": 1}, ["no input 'third'", "first, second"]),
        ({"first": FEED["first"], "secnd": FEED["second"]}, ["no input 'secnd'"]),
        ({**FEED, "second": FEED["second"].T}, ["'second'", "(3, 2)", "(2, 3)"]),
        ({**FEED, "second": np.ones((2, 3))}, ["'second'", "float64", "float32"]),
        ({**FEED, "second": [["1"] * 3] * 2}, ["'second'", "<U1", "float32"]),
        ({**FEED, "second": [[1.0] * 3, [1.0] * 2]}, ["'second' is not an array"]),
        ({**FEED, "second": FEED["second"].astype(">f4")}, ["'second'", ">f4", "float32"]),
    ],
)
def test_refuses_inputs_that_do_not_fit_and_names_them(
    feed: dict[str, np.ndarray], words: list[str]
) -> None:
    with InferenceSession(two_input_model(), 1) as session, pytest.raises(UsageError) as caught:
        session.run(None, feed)
    for word in words:
        assert word in str(caught.value)


def test_refuses_an_unknown_output() -> None:
    with (
        InferenceSession(two_input_model(), 1) as session,
        pytest.raises(UsageError, match="no output 'z'; its outputs: doubled, other"),
    ):
        session.run(["z"], FEED)


@pytest.mark.parametrize(
    ("threads", "bound"), [(0, "at least 1"), (-1, "at least 1"), (10**6, "at most 1024")]
)
def test_refuses_a_senseless_number_of_threads(threads: int, bound: str) -> None:
    with pytest.raises(UsageError, match=bound):
        InferenceSession(scale_model(), threads)


def test_describes_inputs_and_outputs_as_onnx_runtime_does() -> None:
    with InferenceSession(two_input_model(), 1) as session:
        assert session.get_inputs()[1] == NodeArg("second", [2, 3], "tensor(float)")
        assert [item.name for item in session.get_outputs()] == ["doubled", "other"]


def test_uses_all_allowed_cpus_by_default() -> None:
    with InferenceSession(scale_model()) as session:
        assert session.threads == usable_cores()


def test_a_closed_session_says_so_and_closes_again_in_peace() -> None:
    session = InferenceSession(scale_model(), 2)
    session.close()
    session.close()
    with pytest.raises(AoeError, match="closed"):
        session.run(None, {"x": X})


def test_a_forgotten_session_ends_its_threads() -> None:
    before = native_threads()
    session = InferenceSession(scale_model(), 3)
    session.run(None, {"x": X})
    added = native_threads() - before
    assert len(added) == 2
    gone = weakref.ref(session)
    del session
    gc.collect()
    assert gone() is None
    assert not added & native_threads()


def native_threads() -> set[str]:
    """The numbers of all threads of this process. Those of other libraries' sessions that earlier
    tests left may end at any time.
    """
    gc.collect()
    return {path.name for path in Path("/proc/self/task").iterdir()}


def test_threads_of_the_program_may_share_a_session() -> None:
    wrong: list[float] = []

    def work(value: float) -> None:
        x = np.full(1000, value, np.float32)
        for _ in range(200):
            (y,) = session.run(None, {"x": x})
            if not (y == 3 * value).all():
                wrong.append(value)

    with InferenceSession(scale_model(), 2) as session:
        threads = [threading.Thread(target=work, args=(float(n),)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


@pytest.mark.parametrize("threads", [1, 2])
def test_inferences_of_several_callers_run_at_the_same_time(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution_contexts, "usable_cores", lambda: 4)
    with (
        InferenceSession(meeting_model(), threads) as session,
        ThreadPoolExecutor(2) as callers,
    ):
        for _ in range(2):
            met = np.zeros(1, np.int64)
            feed = {"x": np.array([met.ctypes.data])}
            pair = [callers.submit(session.run, None, feed) for _ in range(2)]
            assert [int(future.result()[0][0]) for future in pair] == [2, 2]


def test_a_session_may_be_closed_while_callers_run_and_wait() -> None:
    session = InferenceSession(scale_model(), 2)

    def run_for_ever() -> None:
        while True:
            session.run(None, {"x": X})

    def work() -> str:
        with pytest.raises(AoeError) as raised:
            run_for_ever()
        return str(raised.value)

    with ThreadPoolExecutor(6) as callers:
        ended = [callers.submit(work) for _ in range(6)]
        time.sleep(0.02)
        session.close()
        assert {future.result(20) for future in ended} == {"the session is closed; make a new one"}


def sharing(model: OfflineModel, pool: ThreadPool) -> InferenceSession:
    return InferenceSession(model, loaded=CpuModel(model, pool=pool))


def test_sessions_may_share_a_pool_that_outlives_them() -> None:
    pool = ThreadPool(2)
    before = native_threads()
    for _ in range(2):
        with (
            sharing(scale_model(), pool) as scale,
            sharing(two_input_model(), pool) as two,
        ):
            np.testing.assert_array_equal(scale.run(None, {"x": X})[0], 3 * X)
            np.testing.assert_array_equal(two.run(None, FEED)[0], 2 * FEED["first"])
            np.testing.assert_array_equal(scale.run(None, {"x": X})[0], 3 * X)
            assert len(native_threads() - before) == 1
    pool.close()
    assert not native_threads() - before


def test_a_closed_pool_starts_no_session() -> None:
    pool = ThreadPool(2)
    pool.close()
    with pytest.raises(AoeError, match="pool is closed"):
        sharing(scale_model(), pool)


def test_refuses_code_for_cpu_features_this_machine_lacks() -> None:
    target = changed(scale_model().manifest.target, cpu="later", features="+sse9000,-avx")
    with pytest.raises(ForeignMachineError, match=r"later.*sse9000"):
        InferenceSession(for_target(scale_model(), target), 1)


def test_refuses_code_for_another_architecture() -> None:
    target = changed(scale_model().manifest.target, triple="riscv64-unknown-linux-gnu")
    with pytest.raises(ForeignMachineError, match="riscv64"):
        InferenceSession(for_target(scale_model(), target), 1)


def test_code_that_does_not_link_is_a_clear_error() -> None:
    model = scale_model()
    objects = {name: data for name, data in model.objects.items() if name != "scale"}
    with pytest.raises(OfflineModelError, match="cannot be loaded"):
        InferenceSession(replace(model, objects=objects), 1)


def test_times_every_run() -> None:
    with InferenceSession(scale_model(), 2) as session:
        times = session.time_runs({"x": X}, 5)
    assert len(times) == 5
    assert all(0 < time < 10 for time in times)


def test_profiles_every_call_by_its_operator() -> None:
    with InferenceSession(scale_model(), 2) as session:
        ((operator, time),) = session.profile({"x": X})
    assert operator == "scaling"
    assert time >= 0


@pytest.mark.parametrize(
    ("names", "feed", "words"),
    [
        (None, None, "input_feed=None must be a mapping of texts to anything, not NoneType"),
        (None, [X], "input_feed=.* must be a mapping"),
        (None, {"x": [[1.0], [2.0, 3.0]]}, "input 'x' is not an array"),
        (None, {"x": None}, "input 'x' is object"),
        ("y", {"x": X}, "output_names='y' must be a sequence of texts or None, not str"),
        ("", {"x": X}, "output_names='' must be"),
        (5, {"x": X}, "output_names=5 must be"),
        ([5], {"x": X}, r"output_names=\[5\] must be"),
        ([["y"]], {"x": X}, r"output_names=\[\['y'\]\] must be"),
    ],
)
def test_arguments_of_another_type_are_refused_by_name(names: Any, feed: Any, words: str) -> None:
    with InferenceSession(scale_model(), 1) as session:
        with pytest.raises(UsageError, match=words):
            session.run(names, feed)
        if names is None:
            with pytest.raises(UsageError, match=words):
                session.time_runs(feed, 1)
            with pytest.raises(UsageError, match=words):
                session.profile(feed)


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", None])
def test_a_number_of_runs_that_is_none_is_refused(count: Any) -> None:
    with (
        InferenceSession(scale_model(), 1) as session,
        pytest.raises(UsageError, match=f"count={count!r}"),
    ):
        session.time_runs({"x": X}, count)


def test_run_options_of_onnx_runtime_are_accepted() -> None:
    with InferenceSession(scale_model(), 1) as session:
        np.testing.assert_array_equal(session.run(["y"], {"x": X}, object())[0], 3 * X)


def test_an_inference_reads_and_writes_memory_of_the_caller() -> None:
    y = np.full_like(X, np.nan)
    with InferenceSession(scale_model(), 2) as session:
        session.run_at([X.ctypes.data], [y.ctypes.data])
    np.testing.assert_array_equal(y, 3 * X)


def test_addresses_are_in_the_order_of_inputs_and_outputs() -> None:
    first, second = FEED["first"], FEED["second"]
    one, other = np.empty_like(first), np.empty_like(second)
    with InferenceSession(two_input_model(), 1) as session:
        names = [item.name for item in session.get_outputs()]
        session.run_at(
            [first.ctypes.data, second.ctypes.data], [one.ctypes.data, other.ctypes.data]
        )
    found = dict(zip(names, (one, other), strict=True))
    np.testing.assert_array_equal(found["doubled"], 2 * first)
    np.testing.assert_array_equal(found["other"], 2 * second)


def test_another_number_of_addresses_is_refused() -> None:
    with (
        InferenceSession(scale_model(), 1) as session,
        pytest.raises(
            UsageError, match="run_at got 1 input and 0 outputs; the model has 1 input and"
        ),
    ):
        session.run_at([X.ctypes.data], [])


def test_a_closed_session_takes_no_addresses() -> None:
    session = InferenceSession(scale_model(), 1)
    session.close()
    with pytest.raises(AoeError, match="the session is closed"):
        session.run_at([X.ctypes.data], [X.ctypes.data])
