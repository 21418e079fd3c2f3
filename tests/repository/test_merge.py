"""Merging repositories: the faster wins, device models stay apart, the result is compact, and
neither order nor grouping nor repetition changes it.
"""

from __future__ import annotations

import dataclasses
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.repository.entry import Entry, Timing
from aoe.repository.merge import MergeReport, SourceCount, better, merge_repositories
from aoe.repository.repository import Repository

from .examples import CODE_GENERATOR, SOC_VERSION, entry, subgraph_entry, with_code_generator


def store(root: Path, *entries: Entry, soc_version: str = SOC_VERSION) -> Path:
    root.mkdir(exist_ok=True)
    operators = Repository(root / soc_version, root / "none", soc_version, CODE_GENERATOR)
    graphs = Repository(root, root / "none", soc_version, CODE_GENERATOR)
    for item in entries:
        (graphs if item.operator_type == "Subgraph" else operators).store(item)
    return root


def known(root: Path, wanted: Entry, soc_version: str = SOC_VERSION) -> Entry | None:
    folder = root if wanted.operator_type == "Subgraph" else root / soc_version
    repository = Repository(folder, root / "none", soc_version, wanted.code_generator)
    return repository.lookup(wanted.signature, wanted.key)


def merge(
    sources: Sequence[Path], destination: Path, builtin: Path = Path("/nowhere")
) -> MergeReport:
    destination.mkdir(exist_ok=True)
    return merge_repositories(sources, destination, builtin, lambda _: CODE_GENERATOR)


def files(root: Path) -> Mapping[str, bytes]:
    """All files of a repository but the locks."""
    found = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(root)): path.read_bytes() for path in found}


@pytest.fixture
def destination(tmp_path: Path) -> Path:
    path = tmp_path / "destination"
    path.mkdir()
    return path


def test_all_sources_are_in_the_result(tmp_path: Path, destination: Path) -> None:
    sources = [store(tmp_path / "a", entry(1)), store(tmp_path / "b", entry(2, type_name="MatMul"))]
    assert merge(sources, destination).counts == (
        SourceCount(sources[0], SOC_VERSION, 1, 1),
        SourceCount(sources[1], SOC_VERSION, 1, 1),
    )
    assert known(destination, entry(1)) == entry(1)
    assert known(destination, entry(2, type_name="MatMul")) == entry(2, type_name="MatMul")


def test_subgraphs_are_merged_as_operators_are(tmp_path: Path, destination: Path) -> None:
    first = store(tmp_path / "a", subgraph_entry(1, 9.0), subgraph_entry(2, 3.0))
    second = store(tmp_path / "b", subgraph_entry(1, 4.0))
    merge([first, second], destination)
    assert known(destination, subgraph_entry(1)) == subgraph_entry(1, 4.0)
    assert known(destination, subgraph_entry(2)) == subgraph_entry(2, 3.0)


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_the_faster_of_two_entries_wins(
    tmp_path: Path, destination: Path, order: tuple[str, str]
) -> None:
    store(tmp_path / "a", entry(after_us=9.0))
    store(tmp_path / "b", entry(after_us=4.0))
    counts = merge([tmp_path / name for name in order], destination).counts
    assert known(destination, entry()) == entry(after_us=4.0)
    assert {count.source.name: count.taken for count in counts} == {"a": 0, "b": 1}
    assert {count.source.name: count.dropped for count in counts} == {"a": {"slower": 1}, "b": {}}


def test_of_equal_entries_one_is_taken(tmp_path: Path, destination: Path) -> None:
    sources = [store(tmp_path / name, entry()) for name in "ab"]
    counts = merge(sources, destination).counts
    assert [(count.taken, count.dropped) for count in counts] == [(1, {}), (0, {"equal": 1})]


def test_what_the_destination_holds_takes_part(tmp_path: Path, destination: Path) -> None:
    store(destination, entry(after_us=3.0))
    report = merge([store(tmp_path / "a", entry(after_us=9.0))], destination)
    assert known(destination, entry()) == entry(after_us=3.0)
    assert report.counts[0].dropped == {"slower": 1}


def test_device_models_stay_apart(tmp_path: Path, destination: Path) -> None:
    source = store(tmp_path / "a", entry(after_us=9.0))
    store(source, entry(after_us=1.0), soc_version="skylake_4c")
    assert [count.soc_version for count in merge([source], destination).counts] == [
        "skylake_4c",
        SOC_VERSION,
    ]
    assert known(destination, entry()) == entry(after_us=9.0)
    assert known(destination, entry(), "skylake_4c") == entry(after_us=1.0)


@pytest.mark.parametrize("other", ["0", "2", "10"])
def test_entries_this_version_can_use_are_preferred_to_faster_ones_it_cannot(
    tmp_path: Path, destination: Path, other: str
) -> None:
    foreign = with_code_generator(entry(after_us=1.0), other)
    counts = merge(
        [store(tmp_path / "a", entry(after_us=9.0)), store(tmp_path / "b", foreign)], destination
    ).counts
    assert known(destination, entry()) == entry(after_us=9.0)
    assert counts[1].dropped == {"incomparable": 1}


def test_of_versions_this_one_cannot_use_the_newest_is_kept() -> None:
    old, new = (with_code_generator(entry(), version) for version in ("9", "10"))
    assert better(old, new, "11") == better(new, old, "11") == new


def test_what_the_builtin_repository_has_as_fast_is_left_out(
    tmp_path: Path, destination: Path
) -> None:
    builtin = tmp_path / "builtin"
    builtin.mkdir()
    store(builtin / "op", entry(1, after_us=2.0), entry(2, after_us=2.0), entry(4, after_us=2.0))
    (builtin / "graph").mkdir()
    store(builtin / "graph" / SOC_VERSION, subgraph_entry(1, 2.0))
    source = store(
        tmp_path / "a",
        entry(1, after_us=3.0),
        entry(2, after_us=1.0),
        entry(3),
        entry(4, after_us=2.0),
        subgraph_entry(1, 3.0),
        subgraph_entry(2, 3.0),
    )
    (count,) = merge([source], destination, builtin).counts
    assert (count.read, count.taken, count.dropped) == (6, 3, {"built-in": 3})
    assert known(destination, entry(1)) is None
    assert known(destination, entry(2)) == entry(2, after_us=1.0)
    assert known(destination, entry(3)) == entry(3)
    assert known(destination, entry(4)) is None
    assert known(destination, subgraph_entry(1)) is None


def test_a_builtin_entry_of_a_version_that_cannot_be_used_drops_nothing(
    tmp_path: Path, destination: Path
) -> None:
    (tmp_path / "builtin").mkdir()
    store(tmp_path / "builtin" / "op", with_code_generator(entry(after_us=1.0), "0"))
    report = merge([store(tmp_path / "a", entry())], destination, tmp_path / "builtin")
    assert report.taken == 1


def test_files_of_the_runtime_are_skipped_and_told(tmp_path: Path, destination: Path) -> None:
    source = store(tmp_path / "a", entry())
    runtime = source / SOC_VERSION / "unified_bank" / "Conv_runtime_kb.json"
    runtime.write_text((source / SOC_VERSION / "unified_bank" / "Conv.json").read_text())
    assert merge([source], destination).skipped == (runtime,)
    assert not (destination / SOC_VERSION / "unified_bank" / runtime.name).exists()


def test_damaged_entries_and_files_are_told_and_cost_themselves_only(
    tmp_path: Path, destination: Path
) -> None:
    source = store(tmp_path / "a", entry(1), entry(2), entry(3, type_name="MatMul"))
    folder = source / SOC_VERSION / "unified_bank"
    data = json.loads((folder / "Conv.json").read_text())
    data["entries"]["1"]["after"] = "fast"
    (folder / "Conv.json").write_text(json.dumps(data))
    (folder / "MatMul.json").write_text("{")
    report = merge([source], destination)
    assert (report.counts[0].read, report.counts[0].taken) == (2, 1)
    assert report.counts[0].dropped == {"damaged": 1}
    assert [path.name for path, _ in report.unreadable] == ["MatMul.json"]
    assert known(destination, entry(2)) == entry(2)


def test_the_folders_a_default_repository_has_are_found(tmp_path: Path, destination: Path) -> None:
    custom = tmp_path / "custom"
    (custom / "graph").mkdir(parents=True)
    store(custom / "op", entry(1))
    store(custom / "graph" / SOC_VERSION, subgraph_entry(2))
    merge([custom], destination)
    assert known(destination, entry(1)) == entry(1)
    assert known(destination, subgraph_entry(2)) == subgraph_entry(2)


def test_a_missing_destination_is_refused(tmp_path: Path) -> None:
    source = store(tmp_path / "a", entry())
    with pytest.raises(UsageError, match="must exist"):
        merge_repositories([source], tmp_path / "missing", tmp_path, lambda _: CODE_GENERATOR)


def test_a_missing_source_is_refused_before_anything_is_written(
    tmp_path: Path, destination: Path
) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        merge([store(tmp_path / "a", entry()), tmp_path / "nowhere"], destination)
    assert list(destination.iterdir()) == []


def test_a_source_without_a_repository_is_refused(tmp_path: Path, destination: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no repository in"):
        merge([tmp_path / "empty"], destination)


def test_the_destination_cannot_be_a_source_nor_lie_in_one(
    tmp_path: Path, destination: Path
) -> None:
    with pytest.raises(UsageError, match="both"):
        merge([destination], destination)
    source = store(tmp_path / "a", entry())
    with pytest.raises(UsageError, match="inside the source"):
        merge([source], source / "merged")


def test_the_folder_of_one_device_model_is_not_a_whole_repository(
    tmp_path: Path, destination: Path
) -> None:
    source = store(tmp_path / "a", entry())
    with pytest.raises(UsageError, match="one device model"):
        merge([source / SOC_VERSION], destination)


#: Entries that are likely to meet: few keys, times and versions.
MEETING = st.builds(
    lambda key, after, spread, version, date, graph: dataclasses.replace(
        (subgraph_entry if graph else entry)(key),
        after=Timing(after, spread, 9),
        code_generator=version,
        date=date,
    ),
    st.integers(1, 3),
    st.sampled_from([1.0, 2.0]),
    st.sampled_from([0.1, 0.2]),
    st.sampled_from(["0", CODE_GENERATOR, "2"]),
    st.sampled_from(["2026-01-01", "2026-02-02"]),
    st.booleans(),
)
BANKS = st.lists(MEETING, max_size=4, unique_by=lambda item: (item.key, item.operator_type))


@given(MEETING, MEETING, MEETING)
def test_keeping_the_better_of_two_is_a_total_choice(one: Entry, two: Entry, three: Entry) -> None:
    def keep(first: Entry, second: Entry) -> Entry:
        return better(first, second, CODE_GENERATOR)

    assert keep(one, one) == one
    assert keep(one, two) == keep(two, one)
    assert keep(keep(one, two), three) == keep(one, keep(two, three))


@settings(max_examples=10, deadline=None)
@given(BANKS, BANKS, BANKS, BANKS)
def test_order_grouping_and_repetition_do_not_change_the_result(
    one: list[Entry], two: list[Entry], three: list[Entry], builtin: list[Entry]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shipped = root / "builtin"
        (shipped / "graph").mkdir(parents=True)
        store(shipped / "op", *(item for item in builtin if item.operator_type == "Conv"))
        store(
            shipped / "graph" / SOC_VERSION,
            *(item for item in builtin if item.operator_type != "Conv"),
        )
        # An entry of another operator type keeps a repository from being empty, which is refused.
        always = entry(9, type_name="MatMul")
        a, b, c = (
            store(root / name, always, *items)
            for name, items in zip("abc", (one, two, three), strict=True)
        )
        before = [files(source) for source in (a, b, c)]
        steps = {
            "ab": [a, b],
            "bc": [b, c],
            "all": [a, b, c],
            "backwards": [c, b, a],
            "left": [root / "ab", c],
            "right": [a, root / "bc"],
            "twice": [a, b, c, a, root / "all"],
        }
        for name, sources in steps.items():
            merge(sources, root / name, shipped)
        merge([a, b, c], root / "backwards", shipped)
        results = [files(root / name) for name in steps if name not in ("ab", "bc")]
        assert all(result == results[0] for result in results)
        assert [files(source) for source in (a, b, c)] == before


def test_entries_are_judged_by_the_version_of_their_own_device(
    tmp_path: Path, destination: Path
) -> None:
    versions = {SOC_VERSION: CODE_GENERATOR, "numpy_1": "reference-2"}
    current = with_code_generator(entry(1, 9.0), "reference-2")
    sources = [
        store(tmp_path / "current", current, soc_version="numpy_1"),
        store(tmp_path / "other", entry(1, 1.0), soc_version="numpy_1"),
    ]
    merge_repositories(sources, destination, Path("/nowhere"), versions.__getitem__)
    assert known(destination, current, "numpy_1") == current
