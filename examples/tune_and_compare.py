"""Tunes an ONNX model for a while, and compares the time of an inference before and after.

    python examples/tune_and_compare.py MODEL.onnx OUTPUT [BUDGET]

BUDGET is a time such as 5m; by default one minute. OUTPUT is the offline model, without .om.
"""

from __future__ import annotations

import sys

import aoe


def main(path: str, output: str, budget: str = "1m") -> None:
    """Tunes a model."""
    result = aoe.tune(path, job_type=2, output=output, budget=budget)
    print(f"{len(result.outcomes)} operators, {result.seconds:.0f} s")
    if result.baseline_ms is not None and result.result_ms is not None:
        print(f"{result.baseline_ms:.3f} ms before, {result.result_ms:.3f} ms after")
    print(f"{result.model_path} runs on this kind of CPU, with aoe.InferenceSession")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
