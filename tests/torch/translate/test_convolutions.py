"""Gradients of convolutions compute nothing that is thrown away, and those of no images are zeros."""

from __future__ import annotations

from collections.abc import Callable

import onnx
import onnx_ir
import pytest
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.translate.translation import translated
from tests.torch.training import check_gradients, whole


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "padding"), [(8, 3, 2, 1), (16, 7, 2, 3), (12, 3, 4, 0)]
)
def test_a_gradient_of_weights_has_the_places_of_the_kernel_alone(
    size: int, kernel: int, stride: int, padding: int
) -> None:
    x, w = torch.zeros(2, 4, size, size), torch.zeros(6, 4, kernel, kernel)
    dy = torch.nn.functional.conv2d(x, w, stride=stride, padding=padding)

    def gradient(dy: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        steps, pads, wanted = [stride] * 2, [padding] * 2, [False, True, False]
        found = torch.ops.aten.convolution_backward(
            dy, x, w, None, steps, pads, [1, 1], False, [0, 0], 1, wanted
        )
        return found[1]

    graph = make_fx(gradient, tracing_mode="fake")(dy, x, w)
    graph.graph.eliminate_dead_code()
    model = onnx_ir.to_proto(translated(graph, "gradient").model)
    (convolution,) = (node for node in model.graph.node if node.op_type == "Conv")
    inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph
    shapes = {item.name: item.type.tensor_type.shape.dim for item in inferred.value_info}
    assert [item.dim_value for item in shapes[convolution.output[0]]] == [4, 6, kernel, kernel]


@pytest.mark.parametrize("function", [F.conv2d, F.conv_transpose2d])
def test_a_batch_of_no_images_has_gradients_of_zeros(function: Callable[..., torch.Tensor]) -> None:
    images, weights = torch.randn(0, 4, 6, 5), torch.randn(4, 2, 3, 3)
    check_gradients(lambda x, w: function(x, w, groups=2, stride=2), (images, weights))
    assert whole()
