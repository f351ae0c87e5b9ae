# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of Python as the text that options are read from, exactly."""
import difflib
import math
import operator
import os
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real

from . import _plumb
from .errors import OptionError


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
    if isinstance(value, (Real, Decimal)) or hasattr(value, "__float__"):
        if not math.isfinite(value):
            raise ValueError(f"{value!r} is not finite")
        exact = Fraction(value if isinstance(value, Decimal) else float(value))
        return f"{exact.numerator}/{exact.denominator}"
    raise TypeError(f"{value!r} is no number: give an int, a Fraction, a Decimal, a float, or text such as '0.4' or '2/5'")


def numbers(values):
    if isinstance(values, str):
        return values
    if not hasattr(values, "__iter__"):
        raise TypeError(f"{values!r} is no list of numbers")
    return ",".join(map(number, values))


def points(value):
    """A list of points, or one alone."""
    if isinstance(value, str):
        return [value]
    value = list(value)
    is_one = len(value) == 3 and all(isinstance(v, str) and "," not in v or not hasattr(v, "__len__") for v in value)
    return [point(value)] if is_one else [point(p) for p in value]


def point(value):
    """Three numbers, or text "x,y,z"."""
    if isinstance(value, str):
        return value
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{value!r} is no point: give three numbers, or text 'x,y,z'")
    value = list(value)
    if len(value) != 3:
        raise ValueError(f"a point has three coordinates, not {len(value)}")
    return numbers(value)


def goals(value):
    """A list of points, or one alone, whatever is wrong with it."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return [value]
    value = list(value)
    are_points = all(isinstance(v, str) and "," in v or not isinstance(v, str) and hasattr(v, "__len__") for v in value)
    return value if value and are_points else [value]


def plan_point(value):
    """Two numbers, or text "x,y"."""
    if isinstance(value, str):
        return value
    value = list(value)
    if len(value) != 2:
        raise ValueError(f"a point of a map has two coordinates, not {len(value)}")
    return numbers(value)


def most_corners(value):
    """None, or a count: what is too small is told by the call."""
    return None if value is None else max(0, operator.index(value))


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
        return [f"{name}={named('stance ' + repr(name), number, height)}" for name, height in value.items()]
    if isinstance(value, (list, tuple)):
        return list(value)
    return ["stand=" + number(value)]


WORDS = {"preset", "sides", "solids", "clearance", "bad_faces", "decomposition", "method", "optimise", "planner", "cost", "search", "checks", "reference", "surface", "edges", "stance",
         "resource", "numbers", "scene_up", "up", "ask"}
FLAGS = {"one_surface", "polygons", "bound", "no_bound"}
LISTS = {"cell", "transform"}


def named(name, read, value):
    """read(value), whose errors name the option."""
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def weights(value):
    if not hasattr(value, "items"):
        raise TypeError(f"{value!r} is no dict of numbers by stance")
    return [f"{stance}={number(weight)}" for stance, weight in value.items()]


def flag(value):
    if value in (True, False):
        return bool(value)
    raise TypeError(f"{value!r} is neither True nor False")


def paths(value):
    return [os.fspath(file) for file in ([value] if isinstance(value, (str, os.PathLike)) else value)]


READ = {"stances": stances, "seed_points": points, "from": lambda v: v if isinstance(v, str) else point(v), "weights": weights, "areas": lambda v: ",".join(str(int(area)) for area in v),
        "more_files": paths, "obstacles": paths, "regions": paths, "map": os.fspath, "fail_if": lambda v: v if isinstance(v, str) else ",".join(v), **{name: flag for name in FLAGS},
        **{name: str for name in WORDS}, **{name: numbers for name in LISTS}}
READ["to"] = READ["from"]
READ["more_goals"] = READ["goals"] = lambda v: [READ["from"](p) for p in v]

# What is told elsewhere, as it is asked for in vain.
ELSEWHERE = {"up": "Scene and Scene.load", "numbers": "Scene.load", "node_rotation": "Scene.load", "leave_out": "Scene.load"}
# The names that options have on the command line, where they are given once for each value.
SINGULAR = {"seed_point": "seed_points", "stance": "stances", "weight": "weights"}


def texts(call, options):
    """Options of a call as text; those that are None are not given. Raises OptionError for one that the call does not have."""
    known = _plumb.option_names[call]
    out = {}
    for name, value in options.items():
        if name not in known:
            if name in SINGULAR and SINGULAR[name] in known:
                name = SINGULAR[name]
            else:
                raise OptionError(f"there is no option {name!r}; {hint(name, known)}", "bad_option")
        if name in out:
            raise OptionError(f"{name!r} is given twice, once by another name; leave one out", "bad_option")
        if value is not None:
            out[name] = named(name, READ.get(name, number), value)
    return out


def hint(name, known):
    if name in ELSEWHERE:
        return f"{ELSEWHERE[name]} take{'' if ' and ' in ELSEWHERE[name] else 's'} it"
    near = difflib.get_close_matches(name, known, 1, 0.7)
    return f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(sorted(known))
