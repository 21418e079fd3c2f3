"""Fits the costs of contractions in tiles to measured times of their policies.

`python -m benchmarks.cuda.fit_costs RESULTS` reads `kernels.json`, which the stage `kernels` of
`benchmarks.cuda` wrote, and prints the costs for the section `tiles` of
`aoe/backends/cuda/cost/profiles/default.json`, or of a file beside it for another architecture
(`aoe.backends.cuda.cost.profile`), with what the default policies lose before and after.
The goal is the choice: the loss counts how much longer the policy that is expected to be the
fastest takes than the fastest one, and errors of the estimates a little.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from pathlib import Path

from aoe.backends.cuda.cost.kernel_costs import TensorCosts
from aoe.backends.cuda.cost.profile import FOLDER, profile_of
from aoe.backends.cuda.implementations.tensor_policies import estimate
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.operators.operator import Operator
from aoe.policy import Policy
from benchmarks.cuda.kernels import convolution, product

#: What each cost is multiplied with in turn.
_FACTORS = (0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.5, 2.0)
#: How much the mean square of an estimate's logarithmic error counts beside the loss of a choice.
_WEIGHT = 0.2
#: Costs that are shares of a measured rate.
_SHARES = ("efficiency", "l2")
_PREFIX = "mma_"


@dataclass(frozen=True, slots=True)
class Measured:
    """An operator and an implementation.

    Attributes:
        name: Its name among the results.
        operator: The operator.
        policies: Policies with the seconds that they took.
    """

    name: str
    operator: Operator
    policies: tuple[tuple[Policy, float], ...]


def operator_named(name: str) -> Operator:
    """The operator of an entry of the stage `kernels`, such as `product 1x1000x2048 float16`."""
    kind, sizes, dtype = name.split()[:3]
    numbers = tuple(int(number) for number in sizes.split("x"))
    low = dtype == "tf32"
    own = "float32" if low else dtype
    if kind == "product":
        rows, columns, terms = numbers
        made = product(rows, columns, terms, own)
    else:
        made = convolution(numbers, own)
    return replace(made, precision="low") if low else made


def measured(path: Path) -> Iterator[Measured]:
    """What a file has of implementations in tiles."""
    for name, item in json.loads(path.read_text())["items"].items():
        kind, implementation = name.split()[0], name.split()[-1]
        timed = [row for row in item.get("policies", ()) if "microseconds" in row]
        if kind in ("product", "convolution") and implementation.startswith(_PREFIX) and timed:
            yield Measured(
                name,
                operator_named(name),
                tuple((_policy(row["policy"]), row["microseconds"] * 1e-6) for row in timed),
            )


def _policy(data: dict[str, object]) -> Policy:
    """A policy without the place where it releases the next kernel."""
    schedule = data["schedule"]
    assert isinstance(schedule, dict)
    decisions = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in schedule.items()
        if name != "release"
    }
    return Policy.of(str(data["impl"]), schedule=decisions)


def chosen(item: Measured, costs: TensorCosts, target: CudaTarget) -> float:
    """How many times as long the expected policy takes as the fastest."""
    expected = min(item.policies, key=lambda pair: estimate(item.operator, pair[0], target, costs))
    return expected[1] / min(seconds for _, seconds in item.policies)


def loss(items: Sequence[Measured], costs: TensorCosts, target: CudaTarget) -> float:
    """What the choices lose, and errors of estimates."""
    choices = statistics.fmean(log(chosen(item, costs, target)) for item in items)
    errors = [
        log(estimate(item.operator, policy, target, costs) / seconds) ** 2
        for item in items
        for policy, seconds in item.policies
    ]
    return choices + _WEIGHT * statistics.fmean(errors)


def fitted(items: Sequence[Measured], costs: TensorCosts, target: CudaTarget) -> TensorCosts:
    """Costs that no change of one of them improves."""
    best = loss(items, costs, target)
    while True:
        before = best
        for name in asdict(costs):
            for factor in _FACTORS:
                value = float(f"{getattr(costs, name) * factor:.3g}")
                if name in _SHARES and value > 1:
                    continue
                changed = replace(costs, **{name: value})
                found = loss(items, changed, target)
                if found < best - 1e-6:
                    best, costs = found, changed
        if best > before - 1e-4:
            return costs


def main() -> None:
    """Prints the fitted costs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("results", type=Path, help="the folder with kernels.json")
    parser.add_argument("--model", default="sm_90", help="the architecture that was measured")
    arguments = parser.parse_args()
    target = cuda_target(arguments.model)
    items = list(measured(arguments.results / "kernels.json"))
    present = profile_of(target).tiles
    found = fitted(items, present, target)
    for item in items:
        best = min(seconds for _, seconds in item.policies) * 1e6
        pair = " ".join(f"{chosen(item, costs, target):6.2f}" for costs in (present, found))
        print(f"{item.name:60} {best:8.2f} us, default {pair}")
    for title, costs in (("before", present), ("after", found)):
        mean = statistics.geometric_mean(chosen(item, costs, target) for item in items)
        print(f"{title}: default {mean:.3f} times the best, loss {loss(items, costs, target):.4f}")
    print(f"the section tiles of {FOLDER / target.model}.json, or of default.json there:")
    for name, value in asdict(found).items():
        print(f'"{name}": {value:g}')


if __name__ == "__main__":
    main()
