// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <charconv>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/int64.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {

/// Writes the records of a certificate: words with one space between them. No more than a piece of the text is held.
class CertificateText {
 public:
  explicit CertificateText(Output& file) : file_(file) {}

  /// Begins a record with its first word.
  CertificateText& record(std::string_view name) {
    text_ += name;
    return *this;
  }
  CertificateText& word(std::string_view text) {
    text_ += ' ';
    text_ += text;
    return *this;
  }
  CertificateText& word(std::integral auto value) {
    text_ += ' ';
    append(value);
    return *this;
  }
  CertificateText& word(const mpz_class& value) {
    text_ += ' ';
    append(value);
    return *this;
  }
  /// A fraction in lowest terms.
  CertificateText& word(const mpq_class& value) {
    word(value.get_num());
    if (value.get_den() != 1) {
      text_ += '/';
      append(value.get_den());
    }
    return *this;
  }
  void end() {
    text_ += '\n';
    if (text_.size() >= piece) flush();
  }
  /// Hands everything to the file; to be called at the end.
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t piece = 1 << 16;

  void append(std::integral auto value) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void append(const mpz_class& value) {
    if (kernel::fits_int64(value)) return append(kernel::to_int64(value));
    const std::size_t before = text_.size();
    text_.resize(before + mpz_sizeinbase(value.get_mpz_t(), 10) + 2);  // a sign and the end
    mpz_get_str(text_.data() + before, 10, value.get_mpz_t());
    text_.resize(text_.find('\0', before));
  }

  Output& file_;
  std::string text_;
};

/// What an agent's radius leaves, as a certificate tells it: pieces of the cells that are not left as they are, and the
/// stretches of border that take the rest.
class CertificatePieces {
 public:
  /// Keeps a reference. Nothing of a bake without a radius.
  explicit CertificatePieces(const Certified& certified);

  /// The next cells of the cleared map that are pieces of cells of before with numbers below `last`.
  std::span<const CellId> of(CellId last);
  std::size_t count() const { return pieces_.size(); }
  /// The record of a stretch of border that takes some piece.
  std::uint32_t record_of(std::uint32_t stretch) const { return records_[stretch]; }

  /// Writes the records of border. @return how many.
  std::size_t append_borders(CertificateText& out) const;

 private:
  const Certified& certified_;
  std::vector<CellId> pieces_;
  std::size_t next_ = 0;                // of pieces_
  std::vector<std::uint32_t> records_;  // by stretch of border
};

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
  struct WallStretch {
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
  void set_stretch(const vcd::Obstruction& obstruction, WallStretch& stretch);
  void set_end(const vcd::Obstruction& obstruction, const kernel::LineSource& across, End& end);
  void set_end(const kernel::PlanIntegers& place, End& end);
  void append_stretch(kernel::PolygonId wall, const WallStretch& stretch, CertificateText& out);

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
  std::vector<WallStretch> stretches_;     // of one wall
  kernel::PlanIntegers origin_;
  mpz_class a_, b_, c_, divisor_;
};

}  // namespace plumb::pipeline
