# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels that change: areas of a navmesh that are blocked or cost more, and obstacles that come and go."""
import json

from . import _options, _plumb
from .agents import axis_of
from .bakes import Bake
from .errors import OptionError
from .meshes import FloatMesh
from .scenes import as_scene


class NavUpdate:
    """A finished navmesh in which areas are blocked or priced, exactly, and every change can be taken back, in any order (docs/guide/updates.md).

    NavUpdate(bake), or NavUpdate("nav.json"), of a file that `plumb bake -o` wrote. decomposition: how cells are cut, "bounded" or "seed".

    >>> import plumb
    >>> bake = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
    >>> level = plumb.NavUpdate(bake)
    >>> door = level.update([(1, 0), (2, 0), (2, 4), (1, 4)], "block")
    >>> float(level.mesh().area.sum()), level.revert(door), float(level.mesh().area.sum())
    (12.0, None, 16.0)
    """

    def __init__(self, navmesh, decomposition=""):
        decomposition = _options.named("decomposition", _options.word, decomposition)
        self._level = (_plumb.LiveLevel.of_bake(navmesh._bake, decomposition) if isinstance(navmesh, Bake)
                       else _plumb.LiveLevel.of_file(_options.path(navmesh), decomposition))

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
        return self._level.carry_out("", _options.path(file))

    def mesh(self, stance=None, origin=(0, 0, 0), most_corners=None):
        """The present FloatMesh of a stance (default: the lowest), as of Bake.mesh. What is blocked is not in it."""
        return FloatMesh(self._level.mesh(_options.stance(stance), _options.origin(origin), _options.most_corners(most_corners)))

    def json(self):
        """The present navmesh, exactly, as bytes: what `plumb update -o FILE.json` writes, with costs and tags."""
        return self._level.json()

    def _do(self, entry):
        return self._level.carry_out(json.dumps([entry]), "")[0]

    def __repr__(self):
        return f"<plumb.{type(self).__name__}: {len(self.mesh())} polygons>"


def _several_points(value):
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{_options.shown(value)} is no list of points")
    return list(value)


class LiveBake(NavUpdate):
    """A level in which obstacles come and go: only what an obstacle may change is baked again. LiveBake(scene, **options), with the options of plumb.bake. Its areas are changed as those of a
    NavUpdate; these changes stay when obstacles come and go.

    >>> import plumb
    >>> live = plumb.LiveBake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
    >>> crate = live.add(plumb.Scene([[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 2, 1]], [[0, 1, 2, 3]], up="z"))
    >>> float(live.mesh().area.sum()), live.remove(crate), float(live.mesh().area.sum())
    (16.0, None, 16.0)
    """

    def __init__(self, scene, **options):
        scene = as_scene(scene, axis_of(options))
        self._level, self._up = _plumb.LiveLevel.of_scene(scene._scene, _options.texts("bake", options)), scene.up
        self._obstacles = set()

    def add(self, obstacle):
        """Adds a Scene, a path, or (vertices, faces), in the units and axes of the level. Returns its number. Raises InputError, and OptionError for a Scene with another axis up."""
        obstacle = as_scene(obstacle, self._up)
        if obstacle.up != self._up:
            raise OptionError(f"the obstacle has {obstacle.up} up, and the level {self._up}; make it with up={self._up!r}", "bad_option")
        number = self._level.add_obstacle(obstacle._scene)
        self._obstacles.add(number)
        return number

    def remove(self, number):
        """Removes an obstacle. Raises KeyError if there is none of that number."""
        self._obstacles.remove(number)
        self._do({"remove": int(number)})

    def __contains__(self, number):
        return number in self._obstacles
