"""Operators against results that TFLite's interpreter has computed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.tflite.cases import CASES
from tests.frontends.tflite.make_expected import EXPECTED
from tests.frontends.tflite.recurrent_cases import STEPS

#: Cases whose bytes are computed by tables in TFLite, or in another order of roundings.
_STEPS = 1


@pytest.fixture(scope="module")
def expected() -> Mapping[str, np.ndarray]:
    with np.load(EXPECTED) as stored:
        return dict(stored)


@pytest.mark.parametrize("name", STEPS)
def test_states_of_an_operator_of_one_step_are_inputs_and_outputs(
    name: str, expected: Mapping[str, np.ndarray], tmp_path: Path
) -> None:
    case, path = STEPS[name], tmp_path / "m.tflite"
    path.write_bytes(case.file(name))
    with aoe.compile(path, device="reference") as session:
        states = {
            item.name: np.zeros([size for size in item.shape if isinstance(size, int)], np.float32)
            for item in session.get_inputs()
            if item.name not in case.numbers(name)
        }
        assert [item.name for item in session.get_outputs()][1:] == [
            f"{key}/next" for key in states
        ]
        for run in (1, 2):
            found, *after = session.run(None, {**case.numbers(name), **states})
            np.testing.assert_allclose(found, expected[f"{name}/run{run}"], rtol=2e-6, atol=2e-6)
            states = dict(zip(states, after, strict=True))


@pytest.mark.parametrize("name", CASES)
def test_an_operator_gives_what_tflite_gives(
    name: str, expected: Mapping[str, np.ndarray], tmp_path: Path
) -> None:
    case, path = CASES[name], tmp_path / "m.tflite"
    path.write_bytes(case.file(name))
    with aoe.compile(path, device="reference") as session:
        assert [item.name for item in session.get_inputs()] == list(case.numbers(name))
        found = session.run(None, case.numbers(name))
    for number, mine in enumerate(found):
        theirs = expected[f"{name}/{number}"]
        assert mine.shape == theirs.shape
        assert mine.dtype == theirs.dtype
        if theirs.dtype.kind == "f":
            np.testing.assert_allclose(mine, theirs, rtol=2e-6, atol=2e-6)
        elif case.results[number].scale:
            assert np.abs(mine.astype(int) - theirs.astype(int)).max() <= _STEPS
        else:
            np.testing.assert_array_equal(mine, theirs)
