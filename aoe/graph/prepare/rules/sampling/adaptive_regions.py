"""RoiAlign with `sampling_ratio` 0: each region decides how many samples its bins take.

A bin takes ⌈height / rows of bins⌉ × ⌈width / columns of bins⌉ samples, which divide it evenly. A
Loop takes one sample of every bin in each iteration, by a RoiAlign with a single sample in the
middle of each bin, of regions that are moved so that it meets the sample. It ends with the last
sample of the region that has most.

Source: ONNX Runtime's RoiAlign, and Mask R-CNN (He et al., ICCV 2017). `grid_sample` has RoiAlign
with a given number of samples.
"""

from __future__ import annotations

import re

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, integer, shape_of, text

#: How the result so far and a sample make the next result, by mode.
_NEXT = {
    "avg": """
      kept = Where (counts, sample, nothing)
      after = Add (before, kept)""",
    "max": """
      first = Equal (t, zero)
      larger = Max (before, sample)
      chosen = Where (first, sample, larger)
      after = Where (counts, chosen, before)""",
}
#: What results of all samples, by mode.
_LAST = {
    "avg": """
  product = Mul (across, down)
  every = Max (product, one)
  divisor = CastLike (every, start)
  spread = Unsqueeze (divisor, behind)
  result = Div (found, spread)""",
    "max": """
  result = Identity (found)""",
}
#: `ends` has x and y of both corners of each region, `bins` how many columns and rows of bins there
#: are, `least` the least size of a region.
_REGIONS = """
regions (T[N,C,H,W] x, T[R,4] ends, int64[R] batch, T[2] bins, T least, T[R,C,P,Q] start)
    => (T[R,C,P,Q] result)
{
  true = Constant <value = bool {1}> ()
  zero = Constant <value = int64 {0}> ()
  one = Constant <value = int64 {1}> ()
  nothing = Constant <value = T {0}> ()
  whole = Constant <value = T {1}> ()
  half = Constant <value = T {0.5}> ()
  row = Constant <value = int64[1] {1}> ()
  regions = Constant <value = int64[1] {0}> ()
  behind = Constant <value = int64[2] {2, 3}> ()
  low, high = Split <axis = 1, num_outputs = 2> (ends)
  extent = Sub (high, low)
  size = Max (extent, least)
  bin = Div (size, bins)
  samples = Ceil (bin)
  counted = Cast <to = 7> (samples)
  number = Max (counted, zero)
  divided = Max (samples, whole)
  across, down = Split <axis = 1, num_outputs = 2> (number)
  most = ReduceMax <keepdims = 0> (number, regions)
  most_across, most_down = Split <axis = 0, num_outputs = 2> (most)
  iterations = Mul (most_across, most_down)
  trips = Squeeze (iterations)
  found = Loop <body = of_sample (int64 t, bool on, T[R,C,P,Q] before)
      => (bool goes_on, T[R,C,P,Q] after)
    {
      goes_on = Identity (on)
      t_row = Reshape (t, row)
      y = Div (t_row, most_across)
      passed = Mul (y, most_across)
      x_number = Sub (t_row, passed)
      x_inside = Less (x_number, across)
      y_inside = Less (y, down)
      inside = And (x_inside, y_inside)
      counts = Unsqueeze (inside, behind)
      numbers = Concat <axis = 0> (x_number, y)
      floating = CastLike (numbers, start)
      middle = Add (floating, half)
      share = Div (middle, divided)
      offset = Sub (share, half)
      distance = Mul (offset, bin)
      moved = Add (low, distance)
      end = Add (moved, size)
      region = Concat <axis = 1> (moved, end)
      sample = RoiAlign <mode = "MODE", output_height = ROWS, output_width = COLUMNS,
          sampling_ratio = 1, coordinate_transformation_mode = "COORDINATES"> (x, region, batch)
      NEXT
    }> (trips, true, start)
  LAST
}
"""


def adaptive_regions(
    node: onnx_ir.Node,
    build: Builder,
    image: onnx_ir.Value,
    ends: onnx_ir.Value,
    batch: onnx_ir.Value,
) -> onnx_ir.Value:
    """The result of a RoiAlign whose regions decide how many samples they take.

    Args:
        node: The node.
        build: Makes the nodes.
        image: The images (N, C, H, W), of the dtype to compute in.
        ends: The corners of the regions in pixels, (R, 4), of this dtype.
        batch: The image of each region, int64 (R).
    """
    mode, coordinates = (
        text(node, name, default)
        for name, default in (("mode", "avg"), ("coordinate_transformation_mode", "half_pixel"))
    )
    rows, columns = (integer(node, f"output_{name}", 1) for name in ("height", "width"))
    shape = (shape_of(ends)[0], shape_of(image)[1], rows, columns)
    assert image.dtype is not None
    dtype = image.dtype.numpy()
    start = build.constant(np.zeros(shape, dtype))
    if 0 in shape:
        return build.infer("Identity", start)
    kind = "double" if dtype == np.float64 else "float"
    written = _REGIONS
    for name, value in {
        "NEXT": _NEXT[mode],
        "LAST": _LAST[mode],
        "MODE": mode,
        "COORDINATES": coordinates,
        "ROWS": str(rows),
        "COLUMNS": str(columns),
    }.items():
        written = written.replace(name, value)
    written = re.sub(r"\bT\b", kind, written)
    least = -np.inf if coordinates == "half_pixel" else 1.0
    bins = build.constant(np.asarray([columns, rows], dtype))
    given = [image, ends, batch, bins, build.constant(np.asarray(least, dtype)), start]
    return build.inline_text(written, given, shape, image.dtype)
