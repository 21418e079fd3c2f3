"""Where repositories lie, in AOE's order of precedence."""

from pathlib import Path

import pytest

from aoe.repository.location import bank_path, bank_paths, custom_directory
from aoe.settings import read_settings


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
    (tmp_path / "TUNE_BANK_PATH").mkdir()
    settings = read_settings({name: name for name in variables}, tmp_path)
    assert custom_directory(settings, "soc") == tmp_path / expected


def test_each_operator_type_has_its_file(tmp_path: Path) -> None:
    assert bank_path(tmp_path / "soc", "Conv") == tmp_path / "soc/unified_bank/Conv.json"


def test_files_of_the_runtime_knowledge_base_are_not_listed(tmp_path: Path) -> None:
    folder = tmp_path / "soc/unified_bank"
    folder.mkdir(parents=True)
    for name in ("MatMul.json", "Conv.json", "Conv_runtime_kb.json", ".Conv.json.lock"):
        (folder / name).write_text("{}")
    assert [path.name for path in bank_paths(tmp_path / "soc")] == ["Conv.json", "MatMul.json"]
