"""Branches of inter-op regions run side by side: streams and events of the driver, scratch of their
own, and the same results in any order that they may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aoe.backends.backend import CompiledPlan, Workload
from aoe.backends.cuda.backend import BACKEND, CudaCost
from aoe.backends.cuda.runtime.device import Branches, Start
from aoe.backends.cuda.runtime.driver import Driver
from aoe.backends.cuda.runtime.driver_device import DriverDevice
from aoe.backends.cuda.runtime.execution_context import ExecutionContext
from aoe.backends.cuda.runtime.kernel_object import kernel_object
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.runtime.work import Kernels, Tables, in_order
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build, prepared_graph
from aoe.graph.subgraph.inter_op import with_inter_op_region
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan
from aoe.tuning.subgraph.inter_op_choices import inter_op_policies
from aoe.tuning.subgraph.subgraph_tuning import default_policies
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.fake_driver import FakeLibrary, store
from tests.graph.models import inputs_of, model, weights

PROTO = model(
    """(float[1,4,6,6] x) => (float[1,4,6,6] y, float[1,4,6,6] z) {
    a = Conv (x, w) b = Conv (a, w) c = Conv <pads = [1, 1, 1, 1]> (a, v)
    d = MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (c) y = Conv (b, w)
    z = Conv (d, w) }""",
    w=weights(4, 4, 1, 1),
    v=weights(4, 4, 3, 3),
)


@pytest.fixture
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices("sm_90")
    with with_gpu(devices):
        yield devices


def in_branches() -> OperatorGraph:
    """The model whose outputs are computed in branches."""
    made = build(load_onnx(PROTO), "test")
    names = [node.output for node in made.operator_nodes if "copy" not in node.name]
    _, b, c, d, y, z = (name.removesuffix(":inside") for name in names)
    return with_inter_op_region(made, {b: 0, y: 0, c: 1, d: 1, z: 1})


def test_branches_compute_the_same_in_any_order(gpu: PtxDevices) -> None:
    graph = in_branches()
    compiler = BACKEND.compiler(BACKEND.machine.target())
    (program,) = compiler.build([(graph, {})])
    assert isinstance(program, CompiledPlan), program
    feed = inputs_of(PROTO)
    workload = Workload(2, list(feed.values()), graph.constants, 0.0, rewriting=True)
    candidate = BACKEND.profiler().load(program, workload)
    candidate.time(1)
    expected = evaluate(graph, feed)
    for name, found in zip(graph.outputs, candidate.outputs(), strict=True):
        np.testing.assert_allclose(found, expected[name], rtol=1e-5, atol=1e-5)
    assert len(gpu.device.branches[0]) == 2
    (region,) = program.plan.inter_op_regions
    assert len(gpu.device.branches[0][0]) == region.branches[0]
    candidate.release()


def test_the_driver_ties_streams_of_branches_together() -> None:
    handles = iter(range(1, 100))

    def made(place: Any, *rest: Any) -> int:
        return store(place, next(handles))

    library = FakeLibrary({"cuStreamCreate": made, "cuEventCreate": made})
    used: Any = library
    device = DriverDevice(Driver(used), 0)
    launch = Launch(grid=3, block=64, shared=0)
    function = device.function(kernel_object(b"text", None), "kernel", launch)
    start = Start(function, launch, (256,), "kernel")
    stream = device.stream()
    stream.record([start, Branches(((start,), (start, start), (start,))), start])
    own = stream.number

    def named(value: Any) -> int:
        return int(value.value)

    found: list[tuple[str, int, int]] = []
    for name, given in library.calls:
        if name == "cuLaunchKernel":
            found.append(("launch", named(given[8]), 0))
        elif name == "cuEventRecord":
            found.append(("record", named(given[0]), named(given[1])))
        elif name == "cuStreamWaitEvent":
            found.append(("wait", named(given[0]), named(given[1])))
    begin = found[1][1]
    (one, two) = (item[1] for item in found if item[0] == "wait" and item[1] != own)
    ends = [item[2] for item in found if item[:2] == ("wait", own)]
    assert len({own, one, two}) == 3
    assert found == [
        ("launch", own, 0),
        ("record", begin, own),
        ("launch", own, 0),
        ("wait", one, begin),
        ("launch", one, 0),
        ("launch", one, 0),
        ("record", ends[0], one),
        ("wait", two, begin),
        ("launch", two, 0),
        ("record", ends[1], two),
        ("wait", own, ends[0]),
        ("wait", own, ends[1]),
        ("launch", own, 0),
    ]
    begun = library.names.index("cuStreamBeginCapture_v2")
    assert not {"cuStreamCreate", "cuEventCreate"} & {*library.names[begun:]}
    stream.close()
    assert library.names.count("cuStreamDestroy_v2") == 3
    assert library.names.count("cuEventDestroy_v2") == 3


def test_branches_have_scratch_of_their_own(gpu: PtxDevices) -> None:
    """Two kernels that use 100 bytes a block, side by side, and one that none is beside. What
    begins a branch, and what is behind branches, waits for all that is in front of it.
    """
    launches = {
        "small": Launch(4, 64, 256, scratch=100, waits=True),
        "large": Launch(9, 64, 256, scratch=100, waits=True),
    }

    class Named(Kernels):
        def __init__(self) -> None:
            self.launches = launches
            self.functions = dict.fromkeys(launches)

    arena = Location("arena", 0, 0)
    calls = [KernelCall(name, (arena,), True) for name in ("small", "large", "small", "small")]
    plan = Plan((), (), tuple(calls), (), 0, 0, 256, 0)
    plan = replace(plan, inter_op_regions=(InterOpRegion(1, (1, 1)),))
    context = ExecutionContext(gpu.device.stream(), gpu.device, plan, Named(), Tables([], []))
    first, branches, last = context.work(0, 4)
    assert isinstance(first, Start)
    assert isinstance(last, Start)
    assert isinstance(branches, Branches)
    (large,), (small,) = branches.starts
    begin = large.arguments[-1]
    assert small.arguments[-1] - begin == 1024
    assert [item.follows for item in (first, large, small, last)] == [True, False, False, False]
    assert first.arguments[-1] == last.arguments[-1] == begin
    assert Named().scratch_bytes(plan) == 1024 + 512
    context.close()


def test_a_kernel_behind_branches_does_not_start_early() -> None:
    start = Start(None, Launch(1, 32, 0), (), "kernel", follows=True)
    whole = in_order([start, Branches(((start,),))], [start, start])
    assert [item.follows for item in whole if isinstance(item, Start)] == [True, False, True]


def test_a_search_of_subgraphs_tries_branches() -> None:
    block = model(
        """(float[1,16,6,6] x) => (float[1,16,6,6] y, float[1,16,6,6] z) {
        y = Conv (x, w) a = Conv (x, u) z = Conv <pads = [1, 1, 1, 1]> (a, v) }""",
        w=weights(16, 16, 1, 1),
        u=-weights(16, 16, 1, 1),
        v=weights(16, 16, 3, 3),
    )
    target = cuda_target("sm_90")
    prepared = prepared_graph(load_onnx(block), "test", target)
    defaults, known = default_policies([prepared]), KnownOperators(target, lambda operator: None)
    tried = [
        subgraph_model.formed(policy)
        for subgraph in prepared.subgraphs
        for subgraph_model in [SubgraphModel(subgraph, known)]
        for policy in inter_op_policies(subgraph_model, defaults[subgraph.key])
    ]
    branches = [
        [len(names) for names in region.branches] for g in tried for region in g.inter_op_regions
    ]
    assert branches == [[2, 1]]


def test_what_branches_are_expected_to_save() -> None:
    """The starts of the kernels beside the longest branch, but at most all of these kernels."""
    graph, target = in_branches(), cuda_target("sm_90")
    (region,) = graph.inter_op_regions
    launch, beside = target.speed.launch, min(map(len, region.branches))
    for each in (launch, 100 * launch):
        taken = {node.output: each for node in graph.operator_nodes}
        apart = replace(graph, inter_op_regions=())
        seconds = [CudaCost().graph_seconds(item, taken, target) for item in (apart, graph)]
        assert seconds[0] - seconds[1] == pytest.approx((beside - 1) * launch, abs=1e-12)
    half = {node.output: launch / 2 for node in graph.operator_nodes}
    seconds = [CudaCost().graph_seconds(item, half, target) for item in (apart, graph)]
    assert seconds[0] - seconds[1] == pytest.approx((beside / 2 - 1) * launch, abs=1e-12)
