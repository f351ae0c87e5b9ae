// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/stable_values.h"
#include "plumb/pipeline/vertex_reader.h"
#include "spot_table.h"

namespace plumb::pipeline {

/// The points of a navmesh in the making, by names that say where they come from. Doubles around each are at hand;
/// coordinates are made exactly where a question needs them. Two names may be one point. Any thread may add names and
/// ask.
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
  /// The point of a surface over an input point, which may lie elsewhere.
  Name over_point(kernel::PolygonId surface, kernel::PointId point, const FilteredPoint& near);
  /// The point of a surface over the place where two lines meet, which the stance map keeps.
  Name corner(kernel::PolygonId surface, std::array<kernel::LineId, 2> lines, const FilteredPoint& near);
  /// Where the segment from `from` to `to` passes the line through p and q in plan.
  Name cut(Name p, Name q, Name from, Name to);
  /// Any other point.
  Name given(ExactPoint point);
  /// Gives up what names are found again by. No point is named afterwards.
  void end_naming();

  FilteredPoint near(Name name) const override;
  /// Around a point whose coordinates are at hand.
  FilteredPoint near(const ExactPoint& point) const;
  const ExactPoint& exact(Name name) const override;
  kernel::Sign turn(Name a, Name b, Name c, Name d) const override;
  void make_exact(std::span<const Name> names, unsigned threads) const override;
  /// Are they one point?
  bool same(Name a, Name b) const;
  /// Lexicographic order.
  int compare(Name a, Name b) const;

  const LinkedLevel& level() const { return level_; }
  const mpz_class& unit() const { return level_.scene.points.denominator(); }
  std::size_t size() const;

 private:
  // What a point was made from.
  enum class Kind : std::uint8_t { corner, over_point, input, cut, given };
  struct Made {
    Made(Kind k, const std::array<std::uint32_t, 4>& f, const FilteredPoint& n) : kind(k), from(f), near(n) {}
    Kind kind;
    // A corner: surface, lines. Over a point: surface, point. An input point: itself. A cut: p, q, from, to.
    std::array<std::uint32_t, 4> from;
    FilteredPoint near;
    mutable KeptValue<ExactPoint> exact;
    mutable KeptValue<kernel::PlanIntegers> plan;
  };

  std::size_t first_made() const { return level_.graph.vertices.size() + 4 * level_.graph.portals.size(); }
  Name add(Kind kind, const std::array<std::uint32_t, 4>& from, const FilteredPoint& near);
  Name add_locked(Kind kind, const std::array<std::uint32_t, 4>& from, const FilteredPoint& near);
  const Made& made(Name name) const { return made_[name - first_made()]; }
  const ExactPoint* known_exact(Name name) const;
  const ExactPoint& exact(Name name, VertexReader& reader) const;
  const kernel::PlanIntegers* known_plan(Name name) const;
  const kernel::PlanIntegers& plan(Name name) const;
  kernel::PlanIntegers make_plan(Name name) const;
  bool same_exactly(Name a, Name b) const;
  // What is known of a point by its name: the input point that it is, the surface that it lies on, the lines there that
  // meet in it.
  struct Origin {
    kernel::PointId point = kernel::no_point;
    kernel::PolygonId surface = kernel::no_polygon;
    std::array<kernel::LineId, 2> lines{kernel::no_line, kernel::no_line};
  };
  Origin origin_of(Name name) const;
  std::array<Name, 2> whole_edge(Name from, Name to) const;
  std::array<const kernel::KeptLine*, 2> kept_line(const Origin& o, std::size_t i) const;
  kernel::PointId input_point_of(const Origin& o) const;
  // Whether two points are known to be at one place in plan; and whether their surfaces are known to be at one height
  // there, if they are.
  struct Common {
    bool place = false, height = false;
  };
  Common in_common(const Origin& p, const Origin& q) const;
  Origin origin_of_cut(Name from, Name to) const;
  kernel::LineId line_number(const kernel::LineTable::Group& kept, kernel::LineId line) const;
  bool on_known_line(Name a, Name b, Name c) const;
  bool on_known_cut(Name a, Name b, Name c) const;
  FilteredPoint near_input(kernel::PointId point) const;

  LinkedLevel level_;
  std::vector<FilteredPoint> portal_near_;
  mutable LazyValues<kernel::PlanIntegers> portal_plan_;

  mutable Mutex naming_;  // whoever appends to the next three
  StableVector<Made> made_;
  std::vector<Name> input_;  // by input point, once named; none so far: no_half_edge
  using CutKey = std::array<Name, 4>;
  struct HashCut {
    std::size_t operator()(const CutKey& k) const {
      return kernel::KeyHash()(kernel::KeyHash()(kernel::pair_key(k[0], k[1])) ^ kernel::pair_key(k[2], k[3]));
    }
  };
  tsl::robin_map<CutKey, Name, HashCut> cuts_;  // by line and edge, each in either direction

  mutable Mutex making_;  // of the reader
  mutable VertexReader reader_;
};

/// Of what doubles tell less of, the exact point tells at once.
bool is_useful(const FilteredPoint& near);

/// A point of a pool as a corner of polygons. Refers to the pool.
struct PoolCorner : SourcePlace {
  PoolCorner(const PointPool& p, PointPool::Name n) : PoolCorner(p, n, p.near(n)) {}
  const PoolCorner& plan() const { return *this; }
  bool operator==(const PoolCorner& other) const {
    if (name == other.name) return true;
    return ix.high >= other.ix.low && other.ix.high >= ix.low && iy.high >= other.iy.low && other.iy.high >= iy.low &&
           pool->same(name, other.name);
  }

  const PointPool* pool;

 private:
  PoolCorner(const PointPool& p, PointPool::Name n, const FilteredPoint& near)
      : SourcePlace{&p, n, near[0], near[1]}, pool(&p) {}
};

/// As of any place of a source: without it, the kernel's, from fractions, would fit better.
inline kernel::Sign orientation_of_vectors_exact(const PoolCorner& a, const PoolCorner& b, const PoolCorner& c,
                                                 const PoolCorner& d) {
  const SourcePlace &p = a, &q = b, &r = c, &s = d;
  return orientation_of_vectors_exact(p, q, r, s);
}

/// Numbers the points of a pool by first appearance: equal points get one number, whatever their names.
class PointNumbers {
 public:
  /// Keeps references. Appends new points to `points`.
  PointNumbers(const PointPool& pool, MeshPoints& points) : pool_(pool), points_(points) {}

  MeshPoints::Index operator()(PointPool::Name name);

 private:
  static constexpr MeshPoints::Index none = 0xffffffffu;
  struct Numbered {
    PointPool::Name name;
    MeshPoints::Index number;
  };
  using Table = SpotTable<3, Numbered>;

  Table::Spots spots_of(PointPool::Name name) const;

  const PointPool& pool_;
  MeshPoints& points_;
  std::vector<MeshPoints::Index> number_of_;  // by name
  Table known_;
};

}  // namespace plumb::pipeline
