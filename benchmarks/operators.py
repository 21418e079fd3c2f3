"""Profiles the operators of models: time, share of the roofline, and which lose most.

    python -m benchmarks.operators resnet50.onnx bert.onnx --repository /tmp/bank --worst 10

Times come from a profile of the whole model, so caches hold what the operator before left there.
The roofline (`benchmarks.roofline`) is the arithmetic of an operator's definition at the
multiply-add peak, or reading its operands once at the measured bandwidths, whichever takes longer.
The peak is measured in the same rounds (`benchmarks.peak`). An operator loses the share of its
model's time that it takes beyond its roofline.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import aoe
from aoe.application.model.machine import this_machine
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.useful_work import multiply_adds
from aoe.settings import read_settings
from benchmarks.peak import peak_flops, peak_run
from benchmarks.peers.engine import Feed
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.roofline import constant_bytes, roofline
from benchmarks.sessions import feed_of, repository_at

FEWEST_ROUNDS = 10
#: Operators that are named for each model as a whole.
_NAMED = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Profiles the models and prints a table for each, then the worst operators of all."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="measuring time of a model")
    parser.add_argument("--repository", type=Path, help="tuned policies; default: none are known")
    parser.add_argument("--brief", action="store_true", help="no table for each model")
    parser.add_argument("--worst", type=int, default=10, help="how many of all operators to list")
    options = parser.parse_args(arguments)
    target = this_machine(options.threads, read_settings())
    assert isinstance(target, CpuTarget)
    everything: list[Row] = []
    models: list[Row] = []
    for path in options.models:
        with tempfile.TemporaryDirectory() as folder:
            with repository_at(options.repository or Path(folder)):
                session = aoe.compile(path, threads=options.threads)
            seconds, peak = profile(session, feed_of(session), options.seconds)
        rows = operator_rows(session, seconds, peak, target)
        notes = [
            f"threads: {options.threads}; multiply-add peak: {peak / 1e9:.0f} GFLOP/s",
            f"runs: {len(next(iter(seconds.values())))}, medians; times in µs, all uses together",
        ]
        if not options.brief:
            print_report(f"Operators of {path.stem}", rows, options.json, notes)
            print()
        models.append(model_row(path.stem, rows))
        everything += [{"model": path.stem, **row} for row in rows]
    notes = [
        f"threads: {options.threads}; ms: the operators' medians together",
        "% of roofline: of all operators, weighted by time; lost most: % of the model above it",
    ]
    print_report("Models and their rooflines", models, options.json, notes)
    print()
    worst = sorted(everything, key=_lost, reverse=True)[: options.worst]
    print_report("The worst of all operators", worst, options.json, ["by % of the model lost"])
    return 0


def profile(
    session: aoe.InferenceSession, feed: Feed, seconds: float
) -> tuple[dict[str, list[float]], float]:
    """Profiles a model for some seconds.

    Returns:
        Seconds of every operator in every run, by its name, and the highest multiply-add peak in
        floating point operations a second.
    """
    samples: dict[str, list[float]] = defaultdict(list)
    peaks: list[float] = []
    measure_peak = peak_run(session.threads)
    end = time.perf_counter() + seconds
    while len(peaks) < FEWEST_ROUNDS or time.perf_counter() < end:
        start = time.perf_counter()
        measure_peak()
        peaks.append(time.perf_counter() - start)
        session.run(None, feed)
        times: dict[str, float] = defaultdict(float)
        for name, taken in session.profile(feed):
            times[name] += taken
        for name, taken in times.items():
            samples[name].append(taken)
    return samples, peak_flops(session.threads) / min(peaks)


def operator_rows(
    session: aoe.InferenceSession,
    seconds: Mapping[str, list[float]],
    peak: float,
    target: CpuTarget,
) -> list[Row]:
    """Returns a row for every distinct operator, the most expensive first."""
    nodes = graph_from_json(session.model.graph, {}).operator_nodes
    cold = constant_bytes([node.operator for node in nodes]) > target.l3
    uses: dict[str, list[OperatorNode]] = defaultdict(list)
    for node in nodes:
        if node.name in seconds:
            uses[node.operator.key].append(node)
    medians = {
        key: sum(statistics.median(seconds[node.name]) for node in alike)
        for key, alike in uses.items()
    }
    total = sum(statistics.median(samples) for samples in seconds.values())
    rows = []
    for key, median in sorted(medians.items(), key=lambda pair: -pair[1]):
        operator, count = uses[key][0].operator, len(uses[key])
        limit = roofline(operator, target, peak, cold)
        flops = 2 * multiply_adds(operator)
        row: Row = {
            "operator": uses[key][0].name,
            "shapes": _shapes(operator),
            "uses": count,
            "impl": session.model.policies[key]["impl"],
            "µs": median * 1e6,
            "% of model": 100 * median / total,
            "GFLOP/s": count * flops / median / 1e9 if flops else None,
            "bound": limit.bound,
            "% of roofline": 100 * count * limit.seconds / median,
            "% of model lost": 100 * max(0.0, median - count * limit.seconds) / total,
        }
        rows.append(row)
    return rows


def model_row(model: str, rows: Sequence[Row]) -> Row:
    """Returns the row of a model from those of its operators."""
    share = sum(_number(row, "% of model") * _number(row, "% of roofline") for row in rows) / 100
    worst = sorted(rows, key=_lost, reverse=True)[:_NAMED]
    return {
        "model": model,
        "ms": sum(_number(row, "µs") for row in rows) / 1e3,
        "% of roofline": share,
        "lost most": ", ".join(
            f"{row['uses']} × {row['shapes']} ({_lost(row):.1f})" for row in worst
        ),
    }


def _number(row: Row, column: str) -> float:
    value = row[column]
    assert isinstance(value, float)
    return value


def _lost(row: Row) -> float:
    return _number(row, "% of model lost")


def _shapes(operator: Operator) -> str:
    """Returns the anchor's inputs and the output: `Conv 1×64×56×56 · 64×64×3×3 → 1×64×56×56`."""
    anchors = operator.inputs[: max(1, operator.anchor_inputs)]
    texts = ["×".join(map(str, item.shape)) for item in anchors]
    result = "×".join(map(str, operator.output.shape))
    return f"{operator.type} {' · '.join(texts)} → {result}"


if __name__ == "__main__":
    sys.exit(main())
