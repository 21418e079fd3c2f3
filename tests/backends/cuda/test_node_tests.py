"""Some node tests of the onnx package on a machine that executes PTX. All of them pass, but they
take ten minutes.
"""

from __future__ import annotations

import pytest

from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.conformance.node_tests import excluded, node_tests, run_node_test

#: One test of so many.
_EVERY = 80
_NAMES = [name for name, case in node_tests().items() if not excluded(case)][::_EVERY]


@pytest.mark.parametrize("name", _NAMES)
def test_the_gpu_computes_what_the_node_test_expects(name: str) -> None:
    with with_gpu(PtxDevices()):
        run_node_test(node_tests()[name], "cuda")
