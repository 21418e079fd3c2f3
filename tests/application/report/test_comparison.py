"""Two reports of a model side by side."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.application.report.comparison import (
    ComparedModel,
    Comparison,
    compared_model,
    read_compared,
)
from aoe.application.report.contents import Report, to_json
from aoe.errors import UsageError
from tests.application.report.reports import gradients, model, report


def compared(item: Report) -> ComparedModel:
    return compared_model(to_json(item))


def page(data: object) -> str:
    return f'<script type="application/json" id="aoe-report">{json.dumps(data)}</script>'


def test_operators_are_matched_by_name_and_what_differs_most_is_first() -> None:
    before, after = compared(report(model=model(3))), compared(report(model=model(2)))
    changes = Comparison(before, after).changes
    assert [item.name for item in changes] == ["conv2", "conv0", "conv1"]
    assert changes[0].after is None
    assert [item.seconds for item in changes] == [pytest.approx(-3e-4), 0.0, 0.0]


def test_operators_of_one_name_count_together() -> None:
    made = model(2)
    nodes = tuple(
        replace(node, name="part") if node.kind == "operator" else node for node in made.nodes
    )
    found = compared(report(model=replace(made, nodes=nodes)))
    assert found.operators.keys() == {"part"}
    assert found.operators["part"].seconds == pytest.approx(3e-4)


def test_the_report_in_a_page_comes_back(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page(to_json(report())))
    assert read_compared(tmp_path / "page.html") == compared(report())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<p>hello</p>", "is not a page of aoe report"),
        (page([1]), "is not a page of aoe report"),
        (page({**to_json(report()), "version": 99}), "version 99"),
        (page({**to_json(report()), "model": {"nodes": 7}}), "is not a sound report"),
        (page(to_json(report(model=None, gradients=gradients()))), "is about no model"),
    ],
)
def test_other_pages_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "page.html").write_text(text)
    with pytest.raises(UsageError, match=message):
        read_compared(tmp_path / "page.html")


def test_a_page_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*absent\.html"):
        read_compared(tmp_path / "absent.html")
