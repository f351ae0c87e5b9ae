// SPDX-License-Identifier: GPL-3.0-or-later
#include "lines.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <tuple>
#include <unordered_map>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"

namespace plumb::partition {
namespace {

struct Corner {
  std::array<double, 3> low;
  std::array<bool, 3> exact;
  const ExactPoint* point;
  std::size_t place;
};

int compare(const Corner& a, const Corner& b, int dimensions) {
  for (int k = 0; k < dimensions; ++k) {
    if (a.low[k] != b.low[k]) return a.low[k] < b.low[k] ? -1 : 1;
    if (a.exact[k] && b.exact[k]) continue;
    if (const int c = cmp((*a.point)[k], (*b.point)[k]); c != 0) return c;
  }
  return 0;
}

}  // namespace

CornerPoints number_corners(std::span<const Polygon* const> polygons, int dimensions) {
  CornerPoints out;
  std::vector<Corner> corners;
  for (const Polygon* polygon : polygons) {
    out.first.push_back(corners.size());
    for (const ExactPoint& p : *polygon) {
      Corner& c = corners.emplace_back(Corner{{}, {}, &p, corners.size()});
      for (int k = 0; k < dimensions; ++k) {
        const kernel::Interval i = kernel::interval_of(p[k]);
        c.low[k] = i.low;
        c.exact[k] = is_exact(i);
      }
    }
  }
  out.first.push_back(corners.size());
  std::ranges::sort(corners, [&](const Corner& a, const Corner& b) {
    const int c = compare(a, b, dimensions);
    return c != 0 ? c < 0 : a.place < b.place;
  });
  out.number.resize(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i == 0 || compare(corners[i - 1], corners[i], dimensions) != 0) out.point.push_back(corners[i].point);
    out.number[corners[i].place] = static_cast<PointNumber>(out.point.size() - 1);
  }
  return out;
}

std::vector<const Polygon*> addresses_of(std::span<const Polygon> polygons) {
  std::vector<const Polygon*> out;
  for (const Polygon& p : polygons) out.push_back(&p);
  return out;
}

namespace {

void combine(std::size_t& seed, mpz_srcptr n) {
  boost::hash_combine(seed, mpz_sgn(n));
  for (std::size_t i = 0; i < kernel::word_count(n); ++i)
    boost::hash_combine(seed, static_cast<std::size_t>(kernel::word_of(n, i)));
}

struct HashLine {
  std::size_t operator()(const Line& l) const {
    std::size_t seed = l.along_y;
    for (const mpq_class* q : {&l.slope, &l.offset, &l.rise, &l.height}) {
      combine(seed, q->get_num_mpz_t());
      combine(seed, q->get_den_mpz_t());
    }
    return seed;
  }
};

// Unique: fractions are in lowest terms.
Line line_through(const ExactPoint& p, const ExactPoint& q, int dimensions) {
  Line line;
  line.along_y = p[0] == q[0];
  const int t = line.along_y ? 1 : 0;
  const mpq_class length = q[t] - p[t];
  if (line.along_y) {
    line.offset = p[0];
  } else if (p[1] == q[1]) {
    line.offset = p[1];
  } else {
    line.slope = (q[1] - p[1]) / length;
    line.offset = p[1] - line.slope * p[0];
  }
  if (dimensions == 2) return line;
  if (p[2] == q[2]) {
    line.height = p[2];
  } else {
    line.rise = (q[2] - p[2]) / length;
    line.height = p[2] - line.rise * p[t];
  }
  return line;
}

}  // namespace

EdgesByLine edges_by_line(std::span<const Polygon* const> polygons, const CornerPoints& points, int dimensions) {
  EdgesByLine out;
  std::unordered_map<Line, std::uint32_t, HashLine> number_of;
  std::unordered_map<std::uint64_t, std::uint32_t> line_of;  // by ends: most edges are shared whole
  for (std::uint32_t i = 0; i < polygons.size(); ++i) {
    const std::size_t n = polygons[i]->size();
    for (std::uint32_t k = 0; k < n; ++k) {
      const PointNumber a = points.at(i, k), b = points.at(i, (k + 1) % n);
      const ExactPoint &p = *points.point[a], &q = *points.point[b];
      if (a == b || (dimensions == 3 && p[0] == q[0] && p[1] == q[1])) continue;
      const auto [from, to] = std::minmax(a, b);
      const auto [found, first_time] = line_of.try_emplace(std::uint64_t{from} << 32 | to, 0);
      if (first_time) {
        const auto [line, added] =
            number_of.try_emplace(line_through(p, q, dimensions), static_cast<std::uint32_t>(out.lines.size()));
        if (added) out.lines.push_back(line->first);
        found->second = line->second;
      }
      out.edges.push_back({found->second, from, to, a < b, i, k});
    }
  }
  std::ranges::sort(out.edges, {},
                    [](const LineEdge& e) { return std::tuple(e.line, e.from, e.to, e.polygon, e.corner); });
  return out;
}

void walk_along_lines(const EdgesByLine& sorted, const std::function<void(std::size_t)>& enter,
                      const std::function<void(std::size_t)>& leave,
                      const std::function<void(std::uint32_t, PointNumber, PointNumber)>& stretch) {
  struct Event {
    PointNumber at;
    bool enters;
    std::size_t edge;
    auto operator<=>(const Event&) const = default;
  };
  std::vector<Event> events;
  for (std::size_t begin = 0, end; begin < sorted.edges.size(); begin = end) {
    const std::uint32_t line = sorted.edges[begin].line;
    events.clear();
    for (end = begin; end < sorted.edges.size() && sorted.edges[end].line == line; ++end) {
      events.push_back({sorted.edges[end].from, true, end});
      events.push_back({sorted.edges[end].to, false, end});
    }
    std::ranges::sort(events);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (inside > 0 && events[i - 1].at < events[i].at) stretch(line, events[i - 1].at, events[i].at);
      events[i].enters ? ++inside : --inside;
      (events[i].enters ? enter : leave)(events[i].edge);
    }
  }
}

}  // namespace plumb::partition
