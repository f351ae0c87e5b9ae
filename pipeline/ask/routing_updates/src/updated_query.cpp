// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/updated_query.h"

#include <map>
#include <set>

#include "plumb/pipeline/kept_query.h"

namespace plumb::pipeline {

// The navmesh without blocks, its query, and which of its cells an update may change.
struct UpdatedQuery::Present {
  explicit Present(const NavUpdate& updates) : kept(updates.open_mesh()) { find_pieces(updates, numbers()); }

  // Follows changes of cuts.
  void follow(const NavUpdate& updates) { find_pieces(updates, kept.follow(updates.open_mesh(), true)); }
  void renew(const NavUpdate& updates) {
    kept.renew();
    pieces.clear();
    follow(updates);
  }

  std::vector<NavMesh::CellIndex> numbers() {
    std::vector<NavMesh::CellIndex> out;
    for (NavMesh::CellIndex c = 0; c < kept.mesh().cells.size(); ++c) out.push_back(c);
    return out;
  }
  void find_pieces(const NavUpdate& updates, const std::vector<NavMesh::CellIndex>& number) {
    std::set<NavMesh::CellIndex> before;
    for (const NavUpdate::Piece& piece : pieces) before.insert(piece.cell);
    pieces = updates.pieces();
    pieces_of.clear();
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      pieces[k].cell = number[pieces[k].cell];
      before.erase(pieces[k].cell);
      for (const UpdateId id : pieces[k].updates) pieces_of[id].push_back(k);
      follow(updates, pieces[k]);
    }
    // What was a piece may be a whole cell.
    for (const NavMesh::CellIndex c : before)
      if (kept.mesh().cells[c].stance != kernel::blocked) kept.query().set_closed(c, false);
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
  std::vector<NavUpdate::Piece> pieces;
  std::map<UpdateId, std::vector<std::size_t>> pieces_of;
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
    for (const std::size_t k : at->second) present_->follow(updates_, present_->pieces[k]);
  return true;
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
