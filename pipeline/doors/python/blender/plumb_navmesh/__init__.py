# SPDX-License-Identifier: GPL-3.0-or-later
"""Plumb in Blender: where an agent can stand in the scene, by exact arithmetic, and what a navmesh of another baker lacks or has too much.

The panel "Plumb" of the 3D viewport's sidebar has the agent's options and two buttons. It calls the module plumb of Python, which is installed apart from this add-on.
"""
import bpy

from . import operators, panel, settings

bl_info = {
    "name": "Plumb navmesh",
    "author": "The authors of Plumb",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D Viewport > Sidebar > Plumb",
    "description": "Where an agent can stand, exactly, and how a navmesh differs from that",
    "category": "Mesh",
}

CLASSES = settings.CLASSES + operators.CLASSES + panel.CLASSES


def register():
    for made in CLASSES:
        bpy.utils.register_class(made)
    bpy.types.Scene.plumb = bpy.props.PointerProperty(type=settings.PLUMB_PG_settings)


def unregister():
    del bpy.types.Scene.plumb
    for made in reversed(CLASSES):
        bpy.utils.unregister_class(made)
