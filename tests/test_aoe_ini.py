"""aoe.ini is read where AOE has it, and what is wrong with it is told by file and line."""

import logging
from pathlib import Path

import pytest

from aoe.aoe_ini import PLACES, aoe_ini_path, read_aoe_ini
from aoe.errors import UsageError
from aoe.settings import read_settings


def written(home: Path, text: str, place: str = PLACES[0]) -> Path:
    path = home / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_place_of_aoe_8_is_looked_at_before_that_of_aoe_9(tmp_path: Path) -> None:
    assert aoe_ini_path(tmp_path) is None
    newer = written(tmp_path, "", PLACES[1])
    assert aoe_ini_path(tmp_path) == newer
    older = written(tmp_path, "", PLACES[0])
    assert aoe_ini_path(tmp_path) == older


def test_sections_comments_and_empty_values_say_nothing(tmp_path: Path) -> None:
    text = "; AOE\n[aoe]\nRUN_LOOP = 20  # more\n\n# x = 1\ntuning_parallel_num=4\nWORK_PATH=\n"
    path = written(tmp_path, text)
    assert read_aoe_ini(path) == {"RUN_LOOP": "20", "TUNING_PARALLEL_NUM": "4"}


@pytest.mark.parametrize(
    ("text", "named"), [("RUN_LOOP 5", "line 1"), ("RUN_LOOP=1\n\nrun_loop=2", "line 3")]
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, text: str, named: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError, match=named) as caught:
        read_aoe_ini(path)
    assert str(path) in str(caught.value)


def test_a_key_it_does_not_know_is_told_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert read_aoe_ini(written(tmp_path, "RUN_LOPP=5")) == {}
    assert "RUN_LOPP" in caplog.text


def test_values_reach_the_settings(tmp_path: Path) -> None:
    written(tmp_path, f"WORK_PATH={tmp_path / 'work'}\nTUNING_PARALLEL_NUM=64\nRUN_LOOP=2048\n")
    settings = read_settings({"HOME": str(tmp_path)}, tmp_path)
    assert settings.tuning_directory == settings.result_directory == tmp_path / "work"
    assert settings.working_directory == tmp_path
    assert (settings.parallel_operators, settings.run_loop) == (64, 2048)


def test_the_environment_wins(tmp_path: Path) -> None:
    written(tmp_path, "WORK_PATH=work\nRUN_LOOP=5\n")
    environment = {"HOME": str(tmp_path), "RUN_LOOP": "7", "ASCEND_WORK_PATH": "results"}
    settings = read_settings(environment, tmp_path)
    assert settings.run_loop == 7
    assert settings.result_directory == tmp_path / "results"
    assert settings.tuning_directory == tmp_path / "work"


@pytest.mark.parametrize(
    "line", ["RUN_LOOP=0", "RUN_LOOP=2049", "TUNING_PARALLEL_NUM=65", "WORK_PATH=a_file"]
)
def test_a_value_out_of_range_is_refused_with_its_file(tmp_path: Path, line: str) -> None:
    (tmp_path / "a_file").write_text("")
    path = written(tmp_path, line)
    with pytest.raises(UsageError, match=f"{path}: {line}: "):
        read_settings({"HOME": str(tmp_path)}, tmp_path)
