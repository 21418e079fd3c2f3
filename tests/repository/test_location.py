"""Where repositories lie, in AOE's order of precedence."""

from pathlib import Path

import pytest

from aoe.repository.location import (
    bank_path,
    bank_paths,
    builtin_directory,
    builtin_graph_directory,
    custom_directory,
    custom_graph_directory,
    graph_path,
    operator_type_in,
    reading_directory,
    reading_graph_directory,
    soc_version_of,
)
from aoe.settings import Settings, read_settings


def with_variables(root: Path, *names: str) -> Settings:
    """Settings in which each variable names the folder `root/<variable>`."""
    (root / "TUNE_BANK_PATH").mkdir(exist_ok=True)
    return read_settings({name: name for name in names}, root)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (("TUNE_BANK_PATH", "ASCEND_CACHE_PATH", "HOME"), "TUNE_BANK_PATH/soc"),
        (("ASCEND_CACHE_PATH", "HOME"), "ASCEND_CACHE_PATH/aoe_data/soc"),
        (("HOME",), "HOME/Ascend/latest/data/aoe/custom/op/soc"),
    ],
)
def test_the_first_variable_that_is_set_decides(
    tmp_path: Path, variables: tuple[str, ...], expected: str
) -> None:
    settings = with_variables(tmp_path, *variables)
    assert custom_directory(settings, "soc") == tmp_path / expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (("TUNE_BANK_PATH", "ASCEND_CACHE_PATH", "HOME"), "TUNE_BANK_PATH"),
        (("ASCEND_CACHE_PATH", "HOME"), "ASCEND_CACHE_PATH/aoe_data"),
        (("HOME",), "HOME/Ascend/latest/data/aoe/custom/graph/soc"),
    ],
)
def test_the_first_variable_that_is_set_decides_for_graphs_too(
    tmp_path: Path, variables: tuple[str, ...], expected: str
) -> None:
    settings = with_variables(tmp_path, *variables)
    assert custom_graph_directory(settings, "soc") == tmp_path / expected


def test_compiling_reads_operators_from_tune_bank_path_before_op_bank_path(tmp_path: Path) -> None:
    option = tmp_path / "option"
    both = with_variables(tmp_path, "TUNE_BANK_PATH", "HOME")
    assert reading_directory(both, "soc", option) == tmp_path / "TUNE_BANK_PATH/soc"
    home = with_variables(tmp_path, "HOME")
    assert reading_directory(home, "soc", option) == option / "soc"
    assert reading_directory(home, "soc", None) == custom_directory(home, "soc")


def test_compiling_reads_graphs_from_mdl_bank_path_before_tune_bank_path(tmp_path: Path) -> None:
    option = tmp_path / "option"
    option.mkdir()
    settings = with_variables(tmp_path, "TUNE_BANK_PATH", "HOME")
    default = custom_graph_directory(with_variables(tmp_path, "HOME"), "soc")
    assert reading_graph_directory(settings, "soc", option) == default
    graph_path(tmp_path / "TUNE_BANK_PATH", "soc").write_text("")
    assert reading_graph_directory(settings, "soc", option) == tmp_path / "TUNE_BANK_PATH"
    graph_path(option, "another").write_text("")
    assert reading_graph_directory(settings, "soc", option) == tmp_path / "TUNE_BANK_PATH"
    graph_path(option, "soc").write_text("")
    assert reading_graph_directory(settings, "soc", option) == option


def test_builtin_repositories_are_below_op_and_graph(tmp_path: Path) -> None:
    assert builtin_directory("soc", tmp_path) == tmp_path / "op/soc"
    assert builtin_graph_directory("soc", tmp_path) == tmp_path / "graph/soc"


def test_the_builtin_repository_is_in_the_package_unless_named(tmp_path: Path) -> None:
    packaged = read_settings({}, tmp_path).builtin_path
    assert packaged.parts[-3:] == ("aoe", "data", "builtin")
    (tmp_path / "mine").mkdir()
    assert read_settings({"AOE_BUILTIN_PATH": "mine"}, tmp_path).builtin_path == tmp_path / "mine"


def test_each_operator_type_has_its_file(tmp_path: Path) -> None:
    assert bank_path(tmp_path / "soc", "Conv") == tmp_path / "soc/unified_bank/Conv.json"


def test_files_of_the_runtime_knowledge_base_are_not_listed(tmp_path: Path) -> None:
    folder = tmp_path / "soc/unified_bank"
    folder.mkdir(parents=True)
    for name in ("MatMul.json", "Conv.json", "Conv_runtime_kb.json", ".Conv.json.lock"):
        (folder / name).write_text("{}")
    assert [path.name for path in bank_paths(tmp_path / "soc")] == ["Conv.json", "MatMul.json"]


def test_a_file_tells_what_its_entries_are(tmp_path: Path) -> None:
    operators = bank_path(tmp_path / "soc", "Conv")
    subgraphs = graph_path(tmp_path, "soc")
    assert (operator_type_in(operators), soc_version_of(operators)) == ("Conv", "soc")
    assert (operator_type_in(subgraphs), soc_version_of(subgraphs)) == ("Subgraph", "soc")
