# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact navigation meshes: where an agent can stand in a level, in which stance, and how other navmeshes differ from that.

>>> import plumb
>>> scene = plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z")
>>> bake = plumb.bake(scene, stances={"stand": "1.8"})
>>> bake.area["stand"].exact
Fraction(16, 1)

Lengths are in the units of the level, points in its axes; with unit="m" a length may be "40cm". Numbers may be text ("0.4", "2/5"), ints, Fractions, which are exact, or floats, which are the binary64 number that they are.
Exact numbers are returned as Fractions. Long calls release the interpreter's lock, stop on Ctrl-C, and take `progress`: a function that is called with the share that is done, 0 to 1,
and the name of the stage; if it returns False, the call ends with plumb.Cancelled. Calls that cannot be answered raise a plumb.Error.
"""
from . import _interpreter  # first
from ._plumb import version as __version__
from .agents import Agent
from .audits import Audit, Components, Region, audit, diff
from .bakes import Bake, Certificate, bake, check
from .errors import Cancelled, Error, InputError, NoRoute, OptionError, UnknownOption, Warning
from .files import audit_tiles, bake_tiles, minimise, route_on_map
from .meshes import FloatMesh, OtherMesh
from .navmeshes import Area, LiveBake, Navmesh
from .scenes import Scene

__all__ = ["Agent", "Area", "Audit", "Bake", "Cancelled", "Certificate", "Components", "Error", "FloatMesh", "InputError", "LiveBake", "Navmesh", "NoRoute", "OptionError", "OtherMesh", "Region",
           "Scene", "UnknownOption", "Warning", "__version__", "audit", "audit_tiles", "bake", "bake_tiles", "check", "diff", "minimise", "route_on_map"]
