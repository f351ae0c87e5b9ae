// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/updated_query.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "plumb/pipeline/kept_query.h"

namespace plumb::pipeline {

namespace {

// What a file blocks is closed, too, so that an update may unblock it.
NavMesh opened(NavMesh mesh) {
  for (NavMesh::Cell& cell : mesh.cells) {
    CellState state = cell.updated();
    if (std::exchange(state.blocked_by, 0) != 0)
      cell.state = state == CellState{} ? nullptr : std::make_shared<const CellState>(std::move(state));
  }
  return mesh;
}

}  // namespace

// The navmesh without blocks, its query, and which of its cells an update may change.
struct UpdatedQuery::Present {
  using CellIndex = NavMesh::CellIndex;

  explicit Present(NavUpdate& updates) : kept(opened(updates.open_mesh())) { find_cells(updates); }

  // By base cell, where open_mesh() has them. `number`: by cell of that, the one that the query has; empty: the same.
  void find_cells(NavUpdate& updates, const std::vector<CellIndex>& number = {}) {
    updates.take_changed();
    cells_of.assign(updates.base().cells.size(), {});
    pieces.clear(), pieces_of.clear();
    const std::vector<NavUpdate::Piece> all = updates.pieces();
    CellIndex cell = 0, base = 0;
    const auto at = [&](CellIndex c) { return number.empty() ? c : number[c]; };
    for (const NavUpdate::Piece& p : all) {
      for (; cell < p.cell; ++cell) add(updates, {cell, base++, {}}, at(cell));
      add(updates, p, at(cell++));
      if (&p == &all.back() || (&p + 1)->base != p.base) ++base;
    }
    for (; base < cells_of.size(); ++cell) add(updates, {cell, base++, {}}, at(cell));
  }
  void set_base(NavUpdate& updates) {
    const std::vector<CellIndex> number = kept.follow(opened(updates.open_mesh()));
    find_cells(updates, number);
  }
  void add(const NavUpdate& updates, NavUpdate::Piece piece, CellIndex cell) {
    cells_of[piece.base].push_back(cell);
    piece.cell = cell;
    for (const UpdateId id : piece.updates) pieces_of[id].insert(cell);
    follow(updates, pieces[cell] = std::move(piece));
  }

  // Follows changes of cuts.
  void follow(NavUpdate& updates) {
    const std::vector<CellIndex> changed = updates.take_changed();
    if (changed.empty()) return;
    NavUpdate::Part part = updates.open_part(changed);
    part.mesh = opened(std::move(part.mesh));
    std::vector<CellIndex> before;
    for (const CellIndex base : changed)
      for (const CellIndex c : std::exchange(cells_of[base], {})) {
        before.push_back(c);
        const auto piece = pieces.find(c);
        if (piece == pieces.end()) continue;
        for (const UpdateId id : piece->second.updates) pieces_of[id].erase(c);
        pieces.erase(piece);
      }
    const std::vector<CellIndex> number = kept.follow(part.mesh, before, true);
    for (std::size_t k = 0; k < part.pieces.size(); ++k)
      if (std::ranges::binary_search(changed, part.pieces[k].base)) add(updates, part.pieces[k], number[k]);
  }
  void renew(NavUpdate& updates) {
    follow(updates);
    const std::vector<CellIndex> number = kept.renew();
    for (auto& list : cells_of)
      for (CellIndex& c : list) c = number[c];
    pieces_of.clear();
    for (auto& [c, piece] : std::exchange(pieces, {})) {
      piece.cell = number[c];
      for (const UpdateId id : piece.updates) pieces_of[id].insert(piece.cell);
      pieces[number[c]] = piece;
    }
  }

  // Gives a cell its present state.
  void follow(const NavUpdate& updates, const NavUpdate::Piece& piece) {
    CellState state = updates.state(piece);
    kept.query().set_closed(piece.cell, std::exchange(state.blocked_by, 0) != 0);
    NavMesh::Cell& cell = kept.mesh().cells[piece.cell];
    if (cell.updated() == state) return;
    cell.state = state == CellState{} ? nullptr : std::make_shared<const CellState>(std::move(state));
  }

  KeptQuery kept;
  std::vector<std::vector<CellIndex>> cells_of;  // by base cell
  std::map<CellIndex, NavUpdate::Piece> pieces;
  std::map<UpdateId, std::set<CellIndex>> pieces_of;
};

UpdatedQuery::UpdatedQuery(NavMesh base, kernel::Decomposition decomposition)
    : updates_(std::move(base), decomposition) {}
UpdatedQuery::~UpdatedQuery() = default;
UpdatedQuery::UpdatedQuery(UpdatedQuery&&) noexcept = default;

Result<UpdateId> UpdatedQuery::update(UpdateArea area, Change change) {
  auto id = updates_.update(std::move(area), std::move(change));
  if (id) behind_ = true;
  return id;
}

Result<UpdateId> UpdatedQuery::prepare(UpdateArea area, Change change) {
  auto id = updates_.prepare(std::move(area), std::move(change));
  if (id) behind_ = true;
  return id;
}

bool UpdatedQuery::revert(UpdateId id) {
  if (!updates_.revert(id)) return false;
  behind_ = true;
  return true;
}

bool UpdatedQuery::set_enabled(UpdateId id, bool enabled) {
  if (!(enabled ? updates_.enable(id) : updates_.disable(id))) return false;
  if (!present_ || behind_) return true;
  if (const auto at = present_->pieces_of.find(id); at != present_->pieces_of.end())
    for (const NavMesh::CellIndex c : at->second) present_->follow(updates_, present_->pieces.at(c));
  return true;
}

void UpdatedQuery::set_base(NavMesh base) {
  updates_.set_base(std::move(base));
  if (present_) present_->set_base(updates_);
  behind_ = false;
}

UpdatedQuery::Present& UpdatedQuery::present() {
  if (!present_) present_ = std::make_unique<Present>(updates_);
  else if (behind_) present_->follow(updates_);
  behind_ = false;
  return *present_;
}
NavQuery& UpdatedQuery::query() { return present().kept.query(); }
const NavMesh& UpdatedQuery::mesh() { return present().kept.mesh(); }
void UpdatedQuery::renew() {
  if (present_) present().renew(updates_);
}

}  // namespace plumb::pipeline
