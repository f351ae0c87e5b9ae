// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// Another file that the page shows: the JSON of an audit, of layers, of a route or of updates, or the drawing of a
/// stage.
struct ViewDocument {
  std::string kind;  ///< "audit", "layers", "route", "update" or "stage"
  std::string file;  ///< its name, for people
  std::string json;  ///< its content; of a stage: a string with the binary glTF in base64
};

struct ViewSettings {
  std::string title;  ///< empty: the name of the scene's file
  std::uint64_t max_bytes = most_page_bytes;
};

/// What a page is made of. The level is the scene that the navmesh was made of, and `options` are those of the bake;
/// without them the page shows the navmesh alone and answers no questions about the level.
struct ViewSource {
  DerivedMesh* derived = nullptr;  ///< required
  const SceneSurfaces* level = nullptr;
  const BakeOptions* options = nullptr;  ///< required with a level
  std::vector<ViewDocument> documents = {};
};

/// Whether this library was built with the page; without esbuild and three.js it is not.
bool has_view_page();

/// Writes one page of HTML that shows the navmesh and, with a level, answers why a point can be stood on or not
/// (docs/guide/view.md). The page refers to no other file. The same source gives the same bytes.
/// `threads` >= 1 do it. Errors: unsupported_format without has_view_page(); out_of_range for coordinates beyond
/// binary32; too_large above max_bytes, with the parts that could be left out.
std::optional<Error> export_view(Output& out, const ViewSource& source, const ViewSettings& settings = {},
                                 unsigned threads = 1);

/// What all pages of this library have in common: the text before a page's title, from there to its data, and the rest.
/// The title is escaped, the data are base64.
struct PageFrame {
  std::string before_title, before_data, after_data;
};
PageFrame page_frame();

/// Whether a scene has so many points that cannot_view() should be asked.
bool may_be_too_large(const Scene& scene, std::uint64_t max_bytes);
/// What is known before a bake: too_large where the level alone makes a page larger than `max_bytes`.
std::optional<Error> cannot_view(const SceneSurfaces& level, const BakeOptions& options, std::uint64_t max_bytes);

}  // namespace plumb::pipeline
