"""Operators of Ascend against NumPy, as they are compiled for the reference backend."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.frontends.single_operator.description_json import description_from_json
from aoe.frontends.single_operator.operators.registry import OPERATOR_TYPES
from aoe.frontends.single_operator.reader import operator_model
from tests.frontends.single_operator.case import Case
from tests.frontends.single_operator.cases import CASES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_operator_gives_what_numpy_gives(case: Case) -> None:
    model = operator_model(description_from_json(case.description(), "case"))
    with aoe.compile(model, device="reference") as session:
        names = [item.name for item in session.get_inputs()]
        found = session.run(None, dict(zip(names, case.feeds, strict=True)))
    for mine, theirs in zip(found, case.expected(), strict=True):
        assert mine.shape == theirs.shape
        assert mine.dtype == theirs.dtype
        np.testing.assert_allclose(
            mine.astype(np.float64),
            theirs.astype(np.float64),
            rtol=case.tolerance,
            atol=case.tolerance,
        )


def test_every_operator_type_has_a_case() -> None:
    assert {case.op for case in CASES} == OPERATOR_TYPES.keys()
