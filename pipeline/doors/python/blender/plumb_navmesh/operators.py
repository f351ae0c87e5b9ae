# SPDX-License-Identifier: GPL-3.0-or-later
"""The buttons of the panel."""
import bpy
from bpy.props import IntProperty
from bpy.types import Operator

from .compute import audit_level, bake_level
from .findings import faces_in_excess, select_faces
from .job import Job
from .level import gather, navmesh_of
from .options import audit_options, bake_options
from .problems import Problem, expected_errors, plumb_or_problem
from .results import show_audit, show_bake


class LongCall:
    """An operator in three parts: prepare() reads Blender's data and returns a call of plumb, the call computes, and show() changes Blender's data. So an error changes nothing.

    A button runs the call in a thread, and Esc cancels it. Scripts run it as it is; there Esc has no effect, since Blender handles no event meanwhile.
    """
    bl_options = {'REGISTER', 'UNDO'}

    @classmethod
    def poll(cls, context):
        if context.mode != 'OBJECT':
            cls.poll_message_set("Leave edit mode first")
            return False
        return True

    def execute(self, context):
        manager = context.window_manager
        manager.progress_begin(0, 100)
        try:
            made = self.prepare(context)(lambda share, _: manager.progress_update(100 * share))
        except expected_errors() as error:
            return self.refuse(error)
        finally:
            manager.progress_end()
        return self.show(context, made)

    def invoke(self, context, _):
        if bpy.app.background or context.window is None:
            return self.execute(context)
        try:
            self._job = Job(self.prepare(context))
        except expected_errors() as error:
            return self.refuse(error)
        if self._job.done(within=0.3):
            return self.ended(context)
        manager = context.window_manager
        manager.progress_begin(0, 100)
        self._timer = manager.event_timer_add(0.1, window=context.window)
        manager.modal_handler_add(self)
        return {'RUNNING_MODAL'}

    def modal(self, context, event):
        """Keeps all events from the scene, which must not change before the result is shown in it."""
        if event.type == 'ESC':
            self._job.cancel()
        if event.type != 'TIMER':
            return {'RUNNING_MODAL'}
        if self._job.done():
            self.stop_watching(context)
            return self.ended(context)
        context.window_manager.progress_update(100 * self._job.share)
        context.workspace.status_text_set(f"Plumb: {self._job.stage}, {self._job.share:.0%}. Esc cancels")
        return {'RUNNING_MODAL'}

    def cancel(self, context):
        """Blender calls this when it closes."""
        self._job.cancel()
        self._job.done(within=5)
        self.stop_watching(context)

    def stop_watching(self, context):
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)

    def ended(self, context):
        try:
            made = self._job.result()
        except expected_errors() as error:
            return self.refuse(error)
        return self.show(context, made)

    def refuse(self, error):
        cancelled = getattr(error, "code", "") == "cancelled"
        self.report({'INFO' if cancelled else 'ERROR'}, "Cancelled." if cancelled else str(error))
        return {'CANCELLED'}


class PLUMB_OT_bake(LongCall, Operator):
    """Find where the agent can stand, exactly, and show it in the collection Plumb"""
    bl_idname = "plumb.bake"
    bl_label = "Bake"

    def prepare(self, context):
        plumb_or_problem()
        settings = context.scene.plumb
        options = bake_options(settings)
        self._level = level = gather(context, settings.source)
        return lambda progress: bake_level(level, options, progress)

    def show(self, context, baked):
        show_bake(context.scene, baked, self._level)
        for warning in baked.warnings:
            self.report({'WARNING'}, warning)
        self.report({'INFO'}, ", ".join(f"{name} {baked.areas[name].approx:.6g}" for name in baked.stances))
        return {'FINISHED'}


class PLUMB_OT_audit(LongCall, Operator):
    """Compare a navmesh with the exact floor of all other objects, show what is missing and what is in excess, and select the navmesh's faces that have excess"""
    bl_idname = "plumb.audit"
    bl_label = "Audit"

    def prepare(self, context):
        plumb_or_problem()
        settings = context.scene.plumb
        self._navmesh = settings.navmesh or context.active_object
        if self._navmesh is None or self._navmesh.type != 'MESH':
            raise Problem("There is no navmesh to audit; choose one in the panel, or make a mesh object active.")
        options, others = bake_options(settings), audit_options(settings)
        level = gather(context, settings.source, without=self._navmesh)
        self._faces = faces = navmesh_of(context, self._navmesh)
        return lambda progress: audit_level(level, options, faces, others, progress)

    def show(self, context, audited):
        show_audit(context.scene, audited, self._navmesh)
        self.select_excess(context, faces_in_excess(self._faces, audited.excess))
        parts = audited.audit.components
        self.report({'INFO'}, f"Covered {audited.audit.coverage:.4%}, in excess {audited.audit.excess:.4%}; lost {parts.lost}, split {parts.split}, merged {parts.merged}")
        return {'FINISHED'}

    def select_excess(self, context, numbers):
        """In the mesh itself, if modifiers keep the number of polygons. Edit mode is set to faces; in another mode it would select all further faces whose points are selected."""
        mesh = self._navmesh.data
        if len(mesh.polygons) != len(self._faces.sizes):
            self.report({'WARNING'}, f"No face is selected, since modifiers of {self._navmesh.name!r} change the number of its faces.")
            numbers = ()
        select_faces(mesh, numbers)
        context.tool_settings.mesh_select_mode = (False, False, True)


class PLUMB_OT_stance_add(Operator):
    """Add a stance"""
    bl_idname = "plumb.stance_add"
    bl_label = "Add Stance"
    bl_options = {'REGISTER', 'UNDO'}

    def execute(self, context):
        stances = context.scene.plumb.stances
        names = [stance.name for stance in stances]
        free = [("stand", "1.8"), ("crouch", "1.1"), ("crawl", "0.5"), *((f"stance{k}", "") for k in range(len(names) + 1))]
        stance = stances.add()
        stance.name, stance.height = next(pair for pair in free if pair[0] not in names)
        return {'FINISHED'}


class PLUMB_OT_stance_remove(Operator):
    """Remove this stance"""
    bl_idname = "plumb.stance_remove"
    bl_label = "Remove Stance"
    bl_options = {'REGISTER', 'UNDO'}
    index: IntProperty(name="Index", min=0)

    def execute(self, context):
        stances = context.scene.plumb.stances
        if self.index >= len(stances):
            self.report({'ERROR'}, f"There is no stance of number {self.index}.")
            return {'CANCELLED'}
        stances.remove(self.index)
        return {'FINISHED'}


CLASSES = (PLUMB_OT_bake, PLUMB_OT_audit, PLUMB_OT_stance_add, PLUMB_OT_stance_remove)
