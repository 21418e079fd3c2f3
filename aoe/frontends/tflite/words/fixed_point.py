"""Sigmoid and tanh of words in fixed-point arithmetic, as LiteRT computes them where the scale is
2^-12 (`tables.py` has the other scales).

LiteRT uses the functions of gemmlowp's `fixedpoint.h` there: an exponential of quarters and a
rest, and a quotient by three steps of Newton's method. Each product is rounded to 16 bits, which
makes the result. Numbers are integers in arrays of int64; "in units of 2^-15" tells what 1 means.
"""

from __future__ import annotations

import numpy as np

#: The least and the largest word.
_LOW, _HIGH = -32768, 32767
#: exp(-1/8) and 1/3, in units of 2^-15.
_EXP_OF_EIGHTH, _THIRD = 28918, 10923
#: exp(-2^n) for n from -2 to 3, in units of 2^-15.
_EXP_OF_POWERS = (25520, 19875, 12055, 4435, 600, 11)
#: 48/17 and -32/17, in units of 2^-13: the first guess of a quotient, from Newton and Raphson.
_GUESS, _SLOPE = 23130, -15420
#: 1 in units of 2^-13.
_ONE = 1 << 13


def sigmoid(words: np.ndarray) -> np.ndarray:
    """The sigmoid of words in units of 2^-12. The result is in units of 2^-15."""
    found = _scaled(_inverse(_exponential(-np.abs(words), 3)), 1)
    return np.where(words == 0, 1 << 14, np.where(words > 0, found, _HIGH - found))


def tanh(words: np.ndarray) -> np.ndarray:
    """The hyperbolic tangent of words in units of 2^-12. The result is in units of 2^-15."""
    # (1 - e) / (1 + e) = 2 / (1 + e) - 1, where e is the exponential of twice the word.
    found = _scaled(_inverse(_exponential(-np.abs(words), 4)) - _ONE, 2)
    return np.asarray(np.sign(words) * found)


def doubled(words: np.ndarray) -> np.ndarray:
    """Twice the words, within 16 bits."""
    return _scaled(words, 1)


def _exponential(x: np.ndarray, bits: int) -> np.ndarray:
    """The exponential of numbers of at most 0, in units of 2^-15.

    Args:
        x: The numbers.
        bits: How many bits they have before the binary point.
    """
    quarter = 1 << (13 - bits)
    rest = (x & (quarter - 1)) - quarter
    found = _exponential_of_rest(_scaled(rest, bits))
    quarters = rest - x
    for power, factor in enumerate(_EXP_OF_POWERS[: bits + 2]):
        found = np.where(quarters & (quarter << power), _product(found, factor), found)
    return np.where(x == 0, _HIGH, found)


def _exponential_of_rest(x: np.ndarray) -> np.ndarray:
    """The exponential of numbers from -1/4 to 0: a polynomial around -1/8. All in units of
    2^-15.
    """
    x = x + (1 << 12)
    square = _product(x, x)
    cube, fourth = _product(square, x), _product(square, square)
    tail = _scaled(_product(_scaled(fourth, -2) + cube, _THIRD) + square, -1)
    return _limited(_EXP_OF_EIGHTH + _product(_EXP_OF_EIGHTH, x + tail))


def _inverse(x: np.ndarray) -> np.ndarray:
    """2 / (1 + x) in units of 2^-13, for x from 0 to 1 in units of 2^-15."""
    half = (x + _HIGH + 1) >> 1
    found = _GUESS + _product(half, _SLOPE)
    for _ in range(3):
        found = found + _scaled(_product(found, _ONE - _product(half, found)), 2)
    return found


def _product(a: np.ndarray | int, b: np.ndarray | int) -> np.ndarray:
    """A product, one of whose factors is in units of 2^-15; halves are rounded up."""
    return _limited((np.asarray(a) * b + (1 << 14)) >> 15)


def _scaled(x: np.ndarray, power: int) -> np.ndarray:
    """A multiple by a power of two; halves are rounded away from zero."""
    if power >= 0:
        return _limited(x << power)
    half = 1 << (-power - 1)
    return np.asarray(np.sign(x) * ((np.abs(x) + half) >> -power))


def _limited(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(x, _LOW, _HIGH))
