// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

#include "plumb/pipeline/import_obj.h"

namespace plumb::pipeline {

/// Whether import_scene reads files of this extension: lower case, with its dot.
bool is_scene_extension(std::string_view extension);
/// ".obj, .gltf, ...", for messages.
std::string scene_extensions();

/// Reads a scene in the format of its extension: .obj (import_obj.h), .gltf, .glb, .off, .ply, .stl or .tscn.
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
/// and
///   texture coordinates are checked to be numbers. Refused: binary, other dimensions.
/// .ply: text, binary of either byte order; lines that end in LF, CRLF or CR. Read: x, y and z of `vertex`, in any
/// order;
///   vertex_indices or vertex_index of `face` and of `tristrips`, where -1 begins another strip. Other properties and
///   elements are skipped.
/// .stl: text or binary, told apart by the length. Normals are ignored: the order of the corners says as much. Names of
/// solids
///   are kept (FaceGroup::object).
/// .gltf, .glb: version 2. The nodes of the default scene, or all if there is none; triangles, strips and fans, indexed
/// or not,
///   sparse accessors, KHR_mesh_quantization, KHR_draco_mesh_compression, EXT_meshopt_compression (and
///   KHR_meshopt_compression, of its format's version 0), EXT_mesh_gpu_instancing: one copy after another. A transform
///   that mirrors turns its faces over, so that fronts stay fronts. Names of nodes, meshes and materials are kept
///   (object, group, material). Buffers may be files beside the scene. Ignored: points, lines, animations, morph
///   targets of weight 0, primitives without positions (Scene::skipped_primitives), extensions that do not bear on
///   surfaces. Refused: skins, other morph targets, any other extension that the file requires.
/// .tscn: a scene of Godot 4. Meshes (ArrayMesh, BoxMesh, PlaneMesh, QuadMesh, PrismMesh) and CSG boxes where their
///   nodes are, with those of scenes that it instances. A vertex is transformed exactly; then each coordinate is the
///   nearest binary64, or binary32, or kept (decimal). Files that it names are looked for as godot_scene.h says.
///   Everything else that has surfaces is refused by its node's name.
///
/// Not read at all: what stands beyond the counts of a header, or a member of the wrong type; that is an error.
/// Errors are those of import_obj, also for what is cut off or damaged; `line` is 0 in binary data and the JSON of
/// a glTF (its members are named instead). `threads` is for OBJ only.
Result<Scene> import_scene(const std::string& path, const ImportOptions& options);

/// The same for a file's content in memory. `name` gives the format, and where a glTF's other files are.
Result<Scene> import_scene_text(std::string_view bytes, std::string name, const ImportOptions& options);

}  // namespace plumb::pipeline
