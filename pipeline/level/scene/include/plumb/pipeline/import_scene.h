// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  /// What is left out, by the names of nodes, objects, groups (meshes of a glTF) and materials: in a pattern, '*'
  /// stands for any characters and '?' for one.
  std::vector<std::string> leave_out = {};
  std::optional<std::string> gltf_scene = {};  ///< which of a glTF, by its name or as "scenes[1]"; none: the default

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

/// Whether import_scene reads files of this extension: lower case, with its dot.
bool is_scene_extension(std::string_view extension);
/// ".obj, .gltf, ...", for messages.
std::string scene_extensions();

/// Reads a scene in the format of its extension: .obj (import_obj()), .gltf, .glb, .off, .ply, .stl or .tscn.
///
/// Numbers. Text (.off, .ply, .stl) holds decimals, taken by `numbers` as in an OBJ, whatever type a PLY declares.
/// Binary data holds binary32, binary64 or integers: their exact values, but rounded to binary32 by Numbers::binary32.
/// A glTF holds binary32 or integers and, as JSON, transforms of binary64. A vertex is its stored position under all
/// transforms above it, exactly; then each coordinate is rounded once, to the nearest binary64 or binary32, ties to
/// even, or kept by Numbers::decimal. One that rounds to infinity is out_of_range and names its node. But by
/// NodeRotation::right_angles, a node's rotation within 2^-20 of right angles, entry by entry of its matrix, is taken
/// for them before, since exporters round quaternions. Integers marked as normalized are fractions of the
/// specification's divisor. NaN and infinities: bad_number.
///
/// Faces are numbered from 0 in file order; a glTF's node by node, depth first, primitive by primitive. Points as
/// import_obj makes them: equal positions share an id (an STL has no other way to share one). `up` holds for every
/// format.
///
/// .off: the text form, with C, N and ST before OFF; one vertex or face a line; # starts a comment. Colours, normals
///   and texture coordinates are checked to be numbers. Refused: binary, other dimensions.
/// .ply: text, binary of either byte order; lines that end in LF, CRLF or CR. Read: x, y and z of `vertex`, in any
///   order; vertex_indices or vertex_index of `face` and of `tristrips`, where -1 begins another strip. Other
///   properties and elements are skipped.
/// .stl: text or binary, told apart by the length. Normals are ignored: the order of the corners says as much. Names of
///   solids are kept (FaceGroup::object).
/// .gltf, .glb: version 2. The nodes of the default scene, or else of the first (Scene::unread_scenes has the others),
///   or all if there is none; triangles, strips and fans, indexed or not, sparse accessors, KHR_mesh_quantization,
///   KHR_draco_mesh_compression, EXT_meshopt_compression (and KHR_meshopt_compression, of its format's version 0),
///   EXT_mesh_gpu_instancing: one copy after another. An accessor without a buffer view is zeros. A transform that
///   mirrors turns its faces over, so that fronts stay fronts. Names of nodes, meshes and materials are kept (object,
///   group, material). Buffers may be files beside the scene. Ignored: points, lines, animations, morph targets of
///   weight 0, primitives without positions (Scene::skipped_primitives), extensions that do not bear on surfaces.
///   Refused: skins, other morph targets, any other extension that the file requires.
/// .tscn: a scene of Godot 4. Meshes, CSG shapes and grids where their nodes are, with those of the scenes and the
///   models (.glb, .gltf, .obj) that it instances; docs/reference/bake.md lists them. A vertex is transformed exactly;
///   then each coordinate is the nearest binary64, or binary32, or kept (decimal). Files that it names are looked for
///   as godot_scene.h says. Everything else that has surfaces is refused by its node's name.
///
/// Not read at all: what stands beyond the counts of a header, or a member of the wrong type; that is an error.
/// Errors are those of import_obj, also for what is cut off or damaged; `line` is 0 in binary data and the JSON of
/// a glTF (its members are named instead). `threads` is for OBJ only.
Result<Scene> import_scene(const std::string& path, const ImportOptions& options);

/// The same for a file's content in memory. `name` gives the format, and where a glTF's other files are.
Result<Scene> import_scene_text(std::string_view bytes, std::string name, const ImportOptions& options);

}  // namespace plumb::pipeline
