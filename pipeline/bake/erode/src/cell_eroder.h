// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>

#include <deque>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/decompose.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {

/// The shape of the bodies of some stretches, in place of that of the clearance. Stretches that meet at an end of the
/// border are alike: lines around an end are those of one shape.
struct FineBodies {
  vcd::BodyShape shape;
  std::vector<bool> is_fine;  ///< by stretch

  const vcd::BodyShape& of(std::uint32_t stretch, const vcd::BodyShape& other) const {
    return is_fine[stretch] ? shape : other;
  }
};

/// The boxes of the bodies of all stretches of a border, in the scene's integer units.
kernel::BoxTree body_boxes(const Clearance& clearance, const FineBodies* fine);

/// The cells of some surfaces, cut, with what has been taken of each.
struct ErodedCells {
  std::vector<vcd::Cell> cells;
  std::vector<kernel::LineSource> lines;
  kernel::LineTable kept;
  std::vector<CellId> parents;              ///< by cell, what it is a part of; they ascend
  std::vector<std::uint32_t> taker_counts;  ///< by cell
  std::vector<std::uint32_t> takers;

  void clear();  ///< memory is kept
};

/// Cuts the cells of one surface after the other by the bodies of a border. Not thread-safe: one object a thread.
class CellEroder {
 public:
  /// Keeps references. `map`: with its clearance, its cells as they were. `boxes`: body_boxes(). `fine` may be null; it
  /// is left alone where the lines of a surface are not kept, since these are made again from the clearance.
  CellEroder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
             const kernel::BoxTree& boxes, const FineBodies* fine);

  /// Appends the cells of a surface.
  void erode(const SurfaceRange& range, ErodedCells& out);

  kernel::LadderCounts counts() const { return surface_.plan().counts(); }

 private:
  struct Bounds {
    double low[2], high[2];
  };
  /// A body near the surface at work, and what was made of its sections, if that is kept.
  struct Near {
    std::uint32_t stretch;
    vcd::WindowCase window;
    Bounds bounds;
    double size;  ///< of bounds
    std::optional<vcd::BodySections> sections;
  };
  struct CellPiece {
    kernel::ConvexCell cell;
    kernel::Label stance;  ///< the greatest that is left so far; 0: none
    Bounds bounds;
    boost::container::small_vector<std::uint32_t, 2> takers;
  };
  using Subset = std::vector<std::uint32_t>;  // of near_

  const vcd::BodyShape& shape(std::uint32_t stretch) const {
    return fine_ && keeps_lines_ ? fine_->of(stretch, clearance_.shape) : clearance_.shape;
  }
  CellId number(const vcd::Cell& cell) const { return static_cast<CellId>(&cell - map_.table.cells.data()); }
  void find_near(kernel::PolygonId surface);
  void copy(const vcd::Cell& cell, ErodedCells& out);
  void erode_cell(const vcd::Cell& cell, ErodedCells& out);
  kernel::ConvexCell convex(const vcd::Cell& cell);
  void erode_part(const kernel::ConvexCell& part, const Bounds& bounds, const Subset& subset, int depth);
  bool split_part(const kernel::ConvexCell& part, const Bounds& bounds, const Subset& subset, int depth);
  void cut_part(const kernel::ConvexCell& part, const Bounds& bounds, const Subset& subset);
  static bool is_apart(const CellPiece& piece, const Near& near);
  std::optional<vcd::PlanBox> left_near(std::uint32_t near, kernel::Label stance) const;
  void take_stance(std::uint32_t near, kernel::Label stance, const kernel::ConvexCell& section);
  Bounds bounds_of(const kernel::ConvexCell& cell) const;
  void emit(const CellPiece& piece);
  kernel::LineSource keep(kernel::LineId line);

  const kernel::PointTable& points_;
  const StanceMap& map_;
  const Clearance& clearance_;
  const kernel::BoxTree& boxes_;
  const FineBodies* const fine_;
  SurfacePlan surface_;

  // Of the surface at work.
  kernel::Box box_;         // around it
  std::vector<Near> near_;  // ascending by stretch
  vcd::EndLines end_lines_;
  bool keeps_sections_ = false;
  bool keeps_lines_ = false;
  kernel::ImplicitPlan kept_;  // its lines of before, and those that its cells need besides
  std::vector<bool> is_kept_;  // by number of a line of the surface's plan
  // Of the cell at work.
  const vcd::Cell* cell_ = nullptr;
  ErodedCells* out_ = nullptr;
  bool untouched_ = false;

  // Buffers.
  Subset subset_, order_;
  std::deque<std::array<Subset, 2>> halves_;  // of a part, by depth
  std::vector<double> lows_;
  std::vector<CellPiece> pieces_, next_;
  kernel::OutlineSides sides_;
  kernel::Pieces parts_;
};

}  // namespace plumb::pipeline
