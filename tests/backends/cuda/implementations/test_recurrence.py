"""Recurrences whose blocks have some units each: every cell and option, units that blocks do not
divide, and weights that are read in vectors where they lie.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.operators.operator import Operator, View
from aoe.policy import Policy
from tests.backends.cuda.running import TARGET, executed, executed_and_accepted, kernel_ptx
from tests.operators.operator_cases import check
from tests.operators.recurrent_strategies import recurrences, six_steps
from tests.properties import examples

NAME = "simt_recurrent_units"


def kernels_of(operator: Operator, units: int) -> list[SimtKernel]:
    """The kernels of a policy of so many units."""
    item = implementations()[NAME]
    policy = Policy.of(NAME, schedule={"units": units, "threads": 128})
    views = [View.dense(operand) for operand in operator.inputs]
    made = item.lower(operator, views, View.dense(operator.output), policy, TARGET)
    assert not made.prepare
    return [kernel for kernel in made.kernels if isinstance(kernel, SimtKernel)]


@pytest.mark.parametrize(
    ("cell", "hidden", "batch", "after"),
    [
        ("LSTM", 64, 2, 0),
        ("LSTM", 37, 1, 0),
        ("GRU", 40, 1, 0),
        ("GRU", 128, 3, 1),
        ("RNN", 36, 2, 0),
    ],
)
@pytest.mark.parametrize("units", [1, 8])
def test_every_cell_agrees_with_the_reference(
    cell: str, hidden: int, batch: int, after: int, units: int
) -> None:
    check(
        NAME,
        six_steps(cell, "float32", hidden, batch, after),
        TARGET,
        0,
        policies=1,
        run=executed,
        wanted=lambda policy: dict(policy.schedule)["units"] == units,
        known=implementations,
    )


@examples(8)
@given(recurrences(), st.sampled_from([0, 3]))
def test_random_recurrences_agree(operator: Operator, padding: int) -> None:
    assume(implementations()[NAME].supports(operator, TARGET))
    check(NAME, operator, TARGET, padding, policies=2, run=executed, known=implementations)


def test_every_architecture_takes_a_step() -> None:
    operator = six_steps("LSTM", "float32", 32, 1)
    check(NAME, operator, TARGET, policies=1, run=executed_and_accepted, known=implementations)


def test_lanes_read_terms_in_vectors_and_blocks_have_units() -> None:
    first, step = kernels_of(six_steps("LSTM", "float32", 256), 4)
    assert first.phase_count == 1
    assert step.phase_count == 6
    assert step.tasks == 2 * 256 // 4
    text = kernel_ptx(step)
    assert len(re.findall(r"ld\.global[.a-z]*\.v4\.(f32|b32)", text)) >= 2
    (_, odd) = kernels_of(six_steps("LSTM", "float32", 37), 4)
    assert ".v4." not in kernel_ptx(odd)


def test_a_warp_shares_each_product_of_many_sequences_too() -> None:
    """Where a block has more products than threads, none of these reads a row of weights alone."""
    operator = six_steps("LSTM", "float32", 40, 5)
    _, step = kernels_of(operator, 8)
    assert 4 * 8 * 5 > step.block == 128
    assert len(re.findall(r"ld\.global[.a-z]*\.v4\.(f32|b32)", kernel_ptx(step))) >= 2
    check(
        NAME,
        operator,
        TARGET,
        policies=1,
        run=executed,
        wanted=lambda policy: dict(policy.schedule) == {"units": 8, "threads": 128},
        known=implementations,
    )


def test_a_reset_gate_that_comes_first_takes_two_kernels_a_step() -> None:
    _, step = kernels_of(six_steps("GRU", "float32", 64), 4)
    assert step.phase_count == 12
    _, step = kernels_of(six_steps("GRU", "float32", 64, after=1), 4)
    assert step.phase_count == 6


@pytest.mark.parametrize("model", ["sm_80", "sm_90"])
@pytest.mark.parametrize(("hidden", "batch"), [(256, 1), (512, 8)])
def test_it_is_the_usual_choice(model: str, hidden: int, batch: int) -> None:
    target = cuda_target(model)
    policy = default_policy(six_steps("LSTM", "float32", hidden, batch), target)
    assert policy.impl == NAME
    units = dict(policy.schedule)["units"]
    assert isinstance(units, int)
    assert 2 * hidden // units >= target.threads // 2


def test_small_and_quantised_recurrences_are_left_to_others() -> None:
    item = implementations()[NAME]
    assert not item.supports(six_steps("LSTM", "float32", 31), TARGET)
    assert not item.supports(six_steps("LSTM", "bfloat16", 64), TARGET)
    with pytest.raises(PolicyError, match="units 3"):
        item.estimate(
            six_steps("LSTM", "float32", 64),
            Policy.of(NAME, schedule={"units": 3, "threads": 128}),
            TARGET,
        )
