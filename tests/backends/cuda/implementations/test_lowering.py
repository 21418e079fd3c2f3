"""Every implementation of a GPU computes the reference, on a machine that executes PTX, and LLVM
accepts its kernels for every architecture.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.backends.cuda.implementations.registry import implementations
from tests.backends.cpu.implementations.convolutions import convolutions
from tests.backends.cuda.running import TARGET, executed, executed_and_accepted
from tests.operators.operator_cases import check
from tests.operators.operator_strategies import OPERATORS

#: The implementation of operators that a GPU computes otherwise than a CPU.
OWN = {
    "conv_depthwise": "simt_conv",
    "conv_transposed": "simt_conv_transposed",
    "matmul_plain": "simt_matmul",
}


@pytest.mark.parametrize("name", OPERATORS)
@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_random_operator_computes_the_reference(data: st.DataObject, name: str) -> None:
    operator = data.draw(OPERATORS[name]())
    own = OWN.get(name, f"simt_{name}")
    check(own, operator, TARGET, 3, policies=1, run=executed_and_accepted, known=implementations)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_random_convolution_computes_the_reference(data: st.DataObject) -> None:
    operator = data.draw(convolutions()).operator
    check("simt_conv", operator, TARGET, 0, policies=1, run=executed, known=implementations)
