// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/updated_level.h"

namespace plumb::pipeline {
namespace {

using Kind = UpdateEntry::Kind;

// The reason why there is no update or obstacle of a number.
Error missing(const std::string& what, std::uint32_t id, std::uint32_t last, const char* taken) {
  const std::string number = std::to_string(id);
  if (id <= last) return bad_option(what + " " + number + " was " + taken + " before; name each once");
  return bad_option("there is no " + what + " " + number + "; so far there are " + std::to_string(last));
}

template <class Owner>
std::size_t count_live(const Owner& owner, bool (Owner::*is_live)(std::uint32_t) const) {
  std::size_t count = 0;
  for (std::uint32_t id = 1; id <= owner.last(); ++id) count += (owner.*is_live)(id);
  return count;
}

}  // namespace

Result<UpdatedLevel> UpdatedLevel::make(LiveBake level, kernel::Decomposition decomposition) {
  auto mesh = level.mesh();
  if (!mesh) return mesh.error();
  UpdatedLevel out(std::move(*mesh), decomposition);
  out.level_.emplace(std::move(level));
  return out;
}

std::optional<Error> UpdatedLevel::carry_out(const UpdateEntry& entry) {
  return of_obstacle(entry.kind) ? carry_out_obstacle(entry) : carry_out_update(entry);
}

std::optional<Error> UpdatedLevel::carry_out_update(const UpdateEntry& entry) {
  const auto done = [&](UpdateId id) {
    id_ = id;
    facts_ = updates_.facts();
    return std::nullopt;
  };
  if (auto error = catch_up()) return error;
  if (entry.kind == Kind::update || entry.kind == Kind::prepare) {
    const auto id = entry.kind == Kind::update ? updates_.update(entry.area, entry.change)
                                               : updates_.prepare(entry.area, entry.change);
    if (!id) return id.error();
    return done(*id);
  }
  if (!updates_.is_live(entry.id)) return missing("update", entry.id, updates_.last(), "reverted");
  const std::string update = "update " + std::to_string(entry.id);
  if (entry.kind == Kind::revert) return updates_.revert(entry.id), done(entry.id);
  if (!updates_.is_prepared(entry.id)) return bad_option(update + " was not prepared; revert it, or prepare another");
  const bool enable = entry.kind == Kind::enable;
  if (enable ? updates_.enable(entry.id) : updates_.disable(entry.id)) return done(entry.id);
  return bad_option(update + " is " + (enable ? "enabled" : "disabled") + " already; leave the entry out");
}

std::optional<Error> UpdatedLevel::carry_out_obstacle(const UpdateEntry& entry) {
  if (!level_) return bad_option("obstacles change what is baked, and this is a navmesh; give --scene and its options");
  if (entry.kind == Kind::obstacle) {
    auto id = level_->add_obstacle(*entry.obstacle);
    if (!id) return id.error();
    id_ = *id;
  } else {
    if (!level_->remove_obstacle(entry.id)) return missing("obstacle", entry.id, level_->last(), "removed");
    id_ = entry.id;
  }
  facts_ = level_->facts();
  behind_ = true;
  return std::nullopt;
}

std::optional<Error> UpdatedLevel::catch_up() {
  if (!behind_) return std::nullopt;
  auto mesh = level_->mesh();
  if (!mesh) return mesh.error();
  updates_.set_base(std::move(*mesh));
  behind_ = false;
  return std::nullopt;
}

std::size_t UpdatedLevel::live_updates() const { return count_live(updates_, &NavUpdate::is_live); }
std::size_t UpdatedLevel::live_obstacles() const { return level_ ? count_live(*level_, &LiveBake::has) : 0; }

Result<NavMesh> UpdatedLevel::mesh() {
  if (auto error = catch_up()) return *error;
  return updates_.mesh();
}

}  // namespace plumb::pipeline
