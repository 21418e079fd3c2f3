"""The thread pool: who computes, what idles, what survives a fork, what is left at the end."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from aoe.backends.cpu.codegen.object_code import assembly, object_code
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.runtime import pool_layout
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget, cpu_target
from aoe.backends.cpu.target.host import host_target
from aoe.backends.session import InferenceSession
from aoe.errors import AoeError, CompileError
from aoe.settings import usable_cores
from tests.runtime.examples import scale_model, spread_model

X = np.arange(1000, dtype=np.float32)


def target(triple: str) -> CpuTarget:
    return cpu_target(triple, "generic", "", 16, 32, 1 << 15, 1 << 19, 1 << 23, 2)


def right(session: InferenceSession) -> bool:
    return bool((session.run(None, {"x": X})[0] == 3 * X).all())


def in_child(work: Callable[[], bool]) -> bool:
    """Whether `work` gives True in a forked child, which may take ten seconds."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        finished, status = os.waitpid(child, os.WNOHANG)
        if finished:
            return status == 0
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False


def run_script(script: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter in the repository's root."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[4],
    )


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_every_share_of_every_region_is_run_once(threads: int) -> None:
    with InferenceSession(spread_model(60), threads) as session:
        for _ in range(300):
            (y,) = session.run(None, {"x": np.zeros(60, np.float32)})
            assert y.tolist() == list(range(threads)) * (60 // threads)


def test_a_region_ends_although_the_system_lets_no_worker_run() -> None:
    with InferenceSession(spread_model(60), 3) as session:
        workers = [int(task.name) for task in Path("/proc/self/task").iterdir()][-2:]
        for worker in workers:
            os.sched_setscheduler(worker, os.SCHED_IDLE, os.sched_param(0))
        (y,) = session.run(None, {"x": np.zeros(60, np.float32)})
    assert y.tolist() == [0, 1, 2] * 20


def test_sleeping_workers_wake_up_for_every_region() -> None:
    with InferenceSession(spread_model(4), 2) as session:
        for _ in range(30):
            time.sleep(0.002)
            (y,) = session.run(None, {"x": np.zeros(4, np.float32)})
            assert y.tolist() == [0, 1, 0, 1]


def test_importing_and_making_a_pool_start_no_thread() -> None:
    script = """
        import os
        import numpy  # which may start threads of its own
        before = len(os.listdir("/proc/self/task"))
        import aoe.backends.session
        from aoe.backends.cpu.runtime.thread_pool import ThreadPool
        pool = ThreadPool(4)
        print(len(os.listdir("/proc/self/task")) - before)
    """
    result = run_script(script)
    assert result.stdout.strip() == "0", result.stderr


def test_a_session_works_in_a_forked_child_and_still_in_its_parent() -> None:
    with InferenceSession(scale_model(), 3) as session:
        assert right(session)
        assert in_child(lambda: right(session))
        assert right(session)


def test_a_session_works_in_the_child_of_a_child() -> None:
    with InferenceSession(scale_model(), 2) as session:
        assert in_child(lambda: right(session) and in_child(lambda: right(session)))


def test_a_forked_child_may_close_its_session() -> None:
    with InferenceSession(scale_model(), 2) as session:

        def close() -> bool:
            session.close()
            return True

        assert in_child(close)
        assert right(session)


def test_a_fork_during_another_threads_inference_does_not_hang_the_child() -> None:
    pool, model = ThreadPool(2), scale_model()
    with InferenceSession(model, loaded=CpuModel(model, pool=pool)) as session:
        with pool.lock:
            assert in_child(lambda: right(session))
        assert right(session)


def test_a_child_that_inherits_a_session_exits_in_peace() -> None:
    script = """
        import multiprocessing, sys
        import numpy as np
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model

        x = np.arange(1000, dtype=np.float32)
        session = InferenceSession(scale_model(), 3)
        session.run(None, {"x": x})

        def work(n):
            return bool((session.run(None, {"x": x})[0] == 3 * x).all())

        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(all(pool.map(work, range(20))))
    """
    result = run_script(script)
    assert (result.returncode, result.stdout.strip()) == (0, "True"), result.stderr


def test_the_default_number_of_threads_is_that_of_the_affinity_mask() -> None:
    script = """
        import os
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model
        session = InferenceSession(scale_model())
        print(session.threads, len(os.listdir("/proc/self/task")))
    """
    result = run_script(script)
    assert result.stdout.split() == ["1", "1"], result.stderr


def test_workers_stay_on_the_allowed_cpus() -> None:
    script = """
        import os
        cpu = min(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cpu})
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model
        session = InferenceSession(scale_model(), 3)
        print([os.sched_getaffinity(int(task)) == {cpu} for task in os.listdir("/proc/self/task")])
    """
    result = run_script(script)
    assert result.stdout.strip() == "[True, True, True]", result.stderr


#: Two threads, of which the caller's is bound to the CPU `own`; what the worker's may run on.
_APART = """
    import os
    import time
    import numpy as np
    from aoe.backends.session import InferenceSession
    from tests.runtime.examples import spread_model
    allowed = os.sched_getaffinity(0)
    session = InferenceSession(spread_model(4), 2)
    session.run(None, {"x": np.zeros(4, np.float32)})
    caller = os.getpid()
    worker = max(int(task) for task in os.listdir("/proc/self/task"))
    own = min(allowed)
    os.sched_setaffinity(caller, {own})

    def run():
        assert session.run(None, {"x": np.zeros(4, np.float32)})[0].tolist() == [0, 1, 0, 1]

    def is_asleep():
        with open(f"/proc/self/task/{worker}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "S"

    # What the worker may run on is narrowed for a moment also while it moves.
    def sleeps_within_seconds_on(cpus):
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if is_asleep() and os.sched_getaffinity(worker) == cpus:
                return True
            time.sleep(0.001)
        return False
"""
needs_two_cpus = pytest.mark.skipif(usable_cores() < 2, reason="needs two CPUs")


def run_apart(script: str) -> str:
    """What the script prints."""
    result = run_script(textwrap.dedent(_APART) + textwrap.dedent(script))
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@needs_two_cpus
def test_a_worker_on_the_callers_cpu_makes_room() -> None:
    script = """
        for _ in range(20):
            os.sched_setaffinity(worker, {own})
            os.sched_setaffinity(worker, allowed)
            run()
        print(sleeps_within_seconds_on(allowed - {own}))
    """
    assert run_apart(script) == "True"


@needs_two_cpus
def test_a_worker_sleeps_where_the_caller_is_not_and_works_anywhere() -> None:
    script = """
        found = []
        for own in sorted(allowed)[:2]:
            os.sched_setaffinity(caller, {own})
            run()
            asleep = sleeps_within_seconds_on(allowed - {own})
            deadline = time.monotonic() + 5
            anywhere = False
            while not anywhere and time.monotonic() < deadline:
                run()
                anywhere = os.sched_getaffinity(worker) == allowed
            found.append((asleep, anywhere))
        print(found)
    """
    assert run_apart(script) == "[(True, True), (True, True)]"


@needs_two_cpus
def test_a_worker_stays_where_somebody_has_put_it_while_it_slept() -> None:
    script = """
        run()
        assert sleeps_within_seconds_on(allowed - {own})
        os.sched_setaffinity(worker, {own})
        for _ in range(20):
            run()
            time.sleep(0.001)
        print(os.sched_getaffinity(worker) == {own})
    """
    assert run_apart(script) == "True"


def test_threads_the_system_does_not_grant_are_a_clear_error() -> None:
    script = """
        import resource
        from aoe.errors import AoeError
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model
        model = scale_model()
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
        try:
            InferenceSession(model, 1000)
        except AoeError as error:
            print(error)
    """
    result = run_script(script)
    assert "cannot start 1000 threads" in result.stdout, result.stderr


def test_signals_go_to_the_programs_own_threads() -> None:
    with InferenceSession(scale_model(), 2):
        blocked = []
        for task in Path("/proc/self/task").iterdir():
            status = (task / "status").read_text()
            mask = next(line for line in status.splitlines() if line.startswith("SigBlk"))
            blocked.append(int(mask.split()[1], 16) & 2 != 0)  # SIGINT
    assert blocked.count(True) == 1
    assert blocked.count(False) >= 1


def test_a_pool_has_one_thread_per_allowed_cpu_by_default() -> None:
    assert ThreadPool().threads == usable_cores()


def test_a_pool_cannot_start_after_it_was_closed() -> None:
    code = NativeCode(tuple(scale_model().objects.values()))
    pool = ThreadPool(2)
    pool.close()
    with pytest.raises(AoeError, match="closed"):
        pool.start(code)


def test_records_do_not_share_cache_lines() -> None:
    assert pool_layout.RECORD_BYTES % CACHE_LINE == 0
    words = [
        pool_layout.TICKET,
        pool_layout.UNFINISHED,
        pool_layout.SLEEPING_WORKERS,
        pool_layout.THREADS,
        pool_layout.RECORDS,
    ]
    assert len({word // CACHE_LINE for word in words}) == len(words)


def test_the_pool_compiles_for_arm_with_its_own_system_call_and_atomics() -> None:
    text = assembly(
        thread_pool_ir(target("aarch64-unknown-linux-gnu")), target("aarch64-unknown-linux-gnu")
    )
    assert "#98" in text
    assert "isb" in text
    assert "ldaxr" in text or "ldaddal" in text


def test_the_pool_is_one_object_file_here() -> None:
    assert object_code(thread_pool_ir(host_target()), host_target()).startswith(b"\x7fELF")


def test_an_architecture_of_unknown_system_calls_is_refused() -> None:
    with pytest.raises(CompileError, match=r"sparc64.*x86_64, aarch64"):
        thread_pool_ir(target("sparc64-unknown-linux-gnu"))
