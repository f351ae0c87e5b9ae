// SPDX-License-Identifier: GPL-3.0-or-later
#include "level_options.h"

namespace plumb::app {

void add_level_options(Command& command, pipeline::BakeArguments& a, const char* title, const char* scene) {
  command.title(title);
  add_scene(command, a, scene);
  add_agent_options(command, a);
  add_slope_options(command, a);
  add_reading_options(command, a);
  add_node_rotation(command, a);
  command.title("");
  add_threads(command, a);
}

void add_scene(Command& command, pipeline::BakeArguments& a, const char* scene) {
  command.one(scene, a.scene, "the level: .obj, .gltf, .glb, .off, .ply, .stl or .tscn",
              scene[0] == '-' ? "SCENE" : "");
}

void add_agent_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--preset", a.preset, "the agent of recast, godot, unity, quake or doom; other options override it",
              "NAME");
  command.list("--stance", a.stances, "a way to move and its headroom; repeatable, lowest first (default stand=1.8)",
               "NAME=H");
  command.one("--slope", a.slope, "steepest ground to stand on, in degrees, below 90 (default 45)", "DEGREES");
  command.one("--step", a.step, "height an agent steps over; below the lowest stance (default 0)", "HEIGHT");
}

void add_slope_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--slope-ratio", a.slope_ratio, "the same as rise over run", "P/Q");
  command.one("--slope-cos", a.slope_cos, "the same as a cosine: the height of the unit normal", "P/Q");
}

void add_reading_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--sides", a.sides, "stand on both sides of a face, or only where it faces up: both or up (default both)",
              "WORD");
  command.one("--numbers", a.numbers, "how to take coordinates: double, float or decimal (default double)", "WORD");
  command.one("--up", a.up, "the axis that points up: y or z (default y)", "AXIS");
  command.one("--solids", a.solids, "closed: nobody stands inside closed bodies; none or closed (default none)",
              "WORD");
  command.one("--bad-faces", a.bad_faces, "planar faces that cross themselves: error or drop (default error)", "WORD");
}

void add_node_rotation(Command& command, pipeline::BakeArguments& a) {
  command.one("--node-rotation", a.node_rotation,
              "nodes of a glTF turned by right angles but for rounding: right-angles takes them so, exact as they are "
              "stored (default right-angles)",
              "WORD");
}

void add_threads(Command& command, pipeline::BakeArguments& a) {
  command.one("--threads", a.threads, "the result does not depend on it (default: all cores)", "N");
}

void add_radius_options(Command& command, pipeline::BakeArguments& a) {
  add_weld_and_radius(command, a);
  add_window(command, a);
}

void add_weld_and_radius(Command& command, pipeline::BakeArguments& a) {
  command.one("--weld", a.weld, "gaps that an agent strides over, measured across (default 0)", "WIDTH");
  command.one("--radius", a.radius, "of the agent: how far it keeps from where it cannot go (default 0)", "RADIUS");
}

void add_window(Command& command, pipeline::BakeArguments& a) {
  command.one("--window", a.window, "height within which a border counts (default: step + radius * tan slope)",
              "HEIGHT");
}

void add_disc_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--disc", a.disc, "points of the polygon that stands for the agent's disc, a multiple of 4 (default 16)",
              "N");
  command.one(
      "--clearance", a.clearance,
      "with a radius, what stays: no more than the truth (inner), no less (outer), or inner with the areas of both "
      "(default inner)",
      "WORD");
}

}  // namespace plumb::app
