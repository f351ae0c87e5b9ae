// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "certificate_pieces.h"
#include "certificate_text.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {

/// A surface's records in a certificate (docs/reference/certificate.md). Not thread-safe: one object a thread.
class CertificateSurface {
 public:
  /// Keeps references.
  CertificateSurface(const Certified& certified, const CertificatePieces& pieces);

  /// Writes the records of a surface whose cells, pieces of cells and obstruction edges these are.
  void append(std::span<const vcd::Cell> cells, std::span<const CellId> pieces,
              std::span<const vcd::Obstruction> obstructions, CertificateText& out);

 private:
  using End = std::array<mpq_class, 2>;
  struct Stretch {
    kernel::Label may_cross = 0;
    End from, to;
  };

  void enter(kernel::PolygonId surface);
  void number_edges(kernel::PolygonId surface);
  std::size_t first_corner(kernel::PolygonId surface) const;
  std::uint32_t& number_of(kernel::LineId line);
  void append_lines(std::span<const kernel::LineSource> clockwise, CertificateText& out);
  void append_line(kernel::LineId line, CertificateText& out);
  std::size_t append_cells(std::span<const vcd::Cell> cells, CertificateText& out);
  void append_pieces(std::span<const CellId> pieces, std::size_t first_line, CertificateText& out);
  void append_walls(std::span<const vcd::Obstruction> obstructions, CertificateText& out);
  void set_stretch(const vcd::Obstruction& obstruction, Stretch& stretch);
  void set_end(const vcd::Obstruction& obstruction, const kernel::LineSource& across, End& end);
  void set_end(const kernel::PlanIntegers& place, End& end);
  void append_stretch(kernel::PolygonId wall, const Stretch& stretch, CertificateText& out);

  const Scene& scene_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  const StanceMap* cleared_;
  const CertificatePieces& pieces_;
  SurfacePlan surface_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> numbers_;     // by the representative of a line; `unnumbered`: none yet
  std::vector<std::uint32_t> cell_lines_;  // of all cells, then of all pieces, one after another: numbers
  std::vector<std::uint32_t> order_;       // of obstruction edges, by wall
  std::vector<Stretch> stretches_;         // of one wall
  kernel::PlanIntegers origin_;
  mpz_class a_, b_, c_, divisor_;
};

}  // namespace plumb::pipeline
