"""Times ensembles of decision trees by open-aoe and ONNX Runtime, in turns in one process.

    python -m benchmarks.ensembles --threads 2

The models are `benchmarks.models.ensembles`; batches of one sample and of many.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from statistics import median

import numpy as np
import onnxruntime

import aoe
from benchmarks.models.ensembles import ENSEMBLES, ensemble
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import long_turns

#: Runs before a turn, and seconds of a turn.
_WARM_UP, _TURN = 5, 0.3


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--models", nargs="+", default=list(ENSEMBLES), choices=list(ENSEMBLES))
    parser.add_argument("--samples", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6, help="turns of each engine")
    options = parser.parse_args(arguments)
    rows = [
        _row(name, samples, options.threads, options.rounds)
        for name in options.models
        for samples in options.samples
    ]
    notes = [
        f"threads: {options.threads}; {options.rounds} turns of {_TURN} s each; microseconds",
        "speed: the medians' ratio; of the least: that of the least times",
        "difference: of the scores, as a share of the largest",
    ]
    print_report("Ensembles of decision trees", rows, options.json, notes)
    return 0


def _row(name: str, samples: int, threads: int, rounds: int) -> Row:
    sizes = ENSEMBLES[name]
    model = ensemble(sizes, samples).SerializeToString()
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    peer = onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
    x = np.random.default_rng(1).standard_normal((samples, sizes.features)).astype(np.float32)
    with aoe.compile(model, threads=threads) as session:
        engines = {"open-aoe": session, "ONNX Runtime": peer}
        ours, theirs = (engine.run(["scores"], {"x": x})[0] for engine in engines.values())
        runs = {key: partial(engine.run, None, {"x": x}) for key, engine in engines.items()}
        seconds = long_turns(runs, rounds, _TURN, _WARM_UP)
    least = {key: min(found) * 1e6 for key, found in seconds.items()}
    middle = {key: median(found) * 1e6 for key, found in seconds.items()}
    return {
        "model": name,
        "samples": samples,
        "open-aoe, min": least["open-aoe"],
        "open-aoe, median": middle["open-aoe"],
        "ONNX Runtime, min": least["ONNX Runtime"],
        "ONNX Runtime, median": middle["ONNX Runtime"],
        "speed": middle["ONNX Runtime"] / middle["open-aoe"],
        "speed of the least": least["ONNX Runtime"] / least["open-aoe"],
        "difference": float(np.abs(ours - theirs).max() / np.abs(theirs).max()),
    }


if __name__ == "__main__":
    sys.exit(main())
