// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/verdict_style.h"

// What a stage has made, for the eye: triangles and lines over one list of points, in groups.
namespace plumb::pipeline {

struct DrawnStage {
  using Index = std::uint32_t;  ///< into points

  struct Triangles {
    std::string name;
    Colour colour;
    std::vector<std::array<Index, 3>> list = {};  ///< counter-clockwise seen from above
  };
  struct Lines {
    std::string name;
    Colour colour;
    std::vector<std::array<Index, 2>> list = {};
  };
  std::string title;  ///< one line
  UpAxis up = UpAxis::y;
  std::span<const kernel::ExactPoint> points;  ///< z up, input units
  std::vector<Triangles> triangles;
  std::vector<Lines> lines;
  double lift = 0;  ///< of lines over triangles, which else would hide them, where a format can tell it apart
};

/// Wavefront OBJ: every point in its order, in the input's frame, each coordinate the double nearest to the exact one;
/// then the groups, triangles first, each with its faces or its lines. Groups without any are left out.
void export_stage_obj(Output& file, const DrawnStage& stage);
/// Binary glTF 2.0: a node and mesh a group, coloured at its vertices, unlit and double-sided; lines are lifted. y up,
/// whatever stage.up says. Coordinates are the nearest binary32, as seen from where all nodes are (export.h,
/// glb_origin()). Groups without triangles or lines are left out.
void export_stage_glb(Output& file, const DrawnStage& stage);

}  // namespace plumb::pipeline
