from pathlib import Path

from aoe.backends.cpu.target.host import host_target
from benchmarks.overheads.repository import measure, synthetic_entries


def test_synthetic_entries_are_of_operators_that_all_differ() -> None:
    entries = synthetic_entries(300, host_target(1))
    assert len({entry.key for entry in entries}) == 300
    assert {entry.operator_type for entry in entries} == {"Conv", "MatMul"}


def test_everything_done_with_a_repository_is_measured(tmp_path: Path) -> None:
    rows = measure(tmp_path, count=6, repeats=1)
    actions = [row["action"] for row in rows]
    assert actions == ["open", "look up", "store one", "check all entries", "size"]
