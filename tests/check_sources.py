#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the house asks of every source file; prints one line per breach and fails if there is any.

  check_sources.py ROOT      check the tree
  check_sources.py --self-test   show that each rule bites
"""
import itertools
import os
import re
import sys
import tempfile

CODE = {".h", ".cpp", ".py", ".sh", ".cmake", ".in"}
CODE_NAMES = {"CMakeLists.txt", "Makefile", "run", "install-packages", "packages"}
SKIPPED = {".git", "build", "out", "corpus", "seeds", "__pycache__"}
# Under the LGPL: the kernel, the checker, and the rooms of plumb::query with its public headers.
LESSER = ("kernel/", "pipeline/prove/", "pipeline/base/support/", "pipeline/base/terms/", "pipeline/bake/navmesh/", "pipeline/run/nav_update/",
          "pipeline/ask/routing_corridor/", "pipeline/ask/routing_updates/", "pipeline/ask/query/", "pipeline/include/plumb/error.h", "pipeline/include/plumb/query.h")
LONGEST = 600
# A source of the libraries that is longer than LONG opens with its story: so many lines of comment before the first #include.
LONG, STORY = 200, 8
# A folder and the libraries whose headers it may include.
BELOW = {"kernel/vcd/": {"kernel", "vcd"}, "kernel/surface/": {"kernel", "surface"}, "kernel/plan/": {"kernel", "plan"},
         "kernel/tests/": {"kernel", "vcd", "surface", "plan"}, "kernel/examples/": {"kernel", "surface", "plan"},
         "kernel/": {"kernel"}, "partition/": {"kernel", "partition"},
         "pipeline/": {"kernel", "vcd", "surface", "plan", "partition", "pipeline"}}
C_HEADERS = {f"{name}.h" for name in "assert ctype errno float limits locale math setjmp signal stdarg stddef stdio stdlib string time wchar".split()}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]plumb/(\w+)/')
# The checker is independent: the standard library, GMP, and its own folder.
CHECKER = "pipeline/prove/"
# <unistd.h>, <fcntl.h>, <sys/stat.h>, on Windows <windows.h> and <io.h>: files are opened and read, and somebody may look at the progress.
# What is expected of generated scenes is independent of the baker: it shares words and files with other rooms, and no geometry.
GENERATOR = "pipeline/judge/generate/"
GENERATOR_MAY = {"generate.h", "scenario.h", "terms.h", "text_number.h", "result.h", "files.h", "json.h", "text.h", "int64.h"}
CHECKER_MAY = re.compile(r'^\s*#\s*include\s*(<[a-z_]+>|<gmp(?:xx)?\.h>|<(?:windows|io|unistd)\.h>|<fcntl\.h>|<sys/stat\.h>|<malloc\.h>|<sys/resource\.h>|"(?:\w+/)?\w+\.h")\s*$')
# What rounding does is bounded in one form, error_bound.h: no constant for it stands anywhere else in the libraries, but in tests.
FORM = "error_bound.h"
LIBRARIES = re.compile(r"(?!kernel/tests/)(?:kernel|partition|pipeline)/.*\.(?:h|cpp)$")
NO_CODE = re.compile(r'//.*|"(?:[^"\\]|\\.)*"|\bHint \w+\{[^}]*\}')
TOLERANCE = re.compile(r"\b0x[0-9a-f.]+p-\d+|\b\d+(?:\.\d*)?e-\d+|\b1\.0+1\d*|\b0\.(?:99|000)\d+|\bunit_roundoff|\b\w*epsilon|\b\w*EPSILON"
                       r"|\bdenorm_min|\bnextafter|\bnexttoward|\bulps?\b|\bldexp\(1(?:\.0)?, -\d", re.I)
# What compilers, standard libraries and systems do each in its own way, where it may be, and what stands for it elsewhere. The modules of Python and JavaScript are of one system each.
SYSTEMS = r"kernel/cmake/|pipeline/(?:doors/(?:python|javascript)/|base/support/src/system/|prove/memory/)|.*_(?:posix|windows|wasi|hosted|unix)\.(?:h|cpp)$|kernel/examples/"
PORTABLE = [(re.compile(SYSTEMS + "|" + homes), re.compile(words), instead) for homes, words, instead in (
    (r"kernel/include/plumb/kernel/int64\.h|pipeline/prove/base/integer\.cpp", r"\blong\b", "has 32 bits or 64: std::int64_t, or to_gmp() of int64.h"),
    (r"pipeline/(?:base/support/.*/threads\.h|prove/base/threads\.(?:h|cpp))|kernel/plan/src/weighted_area\.cpp",
     r"\bstd::(?:j?thread|async|future|promise|latch|barrier|(?:\w+_)?mutex|(?:scoped|unique|shared)_lock|condition_variable\w*|this_thread)\b|\bpthread_\w+",
     "is in threads.h alone, as a library may have no threads"),
    (r"kernel/include/plumb/kernel/cgal_config\.h|pipeline/doors/app/command\.cpp",
     r"\bstd::(?:basic_)?[io]?f(?:stream|ilebuf)\b|\bstd::filesystem\b|#\s*include <(?:fstream|filesystem|unistd\.h|fcntl\.h|dirent\.h|pthread\.h|windows\.h|sys/\w+\.h)>",
     "is for system.h, files.h and paths.h"),
    (r"kernel/src/number/elementary\.cpp|kernel/plan/src/(?:capsule_area|taut_points|cell_map)\.cpp|pipeline/(?:run/options/src/bake_settings|write/export/src/export_glb|judge/fuzz_bakers/src/(?:check_bake|agent))\.cpp",
     r"\bstd::(?:hypot|pow|exp2?|log(?:2|10)?|a?(?:sin|cos|tan)|atan2|cbrt)\(", "is another double with another library; elementary.h has what is the same"))]
# These give a part of a range back, and clang 14 takes no such part of libstdc++ 12.
PARTS = re.compile(r"\bstd::(?:ranges::(?:rotate|unique|remove(?:_if)?|(?:stable_)?partition|equal_range|search(?:_n)?|find_end|subrange)\b|(?:ranges::)?views::)")
# Two types of one name are undefined behaviour as soon as a program has both, and compilers say nothing.
TYPE = re.compile(r"(?:template <[^{}]*> )?(?:struct|class|enum(?: class)?|union) (\w+)(?: final)?(?: : [^;]*)? \{")
# Numbers made before main() get their memory from malloc, and would give it to the lists that the programs have GMP use.
STATIC_NUMBER = re.compile(r"(?:(?:const|static|inline) )+(?:\w+::)*(?:mp[zq]_class|PlanPoint|ExactPoint) \w+(?:[ ({=\[].*)?;$")
# clang-format wraps a line of a list by putting a few words alone at the margin; the item's next lines keep their indent.
WIDEST, FEW_WORDS = 120, 60
AT_MARGIN = re.compile(r"( *///?) (?=\S)(?!\d+\.? |- )")
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
SKIPPED_BY_WORDS = "SKIP_REGULAR_" + "EXPRESSION"
# Arithmetic of gmpxx gives an expression that refers to its operands; as the deduced result of a function it outlives
# those that the function made. This matches the start of a lambda or of an auto function, and its `-> type` if it has one.
IN_BRACKETS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
FUNCTION = re.compile(r"(?:(?<![\w\])])\[[^\[\]]*\]\s*(?:" + IN_BRACKETS + r")?|\bauto \w+" + IN_BRACKETS +
                      r")\s*(?:const|mutable)?\s*(->[^{;]*)?\{")
NOT_CODE = re.compile(r'R"\((?:.*?)\)"|"(?:[^"\\\n]|\\.)*"|//[^\n]*', re.S)
ARITHMETIC = re.compile(r"[-+*/%]|<<|>>")
COMPARISON = re.compile(r"[<>=!]=|&&|\|\||\?| [<>] ")


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(files):
            if os.path.splitext(name)[1] in CODE or name in CODE_NAMES:
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def closing(text, begin):
    """Where the bracket that opens at `begin` closes."""
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at
    return len(text)


def outlived_operands(text):
    """The lines on which a function of no declared type returns arithmetic on a mpz_class or mpq_class of its own."""
    text = NOT_CODE.sub(lambda m: '""' + "\n" * m[0].count("\n"), text)
    functions = [(m.end() - 1, closing(text, m.end() - 1), m) for m in FUNCTION.finditer(text)]
    for result in re.finditer(r"\breturn\b(?=([^;]*);)", text):
        around = [f for f in functions if f[0] < result.start() < f[1]]
        begin, end, start = max(around, default=(0, 0, None), key=lambda f: f[0])
        if not start or start[1]:
            continue
        whole, at = "", 0  # what is returned, without what is in brackets and what a member function makes of a number
        while at < len(result[1]):
            whole += result[1][at]
            at = closing(result[1], at) if result[1][at] in "([{" else at + 1
        whole = re.sub(r"\w+(\(\))?\.\w+|->", "", whole)
        own = {"mpz_class", "mpq_class", *re.findall(r"\bmp[zq]_class (\w+)", text[start.start():end])}
        if own & set(re.findall(r"\w+", whole)) and ARITHMETIC.search(whole) and not COMPARISON.search(whole):
            yield text.count("\n", 0, result.start()) + 1


def named_types(text):
    """The types that are defined in a namespace with a name, with their lines: "plumb::kernel::Box"."""
    space, hidden = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if opened := re.match(r"namespace ([\w:]*) ?\{", line):
            space, hidden = opened[1] or space, not opened[1]
        elif line == "}  // namespace":
            hidden = False
        elif (found := TYPE.match(line)) and not hidden:
            yield f"{space}::{found[1]}", number


def broken_comments(lines):
    """The lines of comments that are too long, or are a list's words that stand alone at the margin."""
    for number, line in enumerate(lines, 1):
        if not line.lstrip(" ").startswith("//"):
            continue
        if len(line) > WIDEST:
            yield number, f"a comment of more than {WIDEST} characters"
        found = AT_MARGIN.match(line)
        if not found or len(line) >= FEW_WORDS or not 1 < number < len(lines):
            continue
        before, after, margin = lines[number - 2], lines[number], re.escape(found[1])
        wrapped = re.match(margin + r" +\S", before) and len(before) + 1 + len(line[found.end():].split()[0]) > WIDEST
        if wrapped and re.match(margin + r" {2,}(?!- |\d+\. )\S", after):
            yield number, "a wrapped word stands at the margin, and the item's next line is indented"


def breaches_in(path, text):
    lines = text.splitlines()
    licence = "LGPL-3.0-or-later" if path.startswith(LESSER) else "GPL-3.0-or-later"
    if not any(re.search(r"SPDX-License-Identifier: " + re.escape(licence) + r"$", line) for line in lines[:2]):
        yield f"{path}:1: no line 'SPDX-License-Identifier: {licence}' at the top"
    if os.path.basename(path) in C_HEADERS and not path.startswith(".ci/"):
        yield f"{path}: the standard library has a header of this name, and finds this one where its folder is searched"
    if path.endswith(".py") and os.path.splitext(os.path.basename(path))[0] in sys.stdlib_module_names:
        yield f"{path}: has the name of a module of Python's library, which scripts beside it would get instead"
    folder = next((f for f in BELOW if path.startswith(f)), None)
    bare = [NO_CODE.sub("", line) if "//" in line or '"' in line or "Hint" in line else line for line in lines]
    # Most files have none of what is sought: it is sought in their lines where it is in the whole.
    whole, library = "\n".join(bare), bool(LIBRARIES.match(path))
    tolerances = library and not path.endswith("/" + FORM) and TOLERANCE.search(whole)
    portable = [(words, instead) for homes, words, instead in PORTABLE if library and not homes.match(path) and words.search(whole)]
    left_over = path != "tests/check_sources.py" and LEFT_OVER.search(text)
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line) if "#" in line else None
        if found and folder and found[1] not in BELOW[folder]:
            yield f"{path}:{number}: {folder} includes {found[1]}/, which lies above it"
        if path.startswith("kernel/") and "#" in line and re.match(r'\s*#\s*include\s*"[^"]*\.\./', line):
            yield f"{path}:{number}: the kernel is built alone; name headers by the folders of its targets"
        if path.startswith(CHECKER) and "#" in line and re.match(r"\s*#\s*include", line) and not CHECKER_MAY.match(line):
            yield f"{path}:{number}: the checker includes what is neither standard, POSIX, GMP nor its own"
        if path.startswith(GENERATOR) and found and os.path.basename(line.strip().strip('">')) not in GENERATOR_MAY:
            yield f"{path}:{number}: what is expected of scenes is derived without geometry from elsewhere"
        if tolerances and (found := TOLERANCE.search(bare[number - 1])):
            yield f"{path}:{number}: {found[0]} bounds an error outside of {FORM}'s form (or is a Hint)"
        for words, instead in portable:
            if found := words.search(bare[number - 1]):
                yield f"{path}:{number}: {found[0]} {instead}"
        if library and line.startswith(("const ", "static ", "inline ")) and STATIC_NUMBER.match(line):
            yield f"{path}:{number}: a number that is made before main(), and so before prepare_memory()"
        if left_over and (found := LEFT_OVER.search(line)):
            yield f"{path}:{number}: {found[0]} left over"
        if SKIPPED_BY_WORDS in line:
            yield f"{path}:{number}: a test that fails could print those words; use SKIP_RETURN_CODE"
    if path.endswith((".h", ".cpp")):
        for number, line in enumerate(bare if PARTS.search(whole) else (), 1):
            if found := PARTS.search(line):
                yield f"{path}:{number}: {found[0]} does not compile by clang 14"
        for number, wrong in broken_comments(lines):
            yield f"{path}:{number}: {wrong}"
        for number in outlived_operands(text):
            yield f"{path}:{number}: an expression of gmpxx outlives its operands; declare the type that is returned"
    if path.endswith(".cpp") and library and len(lines) > LONG:
        before = itertools.takewhile(lambda line: not line.startswith("#include"), lines[1:])
        if sum(line.startswith("// ") for line in before) < STORY:
            yield f"{path}:2: {len(lines)} lines without an opening story: the problem, the steps, the cost, the source"
    if len(lines) > LONGEST:
        yield f"{path}:{LONGEST}: longer than {LONGEST} lines"


def check(root):
    found, count, types = [], 0, {}
    for path in sources(root):
        count += 1
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        found += breaches_in(path, text)
        for name, line in named_types(text) if LIBRARIES.match(path) else ():
            if types.setdefault(name, path) != path:
                found.append(f"{path}:{line}: {types[name]} has a type {name} too")
    return count, found


def self_test():
    spdx = "// SPDX-License-Identifier: "
    cases = [
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\n", 0),
        ("kernel/src/a.cpp", spdx + "GPL-3.0-or-later\n", 1),
        ("pipeline/src/a.cpp", spdx + "LGPL-3.0-or-later\n", 1),
        ("pipeline/ask/query/src/a.cpp", spdx + "GPL-3.0-or-later\n", 1),
        ("pipeline/src/a.cpp", "int a;\n", 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/pipeline/a.h"\n', 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/partition/a.h"\n', 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/vcd/a.h"\n', 1),
        ("kernel/vcd/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/vcd/a.h"\n#include "plumb/kernel/a.h"\n', 0),
        ("partition/src/a.cpp", spdx + "GPL-3.0-or-later\n#include <plumb/pipeline/a.h>\n", 1),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\n#include "plumb/kernel/a.h"\n', 0),
        ("pipeline/prove/a.cpp", spdx + 'LGPL-3.0-or-later\n#include <gmpxx.h>\n#include <vector>\n#include "a.h"\n', 0),
        ("pipeline/prove/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/kernel/a.h"\n', 1),
        ("pipeline/prove/a.cpp", spdx + "LGPL-3.0-or-later\n#include <mpfr.h>\n", 1),
        ("pipeline/judge/generate/a.cpp", spdx + 'GPL-3.0-or-later\n#include "a.h"\n#include "plumb/pipeline/terms.h"\n', 0),
        ("pipeline/judge/generate/a.cpp", spdx + 'GPL-3.0-or-later\n#include "plumb/kernel/formulas.h"\n', 1),
        ("tests/scenes/warnings.py", "#!/usr/bin/env python3\n# SPDX-License-Identifier: GPL-3.0-or-later\n", 1),
        ("pipeline/ask/explain/src/limits.h", "// SPDX-License-Identifier: GPL-3.0-or-later\n", 1),
        ("tests/scenes/level_warnings.py", "#!/usr/bin/env python3\n# SPDX-License-Identifier: GPL-3.0-or-later\n", 0),
        ("kernel/tests/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "../../tests/support/a.h"\n', 1),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\n// TODO\n", 1),
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\nconstexpr double slack = 8 * 0x1p-53;\n", 1),
        ("kernel/src/error_bound.h", spdx + "LGPL-3.0-or-later\nconstexpr double u = 0x1p-53;\n", 0),
        ("partition/src/a.cpp", spdx + "GPL-3.0-or-later\nif (x > 1e-9) {}\n", 1),
        ("partition/src/a.cpp", spdx + "GPL-3.0-or-later\nconstexpr kernel::Hint near{1e-9};  // not 1e-6\n", 0),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\nd = std::numeric_limits<double>::epsilon() * 2.5E-3f;\n", 1),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\nd = std::nextafter(d, 1);\n", 1),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\nd *= 1.01;\nd -= 0.9999;\nd += 0.0001;\nd += std::ldexp(1.0, -40);\nd += u * unit_roundoff;\n", 5),
        ("pipeline/prove/a.cpp", spdx + "LGPL-3.0-or-later\nd *= 0x1.8p-47;\n", 1),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\nd = 0x1p53 + 0.5 + 0.25 + 1e150;\ntext = "2e-3";\n', 0),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\nd = 1e-9;\n", 0),
        ("kernel/tests/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/vcd/a.h"\nd = 1e-9;\n', 0),
        ("kernel/tests/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/pipeline/a.h"\n', 1),
        ("pipeline/level/scene/src/a.cpp", spdx + "GPL-3.0-or-later\nstd::jthread t(work);\nauto f = std::async(work);\n", 2),
        ("pipeline/level/scene/src/a.cpp", spdx + "GPL-3.0-or-later\nn = hardware_threads();  // std::thread\n", 0),
        ("pipeline/base/support/include/plumb/pipeline/threads.h", spdx + "LGPL-3.0-or-later\nstd::thread t(work);\n", 0),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\nstd::mutex m;\nstd::scoped_lock l(m);\nconst std::lock_guard lock(mutex);\nstd::once_flag once;\n", 2),
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\nlong a;\nstatic_cast<unsigned long>(b);\nlong double c;\n", 3),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "long.h"\nbool is_long; // as long as\nlong_points();\n', 0),
        ("kernel/include/plumb/kernel/int64.h", spdx + "LGPL-3.0-or-later\nlong a;\n", 0),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\n#include <fstream>\nstd::ifstream in(path);\nstd::filesystem::path p;\n#include <sys/stat.h>\n", 4),
        ("pipeline/src/a_posix.cpp", spdx + "GPL-3.0-or-later\n#include <unistd.h>\nstd::ifstream in(path);\nlong a;\n", 0),
        ("pipeline/src/a.cpp", spdx + "GPL-3.0-or-later\nd = std::hypot(x, y);\nd = std::log2(x);\nd = std::sqrt(std::fma(x, y, z));\n", 2),
        ("kernel/src/number/elementary.cpp", spdx + "LGPL-3.0-or-later\nd = std::hypot(x, y);\n", 0),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\n#include <fstream>\nstd::thread t;\nlong a = std::pow(2, 3);\n", 0),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\nstd::ranges::rotate(a, b);\nfor (int i : std::views::iota(0, n)) {}\nv.erase(std::ranges::unique(v).begin());\n", 3),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\nstd::rotate(a, b, c);\nstd::erase_if(a, b);  // std::ranges::remove_if\n", 0),
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\nconst mpq_class half(1, 2);\nstatic const kernel::PlanPoint origin;\n", 2),
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\ninline mpq_class half(int n) {\n  static const mpz_class one = 1;\n", 0),
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\nnamespace a {\nnamespace {\nstruct B {\n};\n}  // namespace\n}  // namespace a\n", 0),
        ("tests/a.cmake", "# SPDX-License-Identifier: GPL-3.0-or-later\n" + SKIPPED_BY_WORDS + "\n", 1),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\n" + "\n" * 600, 1),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\n' + "// a\n" * 7 + '#include "a.h"\n' + "\n" * 200, 1),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\n' + "// a\n" * 8 + '#include "a.h"\n' + "\n" * 200, 0),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\n#include "a.h"\n' + "// a\n" * 150, 0),
        ("tests/a.cpp", spdx + 'GPL-3.0-or-later\n#include "a.h"\n' + "\n" * 300, 0),
    ]
    item = "// 1. " + "word " * 21 + "or"
    cases += [("tests/a.cpp", spdx + "GPL-3.0-or-later\n" + code + "\n", breaches) for code, breaches in (
        (item + " more\n// begins,\n//    with numbers.", 1),
        ("  ///   " + item[6:] + " more\n  /// and\n  ///   numbers.", 1),
        (item + " more\n//    begins,\n//    with numbers.", 0),
        (item + " more\n// begins.\n// 2. Numbers.", 0),
        (item + " more\n// is bounded by\n//   - numbers.", 0),
        (item + "\n// Of\n//   f(x) = 0", 0),
        (item + " more\n// Short paragraphs stay.\n// They are.", 0),
        ("// " + "word " * 24, 1),
    )]
    cases += [("tests/a.cpp", spdx + "GPL-3.0-or-later\n" + code + "\n", 1) for code in (
        "const auto draw = [&](int bits) { return mpz_class(rise(bits - 1)) - (mpz_class(1) << (bits - 1)); };",
        "const auto part = [&] { return mpz_class(*rc::gen::inRange(-50, 51)) << scale; };",
        "const auto twice = [](mpq_class a) { return a * 2; };",
        "const auto twice = [] {\n  const mpq_class a = half();\n  return 2 * a;\n};",
        "auto twice(const T& a) {\n  return 2 * mpq_class(a);\n}",
        "const auto f = [&]() -> mpq_class { return g([](int i) { return mpq_class(i) / 2; }) + 1; };",
    )]
    cases += [("tests/a.cpp", spdx + "GPL-3.0-or-later\n" + code + "\n", 0) for code in (
        "const auto draw = [&](int bits) -> mpz_class { return mpz_class(bits) - (mpz_class(1) << (bits - 1)); };",
        "const auto part = [&] { return mpz_class(mpz_class(5) << scale); };",
        "const auto less = [](mpq_class a) { return a * 2 < mpq_class(3) / 4; };",
        "const auto twice = [](const mpq_class& a) { return a * 2; };",
        "const auto text = [] { return mpz_class(7).get_str() + \"(\"; };  // mpz_class(7) + 1",
        "const auto point = [](int i) { return Point{mpq_class(i) / 2, i + 1}; };",
        "mpz_class f() { return mpz_class(1) + 1; }",
        "auto f(int i) -> mpz_class { return mpz_class(i) + 1; }",
        "v[i] = mpz_class(3); if (v[0]) { return mpz_class(1) + 1; }",
    )]
    wrong = 0
    for path, text, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, os.path.dirname(path)))
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
            count, found = check(root)
        if count != 1 or len(found) != expected:
            wrong += 1
            print(f"expected {expected} breaches, found {found} in {path}: {text[:80]!r}")
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "kernel/src"))
        for name in ("a.h", "b.h"):
            with open(os.path.join(root, "kernel/src", name), "w", encoding="utf-8") as file:
                file.write(spdx + "LGPL-3.0-or-later\nnamespace plumb {\nenum class B : int {\n};\n}  // namespace plumb\n")
        if len(check(root)[1]) != 1:
            wrong += 1
            print("two types of one name are not found")
    print(f"{len(cases) + 1} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    count, found = check(sys.argv[1])
    print("\n".join(found + [f"{count} sources, {len(found)} breaches"]))
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
