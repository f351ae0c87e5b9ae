// SPDX-License-Identifier: GPL-3.0-or-later
#include "level_options.h"

namespace plumb::app {

void add_level_options(CLI::App& command, pipeline::BakeArguments& a) {
  const auto one = [&](const char* name, auto& value, const char* text, const char* type) {
    command.add_option(name, value, text)->type_name(type);
  };
  one("SCENE", a.scene, "the level: .obj, .gltf, .glb, .off, .ply or .stl", "");
  // One value each time it is given: otherwise the list would swallow the scene behind it.
  command
      .add_option("--stance", a.stances, "a way to move and its headroom; repeatable, lowest first (default stand=1.8)")
      ->allow_extra_args(false)
      ->type_name("NAME=H");
  one("--slope", a.slope, "steepest ground to stand on, in degrees, below 90 (default 45)", "DEGREES");
  one("--slope-ratio", a.slope_ratio, "the same as rise over run", "P/Q");
  one("--sides", a.sides, "stand on both sides of a face, or only where it faces up: both or up (default both)",
      "WORD");
  one("--numbers", a.numbers, "how to take coordinates: double, float or decimal (default double)", "WORD");
  one("--up", a.up, "the axis that points up: y or z (default y)", "AXIS");
  one("--step", a.step, "height an agent steps over; below the lowest stance (default 0)", "HEIGHT");
  one("--solids", a.solids, "closed: nobody stands inside closed bodies; none or closed (default none)", "WORD");
  one("--bad-faces", a.bad_faces, "planar faces that cross or touch themselves: error or drop (default error)", "WORD");
  one("--threads", a.threads, "the result does not depend on it (default: all cores)", "N");
}

}  // namespace plumb::app
