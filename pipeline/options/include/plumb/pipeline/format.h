// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <string>

#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a bake can be written as (docs/reference/exports.md, docs/reference/bake.md).
enum class Format { json, obj, glb, svg, bin, mset, tres, csv, cert, mtl, report };

/// The words of formats are what file names end in. mtl, the materials of an obj, and the report, which is JSON too,
/// are no outputs of their own on the command line.
constexpr std::array<Word<Format>, 9> words_of(Format) {
  return {{{".json", Format::json},
           {".obj", Format::obj},
           {".glb", Format::glb},
           {".svg", Format::svg},
           {".bin", Format::bin},
           {".mset", Format::mset},
           {".tres", Format::tres},
           {".csv", Format::csv},
           {".cert", Format::cert}}};
}

/// By the extension.
std::optional<Format> format_of(const std::string& file);
/// ".json, .obj, ... or .cert", for messages.
std::string formats_text();

}  // namespace plumb::pipeline
