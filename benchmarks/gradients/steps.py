"""Trains networks on two ranks of this machine with an emulated link: what gradient tuning
predicts, what it decides, and what steps then take.

`python -m benchmarks.gradients steps` starts this module in an emulated link, for each link and
network. It prints one JSON object. Each rank has one thread.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.gradients.emulated_link import NOT_PERMITTED
from benchmarks.gradients.predictions import sample_of
from benchmarks.report import Row

#: The rate of a link each way, by name, and that of the loopback between two ranks.
LINKS = {"1 Gbit/s": "2gbit", "10 Gbit/s": "20gbit"}
#: The ratio of communication to the backward pass that the samples of `cnn` are chosen for.
_RATIO = 0.8
#: Rounds in which each layout is timed, and pairs of the last comparison.
_ROUNDS, _PAIRS = 5, 12


@dataclass(frozen=True, slots=True)
class Setting:
    """How networks are trained.

    Attributes:
        optimizer: Which optimizer: one of `benchmarks.gradients.networks.OPTIMIZERS`.
        updates: Whether it may update parameters behind segments.
        pairs: Pairs of the last comparison.
        samples: Whether steps with about ten layouts are sampled, for predictions.
    """

    optimizer: str = "sgd"
    updates: bool = False
    pairs: int = _PAIRS
    samples: bool = True


def run(networks: Sequence[str], links: Sequence[str], setting: Setting) -> dict[str, Any]:
    """What each network does on each link. Prints a line to standard error for each."""
    found: dict[str, Any] = {}
    for link in links:
        for network in networks:
            command = [sys.executable, "-m", "benchmarks.gradients.emulated_link", LINKS[link]]
            command += [sys.executable, "-m", "benchmarks.gradients.steps", network]
            command += [setting.optimizer, str(setting.pairs)]
            command += ["--updates"] * setting.updates + ["--samples"] * setting.samples
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
            if done.returncode == NOT_PERMITTED:
                raise SystemExit(NOT_PERMITTED)
            if done.returncode:
                raise SystemExit(f"{network} on {link}: exit status {done.returncode}")
            found[f"{network}, {link}"] = json.loads(done.stdout.splitlines()[-1])
            print(f"done: {network} on {link}", file=sys.stderr)
    return found


def step_rows(found: Mapping[str, Any]) -> list[Row]:
    """A row for each network and link: a step with the default and with what tuning left."""
    rows: list[Row] = []
    for name, data in found.items():
        ratios = _ratios(data["before"], data["after"])
        at_the_end = data.get("at the end")
        rows.append(
            {
                "network, link": name,
                "samples": data["samples"],
                "all-reduce / backward": data["share"],
                "default ms": 1e3 * median(data["before"]),
                "tuned ms": 1e3 * median(data["after"]),
                "segments": data["segments"],
                "speed": median(ratios),
                "from": ratios[len(ratios) // 4],
                "to": ratios[-1 - len(ratios) // 4],
                "updates behind": data["updates"],
                "at the end": median(_ratios(data["before"], at_the_end)) if at_the_end else None,
                "tuning steps": data["tuning steps"],
            }
        )
    return rows


def _ratios(before: Sequence[float], after: Sequence[float]) -> list[float]:
    """How many times as long steps took before, ascending."""
    return sorted(one / other for one, other in zip(before, after, strict=True))


def _train(rank: int, network: str, setting: Setting, meeting: str, pipe: Any) -> None:
    import torch
    import torch.distributed as dist

    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{meeting}/ranks", rank=rank, world_size=2)
    pipe.send(_Training(rank, network, setting, meeting).result())
    pipe.close()
    dist.destroy_process_group()


class _Training:
    """One rank of a training."""

    def __init__(self, rank: int, network: str, setting: Setting, folder: str) -> None:
        import torch
        from torch.nn.parallel import DistributedDataParallel

        from aoe.torch.gradients.ranks import Ranks
        from benchmarks.gradients.networks import NETWORKS, OPTIMIZERS

        torch.manual_seed(0)
        self._network = NETWORKS[network]()
        self._ddp: Any = DistributedDataParallel(self._network.model)
        self._optimizer = OPTIMIZERS[setting.optimizer](self._network.model.parameters())
        self._ranks = Ranks(self._ddp.process_group, torch.device("cpu"))
        self._setting, self._folder = setting, folder
        self._updates: Any = None
        torch.manual_seed(rank)
        self._samples = self._network.samples or self._chosen_samples()
        self._inputs, self._labels = self._network.batch(self._samples)

    def _chosen_samples(self) -> int:
        """The samples with which communication takes a given part of the backward pass."""
        import torch

        from aoe.torch.gradients.measurement import measured_link
        from aoe.torch.gradients.reducer import bytes_of, parameters_of

        whole = sum(map(bytes_of, parameters_of(self._ddp)))
        link = measured_link(self._ranks, self._ddp.process_group, torch.device("cpu"), whole, 2)
        line = link.line()
        wanted = (line.startup + line.per_byte * whole) / _RATIO
        self._inputs, self._labels = self._network.batch(4)
        for _ in range(3):
            outputs = self._network.model(self._inputs)
            loss = self._network.loss(outputs.unsqueeze(-2), self._labels)
            start = time.perf_counter()
            loss.backward()
            seconds = time.perf_counter() - start
        samples = round(4 * wanted / self._ranks.largest([seconds])[0])
        self._network.model.zero_grad()
        return max(1, samples)

    def _step(self) -> float:
        """Seconds of a step, the slowest rank's."""
        start = time.perf_counter()
        self._optimizer.zero_grad()
        outputs = self._ddp(self._inputs)
        if outputs.dim() == 2:
            outputs = outputs.unsqueeze(-2)
        self._network.loss(outputs, self._labels).backward()
        self._optimizer.step()
        return self._ranks.largest([time.perf_counter() - start])[0]

    def result(self) -> dict[str, Any]:
        """What was found."""
        from aoe.torch import tune_gradients
        from aoe.torch.gradients.session import session_of

        os.environ["ASCEND_WORK_PATH"] = self._folder
        tune_gradients(
            self._ddp,
            self._step,
            mode="4",
            repository=self._folder,
            optimizer=self._optimizer if self._setting.updates else None,
        )
        session = session_of(self._ddp)
        findings: Any = session and session.findings
        self._updates = session and session.updates
        sample = self._sample(findings) if self._setting.samples else None
        return {
            "samples": self._samples,
            "share": _share(findings),
            "segments": len(findings.best.plan if findings.best else findings.default),
            "tuned": findings.best is not None,
            "updates": bool(findings.best and findings.best.updates),
            "tuning steps": findings.steps,
            "sample": sample,
            **self._compared(findings),
        }

    def _sample(self, findings: Any) -> dict[str, Any]:
        """Steps with about ten layouts, in turns. One that several rules make is there once."""
        from aoe.gradient_tuning.exact import exact
        from aoe.gradient_tuning.rules import MIB, by_caps, ddp_default, known_plans
        from aoe.torch.gradients.measurement import ReadyClock, end_of_step, note_every_step
        from aoe.torch.gradients.reducer import layout_of
        from aoe.torch.gradients.updates import install_layout

        backward, order = findings.backward, findings.profile.order
        plans = {
            **known_plans(backward),
            **{f"{cap} MiB": by_caps(backward.sizes, [cap * MIB]) for cap in (1, 2, 3, 5, 10)},
            "exact, 8 segments": exact(backward, 8),
            "tuned": _tuned_plan(findings),
        }
        compared = [item.plan for item in findings.plans.values() if item.sends is None]
        names = {plan: name for name, plan in reversed(plans.items()) if len(plan) < 80}
        plans, order, compared = self._ranks.from_first(
            (
                {name: plan for plan, name in reversed(names.items())},
                order,
                [*compared, ddp_default(backward.sizes)],
            )
        )
        clock = ReadyClock(self._ddp)
        steps = []
        for _ in range(_ROUNDS):
            for name, plan in plans.items():
                install_layout(self._ddp, layout_of(self._ddp, order, plan), self._updates)
                note_every_step(self._ddp)
                self._step()
                self._step()
                end, *ready = self._ranks.largest([end_of_step(self._ddp) or 0.0, *clock.read()])
                steps.append({"layout": name, "end": end, "ready": ready})
        return sample_of(backward, findings.timed, order, plans, compared, steps)

    def _compared(self, findings: Any) -> dict[str, list[float]]:
        """Steps with DDP's own Reducer, with what tuning left, and with the same plan where
        parameters are updated at the end, in turns.
        """
        from aoe.torch.gradients.reducer import layout_of

        best, order = findings.best, findings.profile.order
        layouts: dict[str, Any] = {"before": None, "after": None}
        if best is not None:
            layouts["after"] = layout_of(self._ddp, order, best.plan, best.sends, best.updates)
            if best.updates:
                layouts["at the end"] = layout_of(self._ddp, order, best.plan, best.sends)
        found: dict[str, list[float]] = {name: [] for name in layouts}
        for number in range(self._setting.pairs):
            for name in (*layouts,) if number % 2 else reversed(layouts):
                found[name].append(self._timed(layouts[name]))
        return found

    def _timed(self, layout: Any) -> float:
        """Seconds of a step with a layout; None: with DDP's own Reducer."""
        from aoe.torch.gradients.updates import install_layout, restore_default

        if layout is None:
            restore_default(self._ddp, self._updates)
            self._step()  # with one bucket; the others are made after it
        else:
            install_layout(self._ddp, layout, self._updates)
        self._step()
        return median(self._step() for _ in range(2))


def _tuned_plan(findings: Any) -> Any:
    """The plan that won, the one that was to be used, or the default."""
    found = findings.best or findings.plans.get("tuned")
    return findings.default if found is None else found.plan


def _share(findings: Any) -> float:
    from aoe.gradient_tuning.candidates import all_reduce_share

    return all_reduce_share(findings.backward)


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains one network on two ranks and prints what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network")
    parser.add_argument("optimizer")
    parser.add_argument("pairs", type=int)
    parser.add_argument("--updates", action="store_true")
    parser.add_argument("--samples", action="store_true")
    given = parser.parse_args(arguments)
    setting = Setting(given.optimizer, given.updates, given.pairs, given.samples)
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = zip(*(context.Pipe() for _ in range(2)), strict=True)
        processes = [
            context.Process(target=_train, args=(rank, given.network, setting, folder, pipe))
            for rank, pipe in enumerate(theirs)
        ]
        for process in processes:
            process.start()
        for pipe in theirs:
            pipe.close()
        try:
            found = [pipe.recv() for pipe in ours]
        finally:
            for process in processes:
                process.join(10)
                process.kill()
                process.join()
    print(json.dumps(found[0]))


if __name__ == "__main__":
    main()
