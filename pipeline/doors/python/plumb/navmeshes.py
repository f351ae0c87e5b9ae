# SPDX-License-Identifier: GPL-3.0-or-later
"""Navmeshes: what is asked of one, what changes it, and what it is written as, wherever it comes from."""
import json
from fractions import Fraction
from typing import NamedTuple, Optional

import numpy as np

from . import _options, _plumb
from .agents import axis_of
from .errors import OptionError
from .meshes import FloatMesh, OtherMesh, as_other_mesh
from .scenes import as_scene

CELL = np.dtype([("stance", np.int16), ("area", np.float64), ("face", np.uint32), ("facets", np.uint32), ("component", np.int64)])


class Area(NamedTuple):
    """An area in plan, in squared units of the level. `exact` is None where its fraction is longer than `exact_digits`, `approx` inf where it is beyond the range of floats."""
    exact: Optional[Fraction]
    approx: float

    def __repr__(self):
        return f"Area(exact={_options.fraction_shown(self.exact)}, approx={self.approx!r})"


def area_of(value):
    """Of the form that reports have: {"approx": 1.5, "exact": "3/2"}."""
    exact, approx = value.get("exact"), value["approx"]
    return Area(None if exact is None else Fraction(exact), float("inf") if approx is None else float(approx))


class Questions:
    """What a Bake and a Navmesh are asked. Points are in the axes of the level. Dicts are those of the commands' JSON, with Fractions in place of numbers as text, and tuples of them in place
    of points. unit: what one unit of the level is, to give lengths such as "40cm"; of a Bake, its own."""

    def _of(self):  # the extension's navmesh
        raise NotImplementedError

    @property
    def cells(self):
        """A structured array, one row a cell: stance (1 for the lowest; 0 blocked, -1 covered, -2 inside, -3 too close), area in plan (summed in float64), face (of the level), facets (how
        many), component (of the lowest stance; -1: none). Components that seed_points and min_area leave out have no cells."""
        verdicts, areas, faces, facets, components = self._of().cells()
        out = np.empty(len(verdicts), CELL)
        out["stance"], out["area"], out["face"], out["facets"], out["component"] = verdicts, areas, faces, facets, components
        return out

    def rings(self, stance=None, exact=False):
        """Where a stance (default: the lowest) or a higher one fits: a list of convex polygons, counter-clockwise seen from above, each an array (k, 3) of float64 in the level's axes; with
        exact=True a list of points, each three Fractions."""
        if exact:
            return [[tuple(map(Fraction, p)) for p in ring] for ring in self._of().exact_rings(_options.stance(stance))]
        points, offsets = self._of().rings(_options.stance(stance))
        return np.split(points, offsets[1:-1]) if len(offsets) > 1 else []

    def to_shapely(self, stance=None):
        """The polygons of rings() seen from above, as shapely.Polygon: x and y, or with y up x and -z. Needs shapely."""
        from shapely.geometry import Polygon
        return [Polygon(self._plan(ring)) for ring in self.rings(stance)]

    def _plan(self, points):
        return points[:, :2] if self._of().up == "z" else np.stack([points[:, 0], -points[:, 2]], axis=1)

    def route(self, start, end, *, progress=None, **options):
        """A way from one point to another, or to the nearest of several: the JSON of `plumb route` as a dict. radius: of a disc; stance, planner, weights and the other options of
        `plumb route`, with _ for -. Raises NoRoute."""
        goals = _options.goals(end)
        options = {**options, "from": start, "to": goals[0]}
        if len(goals) > 1:
            options["more_goals"] = goals[1:]
        return _options.exact(self._of().route(_options.texts("route", options), _options.told(progress)))

    def locate(self, point, *, stance=None):
        """The first floor at or below a point: {"cell": number, "point": three Fractions}. Raises NoRoute if there is none."""
        return self._ask("reachable", point, point, stance=stance)["place"]

    def nearest(self, point, *, within=None, stance=None, unit=None):
        """The place of all floors that is nearest to a point in space: the JSON of `plumb route --ask nearest` as a dict, as of all calls below. Raises NoRoute if none is within a distance.
        Other points stand for the first floor at or below them, and have to be over one."""
        return self._ask("nearest", point, within=within, stance=stance, unit=unit)

    def raycast(self, start, end, *, stance=None):
        """How far one gets straight in plan, and which border stops it."""
        return self._ask("raycast", start, end, stance=stance)

    def move(self, start, end, *, stance=None):
        """Where one ends who walks straight to a place and slides along what stops the way."""
        return self._ask("move", start, end, stance=stance)

    def border(self, point, *, within=None, stance=None, unit=None):
        """The nearest border in sight, and the square of the distance in plan."""
        return self._ask("border", point, within=within, stance=stance, unit=unit)

    def random(self, count=1, *, seed=0, point=None, within=None, stance=None, unit=None):
        """Random places, uniform by area: of all floors, of the component of a point, or within a walking distance of it."""
        return self._ask("random", point, count=count, seed=seed, within=within, stance=stance, unit=unit)

    def within(self, point, distance, *, stance=None, unit=None):
        """The cells within a walking distance, with the distance to each."""
        return self._ask("within", point, within=distance, stance=stance, unit=unit)

    def reachable(self, start, end, *, stance=None):
        """Whether one place is reached from another."""
        return self._ask("reachable", start, end, stance=stance)["reachable"]

    def components(self, *, stance=None):
        """What is connected: cells and areas."""
        return self._ask("components", stance=stance)["components"]

    def _ask(self, question, start=None, end=None, **options):
        options = {"ask": question, "from": start, "goals": None if end is None else [end], **options}
        return _options.exact(self._of().places(_options.texts("places", options)))

    def layers(self, stance=None, method="exact", progress=None):
        """The layers of a level with several storeys, with the fewest transfers: the JSON of `plumb layers` as a dict."""
        return _options.exact(self._of().layers(_options.stance(stance), _options.named("method", _options.word, method), _options.told(progress)))


class Navmesh(Questions):
    """A navmesh: of a Bake, of a file of any format that plumb.audit reads, of an OtherMesh, of a FloatMesh, or of a pair (vertices, polygons).

    Of Plumb's .json and of a Bake it has all stances; of another baker's there is one, "agent", and the polygons are its cells (docs/guide/routes.md, Another baker's navmesh). Areas of it are blocked or
    priced, exactly, and every change can be taken back, in any order (docs/guide/updates.md). decomposition: how cells are cut then, "bounded" or "seed". Other options are those of
    OtherMesh, for files. Raises InputError and OptionError.

    >>> import plumb
    >>> bake = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
    >>> navmesh = plumb.Navmesh(bake)
    >>> door = navmesh.update([(1, 0), (2, 0), (2, 4), (1, 4)], "block")
    >>> navmesh.area["stand"].exact, navmesh.reachable((0, 0, 0), (4, 4, 0))
    (Fraction(12, 1), False)
    >>> navmesh.revert(door)
    >>> navmesh.reachable((0, 0, 0), (4, 4, 0))
    True
    """

    def __init__(self, source, *, decomposition="", progress=None, **options):
        self._bake = None
        decomposition = _options.named("decomposition", _options.word, decomposition)
        if hasattr(source, "_baked"):
            _no_options(options)
            self._bake, self._navmesh = source, _plumb.Navmesh.of_bake(source._baked, decomposition)
        elif _options.is_path(source):
            options = {**options, "scene_up": options.get("up") or "y"}
            self._navmesh = _plumb.Navmesh.of_file(_options.path(source), _options.texts("reading", options), decomposition, _options.told(progress))
        else:
            up = options.pop("up", None) or "y"
            _no_options(options)
            self._navmesh = _plumb.Navmesh.of_other(as_other_mesh(source, up)._mesh, decomposition)

    def _of(self):
        return self._navmesh

    @property
    def name(self):
        """The file that it was read from, or the name of the level."""
        return self._navmesh.name

    @property
    def up(self):
        """The axis that points up in points: "y" or "z"."""
        return self._navmesh.up

    @property
    def stances(self):
        """Heights by name, lowest first."""
        return {name: Fraction(height) for name, height in self._navmesh.stances}

    @property
    def radius(self):
        """The agent's radius, for which the floor was made smaller: a Fraction."""
        return Fraction(self._navmesh.radius)

    @property
    def step(self):
        """The height that the agent steps over: a Fraction."""
        return Fraction(self._navmesh.step)

    @property
    def left_out(self):
        """Of another baker's navmesh, what cannot be asked about, such as off-mesh connections: a line, or ""."""
        return self._navmesh.left_out

    @property
    def area(self):
        """By stance, the Area where that one fits and no higher one; without what updates block."""
        exact = map(Fraction, self._navmesh.areas())
        return {name: Area(area, float(area)) for name, area in zip(self.stances, exact)}

    def mesh(self, stance=None, origin=(0, 0, 0), most_corners=None, progress=None):
        """The FloatMesh of a stance (default: the lowest), as of Bake.mesh. What is blocked is not in it."""
        return FloatMesh(self._navmesh.mesh(_options.stance(stance), _options.origin(origin), _options.most_corners(most_corners), _options.told(progress)))

    def write(self, path, *, stance=None, links=None, tile=None, progress=None):
        """Writes a file in the format of its extension: .json, .obj, .glb, .svg, .html, .bin, .mset or .tres, as Bake.write does."""
        self._navmesh.write(_options.path(path), *_options.writing(stance, links, tile), _options.told(progress))

    def bytes(self, format, *, stance=None, links=None, tile=None, progress=None):
        """The same in memory. format: "json", "obj", "mtl", "glb", ..."""
        format = _options.named("format", _options.word, format).lstrip(".")
        return self._navmesh.bytes(format, *_options.writing(stance, links, tile), _options.told(progress))

    def audit(self, bake, **options):
        """Judges this navmesh by a Bake: plumb.audit(bake, self, **options)."""
        from .audits import audit
        return audit(bake, self, **options)

    def explain(self, at, **options):
        """Why an agent can stand at a point of the level or not, as of Bake.explain; without updates. Raises OptionError for a navmesh without its level, which only one of a Bake has."""
        if self._bake is None:
            raise OptionError("this navmesh has no level to explain it by; make it of a Bake", "bad_option")
        return self._bake.explain(at, **options)

    def update(self, area, change="block", heights=None, prepared=False):
        """Changes an area from now on. Returns the number of the update: 1, 2, ...

        area: corners of a simple polygon in plan, (x, y), or with y up (x, z). change: "block", "unblock", {"cost": C}, {"add_cost": C}, {"tag": T} or {"untag": T}.
        heights: (low, high), between which the floor lies, both included; default: any. prepared: it is cut, and nothing changes before enable().
        Raises InputError (bad_face: the polygon crosses itself, or has no area)."""
        corners = [_options.named("area", _options.plan_point, corner).split(",") for corner in _options.named("area", _several_points, area)]
        if isinstance(change, dict):
            change = {key: _options.named(key, _options.word if key in ("tag", "untag") else _options.number, value) for key, value in change.items()}
        elif not isinstance(change, str):
            raise TypeError(f"change: {_options.shown(change)} is neither a word nor a dict, such as {{'cost': 3}}")
        entry = {"area": corners, "change": change}
        if heights is not None:
            entry["heights"] = _options.named("heights", _options.numbers, heights).split(",")
        return self._do({"prepare" if _options.named("prepared", _options.flag, prepared) else "update": entry})

    def enable(self, number):
        """From now on a prepared update applies. Nothing is cut. Raises OptionError if there is none, or it applies already."""
        self._do({"enable": _options.named("number", _options.whole, number)})

    def disable(self, number):
        """The contrary of enable()."""
        self._do({"disable": _options.named("number", _options.whole, number)})

    def revert(self, number):
        """Takes an update back. Raises OptionError if there is none of that number, or no longer."""
        self._do({"revert": _options.named("number", _options.whole, number)})

    def carry_out(self, file):
        """Carries out the list of changes in a file, as `plumb update` does. Returns the numbers of its entries. Raises InputError and OptionError; what precedes the entry is done then."""
        return self._navmesh.carry_out("", _options.path(file))

    def _do(self, entry):
        return self._navmesh.carry_out(json.dumps([entry]), "")[0]

    def __repr__(self):
        areas = ", ".join(f"{name} {area.approx:.6g}" for name, area in self.area.items())
        return f"<plumb.{type(self).__name__} of {self.name!r}: {areas}>"


def _several_points(value):
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{_options.shown(value)} is no list of points")
    return list(value)


def _no_options(options):
    for name, value in options.items():
        if value is not None:
            raise OptionError(f"{name} is for files; leave it out", "bad_option")


class LiveBake(Navmesh):
    """A level in which obstacles come and go: only what an obstacle may change is baked again. LiveBake(scene, **options), with the options of plumb.bake. It is a Navmesh: its areas are
    changed, too, and these changes stay when obstacles come and go.

    >>> import plumb
    >>> live = plumb.LiveBake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
    >>> crate = live.add(plumb.Scene([[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 2, 1]], [[0, 1, 2, 3]], up="z"))
    >>> float(live.mesh().area.sum()), live.remove(crate), float(live.mesh().area.sum())
    (16.0, None, 16.0)
    """

    def __init__(self, scene, **options):
        if options.get("fail_if") is not None:
            raise OptionError("fail_if is of plumb.bake, whose outcome it judges; leave it out", "bad_option")
        scene = as_scene(scene, axis_of(options))
        self._bake, self._navmesh = None, _plumb.Navmesh.of_scene(scene._scene, _options.texts("bake", options))
        self._obstacles = set()

    def add(self, obstacle):
        """Adds a Scene, a path, or (vertices, faces), in the units and axes of the level. Returns its number. Raises InputError, and OptionError for a Scene with another axis up."""
        obstacle = as_scene(obstacle, self.up)
        if obstacle.up != self.up:
            raise OptionError(f"the obstacle has {obstacle.up} up, and the level {self.up}; make it with up={self.up!r}", "bad_option")
        number = self._navmesh.add_obstacle(obstacle._scene)
        self._obstacles.add(number)
        return number

    def remove(self, number):
        """Removes an obstacle. Raises KeyError if there is none of that number."""
        self._obstacles.remove(number)
        self._do({"remove": int(number)})

    def __contains__(self, number):
        return number in self._obstacles
