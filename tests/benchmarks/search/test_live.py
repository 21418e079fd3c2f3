"""What tuning finds is judged against the best known, from samples taken in turns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search.best_known import BestKnown
from benchmarks.search.live import main, summary
from tests.tuning.examples import doubling


def test_the_summary_has_geometric_means_and_the_least() -> None:
    rows = [{"key": "1", "operator": "a", "% 5 s": 50.0}, {"key": "2", "operator": "b", "% 5 s": 2}]
    assert [row["% 5 s"] for row in summary(rows)] == [pytest.approx(10.0), 2]


@pytest.mark.usefixtures("short_judgements")
def test_operators_are_tuned_judged_and_not_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = tmp_path / "suite.json"
    suite.write_text(json.dumps([doubling(64).to_json()]))
    output, best = tmp_path / "live.jsonl", tmp_path / "best.json"
    options = ["--suite", str(suite), "--seconds", "1.5", "--threads", "1", "--json"]
    for _ in range(2):
        assert main([*options, "--output", str(output), "--best_known", str(best)]) == 0
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(rows) == 1
    assert 0.0 < rows[0]["% 1.5 s"] <= 100.0
    assert rows[0]["trials 1.5 s"] > 1
    (soc_version,) = json.loads(best.read_text())
    assert BestKnown.read(best, soc_version).policy(doubling(64)) is not None
    assert "geometric mean" in capsys.readouterr().out
    assert (
        main([*options, "--output", str(output), "--best_known", str(best), "--judge_again"]) == 0
    )
    first, second = (json.loads(line) for line in output.read_text().splitlines())
    assert second["policies"] == first["policies"]
    assert 0.0 < second["% 1.5 s"] <= 100.0
