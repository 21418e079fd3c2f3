"""The operators of TensorFlow that are read, by subject."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

from aoe.frontends.tensorflow.operations import (
    arithmetic,
    bits,
    colors,
    complex_numbers,
    control,
    convolution,
    crops,
    detection,
    gradients,
    image_gradients,
    lists,
    movement,
    normalization,
    partitions,
    pooling,
    products,
    quantized,
    reductions,
    resampling,
    shapes,
    special,
    spectra,
    tables,
)
from aoe.frontends.tensorflow.operations.matrices import diagonals, linear_systems
from aoe.frontends.tensorflow.operations.operation_table import Operation
from aoe.frontends.tensorflow.operations.rows import distinct, masked, texts
from aoe.frontends.tensorflow.operations.training import optimizers, variables

_SUBJECTS = (
    *(arithmetic, bits, colors, complex_numbers, control, convolution, crops, detection),
    *(diagonals, distinct, gradients, image_gradients, linear_systems, lists, masked),
    *(movement, normalization, optimizers, partitions, pooling, products, quantized),
    *(reductions, resampling, shapes, special, spectra, tables, texts, variables),
)

#: All operators by name.
OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    dict(chain.from_iterable(subject.TABLE.items() for subject in _SUBJECTS))
)
