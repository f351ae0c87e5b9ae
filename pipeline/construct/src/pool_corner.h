// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"
#include "point_pool.h"

namespace plumb::pipeline {

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
inline int turn_exact(const PoolCorner& a, const PoolCorner& b, const PoolCorner& c, const PoolCorner& d) {
  const SourcePlace &p = a, &q = b, &r = c, &s = d;
  return turn_exact(p, q, r, s);
}

}  // namespace plumb::pipeline
