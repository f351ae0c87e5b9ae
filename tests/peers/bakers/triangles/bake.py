#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The naive answer: the level's own triangles that face up and are not too steep, without a look at headroom, radius or walls."""
import math
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


def is_walkable(corners, up, least):
    """Whether the unit normal is at least this far up."""
    a, b, c = corners
    u, v = [p - q for p, q in zip(b, a)], [p - q for p, q in zip(c, a)]
    normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    length = math.hypot(*normal)
    return length > 0 and normal["xyz".index(up)] >= least * length * (1 - 1e-12) and normal["xyz".index(up)] > 0


class Triangles:
    name = "triangles"

    def version(self):
        return "1"

    def default_cells(self, agent):
        return None

    def bake(self, job):
        began = time.process_time()
        texts, triangles = adapter.read_obj(job.scene)
        vertices = [tuple(map(float, v)) for v in texts]
        least = math.cos(math.radians(job.slope))
        kept = [t for t in triangles if is_walkable([vertices[i] for i in t], job.up, least)]
        if not kept:
            raise adapter.Refused("no triangle faces up")
        text = [f"v {' '.join(v)}" for v in texts] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in kept]
        (job.out / "navmesh.obj").write_text("\n".join(text) + "\n")
        return {"options": [], "processor_seconds": time.process_time() - began}


adapter.main(Triangles())
