// SPDX-License-Identifier: GPL-3.0-or-later
#include "join_links.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace plumb::pipeline {
namespace {

using Link = NavMesh::OneWayLink;

auto order(const Link& l) { return std::tie(l.a, l.b, l.kind, l.stance, l.on_a, l.on_b); }

// Whether p, q and r lie on one line in space, q between the others.
bool straight(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  std::array<mpq_class, 3> d, e;
  for (std::size_t k = 0; k < 3; ++k) d[k] = q[k] - p[k], e[k] = r[k] - q[k];
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t m = (k + 1) % 3;
    if (!kernel::formulas::parallel(d[k], d[m], e[k], e[m])) return false;
  }
  return kernel::formulas::dot(d, e) > 0;
}

// Of links between the same cells, of one kind and stance: those that begin where another ends, and go straight on at
// both ends, become one with it.
void join_straight(std::vector<Link>& links) {
  using Start = std::tuple<NavMesh::CellIndex, NavMesh::CellIndex, OneWayKind, kernel::Label, ExactPoint, ExactPoint>;
  const auto start_of = [](const Link& l, std::size_t end) {
    return Start{l.a, l.b, l.kind, l.stance, l.on_a[end], l.on_b[end]};
  };
  std::multimap<Start, std::size_t> starts;
  for (std::size_t i = 0; i < links.size(); ++i) starts.emplace(start_of(links[i], 0), i);
  std::vector<bool> gone(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (gone[i]) continue;
    for (bool grown = true; grown;) {
      grown = false;
      const auto [first, last] = starts.equal_range(start_of(links[i], 1));
      for (auto at = first; at != last && !grown; ++at) {
        const std::size_t k = at->second;
        if (k == i || gone[k] || !straight(links[i].on_a[0], links[i].on_a[1], links[k].on_a[1]) ||
            !straight(links[i].on_b[0], links[i].on_b[1], links[k].on_b[1]))
          continue;
        links[i].on_a[1] = links[k].on_a[1];
        links[i].on_b[1] = links[k].on_b[1];
        gone[k] = grown = true;
      }
    }
  }
  std::size_t at = 0;
  std::erase_if(links, [&](const Link&) { return gone[at++]; });
}

// Of a leap and one that leads back from where it lands to where it begins, the one from the lower cell stays.
void join_ways_back(std::vector<Link>& links) {
  const auto back = [](const Link& l) {
    return std::tuple(l.b, l.a, l.kind, l.stance, std::array{l.on_b[1], l.on_b[0]}, std::array{l.on_a[1], l.on_a[0]});
  };
  const auto find = [&](const auto& wanted) {
    const auto at =
        std::lower_bound(links.begin(), links.end(), wanted, [](const Link& l, const auto& w) { return order(l) < w; });
    return at != links.end() && order(*at) == wanted ? at : links.end();
  };
  for (Link& l : links) {
    if (l.kind != OneWayKind::leap) continue;
    const auto wanted = back(l);
    l.both_ways = find(wanted) != links.end();
  }
  std::erase_if(links, [](const Link& l) { return l.both_ways && l.a > l.b; });
}

}  // namespace

std::vector<Link> joined_links(std::vector<Link> links) {
  const auto sort = [&] { std::ranges::sort(links, [](const Link& l, const Link& m) { return order(l) < order(m); }); };
  sort();
  join_straight(links);
  sort();
  join_ways_back(links);
  return links;
}

}  // namespace plumb::pipeline
