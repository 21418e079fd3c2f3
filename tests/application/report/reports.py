"""Made-up contents of reports for tests of pages."""

from __future__ import annotations

from aoe.application.report.contents import (
    Alternative,
    DistinctOperator,
    GradientContents,
    GraphNode,
    MappedBuffer,
    Memory,
    ModelContents,
    RacedPlan,
    ReducedGradients,
    Report,
    TimedCall,
    TimedSaving,
    TimedTrial,
    TunedItem,
    TuningContents,
)

#: A name that would end an element of a page if it were taken for markup.
HOSTILE = "</script><img src=x onerror=alert(1)>"


def distinct(label: str, seconds: float) -> DistinctOperator:
    return DistinctOperator(
        key=f"1000{label}",
        label=label,
        operator=("Conv: group 1", "from float32 1x3x8x8", "to   float32 1x4x8x8"),
        policy={"impl": "conv_direct", "format": {}, "schedule": {"tile": [1, 8]}},
        decisions=("impl conv_direct: direct convolution", "schedule tile = 1x8"),
        origin="custom repository",
        uses=1,
        seconds=seconds,
        lower_bound=seconds / 2,
        tried=3,
        failed=1,
        alternatives=(
            Alternative("tile 2x8", 1.25 * seconds, "1.25 times as long"),
            Alternative("impl gone", None, "crash: killed by SIGSEGV"),
        ),
    )


def model(count: int = 2, name: str = "small") -> ModelContents:
    """A chain of `count` operators that take longer and longer, between an input and an output."""
    operators = tuple(distinct(f"Conv{number}", (number + 1) * 1e-4) for number in range(count))
    nodes = [GraphNode("x", "input", -1, 0.0, (), (), (1, 3, 8, 8))]
    for number, item in enumerate(operators):
        sources = ((f"conv{number}", "Conv"), (f"relu{number}", "Relu"))
        nodes.append(
            GraphNode(
                f"conv{number}", "operator", number, item.seconds, (number,), sources, (1, 4, 8, 8)
            )
        )
    nodes.append(GraphNode("y", "output", -1, 0.0, (count,), (), (1, 4, 8, 8)))
    calls, clock = [], 0.0
    for number, item in enumerate(operators):
        calls.append(TimedCall(number + 1, f"conv{number}", clock, item.seconds, 0, 2))
        clock += item.seconds
    buffers = (MappedBuffer("conv0", 0, 4096, 0, 1), MappedBuffer("work space", 4096, 64, 1, 1))
    return ModelContents(
        name, 2, 1.1 * clock, clock, operators, tuple(nodes), tuple(calls),
        Memory(8192, 256, 1000, 2000, buffers),
    )  # fmt: skip


def tuning(state: str = "finished") -> TuningContents:
    return TuningContents(
        job="small_20260102",
        state=state,
        seconds=12.0,
        items=(
            TunedItem("conv0", "Conv+Relu", "operator", 2, "add", 4.0, 2e-4, 1e-4, 9, 1),
            TunedItem("conv1", "Conv", "operator", 1, "unsatisfied", 6.0, None, None, 5, 0),
        ),
        savings=(
            TimedSaving("7", "conv0", 3.6, 1e-4),
            TimedSaving("7", "conv0", 4.0, 2e-4),
            TimedSaving("8", "conv1", 6.0, 0.0),
        ),
        trials=(TimedTrial("conv0", 3.0, 0.5), TimedTrial("conv0", 3.5, None)),
        before=5e-4,
        after=3.5e-4,
        uncertainty=0.02,
        budget=60.0,
    )


def gradients() -> GradientContents:
    return GradientContents(
        model="chain",
        verdict="tuning successful",
        workers=2,
        link="1 GB/s",
        before=(ReducedGradients(3, 3 << 20, 0.01, 0.01, 0.02),),
        after=(
            ReducedGradients(1, 1 << 20, 0.004, 0.004, 0.008),
            ReducedGradients(2, 2 << 20, 0.01, 0.01, 0.015),
        ),
        step_before=0.03,
        step_after=0.025,
        plans=(RacedPlan("default", 1, 0.03, 0.01), RacedPlan("exact", 2, 0.025, 0.005)),
        remarks=("the last gradient cannot be hidden",),
    )


def report(**parts: object) -> Report:
    facts = {"Machine": {"cpu": "znver4", "device model": "znver4_2c"}}
    given = {"model": model(), "tuning": tuning(), **parts}
    return Report("small", "2026-01-02T03:04:05+00:00", facts, **given)  # type: ignore[arg-type]
