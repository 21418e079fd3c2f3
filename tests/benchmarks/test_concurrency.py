import threading
from pathlib import Path

import numpy as np
import onnx
import pytest

from benchmarks.concurrency import in_turns, main, rate
from benchmarks.overheads.call import relu_model


def test_a_rate_counts_the_inferences_of_all_clients() -> None:
    seen: set[int] = set()

    def run(feed: object) -> list[np.ndarray]:
        seen.add(threading.get_ident())
        return []

    assert rate(run, {}, 3, 0.02) > 0
    assert len(seen) == 3


def test_an_error_of_a_client_is_raised() -> None:
    def run(feed: object) -> list[np.ndarray]:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        rate(run, {}, 2, 0.02)


def test_engines_take_equally_many_turns() -> None:
    found = in_turns({"a": lambda feed: [], "b": lambda feed: []}, {}, 1, 0.0, 0.005)
    assert [len(rates) for rates in found.values()] == [2, 2]


def test_a_row_for_each_engine_and_number_of_clients(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "relu.onnx"
    onnx.save(relu_model(), path)
    options = ["--threads", "1", "--clients", "1", "2", "--seconds", "0", "--turn", "0.01"]
    assert main([str(path), *options]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| relu")]
    cells = [[cell.strip() for cell in line.split("|")][2:4] for line in lines]
    assert cells == [["1", "aoe"], ["1", "onnxruntime"], ["2", "aoe"], ["2", "onnxruntime"]]
