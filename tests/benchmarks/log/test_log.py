"""The log of experiments is readable, complete, and its generated parts are up to date."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.log.__main__ import main
from benchmarks.log.entries import FIELDS, FOLDER, LogError, index_text, read_entry, rendered

_LINK = re.compile(r"\]\(([^)#:]+)\)")
_VALUES = {
    "title": "A change",
    "date": "2026-01-02",
    "machine": "two cores",
    "commit": "not recorded",
    "hypothesis": "It is: faster",
    "result": "1.01",
    "decision": "Kept.",
}


def entry_file(folder: Path, body: str = "", **changes: str) -> Path:
    path = folder / "2026-01-02-a-change.md"
    front = "".join(
        f"{name}: {json.dumps(value)}\n" for name, value in {**_VALUES, **changes}.items()
    )
    path.write_text(f"---\n{front}---\n{body}")
    return path


def test_the_index_and_all_tables_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_links_to_files_lead_to_files() -> None:
    pages = [*FOLDER.glob("*.md"), FOLDER.parent / "RESULTS.md"]
    links = [(page, link) for page in pages for link in _LINK.findall(page.read_text())]
    assert links
    assert [link for page, link in links if not (page.parent / link).exists()] == []


def test_a_page_of_headline_figures_stays_short() -> None:
    assert len((FOLDER.parent / "RESULTS.md").read_text().splitlines()) <= 150


def test_an_entry_is_read(tmp_path: Path) -> None:
    found = read_entry(entry_file(tmp_path, "text\n"))
    assert {name: getattr(found, name) for name in FIELDS} == _VALUES
    assert found.body == "text\n"
    assert "| [A change](2026-01-02-a-change.md) | 1.01 | Kept. |" in index_text([found])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"date": "2026-01-03"}, "its date is 2026-01-03"),
        ({"result": ""}, "result is empty"),
        ({"mood": "good"}, "its fields are"),
    ],
)
def test_a_bad_field_is_refused(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_entry(entry_file(tmp_path, **changes))


def test_a_file_without_front_matter_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "2026-01-02-a-change.md"
    path.write_text("# A change\n")
    with pytest.raises(LogError, match="no front matter"):
        read_entry(path)


def test_a_table_comes_from_the_json_file(tmp_path: Path) -> None:
    body = "<!-- table: times -->\n<!-- end of table -->\n"
    path = entry_file(tmp_path, body)
    table = {"columns": ["model", "ms"], "rows": [["m", 1.5], ["n", None]]}
    path.with_suffix(".json").write_text(json.dumps({"times": table}))
    text = rendered(read_entry(path))
    assert "| m     | 1.50 |\n| n     | –    |\n<!-- end" in text
    path.write_text(text)
    assert rendered(read_entry(path)) == text


def test_a_table_that_nobody_shows_is_refused(tmp_path: Path) -> None:
    path = entry_file(tmp_path)
    path.with_suffix(".json").write_text(json.dumps({"times": {"columns": [], "rows": []}}))
    with pytest.raises(LogError, match="times must be in it"):
        rendered(read_entry(path))
