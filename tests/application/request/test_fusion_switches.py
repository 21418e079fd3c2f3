"""`--fusion_switch_file` is read in both of ATC's forms, and nothing in it is silently ignored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.request import fusion_switches
from aoe.application.request.fusion_switches import (
    GRAPH,
    UB,
    FusionSwitches,
    camel_case,
    names_of,
    read_fusion_switches,
)
from aoe.errors import UsageError
from aoe.graph.fusion.fuse import FUSIONS
from aoe.graph.subgraph.variants.variants import VARIANTS
from aoe.graph.switches import ALL_ON, Switches
from tests.not_empty import not_empty
from tests.properties import examples

#: A file of Huawei's guide of ATC, and one of its guide of AOE.
WRITTEN_FOR_ATC = {
    "Switch": {
        "GraphFusion": {"ConvToFullyConnectionFusionPass": "on", "SoftmaxFusionPass": "off"},
        "UBFusion": {"FusionVirtualOpSetSwitch": "on", "TbePool2dQuantFusionPass": "off"},
    }
}
WRITTEN_FOR_AOE = """RequantFusionPass:off
TbeConvDequantVaddReluQuantFusionPass:off
TbeConvDequantQuantFusionPass:off
TbePool2dQuantFusionPass:off
"""


def read(folder: Path, content: str | bytes) -> FusionSwitches:
    raw = content.encode() if isinstance(content, str) else content
    (folder / "switches.cfg").write_bytes(raw)
    return read_fusion_switches("switches.cfg", folder)


def switched(folder: Path, **kinds: Mapping[str, str]) -> Switches:
    return read(folder, json.dumps({"Switch": kinds})).switches


def test_without_a_file_everything_is_on(tmp_path: Path) -> None:
    assert read_fusion_switches(None, tmp_path) == FusionSwitches(ALL_ON, (), None)


def test_names_are_those_of_the_code_in_camel_case() -> None:
    assert names_of(UB) == {
        "Epilogue": "epilogue",
        "Prologue": "prologue",
        "Attention": "attention",
        "EmbeddingBag": "embedding_bag",
        "Rows": "rows",
        "SeveralResults": "several_results",
    }
    assert set(names_of(GRAPH).values()) == set(VARIANTS)
    assert names_of(GRAPH)["PooledConvolution"] == "pooled_convolution"


def test_every_name_has_one_meaning() -> None:
    inside = {*VARIANTS, *FUSIONS}
    assert len({camel_case(name) for name in inside} - {"ALL"}) == len(inside)


def test_a_new_variant_has_its_switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fusion_switches, "VARIANTS", {"turned_around": None})
    found = switched(tmp_path, GraphFusion={"TurnedAround": "off"})
    assert found.variants_off == {"turned_around"}


def test_what_is_off_is_named_as_in_the_code(tmp_path: Path) -> None:
    found = switched(
        tmp_path,
        GraphFusion={"ALL": "on", "PooledConvolution": "off", "ScaledWeights": "on"},
        UBFusion={"EmbeddingBag": "off"},
    )
    assert found == Switches(frozenset({"pooled_convolution"}), frozenset({"embedding_bag"}))


@pytest.mark.parametrize("first", ["ALL", "Attention"])
def test_single_names_override_all_wherever_they_stand(tmp_path: Path, first: str) -> None:
    values = {"ALL": "off", "Attention": "on"}
    ordered = {first: values[first], **values}
    assert switched(tmp_path, UBFusion=ordered).fusions_off == {*FUSIONS} - {"attention"}


def test_all_of_one_kind_leaves_the_other_on(tmp_path: Path) -> None:
    found = switched(tmp_path, GraphFusion={"ALL": "off"})
    assert found == Switches(frozenset(VARIANTS))


def test_the_older_form_has_a_name_a_line(tmp_path: Path) -> None:
    found = read(tmp_path, "Epilogue:off\n\n  ScaledWeights : off \nPrologue:on\n")
    assert found.switches == Switches(frozenset({"scaled_weights"}), frozenset({"epilogue"}))
    assert found.file == tmp_path / "switches.cfg"


def test_all_in_the_older_form_is_all_of_both_kinds(tmp_path: Path) -> None:
    found = read(tmp_path, "ALL:off\nAttention:on\n").switches
    assert found.fusions_off == {*FUSIONS} - {"attention"}
    assert found.variants_off == set(VARIANTS)


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (
            json.dumps(WRITTEN_FOR_ATC),
            "ConvToFullyConnectionFusionPass, FusionVirtualOpSetSwitch, SoftmaxFusionPass, "
            "TbePool2dQuantFusionPass",
        ),
        (
            WRITTEN_FOR_AOE,
            "RequantFusionPass, TbeConvDequantQuantFusionPass, "
            "TbeConvDequantVaddReluQuantFusionPass, TbePool2dQuantFusionPass",
        ),
        ("COPYPass:off\nclip_by_norm_nodivsquaresum:off", "COPYPass, clip_by_norm_nodivsquaresum"),
    ],
    ids=["of ATC", "of AOE", "of odd names"],
)
def test_files_of_huawei_load_with_one_warning(tmp_path: Path, content: str, names: str) -> None:
    found = read(tmp_path, content)
    assert found.switches == ALL_ON
    assert found.warning is not None
    assert found.warning.endswith(f": {names}")


def test_what_is_understood_needs_no_warning(tmp_path: Path) -> None:
    assert read(tmp_path, "Epilogue:off").warning is None


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "is empty"),
        ("Epilogue", "line 1, 'Epilogue'"),
        ("Epilogue:off\nPrologue off", "line 2, 'Prologue off'"),
        ("Epilogue:no", "'Epilogue' is 'no'; it must be on or off"),
        ("Epilog:off", "'Epilog' is off, but there is no such switch; use one of ALL, "),
        (b"\xff\xfe", "is not UTF-8 text"),
        ("{", "is not JSON"),
        ("{}", "must be a JSON object like"),
        ('{"Switch": []}', "must be a JSON object like"),
        ('{"Switch": {}, "Priority": {}}', "must be a JSON object like"),
        ('{"Switch": {"Fusion": {}}}', "'Fusion' is none of GraphFusion and UBFusion"),
        ('{"Switch": {"UBFusion": ["ALL"]}}', "UBFusion must be a JSON object"),
        (
            '{"Switch": {"UBFusion": {"ALL": false}}}',
            "'ALL' of UBFusion is False; it must be on or off",
        ),
        ('{"Switch": {"UBFusion": {"ALL": ["off"]}}}', "'ALL' of UBFusion is ['off']"),
        (
            '{"Switch": {"UBFusion": {"ShiftGemm": "off"}}}',
            "'ShiftGemm' of UBFusion is off, but there is no such switch; use one of ALL, Epil",
        ),
        ('{"Switch": {"GraphFusion": {"a\\n": "on"}}}', "'a\\n' of GraphFusion is on, but there"),
    ],
)
def test_anything_else_is_refused_by_name(tmp_path: Path, content: str | bytes, named: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith("--fusion_switch_file=switches.cfg: ")
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for name in ("missing.cfg", "."):
        with pytest.raises(UsageError, match=f"--fusion_switch_file={name}: cannot read it"):
            read_fusion_switches(name, tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["on"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(["Switch", GRAPH, UB, "ALL", "Epilogue"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
LINES = st.lists(st.text(max_size=8) | st.sampled_from(["ALL:off", "Epilogue:on", ":"]), max_size=4)


@examples(100)
@given(st.binary(max_size=24) | JSON.map(json.dumps) | LINES.map("\n".join))
def test_any_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: str | bytes
) -> None:
    folder = tmp_path_factory.getbasetemp()
    found: FusionSwitches | UsageError
    try:
        found = read(folder, content)
    except UsageError as error:
        found = error
    if isinstance(found, UsageError):
        assert str(found).startswith("--fusion_switch_file=switches.cfg: ")
        assert "\n" not in str(found)
    else:
        assert found.switches.fusions_off <= {*FUSIONS}
        assert found.switches.variants_off <= set(VARIANTS)


@examples(50)
@given(
    st.dictionaries(st.sampled_from(["ALL", *names_of(GRAPH)]), st.sampled_from(["on", "off"])),
    st.dictionaries(st.sampled_from(["ALL", *names_of(UB)]), st.sampled_from(["on", "off"])),
)
def test_a_name_is_off_if_it_says_so_or_all_does(
    tmp_path_factory: pytest.TempPathFactory, rewrites: dict[str, str], fusions: dict[str, str]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    found = switched(folder, GraphFusion=rewrites, UBFusion=fusions)
    for given_, kind, off in (
        (rewrites, GRAPH, found.variants_off),
        (fusions, UB, found.fusions_off),
    ):
        for name, inside in not_empty(names_of(kind).items()):
            assert (inside in off) == (given_.get(name, given_.get("ALL", "on")) == "off")


@pytest.mark.parametrize(
    "content", ['{"Switch": {"GraphFusion": {"TapsApart": "off"}}}', "TapsApart:off\n"]
)
def test_names_that_variants_had_earlier_are_read(tmp_path: Path, content: str) -> None:
    (tmp_path / "switches").write_text(content)
    found = read_fusion_switches("switches", tmp_path).switches
    assert found.variants_off == {"shift_gemm"}
    assert found.to_json() == {"variants": ["taps_apart"]}, "keys of subgraphs stay what they are"
    assert Switches.from_json(found.to_json()) == found
