"""Candidates of a search, loaded and timed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from aoe.backends.backend import CompiledPlan, LoadedProgram, Workload
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.microbenchmarks.speed import Sizes, measure_speed
from aoe.backends.cuda.runtime.device import Replay, Stream
from aoe.backends.registry import default_policy, require_usable, space
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.workload.single_operator import single_operator_graph
from benchmarks.cuda.kernels import product
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import SECONDS
from tests.not_empty import not_empty

X = np.random.default_rng(0).standard_normal((5, 40)).astype(np.float16)
W = np.random.default_rng(1).standard_normal((40, 16)).astype(np.float16)


@pytest.fixture(autouse=True)
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices()
    with with_gpu(devices):
        yield devices


@pytest.fixture
def operator() -> Operator:
    return product(5, 16, 40, "float16")


def built(operator: Operator, policy: Policy) -> CompiledPlan:
    compiler = BACKEND.compiler(BACKEND.machine.target())
    (program,) = compiler.build(
        [(single_operator_graph(operator), {operator.key: policy})], for_tuning=True
    )
    assert isinstance(program, CompiledPlan), program
    return program


def loaded(operator: Operator, working_set: float) -> LoadedProgram:
    program = built(operator, default_policy(operator, BACKEND.machine.target()))
    workload = Workload(2, [X], {"input1": W}, working_set, rewriting=True)
    return BACKEND.profiler().load(program, workload)


@pytest.mark.parametrize("working_set", [0.0, float("inf")])
def test_a_candidate_is_timed_and_leaves_its_guard_zones_alone(
    operator: Operator, gpu: PtxDevices, working_set: float
) -> None:
    candidate = loaded(operator, working_set)
    assert np.isnan(candidate.outputs()[0]).all()
    assert len(candidate.time(2)) == 2
    expected = X.astype(np.float64) @ W.astype(np.float64)
    np.testing.assert_allclose(candidate.outputs()[0], expected, rtol=1e-5, atol=1e-5)
    assert candidate.overrun() is None
    assert len(candidate.call_seconds()) == 1
    candidate.release()
    assert not gpu.device.memory.usable.any()


def test_candidates_share_a_stream_and_times_are_taken_behind_a_first_run(
    operator: Operator, gpu: PtxDevices, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    streams: list[Stream] = []
    make = gpu.device.stream

    def stream() -> Stream:
        made = make()
        take = made.timed

        def timed(replays: Sequence[Replay]) -> list[float]:
            counts.append(len(replays))
            return take(replays)

        monkeypatch.setattr(made, "timed", timed)
        streams.append(made)
        return made

    monkeypatch.setattr(gpu.device, "stream", stream)
    program = built(operator, default_policy(operator, BACKEND.machine.target()))
    profiler = BACKEND.profiler()
    for _ in range(2):
        candidate = profiler.load(program, Workload(2, [X], {"input1": W}, float("inf")))
        candidate.time(2)
        candidate.release()
    assert len(streams) == 1
    # The machine says that a graph takes long, so that its start does not count.
    assert counts == [2, 1, 2, 1]


def test_a_candidate_that_writes_around_its_output_is_found(
    operator: Operator, gpu: PtxDevices
) -> None:
    candidate = loaded(operator, 0.0)
    (array,) = candidate.outputs()
    places = np.flatnonzero(gpu.device.memory.usable)
    marks = gpu.device.memory.bytes[places] == 0xFF
    zone = places[marks][-array.nbytes :]
    gpu.device.memory.bytes[zone] = 0
    assert candidate.overrun() == 0


def test_policies_of_the_space_are_usable_and_others_refused(operator: Operator) -> None:
    target = BACKEND.machine.target()
    found = list(space(operator, target))
    assert {policy.impl for policy in found} == {"gemv_matmul", "mma_matmul", "simt_matmul"}
    for policy in (found[0], found[-1]):
        require_usable(operator, policy, target)
        assert Policy.from_json(policy.to_json()) == policy
    tiled = next(policy for policy in found if policy.impl == "mma_matmul")
    wrong = Policy.of("mma_matmul", schedule={**dict(tiled.schedule), "stages": 9})
    with pytest.raises(PolicyError, match="not in the operator's space"):
        require_usable(operator, wrong, target)
    with pytest.raises(PolicyError, match="threads 100 and sharing 32; the threads of a block"):
        require_usable(
            operator, Policy.of("simt_matmul", schedule={"threads": 100, "sharing": 32}), target
        )


def test_tiles_that_a_multiprocessor_cannot_hold_are_not_in_the_space() -> None:
    operator = product(512, 512, 512, "float16")
    target = BACKEND.machine.target()
    policies = [item for item in space(operator, target) if item.impl == "mma_matmul"]
    for policy in not_empty(policies):
        tile, stages = dict(policy.schedule)["tile"], dict(policy.schedule)["stages"]
        assert isinstance(tile, tuple)
        assert isinstance(stages, int)
        rows, columns, depth = (int(number) for number in tile)
        assert stages * (rows + columns) * depth * 2 <= target.limits.shared_per_block


def test_the_speed_is_measured_by_kernels_that_run(
    gpu: PtxDevices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoe.backends.cuda.microbenchmarks.speed_code.STEPS", 2)
    monkeypatch.setattr("aoe.backends.cuda.microbenchmarks.speed._STARTS", 1)
    monkeypatch.setattr("aoe.backends.cuda.microbenchmarks.speed._EMPTY_STARTS", 1)
    monkeypatch.setattr("aoe.backends.cuda.microbenchmarks.speed._GRAPHS", 1)
    speed = measure_speed(BACKEND.machine.target(), gpu.device, Sizes(4096, 65536))
    assert speed.launch == pytest.approx(SECONDS)
    assert speed.memory == pytest.approx(65536 / SECONDS)
