"""Which device a graph is for, and what of a graph stays with PyTorch because it is elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from aoe.backends.cuda.runtime.driver import NoGpuError
from aoe.backends.cuda.runtime.driver_device import Devices
from aoe.backends.cuda.target.devices import FoundDevice
from aoe.torch.compiler import backend
from aoe.torch.device.devices import CpuDevice, GpuDevice, device_of
from aoe.torch.partition import by_pytorch, split
from aoe.torch.report import reports
from aoe.torch.translate.translation import Translation, UntranslatedGraphError, translated
from tests.backends.cuda.devices import with_gpu
from tests.torch.gpu.fake_gpu import GPU, fakes, traced

X = torch.randn(4, 6)


def of_gpu(function: Callable[..., Any], *inputs: torch.Tensor) -> Translation:
    """The model of a function of tensors on a GPU, all but those without dimensions."""
    given = fakes(inputs, numbers_stay=True)
    return translated(traced(function, given), "graph", device=GPU)


def test_a_graph_with_a_tensor_on_a_gpu_is_for_that_gpu() -> None:
    assert device_of([X, None, 3]) == CpuDevice()
    assert device_of([X, *fakes([X])]) == GpuDevice(GPU)
    (other,) = fakes([X], torch.device("cuda:1"))
    found = device_of([torch.tensor(2.0), other])
    assert (found.name, found.torch_device) == ("cuda:1", torch.device("cuda:1"))
    assert (GpuDevice(GPU).name, CpuDevice().name) == ("cuda", "cpu")


def test_a_number_of_the_cpu_is_read_from_there() -> None:
    found = of_gpu(lambda x, s: x * s + 1, X, torch.tensor(2.0))
    assert [item.is_elsewhere for item in found.interface.inputs] == [False, True]


def test_a_constant_of_the_cpu_is_one_of_the_model() -> None:
    numbers = torch.tensor([1.0, 2, 3, 4, 5, 6])
    found = of_gpu(lambda x: x + numbers.to(x.device), X)
    assert len(found.interface.inputs) == 1


def test_what_is_computed_on_the_cpu_stays_with_pytorch() -> None:
    with pytest.raises(UntranslatedGraphError) as error:
        of_gpu(lambda x, s: x * (s + 1).exp(), X, torch.tensor(2.0))
    text = str(error.value)
    assert "exp: it is on cpu, and the graph on cuda:0" in text
    assert "add.Tensor: it is on cpu, and the graph on cuda:0" in text
    assert "mul" not in text


def test_numbers_that_the_cpu_draws_stay_with_pytorch() -> None:
    with pytest.raises(UntranslatedGraphError, match="it is on cpu, and the graph on cuda:0"):
        of_gpu(lambda x: x * torch.rand(()), X)


def test_a_copy_to_the_cpu_stays_with_pytorch() -> None:
    with pytest.raises(UntranslatedGraphError, match="_to_copy: it is on cpu, and the graph on"):
        of_gpu(lambda x: (x * 2).to("cpu"), X)


def test_a_constant_result_of_the_cpu_stays_with_pytorch() -> None:
    with pytest.raises(UntranslatedGraphError, match="it is on cpu, and the graph on cuda:0"):
        of_gpu(lambda x: (x * 2, torch.full((), 3.0)), X)


def test_parts_of_a_graph_of_two_devices_are_on_the_gpu() -> None:
    module = traced(
        lambda x, s: (x.relu() * (s + 1).exp()).sum(0),
        fakes([X, torch.tensor(2.0)], numbers_stay=True),
    )
    with pytest.raises(UntranslatedGraphError) as error:
        translated(module, "graph", device=GPU)
    parts: list[Translation] = []

    def part(module: torch.fx.GraphModule) -> Any:
        parts.append(translated(module, "part", device=GPU))
        return by_pytorch(module)

    assert split(module, error.value.reasons, part).covered == 3
    assert {item.is_elsewhere for found in parts for item in found.interface.inputs} <= {
        False,
        True,
    }


def test_numbers_that_a_function_names_are_constants() -> None:
    found = of_gpu(lambda x: x * (torch.tensor(2.0) + 1), X)
    assert len(found.interface.inputs) == 1


class _NoDevices(Devices):
    """A machine without a GPU."""

    def found(self, ordinal: int) -> FoundDevice:
        raise NoGpuError("there is none")


def test_a_tensor_of_the_cpu_is_read_by_pytorch() -> None:
    (x,) = fakes([X])
    with x.fake_mode:
        places = torch.empty(2, dtype=torch.int64)
    module = traced(lambda x, places: (x * 3)[places] * 2 + 1, [x, places])
    with pytest.raises(UntranslatedGraphError, match=r"index\.Tensor: it is on cpu") as error:
        translated(module, "graph", device=GPU)

    def part(module: torch.fx.GraphModule) -> Any:
        assert translated(module, "part", device=GPU).interface.nodes
        return by_pytorch(module)

    assert split(module, error.value.reasons, part).covered == 3


def test_without_a_gpu_pytorch_computes_the_graph() -> None:
    given = fakes([X])
    module = traced(lambda x: x * 2, given)
    with with_gpu(_NoDevices()), given[0].fake_mode:
        (found,) = backend(module, given)(*given)
    assert found.device == GPU
    (report,) = reports()
    assert report.translated == 0
    assert "no GPU can be used: there is none" in report.reasons[0]


def test_a_mask_of_dropout_is_drawn_as_eager_does_on_a_gpu() -> None:
    found = of_gpu(lambda x: torch.native_dropout(x, 0.25, True)[0], X.half())
    (draw,) = found.interface.draws
    assert (draw.kind, draw.chance, draw.dtype, draw.dropped) == (
        "dropout",
        0.25,
        "bool",
        "float16",
    )
