"""The list of models, and the inputs that are made from it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

from benchmarks.field.catalogue import Case, feed_of, named, read_models, text_like
from tests.benchmarks.field.packages import lookup_model, write_list


def test_the_list_has_pinned_packages_and_models_of_different_names() -> None:
    models = read_models()
    assert len({model.package for model in models}) >= 15
    assert len({(model.package, model.name) for model in models}) == len(models)
    assert all(model.version and model.cases for model in models)


def test_a_tolerance_of_its_own_has_a_reason() -> None:
    usual = 1e-4
    assert all(model.note for model in read_models() if model.tolerance != usual)


def test_values_and_ranges_of_a_model_count_for_its_cases(tmp_path: Path) -> None:
    case = read_models(write_list(tmp_path / "list.json"))[0].cases[1]
    feed = feed_of(lookup_model().graph, case)
    assert feed["tokens"].shape == (9,)
    assert set(feed["tokens"].tolist()) <= {0, 1, 2, 3, 4}
    assert len(set(feed["tokens"].tolist())) > 2
    assert feed["factor"] == np.float32(2.5)
    again = feed_of(lookup_model().graph, case)
    assert np.array_equal(feed["tokens"], again["tokens"])


def test_an_image_of_text_is_mostly_light_with_some_ink() -> None:
    for shape in ((1, 3, 640, 640), (1, 3, 480, 800)):
        image = text_like(shape)
        assert image.shape == shape
        assert set(np.unique(image)) == {0.05, 0.95}
        assert 0.02 < (image < 0.5).mean() < 0.3
        assert np.array_equal(image, text_like(shape))


def test_inputs_of_text_have_the_range_of_the_model(tmp_path: Path) -> None:
    path = write_list(tmp_path / "list.json")
    listed = json.loads(path.read_text())
    listed[0]["models"][0] |= {"texts": ["image"], "ranges": {"image": [-1, 1]}}
    listed[0]["models"][0]["cases"] = [{"shapes": {"image": [1, 64, 320]}}]
    path.write_text(json.dumps(listed))
    case = read_models(path)[0].cases[0]
    assert case.texts == ("image",)
    graph = onnx.parser.parse_graph("g (float[1,h,w] image) => (float[1,h,w] y) { y = Neg(image) }")
    image = feed_of(graph, Case(case.shapes, {}, case.ranges, case.texts))["image"]
    assert image.dtype == np.float32
    assert sorted(np.unique(image).tolist()) == pytest.approx([-0.9, 0.9])


def test_fractions_are_drawn_from_the_whole_range() -> None:
    case = Case({"tokens": (1,), "factor": ()}, {}, {"factor": (-1.0, 1.0)})
    assert -1.0 <= feed_of(lookup_model().graph, case)["factor"] <= 1.0


@pytest.mark.parametrize(
    ("case", "message"),
    [
        (Case({}, {}, {}), "no shape for the input tokens"),
        (Case({"tokens": (1,)}, {"fmin": 1.0}, {}), "no input fmin"),
    ],
)
def test_a_case_that_does_not_fit_the_model_is_told(case: Case, message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        feed_of(lookup_model().graph, case)


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ([{"file": "*/a.onnx", "cases": [{"shape": {}}]}], "no field shape"),
        ([{"file": "*/a.onnx", "cases": []}], "task"),
        ([{}], "cases"),
    ],
)
def test_an_entry_that_is_wrong_is_told(
    models: list[dict[str, object]], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([{"package": "p", "version": "1", "models": models}]))
    with pytest.raises(SystemExit, match=message):
        read_models(path)


def test_models_are_chosen_by_package_or_file(tmp_path: Path) -> None:
    models = read_models(write_list(tmp_path / "list.json"))
    assert [model.name for model in named(models, ["unknown"])] == ["unknown"]
    assert named(models, ["tiny-models"]) == named(models, []) == models
    with pytest.raises(SystemExit, match="not in the list: nobody"):
        named(models, ["nobody"])


def test_a_table_shows_few_shapes() -> None:
    shapes = {"a": (2, 3), "b": (2, 3), "c": (), "d": (4,), "e": (5,)}
    assert Case(shapes, {}, {}).text == "2×3, 4, …"
    assert Case({}, {}, {}).text == "as declared"
