// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/link_cells.h"
#include "plumb/pipeline/live_bake.h"
#include "plumb/pipeline/navigation.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What a bake may not have kept: a std::unique_ptr, but what takes it where it is not there throws NotThere.
template <class T>
struct Kept : std::unique_ptr<T> {
  using std::unique_ptr<T>::unique_ptr;
  using std::unique_ptr<T>::operator=;
  T& operator*() const {
    if (!*this) not_there(bad_option("the bake has kept no navmesh; set BakeSettings::mesh before it, or mesh_later"));
    return *this->get();
  }
  T* operator->() const { return &**this; }
};

/// A baked level with all that its files are made of. Its parts refer to one another, and stay where they are when it
/// is moved.
struct Baked {
  BakeOptions options;  ///< the settings, and what the scene says of its file
  std::unique_ptr<SceneSurfaces> level;
  std::unique_ptr<Navigation> navigation;
  Kept<DerivedMesh> derived;         ///< of the navmesh; without one, none
  std::unique_ptr<LinkCells> links;  ///< once a file with link polygons was asked for
  BakeReport report;                 ///< write() adds what it finds out

  /// Requires BakeSettings::mesh.
  const NavMesh& mesh() const { return derived->mesh(); }
};

/// A check of our own failed: a bug, whatever the input.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

/// The stages of a bake of files, in their order: those of a bake of a scene, and reading and writing around them.
/// Weights are about hundredths of a second on a level of 100,000 triangles, as those of all lists of stages.
std::vector<Stage> bake_stages(const BakeOptions& options);

/// Bakes a scene that is in memory (import_scene.h, scene_from_arrays.h). Several threads may bake at once.
/// Errors: bad_option (settings, and a seed point with no floor below it), bad_scene, bad_face, too_large; cancelled,
/// within a tenth of a second or so of Progress::cancelled(), but a second where one polygon has ten thousands of
/// cells. Throws InternalError if the areas of a polygon do not add up. std::bad_alloc passes.
Result<Baked> bake(Scene scene, const BakeSettings& settings, Progress& progress);
Result<Baked> bake(Scene scene, const BakeSettings& settings = {});

/// Makes the navmesh of a bake with BakeSettings::mesh_later, as `mesh` would have; does nothing if it is there.
/// Requires one of the two settings: without them it throws NotThere.
void make_mesh(Baked& baked);

/// The whole of `plumb bake`: reads the scene, bakes it, writes the files. Each file appears whole or not at all; those
/// that cannot be written are named in the report (BakeReport::not_written), and the others appear; if there is no room
/// for any, that is an error. On an error none appears (but for a failing rename, which leaves those named before it).
/// `announce` is told of the result when all files are complete and none has its name; if it returns an error, that is
/// the answer and no file appears. `refused` is told of a file that cannot hold the navmesh as soon as that is known:
/// where coordinates are out of a format's range, before the bake.
Result<BakeReport> bake(const BakeOptions& options, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce = {},
                        const std::function<void(const Error&)>& refused = {});

/// bake() of files, for a program that then asks and writes: reads the scene that the options name, or takes one, whose
/// file, numbers and axis are those of the options. Texts name settings as the command line does; files of the options
/// are not written, but reading and baking keep what they need.
Result<Baked> bake_to_ask(const BakeOptions& options, Progress& progress, std::optional<Scene> scene = {});

/// bake() of a level in which obstacles come and go. What a report says besides is not made. Errors: bad_option (also
/// Method::wedge, which bakes whole levels alone), bad_scene, bad_face, too_large.
Result<LiveBake> bake_live(Scene scene, const BakeSettings& settings = {});

}  // namespace plumb::pipeline
