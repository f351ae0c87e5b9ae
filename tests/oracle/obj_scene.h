// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "box_tree.h"
#include "geometry.h"

namespace oracle {

/// Input that the oracle cannot judge: the message says which.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Numbers { binary64, binary32, decimal };

/// "12", "-0.5", "1e-3" or "9/5" as the rational it denotes.
mpq_class exact_number(std::string_view text);
std::string read_whole_file(const std::string& path);

struct SceneOptions {
  Numbers numbers = Numbers::binary64;
  bool y_up = true;
  bool both_sides = true;
  mpq_class tan_squared = 1;  ///< of the steepest slope that is walked
};

/// A polygon as the definitions want it: an exactly planar face whose outline is simple, or a triangle of any other.
struct Piece {
  Polygon corners;
  Point normal;
  bool traversable = false;
  bool vertical() const { return sgn(normal.z) == 0; }
};

/// A level read by the oracle's own OBJ reader. Faces are judged when first asked for.
class ObjScene {
 public:
  ObjScene(const std::string& path, const SceneOptions& options);

  std::size_t face_count() const { return face_begin_.size() - 1; }
  /// The pieces of a face; none if it was dropped.
  const std::vector<Piece>& pieces(std::uint32_t face);
  /// The projected area in doubles, for sampling only.
  double rough_area(std::uint32_t face) const;
  /// The height of the lowest point strictly above p, on any polygon that is not vertical; none if the sky is free.
  std::optional<mpq_class> clearance(const Point& p);
  /// Traversable pieces with p strictly inside, counted plane by plane; border: p stands on the edge of one of them.
  struct Floors {
    std::map<Tilt, int> count;
    bool border = false;
  };
  Floors floors_at(const Point& p);

  /// What a vertical line through p crosses of floors and walls between the heights low and high; p.z is not used.
  struct Column {
    std::vector<const Piece*> floors;  ///< traversable pieces with p strictly inside, seen from above
    struct ExactInterval {
      mpq_class low, high;  ///< heights at which the line runs within a wall
    };
    std::vector<ExactInterval> walls;
    bool border = false;  ///< the line meets a corner of a wall
  };
  Column column_at(const Point& p, const mpq_class& low, const mpq_class& high);

 private:
  void read(const std::string& text, const std::string& path);
  std::vector<Piece> judge(std::uint32_t face) const;
  void add_piece(std::vector<Piece>& pieces, Polygon corners) const;

  SceneOptions options_;
  std::vector<Point> points_;
  std::vector<std::uint32_t> face_begin_{0}, face_points_;
  std::unique_ptr<BoxTree> tree_;
  std::unordered_map<std::uint32_t, std::vector<Piece>> judged_;
};

}  // namespace oracle
