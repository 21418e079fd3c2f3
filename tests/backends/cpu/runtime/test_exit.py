"""The end of an interpreter while there are sessions, threads of the program and exit callbacks."""

from __future__ import annotations

from tests.backends.cpu.runtime.test_thread_pool import run_script


def test_an_interpreter_with_open_sessions_exits_in_peace() -> None:
    script = """
        import threading
        import numpy as np
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model

        sessions = [InferenceSession(scale_model(), 2) for _ in range(5)]
        x = np.zeros(1000, np.float32)

        def forever():
            while True:
                sessions[0].run(None, {"x": x})

        threading.Thread(target=forever, daemon=True).start()
        sessions[1].run(None, {"x": x})
        print("done")
    """
    for _ in range(3):
        result = run_script(script)
        assert (result.returncode, result.stdout.strip()) == (0, "done"), result.stderr


def test_workers_stay_at_exit_until_the_inference_of_a_daemon_thread_has_ended() -> None:
    script = """
        import os, threading, time
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy's threads would count
        import numpy as np
        from aoe.backends.cpu.runtime.loaded_model import CpuModel
        from aoe.backends.cpu.runtime.thread_pool import ThreadPool
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import scale_model

        pool, model = ThreadPool(3), scale_model()
        session = InferenceSession(model, loaded=CpuModel(model, pool=pool))
        session.run(None, {"x": np.zeros(1000, np.float32)})
        begun = threading.Event()

        def infer():
            with pool.lock:
                begun.set()
                time.sleep(0.5)  # in which the main thread ends
                print(len(os.listdir("/proc/self/task")) - 2, flush=True)

        threading.Thread(target=infer, daemon=True).start()
        begun.wait()
    """
    result = run_script(script)
    assert (result.returncode, result.stdout.strip()) == (0, "2"), result.stderr


def test_an_exit_callback_behind_the_end_of_the_workers_may_still_compute() -> None:
    script = """
        import atexit
        found = []
        atexit.register(lambda: print(found[0]()))  # which runs last
        import numpy as np
        from aoe.backends.session import InferenceSession
        from tests.runtime.examples import spread_model

        session = InferenceSession(spread_model(60), 3)
        x = np.zeros(60, np.float32)
        found.append(lambda: session.run(None, {"x": x})[0].astype(int).tolist())
        found[0]()
    """
    result = run_script(script)
    assert (result.returncode, result.stdout.strip()) == (0, str([0, 1, 2] * 20)), result.stderr
