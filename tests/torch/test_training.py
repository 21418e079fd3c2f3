"""Whole networks train as in eager mode, with every operator in open-aoe."""

from __future__ import annotations

import torch

from aoe.torch.report import reports
from tests.torch.nets import Encoder, classes, cnn, images, mlp, resnet, words
from tests.torch.training import check_gradients, check_training, close, compiled, whole


def test_an_mlp_trains_ten_steps_with_the_losses_of_eager() -> None:
    check_training(mlp(), (torch.randn(16, 20),), classes(16), steps=10, tolerance=1e-5)
    assert whole()


def test_a_cnn_with_batch_norm_and_pooling_trains() -> None:
    check_training(cnn(), images(), classes(4))
    assert whole()


def test_a_residual_network_trains() -> None:
    check_training(resnet(), images(), classes(4))
    assert whole()


def test_an_encoder_trains() -> None:
    check_training(Encoder(), words(), classes(3))
    assert whole()


def test_an_encoder_with_dropout_sees_the_masks_of_eager() -> None:
    check_training(Encoder(0.2), words(), classes(3))
    assert whole()


def test_gradients_of_one_step_are_those_of_eager() -> None:
    check_gradients(resnet(), images(), tolerance=2e-5)
    assert whole()


def test_gradients_in_float64_are_those_of_eager_to_the_last_digits() -> None:
    inputs = tuple(item.double() for item in images())
    check_gradients(resnet().double(), inputs, tolerance=1e-12)
    assert whole()


def test_a_network_in_eval_mode_has_gradients() -> None:
    check_gradients(cnn().eval(), images(), tolerance=2e-5)
    assert whole()


def test_a_network_without_gradients_is_one_graph() -> None:
    module, inputs = cnn().eval(), images()
    with torch.no_grad():
        found = compiled(module)(*inputs)
        close(found, module(*inputs))
    assert [item.name.rpartition("_")[2] for item in reports()] == ["inference"]


def test_convolutions_and_pools_of_bfloat16_are_computed_here() -> None:
    module, inputs = cnn(), images()
    with torch.autocast("cpu", torch.bfloat16):
        found = compiled(module)(*inputs)
        found.float().sum().backward()
        close(found, module(*inputs), 3e-2)
    assert whole()
