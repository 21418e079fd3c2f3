"""The pool compiles in parallel, each job once, and survives failing jobs."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from aoe.backends.compile_cache import CacheMode, CompileCache
from aoe.backends.cpu.compile import compile_pool, compile_workers
from aoe.backends.cpu.compile.cache_key import cache_key
from aoe.backends.cpu.compile.compile_pool import PLAN, CompilePool
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.errors import CompileError
from aoe.isolation.worker_process import Handler

TARGET = host_target(threads=2)


def returning(number: int) -> tuple[str, str]:
    return f"f{number}", f"define i32 @f{number}() {{\n  ret i32 {number}\n}}\n"


BROKEN = ("broken", "define i32 @broken() {")


@pytest.fixture(scope="module")
def pool() -> Iterator[CompilePool]:
    with closing(CompilePool(TARGET, 2)) as made:
        yield made


def test_workers_make_the_code_this_process_makes(pool: CompilePool) -> None:
    jobs = [returning(number) for number in range(5)]
    with closing(CompilePool(TARGET, 1)) as alone:
        assert pool.compile(jobs) == alone.compile(jobs)


def test_what_was_begun_before_is_the_same_code(pool: CompilePool) -> None:
    jobs = [returning(number) for number in range(40, 45)]
    for job in jobs:
        pool.begin(job)
    with closing(CompilePool(TARGET, 1)) as alone:
        assert pool.compile(jobs) == alone.compile(jobs)


def test_a_refused_job_does_not_affect_the_others(pool: CompilePool) -> None:
    compiled = pool.compile([BROKEN, returning(7)])
    assert isinstance(compiled[BROKEN], CompileError)
    assert isinstance(compiled[returning(7)], bytes)


def test_equal_jobs_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def compile_one(ir: str, target: object) -> bytes:
        made.append(ir)
        return b"code"

    monkeypatch.setattr(compile_pool, "object_code", compile_one)
    with closing(CompilePool(TARGET, 1)) as alone:
        alone.compile([returning(1), returning(2), returning(1)])
        alone.compile([returning(2)])
    assert made == [returning(1)[1], returning(2)[1]]


def test_only_the_calls_of_a_plan_are_not_optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("object_code", "plain_object_code"):
        monkeypatch.setattr(compile_pool, name, lambda ir, target, name=name: name.encode())
    with closing(CompilePool(TARGET, 1)) as alone:
        compiled = alone.compile([(PLAN, "calls"), ("thread_pool", "threads")])
    assert compiled == {
        (PLAN, "calls"): b"plain_object_code",
        ("thread_pool", "threads"): b"object_code",
    }


@pytest.mark.parametrize(("mode", "keys"), [("enable", 2), ("force", 2), ("disable", 0)])
def test_the_key_of_a_job_is_computed_once_and_only_for_a_cache(
    mode: CacheMode, keys: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(name: str, content: object, target: CpuTarget) -> str:
        asked.append(name)
        return cache_key(name, content, target)

    monkeypatch.setattr(compile_pool, "cache_key", counted)
    with closing(CompilePool(TARGET, 1, CompileCache(tmp_path, mode))) as alone:
        alone.compile([returning(1), returning(2)])
    assert len(asked) == keys
    assert len([path for path in tmp_path.iterdir() if len(path.name) == 64]) == keys


def test_a_worker_that_was_killed_is_replaced(pool: CompilePool) -> None:
    for process in pool.processes:
        os.kill(process, signal.SIGKILL)
    compiled = pool.compile([returning(number) for number in range(20, 26)])
    assert sum(isinstance(result, bytes) for result in compiled.values()) >= 4
    again = pool.compile([returning(number) for number in range(30, 33)])
    assert all(isinstance(result, bytes) for result in again.values())


def test_workers_give_way_to_this_process(pool: CompilePool) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    nice = [os.getpriority(os.PRIO_PROCESS, process) for process in pool.processes]
    assert nice == [min(own + 3, 19)] * len(pool.processes)


def test_the_calls_of_a_plan_do_not_wait_for_other_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    order: list[str] = []

    def compiled(self: object, number: int, job: tuple[str, str], target: object) -> bytes:
        order.append(job[0])
        release.wait(10)
        return job[0].encode()

    monkeypatch.setattr(compile_workers.CompileWorkers, "_compiled", compiled)
    monkeypatch.setattr(compile_workers, "WorkerProcess", lambda *_: Idle())
    with closing(CompilePool(TARGET, 2)) as made:
        for number in range(4):
            made.begin(returning(number))
        while len(order) < 2:
            time.sleep(0.01)
        made.begin((PLAN, "calls"))
        release.set()
        made.compile([(PLAN, "calls")], joins=False)
        assert order.index(PLAN) == 2
        made.compile([returning(3)])
    assert sorted(order) == ["f0", "f1", "f2", "f3", PLAN]


class Idle:
    """Stands for a worker process."""

    pid = 1 << 30  # no process has it

    def kill(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


def hanging_or_crashing_handler() -> Handler:
    """Runs in a worker process: hangs on one job and exits on another."""

    def answer(request: tuple[tuple[str, str], object]) -> bytes:
        (name, _), _ = request
        if name == "hangs":
            time.sleep(600)
        if name == "dies":
            os.kill(os.getpid(), signal.SIGSEGV)
        if name == "swallows memory":
            raise MemoryError
        return name.encode()

    return answer


@pytest.fixture
def failing_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[CompilePool]:
    """A pool whose workers fail on some jobs."""
    monkeypatch.setattr(CompilePool, "handler", f"{__name__}:hanging_or_crashing_handler")
    with closing(CompilePool(TARGET, 2)) as made:
        made.compile([("begun", ""), ("begun too", "")])  # starting takes longer than compiling
        monkeypatch.setattr(compile_workers, "COMPILE_TIMEOUT", 4.0)
        yield made


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hangs", r"no result on .* within 4 s"),
        ("dies", "killed by SIGSEGV"),
        ("swallows memory", "MemoryError"),
    ],
)
def test_a_failing_worker_fails_its_job_only(
    failing_pool: CompilePool, name: str, words: str
) -> None:
    before = set(failing_pool.processes)
    sound = [(f"sound{number}", "") for number in range(4)]
    compiled = failing_pool.compile([(name, ""), *sound])
    assert [compiled[job] for job in sound] == [name.encode() for name, _ in sound]
    error = compiled[name, ""]
    assert isinstance(error, CompileError)
    assert re.search(words, str(error))
    assert len(before - set(failing_pool.processes)) == (0 if name == "swallows memory" else 1)
    assert failing_pool.compile([("more", "")]) == {("more", ""): b"more"}


def counting_handler() -> Handler:
    """Runs in a worker process: no two answers are equal."""
    answers = count()

    def answer(request: tuple[tuple[str, str], object]) -> bytes:
        return f"{request[0][0]} {os.getpid()} {next(answers)}".encode()

    return answer


def compiling_threads() -> list[threading.Thread]:
    return [item for item in threading.enumerate() if item.name == "compile"]


def test_what_was_begun_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompilePool, "handler", f"{__name__}:counting_handler")
    jobs = [(f"job{number}", "") for number in range(6)]
    with closing(CompilePool(TARGET, 2)) as made:
        for job in [*jobs[:4], *jobs[:2]]:
            made.begin(job)
        first = made.compile(jobs)
        assert not compiling_threads()
        made.begin(jobs[0])
        assert made.compile(jobs) == first
        answers = [text.decode().split() for text in first.values() if isinstance(text, bytes)]
    assert [name for name, _, _ in answers] == [name for name, _ in jobs]
    made_by = Counter(process for _, process, _ in answers)
    assert all(int(number) < made_by[process] for _, process, number in answers)


@pytest.mark.parametrize("name", ["dies", "swallows memory"])
def test_the_error_of_what_was_begun_is_its_result(failing_pool: CompilePool, name: str) -> None:
    failing_pool.begin((name, ""))
    failing_pool.begin(("sound", ""))
    compiled = failing_pool.compile([("sound", ""), (name, "")])
    assert compiled["sound", ""] == b"sound"
    assert isinstance(compiled[name, ""], CompileError)
    assert name in str(compiled[name, ""])


def test_what_fails_to_be_planned_leaves_nothing_to_compile(failing_pool: CompilePool) -> None:
    def fails() -> None:
        for number in range(40):
            failing_pool.begin((f"begun{number}", ""))
        raise ValueError("no plan")

    failed = failing_pool.attempt(fails)
    assert isinstance(failed, ValueError)
    jobs = [(f"begun{number}", "") for number in range(40)]
    compiled = failing_pool.compile(jobs)
    assert list(compiled.values()) == [name.encode() for name, _ in jobs]


def slow_handler() -> Handler:
    """Runs in a worker process: takes a while for each job."""

    def answer(request: tuple[tuple[str, str], object]) -> bytes:
        time.sleep(0.01)
        return request[0][0].encode()

    return answer


def test_an_interrupted_begin_gives_no_worker_to_two_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            monkeypatch.setattr(compile_workers, "Thread", threading.Thread)
            raise KeyboardInterrupt

    monkeypatch.setattr(CompilePool, "handler", f"{__name__}:slow_handler")
    jobs = [(f"job{number}", "") for number in range(40)]
    with closing(CompilePool(TARGET, 2)) as made:
        monkeypatch.setattr(compile_workers, "Thread", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            made.begin(jobs[0])
        compiled = made.compile(jobs)
    assert list(compiled.values()) == [name.encode() for name, _ in jobs]


def test_an_interruption_ends_what_waits_and_closing_what_runs(failing_pool: CompilePool) -> None:
    hanging = [("hangs", str(number)) for number in range(2)]
    processes = failing_pool.processes
    begin = time.monotonic()
    here = threading.get_ident()
    ctrl_c = threading.Timer(0.3, signal.pthread_kill, [here, signal.SIGINT])
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        failing_pool.compile([*hanging, ("waits", "")])
    ctrl_c.join()
    failing_pool.close()
    assert time.monotonic() - begin < compile_workers.COMPILE_TIMEOUT
    assert not compiling_threads()
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
