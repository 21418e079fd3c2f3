"""Probabilities of classes from those of all pairs of classes.

They minimise Σ (r_ji·p_i - r_ij·p_j)² where r_ij says how probable class i is against j. The
iteration stops where ONNX Runtime's and LIBSVM's do, sample by sample, because the values that it
stops at are the result.

Source: Wu, Lin and Weng, "Probability Estimates for Multi-class Classification by Pairwise
Coupling", JMLR 5 (2004), the second method, in the form of LIBSVM.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of

#: Most iterations.
_MOST = 100
#: Improves p class by class, until the error of every sample is below `bound`. `q` is the matrix of
#: the quadratic form, `diagonal` its diagonal.
_COUPLING = """
coupling (float[N,C,C] q, float[N,C] diagonal, float[N,C] start, bool[N,1] every, float[C,C] unit,
          int64 most, int64 classes, float bound, float one, float two)
    => (float[N,C] result)
{
  true = Constant <value = bool {1}> ()
  last = Constant <value = int64[1] {1}> ()
  behind = Constant <value = int64[1] {2}> ()
  result, left = Loop <body = iteration (int64 i, bool on, float[N,C] p, bool[N,1] active)
      => (bool goes_on, float[N,C] p_next, bool[N,1] active_next)
    {
      column = Unsqueeze (p, behind)
      product = MatMul (q, column)
      qp = Squeeze (product, behind)
      terms = Mul (p, qp)
      pqp = ReduceSum <keepdims = 1> (terms, last)
      apart = Sub (qp, pqp)
      sizes = Abs (apart)
      error = ReduceMax <keepdims = 1> (sizes, last)
      far = GreaterOrEqual (error, bound)
      active_next = And (active, far)
      improved, qp_last, pqp_last = Loop <body = one_class
          (int64 t, bool inner_on, float[N,C] r, float[N,C] qr, float[N,1] rqr)
          => (bool inner_goes_on, float[N,C] r_next, float[N,C] qr_next, float[N,1] rqr_next)
        {
          inner_goes_on = Identity (inner_on)
          row = Gather <axis = 1> (q, t)
          d = Gather <axis = 1> (diagonal, t)
          dt = Unsqueeze (d, last)
          a = Gather <axis = 1> (qr, t)
          at = Unsqueeze (a, last)
          direction = Gather <axis = 0> (unit, t)
          distance = Sub (rqr, at)
          step = Div (distance, dt)
          scale = Add (one, step)
          along = Mul (step, direction)
          moved = Add (r, along)
          r_next = Div (moved, scale)
          more = Mul (step, row)
          qr_moved = Add (qr, more)
          qr_next = Div (qr_moved, scale)
          square = Mul (step, dt)
          twice = Mul (two, at)
          slope = Add (square, twice)
          change = Mul (step, slope)
          rqr_moved = Add (rqr, change)
          rqr_scaled = Div (rqr_moved, scale)
          rqr_next = Div (rqr_scaled, scale)
        }> (classes, true, p, qp, pqp)
      p_next = Where (active_next, improved, p)
      whether = Cast <to = 6> (active_next)
      any = ReduceMax <keepdims = 0> (whether)
      goes_on = Cast <to = 9> (any)
    }> (most, true, start, every)
}
"""


def probabilities_of_classes(
    build: Builder, first_wins: onnx_ir.Value, classes: int
) -> onnx_ir.Value:
    """The probability of each class, (N, C).

    Args:
        build: Makes the nodes.
        first_wins: How probable the first class of each pair is against the second: (N, P), pairs
            in the order of `itertools.combinations`.
        classes: The number of classes, C.
    """
    samples = shape_of(first_wins)[0]
    start = build.constant(np.full((samples, classes), np.float32(1) / np.float32(classes)))
    if not samples:
        return start
    q, diagonal = _quadratic_form(build, first_wins, classes)
    every = np.ones((samples, 1), bool)
    numbers = (
        every,
        np.eye(classes, dtype=np.float32),
        np.asarray(_MOST),
        np.asarray(classes),
        np.float32(0.005) / np.float32(classes),
        np.float32(1),
        np.float32(2),
    )
    constants = [build.constant(np.asarray(item)) for item in numbers]
    given = [q, diagonal, start, *constants]
    return build.inline_text(_COUPLING, given, (samples, classes), onnx_ir.DataType.FLOAT)


def _quadratic_form(
    build: Builder, first_wins: onnx_ir.Value, classes: int
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The matrix (N, C, C) and its diagonal (N, C)."""
    pairs = list(combinations(range(classes), 2))
    samples = shape_of(first_wins)[0]
    places = np.full((classes, classes), 2 * len(pairs))
    for number, (first, second) in enumerate(pairs):
        places[first, second], places[second, first] = number, len(pairs) + number
    second_wins = build.infer("Sub", build.scalar(1.0, first_wins), first_wins)
    nothing = build.constant(np.zeros((samples, 1), np.float32))
    each = build.infer("Concat", first_wins, second_wins, nothing, axis=1)
    wins = build.infer("Gather", each, build.constant(places), axis=1)
    loses = build.infer("Gather", each, build.constant(np.ascontiguousarray(places.T)), axis=1)
    squares = build.infer("Mul", wins, wins)
    diagonal = build.infer("ReduceSum", squares, build.integers([1]), keepdims=0)
    row = build.reshape(diagonal, (samples, 1, classes))
    spread = build.infer("Mul", row, build.constant(np.eye(classes, dtype=np.float32)))
    matrix = build.infer("Sub", spread, build.infer("Mul", wins, loses))
    return matrix, diagonal
