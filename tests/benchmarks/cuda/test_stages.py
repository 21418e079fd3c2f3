"""The stages for a machine with a GPU run on one that executes PTX in NumPy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.runtime.driver import DriverError
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.operators.reference import reference
from benchmarks.cuda import __main__ as command
from benchmarks.cuda import attention_operators, kernels, simt_operators, stages
from benchmarks.cuda.results import OVERDUE, DeviceLostError, Item, Results, run_items
from benchmarks.cuda.unmeasured import UNMEASURED
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.not_empty import not_empty

_SCRIPT = Path(__file__).parents[3] / "benchmarks" / "cuda" / "run_all.sh"


@pytest.fixture(autouse=True)
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices()
    with with_gpu(devices):
        yield devices


@pytest.mark.parametrize(
    ("dtype", "name"), [("float16", "mma_matmul"), ("int8", "mma_matmul_int8")]
)
def test_policies_of_an_operator_are_compared_with_numpy_and_timed(
    dtype: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 1)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    operator = kernels.product(16, 32, 64, dtype)
    found = kernels.measured(operator, name)["policies"]
    assert len(found) == 2
    assert all(row["relative_error"] < 1e-6 and row["overrun"] is None for row in not_empty(found))
    assert all(row["microseconds"] > 0 for row in found)


def one_right_one_unknown() -> Iterator[tuple[str, Callable[[], Item]]]:
    """Work of which one item fails."""
    yield "test_add", lambda: stages.node_test("test_add")
    yield "test_none", lambda: stages.node_test("test_none")


def test_recurrences_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 1)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    monkeypatch.setattr(simt_operators, "RECURRENCES", (("GRU", 1, 2, 1, 32),))
    (operator,) = simt_operators.recurrences().values()
    found = kernels.measured(operator, "simt_recurrent_units")["policies"]
    assert len(found) == 2
    assert all(row["relative_error"] < 1e-5 for row in found)


def test_gradients_of_attention_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 1)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    operator = attention_operators.gradient_of((1, 2, 20, 16, "causal"), "float16")
    found = kernels.measured(operator, "mma_attention_gradient")["policies"]
    assert all(row["relative_error"] < 2e-3 and row["overrun"] is None for row in not_empty(found))


def test_gradients_of_attention_are_timed_by_matrix_instructions_only() -> None:
    names = [name.split()[-1] for name, _ in kernels.work() if name.startswith("gradient of ")]
    assert set(names) == {"PyTorch", "mma_attention_gradient", "mma_attention_gradient_tf32x3"}


def test_a_convolution_of_a_network_is_what_the_name_says() -> None:
    operator = kernels.convolution((1, 3, 8, 9, 3, 2), "float32")
    assert operator.output.shape == (1, 8, 5, 5)


def test_stages_go_on_where_they_ended_and_make_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "node_test_work", one_right_one_unknown)
    assert command.main(["nodes", str(tmp_path)]) == 1
    items = json.loads((tmp_path / "nodes.json").read_text())["items"]
    assert "error" not in items["test_add"]
    assert items["test_none"]["error"] == "KeyError: 'test_none'"
    assert command.main(["devices", str(tmp_path)]) == 0
    assert command.main(["table", str(tmp_path)]) == 0
    page = (tmp_path / "RESULTS.md").read_text()
    assert "| soc_version | sm_80_2c |" in page
    assert "1 of 2 items have results" in page
    assert "- test_none: KeyError" in page


def test_no_item_is_begun_without_time(tmp_path: Path) -> None:
    assert not run_items(Results(tmp_path, "nodes"), [("one", dict)], 0.0)
    assert Results(tmp_path, "nodes").items == {}


def test_an_item_that_loses_the_device_is_not_tried_again(tmp_path: Path) -> None:
    def forbidden() -> Item:
        raise DriverError("cuStreamSynchronize", 700, "an illegal memory access was encountered")

    results = Results(tmp_path, "nodes")
    with pytest.raises(DeviceLostError, match="bad"):
        run_items(results, [("bad", forbidden)], 10.0)
    assert run_items(Results(tmp_path, "nodes"), [("bad", forbidden), ("good", dict)], 10.0)


def test_an_item_that_ends_its_process_is_left_for_last_and_given_up_in_the_end(
    tmp_path: Path,
) -> None:
    def killed() -> Item:
        raise KeyboardInterrupt  # which nothing in between catches, like the end of a process

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run_items(Results(tmp_path, "nodes"), [("bad", killed)], 10.0)
    assert Results(tmp_path, "nodes").items["bad"]["tries"] == 2
    assert run_items(Results(tmp_path, "nodes"), [("bad", killed), ("good", dict)], 10.0)


def test_what_failed_is_done_again_behind_what_is_new(tmp_path: Path) -> None:
    done: list[str] = []

    def task(name: str) -> Item:
        done.append(name)
        return {}

    Results(tmp_path, "nodes").put("failed", {"error": "it was wrong"})
    work = [(name, partial(task, name)) for name in ("failed", "new")]
    assert run_items(Results(tmp_path, "nodes"), work, 10.0)
    assert done == ["new", "failed"]


def test_what_failed_twice_is_given_up_unless_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "node_test_work", one_right_one_unknown)
    again = ["nodes", str(tmp_path), "--again"]
    assert [command.main(["nodes", str(tmp_path)]) for _ in range(3)] == [1, 4, 4]
    assert Results(tmp_path, "nodes").items["test_none"]["tries"] == 2
    assert command.main([*again, "--only", "add"]) == 0
    assert command.main(again) == 4
    assert Results(tmp_path, "nodes").items["test_none"]["tries"] == 3
    shared = command.main(["nodes", str(tmp_path), "--processes", "2", "--share", "1"])
    assert shared == 4  # what an earlier run left counts, too


@pytest.mark.parametrize(
    ("codes", "found"),
    [((0, 4), 4), ((4, 1, 0), 1), ((3, 4), 3), ((0, -9), 75), ((75, 3), 75), ((0, 0), 0)],
)
def test_processes_that_share_a_stage_have_one_status(
    codes: tuple[int, ...], found: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ended:
        def __init__(self, arguments: list[str]) -> None:
            self._code = codes[int(arguments[-1])]

        def wait(self) -> int:
            return self._code

    monkeypatch.setattr("subprocess.Popen", Ended)
    assert command.main(["nodes", str(tmp_path), "--processes", str(len(codes))]) == found


def test_an_item_that_hangs_ends_its_process_and_the_next_one_goes_on(tmp_path: Path) -> None:
    program = (
        "import sys, threading; from pathlib import Path\n"
        "from benchmarks.cuda.results import Results, run_items\n"
        "work = [('hangs', threading.Event().wait), ('good', dict)]\n"
        "run_items(Results(Path(sys.argv[1]), 'nodes'), work, 60.0, 0.0, 0.1)\n"
    )
    command_line = [sys.executable, "-c", program, str(tmp_path)]
    first = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert first.returncode == OVERDUE
    assert "hangs: not done in 0 s" in first.stdout
    assert subprocess.run(command_line, capture_output=True, check=False).returncode == OVERDUE
    items = Results(tmp_path, "nodes").items
    assert "error" not in items["good"]
    assert items["hangs"]["tries"] == 2


def test_no_item_is_begun_that_needs_more_time_than_is_left(tmp_path: Path) -> None:
    assert not run_items(Results(tmp_path, "tune"), [("one", dict)], 10.0, needed=20.0)
    assert Results(tmp_path, "tune").items == {}


def test_shares_of_a_stage_leave_out_what_is_done(tmp_path: Path) -> None:
    Results(tmp_path, "nodes").put("one", {})

    def forbidden() -> Item:
        raise AssertionError("this was done")

    share = Results(tmp_path, "nodes-1", "nodes")
    assert run_items(share, [("one", forbidden), ("two", dict)], 10.0)
    assert set(share.items) == {"two"}


def test_wrong_policies_are_named_and_others_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 1)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    monkeypatch.setattr(kernels, "largest_error", lambda operator: -1.0)
    item = kernels.measured(kernels.product(16, 32, 64, "float16"), "mma_matmul")
    assert len(item["policies"]) == 2
    assert item["error"].startswith("2 of 2 policies are wrong, 0 failed: [{")


def test_sums_of_bytes_are_expected_as_the_reference_has_them() -> None:
    for operator in (
        kernels.product(7, 5, 33, "int8"),
        kernels.convolution((1, 5, 6, 9, 3, 2), "int8"),
    ):
        expected = reference(operator, kernels.arrays_of(operator))
        assert (kernels._expected(operator) == expected).all()


def test_each_implementation_comes_once_for_each_type_before_what_has_peers() -> None:
    names = [name for name, _ in kernels.work()]
    peers = next(n for n, name in enumerate(names) if name.endswith("beside PyTorch"))
    first = [(name.split()[0], *name.split()[-2:]) for name in names[:peers]]
    every = {(name.split()[0], *name.split()[-2:]) for name in names}
    slow = {item for item in every if item[2] in kernels.SLOW}
    assert set(first) >= every - slow - {("gradient", "beside", "PyTorch")}
    assert peers < len(names) // 5


def script(
    *arguments: str, python: str = sys.executable, seconds: str = "570"
) -> subprocess.CompletedProcess[str]:
    """The script with these arguments."""
    return subprocess.run(
        ["sh", str(_SCRIPT), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHON": python, "SECONDS_OF_CALL": seconds},
        check=False,
    )


def test_without_a_gpu_the_script_says_so_and_runs_no_stage(tmp_path: Path) -> None:
    if Path("/dev/nvidiactl").exists():
        pytest.skip("this machine has a GPU")
    done = script(str(tmp_path), "nodes")
    assert done.returncode == 1
    assert "device: NoGpuError: no GPU can be used" in done.stdout
    assert "== nodes" not in done.stdout
    assert "no stage was run" in done.stderr


def test_the_script_refuses_what_it_cannot_use(tmp_path: Path) -> None:
    assert script("--help").returncode == 2
    assert script().returncode == 2
    done = script(str(tmp_path), python="false")
    assert done.returncode == 1
    assert "name another by PYTHON" in done.stderr


def test_packages_in_folders_of_their_own_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/packages/elsewhere")
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\necho "$PYTHONPATH" >>{tmp_path}/seen\n')
    program.chmod(0o755)
    assert script(str(tmp_path), "nodes", python=str(program)).returncode == 0
    assert set((tmp_path / "seen").read_text().split()) == {".:/packages/elsewhere"}


def scripted(folder: Path, codes: str) -> str:
    """An interpreter that notes the stages it runs in a file, and ends with a status by stage."""
    program = folder / "python"
    lines = f"""#!/bin/sh
        [ "$1" = -c ] && exit 0
        [ "$3" = table ] && exit 0
        echo "$3" >>{folder}/ran
        case $3 in {codes} *) exit 0 ;; esac
    """
    program.write_text(lines)
    program.chmod(0o755)
    return str(program)


def test_stages_share_a_call_and_the_next_begins_behind_the_last(tmp_path: Path) -> None:
    python = scripted(tmp_path, "kernels) exit 3 ;; training) exit 1 ;;")
    wanted = (str(tmp_path), "kernels", "training", "tune")
    done = script(*wanted, python=python)
    assert done.returncode == 1
    assert "== kernels, 250 s" in done.stdout
    assert "== kernels ended with status 3" in done.stdout
    assert "== training ended with status 1" in done.stdout
    script(*wanted[:3], python=python)
    script(*wanted, python=python)
    first, second = ["kernels", "training", "tune"], ["kernels", "training"]
    third = ["tune", "kernels", "training"]
    ran = [name for name in (tmp_path / "ran").read_text().split() if name != "devices"]
    assert ran == [*first, *second, *third]


def test_a_stage_that_had_little_time_is_the_first_of_the_next_call(tmp_path: Path) -> None:
    python = scripted(tmp_path, "kernels | training | tune) exit 3 ;;")
    for _ in range(2):
        script(str(tmp_path), "kernels", "training", "tune", python=python, seconds="60")
    ran = [name for name in (tmp_path / "ran").read_text().split() if name != "devices"]
    assert ran == ["kernels", "training", "tune", "training", "tune", "kernels"]


def test_a_stage_goes_on_behind_an_item_that_ended_its_process(tmp_path: Path) -> None:
    python = scripted(tmp_path, "nodes) exit 75 ;; kernels) kill -9 $$ ;;")
    done = script(str(tmp_path), "kernels", "nodes", "tune", python=python)
    assert done.returncode == 1
    ran = (tmp_path / "ran").read_text().split()
    assert {name: ran.count(name) for name in ran} == {
        **{"devices": 1, "kernels": 10, "nodes": 10, "tune": 1}
    }


def test_no_stage_begins_when_a_call_is_over(tmp_path: Path) -> None:
    done = script(str(tmp_path), "tune", python=scripted(tmp_path, ""), seconds="10")
    assert done.returncode == 1
    assert "== tune: no time left; call again" in done.stdout


def test_nothing_is_left_when_all_is_done(tmp_path: Path) -> None:
    done = script(str(tmp_path), "tune", python=scripted(tmp_path, ""))
    assert done.returncode == 0
    assert "nothing is left" in done.stdout
    assert script(str(tmp_path), "tuna").returncode == 2
    assert script(str(tmp_path), seconds="ten").returncode == 2


def test_nothing_is_left_where_what_failed_is_given_up(tmp_path: Path) -> None:
    python = scripted(tmp_path, "kernels) exit 4 ;;")
    done = script(str(tmp_path), "kernels", "tune", python=python)
    assert done.returncode == 4
    assert "nothing is left\nsome items failed twice, of: kernels." in done.stdout
    tried = script(
        str(tmp_path), "kernels", "tune", python=scripted(tmp_path, "kernels) exit 1 ;;")
    )
    assert tried.returncode == 1
    assert "nothing is left" not in tried.stdout


@pytest.mark.parametrize("arguments", [["--only", "["], ["--processes", "0"], ["--share", "7"]])
def test_wrong_options_of_a_stage_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as found:
        command.main(["nodes", str(tmp_path), *arguments])
    assert found.value.code == 2


def test_a_file_of_results_that_was_cut_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "nodes.json").write_text("{")
    assert Results(tmp_path, "nodes").items == {}


def test_policies_are_tried_all_over_the_space() -> None:
    operator = kernels.product(128, 768, 768, "float16")
    space = implementations()["mma_matmul"].space(operator, cuda_target("sm_90"), 2)
    found = kernels.tried(space)
    first = kernels.FIRST_POLICIES
    assert found[:first] == list(space[:first])
    assert first < len(set(found)) == len(found) <= first + kernels.OTHER_POLICIES
    assert space.index(found[-1]) > len(space) // 2


def test_policies_of_a_kind_that_was_never_measured_are_tried() -> None:
    operator = kernels.product(4096, 2304, 768, "float16")
    space = implementations()["wgmma_matmul"].space(operator, cuda_target("sm_90", 132), 2)
    found = kernels.tried(space)
    for decisions in UNMEASURED[:5]:
        assert any({*decisions} <= {*policy.schedule} for policy in found)
    assert len(set(found)) == len(found)


def test_operators_of_tf32_are_tried_by_its_implementations_and_slow_ones_last() -> None:
    names = [name for name, _ in kernels.work()]
    assert all("_tf32" in name.split()[-1] for name in names if " tf32 " in name)
    slow = [name.split()[-1] in kernels.SLOW for name in names]
    assert slow == sorted(slow)
    assert any(slow)
