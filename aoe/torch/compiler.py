"""What `torch.compile(model, backend="aoe")` calls: AOTAutograd makes a forward and a backward
graph of ATen operators, and `graphs.py` compiles each.

torch finds `backend` by the entry point `torch_dynamo_backends`. `decompositions.py` says which
operators the graphs have, `private_torch.py` what is needed of PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import torch

from aoe.settings import read_settings
from aoe.torch.decompositions.table import decompositions
from aoe.torch.device.devices import TensorDevice, device_of, tensors_of
from aoe.torch.graphs import Graphs
from aoe.torch.kept_graphs import (
    keeping,
    keeping_compiler,
)
from aoe.torch.options import torch_options
from aoe.torch.private_torch import aot_autograd
from aoe.torch.recording import garbage_kept, prepare_recording
from aoe.torch.recurrences import take_recurrences
from aoe.torch.replaced.stand_ins import without_debugging
from aoe.torch.report import journal, tell_at_exit

# torch imports this module when a script names the backend. Where it then calls nothing, as for
# models with hooks, the script should know.
tell_at_exit()


@garbage_kept()
def backend(
    module: torch.fx.GraphModule,
    example_inputs: Sequence[Any],
    *,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """Compiles a graph of Dynamo, for inference or for training.

    Args:
        module: The graph.
        example_inputs: Its inputs, or tensors that stand for them.
        mode: The `mode` of `torch.compile`, which has no effect.
        options: The `options` of `torch.compile`; see `aoe.torch.options`.

    Returns:
        A function of the graph's inputs.

    Raises:
        UsageError: An option cannot be used.
        AoeError: open-aoe cannot compute the graph, and PyTorch is not to.
    """
    device = device_of(tensors_of(module, example_inputs))
    return compiled_on(device, module, example_inputs, options)


def compiled_on(
    device: TensorDevice,
    module: torch.fx.GraphModule,
    example_inputs: Sequence[Any],
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """As `backend`, for a device that all tensors of the graph are on."""
    journal().asked = True
    settings = read_settings()
    graphs = Graphs(torch_options(options, settings), settings, module, device)
    take_recurrences(module)
    kinds = {
        "fw_compiler": graphs.compiler("forward"),
        "bw_compiler": graphs.compiler("backward"),
        "inference_compiler": graphs.compiler("inference"),
    }
    keep = graphs.keeps(module, example_inputs)
    if keep:
        kinds = {name: keeping_compiler(compiler) for name, compiler in kinds.items()}
    compiler = aot_autograd(
        **kinds,
        decompositions=dict(decompositions()),
        partition_fn=graphs.partition,
        keep_inference_input_mutations=True,
    )
    with without_debugging(), keeping(graphs.load) if keep else nullcontext():
        made: Callable[..., Any] = compiler(module, example_inputs)
    return made


prepare_recording(backend)
