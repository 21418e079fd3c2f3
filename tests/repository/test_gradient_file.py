"""Files of gradient profiles have AOE's form, keep what they do not understand, and say why
something is not found.
"""

from __future__ import annotations

import errno
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aoe.errors import RepositoryError
from aoe.repository.gradient_entry import (
    GradientDetails,
    GradientEntry,
    LinkPlan,
    model_hash,
)
from aoe.repository.gradient_file import (
    GradientHit,
    GradientMiss,
    find_gradients,
    gradient_path,
    read_gradients,
    reading_paths,
    store_gradients,
    writing_path,
)
from aoe.repository.gradient_merge import merge_gradients
from aoe.settings import read_settings

SOC = "Ascend910A"
#: In the order of the parameters.
GRADIENTS = [("float32", 400), ("float32", 16), ("bfloat16", 8)]
MODEL = model_hash(GRADIENTS)
#: An entry of AOE, as its documents show it.
FOREIGN = {
    "modelhash": "17013577012839407234",
    "modelgraphid": "3",
    "modelvalue": {"gradientTime": [12, 7.5], "gradientSize": [4096, 1024]},
}
PLACEHOLDER = {
    "modelhash": "5",
    "modelvalue": {"gradientTime": [0, 0, 0, 0, 0], "gradientSize": [0, 0, 0, 0, 0]},
}


def link_plan(link: str = "gloo, 2 workers", date: str = "2026-01-01T00:00:00Z") -> LinkPlan:
    sizes, times = (4096.0, 1048576.0), (100.0, 900.0)
    return LinkPlan(link, sizes, times, (80.0, 880.0), 2, 1.25, 1.0, (1, 3), 9.5, 8.0, 7, 7, date)


def entry(*plans: LinkPlan, date: str = "2026-01-01T00:00:00Z") -> GradientEntry:
    order = (2, 1, 0)
    names, types = ("c", "b", "a"), tuple(GRADIENTS[number][0] for number in order)
    details = GradientDetails(order, names, types, plans or (link_plan(),), date, "0.1.0")
    sizes = tuple(GRADIENTS[number][1] for number in order)
    return GradientEntry(MODEL, (5.0, 2.5, 1.0), sizes, details)


def written(path: Path, *items: Any) -> Path:
    path.write_text(json.dumps(items))
    return path


def reason(*paths: Path) -> str:
    found = find_gradients(paths, MODEL, GRADIENTS)
    assert isinstance(found, GradientMiss)
    return found.reason


def test_an_entry_has_the_form_of_aoe(tmp_path: Path) -> None:
    path = gradient_path(tmp_path, SOC)
    assert path.name == "Ascend910A_gradient_fusion.json"
    assert store_gradients(path, entry()) is False
    (data,) = json.loads(path.read_text())
    assert data["modelhash"] == MODEL
    assert MODEL.isdecimal()
    assert data["modelvalue"] == {"gradientTime": [5.0, 2.5, 1.0], "gradientSize": [8, 16, 400]}
    found = find_gradients([path], MODEL, GRADIENTS)
    assert found == GradientHit(path, entry())


def test_entries_of_other_tools_stay_as_they_are(tmp_path: Path) -> None:
    odd = {"modelhash": 7, "something": "else"}
    path = written(gradient_path(tmp_path, SOC), FOREIGN, odd)
    store_gradients(path, entry())
    assert json.loads(path.read_text())[:2] == [FOREIGN, odd]
    entries, damage = read_gradients(path)
    assert [item.model for item in entries] == [FOREIGN["modelhash"], MODEL]
    assert len(damage) == 1


def test_a_placeholder_is_filled(tmp_path: Path) -> None:
    path = written(gradient_path(tmp_path, SOC), PLACEHOLDER, FOREIGN)
    store_gradients(path, entry())
    assert [item["modelhash"] for item in json.loads(path.read_text())] == [
        MODEL,
        FOREIGN["modelhash"],
    ]


def test_fields_of_other_tools_stay_in_an_entry_that_is_tuned_again(tmp_path: Path) -> None:
    path = written(gradient_path(tmp_path, SOC), {**FOREIGN, "modelhash": MODEL})
    assert store_gradients(path, entry())
    (data,) = json.loads(path.read_text())
    assert data["modelgraphid"] == "3"
    assert data["modelvalue"]["gradientSize"] == [8, 16, 400]


def test_a_hash_that_is_a_number_is_replaced(tmp_path: Path) -> None:
    path = written(gradient_path(tmp_path, SOC), {**FOREIGN, "modelhash": int(MODEL)})
    assert store_gradients(path, entry()) is True
    assert read_gradients(path)[0] == (replace(entry(), others={"modelgraphid": "3"}),)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"sizes": (8.0, 8.0)}, "sizes do not rise"),
        ({"occupied_us": (1.0, float("nan"))}, "not finite"),
        ({"in_flight": 0}, "less than 1"),
        ({"beside_compute": 0.0}, "less than 1"),
    ],
)
def test_a_link_that_cannot_be_is_refused(
    tmp_path: Path, change: dict[str, Any], part: str
) -> None:
    damaged = entry(replace(link_plan(), **change))
    path = written(gradient_path(tmp_path, SOC), damaged.to_json())
    entries, (damage,) = read_gradients(path)
    assert entries == ()
    assert part in damage


def test_the_plans_of_other_links_stay(tmp_path: Path) -> None:
    path = gradient_path(tmp_path, SOC)
    store_gradients(path, entry(link_plan("gloo, 2 workers"), link_plan("nccl, 8 workers")))
    later = link_plan("gloo, 2 workers", "2026-02-02T00:00:00Z")
    assert store_gradients(path, entry(later, date=later.date)) is True
    ((found,), _) = read_gradients(path)
    assert found.details is not None
    assert found.details.plan_for("gloo, 2 workers") == later
    assert found.details.plan_for("nccl, 8 workers") is not None


@pytest.mark.parametrize(
    ("items", "part"),
    [
        ([FOREIGN], "no entry"),
        ([{**PLACEHOLDER, "modelhash": MODEL}], "placeholder"),
        ([{**FOREIGN, "modelhash": MODEL}], "another tool"),
        ([{**entry().to_json(), "modelhash": "9"}], "entry 9 of .* has 3 of their sizes"),
    ],
)
def test_a_miss_names_the_reason(tmp_path: Path, items: list[Any], part: str) -> None:
    assert re.search(part, reason(written(gradient_path(tmp_path, SOC), *items)))


def test_a_missing_and_a_damaged_file_are_told(tmp_path: Path) -> None:
    path = gradient_path(tmp_path, SOC)
    assert f"there is no {path}" in reason(path)
    path.write_text("{")
    assert "is not JSON" in reason(path)
    store_gradients(path, entry())
    assert (tmp_path / f"{path.name}.unreadable-1").read_text() == "{"


def test_a_file_that_cannot_be_read_now_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(gradient_path(tmp_path, SOC), FOREIGN)

    def refused(self: Path) -> bytes:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refused)
        assert "cannot be read: Too many open files" in reason(path)
        with pytest.raises(RepositoryError, match="Too many open files; it is unchanged"):
            store_gradients(path, entry())
    assert json.loads(path.read_text()) == [FOREIGN]


def test_an_entry_of_a_newer_version_is_left_to_it(tmp_path: Path) -> None:
    data = entry().to_json()
    data["open_aoe"] = {"schema": 2, "new": "form"}
    path = written(gradient_path(tmp_path, SOC), data)
    with pytest.raises(RepositoryError, match=f"entry {MODEL} is of a newer version of open-aoe"):
        store_gradients(path, entry())
    assert json.loads(path.read_text()) == [data]


def test_a_damaged_entry_is_replaced_by_that_of_its_model(tmp_path: Path) -> None:
    path = written(gradient_path(tmp_path, SOC), {"modelhash": MODEL, "modelvalue": 3})
    assert store_gradients(path, entry()) is False
    assert read_gradients(path)[0] == (entry(),)


def test_an_entry_of_other_gradients_is_not_used(tmp_path: Path) -> None:
    stored = entry()
    assert stored.details is not None
    other = replace(stored, details=replace(stored.details, order=(1, 2, 0)))
    path = written(gradient_path(tmp_path, SOC), other.to_json())
    assert "of other gradients" in reason(path)


@pytest.mark.parametrize(
    "change",
    [
        {"order": [0, 0, 1]},
        {"names": ["a"]},
        {"schema": 2},
        {"plans": [{**link_plan().to_json(), "ends": [1, 2]}]},
        {"plans": [{**link_plan().to_json(), "sizes": [1.0]}]},
    ],
)
def test_details_that_do_not_fit_are_damage(change: dict[str, Any]) -> None:
    data = entry().to_json()
    data["open_aoe"] = {**data["open_aoe"], **change}
    with pytest.raises(RepositoryError):
        GradientEntry.from_json(data)


def test_places_are_read_in_the_order_of_aoe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bank", "cache", "home", "builtin"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    monkeypatch.setenv("ASCEND_CACHE_PATH", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AOE_BUILTIN_PATH", str(tmp_path / "builtin"))
    settings = read_settings()
    name = "Ascend910A_gradient_fusion.json"
    assert [str(path.relative_to(tmp_path)) for path in reading_paths(settings, SOC)] == [
        f"bank/{name}",
        f"cache/aoe_data/{name}",
        f"home/Ascend/latest/data/aoe/custom/graph/Ascend910A/{name}",
        f"builtin/graph/Ascend910A/{name}",
    ]
    assert writing_path(settings, SOC) == tmp_path / "bank" / name
    monkeypatch.delenv("TUNE_BANK_PATH")
    assert writing_path(read_settings(), SOC) == tmp_path / "cache" / "aoe_data" / name


def test_the_first_file_that_has_the_model_wins(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    written(first, FOREIGN)
    store_gradients(second, entry())
    found = find_gradients([first, second], MODEL, GRADIENTS)
    assert isinstance(found, GradientHit)
    assert found.path == second


def test_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = gradient_path(tmp_path, SOC)
    entries = [replace(entry(), model=str(number)) for number in range(12)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda item: store_gradients(path, item), entries))
    assert {item.model for item in read_gradients(path)[0]} == {item.model for item in entries}


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RepositoryError, match="TUNE_BANK_PATH"):
        store_gradients(gradient_path(tmp_path / "file", SOC), entry())


def test_merging_keeps_what_tells_more_and_the_plans_of_both(tmp_path: Path) -> None:
    one, two, target = tmp_path / "one", tmp_path / "two" / "graph" / SOC, tmp_path / "target"
    for folder in (one, two, target):
        folder.mkdir(parents=True)
    store_gradients(gradient_path(one, SOC), entry(link_plan("a")))
    written(gradient_path(two, SOC), {**FOREIGN, "modelhash": MODEL}, FOREIGN, PLACEHOLDER)
    store_gradients(gradient_path(target, SOC), entry(link_plan("b")))
    counts = merge_gradients([one, tmp_path / "two"], target)
    assert [(count.added, count.joined) for count in counts] == [(0, 1), (1, 1)]
    entries, _ = read_gradients(gradient_path(target, SOC))
    assert [item.model for item in entries] == [MODEL, FOREIGN["modelhash"]]
    assert entries[0].details is not None
    assert [plan.link for plan in entries[0].details.plans] == ["a", "b"]
    assert entries[0].others == {"modelgraphid": "3"}
