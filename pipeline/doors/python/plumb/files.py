# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs whose input and output are files: routes on flat maps, bakes in tiles and audits by them, scenes made smaller."""
import json
import os
import tempfile

from . import _options, _plumb
from .scenes import Scene


def route_on_map(map, start, end, *, progress=None, **options):
    """A way through the weighted regions of a flat map: the JSON of `plumb route MAP.json` as a dict, with Fractions.

    map: a .json of polygons (docs/guide/routes.md). start, end: (x, y). radius: of the disc. obstacles, regions: lists of files that are laid over the map. planner, spacing (`--epsilon`), search and the
    other options of `plumb route`, with _ for -. Raises NoRoute, InputError and OptionError."""
    given = {**options, "from": _options.plan_point(start), "to": _options.plan_point(end), "map": map}
    return _options.exact(_plumb.route_on_map(_options.texts("route_on_map", given), _options.told(progress)))


def bake_tiles(levels, folder, size, *, formats=("glb",), origin=None, memory=None, stance=None, progress=None, **options):
    """Bakes a level larger than memory, tile by tile, into a folder: `plumb bake LEVEL --tiles SIZE -o FOLDER/` (docs/guide/tiles.md).

    levels: a file, or several that are one level. size: the width of a tile. formats: "glb", "obj", "json", "tres", "bin", "svg", "html". origin: (x, z) with y up, a corner of a tile.
    memory: what a tile may take, "2G". stance: that of a .tres. options: those of plumb.bake, up and numbers. Returns index.json as a dict; its files are in the folder.
    Raises InputError and OptionError."""
    _plumb.bake_tiles(_options.named("levels", _options.paths, levels), _options.path(folder), _options.named("size", _options.number, size), _options.given("origin", _options.numbers, origin),
                      _options.named("memory", _options.text, memory), ["." + format.lstrip(".") for format in _options.named("formats", _options.several(_options.word), formats)],
                      _options.stance(stance), _options.texts("tiles", options), _options.told(progress))
    with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
        return json.load(file)


def audit_tiles(folder, level, mesh, *, drawings=(), progress=None, **options):
    """Judges a navmesh by the floor of a level that was baked in tiles (bake_tiles), which is not in memory as a whole: `plumb audit --store FOLDER LEVEL MESH` (docs/guide/tiles.md).

    folder, level: those of bake_tiles; of several files, one. mesh: the file of a navmesh. drawings: files to write, .obj or .glb. options: those of plumb.audit. Returns the JSON of the
    audit as a dict; `tiles` in it has the figures of each tile, and where most is missing or in excess there. Raises InputError and OptionError."""
    return json.loads(_plumb.audit_tiles(_options.path(folder), _options.path(level), _options.path(mesh), _options.named("drawings", _options.paths, drawings), _options.texts("audit", options),
                                         _options.told(progress)))


def minimise(scene, interesting, *, seconds=None, progress=None):
    """Makes a level smaller as long as interesting(scene) is true: leaves out faces, joins points, and writes shorter numbers, until no face can be left out.

    scene: a Scene or a path. interesting: is called with a smaller Scene, and always gives the same answer for the same scene; it has to be true for the whole. What it raises ends the call.
    seconds: how long it may take. Returns the smallest Scene that was found; its numbers are decimals. Raises InputError and OptionError.

    >>> import plumb
    >>> faces = [[4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3] for i in range(20)]
    >>> points = [[x + i, y, 0] for i in range(20) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    >>> len(plumb.minimise(plumb.Scene(points, faces, up="z"), lambda small: len(small) >= 3))
    3
    """
    up = scene.up if isinstance(scene, Scene) else "y"
    if not callable(interesting):
        raise TypeError(f"interesting: {_options.shown(interesting)} is no function of a Scene")
    seconds = _options.given("seconds", float, seconds)

    def made(text):
        out = Scene.__new__(Scene)
        out._scene = _plumb.Scene.from_text(text, "minimised", up)
        return out

    with tempfile.TemporaryDirectory() as folder:
        path = scene if isinstance(scene, Scene) else _options.path(scene)
        if isinstance(scene, Scene):
            path = os.path.join(folder, "whole.obj")
            with open(path, "wb") as file:
                file.write(scene.text())
        if not interesting(Scene.load(path, up=up)):
            raise ValueError("the whole scene is not interesting; give a function that is true for it")
        return made(_plumb.minimise(path, lambda text: bool(interesting(made(text))), seconds, _options.told(progress)))
