"""What is told of steps."""

from __future__ import annotations

from collections import Counter

from aoe.training.report import Journal, StepReport


def test_a_step_names_what_the_framework_computes() -> None:
    report = StepReport("step_0_fit", 40, Counter({"Spin": 2, "Turn": 1}), kernels=9, known=4)
    assert str(report) == (
        "step_0_fit: 40 operators in open-aoe, 3 by the framework (2 Spin, Turn); 4 of 9 tuned; "
        "0.0 s"
    )


def test_steps_are_numbered_and_added_up() -> None:
    journal = Journal("aoe.toy", "Toy")
    assert journal.summary(journal.reports) == "no step was taken over"
    hinting = Journal("aoe.toy", "Toy", "wind it up")
    assert hinting.summary([]) == "no step was taken over; wind it up"
    first, second = journal.begun("fit"), journal.begun("predict")
    assert (first.name, second.name) == ("step_0_fit", "step_1_predict")
    first.native, first.left, first.kernels = 9, 1, 30
    second.reason, second.left = "it spins", 5
    assert journal.summary(journal.reports) == (
        "2 functions: 9 runs by open-aoe, 6 by Toy, because it spins; 0 of 30 operators tuned"
    )
