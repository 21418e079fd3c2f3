"""What no search could beat is remembered with the depth of the search, on disk and by merges."""

from __future__ import annotations

import dataclasses
import itertools
import json
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import RepositoryError
from aoe.policy import Policy, SubgraphPolicy
from aoe.repository.bank_file import read_bank
from aoe.repository.location import bank_path, graph_path
from aoe.repository.merge import merge_repositories
from aoe.repository.repository import Repository
from aoe.repository.search_record import (
    ANY_MODEL,
    FruitlessSearch,
    SearchDepth,
    SearchRecord,
    joined_records,
    record_from_json,
    record_to_json,
)

from .examples import (
    CODE_GENERATOR,
    DECISIONS,
    IMPLEMENTATIONS,
    SIGNATURES,
    SOC_VERSION,
    TEXT,
    entry,
    subgraph_entry,
    through_text,
)

USUAL = SearchDepth(1, 24, 96)
DEEP = SearchDepth(2, 48, 192)
SHORT = dataclasses.replace(USUAL, budget=60.0)
DEFAULT, OTHER = (
    Policy.of("direct", {}, {"tile": (4, 2)}),
    Policy.of("direct", {}, {"tile": (2, 4)}),
)

DEPTHS = st.builds(
    SearchDepth,
    st.integers(0, 9),
    st.integers(0, 999),
    st.integers(0, 999),
    st.booleans(),
    st.floats(0, inf, exclude_min=True, allow_nan=False),
)
SEARCHES = st.builds(
    FruitlessSearch,
    DEPTHS,
    st.integers(0, 999),
    st.dictionaries(TEXT, TEXT, max_size=2).map(lambda pairs: tuple(sorted(pairs.items()))),
    TEXT,
    TEXT,
    TEXT,
    st.none() | st.builds(Policy.of, IMPLEMENTATIONS, DECISIONS, DECISIONS),
)
RECORDS = st.builds(
    SearchRecord,
    st.integers(0, 2**64 - 1).map(str),
    SIGNATURES,
    st.dictionaries(st.just(ANY_MODEL) | TEXT, SEARCHES, min_size=1, max_size=3),
)


def search(
    depth: SearchDepth = USUAL,
    version: str = CODE_GENERATOR,
    default: Policy | SubgraphPolicy | None = DEFAULT,
) -> FruitlessSearch:
    hardware, date = (("cpu", "znver4"),), "2026-01-02"
    return FruitlessSearch(depth, 24, hardware, "0.1.0", version, date, default)


def record(
    depth: SearchDepth = USUAL,
    model: str = ANY_MODEL,
    key: int = 7,
    version: str = CODE_GENERATOR,
    default: Policy | None = DEFAULT,
) -> SearchRecord:
    return SearchRecord(str(key), entry(key).signature, {model: search(depth, version, default)})


def repository_in(root: Path, code_generator: str = CODE_GENERATOR) -> Repository:
    return Repository(root / SOC_VERSION, root / "none", SOC_VERSION, code_generator)


def stands(
    root: Path,
    depth: SearchDepth = USUAL,
    model: str = "m",
    key: int = 7,
    default: Policy = DEFAULT,
) -> bool:
    signature = entry(key).signature
    return repository_in(root).default_stands(signature, str(key), lambda: default, depth, model)


@given(RECORDS)
def test_a_record_is_read_as_it_was_written(made: SearchRecord) -> None:
    assert record_from_json(made.key, through_text(record_to_json(made))) == made


@pytest.mark.parametrize(
    ("done", "wanted", "covered"),
    [
        (USUAL, USUAL, True),
        (DEEP, USUAL, True),
        (USUAL, DEEP, False),
        (USUAL, dataclasses.replace(USUAL, unequal=True), False),
        (USUAL, SHORT, True),
        (SHORT, USUAL, False),
        (SHORT, SHORT, True),
        (SHORT, dataclasses.replace(SHORT, budget=61.0), False),
        (dataclasses.replace(DEEP, budget=10.0), SHORT, False),
    ],
)
def test_only_a_deeper_search_is_worth_while(
    done: SearchDepth, wanted: SearchDepth, covered: bool, tmp_path: Path
) -> None:
    assert done.covers(wanted) == covered
    repository_in(tmp_path).remember(record(done))
    assert stands(tmp_path, wanted) == covered


def test_what_holds_in_one_model_is_not_taken_for_another(tmp_path: Path) -> None:
    repository_in(tmp_path).remember(record(model="m"))
    repository_in(tmp_path).remember(record(SHORT, model="n"))
    assert stands(tmp_path, model="m")
    assert not stands(tmp_path, model="n")
    assert stands(tmp_path, SHORT, model="n")
    assert not stands(tmp_path, model="o")


def test_a_shallower_search_does_not_replace_a_deeper_one(tmp_path: Path) -> None:
    repository_in(tmp_path).remember(record(DEEP))
    repository_in(tmp_path).remember(record(USUAL))
    assert stands(tmp_path, DEEP)


def test_a_search_with_another_code_generator_or_of_another_operator_does_not_count(
    tmp_path: Path,
) -> None:
    repository_in(tmp_path).remember(record(version="0"))
    assert not stands(tmp_path)
    signature, default = entry(8).signature, lambda: DEFAULT
    assert not repository_in(tmp_path).default_stands(signature, "7", default, USUAL, "m")
    repository_in(tmp_path).remember(record())
    assert stands(tmp_path)


def test_a_search_does_not_count_for_another_default_policy(tmp_path: Path) -> None:
    repository_in(tmp_path).remember(record(DEEP))
    assert stands(tmp_path)
    assert not stands(tmp_path, default=OTHER)


def test_a_search_that_does_not_name_its_default_policy_is_read_and_does_not_count(
    tmp_path: Path,
) -> None:
    """Earlier versions did not write it."""
    path = bank_path(repository_in(tmp_path).custom, "Conv")
    repository_in(tmp_path).remember(record(DEEP))
    data = json.loads(path.read_text())
    del data["searched"]["7"]["searches"][ANY_MODEL]["default_policy"]
    path.write_text(json.dumps(data))
    assert record_to_json(read_bank(path).searched["7"]) == data["searched"]["7"]
    assert not stands(tmp_path)
    repository_in(tmp_path).remember(record(USUAL))
    assert stands(tmp_path)


@pytest.mark.parametrize("before", [None, OTHER], ids=["not named", "another"])
def test_a_new_search_replaces_a_deeper_one_for_an_earlier_default_policy(
    before: Policy | None, tmp_path: Path
) -> None:
    repository_in(tmp_path).remember(record(DEEP, default=before))
    repository_in(tmp_path).remember(record(DEEP, model="m", default=before))
    repository_in(tmp_path).remember(record(USUAL))
    assert stands(tmp_path)
    assert not stands(tmp_path, DEEP)
    kept = read_bank(bank_path(repository_in(tmp_path).custom, "Conv")).searched["7"]
    assert set(kept.searches) == {ANY_MODEL, "m"}


def test_the_default_policy_is_computed_only_where_it_decides(tmp_path: Path) -> None:
    def default() -> Policy:
        pytest.fail("it takes long for some operators")

    signature = entry().signature
    assert not repository_in(tmp_path).default_stands(signature, "7", default, USUAL, "m")
    repository_in(tmp_path).remember(record(SHORT))
    assert not repository_in(tmp_path).default_stands(signature, "7", default, USUAL, "m")


def test_entries_and_records_share_a_file_and_keep_each_other(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    repository.remember(record(key=1))
    repository.store(entry(2))
    repository.remember(record(key=3))
    bank = read_bank(bank_path(repository.custom, "Conv"))
    assert (set(bank.entries), set(bank.searched)) == ({"2"}, {"1", "3"})
    repository.withdraw(entry(2).signature, "2")
    assert stands(tmp_path, key=1)


def test_a_file_without_records_has_the_form_of_before(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    repository.store(entry())
    data = json.loads(bank_path(repository.custom, "Conv").read_text())
    assert list(data) == ["schema", "operator_type", "soc_version", "entries"]


def test_subgraphs_are_remembered_in_the_graph_repository(tmp_path: Path) -> None:
    repository = Repository(tmp_path, tmp_path / "none", SOC_VERSION, CODE_GENERATOR)
    signature = subgraph_entry().signature
    default = SubgraphPolicy.of({"stored": (2, 3), "order.2": ()})
    repository.remember(SearchRecord("7", signature, {ANY_MODEL: search(default=default)}))
    assert set(read_bank(graph_path(tmp_path, SOC_VERSION)).searched) == {"7"}
    assert repository.default_stands(signature, "7", lambda: default, USUAL, "m")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("breadth", -1),
        ("patience", True),
        ("most_trials", 1.5),
        ("unequal", 0),
        ("budget_seconds", 0),
        ("budget_seconds", True),
        ("candidates", None),
        ("hardware", []),
        ("package", ""),
        ("code_generator", 1),
        ("date", None),
        ("default_policy", None),
        ("default_policy", {"impl": 1}),
    ],
)
def test_a_damaged_record_is_a_miss_and_is_written_back(
    name: str, value: object, tmp_path: Path
) -> None:
    repository = repository_in(tmp_path)
    repository.remember(record())
    path = bank_path(repository.custom, "Conv")
    data = json.loads(path.read_text())
    data["searched"]["7"]["searches"][ANY_MODEL][name] = value
    path.write_text(json.dumps(data))
    assert not stands(tmp_path)
    with pytest.raises(RepositoryError):
        record_from_json("7", data["searched"]["7"])
    repository.store(entry(8))
    assert json.loads(path.read_text())["searched"] == data["searched"]


@given(st.lists(SEARCHES, min_size=3, max_size=3))
def test_joining_records_does_not_depend_on_their_order(searches: list[FruitlessSearch]) -> None:
    made = [SearchRecord("7", entry().signature, {ANY_MODEL: item}) for item in searches]
    joined = {
        json.dumps(record_to_json(joined_records(joined_records(a, b, "1"), c, "1")))
        for a, b, c in itertools.permutations(made)
    }
    assert len(joined) == 1


def test_a_merge_keeps_the_deepest_searches(tmp_path: Path) -> None:
    sources = [tmp_path / name for name in "abc"]
    for source, item in zip(
        sources, (record(USUAL), record(DEEP), record(SHORT, "m", key=8)), strict=True
    ):
        repository_in(source).remember(item)
    for number, order in enumerate(itertools.permutations(sources)):
        destination = tmp_path / f"to{number}"
        destination.mkdir()
        merge_repositories(order, destination, tmp_path / "none", lambda _: CODE_GENERATOR)
        assert stands(destination, DEEP)
        assert stands(destination, SHORT, "m", key=8)
        assert not stands(destination, USUAL, "m", key=8)


def test_a_merge_keeps_a_search_that_names_its_default_policy(tmp_path: Path) -> None:
    source, destination = tmp_path / "from", tmp_path / "to"
    repository_in(source).remember(record(USUAL))
    repository_in(destination).remember(record(DEEP, default=None))
    merge_repositories([source], destination, tmp_path / "none", lambda _: CODE_GENERATOR)
    assert stands(destination)
    assert not stands(destination, default=OTHER)


def test_a_merge_into_a_repository_keeps_its_deeper_searches(tmp_path: Path) -> None:
    source, destination = tmp_path / "from", tmp_path / "to"
    repository_in(source).remember(record(USUAL))
    repository_in(destination).remember(record(DEEP))
    merge_repositories([source], destination, tmp_path / "none", lambda _: CODE_GENERATOR)
    assert stands(destination, DEEP)
