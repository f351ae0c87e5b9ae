// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"
#include "point_pool.h"

namespace plumb::pipeline {

/// A point of a pool as a corner of polygons and a place in plan (kernel::Place). Refers to the pool.
struct PoolCorner {
  PoolCorner(const PointPool& p, PointPool::Name n) : pool(&p), name(n) {
    const NearPoint near = p.near(n);
    ix = near[0];
    iy = near[1];
  }
  const mpq_class& x() const { return pool->exact(name)[0]; }
  const mpq_class& y() const { return pool->exact(name)[1]; }
  const PoolCorner& plan() const { return *this; }
  bool operator==(const PoolCorner& other) const { return pool->same(name, other.name); }

  const PointPool* pool;
  PointPool::Name name;
  kernel::Interval ix, iy;
};

/// kernel::orientation(), which takes no arithmetic where a corner appears twice.
inline int orientation(const PoolCorner& a, const PoolCorner& b, const PoolCorner& c) {
  return a.name == b.name || b.name == c.name || a.name == c.name ? 0 : kernel::turn(a, b, a, c);
}

}  // namespace plumb::pipeline
