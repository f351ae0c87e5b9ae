# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of Python as the text that options are read from, exactly."""
from fractions import Fraction
from numbers import Integral, Rational, Real


def number(value):
    """Text stays as it is, "0.4" or "2/5". A float is the number in binary64 that it is: 0.1 is not 1/10."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise TypeError("a bool is no number")
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Rational):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Real) or hasattr(value, "__float__"):
        exact = Fraction(float(value))  # ValueError, OverflowError: it is not finite
        return f"{exact.numerator}/{exact.denominator}"
    raise TypeError(f"{value!r} is no number: give an int, a Fraction, a float, or text such as '0.4' or '2/5'")


def numbers(values):
    return ",".join(map(number, [values] if isinstance(values, str) else values))


def point(value):
    """Three numbers, or text "x,y,z"."""
    if isinstance(value, str):
        return value
    value = list(value)
    if len(value) != 3:
        raise ValueError(f"a point has three coordinates, not {len(value)}")
    return numbers(value)


def origin(value):
    """Three floats."""
    out = [float(v) for v in value]
    if len(out) != 3:
        raise ValueError(f"an origin has three coordinates, not {len(out)}")
    return out


def stances(value):
    """A height, or heights by name, lowest first."""
    if isinstance(value, (dict, list, tuple)) and not value:
        raise ValueError("there is no stance; leave stances out for stand=1.8")
    if isinstance(value, dict):
        return [f"{name}={number(height)}" for name, height in value.items()]
    if isinstance(value, (list, tuple)):
        return list(value)
    return ["stand=" + number(value)]


WORDS = {"preset", "sides", "solids", "clearance", "bad_faces", "decomposition", "method", "optimise", "planner", "cost", "search", "checks", "reference", "surface", "edges", "stance",
         "resource", "fail_if", "numbers", "scene_up", "up"}
FLAGS = {"one_surface", "polygons", "no_bound"}
LISTS = {"cell", "transform"}


def texts(options):
    """Options of a call as text; those that are None are not given."""
    out = {}
    for name, value in options.items():
        if value is None:
            continue
        if name == "stances":
            out[name] = stances(value)
        elif name == "seed_points":
            out[name] = [point(p) for p in value]
        elif name in ("from", "to"):
            out[name] = point(value)
        elif name == "weights":
            out[name] = [f"{stance}={number(weight)}" for stance, weight in value.items()]
        elif name == "areas":
            out[name] = ",".join(str(int(area)) for area in value)
        elif name == "more_files":
            out[name] = [str(file) for file in value]
        elif name in FLAGS:
            out[name] = bool(value)
        elif name in WORDS:
            out[name] = str(value)
        elif name in LISTS:
            out[name] = numbers(value)
        else:
            out[name] = number(value)
    return out
