// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/lower_envelope.h"

#include <algorithm>
#include <iterator>

namespace plumb::kernel {
namespace {

using Envelope = std::vector<EnvelopeStretch>;

void append(Envelope& out, const mpq_class& from, const mpq_class& to, const Linear& distance,
            std::vector<std::uint32_t> ids) {
  if (from >= to) return;
  if (!out.empty() && out.back().range.to == from && out.back().distance == distance && out.back().ids == ids)
    out.back().range.to = to;
  else out.push_back({{from, to}, distance, std::move(ids)});
}

// The lower of two stretches between from and to, where both are.
void append_lower(Envelope& out, const mpq_class& from, const mpq_class& to, const EnvelopeStretch& a,
                  const EnvelopeStretch& b) {
  const Linear above = b.distance - a.distance;
  const int first = sgn(above(from)), last = sgn(above(to));
  if (first == 0 && last == 0) {
    std::vector<std::uint32_t> both;
    std::ranges::set_union(a.ids, b.ids, std::back_inserter(both));
    append(out, from, to, a.distance, std::move(both));
  } else if (first * last < 0) {
    const mpq_class crossing = -above.at / above.slope;
    const EnvelopeStretch &before = first > 0 ? a : b, &after = first > 0 ? b : a;
    append(out, from, crossing, before.distance, before.ids);
    append(out, crossing, to, after.distance, after.ids);
  } else {
    const EnvelopeStretch& lower = first + last > 0 ? a : b;
    append(out, from, to, lower.distance, lower.ids);
  }
}

Envelope lower(const Envelope& a, const Envelope& b) {
  std::vector<mpq_class> stops;
  for (const Envelope* e : {&a, &b})
    for (const EnvelopeStretch& s : *e) {
      stops.push_back(s.range.from);
      stops.push_back(s.range.to);
    }
  std::ranges::sort(stops);
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  Envelope out;
  std::size_t i = 0, j = 0;
  for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
    const mpq_class &from = stops[k], &to = stops[k + 1];
    while (i < a.size() && a[i].range.to <= from) ++i;
    while (j < b.size() && b[j].range.to <= from) ++j;
    const bool in_a = i < a.size() && a[i].range.from <= from, in_b = j < b.size() && b[j].range.from <= from;
    if (in_a && in_b) append_lower(out, from, to, a[i], b[j]);
    else if (in_a) append(out, from, to, a[i].distance, a[i].ids);
    else if (in_b) append(out, from, to, b[j].distance, b[j].ids);
  }
  return out;
}

}  // namespace

std::vector<EnvelopeStretch> lower_envelope(std::span<const LinearPiece> pieces) {
  if (pieces.empty()) return {};
  if (pieces.size() == 1) return {{pieces[0].range, pieces[0].distance, {pieces[0].id}}};
  const std::size_t half = pieces.size() / 2;
  return lower(lower_envelope(pieces.first(half)), lower_envelope(pieces.subspan(half)));
}

}  // namespace plumb::kernel
