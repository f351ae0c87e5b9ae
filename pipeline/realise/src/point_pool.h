// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "plumb/kernel/hash.h"
#include "plumb/pipeline/kept_values.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/surface_frame.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {

/// The points of a navmesh in the making, by names that say where they come from. Doubles around each are at hand;
/// coordinates are made exactly where a question needs them. Two names may be one point.
///
/// New names are not thread-safe; what there is may be asked for by any thread.
class PointPool : public PointSource {
 public:
  using Name = std::uint32_t;

  /// Keeps references: the level outlives it.
  explicit PointPool(const LinkedLevel& level);

  Name vertex(VertexRef v) const { return v; }
  /// End `end` of a step or weld portal, on_a or on_b.
  Name portal_end(std::size_t portal, bool on_b, std::size_t end) const {
    return static_cast<Name>(level_.graph.vertices.size() + 4 * portal + 2 * std::size_t{on_b} + end);
  }
  Name input_point(kernel::PointId point);
  /// The point of the frame's surface over a vertex: that of the graph where it is known to be one. Fastest
  /// when asked surface by surface.
  Name corner(SurfaceFrame& frame, kernel::VertexId vertex);
  /// Where the segment from `from` to `to` passes the line through p and q in plan.
  Name cut(Name p, Name q, Name from, Name to);

  NearPoint near(Name name) const;
  const ExactPoint& exact(Name name) const override;
  int turn(Name a, Name b, Name c, Name d) const override;
  /// In plan, in the scene's integer units, not reduced.
  const kernel::PlanIntegers& plan(Name name) const;
  /// Are they one point?
  bool same(Name a, Name b) const;
  /// Lexicographic order.
  int compare(Name a, Name b) const;
  const mpz_class& unit() const { return level_.scene.points.denominator(); }
  std::size_t size() const { return first_made() + made_.size(); }

 private:
  // What a point was made from.
  enum class Kind : std::uint8_t { corner, over_point, input, cut, given };
  struct Made {
    Kind kind;
    // A corner: surface, lines. Over a point: surface, point. An input point: itself. A cut: p, q, from, to. Given: its
    // number.
    std::array<std::uint32_t, 4> from;
    NearPoint near;
  };

  std::size_t first_made() const { return level_.graph.vertices.size() + 4 * level_.graph.portals.size(); }
  Name add(Made made);
  Name add_given(ExactPoint point);
  ExactPoint make(const Made& made) const;
  kernel::PlanIntegers make_plan(Name name) const;
  bool same_exactly(Name a, Name b) const;
  kernel::PolygonId surface_of(Name name) const;
  NearPoint near(const ExactPoint& point) const;
  NearPoint near_input(kernel::PointId point) const;
  void enter(kernel::PolygonId surface, const SurfaceFrame& frame);

  LinkedLevel level_;
  std::vector<Made> made_;
  std::deque<ExactPoint> given_;
  std::vector<NearPoint> portal_near_;
  mutable KeptValues<ExactPoint> exact_;            // of made_
  mutable KeptValues<kernel::PlanIntegers> plan_;  // of portals' ends and of made_
  std::uint32_t room_ = 0;
  mutable std::mutex making_;
  mutable VertexReader reader_;

  std::vector<Name> input_;  // by input point, once made; none so far: no_half_edge
  using CutKey = std::array<Name, 4>;
  struct HashCut {
    std::size_t operator()(const CutKey& k) const {
      return kernel::KeyHash()(kernel::KeyHash()(kernel::pair_key(k[0], k[1])) ^ kernel::pair_key(k[2], k[3]));
    }
  };
  tsl::robin_map<CutKey, Name, HashCut> cuts_;  // by line and edge, each in either direction
  // Corners of surface_ by the pair of their lines.
  kernel::PolygonId surface_ = kernel::no_polygon;
  kernel::PairMap<Name> corners_;
  std::vector<VertexRef> by_surface_;  // vertices of the graph that lines meet in
};

}  // namespace plumb::pipeline
