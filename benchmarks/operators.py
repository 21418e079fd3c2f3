"""Operators inside a model: GFLOP/s of every convolution and matrix product, and % of the peak.

    python -m benchmarks.operators resnet50.onnx --repository /tmp/bank

Times are those of a profile of the whole model as it runs, with the data of the operator before in
the caches or not, as they are. The multiply-add peak is measured in the same rounds
(`benchmarks.peak`). Arithmetic is that of the definition, so an algorithm that does less of it,
such as Winograd's, can exceed the peak.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path

import aoe
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from benchmarks.peak import peak_flops, peak_run
from benchmarks.peers.engine import Feed
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import feed_of, repository_at

FEWEST_ROUNDS = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Profiles the model and prints its contractions, the most expensive first."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("model", type=Path, help="an .onnx file of static shapes")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="measuring time")
    parser.add_argument("--repository", type=Path, help="tuned policies; default: none are known")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        with repository_at(options.repository or Path(folder)):
            session = aoe.compile(options.model, threads=options.threads)
        seconds, peak = profile(session, feed_of(session), options.seconds)
    rows = contraction_rows(session, seconds, peak)
    notes = [
        f"threads: {options.threads}; multiply-add peak: {peak:.0f} GFLOP/s",
        f"runs: {len(next(iter(seconds.values())))}, medians; times in µs, of all uses together",
    ]
    print_report(f"Operators of {options.model.stem}", rows, options.json, notes)
    return 0


def profile(
    session: aoe.InferenceSession, feed: Feed, seconds: float
) -> tuple[dict[str, list[float]], float]:
    """Seconds of every operator in every run, by its name, and the highest peak, in GFLOP/s."""
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
    return samples, peak_flops(session.threads) / min(peaks) / 1e9


def contraction_rows(
    session: aoe.InferenceSession, seconds: Mapping[str, list[float]], peak: float
) -> list[Row]:
    """A row for every distinct contraction, the most expensive first."""
    graph = graph_from_json(session.model.graph, {})
    uses: dict[str, list[OperatorNode]] = defaultdict(list)
    for node in graph.operator_nodes:
        if contraction_flops(node.operator):
            uses[node.operator.key].append(node)
    rows = []
    for key, nodes in uses.items():
        median = sum(statistics.median(seconds[node.name]) for node in nodes)
        speed = len(nodes) * contraction_flops(nodes[0].operator) / median / 1e9
        row: Row = {
            "operator": nodes[0].name,
            "shapes": _shapes(nodes[0].operator),
            "uses": len(nodes),
            "impl": session.model.policies[key]["impl"],
            "µs": median * 1e6,
            "GFLOP/s": speed,
            "% of peak": 100 * speed / peak,
        }
        rows.append((median, row))
    return [row for _, row in sorted(rows, key=lambda pair: -pair[0])]


def contraction_flops(operator: Operator) -> int:
    """Multiplications and additions by the definition; 0 for what is not a contraction."""
    if operator.type == "Conv":
        return 2 * prod(operator.output.shape) * prod(operator.inputs[1].shape[1:])
    if operator.type == "MatMul":
        depth = operator.inputs[0].shape[-2 if operator.integer("transpose_a") else -1]
        return 2 * prod(operator.output.shape) * depth
    return 0


def _shapes(operator: Operator) -> str:
    """Inputs of the contraction and output, `1×64×56×56 · 64×64×3×3 → 1×64×56×56`."""
    texts = ["×".join(map(str, item.shape)) for item in (*operator.inputs[:2], operator.output)]
    return f"{texts[0]} · {texts[1]} → {texts[2]}"


if __name__ == "__main__":
    sys.exit(main())
