"""Matrices of an AffineGrid that do not fit its sizes, which ONNX Runtime refuses, too."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from aoe.errors import ModelError
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import imported, inputs_of, model


@pytest.mark.parametrize(
    ("theta", "size", "problem"),
    [
        ((2, 2, 3), (3, 3, 4, 4), "its size [3, 3, 4, 4] needs [3, 2, 3]"),
        ((2, 2, 3), (2, 3, 4, 4, 4), "its size [2, 3, 4, 4, 4] needs [2, 3, 4]"),
        ((2, 3, 4), (2, 3, 4, 4), "its size [2, 3, 4, 4] needs [2, 2, 3]"),
        ((2, 3, 3), (2, 3, 4, 4), "its size [2, 3, 4, 4] needs [2, 2, 3]"),
        ((2, 3), (2, 3, 4, 4), "which must be [N,2,3] or [N,3,4]"),
    ],
)
def test_matrices_that_do_not_fit_the_sizes_are_refused(
    theta: Sequence[int], size: Sequence[int], problem: str
) -> None:
    shape = ",".join(map(str, theta))
    text = f"(float[{shape}] x) => (float y) {{ y = AffineGrid (x, size) }}"
    proto = model(text, 20, size=np.asarray(size))
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError, match=re.escape(problem)):
        imported(proto)
