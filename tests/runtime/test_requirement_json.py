"""Requirements in files, of this version and of earlier ones."""

from __future__ import annotations

from typing import Any

import pytest

from aoe.errors import MALFORMED
from aoe.runtime.requirement_json import (
    RequirementFields,
    requirement_from_json,
    requirement_to_json,
)

#: What files have, as they were written from the first version with requirements on, and what
#: it says.
FILES: list[tuple[Any, RequirementFields]] = [
    ([3, True, "m"], RequirementFields(3, True, "m", False, 0, None)),
    ([3, False, "m", True], RequirementFields(3, False, "m", True, 0, None)),
    ([[3, 1, None], True, "m", False], RequirementFields(3, True, "m", False, 1, None)),
    ([[3, 0, 0], True, "{0}", False], RequirementFields(3, True, "{0}", False, 0, 0)),
    (["a", True, "m"], RequirementFields("a", True, "m", False, 0, None)),
    (["a", True, "m", True], RequirementFields("a", True, "m", True, 0, None)),
    ([["a", 2, ""], True, "m", False], RequirementFields("a", True, "m", False, 2, "")),
    ([["a", 2, "b"], True, "{0}", False], RequirementFields("a", True, "{0}", False, 2, "b")),
]


@pytest.mark.parametrize(("data", "found"), FILES)
def test_files_of_all_versions_are_read(data: Any, found: RequirementFields) -> None:
    assert requirement_from_json(data) == found


@pytest.mark.parametrize(("data", "found"), [item for item in FILES if len(item[0]) == 4])
def test_a_requirement_is_written_as_earlier_versions_read_it(
    data: Any, found: RequirementFields
) -> None:
    assert requirement_to_json(found) == data


def test_what_a_later_version_adds_is_passed_over() -> None:
    assert requirement_from_json([3, True, "m", True, "more"]).grows


def test_the_empty_details_of_a_graph_are_not_written() -> None:
    fields = RequirementFields("a", True, "m", False, 0, "")
    assert requirement_to_json(fields) == ["a", True, "m", False]


@pytest.mark.parametrize("data", [None, 3, [], [1, True], [[1], True, "m"], [[1, "x", 2], 1, "m"]])
def test_anything_else_is_malformed(data: Any) -> None:
    with pytest.raises(MALFORMED):
        requirement_from_json(data)
