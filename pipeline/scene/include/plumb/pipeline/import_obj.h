// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"

namespace plumb::pipeline {

/// How to read, and how much at most. Passing a limit is an error (too_large), never a truncation.
struct ImportOptions {
  Numbers numbers = Numbers::binary64;
  UpAxis up = UpAxis::y;
  unsigned threads = 1;                                     ///< 0: one per core. The result is the same for any count
  NodeRotation node_rotation = NodeRotation::right_angles;  ///< of a glTF
  bool digest = false;                                      ///< fill in Scene::sha256

  std::uint64_t max_vertices = 0xfffffffe;                 ///< `v` records (what a PointId can tell apart)
  std::uint64_t max_corners = 0xffffffff;                  ///< index entries of all faces together
  std::uint64_t max_face_corners = 1u << 24;               ///< index entries of one face
  std::uint64_t max_name_bytes = 4096;                     ///< one o, g or usemtl name
  std::uint64_t max_group_bytes = std::uint64_t{1} << 30;  ///< the names of all face groups together
  /// The exact coordinates, where they do not fit doubles.
  std::uint64_t max_exact_bytes = std::uint64_t{1} << 30;
  std::size_t min_chunk_bytes = std::size_t{1} << 20;  ///< text is not cut finer than that
};

/// Reads a Wavefront OBJ.
///
/// Read: `v` (three coordinates; up to five more numbers, a weight and a colour, are checked to be numbers and
/// otherwise ignored), `f` (entries a, a/b, a//c, a/b/c; only a counts, b and c must be integers or empty; negative
/// indices count back from the last vertex before the face; positive ones may name a vertex that comes later), the
/// old `fo` as `f`; `o`, `g`, `usemtl` (the name is the rest of the line, without blanks at its ends; `#`
/// is part of it). Every f record is a face, numbered from 0 in file order, kept as it is, repeated corners included.
/// Skipped: `vt vn vp s mg l p mtllib usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj ctech stech`, and
/// the attributes, curves and connectivity of free-form geometry (`cstype deg bmat step curv curv2 parm trim hole
/// scrv sp end con cdc res`), none of which has an area.
/// Refused, because skipping it would lose surfaces: `surf`, `bsp`, `bzp`, `cdp` (free-form surfaces), `call` and `csh`
/// (other files): unsupported_format. Any other keyword: syntax.
///
/// Lines end in LF or CRLF; `#` starts a comment; a backslash before the line's end joins the next line as
/// if there were a blank (not in comments); blanks are space, tab, vertical tab and form feed; a UTF-8 byte
/// order mark is allowed; the last line needs no end. A carriage return elsewhere or a zero byte: unsupported_format
/// (old Macintosh line ends; binary data).
///
/// Points: coordinates by `numbers` (kernel/number.h; -0 is 0), z up. Equal positions share an id, ids follow the
/// order of the first such `v` that a face uses, positions no face uses are left out.
///
/// Errors carry file, line and token; of several the first in the file is reported, whatever the thread count. They
/// are: cannot_open (also for a directory and anything else that is no regular file), unsupported_format,
/// syntax, missing_coordinate, bad_number, out_of_range, bad_index, too_few_vertices, no_face, too_large (also when
/// memory runs out).
/// The file is mapped, not copied; it must not shrink meanwhile. Beyond the mapping, memory is in proportion to the
/// vertices, corners and names, whatever the length of lines.
Result<Scene> import_obj(const std::string& path, const ImportOptions& options);

/// The same for a text in memory. `name` stands for the file in the scene and in messages.
Result<Scene> import_obj_text(std::string_view text, std::string name, const ImportOptions& options);

}  // namespace plumb::pipeline
