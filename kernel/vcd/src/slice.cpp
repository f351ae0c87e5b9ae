// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/slice.h"

#include <cassert>

namespace plumb::vcd {
using namespace kernel;

namespace {

// The automaton's states are the ten cases and two that no polygon ends in: nothing read, one zero and nothing else.
enum State : std::uint8_t {
  zero = static_cast<int>(PlaneCase::all_zero),
  neg = static_cast<int>(PlaneCase::all_negative),
  pos = static_cast<int>(PlaneCase::all_positive),
  one_neg = static_cast<int>(PlaneCase::one_zero_negative),
  one_pos = static_cast<int>(PlaneCase::one_zero_positive),
  many_neg = static_cast<int>(PlaneCase::multiple_zero_negative),
  many_pos = static_cast<int>(PlaneCase::multiple_zero_positive),
  two = static_cast<int>(PlaneCase::two_zero),
  one_cut = static_cast<int>(PlaneCase::one_zero_one_sign_switch),
  cut = static_cast<int>(PlaneCase::two_sign_switches),
  start,
  single,
  never,
};

// next[state][sign + 1]: on a negative, zero, positive corner. Corners come in cyclic order from anywhere, so a zero
// may be read before or after the signs that it separates.
constexpr State next[][3] = {
    /* zero     */ {many_neg, zero, many_pos},
    /* neg      */ {neg, one_neg, cut},
    /* pos      */ {cut, one_pos, pos},
    /* one_neg  */ {one_neg, many_neg, one_cut},
    /* one_pos  */ {one_cut, many_pos, one_pos},
    /* many_neg */ {many_neg, many_neg, two},
    /* many_pos */ {two, many_pos, many_pos},
    /* two      */ {two, never, two},
    /* one_cut  */ {one_cut, two, one_cut},
    /* cut      */ {cut, one_cut, cut},
    /* start    */ {neg, single, pos},
    /* single   */ {one_neg, zero, one_pos},
};

}  // namespace

PlaneCase plane_case(std::span<const Sign> signs) {
  State s = start;
  for (const Sign sign : signs) {
    s = next[s][static_cast<int>(sign) + 1];
    assert(s != never);
  }
  assert(s < start);
  return static_cast<PlaneCase>(s);
}

SliceExit slice_exit(PlaneCase c) {
  switch (c) {
    case PlaneCase::all_zero: return SliceExit::in_plane;
    case PlaneCase::all_negative:
    case PlaneCase::one_zero_negative:
    case PlaneCase::multiple_zero_negative: return SliceExit::below;
    case PlaneCase::all_positive:
    case PlaneCase::one_zero_positive:
    case PlaneCase::multiple_zero_positive: return SliceExit::above;
    case PlaneCase::two_zero:
    case PlaneCase::one_zero_one_sign_switch:
    case PlaneCase::two_sign_switches: return SliceExit::cut;
  }
  return SliceExit::cut;
}

BlockerSlices slice_blocker(ImplicitPlan& plan, const ConvexCell& blocker, std::span<const Sign> signs, LineId trace) {
  BlockerSlices out{plane_case(signs), {}, {}};
  switch (slice_exit(out.plane_case)) {
    case SliceExit::below: out.lower = blocker; break;
    case SliceExit::in_plane:
    case SliceExit::above: out.upper = blocker; break;
    case SliceExit::cut: {
      SplitCell parts = split(plan, blocker, trace, signs);
      out.lower = std::move(parts.outside);
      out.upper = std::move(parts.inside);
    }
  }
  return out;
}

}  // namespace plumb::vcd
