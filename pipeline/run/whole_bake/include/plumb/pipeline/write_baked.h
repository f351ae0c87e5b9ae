// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <ostream>
#include <string>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// What a format has to be told besides.
struct WriteSettings {
  kernel::Label stance = 1;                 ///< that of Format::tres: 1 is the lowest
  std::string materials = "materials.mtl";  ///< what Format::obj calls the file of Format::mtl
  /// Of Format::obj, mtl, glb and tres: whether steps and welds are polygons. None: of tres alone.
  std::optional<bool> link_polygons = {};
  std::optional<mpq_class> tile = {};         ///< width of those of Format::mset, above the reach of welds; none: one
  std::uint64_t max_bytes = most_page_bytes;  ///< a larger Format::html is refused
  std::optional<std::array<double, 3>> glb_origin = {};  ///< from where a .glb is seen, z up; none: glb_origin()
};

/// Writes a baked level in one format, the same bytes for the same bake. Makes what several formats need when the first
/// asks for it, and notes in the report what this one did to the mesh; so not for two threads at once.
///
/// Errors: too_large (coordinates that are out_of_range(); Detour holds no such mesh: export_detour.h), no_face (nobody
/// can stand anywhere, so there is nothing for a .tres, .glb, .bin or .mset), bad_option (the bake has not kept what
/// the format shows, or has no such stance), out_of_range (certified_level()), cannot_write (the stream failed),
/// cancelled. Some of it may be written then.
std::optional<Error> write(Baked& baked, Format format, std::ostream& stream, const WriteSettings& settings,
                           Progress& progress);
std::optional<Error> write(Baked& baked, Format format, std::ostream& stream, const WriteSettings& settings = {});
std::optional<Error> write(Baked& baked, Format format, Output& output, const WriteSettings& settings,
                           Progress& progress);

/// A format, and the function that writes what the bake has kept in it. A program that names a writer, and no Format,
/// links what this one needs alone: for writers::glb neither Detour's writer nor those of drawings.
struct Writer {
  using Function = std::optional<Error>(Baked&, Output&, const WriteSettings&, Progress&);
  Format format;
  Function& write;
};
namespace writers {
Writer::Function write_json, write_obj, write_mtl, write_glb, write_svg, write_html, write_tres, write_bin, write_mset,
    write_csv, write_cert, write_scene, write_report;
inline constexpr Writer json{Format::json, write_json};
inline constexpr Writer obj{Format::obj, write_obj};
inline constexpr Writer mtl{Format::mtl, write_mtl};
inline constexpr Writer glb{Format::glb, write_glb};
inline constexpr Writer svg{Format::svg, write_svg};
inline constexpr Writer html{Format::html, write_html};
inline constexpr Writer tres{Format::tres, write_tres};
inline constexpr Writer bin{Format::bin, write_bin};
inline constexpr Writer mset{Format::mset, write_mset};
inline constexpr Writer csv{Format::csv, write_csv};
inline constexpr Writer cert{Format::cert, write_cert};
inline constexpr Writer scene{Format::scene, write_scene};
inline constexpr Writer report{Format::report, write_report};
}  // namespace writers
const Writer& writer_of(Format format);

/// write(), of a format that is known when the program is compiled: write(baked, writers::glb, stream).
std::optional<Error> write(Baked& baked, const Writer& writer, std::ostream& stream, const WriteSettings& settings,
                           Progress& progress);
std::optional<Error> write(Baked& baked, const Writer& writer, std::ostream& stream,
                           const WriteSettings& settings = {});
std::optional<Error> write(Baked& baked, const Writer& writer, Output& output, const WriteSettings& settings,
                           Progress& progress);

/// Why the numbers of a format do not reach as far as a coordinate: binary32 in what engines load, doubles in a
/// drawing. None if they do.
std::optional<Error> out_of_range(Format format, double coordinate);

/// What a certificate says of these options.
CertificateSettings certificate_settings(const BakeOptions& options, CertifiedLevel level);

/// The outputs of a bake's options, each aside, with the file that stands beside it (written_files()); also makes the
/// borders that a report asks for. `glb_origin`: WriteSettings::glb_origin.
void write_files(Baked& baked, OutputFiles& files, Progress& progress,
                 const std::optional<std::array<double, 3>>& glb_origin = {});
/// Its weight as a stage.
double write_weight(const BakeOptions& options);
/// What is known before the work to be too much for a format: by the options, and by the level, once it is known where
/// one may stand.
std::optional<Error> cannot_hold(const BakeOptions& options);
std::optional<Error> cannot_hold(const SceneSurfaces& level, const BakeOptions& options, Format format);

}  // namespace plumb::pipeline
