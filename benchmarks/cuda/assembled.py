"""Lets NVIDIA's assembler `ptxas` make machine code of the kernels of the policies that the stage
`kernels` would try on a card, without one: what it refuses, registers that a thread uses, and bytes
that do not fit into them.

    python -m benchmarks.cuda.assembled [PATTERN] [--ptxas PATH] [--model sm_90] [--seconds N]

The pattern is a regular expression for the names of operators with their implementations, as in
`wgmma`. `ptxas` comes with CUDA's toolkit, and in the package `nvidia-cuda-nvcc`. Lines begin with
`refused`, `spills`, `serialized` (products of `wgmma` that wait for each other) or `fits`. The exit
status is 1 if a kernel was refused.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from aoe.backends.cuda.compile.compiler import CudaCompiler
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.runtime.kernel_object import parts
from aoe.backends.cuda.runtime.launch_plan import OBJECT
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.tuning.workload.single_operator import single_operator_graph
from benchmarks.cuda.kernels import entries, tried

#: What is said of a kernel that the assembler refuses.
REFUSED = "refused"


def told_of(text: bytes, ptxas: str, target: CudaTarget) -> str:
    """What the assembler says of a kernel, in a line."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ptx")
        source.write_bytes(text)
        command = [ptxas, f"-arch={target.limits.processor}", "-v", str(source)]
        command += ["-o", str(Path(folder, "kernel.cubin"))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"{REFUSED}: {done.stderr.strip()[:300]}"
    registers = re.search(r"Used (\d+) registers", done.stderr)
    spilled = max(map(int, re.findall(r"(\d+) bytes spill", done.stderr)), default=0)
    kind = "serialized" if "serialized" in done.stderr else "spills" if spilled else "fits"
    return f"{kind}: {registers[1] if registers else '?'} registers, {spilled} bytes spilled"


def assembled(pattern: str, ptxas: str, target: CudaTarget) -> Iterator[str]:
    """A line for each kernel of each policy: what is said of it, operator, and policy."""
    compiler = CudaCompiler(target, 1)
    known: dict[bytes, str] = {}
    for name, operator, own in entries(target):
        if not re.search(pattern, f"{name} {own}"):
            continue
        for policy in tried(list(implementations()[own].space(operator, target, 2))):
            graph = single_operator_graph(operator)
            (program,) = compiler.build([(graph, {operator.key: policy})])
            if isinstance(program, Exception):
                yield f"{REFUSED}: {program}; {name}, {policy.to_json()}"
                continue
            for symbol, data in program.objects.items():
                text = parts(data)[0].replace(symbol.encode(), b"kernel")
                if symbol != OBJECT and text not in known:
                    known[text] = told_of(text, ptxas, target)
                    yield f"{known[text]}; {name}, {policy.to_json()}"
    compiler.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda.assembled")
    parser.add_argument("pattern", nargs="?", default="", metavar="PATTERN")
    parser.add_argument("--ptxas", default="ptxas", metavar="PATH")
    parser.add_argument("--model", default="sm_90")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args(arguments)
    end = time.monotonic() + options.seconds
    counts: Counter[str] = Counter()
    for line in assembled(options.pattern, options.ptxas, cuda_target(options.model)):
        print(line, flush=True)
        counts[line.partition(":")[0]] += 1
        if time.monotonic() > end:
            break
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return 1 if counts[REFUSED] else 0


if __name__ == "__main__":
    raise SystemExit(main())
