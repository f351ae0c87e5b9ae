# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of Python as the text that options are read from, exactly."""
import difflib
import json
import math
import operator
import os
import re
import reprlib
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real

from . import _plumb
from .errors import OptionError, UnknownOption


def shown(value):
    """A value in a message: short, however long it is."""
    return reprlib.repr(value)


def fraction_shown(value):
    """A Fraction as repr() shows it; a long one by how long it is."""
    out = repr(value)
    return out if len(out) <= 80 else f"<Fraction of {len(out)} characters>"


def utf8(value):
    """Text that C++ can be given."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{shown(value)} cannot be written as UTF-8") from None
    return value


def text(value):
    """Text, or None."""
    if value is None or isinstance(value, str):
        return value and utf8(value)
    raise TypeError(f"{shown(value)} is no text")


def stance(value):
    """The name of a stance; None: the lowest."""
    if value is None or isinstance(value, str):
        return utf8(value or "")
    raise TypeError(f"stance: {shown(value)} is no name; give that of a stance, such as 'stand'")


def path(value):
    """A path as text."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{shown(value)} is no path")
    return utf8(os.fsdecode(value))


def told(progress):
    """The function that is told of the progress, or None."""
    if progress is None or callable(progress):
        return progress
    raise TypeError(f"progress: {shown(progress)} is no function; give one of the share that is done and the stage, or None")


def whole(value):
    """A whole number."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{shown(value)} is no int") from None


def given(name, read, value):
    """read(value), whose errors name the argument; None if there is none."""
    return None if value is None else named(name, read, value)


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
            raise ValueError(f"{shown(value)} is not finite")
        exact = Fraction(value if isinstance(value, Decimal) else float(value))
        return f"{exact.numerator}/{exact.denominator}"
    raise TypeError(f"{shown(value)} is no number: give an int, a Fraction, a Decimal, a float, or text such as '0.4' or '2/5'")


def numbers(values):
    if isinstance(values, str):
        return values
    if not hasattr(values, "__iter__"):
        raise TypeError(f"{shown(values)} is no list of numbers")
    return ",".join(map(number, values))


def points(value):
    """A list of points, or one alone."""
    if isinstance(value, str):
        return [value]
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{shown(value)} is no point, and no list of points")
    value = list(value)
    is_one = len(value) == 3 and all(isinstance(v, str) and "," not in v or not hasattr(v, "__len__") for v in value)
    return [point(value)] if is_one else [point(p) for p in value]


def point(value):
    """Three numbers, or text "x,y,z"."""
    if isinstance(value, str):
        return value
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{shown(value)} is no point: give three numbers, or text 'x,y,z'")
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
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{shown(value)} is no point: give two numbers, or text 'x,y'")
    value = list(value)
    if len(value) != 2:
        raise ValueError(f"a point of a map has two coordinates, not {len(value)}")
    return numbers(value)


def most_corners(value):
    """None, or a count: what is too small is told by the call."""
    return None if value is None else max(0, named("most_corners", whole, value))


def origin(value):
    """Three floats."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"origin: {shown(value)} is no point: give three floats")
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
        for entry in value:
            if not isinstance(entry, str):
                raise TypeError(f"{shown(entry)} has no name; give heights by name, {{'crouch': '1.1', 'stand': '1.8'}}, or texts such as 'stand=1.8'")
        return list(value)
    return ["stand=" + number(value)]


def agent(value):
    """An Agent, a dict of its members, or the path of its file."""
    if isinstance(value, dict):
        return json.dumps({name: agent_member(name, member) for name, member in value.items()})
    if hasattr(value, "json"):
        return value.json()
    name = path(value)
    return os.path.join(".", name) if name.startswith("{") else name


def agent_member(name, value):
    if name != "stances":
        return named(name, number, value) if name in AGENT_NUMBERS else value
    given = value if isinstance(value, list) and all(isinstance(s, dict) for s in value) else [
        dict(zip(("name", "height"), text.split("=", 1))) for text in named(name, stances, value)]
    return [{**s, "height": named("stances", number, s["height"])} if "height" in s else s for s in given]


AGENT_NUMBERS = {"radius", "step", "weld", "window", "slope", "slope_ratio", "slope_cos", "disc"}
WORDS = {"unit", "preset", "sides", "solids", "clearance", "bad_faces", "decomposition", "method", "optimise", "planner", "cost", "search", "checks", "reference", "surface", "edges", "stance",
         "resource", "numbers", "scene_up", "up", "ask"}
FLAGS = {"one_surface", "polygons", "bound", "no_bound"}
LISTS = {"cell", "leap", "transform"}


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
        raise TypeError(f"{shown(value)} is no dict of numbers by stance")
    return [f"{stance}={number(weight)}" for stance, weight in value.items()]


def flag(value):
    if not hasattr(value, "__len__") and value in (True, False):
        return bool(value)
    raise TypeError(f"{shown(value)} is neither True nor False")


def several(read):
    """Reads one, or those of a list."""
    def of(value):
        if isinstance(value, (str, bytes, os.PathLike)):
            return [read(value)]
        if not hasattr(value, "__iter__"):
            raise TypeError(f"{shown(value)} is no list of them")
        return [read(v) for v in value]
    return of


def texts_of(value):
    """Text, or texts that commas are put between."""
    return ",".join(several(word)(value))


def word(value):
    if value is None:
        raise TypeError("None is no text")
    return text(value)


paths = several(path)
READ = {"agent": agent, "stances": stances, "seed_points": points, "from": point, "weights": weights, "areas": lambda v: ",".join(str(whole(area)) for area in v),
        "more_files": paths, "obstacles": paths, "regions": paths, "map": path, "baseline": path, "fail_if": texts_of, **{name: flag for name in FLAGS},
        **{name: word for name in WORDS}, **{name: numbers for name in LISTS}}
READ["to"] = READ["from"]
READ["more_goals"] = READ["goals"] = lambda v: [point(p) for p in v]

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
                raise UnknownOption(f"there is no option {name!r}; {hint(name, known)}", "bad_option")
        if name in out:
            raise OptionError(f"{name!r} is given twice, once by another name; leave one out", "bad_option")
        if value is not None:
            out[name] = named(name, READ.get(name, number), value)
    return out


def is_path(value):
    return isinstance(value, (str, bytes, os.PathLike))


def writing(stance_name, links, tile):
    """What formats have to be told besides."""
    return stance(stance_name), given("links", flag, links), given("tile", number, tile)


# Members of the commands' JSON that are text, whatever they look like.
NAMES = {"plumb", "navmesh", "file", "sha256", "stance", "name", "map", "preset", "gltf_scene", "leave_out", "object", "group"}
NUMBER = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?([eE][-+]?[0-9]+)?")


def exact(text):
    """The JSON of a command, with each number that it has as text as a Fraction, and each list of three such numbers, or two, as a tuple."""
    def read(value, key=None):
        if isinstance(value, dict):
            return {k: v if k in NAMES else read(v, k) for k, v in value.items()}
        if isinstance(value, list):
            out = [v if key == "stances" and isinstance(v, str) else read(v) for v in value]
            return tuple(out) if len(out) in (2, 3) and all(isinstance(v, Fraction) for v in out) else out
        return Fraction(value) if isinstance(value, str) and NUMBER.fullmatch(value) else value
    return read(json.loads(text))


def hint(name, known):
    if name in ELSEWHERE:
        return f"{ELSEWHERE[name]} take{'' if ' and ' in ELSEWHERE[name] else 's'} it"
    near = difflib.get_close_matches(name, known, 1, 0.7)
    return f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(sorted(known))
