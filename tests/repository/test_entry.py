"""Entries survive JSON unchanged, and nothing that is not an entry is taken for one."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import RepositoryError
from aoe.repository.entry import Entry, entry_from_json, entry_to_json, operator_type_of

from .examples import ENTRIES, entry, subgraph_entry, through_text


@given(ENTRIES)
def test_an_entry_survives_json(original: Entry) -> None:
    assert entry_from_json(original.key, through_text(entry_to_json(original))) == original


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.sampled_from(sorted(entry_to_json(entry()))), JSON_VALUES)
def test_any_field_replaced_gives_an_entry_or_a_repository_error(field: str, value: Any) -> None:
    data = {**entry_to_json(entry()), field: value}
    with contextlib.suppress(RepositoryError):
        assert isinstance(entry_from_json("7", data), Entry)


def _without(field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: {name: value for name, value in data.items() if name != field}


@pytest.mark.parametrize(
    "field",
    ["signature", "policy", "before", "after", "hardware", "package", "code_generator", "date"],
)
def test_an_entry_without_a_field_is_refused(field: str) -> None:
    with pytest.raises(RepositoryError):
        entry_from_json("7", _without(field)(entry_to_json(entry())))


@pytest.mark.parametrize(
    "time",
    [
        {"median_us": 0, "spread_us": 0, "samples": 3},
        {"median_us": -1.0, "spread_us": 0, "samples": 3},
        {"median_us": float("nan"), "spread_us": 0, "samples": 3},
        {"median_us": True, "spread_us": 0, "samples": 3},
        {"median_us": 10**400, "spread_us": 0, "samples": 3},
        {"median_us": 1.0, "spread_us": "0", "samples": 3},
        {"median_us": 1.0, "spread_us": 0, "samples": 0},
        {"median_us": 1.0, "spread_us": 0, "samples": 1.5},
    ],
)
def test_a_time_that_is_no_time_is_refused(time: dict[str, Any]) -> None:
    with pytest.raises(RepositoryError, match="after"):
        entry_from_json("7", {**entry_to_json(entry()), "after": time})


@pytest.mark.parametrize("key", ["", "-1", "x", "1.0", str(2**64), "٣", "007", "1" * 5000])
def test_a_key_is_64_bits_in_decimal(key: str) -> None:
    with pytest.raises(RepositoryError, match="key"):
        entry_from_json(key, entry_to_json(entry()))


@pytest.mark.parametrize("signature", ["", "{", "[]", "{}", '{"type": 3}', '{"type": "../Conv"}'])
def test_a_signature_without_a_plain_type_is_refused(signature: str) -> None:
    with pytest.raises(RepositoryError, match="signature"):
        operator_type_of(signature)


def test_an_entry_of_a_subgraph_survives_json() -> None:
    original = subgraph_entry()
    assert entry_from_json("7", through_text(entry_to_json(original))) == original


def test_an_operator_does_not_have_the_policy_of_a_subgraph() -> None:
    data = {**entry_to_json(entry()), "policy": subgraph_entry().policy.to_json()}
    with pytest.raises(RepositoryError, match="not a policy"):
        entry_from_json("7", data)


def test_a_subgraph_does_not_have_the_policy_of_an_operator() -> None:
    data = {**entry_to_json(subgraph_entry()), "policy": entry().policy.to_json()}
    with pytest.raises(RepositoryError, match="policy"):
        entry_from_json("7", data)
