"""Programs of steps: what their outputs are."""

from __future__ import annotations

import numpy as np

from aoe.runtime.addressed_array import address_of
from aoe.training.program import StepProgram, new_output
from aoe.training.variables import HeldVariable
from tests.training.toy import Toy, batch, group, step_model


def test_outputs_are_new_arrays_in_memory_that_a_framework_can_take_over() -> None:
    toy = Toy()
    program = StepProgram(step_model(), group(), {"w": HeldVariable(toy.w)}, toy)
    one, other = (program.run(batch(number))[0] for number in range(2))
    assert not np.shares_memory(one, other)
    assert not any(address_of(item) % 64 for item in (one, other))


def test_an_output_may_have_any_shape() -> None:
    for shape in ((), (0, 2), (3,), (5, 7)):
        array = new_output(shape, np.dtype(np.float64))
        assert array.shape == shape
        assert array.flags.c_contiguous
        assert array.flags.writeable
