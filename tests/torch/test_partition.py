"""Graphs that open-aoe cannot compute whole."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch._dynamo import config
from torch._dynamo.exc import BackendCompilerFailed
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.errors import ModelError
from aoe.torch.partition import CompilePart, Split, split
from aoe.torch.report import reports
from aoe.torch.translate import translation
from tests.torch.training import check_gradients, close, compiled, whole


def half_known(x: torch.Tensor) -> torch.Tensor:
    """`i0` is in no table."""
    y = F.relu(x @ x.t()).tanh() * 0.5
    return torch.i0(y).sum(1).exp()


def test_what_is_not_translated_runs_in_pytorch() -> None:
    check_gradients(half_known, (torch.randn(4, 6) * 0.1,), tolerance=1e-4)
    forward = reports()[0]
    assert 0 < forward.translated < forward.operators
    assert forward.parts == 2


def test_the_report_says_what_is_not_translated_and_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "aoe.torch"):
        compiled(half_known)(torch.randn(4, 6) * 0.1)
    assert "operators in open-aoe, because i0: nothing translates it" in caplog.text


def test_a_part_reads_what_pytorch_splits() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        a, b = torch.i0(x).split([2, 4], 1)
        return (a.exp().sum(1, keepdim=True) * b.tanh()).cos()

    check_gradients(call, (torch.randn(4, 6) * 0.1,), tolerance=1e-4)
    forward = reports()[0]
    assert forward.reasons == ("i0: nothing translates it",)
    assert forward.translated == forward.operators - 2  # `i0` and the split


def test_without_a_fallback_it_is_an_error() -> None:
    call = compiled(half_known, options={"fallback": False})
    with pytest.raises(BackendCompilerFailed, match="i0: nothing translates it"):
        call(torch.randn(4, 6) * 0.1)


def drawn(x: torch.Tensor) -> torch.Tensor:
    """A graph that only draws, one that only gives its argument, and one that computes."""
    scale = torch.empty(1).uniform_(1, 2).item()
    sizes = x * scale
    torch._dynamo.graph_break()
    same = x.detach().view_as(x)
    torch._dynamo.graph_break()
    return sizes + same


def test_a_graph_without_a_computed_result_is_no_error() -> None:
    x = torch.randn(4, 6)
    torch.manual_seed(3)
    expected = drawn(x)
    torch.manual_seed(3)
    close(compiled(drawn, options={"fallback": False})(x), expected)
    assert not any(item.reasons for item in reports())
    without = [str(item) for item in reports() if not item.parts]
    assert without
    assert all("because all of its results are its arguments" in text for text in without)


def said_wrong(name: str, given: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """An operator whose fake tensor says that it gives what it reads."""
    operator = torch.library.custom_op(f"said_wrong::{name}", given, mutates_args=(), schema=SCHEMA)
    operator.register_fake(torch.empty_like)
    operator.register_autograd(lambda _, gradient: gradient)
    return operator


SCHEMA = "(Tensor x) -> Tensor"
SAID_WRONG = {
    "type": said_wrong("type", lambda x: x.to(torch.float64, copy=True)),
    "size": said_wrong("size", lambda x: x[1:].clone()),
    "device": said_wrong("device", lambda x: x.to("meta", copy=True)),
}


@pytest.mark.parametrize("what", SAID_WRONG)
def test_a_part_refuses_what_an_operator_gives_unlike_its_fake_tensor(what: str) -> None:
    """It reads memory by address: it would read wrong numbers, or beyond them."""

    def call(x: torch.Tensor) -> torch.Tensor:
        return SAID_WRONG[what](x).tanh() * 2

    with pytest.raises(ModelError, match=f"said_wrong.{what} gives a tensor of .*register_fake"):
        compiled(call)(torch.randn(4, 6))


@pytest.mark.parametrize("what", SAID_WRONG)
def test_a_backward_graph_is_not_given_what_an_operator_said_wrong(what: str) -> None:
    """PyTorch saves it in the forward graph."""

    def call(x: torch.Tensor) -> torch.Tensor:
        return SAID_WRONG[what](x * x).square()

    with pytest.raises(ModelError, match=f"said_wrong.{what} gives a tensor of .*register_fake"):
        compiled(call)(torch.randn(4, 6, requires_grad=True))


def test_what_is_moved_is_said_to_be_of_the_operator_that_gives_it() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        return SAID_WRONG["type"](x).t().tanh() * 2

    with pytest.raises(ModelError, match=r"said_wrong\.type, moved by [\w.]+, gives a tensor of"):
        compiled(call)(torch.randn(4, 6))


def eager(part: torch.fx.GraphModule) -> Callable[[list[Any]], Sequence[Any]]:
    """What PyTorch computes instead of a compiled part."""

    def call(arguments: list[Any]) -> Sequence[Any]:
        found = part(*arguments)
        return found if isinstance(found, tuple) else [found]

    return call


def without_i0(
    call: Callable[[torch.Tensor], Any], compile_part: CompilePart, *, is_read_later: bool = False
) -> Split:
    """A function of a tensor, split where it has `i0`."""
    module = make_fx(call, tracing_mode="fake")(torch.randn(4, 6))
    refused = [node for node in module.graph.nodes if "i0" in str(node.target)]
    return split(module, refused, compile_part, is_read_later=is_read_later)


@pytest.mark.parametrize("is_read_later", [True, False])
def test_a_part_that_pytorch_computes_checks_what_it_gives(is_read_later: bool) -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        y = SAID_WRONG["type"](x)
        return y + torch.i0(y)

    def compile_part(part: torch.fx.GraphModule) -> Any:
        wrong = any("said_wrong" in str(node.target) for node in part.graph.nodes)
        return None if wrong else eager(part)

    made = without_i0(call, compile_part, is_read_later=is_read_later)
    assert made.covered == 1
    with pytest.raises(ModelError, match=r"said_wrong\.type gives a tensor of torch\.float64"):
        made.function([torch.randn(4, 6)])


def test_what_compiled_parts_give_is_not_checked() -> None:
    """They give what they say. Here one does not, so that a check would be noticed."""

    def call(x: torch.Tensor) -> torch.Tensor:
        a = x.exp()
        b = a.tanh()
        return torch.i0(b) * b + a

    def compile_part(part: torch.fx.GraphModule) -> Any:
        def function(arguments: list[Any]) -> Sequence[Any]:
            *others, last = eager(part)(arguments)
            return [*(item.double() for item in others), last]

        return function

    made = without_i0(call, compile_part)
    assert made.covered == 4
    found: Any = made.function([torch.randn(4, 6)])
    assert found.dtype is torch.float64


def test_an_operator_that_nothing_compiled_reads_may_say_anything() -> None:
    x = torch.randn(4, 6)
    assert compiled(lambda x: SAID_WRONG["type"](x * 2))(x).dtype is torch.float64


def test_saved_images_reach_pytorch_as_it_expects() -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        y = F.conv2d(x, w, padding=1)
        return torch.i0(F.relu(y).tanh() * 0.5) * F.relu(y)

    inputs = (torch.randn(2, 3, 6, 6) * 0.1, torch.randn(4, 3, 3, 3) * 0.1)
    check_gradients(call, inputs, tolerance=1e-4)


class _Flattened(torch.autograd.Function):  # type: ignore[misc]
    """A tensor times 2, whose gradient PyTorch computes of a view of what the forward pass saved:
    `nextafter` is in no table.
    """

    @staticmethod
    def forward(context: Any, x: torch.Tensor, order: tuple[int, ...], rows: int) -> torch.Tensor:
        context.save_for_backward(x)
        context.order, context.rows = order, rows
        return x * 2

    @staticmethod
    def backward(context: Any, gradient: torch.Tensor) -> Any:
        (x,) = context.saved_tensors
        flat = x.permute(context.order).view(context.rows, -1)
        toward = gradient.permute(context.order).reshape(context.rows, -1)
        return gradient * torch.nextafter(flat, toward).sum(), None, None


@pytest.mark.parametrize(
    ("memory_format", "order", "rows"),
    [
        (torch.contiguous_format, (0, 1, 2, 3), 8),
        (torch.channels_last, (0, 2, 3, 1), 72),
    ],
)
def test_pytorch_can_view_saved_images_as_it_expects(
    memory_format: torch.memory_format, order: tuple[int, ...], rows: int
) -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        y = F.conv2d(x.contiguous(memory_format=memory_format), w, padding=1)
        return _Flattened.apply(y, order, rows)

    inputs = (torch.randn(2, 3, 6, 6) * 0.1, torch.randn(4, 3, 3, 3) * 0.1)
    check_gradients(call, inputs, tolerance=1e-4)
    assert [item.translated < item.operators for item in reports()] == [False, True]


def test_complex_numbers_of_a_long_transform_stay_in_pytorch() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.fft.rfft(x * 2).abs() * 3

    x = torch.randn(4, 2048)
    close(compiled(call)(x), call(x))
    (report,) = reports()
    assert 0 < report.translated < report.operators


def test_a_translation_of_another_shape_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would write behind the end of the output."""
    known = translation.translators()

    def doubled(emit: Any, node: Any, a: Any) -> Any:
        return emit.node("Concat", emit.value(a), emit.value(a), axis=0)

    monkeypatch.setattr(translation, "translators", lambda: {**known, "relu": doubled})
    x = torch.randn(4, 6)
    close(compiled(F.relu)(x), F.relu(x))
    (report,) = reports()
    assert report.translated == 0
    assert "shape [8, 6] where PyTorch says [4, 6]" in report.reasons[0]


@pytest.mark.parametrize("error", [OverflowError, ZeroDivisionError, IndexError, ValueError])
def test_what_a_translation_cannot_compute_with_stays_in_pytorch(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    known = translation.translators()

    def refused(*_: Any) -> Any:
        raise error("300 out of bounds")

    monkeypatch.setattr(translation, "translators", lambda: {**known, "relu": refused})
    x = torch.randn(4, 6)
    close(compiled(lambda x: F.relu(x.sin()))(x), F.relu(x.sin()))
    (report,) = reports()
    assert report.translated == 1
    assert report.reasons == ("relu: its arguments are others (300 out of bounds)",)


def test_parts_read_the_random_numbers_of_eager() -> None:
    """Here two masks and a tensor are drawn before and after what PyTorch draws of the data."""

    def call(x: torch.Tensor) -> torch.Tensor:
        y = F.dropout(x, 0.5) + F.dropout(x.t(), 0.3).t()
        places = torch.multinomial(y.detach().softmax(-1), 3)
        return F.dropout(y * 2, 0.5).gather(1, places) * torch.rand(4, 3)

    check_gradients(call, (torch.randn(4, 6),))
    forward = reports()[0]
    assert 0 < forward.translated < forward.operators
    assert "multinomial: nothing translates it" in forward.reasons
    assert "rand: PyTorch draws what parts of a graph read" in forward.reasons


def by_a_number_of_data(x: torch.Tensor, count: torch.Tensor) -> Any:
    number = count.item()
    return x.sin() * number, number + 1


def by_a_size_of_data(x: torch.Tensor, count: torch.Tensor) -> Any:
    size = count.item()
    torch._check(size >= 1)
    torch._check(size <= 4)
    return (x.sin()[:, :size].exp() * 2).sum(1), torch.ones(size)


def by_found_elements(x: torch.Tensor, count: torch.Tensor) -> Any:
    waves = x.sin()
    return waves[waves > 0] * count, waves.cos()


@pytest.mark.parametrize("function", [by_a_number_of_data, by_a_size_of_data, by_found_elements])
def test_what_depends_on_sizes_or_numbers_of_data_stays_in_pytorch(function: Any) -> None:
    x = torch.randn(3, 4)
    with config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        check_gradients(lambda a: function(a, torch.tensor(3))[0], (x,))
        call = compiled(function)
        for count in (torch.tensor(2), torch.tensor(3)):
            torch.testing.assert_close(call(x, count), function(x, count))
    reasons = {reason for report in reports() for reason in report.reasons}
    assert any("data decide" in reason for reason in reasons)


def test_a_body_of_another_operator_is_no_reason() -> None:
    def either(x: torch.Tensor) -> Any:
        return torch.cond(x.sum() > 0, torch.sin, torch.cos, (x * 2,))

    x = torch.randn(3, 4)
    close(compiled(either)(x), either(x))
    assert reports()[0].reasons == ("cond: nothing translates it",)


def test_operators_of_open_sizes_do_not_count() -> None:
    def grown(x: torch.Tensor) -> torch.Tensor:
        return x.sin() * (x.shape[0] * 2) + x.mean() * x.shape[0] ** 0.5

    call = compiled(grown, dynamic=True)
    for size in (3, 5):
        x = torch.randn(size, 4)
        close(call(x), grown(x))
    assert whole()
