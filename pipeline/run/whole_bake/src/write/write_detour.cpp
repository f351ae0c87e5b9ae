// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/lowest_terms.h"
#include "write/rounded_mesh.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> write_detour(Baked& b, Format format, Output& out, std::optional<mpq_class> tile) {
  if (const auto error = LowestTerms()("--tile", tile).refused()) return error;
  if (tile && *tile <= b.options.weld)
    return bad_option("tiles of Format::mset have to be wider than 0 and the reach of welds; set WriteSettings::tile");
  auto made = format == Format::bin ? make_detour(b.mesh(), b.options.threads)
                                    : make_detour_set(b.mesh(), tile, b.options.threads);
  if (!made) return made.error();
  out.write(made->bytes);
  const DetourFacts& facts = made->facts;
  // Far from the origin cells are wider than 16 bits need over the level, or over a tile.
  if (sgn(facts.coarse_cell) > 0) warn_of_numbers(b, format, facts.coarse_cell.get_d(), made->conforming);
  b.report.detour.insert_or_assign(text_of(format), std::move(made->facts));
  b.report.conforming.insert_or_assign(text_of(format), made->conforming);
  return std::nullopt;
}

}  // namespace

std::optional<Error> writers::write_bin(Baked& b, Output& out, const WriteSettings&, Progress&) {
  return write_detour(b, Format::bin, out, std::nullopt);
}

std::optional<Error> writers::write_mset(Baked& b, Output& out, const WriteSettings& settings, Progress&) {
  return write_detour(b, Format::mset, out, settings.tile);
}

}  // namespace plumb::pipeline
