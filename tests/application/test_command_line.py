"""The command's grammar: exit status and one sentence for everything misspelt or misplaced."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import aoe
from aoe.application import exit_status
from aoe.application.command_line import main
from aoe.application.options import OPTIONS
from aoe.errors import AoeError

Given = dict[str, str | None]

UNKNOWN = "unknown option --"
SCOPES = "operators, subgraphs or all"
ALONE = "give it to aoe alone, as in aoe"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AOE_TRACEBACK", raising=False)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Given]:
    """Parses a command line and returns what a tuning job would be given."""
    taken: list[Given] = []

    def take(options: Given, start: float) -> int:
        taken.append({name: value for name, value in options.items() if value is not None})
        return 0

    monkeypatch.setattr("aoe.application.tune.command.tune_command", take)

    def parse(*arguments: str) -> Given:
        assert main(arguments) == 0
        return taken.pop()

    return parse


@pytest.mark.parametrize("command", ["explain", "run", "bench"])
def test_an_empty_argument_is_refused_by_name(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, ""]) == 2
    assert f"error: aoe {command}: MODEL" in capsys.readouterr().err


def test_help_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert [option.name for option in OPTIONS if f"--{option.name}" not in text] == []


def test_short_help_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    assert "--job_type" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert aoe.__version__ in capsys.readouterr().out


def test_no_option_at_all_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage" in capsys.readouterr().err


def test_long_options_take_values_after_equals_or_space(given: Callable[..., Given]) -> None:
    expected = {"model": "m.onnx", "job_type": "2", "budget": "5m"}
    assert given("--model=m.onnx", "--job_type=2", "--budget=5m") == expected
    assert given("--model", "m.onnx", "--job_type", "2", "--budget", "5m") == expected


def test_short_options_take_values_after_a_space(given: Callable[..., Given]) -> None:
    assert given("-m", "m.onnx", "-j", "2", "-f", "5") == {
        "model": "m.onnx",
        "job_type": "2",
        "framework": "5",
    }


@pytest.mark.parametrize("argument", ["-m=m.onnx", "-mm.onnx", "-j2", "-f=5", "-w=w"])
def test_short_options_take_values_no_other_way(
    argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argument]) == 2
    assert "after a space" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argument", "meant"),
    [("--modle=m.onnx", "--model"), ("--jobtype=2", "--job_type"), ("--fdeeper_opat", "--Fdeeper")],
)
def test_an_unknown_option_is_named_with_what_was_meant(
    argument: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argument]) == 2
    message = capsys.readouterr().err
    assert argument.partition("=")[0] in message
    assert f"did you mean {meant}" in message


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bench"], "Missing argument 'MODEL'; see aoe bench --help"),
        (["tune", "--budget"], "Option '--budget' requires an argument; see aoe tune --help"),
        (
            ["bank", "list", "--type"],
            "Option '--type' requires an argument; see aoe bank list --help",
        ),
        (["run", "m.om", "--bogus"], "unknown option --bogus; see aoe run --help for all options"),
        (
            ["tune", "m.onnx", "--bogus"],
            "unknown option --bogus; see aoe tune --help for all options",
        ),
        (["bnch", "m.om"], "there is no command bnch; did you mean bench?"),
        (["tune", "m.onnx", "--job_type=1"], f"{UNKNOWN}job_type; use --scope=subgraphs"),
        (["tune", "m.onnx", "-j", "1,2"], "unknown option -j; use --scope=all"),
        (["tune", "m.onnx", "--job_type=4"], f"{UNKNOWN}job_type; use --scope={SCOPES}"),
        (["tune", "m.onnx", "-f", "5"], "unknown option -f; use --framework=5"),
        (["tune", "--singleop=ops.json"], f"{UNKNOWN}singleop; {ALONE} --singleop=…"),
        (["tune", "--op_tune_file=ops"], f"{UNKNOWN}op_tune_file; {ALONE} --op_tune_file=…"),
        (["bench", "--model=m.om"], f"{UNKNOWN}model; give the model alone, as in aoe bench MODEL"),
        (
            ["run", "m.om", "--budget=5m"],
            f"{UNKNOWN}budget; aoe run does not take it; see aoe run --help",
        ),
        (["run", "m.om", "--random"], "m.om: there is no such file"),
        (["bench", "m.om"], "m.om: there is no such file"),
        (["m.onnx"], "there is no command m.onnx; a model is tuned by aoe tune m.onnx"),
        (
            ["my m.onnx"],
            "there is no command 'my m.onnx'; a model is tuned by aoe tune 'my m.onnx'",
        ),
        ([""], "there is no command ''; see aoe --help"),
        (["version"], "there is no command version; did you mean aoe --version?"),
        (["help-all"], "there is no command help-all; did you mean aoe --help-all?"),
        (["help", "benhc"], "aoe has no command benhc; did you mean bench?"),
        (["help", "bank", "lst"], "aoe bank has no command lst; did you mean list?"),
    ],
)
def test_misuse_of_a_command_says_what_helps(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"error: {said}\n"


def test_an_unknown_option_beside_help_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--precision_mode_v2=mixed_float16", "-h"]) == 2
    assert "--precision_mode_v2" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--model"],
        ["tune"],
        ["--model=a", "--model=b"],
        ["--job_type=2", "bench", "m.om"],
        ["run"],
        ["bench", "m.om", "--compare", "tensorrt"],
        ["bench", "m.om", "--seconds", "long"],
        ["run", "m.om", "--output"],
        ["--dynamic_batch_size=1,2"],
        ["--job_type=1"],
        ["--job_type=2"],
        ["--model=missing.onnx", "--job_type=2"],
    ],
    ids=" ".join,
)
def test_misuse_is_one_sentence_and_nothing_is_written(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


#: A name that no file can have.
LONG = "a" * 300


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tune", LONG], f"{LONG}: there is no such file"),
        (["--model=m.onnx\x1b[2J\n", "--job_type=2"], "m.onnx\\x1b[2J\\n: there is no such file"),
        (["--singleop=", "--job_type=2"], "--singleop: its value is empty; give one, or leave"),
        (["--singleop=.", "--job_type=2"], "--singleop=.: is a directory; give a JSON file of op"),
        ([f"--singleop={LONG}"], f"--singleop={LONG}: there is no such file"),
        (
            ["--op_tune_mode= "],
            "--op_tune_mode: its value is empty; give one, or leave --op_tune_mode out",
        ),
        (
            ["--model=m.onnx", "--op_tune_mode=fast"],
            "--model is for models, --op_tune_mode for single operators; leave one of them out",
        ),
        (["--model_path=a.txt", "--job_type=2"], "--model_path=a.txt: it is not a directory; a fi"),
        (["--model_path=b", "--job_type=2"], "--model_path=b: there is no such directory; a file"),
        (["--mdl_bank_path=a.txt"], "--mdl_bank_path=a.txt: it is not a directory; name the fol"),
        ([f"--trial_log={LONG}"], f"--trial_log={LONG}: cannot write there: its name is longer th"),
        (["--tune_ops_file=a.txt"], "--tune_ops_file=a.txt: is not JSON (Expecting value: line 1"),
        (["--init_bypass==1"], "--init_bypass: =1 has no key; write ge.key=value, or leave it out"),
        (["tune", "m.onnx", "-o", ""], "--output: its value is empty; give one, or leave --output"),
        (["compile", "m.onnx", "--weight= "], "--weight: its value is empty; give one, or leave"),
        (["bank", "list", "--type="], "--type: its value is empty; give one, or leave --type out"),
        (["export", "m.om", "-o", ""], "--output: its value is empty; give one\n"),
        (["tune", "m.onnx", "--scope="], "--scope: its value is empty; give one, or leave --scope"),
        (["explain", "m.onnx", "--top= "], "--top: its value is empty; give one, or leave --top"),
        (["bench", "m.om", "--compare", ""], "--compare: its value is empty; give one, or leave"),
        (["explain", "m.onnx", "--trial_log=a.txt"], "--trial_log=a.txt: has no trials; name a f"),
        (["export", "bank", "-o", "lib.so"], "bank: is a directory; name an offline model (.om)"),
        (["verify", "bank", "--key=a.txt"], "bank: is a directory; name an offline model (.om)"),
        (["run", "bank"], "bank: is a folder and not a model; name a file in it"),
        (["bench", "bank"], "bank: is a folder and not a model; name a file in it"),
        (["run", LONG], f"cannot use {LONG}: its name is too long; name another place"),
        (["explain", "bank"], "bank: is a folder and not a model; name a file in it"),
        (["explain", "m.onnx", "--trial_log=no"], "--trial_log=no: there is no such file"),
        (["explain", "m.onnx", "--trial_log=bank"], "--trial_log=bank: is a directory; name a fi"),
        (
            ["device-server", "--certificate=a.txt", "--key=a.txt"],
            "give a certificate and its private key in PEM",
        ),
    ],
)
def test_a_value_that_cannot_be_is_misuse_in_one_sentence(
    arguments: list[str], said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "a.txt").write_text("text")
    option = arguments[0].partition("=")[0]
    if option in ("--mdl_bank_path", "--trial_log", "--tune_ops_file", "--init_bypass"):
        arguments = ["--model=small.onnx", "--job_type=2", *arguments]
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.startswith("error: ")
    assert error.count("\n") == 1


def test_an_option_without_effect_is_noticed_and_the_job_goes_on(
    given: Callable[..., Given], capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("--model=m.onnx", "--aicore_num=8", "--virtual_type=0")
    assert capsys.readouterr().err.count("notice:") == 1


def test_an_optional_value_may_be_left_out(given: Callable[..., Given]) -> None:
    assert given("--reload", "--job_type=1")["job_type"] == "1"
    assert given("--reload=aoe_workspace/job")["reload"] == "aoe_workspace/job"


def test_a_full_disk_behind_standard_output_is_no_defect(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["--help"]) == 1
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()
    message = capsys.readouterr().err
    assert message.startswith("error: cannot write the output: No space left on device; make room")
    assert "defect" not in message


def _raising(error: BaseException) -> Callable[[Given, float], int]:
    def command(_: Given, start: float) -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (AoeError("the disk is full"), "error: the disk is full"),
        (KeyboardInterrupt(), "error: interrupted"),
        (MemoryError("no room for 9 bytes"), "error: there is not enough memory (no room for 9 b"),
        (MemoryError(), "error: there is not enough memory; give smaller shapes"),
        (ZeroDivisionError("oops"), "error: unexpected ZeroDivisionError: oops"),
    ],
)
def test_failure_is_status_1_and_one_sentence(
    error: BaseException,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("aoe.application.tune.command.tune_command", _raising(error))
    assert main(["--job_type=2"]) == 1
    (message,) = capsys.readouterr().err.split("\n")[-2:-1]
    assert message.startswith(sentence)


def test_the_traceback_is_there_for_the_asking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AOE_TRACEBACK", "1")
    monkeypatch.setattr("aoe.application.tune.command.tune_command", _raising(ValueError("oops")))
    assert main(["--job_type=2"]) == 1
    assert "Traceback" in capsys.readouterr().err


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    package = Path(aoe.__file__).parents[1]
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(package)},
    )


def test_help_loads_neither_onnx_nor_llvm() -> None:
    finished = _python(
        "-c",
        "import sys; from aoe.application.command_line import main; main(['--help']);"
        "sys.exit(any(name in sys.modules for name in ('onnx', 'llvmlite', 'numpy')))",
    )
    assert finished.returncode == 0, finished.stderr


def test_the_module_can_be_run() -> None:
    finished = _python("-m", "aoe", "--nonsense")
    assert finished.returncode == exit_status.MISUSE
    assert "--nonsense" in finished.stderr


@pytest.mark.parametrize("words", [[], ["run"], ["bank"], ["bank", "list"]])
def test_help_as_a_command_is_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    expected = capsys.readouterr().out
    assert main(["help", *words]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("words", [["nonsense"], ["run", "nonsense"], ["bank", "nonsense"]])
def test_help_of_what_does_not_exist_is_misuse(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["help", *words]) == 2
    assert "has no command nonsense" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tune", "a.onnx"], "interrupted before a model was written"),
        (["compile", "a.onnx"], "interrupted before a model was written"),
        (["--model=a.onnx", "--job_type=2"], "interrupted before a model was written"),
        (["report", "a.om"], "interrupted"),
        (["bank", "list"], "interrupted"),
    ],
)
def test_ctrl_c_is_told_in_the_words_of_the_command(
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Command, "main", interrupted)
    assert main(arguments) == 1
    assert capsys.readouterr().err == f"error: {told}\n"
