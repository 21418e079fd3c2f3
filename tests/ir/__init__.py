"""Tests of `aoe.ir`."""
