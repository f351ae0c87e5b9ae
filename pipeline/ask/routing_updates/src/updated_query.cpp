// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/updated_query.h"

#include <map>

namespace plumb::pipeline {

// The navmesh without blocks, its query, and which of its cells an update may change.
struct UpdatedQuery::Present {
  explicit Present(const NavUpdate& updates) : mesh(updates.open_mesh()), query(mesh), pieces(updates.pieces()) {
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      for (const UpdateId id : pieces[k].updates) pieces_of[id].push_back(k);
      follow(updates, pieces[k]);
    }
  }

  // Gives a cell its present state.
  void follow(const NavUpdate& updates, const NavUpdate::Piece& piece) {
    CellState state = updates.state(piece);
    query.set_closed(piece.cell, std::exchange(state.blocked_by, 0) != 0);
    std::shared_ptr<const CellState>& told = mesh.cells[piece.cell].state;
    if (mesh.cells[piece.cell].updated() == state) return;
    told = state == CellState{} ? nullptr : std::make_shared<const CellState>(std::move(state));
  }

  NavMesh mesh;
  NavQuery query;
  std::vector<NavUpdate::Piece> pieces;
  std::map<UpdateId, std::vector<std::size_t>> pieces_of;
};

UpdatedQuery::UpdatedQuery(NavMesh base, kernel::Decomposition decomposition)
    : updates_(std::move(base), decomposition) {}
UpdatedQuery::~UpdatedQuery() = default;
UpdatedQuery::UpdatedQuery(UpdatedQuery&&) noexcept = default;

Result<UpdateId> UpdatedQuery::update(UpdateArea area, Change change) {
  auto id = updates_.update(std::move(area), std::move(change));
  if (id) present_.reset();
  return id;
}

Result<UpdateId> UpdatedQuery::prepare(UpdateArea area, Change change) {
  auto id = updates_.prepare(std::move(area), std::move(change));
  if (id) present_.reset();
  return id;
}

bool UpdatedQuery::revert(UpdateId id) {
  if (!updates_.revert(id)) return false;
  present_.reset();
  return true;
}

bool UpdatedQuery::set_enabled(UpdateId id, bool enabled) {
  if (!(enabled ? updates_.enable(id) : updates_.disable(id))) return false;
  if (!present_) return true;
  if (const auto at = present_->pieces_of.find(id); at != present_->pieces_of.end())
    for (const std::size_t k : at->second) present_->follow(updates_, present_->pieces[k]);
  return true;
}

UpdatedQuery::Present& UpdatedQuery::present() {
  if (!present_) present_ = std::make_unique<Present>(updates_);
  return *present_;
}
NavQuery& UpdatedQuery::query() { return present().query; }
const NavMesh& UpdatedQuery::mesh() { return present().mesh; }

}  // namespace plumb::pipeline
