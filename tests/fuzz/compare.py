"""`python -m tests.fuzz.compare SECONDS [SEED]`: runs random models beside ONNX Runtime.

ONNX Runtime computes them without its optimisations. A difference counts if it is larger than what
ONNX Runtime itself moves when the input does by some units in the last place, since rounding,
quantisation and conversions jump. What differs is made smaller, written to build/fuzz/compare, and
told. Ends with status 0 if nothing differed. `test_compare` runs some models with every test run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx

import aoe
from aoe.errors import AoeError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.conformance.opsets.cases import by_runtime
from tests.fuzz.random_models import random_model

Arrays = Mapping[str, np.ndarray]

#: The error allowed, of the largest element; more where a model has float16.
_TOLERANCE, _HALF_TOLERANCE = 1e-4, 1e-2
#: How much inputs are changed, of each element, and how often, to see what jumps.
_NUDGE, _NUDGES = 2e-6, 4
#: Operators whose results jump, and how many elements of all may be on another side.
_ROUNDING, _JUMPS = frozenset({"QuantizeLinear", "QLinearConv", "Floor", "Sign", "Cast"}), 0.05


def difference(proto: onnx.ModelProto, feed: Arrays, compiled: bool = False) -> str | None:
    """How the results differ from those of ONNX Runtime; None if they agree or it refuses.

    `compiled`: they come from the CPU backend, not from the reference evaluator.
    """
    expected = by_runtime(proto, feed)
    if expected is None or not all(_is_moderate(array) for array in expected):
        return None
    try:
        found = _compiled(proto, feed) if compiled else _evaluated(proto, feed)
    except AoeError as refusal:
        return f"refused: {refusal}"
    allowed = _allowed(proto, feed, expected)
    for value, got, right, error in zip(proto.graph.output, found, expected, allowed, strict=True):
        if got.shape != right.shape or got.dtype != right.dtype:
            return f"{value.name}: {got.dtype}{got.shape}, not {right.dtype}{right.shape}"
        far = np.abs(got.astype(np.float64) - right.astype(np.float64))
        # A number between two steps may go to either one.
        jumps = max(1, int(_JUMPS * far.size)) if _rounds(proto) else 0
        if np.count_nonzero(~(far <= error)) > jumps:
            return f"{value.name}: differs by {far.max():.3g}, more than {error:.3g}"
    return None


def _rounds(proto: onnx.ModelProto) -> bool:
    return any(node.op_type in _ROUNDING for node in proto.graph.node)


def _is_moderate(array: np.ndarray) -> bool:
    return bool(np.all(np.isfinite(array.astype(np.float64))) and np.all(np.abs(array) < 1e5))


def _compiled(proto: onnx.ModelProto, feed: Arrays) -> list[np.ndarray]:
    with aoe.compile(proto, threads=1) as session:
        return [np.asarray(array) for array in session.run(None, dict(feed))]


def _evaluated(proto: onnx.ModelProto, feed: Arrays) -> list[np.ndarray]:
    with np.errstate(all="ignore"):
        found = evaluate(build(load_onnx(proto), "random"), dict(feed))
    return [np.asarray(found[value.name]) for value in proto.graph.output]


def _allowed(proto: onnx.ModelProto, feed: Arrays, expected: Sequence[np.ndarray]) -> list[float]:
    """The largest error of each output."""
    halves = any(
        value.type.tensor_type.elem_type == onnx.TensorProto.FLOAT16
        for value in onnx.shape_inference.infer_shapes(proto).graph.value_info
    ) or any(array.dtype == np.float16 for array in expected)
    part = _HALF_TOLERANCE if halves else _TOLERANCE
    allowed = [part * (float(np.abs(a.astype(np.float64)).max(initial=0)) + 0.1) for a in expected]
    random = np.random.default_rng(0)
    for _ in range(_NUDGES):
        step = _NUDGE * (500 if halves else 1)
        near = {
            name: (a * (1 + step * random.standard_normal(a.shape))).astype(a.dtype)
            for name, a in feed.items()
        }
        for place, (a, b) in enumerate(zip(by_runtime(proto, near) or [], expected, strict=True)):
            if a.shape == b.shape:
                moved = np.abs(a.astype(np.float64) - b.astype(np.float64)).max(initial=0)
                allowed[place] = max(allowed[place], 3 * float(moved))
    return allowed


def smaller(proto: onnx.ModelProto, feed: Arrays, compiled: bool) -> onnx.ModelProto:
    """A model of fewer nodes that differs, too: outputs move to the front, one by one."""
    for node in proto.graph.node:
        cut = onnx.ModelProto()
        cut.CopyFrom(proto)
        del cut.graph.output[:]
        cut.graph.output.append(onnx.helper.make_empty_tensor_value_info(node.output[0]))
        needed = {node.output[0]}
        for other in reversed(list(cut.graph.node)):
            if needed.isdisjoint(other.output):
                cut.graph.node.remove(other)
            needed.update(other.input if not needed.isdisjoint(other.output) else ())
        for constant in list(cut.graph.initializer):
            if constant.name not in needed:
                cut.graph.initializer.remove(constant)
        if difference(cut, feed, compiled) is not None:
            return cut
    return proto


def main(arguments: Sequence[str]) -> None:
    """Reads the arguments and compares."""
    if not arguments or not all(argument.isdigit() for argument in arguments[:2]):
        sys.exit("usage: python -m tests.fuzz.compare SECONDS [SEED]")
    end = time.monotonic() + int(arguments[0])
    seed = int(arguments[1]) if len(arguments) > 1 else 0
    folder, found, tried = Path("build/fuzz/compare"), 0, 0
    folder.mkdir(parents=True, exist_ok=True)
    while time.monotonic() < end:
        proto, feed = random_model(seed)
        compiled = seed % 8 == 0  # which takes much longer
        try:
            problem = difference(proto, feed, compiled)
        except Exception as error:  # what is not an AoeError is a finding as well
            problem = repr(error)
        if problem is not None:
            found += 1
            part = proto if "refused" in problem else smaller(proto, feed, compiled)
            onnx.save(part, folder / f"{seed}.onnx")
            chain = " ".join(node.op_type for node in part.graph.node)
            print(f"{seed}{' compiled' if compiled else ''}: {chain}: {problem}", flush=True)
        seed, tried = seed + 1, tried + 1
    print(f"{tried} models, {found} differ")
    sys.exit(found > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
