# SPDX-License-Identifier: GPL-3.0-or-later
"""Which faces of a navmesh have excess, and their selection in Blender."""
import numpy as np
from mathutils.bvhtree import BVHTree


def faces_in_excess(navmesh, regions):
    """The numbers of the polygons of a navmesh (Faces, in the world) that have a region of excess.

    A region is a convex piece of one triangle of one polygon, so the mean of its corners lies within it and on that polygon, up to rounding. Polygons may lie over one another, so
    all are taken that are nearer to this point than 2^-18 of the greatest coordinate; if there is none, the nearest one. Regions below the navmesh's grid do not count, as rounding
    may have made them. The cost is that of a search in a tree for each region.
    """
    middles = [region.ring.mean(axis=0) for region in regions if not region.below_grid]
    if not middles:
        return set()
    tree = BVHTree.FromPolygons(navmesh.points.tolist(), [face.tolist() for face in navmesh.lists()])
    near = float(abs(navmesh.points).max()) * 2.0**-18
    found = set()
    for middle in middles:
        hits = tree.find_nearest_range(middle, near) or [tree.find_nearest(middle)]
        found.update(int(navmesh.polygons[index]) for _, _, index, _ in hits if index is not None)
    return found


def select_faces(mesh, numbers):
    """Selects these polygons of a mesh, their edges and their points, and nothing else."""
    selected = np.zeros(len(mesh.polygons), bool)
    selected[list(numbers)] = True
    points, edges = np.zeros(len(mesh.vertices), bool), np.zeros(len(mesh.edges), bool)
    for number in numbers:
        polygon = mesh.polygons[number]
        points[list(polygon.vertices)] = True
        edges[[mesh.loops[k].edge_index for k in polygon.loop_indices]] = True
    mesh.polygons.foreach_set("select", selected)
    mesh.edges.foreach_set("select", edges)
    mesh.vertices.foreach_set("select", points)
    mesh.update()
