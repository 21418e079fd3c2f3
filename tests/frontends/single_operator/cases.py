"""A case or more of every operator type of Ascend that is read."""

from __future__ import annotations

from tests.frontends.single_operator.case import Case
from tests.frontends.single_operator.element_cases import ELEMENT_CASES
from tests.frontends.single_operator.image_cases import IMAGE_CASES
from tests.frontends.single_operator.normalization_cases import NORMALIZATION_CASES
from tests.frontends.single_operator.tensor_cases import TENSOR_CASES

CASES: list[Case] = [*ELEMENT_CASES, *TENSOR_CASES, *IMAGE_CASES, *NORMALIZATION_CASES]
