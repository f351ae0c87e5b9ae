# SPDX-License-Identifier: LGPL-3.0-or-later
"""Shows that random_mutants.py makes each kind of change, and that a change that the tests do not notice survives."""
import collections
import concurrent.futures
import contextlib
import io

import random_mutants
from mutations import mutations

HEADER = """#pragma once
#include <string>
template <class T>
int sign(T v) {
  if (v < 0) return -1;
  return v > 0 ? 1 : 0;
}
int bits(int n);
std::string name();
int sign_of_long(long v);
"""
SOURCE = """#include "plumb/kernel/sample.h"
int bits(int n) {
  int count = 0;  // + 1
  while (n > 0) {
    ++count;
    n /= 2;
  }
  return count;
}
std::string name() {
  return std::string("a + 1") + "b";
}
int sign_of_long(long v) { return sign(v); }
"""
WEAK = "bits(0) == 0 && bits(1) == 1 && bits(8) == 4 && name() == \"a + 1b\" && sign(-5) == -1 && sign(7) == 1"
STRONG = WEAK + " && sign(0) == 0 && sign(1) == 1 && sign(-1) == -1 && sign_of_long(0) == 0"
TEST = """#include "plumb/kernel/sample.h"
int main() { return %s ? 0 : 1; }
"""
SIGN = "include/plumb/kernel/sample.h", "sign", "if (v < 0) return -1;", "if (v <= 0) return -1;", "for the numbers that are tested"

# a line, the line above, and all that it becomes
CHANGES = [
    ("  if (a < b && !c) return;", "", ["  if (a <= b && !c) return;", "  if (a < b || !c) return;", "  if (a < b && c) return;", "  if (!(a < b && !c)) return;", "  {}"]),
    ("  x += 2 * y;  // 7 < 8", "  int z;", ["  x -= 2 * y;  // 7 < 8", "  x += 2 / y;  // 7 < 8", "  x += 3 * y;  // 7 < 8", "  x += 1 * y;  // 7 < 8", "  {}  // 7 < 8"]),
    ("  return ok ? -size : f(true);", "", ["  return ok ? size : f(true);", "  return ok ? -size : f(false);"]),
    ("  if (const auto p = f(); p != nullptr) go(++i);", "", ["  if (const auto p = f(); p == nullptr) go(++i);", "  if (const auto p = f(); p != nullptr) go(--i);",
                                                             "  if (const auto p = f(); !(p != nullptr)) go(++i);", "  {}"]),
    ("  while (k <= n)", "", ["  while (k < n)", "  while (!(k <= n))"]),
    ("  std::vector<int> v(x.size());", "  f(a,", []),
    ("  assert(a < b);", "", []),
    ("  static_assert(a < 1);", "", []),
    ("  v.reserve(n);", "", []),
    ('  text += "1 < 2";', "", ['  text -= "1 < 2";', "  {}"]),
    ("  const T* p = q;", "", []),
    ("#include <a>  // 1 + 2", "", []),
    ("  return x << 1u;", "", ["  return x >> 1u;", "  return x << 2u;", "  return x << 0u;"]),
]


def judged(folder, condition):
    """The build of the sample with a test of this condition, all mutants, and the verdicts on those that compile."""
    for name, text in (("include/plumb/kernel/sample.h", HEADER), ("src/sample.cpp", SOURCE), ("tests/sample_test.cpp", TEST % condition)):
        path = folder / "sample" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        build = random_mutants.Build(folder / "sample", folder / "built", pool, [], [])
        judge = random_mutants.Judge(build, 0.5)
        mutants = random_mutants.drawn(build, 1)
        return build, mutants, list(random_mutants.judged(build, judge, pool, mutants, len(mutants)))


def summary(build, results, known):
    """What is printed of the verdicts, and the exit status."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = random_mutants.summary(build, results, known)
    return said.getvalue(), status


def self_test(folder):
    wrong = []

    def expect(what, holds):
        if not holds:
            wrong.append(what)

    for line, before, right in CHANGES:
        found = [m.after for m in mutations(line, before)]
        expect(f"'{line}' becomes {found}", found == right)
    build, mutants, results = judged(folder, STRONG)
    kinds = collections.Counter(m.mutation.kind for m, _ in results)
    expect(f"of each kind there are some: {kinds}", set(kinds) == {"operator", "constant", "condition", "statement"})
    expect("a mutant that does not end is noticed", any("(no end)" in (failed or "") for _, failed in results))
    # A declaration left out, and text less text.
    expect("mutants that do not compile are not counted", len(results) == len(mutants) - 2)
    expect("the draw depends on the seed alone", random_mutants.drawn(build, 1) == mutants != random_mutants.drawn(build, 2))
    said, status = summary(build, results, [])
    expect(f"a strong test notices all:\n{said}", status == 0 and "27 noticed" in said)
    said, status = summary(build, results, [SIGN])
    expect(f"one that is called the same and is not, is told:\n{said}", status == 1 and "NOT THE SAME PROGRAM" in said)
    build, _, results = judged(folder, WEAK)
    said, status = summary(build, results, [SIGN])
    expect(f"a weak test lets some survive:\n{said}", status == 1 and "NOT NOTICED: include/plumb/kernel/sample.h:6: return v > 0 ? 1 : 0; → return v >= 0 ? 1 : 0;" in said)
    expect(f"one that is known to be the same is told:\n{said}", "the same program: include/plumb/kernel/sample.h:5: if (v < 0) return -1; → if (v <= 0) return -1;" in said)
    for what in wrong:
        print("wrong:", what)
    print(f"{len(CHANGES)} lines and {len(mutants)} mutants of a sample, {len(wrong)} wrong")
    return 1 if wrong else 0
