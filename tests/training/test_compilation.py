"""Warnings of graphs in the words of a script."""

from __future__ import annotations

import logging

import pytest

from aoe.training.compilation import _once


def test_options_lose_their_dashes_and_other_names_keep_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warn = _once(logging.getLogger("toy"))
    for _ in range(2):
        warn("--precision_mode=fp16 beside --keep_dtype: /a--b/c of conv--1 and --")
    assert caplog.messages == ["precision_mode=fp16 beside keep_dtype: /a--b/c of conv--1 and --"]
