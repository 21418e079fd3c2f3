"""Records complete tables of times: every policy of operators' spaces, for `simulate`.

    python -m benchmarks.search.record resnet50.onnx bert.onnx --operators 40 --output t.jsonl

The operators are chosen by a rule: the distinct ones of all models, dealt out over operator types
in turn, of each type those with the largest results first. Takes minutes per operator; run it on a
machine that does nothing else. Interrupted and started again, it goes on with the next operator.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from math import prod
from pathlib import Path

from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_graph
from aoe.device import Device
from aoe.execute.compile_pool import CompilePool
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.candidate import Candidate, compile_candidates
from aoe.tuning.measure import measure
from aoe.tuning.operator_search import Bench, failed_trial
from aoe.tuning.runner import Runner
from aoe.tuning.search import Trial, search_space
from aoe.tuning.trial_log import TrialLog, read_trial_log
from benchmarks.report import Row, benchmark_parser, print_report

#: Policies compiled together.
BATCH = 16


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every policy of the chosen operators and prints how many there were."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", type=Path, help=".onnx files of static shapes")
    parser.add_argument("--operators", type=int, default=40)
    parser.add_argument("--policies", type=int, default=400, help="of an operator at most")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True, help="a trial log to append to")
    options = parser.parse_args(arguments)
    settings = read_settings()
    device = this_machine(options.threads, settings)
    operators = [
        node.operator
        for model in options.models
        for node in load_graph(model, None, {})[1].operator_nodes
    ]
    done = set(read_trial_log(options.output)) if options.output.exists() else set()
    log = TrialLog(options.output, device.soc_version)
    with closing(CompilePool(device, max(2, settings.compile_processes))) as pool:
        wanted = [item for item in chosen(operators, options.operators) if item.key not in done]
        rows = [record(item, device, pool, log, options.policies) for item in wanted]
    print_report("Recorded operators", rows, options.json, [f"written to {options.output}"])
    return 0


def chosen(operators: Sequence[Operator], count: int) -> list[Operator]:
    """At most `count` distinct operators: one of each type in turn, the largest results first."""
    by_type: dict[str, dict[str, Operator]] = {}
    for operator in operators:
        by_type.setdefault(operator.type, {})[operator.key] = operator
    ranked = [
        sorted(alike.values(), key=lambda item: (-prod(item.output.shape), item.key))
        for _, alike in sorted(by_type.items())
    ]
    dealt = [item for turn in zip_longest(*ranked) for item in turn if item is not None]
    return dealt[:count]


def record(operator: Operator, device: Device, pool: CompilePool, log: TrialLog, most: int) -> Row:
    """Measures the policies of an operator, at most so many, and notes them all at once."""
    space = search_space(operator, device)
    policies = list(dict.fromkeys([space.default, *(item for item, _ in space.estimates)]))[:most]
    with closing(Runner(device.threads)) as runner:
        trials = list(measured(operator, policies, pool, runner))
    log.record(operator, space.default, trials)
    timed = [trial.seconds for trial in trials if trial.seconds is not None]
    return {
        "operator": operator.key,
        "type": operator.type,
        "policies": len(trials),
        "failed": len(trials) - len(timed),
        "best µs": min(timed, default=float("nan")) * 1e6,
    }


def measured(
    operator: Operator, policies: Sequence[Policy], pool: CompilePool, bench: Bench
) -> Iterator[Trial]:
    """A trial of every policy, each measured alone."""
    for start in range(0, len(policies), BATCH):
        requests = [(operator, policy) for policy in policies[start : start + BATCH]]
        for item in compile_candidates(requests, pool):
            if not isinstance(item, Candidate):
                yield failed_trial(item)
                continue
            bench.open(operator)
            found = None if bench.load(0, item) else measure(bench, 0)
            if found is None:
                yield failed_trial(bench.failures[0])
            else:
                yield Trial(item.policy, found.median)


if __name__ == "__main__":
    sys.exit(main())
