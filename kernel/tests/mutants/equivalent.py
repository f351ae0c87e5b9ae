# SPDX-License-Identifier: LGPL-3.0-or-later
"""Mutants of random_mutants.py that are the same program, each with the proof."""

# file; a part of the function's name; the line; the changed line; why nothing that the kernel computes is changed
EQUIVALENT = [
    ("include/plumb/kernel/interval.h", "product_of_any",
     "if (std::isnan(p + q + r + s))  // an infinity: rare. 0 * infinity is 0 here",
     "if (std::isnan(p - q + r + s))  // an infinity: rare. 0 * infinity is 0 here",
     "The condition only saves the loop, which changes nothing but numbers that are NaN; if one of them is, so is any sum of them."),
    ("include/plumb/kernel/fewest_pieces.h", "sees",
     "const auto of_chord = [&](Corner m) { return m == i || m == j ? Sign::zero : side(i, j, m); };",
     "const auto of_chord = [&](Corner m) { return m == i && m == j ? Sign::zero : side(i, j, m); };",
     "side() is exact, and so zero for an end of the chord; the condition saves the call."),
]
