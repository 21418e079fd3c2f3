"""Times steps of a language model with weights of few bits, beside ONNX Runtime, in turns.

    python -m benchmarks.few_bits --threads 2

The model is `benchmarks.models.few_bits_decoder`: one token behind 128 others, and 64 tokens behind
64. With rows of int8 (`accuracy_level` 4) both engines quantise the same blocks. Where a number
lies between two steps, rounding may take either, and later layers see that.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import median

import numpy as np
import onnxruntime

import aoe
from benchmarks.models.few_bits_decoder import FewBitsSizes, few_bits_decoder
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import long_turns

#: The steps, by name: tokens of the step and tokens before.
_STEPS: Mapping[str, tuple[int, int]] = {"one token": (1, 128), "64 tokens": (64, 64)}
#: Runs before a turn, and seconds of a turn.
_WARM_UP, _TURN = 5, 0.4


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=8, help="turns of each engine")
    parser.add_argument("--bits", type=int, nargs="+", default=[4, 8], choices=[4, 8])
    parser.add_argument("--levels", type=int, nargs="+", default=[4, 0], choices=[4, 0])
    options = parser.parse_args(arguments)
    rows = [
        _row(name, FewBitsSizes(*_STEPS[name], bits, level), options.threads, options.rounds)
        for name in _STEPS
        for bits in options.bits
        for level in options.levels
    ]
    notes = [
        f"threads: {options.threads}; {options.rounds} turns of {_TURN} s each; milliseconds",
        "speed: the medians' ratio; of the least: that of the least times",
        "difference: of the logits, as a share of the largest",
    ]
    print_report("Weights of few bits", rows, options.json, notes)
    return 0


def _row(name: str, sizes: FewBitsSizes, threads: int, rounds: int) -> Row:
    model = few_bits_decoder(sizes).SerializeToString()
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    peer = onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
    generator = np.random.default_rng(1)
    feed = {
        item.name: generator.integers(0, sizes.words, item.shape)
        if "int" in item.type
        else generator.standard_normal(item.shape).astype(np.float32)
        for item in peer.get_inputs()
    }
    with aoe.compile(model, threads=threads) as session:
        engines = [session, peer]
        ours, theirs = (engine.run(["logits"], feed)[0] for engine in engines)
        runs = {place: partial(engine.run, None, feed) for place, engine in enumerate(engines)}
        seconds = long_turns(runs, rounds, _TURN, _WARM_UP)
    (least, middle), (least_peer, middle_peer) = (
        (min(found) * 1e3, median(found) * 1e3) for found in seconds.values()
    )
    return {
        "step": name,
        "bits": sizes.bits,
        "rows": "int8" if sizes.level else "float32",
        "open-aoe, min": least,
        "open-aoe, median": middle,
        "ONNX Runtime, min": least_peer,
        "ONNX Runtime, median": middle_peer,
        "speed": middle_peer / middle,
        "speed of the least": least_peer / least,
        "difference": float(np.abs(ours - theirs).max() / np.abs(theirs).max()),
    }


if __name__ == "__main__":
    sys.exit(main())
