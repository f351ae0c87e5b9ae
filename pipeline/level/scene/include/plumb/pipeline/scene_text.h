// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// A scene as the text of an .obj file, in the axes of its input: a `v` for each point, with all digits, and an `f` for
/// each face. Read with Numbers::decimal and the scene's `up`, it is the same points and faces; so it is what a
/// certificate can be of, where the level was no .obj file. Names are left out. Error: out_of_range where a coordinate
/// is a fraction that no decimal is.
Result<std::string> scene_text(const Scene& scene);

/// Whether a certificate of this scene is of its scene_text(), since the checker cannot read the scene. It is of the
/// file itself if that is an .obj whose digest is known (ImportOptions::digest) and of which nothing was left out.
bool is_certified_as_text(const Scene& scene);

/// What a certificate calls the level that it is of: digest and size of the file, or of the text, and how the checker
/// has to take its numbers.
struct CertifiedLevel {
  std::string sha256;
  std::uint64_t bytes = 0;
  Numbers numbers = Numbers::decimal;
  std::string origin = {};  ///< of a text whose file's digest is known: "file SHA256 BYTES numbers WORD"
};
/// Errors: those of scene_text().
Result<CertifiedLevel> certified_level(const Scene& scene);

}  // namespace plumb::pipeline
