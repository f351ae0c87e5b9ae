# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of plumb, which may run in a thread: nothing here touches Blender's data."""
import time
from typing import NamedTuple

import numpy as np

from .problems import Problem, by_object, plumb_or_problem


class Baked(NamedTuple):
    """stances: their names, lowest first. areas: plumb.Area by verdict. polygons: points and lists of corners by verdict. warnings: texts."""
    stances: list
    areas: dict
    polygons: dict
    warnings: list
    seconds: float


class Audited(NamedTuple):
    """audit: the plumb.Audit. missing, excess: lists of plumb.Region."""
    audit: object
    stance: str
    missing: list
    excess: list
    seconds: float


def bake_level(level, options, progress):
    plumb = plumb_or_problem()
    begin = time.monotonic()
    bake = made_bake(plumb, level, options, progress)
    areas, warnings = bake.area, bake.warnings  # before the .obj is made, which adds warnings about itself
    return Baked(list(bake.stances), areas, polygons_by_verdict(bake.bytes("obj").decode()), warnings, time.monotonic() - begin)


def audit_level(level, options, navmesh, audit_options, progress):
    plumb = plumb_or_problem()
    begin = time.monotonic()
    bake = made_bake(plumb, level, options, lambda share, stage: progress(share / 2, stage))
    audit = plumb.audit(bake, (navmesh.points, navmesh.lists()), progress=lambda share, stage: progress((1 + share) / 2, stage), **audit_options)
    stance = audit_options.get("stance", next(iter(bake.stances)))
    return Audited(audit, stance, audit.missing_regions(), audit.excess_regions(), time.monotonic() - begin)


def made_bake(plumb, level, options, progress):
    try:
        return plumb.bake(plumb.Scene(level.vertices, level.faces, up="z", name="level"), progress=progress, **options)
    except plumb.InputError as error:
        raise Problem(by_object(error, level)) from error


def polygons_by_verdict(text):
    """The polygons of an .obj file of plumb, in which each verdict is a group: points, of which each is in some polygon, and lists of corners. Rounded to binary32, as Blender
    does, these polygons still have the neighbours that they ought to have (docs/reference/exports.md)."""
    points, groups, name = [], {}, ""
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "v":
            points.append(rest.split())
        elif kind == "g":
            name = rest
        elif kind == "f":
            groups.setdefault(name, []).append([int(corner) - 1 for corner in rest.split()])
    points = np.array(points, np.float64).reshape(-1, 3)
    return {name: compact(points, polygons) for name, polygons in groups.items()}


def compact(points, polygons):
    """The points that polygons have, and the polygons by their numbers."""
    used, corners = np.unique(np.concatenate(polygons), return_inverse=True)
    return points[used], [part.tolist() for part in np.split(corners, np.cumsum([len(p) for p in polygons])[:-1])]


def joined_rings(rings):
    """Rings of corners as points in binary32, each once; lists of corners; and for each list the number of its ring. Rings of which rounding leaves fewer than three corners are
    left out."""
    if not rings:
        return np.zeros((0, 3), np.float32), [], []
    points, corners = np.unique(np.concatenate(rings).astype(np.float32) + 0, axis=0, return_inverse=True)  # + 0 makes 0 of -0
    polygons, kept = [], []
    for number, ring in enumerate(np.split(corners.reshape(-1), np.cumsum([len(ring) for ring in rings])[:-1])):
        ring = ring[ring != np.roll(ring, 1)].tolist()
        if len(ring) >= 3:
            polygons.append(ring)
            kept.append(number)
    return points, polygons, kept
