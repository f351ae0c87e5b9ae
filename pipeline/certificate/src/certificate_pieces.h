// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "certificate_text.h"
#include "plumb/pipeline/export_certificate.h"

namespace plumb::pipeline {

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

}  // namespace plumb::pipeline
