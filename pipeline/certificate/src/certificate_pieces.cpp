// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificate_pieces.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t unused = 0xffffffffu;

}  // namespace

CertificatePieces::CertificatePieces(const Certified& certified) : certified_(certified) {
  if (!certified.cleared) return;
  const Clearance& clearance = *certified.cleared->clearance;
  records_.assign(clearance.border.stretches.size(), unused);
  const std::vector<std::uint32_t>& parent = clearance.parent;
  for (CellId first = 0, last; first < parent.size(); first = last) {
    for (last = first + 1; last < parent.size() && parent[last] == parent[first]; ++last) {}
    if (last - first == 1 && clearance.takers_of(first).empty()) continue;  // left as it was
    for (CellId c = first; c < last; ++c) {
      pieces_.push_back(c);
      for (const std::uint32_t stretch : clearance.takers_of(c)) records_[stretch] = 0;
    }
  }
  std::uint32_t count = 0;
  for (std::uint32_t& record : records_)
    if (record != unused) record = count++;
}

std::span<const CellId> CertificatePieces::of(CellId last) {
  const std::size_t from = next_;
  while (next_ < pieces_.size() && certified_.cleared->clearance->parent[pieces_[next_]] < last) ++next_;
  return std::span(pieces_).subspan(from, next_ - from);
}

// A stretch runs clockwise around its cells; here its ends ascend.
std::size_t CertificatePieces::append_borders(CertificateText& out) const {
  std::size_t count = 0;
  const Border& border = certified_.cleared->clearance->border;
  const mpz_class& unit = certified_.scene.points.denominator();
  const auto place = [&](std::uint32_t end) {
    const auto& [x, y, w] = border.ends[end].plan;
    std::array<mpq_class, 2> p{mpq_class(x, w * unit), mpq_class(y, w * unit)};
    for (mpq_class& v : p) v.canonicalize();
    return p;
  };
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    if (records_[i] == unused) continue;
    ++count;
    const BorderStretch& s = border.stretches[i];
    auto from = place(s.from), to = place(s.to);
    const auto along = border.cells_of(s);
    std::vector<CellId> cells(along.begin(), along.end());
    if (to < from) {
      std::swap(from, to);
      std::ranges::reverse(cells);
    }
    out.record("border").word(s.lowest).word(s.highest).word(from[0]).word(from[1]).word(to[0]).word(to[1]).word(":");
    for (const CellId c : cells) out.word(c);
    out.end();
  }
  return count;
}

}  // namespace plumb::pipeline
