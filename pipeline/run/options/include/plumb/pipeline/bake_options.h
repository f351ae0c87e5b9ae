// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {

/// What a bake can be written as (docs/reference/exports.md, docs/reference/bake.md).
enum class Format { json, obj, glb, svg, html, bin, mset, tres, csv, cert, mtl, scene, report };

/// The words of formats are what file names end in. mtl, the materials of an obj, scene, the text of the level that a
/// certificate is of (scene_text()), and the report, which is JSON too, are no outputs of their own on the command
/// line.
constexpr std::array<Word<Format>, 10> words_of(Format) {
  return {{{".json", Format::json},
           {".obj", Format::obj},
           {".glb", Format::glb},
           {".svg", Format::svg},
           {".html", Format::html},
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

/// What a page may have at most unless another limit is given.
inline constexpr std::uint64_t most_page_bytes = 64u << 20;

/// The arguments of `plumb bake` as text, one member for each option of the command line. An option without a value has
/// that of the agent's file, or the preset's, or the default of BakeSettings.
struct BakeArguments {
  std::string scene;
  std::vector<std::string> outputs;      ///< -o
  std::string report, certificate, csv;  ///< empty: none
  std::optional<std::string> agent;      ///< a file, or its text, which begins with '{' (docs/reference/agent.md)
  std::string agent_name;                ///< that of an agent whose file was read (with_agent())
  std::optional<std::string> preset;     ///< a name (docs/reference/presets.md)
  std::optional<std::string> unit;       ///< of the level, by which lengths with units are read
  std::vector<std::string> stances;      ///< NAME=H; empty: none given
  std::optional<std::string> slope, slope_ratio, slope_cos;
  std::optional<std::string> node_rotation, sides, up, step, weld, solids, radius, window, disc, clearance;
  std::optional<std::string> drop, drop_reach;  ///< heights and a width
  std::optional<std::string> leap;              ///< W,H
  std::vector<std::string> leave_out;           ///< patterns of names
  std::optional<std::string> gltf_scene;        ///< --scene NAME
  std::string numbers = "double", min_area = "0", bad_faces = "error", exact_digits = "1000", decomposition = "bounded",
              method = "vcd";
  std::optional<std::string> optimise;  ///< default: count; with --method wedge, none
  std::optional<std::string> wall_thickness, wall_foot, gap, min_altitude, position_bits, cluster, cone, ramp_slope,
      miter, flatten, simplify, until;       ///< of --method wedge
  std::string stages;                        ///< a folder; empty: none
  std::optional<std::string> threads;        ///< default: all cores
  std::optional<std::string> export_stance;  ///< a name; default: the lowest
  std::optional<std::string> tile;           ///< a length; default: one tile
  std::optional<std::string> max_bytes;      ///< of a page
  std::optional<std::string> fail_if;        ///< thresholds: "stand<90%,components>1"
  std::vector<std::string> seed_points;
  bool one_surface = false, link_polygons = false, no_link_polygons = false, quiet = false;
};

/// The checked options of `plumb bake`: settings and files.
struct BakeOptions : BakeSettings {
  std::string preset;  ///< its name, or empty
  std::string agent;   ///< the name that its file gives it, or empty
  LevelUnit unit;      ///< what is known of it
  std::string scene;
  bool in_memory = false;  ///< of bake(scene): texts name settings as a program does, not options
  Numbers numbers = Numbers::binary64;
  NodeRotation node_rotation = NodeRotation::right_angles;
  UpAxis up = UpAxis::y;
  std::vector<std::string> leave_out;     ///< ImportOptions::leave_out
  std::optional<std::string> gltf_scene;  ///< ImportOptions::gltf_scene
  std::vector<std::string> outputs;       ///< distinct, each of a known extension; --certificate and --csv come last
  std::string report;                     ///< empty: none
  kernel::Label export_stance = 1;        ///< that of a .tres
  std::optional<mpq_class> tile;  ///< width of those of an .mset, above 0 and the reach of welds; none: one tile
  std::uint64_t max_bytes = most_page_bytes;  ///< a larger .html is refused
  std::string stages;                         ///< a folder for meshes of the stages of Method::wedge; empty: none
  /// Whether steps and welds are polygons in an .obj, .glb or .tres. None: in a .tres alone.
  std::optional<bool> link_polygons;
  bool quiet = false;
};

/// Reads and checks every option. The error says in one line which option is wrong and what to do
/// (ErrorCode::bad_option; unsupported_format for files; cannot_open for a scene that cannot be
/// read). An option that the method does not support is refused unless it is off.
Result<BakeOptions> make_bake_options(const BakeArguments& arguments);

/// Checks options once more that may have been changed since they were made: settings, as checked() does, and the width
/// of tiles. Error: bad_option.
Result<BakeOptions> checked_options(BakeOptions options);

/// Whether an output has this format.
bool writes(const BakeOptions& options, Format format);
/// The .mtl that stands beside an .obj output.
std::string material_file(const std::string& obj_file);
/// The .scene.obj that stands beside a .cert of a scene which plumb-check does not read itself.
std::string scene_file(const std::string& cert_file);
/// The outputs with the files beside them, then the report.
std::vector<std::string> written_files(const BakeOptions& options);

/// "x,y,z", each a decimal or a fraction, as an option was given it. ErrorCode::bad_option, in one line.
Result<ExactPoint> read_point(const std::string& option, const std::string& text);

}  // namespace plumb::pipeline
