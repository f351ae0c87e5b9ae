// SPDX-License-Identifier: LGPL-3.0-or-later
#include "navmesh_state.h"

#include <algorithm>
#include <utility>

#include "plumb/pipeline/json.h"

namespace plumb {
namespace {

// How the bake of a navmesh cut its cells; a file by hand may say nothing.
kernel::Decomposition decomposition_of(const pipeline::NavMeshInfo& info) {
  try {
    const auto document = pipeline::JsonDocument::parse(info.options);
    const auto word = document.root().is_object() ? document.root().find("decomposition") : std::nullopt;
    if (word && word->is_text())
      return pipeline::value_of<kernel::Decomposition>(word->text()).value_or(kernel::Decomposition::bounded);
  } catch (const pipeline::JsonError&) {}
  return kernel::Decomposition::bounded;
}

}  // namespace

std::optional<pipeline::Error> Navmesh::State::unfit(const pipeline::NavMesh& mesh, pipeline::ErrorCode code,
                                                     const char* file) {
  if (!pipeline::is_valid(mesh)) return pipeline::Error{code, "this is no valid navmesh; see is_valid()", file, 0};
  if (const auto why = pipeline::unfit_for_updates(mesh))
    return pipeline::Error{code, *why + "; name a navmesh that plumb has baked", file, 0};
  return std::nullopt;
}

Navmesh::State::State(pipeline::NavMesh mesh) : info_(mesh.info), base_(std::move(mesh)) {
  plain_.emplace(base_);
  changed(true);
}

void Navmesh::State::changed(bool renews) {
  current_.store(false, std::memory_order_release);
  present_.reset();
  if (renews) slots_ = std::make_unique<Slot[]>(info_.stances.size());
}

void Navmesh::State::catch_up() const {
  if (current_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  if (current_.load(std::memory_order_relaxed)) return;
  query_ = updated_ ? &updated_->query() : &*plain_;
  mesh_ = updated_ ? &updated_->mesh() : &base_;
  current_.store(true, std::memory_order_release);
}

const pipeline::SurfaceQuery& Navmesh::State::places(int stance) const {
  const pipeline::NavQuery& now = query();
  pipeline::require_stance(info_, stance);
  Slot& slot = slots_[static_cast<std::size_t>(stance) - 1];
  std::call_once(slot.once, [&] { slot.places.emplace(now, stance); });
  return *slot.places;
}

const pipeline::NavMesh& Navmesh::State::data() const {
  if (!updated_) return base_;
  const std::lock_guard lock(mutex_);
  if (!present_) present_ = updated_->updates().mesh();
  return *present_;
}

pipeline::UpdatedQuery& Navmesh::State::updates() {
  if (updated_) return *updated_;
  std::vector<int> prepared;
  for (int s = 1; s <= static_cast<int>(info_.stances.size()); ++s)
    if (plain_->is_prepared(s)) prepared.push_back(s);
  plain_.reset();
  updated_.emplace(std::exchange(base_, {}), decomposition_of(info_));
  changed(true);
  for (const int s : prepared) updated_->query().prepare(s);
  return *updated_;
}

void Navmesh::State::prepare_paths(int stance) {
  (updated_ ? updated_->query() : *plain_).prepare(stance);
  changed();
}

std::optional<pipeline::Error> Navmesh::State::follow(pipeline::NavMesh mesh) {
  if (auto error = unfit(mesh, pipeline::ErrorCode::bad_scene, "")) return error;
  if (mesh.info.stances != info_.stances || mesh.info.up != info_.up)
    return pipeline::bad_option("the navmesh has other stances or axes; make another Navmesh of it");
  info_ = mesh.info;
  updates().set_base(std::move(mesh));
  changed(true);
  return std::nullopt;
}

}  // namespace plumb
