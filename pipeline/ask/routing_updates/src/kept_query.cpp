// SPDX-License-Identifier: LGPL-3.0-or-later
// A query that follows a navmesh which changes.
//
// Problem. A changed navmesh has other numbers: pieces stand in the place of the cell that they are of, and so all
// later cells move up. A query is to be kept current by the changed cells alone.
// 1. Kept points, cells and portals stand in hash tables by their content. follow() looks up what the next navmesh has:
//    points by their coordinates, cells by their stance and corners, portals by their cells and ends.
// 2. What is not found is added at the end, what was not asked for is gone: blocked, and left where it is.
// 3. find_origins() looks for the cell that is gone in which each new one lies, corner by corner, and for the portal
//    that is gone on which each new one lies. If there are some for all, no path has become shorter, and landmarks
//    stay.
// 4. NavQuery::follow() does the rest.
// Cost: linear look-ups. Exact: coordinates are compared as fractions. Source: ours.
#include "plumb/pipeline/kept_query.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

using CellIndex = NavMesh::CellIndex;
using PointIndex = NavMesh::PointIndex;

namespace {

constexpr std::uint32_t none = 0xffffffffu;

std::size_t mixed(std::size_t hash, std::size_t value) { return kernel::KeyHash()(hash ^ (value + (hash << 7))); }
std::size_t hash_of(const NavMesh::Cell& cell) {
  std::size_t hash = static_cast<std::size_t>(cell.stance);
  for (const NavMesh::Facet& f : cell.facets) {
    hash = mixed(hash, f.corners.size());
    for (const PointIndex p : f.corners) hash = mixed(hash, p);
  }
  return hash;
}
bool is_same(const NavMesh::Cell& a, const NavMesh::Cell& b) {
  return a.stance == b.stance &&
         std::ranges::equal(a.facets, b.facets, {}, &NavMesh::Facet::corners, &NavMesh::Facet::corners);
}
std::size_t hash_of(const NavMesh::Portal& p) {
  std::size_t hash = static_cast<std::size_t>(p.kind);
  for (const std::uint32_t part : {p.a, p.b, p.on_a[0], p.on_a[1], p.on_b[0], p.on_b[1]}) hash = mixed(hash, part);
  return hash;
}

// What is kept, by its hash; each is found once in a round.
class Table {
 public:
  void add(std::size_t hash, std::uint32_t number) { numbers_.emplace(hash, number); }
  template <class Is>
  std::uint32_t find(std::size_t hash, const Is& is) const {
    const auto [first, last] = numbers_.equal_range(hash);
    for (auto at = first; at != last; ++at)
      if (is(at->second)) return at->second;
    return none;
  }
  void erase(std::size_t hash, std::uint32_t number) {
    const auto [first, last] = numbers_.equal_range(hash);
    for (auto at = first; at != last; ++at)
      if (at->second == number) {
        numbers_.erase(at);
        return;
      }
  }

 private:
  std::unordered_multimap<std::size_t, std::uint32_t> numbers_;
};

}  // namespace

struct KeptQuery::State {
  explicit State(const NavMesh& next) { start(next); }

  void start(const NavMesh& next) {
    query.reset();
    mesh = NavMesh();
    mesh.info = next.info;
    mesh.denominator = next.denominator;
    points = cells = portals = Table();
    has_cell.clear(), has_portal.clear(), portals_of.clear();
    take(next, {});
    query.emplace(mesh);
  }

  // The navmesh without what is gone.
  NavMesh left() const {
    NavMesh out;
    out.info = mesh.info;
    out.denominator = mesh.denominator;
    out.points = mesh.points;
    std::vector<CellIndex> number(mesh.cells.size());
    for (CellIndex c = 0; c < mesh.cells.size(); ++c) {
      number[c] = static_cast<CellIndex>(out.cells.size());
      if (has_cell[c]) out.cells.push_back(mesh.cells[c]);
    }
    for (std::uint32_t k = 0; k < mesh.portals.size(); ++k) {
      if (!has_portal[k]) continue;
      NavMesh::Portal& p = out.portals.emplace_back(mesh.portals[k]);
      p.a = number[p.a], p.b = number[p.b];
    }
    std::ranges::stable_sort(out.portals, {}, [](const NavMesh::Portal& p) { return std::pair(p.a, p.b); });
    number_points(out);
    return out;
  }
  std::vector<CellIndex> renew() {
    std::vector<CellIndex> closed, number(mesh.cells.size(), none);
    CellIndex count = 0;
    for (CellIndex c = 0; c < mesh.cells.size(); ++c)
      if (has_cell[c]) {
        if (query->is_closed(c)) closed.push_back(count);
        number[c] = count++;
      }
    std::vector<kernel::Label> prepared;
    for (kernel::Label s = 1; static_cast<std::size_t>(s) <= mesh.info.stances.size(); ++s)
      if (query->is_prepared(s)) prepared.push_back(s);
    start(left());
    for (const kernel::Label s : prepared) query->prepare(s);
    for (const CellIndex c : closed) query->set_closed(c, true);
    return number;
  }

  std::vector<CellIndex> present_cells() const {
    std::vector<CellIndex> out;
    for (CellIndex c = 0; c < mesh.cells.size(); ++c)
      if (has_cell[c]) out.push_back(c);
    return out;
  }

  // Makes the navmesh hold another one in place of some cells and their portals, and notes what is gone. Returns the
  // numbers of its cells.
  std::vector<CellIndex> take(const NavMesh& next, const std::vector<CellIndex>& in_place_of) {
    replaced = {};
    const auto first_cell = static_cast<CellIndex>(mesh.cells.size());
    const auto first_portal = static_cast<std::uint32_t>(mesh.portals.size());
    std::vector<PointIndex> point(next.points.size());
    for (PointIndex i = 0; i < point.size(); ++i) {
      const ExactPoint& p = next.points[i];
      const std::size_t hash = kernel::hash_of(p);
      point[i] = points.find(hash, [&](PointIndex k) { return mesh.points[k] == p; });
      if (point[i] != none) continue;
      point[i] = static_cast<PointIndex>(mesh.points.size());
      points.add(hash, point[i]);
      mesh.points.push_back(p);
    }
    std::vector<CellIndex> number;
    std::unordered_set<std::uint32_t> found, found_portals;
    for (NavMesh::Cell cell : next.cells) {
      for (NavMesh::Facet& f : cell.facets)
        for (PointIndex& p : f.corners) p = point[p];
      const std::size_t hash = hash_of(cell);
      CellIndex c = cells.find(
          hash, [&](CellIndex k) { return k < first_cell && !found.contains(k) && is_same(mesh.cells[k], cell); });
      if (c != none) {
        found.insert(c);
        mesh.cells[c] = std::move(cell);
      } else {
        c = static_cast<CellIndex>(mesh.cells.size());
        cells.add(hash, c);
        mesh.cells.push_back(std::move(cell));
        has_cell.push_back(1);
        portals_of.emplace_back();
      }
      number.push_back(c);
    }
    for (NavMesh::Portal p : next.portals) {
      p.a = number[p.a], p.b = number[p.b];
      for (std::size_t k = 0; k < 2; ++k) p.on_a[k] = point[p.on_a[k]], p.on_b[k] = point[p.on_b[k]];
      const std::size_t hash = hash_of(p);
      const std::uint32_t known = portals.find(hash, [&](std::uint32_t k) {
        return k < first_portal && !found_portals.contains(k) && mesh.portals[k] == p;
      });
      if (known != none) {
        found_portals.insert(known);
        continue;
      }
      const auto fresh = static_cast<std::uint32_t>(mesh.portals.size());
      portals.add(hash, fresh);
      for (const CellIndex c : {p.a, p.b}) portals_of[c].push_back(fresh);
      mesh.portals.push_back(p);
      has_portal.push_back(1);
    }
    for (const CellIndex c : in_place_of) {
      for (const std::uint32_t p : portals_of[c])
        if (p < first_portal && !found_portals.contains(p) && std::exchange(has_portal[p], 0))
          replaced.portals_gone.push_back(p);
      if (!found.contains(c) && std::exchange(has_cell[c], 0)) replaced.cells_gone.push_back(c);
    }
    replaced.opens = !find_origins(first_cell, first_portal);
    for (const CellIndex c : replaced.cells_gone) {
      cells.erase(hash_of(mesh.cells[c]), c);
      mesh.cells[c].stance = kernel::blocked;
    }
    for (const std::uint32_t p : replaced.portals_gone) {
      portals.erase(hash_of(mesh.portals[p]), p);
      mesh.portals[p].stance = kernel::blocked;
    }
    return number;
  }

  bool contains(CellIndex cell, const ExactPoint& p) const { return cell_height(mesh, cell, p[0], p[1]) == p[2]; }
  // Whether each new cell lies within one that is gone, and each new portal on one that is gone or within such a cell.
  bool find_origins(CellIndex first_cell, std::uint32_t first_portal) {
    // Beyond that it takes longer than landmarks do.
    if (replaced.cells_gone.size() * (mesh.cells.size() - first_cell) > 100000) return false;
    std::map<CellIndex, CellIndex>& within = replaced.within;
    bool all = true;
    for (CellIndex c = first_cell; c < mesh.cells.size(); ++c) {
      if (mesh.cells[c].stance < kernel::least_label) continue;
      const auto holds = [&](CellIndex g) {
        return mesh.cells[g].stance >= mesh.cells[c].stance &&
               std::ranges::all_of(mesh.cells[c].facets, [&](const NavMesh::Facet& f) {
                 return std::ranges::all_of(f.corners, [&](PointIndex p) { return contains(g, mesh.points[p]); });
               });
      };
      const auto origin = std::ranges::find_if(replaced.cells_gone, holds);
      if (origin == replaced.cells_gone.end()) all = false;
      else within[c] = *origin;
    }
    if (!all) return false;
    std::map<std::pair<CellIndex, CellIndex>, std::vector<std::uint32_t>> gone;
    for (const std::uint32_t p : replaced.portals_gone)
      gone[std::minmax(mesh.portals[p].a, mesh.portals[p].b)].push_back(p);
    const auto origin = [&](CellIndex c) {
      const auto at = within.find(c);
      return at == within.end() ? c : at->second;
    };
    for (std::uint32_t p = first_portal; p < mesh.portals.size(); ++p) {
      const NavMesh::Portal& now = mesh.portals[p];
      const CellIndex a = origin(now.a), b = origin(now.b);
      if (a == b && now.kind == PortalKind::flush) continue;
      const auto lies_on = [&](std::uint32_t k) {
        const NavMesh::Portal& old = mesh.portals[k];
        const bool same = old.a == a;
        return old.stance >= now.stance && is_part(same ? old.on_a : old.on_b, same ? old.on_b : old.on_a, now);
      };
      const auto list = gone.find(std::minmax(a, b));
      if (list == gone.end() || !std::ranges::any_of(list->second, lies_on)) return false;
    }
    return true;
  }
  // Whether the sides of a portal lie on two segments, as far from each other.
  bool is_part(const std::array<PointIndex, 2>& on_a, const std::array<PointIndex, 2>& on_b,
               const NavMesh::Portal& part) const {
    const auto at = [&](PointIndex p, std::size_t k) -> const mpq_class& { return mesh.points[p][k]; };
    const auto is_on = [&](PointIndex p, const std::array<PointIndex, 2>& s) {
      const auto is_between = [&](std::size_t k) {
        return std::min(at(s[0], k), at(s[1], k)) <= at(p, k) && at(p, k) <= std::max(at(s[0], k), at(s[1], k));
      };
      return kernel::orient2d(mesh.points[s[0]], mesh.points[s[1]], mesh.points[p]) == 0 && is_between(0) &&
             is_between(1);
    };
    // Stretches of one portal run alike or against each other.
    const auto gap = [&](PointIndex p, PointIndex q, std::size_t k) -> mpq_class { return at(q, k) - at(p, k); };
    for (std::size_t i = 0; i < 2; ++i) {
      if (!is_on(part.on_a[i], on_a) || !is_on(part.on_b[i], on_b)) return false;
      for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t end = 0; end < 2; ++end)
          if (gap(part.on_a[i], part.on_b[i], k) != gap(on_a[end], on_b[end], k)) return false;
    }
    return true;
  }

  NavMesh mesh;
  std::optional<NavQuery> query;
  NavQuery::Replaced replaced;
  Table points, cells, portals;
  std::vector<char> has_cell, has_portal;  // whether it is not gone
  std::vector<std::vector<std::uint32_t>> portals_of;
};

KeptQuery::KeptQuery(const NavMesh& mesh) : state_(std::make_unique<State>(mesh)) {}
KeptQuery::~KeptQuery() = default;
KeptQuery::KeptQuery(KeptQuery&&) noexcept = default;
NavQuery& KeptQuery::query() { return *state_->query; }
NavMesh& KeptQuery::mesh() { return state_->mesh; }
std::vector<CellIndex> KeptQuery::renew() { return state_->renew(); }

std::vector<CellIndex> KeptQuery::follow(const NavMesh& next, bool is_same_floor) {
  return follow(next, state_->present_cells(), is_same_floor);
}
std::vector<CellIndex> KeptQuery::follow(const NavMesh& part, const std::vector<CellIndex>& in_place_of,
                                         bool is_same_floor) {
  std::vector<CellIndex> number = state_->take(part, in_place_of);
  if (is_same_floor) state_->replaced.opens = false;
  state_->query->follow(state_->replaced);
  return number;
}

}  // namespace plumb::pipeline
