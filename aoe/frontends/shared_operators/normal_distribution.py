"""The quantiles of the normal distribution and the tails of the error function, said with operators
of ONNX.

Each function takes what makes a node of the caller's kind and what makes a number of the element
type of x, so that every reader can use it.

Source: the rational approximations of Moshier's Cephes library, `ndtri` and `erfc` ("Methods and
Programs for Mathematical Functions", 1989).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, pi, sqrt
from typing import TypeVar

Made = TypeVar("Made")
_Number = Callable[[float], object]

#: Numerators and denominators, the highest power first.
_CENTRE = (
    (
        *(-59.9633501014107895267, 98.0010754185999661536, -56.6762857469070293439),
        *(13.9312609387279679503, -1.23916583867381258016),
    ),
    (
        *(1.0, 1.95448858338141759834, 4.67627912898881538453, 86.3602421390890590575),
        *(-225.462687854119370527, 200.260212380060660359, -82.0372256168333339912),
        *(15.9056225126211695515, -1.18331621121330003142),
    ),
)
_TAIL = (
    (
        *(4.05544892305962419923, 31.5251094599893866154, 57.1628192246421288162),
        *(44.0805073893200834700, 14.6849561928858024014, 2.18663306850790267539),
        *(-0.140256079171354495875, -0.0350424626827848203418, -8.57456785154685413611e-4),
    ),
    (
        *(1.0, 15.7799883256466749731, 45.3907635128879210584, 41.3172038254672030440),
        *(15.0425385692907503408, 2.50464946208309415979, -0.142182922854787788574),
        *(-0.0380806407691578277194, -9.33259480895457427372e-4),
    ),
)
_FAR_TAIL = (
    (
        *(3.23774891776946035970, 6.91522889068984211695, 3.93881025292474443415),
        *(1.33303460815807542389, 0.201485389549179081538, 0.0123716634817820021358),
        *(3.01581553508235416007e-4, 2.65806974686737550832e-6, 6.23974539184983293730e-9),
    ),
    (
        *(1.0, 6.02427039364742014255, 3.67983563856160859403, 1.37702099489081330271),
        *(0.216236993594496635890, 0.0134204006088543189037, 3.28014464682127739104e-4),
        *(2.89247864745380683936e-6, 6.79019408009981274425e-9),
    ),
)
_ERFC = (
    (
        *(2.46196981473530512524e-10, 0.564189564831068821977, 7.46321056442269912687),
        *(48.6371970985681366614, 196.520832956077098242, 526.445194995477358631),
        *(934.528527171957607540, 1027.55188689515710272, 557.535335369399327526),
    ),
    (
        *(1.0, 13.2281951154744992508, 86.7072140885989742329, 354.937778887819891062),
        *(975.708501743205489753, 1823.90916687909736289, 2246.33760818710981792),
        *(1656.66309194161350182, 557.535340817727675546),
    ),
)
_FAR_ERFC = (
    (
        *(0.564189583547755073984, 1.27536670759978104416, 5.01905042251180477414),
        *(6.16021097993053585195, 7.40974269950448939160, 2.97886665372100240670),
    ),
    (
        *(1.0, 2.26052863220117276590, 9.39603524938001434673, 12.0489539808096656605),
        *(17.0814450747565897222, 9.60896809063285878198, 3.36907645100081516050),
    ),
)
#: Where the centre of the quantiles ends, counted from 0.5.
_CENTRE_ENDS = 0.5 - exp(-2)
#: erfc of it is 0 in float64.
_LARGEST = 28.0


def normal_quantile(node: Callable[..., Made], number: _Number, p: object) -> Made:
    """The number that a normal value is below with the probability p. p is best of float64."""
    one = number(1.0)
    tail = node("Min", p, node("Sub", one, p))
    return _quantile(node, number, node("Sub", p, number(0.5)), tail)


def inverse_erf(node: Callable[..., Made], number: _Number, x: object) -> Made:
    """The number of which x is the error function. x is best of float64."""
    half = number(0.5)
    tail = node("Mul", node("Sub", number(1.0), node("Abs", x)), half)
    found = _quantile(node, number, node("Mul", x, half), tail)
    return node("Mul", found, number(sqrt(0.5)))


def _quantile(node: Callable[..., Made], number: _Number, centred: object, tail: object) -> Made:
    """The quantile of a probability, of which its distance from 0.5 and from the nearer of 0 and 1
    are given, so that neither cancels. It is NaN outside of 0 and 1.
    """
    square = node("Mul", centred, centred)
    part = _ratio(node, number, _CENTRE, square)
    centre = node("Add", centred, node("Mul", node("Mul", centred, square), part))
    centre = node("Mul", centre, number(sqrt(2 * pi)))
    x = node("Sqrt", node("Mul", node("Log", tail), number(-2.0)))
    inverse = node("Reciprocal", x)
    near, far = (_ratio(node, number, ratio, inverse) for ratio in (_TAIL, _FAR_TAIL))
    correction = node("Where", node("Less", x, number(8.0)), near, far)
    size = node("Sub", x, node("Mul", node("Add", node("Log", x), correction), inverse))
    size = node("Where", node("Equal", tail, number(0.0)), number(float("inf")), size)
    inside = node("Less", node("Abs", centred), number(_CENTRE_ENDS))
    return node("Where", inside, centre, node("Mul", node("Sign", centred), size))


def complementary_erf(
    node: Callable[..., Made], number: _Number, x: object, is_double: bool
) -> Made:
    """1 - erf(x) without cancellation. In float32 the near ratio holds until the result is 0."""
    one = number(1.0)
    size = node("Min", node("Max", node("Abs", x), one), number(_LARGEST))
    ratio = _ratio(node, number, _ERFC, size)
    if is_double:
        far = _ratio(node, number, _FAR_ERFC, size)
        ratio = node("Where", node("Less", size, number(8.0)), ratio, far)
    tail = node("Mul", node("Exp", node("Neg", node("Mul", size, size))), ratio)
    return node("Where", node("Less", x, one), node("Sub", one, node("Erf", x)), tail)


def _ratio(
    node: Callable[..., Made],
    number: _Number,
    ratio: tuple[Sequence[float], Sequence[float]],
    x: object,
) -> Made:
    above, below = (_polynomial(node, number, coefficients, x) for coefficients in ratio)
    return node("Div", above, below)


def _polynomial(
    node: Callable[..., Made], number: _Number, coefficients: Sequence[float], x: object
) -> object:
    """A polynomial by Horner's scheme, the coefficient of the highest power first."""
    total: object = number(coefficients[0])
    for coefficient in coefficients[1:]:
        total = node("Add", node("Mul", total, x), number(coefficient))
    return total
