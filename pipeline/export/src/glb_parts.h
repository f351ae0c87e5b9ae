// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plumb/pipeline/output.h"
#include "plumb/pipeline/verdict_style.h"

// Binary glTF 2.0. tinygltf is not used: it holds the whole file three times in memory before it writes.
namespace plumb::pipeline::glb {

using Position = std::array<float, 3>;  ///< z up
using Index = std::uint32_t;
enum class Mode : std::uint8_t { lines = 1, triangles = 4 };  ///< glTF's numbers for them

/// One node, with one mesh of one primitive.
struct Part {
  std::string name;
  Mode mode;
  Colour colour;
  double lift = 0;
  std::vector<Index> points = {};   ///< positions, in the order of their first use
  std::vector<Index> indices = {};  ///< into points
};

/// The box around what a file holds, z up.
class Box {
 public:
  void add(const std::array<double, 3>& point);
  /// The place from which binary32 resolves the box best (export.h, glb_origin()).
  std::array<double, 3> origin() const;

 private:
  std::array<double, 3> low_{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high_{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

/// Collects parts over one list of positions, one part at a time.
class PartList {
 public:
  explicit PartList(std::size_t positions) : number_(positions, none) {}

  void begin(Part part) { parts_.push_back(std::move(part)); }
  void use(Index position);
  /// Ends the part. One without indices is erased, as glTF allows no empty lists.
  void end();

  const std::vector<Part>& parts() const { return parts_; }

 private:
  static constexpr Index none = 0xffffffffu;
  std::vector<Index> number_;
  std::vector<Part> parts_;
};

/// Writes the file: coloured at its vertices, unlit and double-sided, y up. Positions are relative to `origin` (z up),
/// where every node is.
void write(Output& file, std::span<const Part> parts, const std::vector<Position>& positions,
           const std::array<double, 3>& origin = {});

}  // namespace plumb::pipeline::glb
