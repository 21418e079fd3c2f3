"""Options and commands that click would take for something else are refused with what is meant."""

from __future__ import annotations

import pytest

from aoe.application.command_line import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tune", "m.onnx", "-f=5"], "unknown option -f; use --framework=5"),
        (["tune", "m.onnx", "-f5"], "unknown option -f; use --framework=5"),
        (
            ["report", "--format=pdf"],
            "unknown option --format; see aoe report --help for all options",
        ),
        (["tune", "m.onnx", "--threads4"], "unknown option --threads4; did you mean --threads=4?"),
        (["run", "m.om", "--random5"], "unknown option --random5; did you mean --random?"),
        (
            ["--model=m.onnx", "--soc_version=Ascend310"],
            "unknown option --soc_version; see aoe --help for all options",
        ),
        (["tune", "m.onnx", "-o=m"], "-o=m: -o takes its value after a space: -o m"),
        (["tune", "m.onnx", "-om"], "-om: -o takes its value after a space: -o m"),
        (["--model=m.onnx", "-j2"], "-j2: -j takes its value after a space: -j 2"),
        (["tune", "m.onnx", "-output=m"], "unknown option -output; did you mean --output?"),
        (["tune", "-help"], "unknown option -help; did you mean --help?"),
        (["-model=m.onnx"], "unknown option -model; did you mean --model?"),
        (
            ["tune", "m.onnx", "--soc_version", "Ascend310"],
            "unknown option --soc_version; see aoe tune --help for all options",
        ),
        (
            ["--model=m.onnx", "--soc_version", "Ascend310"],
            "unknown option --soc_version; see aoe --help for all options",
        ),
        (["--versoin"], "unknown option --versoin; did you mean --version?"),
        (
            ["tune", "m.onnx", "--scope=operator"],
            "Invalid value for '--scope': 'operator' is not one of 'operators', 'subgraphs', "
            "'all'; did you mean operators?",
        ),
        (
            ["bench", "m.om", "--compare=onnxrt"],
            "Invalid value for '--compare': 'onnxrt' is none of onnxruntime, openvino, torch; did "
            "you mean onnxruntime?",
        ),
        (["tune", "m.onnx", "-h=5"], "-h=5: -h takes no value; give -h alone"),
        (
            ["tune", "m.onnx", "--budget", "--threads=1"],
            "--budget: its value is missing before --threads=1; give one",
        ),
        (
            ["--model", "--job_type=2"],
            "--model: its value is missing before --job_type=2; give one",
        ),
        (
            ["--model=m.onnx", "--job_type=2", "more"],
            "more is neither an option nor the value of one; leave it out",
        ),
        (["merge", "a", "b"], "there is no command merge; did you mean aoe bank merge?"),
        (["serve"], "there is no command serve; see aoe --help"),
        (["bank", "lst"], "aoe bank has no command lst; did you mean list?"),
    ],
)
def test_misuse_has_one_sentence_with_what_helps(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"error: {said}\n"


def test_what_follows_two_dashes_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "--", "-o=m.onnx"]) != 0
    assert "takes its value after a space" not in capsys.readouterr().err
