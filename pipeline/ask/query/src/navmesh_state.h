// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/navmesh.h"
#include "plumb/pipeline/surface_query.h"
#include "plumb/pipeline/threads.h"
#include "plumb/pipeline/updated_query.h"

namespace plumb {

// What a Navmesh is made of: a navmesh and its query, and from its first update on an UpdatedQuery in their place,
// which keeps both.
struct Navmesh::State {
  explicit State(pipeline::NavMesh mesh);

  // The present query, and what it is about. After a change the first thread that asks makes the query follow.
  const pipeline::NavQuery& query() const {
    catch_up();
    return *query_;
  }
  const pipeline::NavMesh& mesh() const {
    catch_up();
    return *mesh_;
  }
  // For a stance that is there.
  const pipeline::SurfaceQuery& places(int stance) const;
  const pipeline::NavMesh& data() const;

  const pipeline::NavMeshInfo& info() const { return info_; }
  pipeline::UpAxis up() const { return info_.up; }

  // What keeps a navmesh from being asked and updated.
  static std::optional<pipeline::Error> unfit(const pipeline::NavMesh& mesh, pipeline::ErrorCode code,
                                              const char* file);
  // The navmesh as one that takes updates: from now on.
  pipeline::UpdatedQuery& updates();
  bool has_updates() const { return updated_.has_value(); }
  // To be called after each change. `renews`: places and queries that were made before are no longer valid.
  void changed(bool renews = false);
  void prepare_paths(int stance);
  std::optional<pipeline::Error> follow(pipeline::NavMesh mesh);

 private:
  void catch_up() const;

  pipeline::NavMeshInfo info_;
  pipeline::NavMesh base_;
  std::optional<pipeline::NavQuery> plain_;
  mutable std::optional<pipeline::UpdatedQuery> updated_;
  mutable pipeline::Mutex mutex_;
  mutable std::atomic<bool> current_{false};
  mutable const pipeline::NavMesh* mesh_ = nullptr;
  mutable const pipeline::NavQuery* query_ = nullptr;
  struct Slot {
    std::once_flag once;
    std::optional<pipeline::SurfaceQuery> places;
  };
  mutable std::unique_ptr<Slot[]> slots_;             // by stance less 1
  mutable std::optional<pipeline::NavMesh> present_;  // of data()
};

}  // namespace plumb
