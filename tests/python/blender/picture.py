# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a baked level, by Cycles, which needs no graphics card."""
import os
import pathlib

import bpy
import numpy as np
from blender_levels import agent, box, clear, rectangle


def room():
    """A table, crates, and a stair to a gallery below which one crouches."""
    rectangle("floor", (0, 0), (10, 7))
    box("table", (1.5, 1, 1.25), (4, 2.5, 1.375)).modifiers.new("bevel", 'BEVEL').width = 0.03
    crate = box("crate", (0, 0, 0), (1, 1, 1))
    for place, angle in (((1, 5, 0), 0.25), ((2.5, 5.25, 0), -0.5), ((5.5, 1, 0), 0.75)):
        copy = crate.copy()
        copy.location, copy.rotation_euler.z = place, angle
        bpy.context.scene.collection.objects.link(copy)
    bpy.data.objects.remove(crate)
    box("gallery", (7.5, 0, 1.5), (10, 7, 1.625))
    stair = box("tread", (7, 5.5, 1.3), (7.5, 7, 1.45)).modifiers.new("stair", 'ARRAY')
    stair.count, stair.use_relative_offset, stair.use_constant_offset, stair.constant_offset_displace = 6, False, True, (-0.5, 0, -0.25)


def render(file):
    """With suns of no width, no reflected light and opaque materials: there is no noise then, which would make the file several times as large."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location, camera.rotation_euler, camera.data.lens = (-5.2, -10.2, 12.5), (np.radians(51.5), 0, np.radians(-37)), 48
    for material in bpy.data.materials:
        material.node_tree.nodes["Principled BSDF"].inputs["Alpha"].default_value = 1
    lights = []
    for power, angles, shadow in ((2, (0.5, 0.35, 0), True), (1.8, (0.7, -0.7, 0), False)):
        lights.append(bpy.data.objects.new("sun", bpy.data.lights.new("sun", 'SUN')))
        lights[-1].data.energy, lights[-1].data.angle, lights[-1].rotation_euler, lights[-1].data.cycles.cast_shadow = power, 0, angles, shadow
    for thing in (camera, *lights):
        scene.collection.objects.link(thing)
    scene.camera, scene.world, scene.render.film_transparent = camera, None, True
    scene.render.engine, scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.max_bounces = 'CYCLES', 'CPU', 32, False, 0
    scene.view_settings.view_transform, scene.render.dither_intensity = 'Standard', 0
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 640, 400, 100
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode, scene.render.image_settings.compression = 'PNG', 'RGBA', 100
    scene.render.filepath = str(pathlib.Path(file).resolve())
    bpy.ops.render.render(write_still=True)


def make_picture(file):
    clear()
    room()
    agent(step="0.3", radius="0.3", sides="up", solids="closed")
    bpy.ops.plumb.bake()
    render(file)
    print(f"{file}: {os.path.getsize(file)} bytes")
