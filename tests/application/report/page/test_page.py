"""A page of a report says everything, asks no network, and takes no name for markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from aoe.application.report.comparison import Comparison, compared_model
from aoe.application.report.contents import Report, TimedSaving, to_json
from aoe.application.report.page.cards import tuning_cards
from aoe.application.report.page.comparison_figure import comparison_cards
from aoe.application.report.page.tuning_table import tuning_lead
from tests.application.report.reports import HOSTILE, gradients, model, report, tuning
from tests.not_empty import not_empty

page_module = pytest.importorskip("aoe.application.report.page.page")


class Elements(HTMLParser):
    """Collects the elements of a page, and the text of those with an id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def ids(self) -> set[str]:
        return {str(attributes["id"]) for _, attributes in self.found if "id" in attributes}


def page(item: Report, **options: Any) -> str:
    text: str = page_module.page_of(item, **options)
    return text


def embedded(text: str) -> Any:
    found = re.search(r'id="aoe-report">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture(scope="module")
def whole() -> str:
    return page(report(gradients=gradients()))


def test_a_page_has_a_section_for_all_that_is_known(whole: str) -> None:
    sections = {"graph", "operators", "timeline", "memory", "tuning", "gradients", "provenance"}
    assert sections <= Elements(whole).ids()


def test_a_page_of_a_job_alone_says_nothing_of_a_model() -> None:
    ids = Elements(page(report(model=None))).ids()
    assert "tuning" in ids
    assert not ids & {"graph", "operators", "timeline", "memory", "difference"}


def test_a_page_asks_no_network_for_anything(whole: str) -> None:
    for tag, attributes in not_empty(Elements(whole).found):
        for name in ("src", "href"):
            value = attributes.get(name) or ""
            assert value.startswith(("#", "data:")) or not value, (tag, value)


def test_the_report_comes_back_from_its_page(whole: str) -> None:
    assert embedded(whole) == json.loads(json.dumps(to_json(report(gradients=gradients()))))


def test_names_are_never_taken_for_markup() -> None:
    made = model()
    nodes = tuple(replace(node, name=HOSTILE) for node in made.nodes)
    item = replace(report(model=replace(made, nodes=nodes)), title=HOSTILE)
    text = page(item)
    assert "<img src=x" not in text
    assert embedded(text)["title"] == HOSTILE


def test_key_figures_are_told_with_their_units(whole: str) -> None:
    text = " ".join(Elements(whole).texts)
    for part in (
        "330 µs",
        "2 threads; the fastest took 300 µs",
        "50 %",
        "8.25 KiB",
        "+42.9 %",
        "500 µs → 350 µs",
    ):
        assert part in text


def test_a_disturbed_measurement_is_said_to_be_one() -> None:
    quiet = page(report(tuning=None))
    busy = page(report(tuning=None, model=replace(model(), least=model().seconds / 2)))
    assert ["measure again" in text for text in (quiet, busy)] == [False, True]


def test_a_job_without_winners_says_that_nothing_was_faster() -> None:
    made = tuning()
    lost = replace(made, items=made.items[1:], savings=made.savings[2:], before=None, after=None)
    text = page(report(model=None, tuning=lost))
    assert "None of 1 operator got a faster policy" in text
    assert "not inside the model" not in text
    assert "Gain of the model" not in text


def test_winners_that_were_taken_back_are_told() -> None:
    made = tuning()
    lost = replace(made, savings=(*made.savings, TimedSaving("7", "conv0", 11.0, 0.0)))
    assert "Taken back: 1 that are faster alone but not inside the model" in tuning_lead(lost)
    assert (lost.winners, made.winners) == (0, 1)


def test_a_comparison_begins_with_what_changed() -> None:
    before = compared_model(to_json(report(model=model(3))))
    after = report(model=model(2))
    text = page(after, comparison=Comparison(before, compared_model(to_json(after))))
    assert "difference" in Elements(text).ids()
    assert "only in the other report" in text


@pytest.mark.parametrize("other", [False, True])
def test_a_disturbed_measurement_decides_nothing(other: bool) -> None:
    good, bad = model(2), replace(model(2), seconds=2 * model(2).least)
    first, second = (bad, good) if other else (good, bad)
    before, after = (compared_model(to_json(report(model=item))) for item in (first, second))
    (card,) = comparison_cards(Comparison(before, after))
    assert (card.value, card.tone) == ("undecided", "")
    assert "measure again" in card.note
    (card,) = comparison_cards(
        Comparison(before, before) if not other else Comparison(after, after)
    )
    assert card.value == "+0.0 %"


def test_a_page_that_follows_a_job_says_so() -> None:
    assert 'data-follow="2.0"' in page(report(model=None), follow=2.0)
    assert "data-follow" not in page(report(model=None))


def test_the_latest_data_of_a_job_are_those_of_its_figures() -> None:
    live = page_module.live_data(tuning("running"))
    assert live["columns"]["tuning_progress"]["saved"] == [100.0, 200.0, 200.0]
    assert live["columns"]["tuning_trials"]["ratio"] == [0.5, 3.0]
    assert [row[0] for row in live["rows"]] == ["conv0", "conv1"]


def test_a_page_of_thousands_of_operators_is_not_large(whole: str) -> None:
    assert len(whole.encode()) < 2e6
    assert len(page(report(model=model(4000))).encode()) < 15e6


def test_policies_of_searches_that_go_on_are_counted() -> None:
    going = replace(tuning("running"), items=())
    *_, faster, _ = tuning_cards(going)
    assert faster.note == "of 0 decided, 2 policies tried"
    *_, faster, _ = tuning_cards(tuning())
    assert faster.note == "of 2 decided, 14 policies tried"
