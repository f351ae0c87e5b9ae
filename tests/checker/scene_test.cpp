// SPDX-License-Identifier: GPL-3.0-or-later
// The checker's reader of levels against the baker's: what both read is the same, and neither reads what the other
// refuses.
//
// The two share no code, so each judges the other. Numerals, lines and forms of corners that are odd come first, then
// drawn ones. Every text is read by both, with each kind of numbers, and points, faces and refusals are compared.
#include "read/scene.h"

#include <catch2/catch.hpp>
#include <optional>
#include <random>

#include "base/verdict.h"
#include "plumb/pipeline/import_scene.h"

namespace {

using plumb::pipeline::ErrorCode;

// All points as fractions, and all faces.
struct Level {
  std::vector<mpq_class> coordinates;
  std::vector<std::uint32_t> begin, points;
  bool operator==(const Level&) const = default;
};

std::optional<Level> read_by_checker(const std::string& text, plumb::checker::Numbers numbers, bool y_up) {
  try {
    const plumb::checker::Scene scene = plumb::checker::read_scene(text, numbers, y_up);
    Level level;
    for (const auto& p : scene.points)
      for (const auto* v : {&p.x, &p.y, &p.z})
        level.coordinates.push_back(plumb::checker::quotient(*v, scene.scale * p.w));
    level.begin.assign(scene.face_begin.begin(), scene.face_begin.end());
    level.points = scene.face_points;
    return level;
  } catch (const plumb::checker::Refused&) {
    return std::nullopt;
  }
}

struct Outcome {
  std::optional<Level> level;
  bool too_large = false;  // refused by a limit of the baker
};

Outcome read_by_baker(const std::string& text, plumb::checker::Numbers numbers, bool y_up) {
  using namespace plumb::pipeline;
  ImportOptions options;
  options.numbers = numbers == plumb::checker::Numbers::binary64   ? Numbers::binary64
                    : numbers == plumb::checker::Numbers::binary32 ? Numbers::binary32
                                                                   : Numbers::decimal;
  options.up = y_up ? UpAxis::y : UpAxis::z;
  const auto scene = import_obj_text(text, "level.obj", options);
  if (!scene)
    return {std::nullopt, scene.error().code == ErrorCode::out_of_range || scene.error().code == ErrorCode::too_large};
  Level level;
  for (std::uint32_t p = 0; p < scene->points.size(); ++p)
    for (int axis = 0; axis < 3; ++axis)
      level.coordinates.push_back(mpq_class(scene->points.exact(p, axis) / scene->points.denominator()));
  level.begin.assign(scene->face_begin.begin(), scene->face_begin.end());
  level.points.assign(scene->face_points.begin(), scene->face_points.end());
  return {std::move(level)};
}

// Reads with both, in all ways; counts how often both read.
int compare(const std::string& text) {
  int read = 0;
  for (const auto numbers :
       {plumb::checker::Numbers::binary64, plumb::checker::Numbers::binary32, plumb::checker::Numbers::decimal})
    for (const bool y_up : {false, true}) {
      const Outcome theirs = read_by_baker(text, numbers, y_up);
      const auto ours = read_by_checker(text, numbers, y_up);
      if (theirs.too_large && numbers == plumb::checker::Numbers::decimal) continue;  // limits on decimals may differ
      INFO("numbers " << static_cast<int>(numbers) << ", " << (y_up ? "y" : "z") << " up:\n" << text.substr(0, 400));
      CHECK(ours.has_value() == theirs.level.has_value());
      if (ours && theirs.level) CHECK(*ours == *theirs.level);
      read += ours.has_value();
    }
  return read;
}

std::string with_number(const std::string& numeral) { return "v 0 0 0\nv 1 0 " + numeral + "\nv 0 1 0\nf 1 2 3\n"; }

}  // namespace

TEST_CASE("Levels: odd numerals") {
  const char* numerals[] = {"1",
                            "+1",
                            "-1",
                            "01",
                            "-00.50",
                            ".5",
                            "5.",
                            "-.5",
                            "+5.e1",
                            "1e5",
                            "1E5",
                            "1e+5",
                            "1e-5",
                            "1e05",
                            "1e-0",
                            "0e99999",
                            "-0",
                            "-0.0",
                            "+0",
                            "0.1",
                            "0.2",
                            "0.3",
                            "1e22",
                            "1e23",
                            "9007199254740993",
                            "9007199254740992.999999999999999999999999999999999999",
                            "9007199254740993.000000000000000000000000000000000001",
                            "16777217",
                            "16777217.0000000000000000000000001",
                            "16777219",
                            "8388608.5",
                            "8388608.50000000000000000000001",
                            "8388609.5",
                            "0.500000029802322387695312500000000000000000000000000000000000000001",
                            "1.000000059604644775390625",
                            "1.00000005960464477539062500000001",
                            "2.2250738585072011e-308",
                            "2.2250738585072014e-308",
                            "4.9406564584124654e-324",
                            "2.4703282292062327e-324",
                            "2.4703282292062328e-324",
                            "5e-324",
                            "1.401298464324817e-45",
                            "7.006492321624085e-46",
                            "7.006492321624086e-46",
                            "1.1754943508222875e-38",
                            "3.4028234663852886e38",
                            "3.4028235677973365e38",
                            "3.4028235677973366e38",
                            "1.7976931348623157e308",
                            "1.7976931348623158079e308",
                            "1.797693134862315808e308",
                            "1e38",
                            "1e39",
                            "1e308",
                            "1e309",
                            "1e-400",
                            "0.00000000000000000000000000000000000000000000001",
                            "123456789012345678901234567890",
                            "1e4000",
                            "1e-4000",
                            "",
                            ".",
                            "+",
                            "-",
                            "e5",
                            "1e",
                            "1e+",
                            "1e-",
                            "1e+-5",
                            "1e-+5",
                            "1e++5",
                            "1e--5",
                            "--1",
                            "+-1",
                            "-+1",
                            "1.2.3",
                            "1..2",
                            "1,5",
                            "1_000",
                            "0x10",
                            "0x1p4",
                            "1p4",
                            "nan",
                            "NaN",
                            "inf",
                            "-inf",
                            "infinity",
                            "1f",
                            "1.0f",
                            "1e5.0",
                            "1e1e1",
                            "1d5",
                            "1/2",
                            "1e5-",
                            "5e1+1",
                            "\xef\xbc\x91",
                            "1\x01",
                            "1'000",
                            "0.1e-9223372036854775808",
                            "1e-9223372036854775808",
                            "1e9223372036854775807",
                            "1e-9223372036854775809",
                            "1e99999999999999999999",
                            "0e-9223372036854775808",
                            "0e99999999999999999999999",
                            "1e-99999999999999999999"};
  int read = 0;
  for (const char* numeral : numerals) read += compare(with_number(numeral));
  CHECK(read > 200);
}

TEST_CASE("Levels: numerals of chance") {
  std::mt19937_64 random(6);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int read = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string numeral;
    if (below(4) == 0) {
      for (std::size_t k = 1 + below(8); k > 0; --k) numeral += "0123456789..ee+--"[below(17)];
    } else {  // mostly numbers, with many digits, often near the middle between two floats
      if (below(2)) numeral = "-";
      for (std::size_t k = 1 + below(20); k > 0; --k) numeral += static_cast<char>('0' + below(10));
      numeral += '.';
      for (std::size_t k = below(30); k > 0; --k) numeral += static_cast<char>('0' + below(10));
      if (below(2)) numeral += "e" + std::to_string(static_cast<int>(below(100)) - 60);
    }
    read += compare(with_number(numeral));
  }
  CHECK(read > 10000);
}

TEST_CASE("Levels: numbers halfway between two floats, and next to that") {
  std::mt19937_64 random(7);
  int read = 0;
  for (int i = 0; i < 500; ++i) {
    const bool single = i % 2;
    const unsigned bits = single ? 25 : 54;
    mpz_class odd = static_cast<unsigned long>(random() >> (64 - bits)) | 1ul | 1ul << (bits - 1);
    mpz_class ten;
    const unsigned shift = static_cast<unsigned>(random() % 40);
    mpz_ui_pow_ui(ten.get_mpz_t(), 5, shift);
    const std::string digits = mpz_class(odd * ten).get_str();  // odd / 2^shift = odd 5^shift / 10^shift
    for (const char* tail : {"", "0000000000000000000000000000000000000000000000001"})
      read += compare(with_number(digits + tail + "e-" + std::to_string(shift + std::string(tail).size())));
    const std::string less = mpz_class(odd * ten * 1000 - 1).get_str();
    read += compare(with_number(less + "e-" + std::to_string(shift + 3)));
  }
  CHECK(read == 500 * 3 * 6);
}

TEST_CASE("Levels: lines, blanks, faces and indices") {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
  const std::string texts[] = {v + "f 1 2 3",
                               v + "f 1 2 4 3\n",
                               v + "f -1 -2 -3\n",
                               v + "f 1/1 2/2 3/3\n",
                               v + "f 1//1 2//2 3//3\n",
                               v + "f 1/1/1 2/2/2 3/3/3\n",
                               v + "fo 1 2 3\n",
                               v + "f 1 2\n",
                               v + "f 1 2 5\n",
                               v + "f 0 1 2\n",
                               v + "f -5 1 2\n",
                               v + "f 1 2 x\n",
                               v + "f 1 2 3x\n",
                               v + "f 1 2 3.0\n",
                               v + "f +1 2 3\n",
                               v + "f 1 2 3 #4\n",
                               v + "f 1 2\\\n 3\n",
                               v + "f 1 2 \\\r\n3\r\n",
                               v + "f 1 2 3 # comment \\\nf 2 3 4\n",
                               v + "f 1 2 3\\",
                               v + "\tf\t1 2\v3\f\n",
                               v,
                               "",
                               "\n",
                               "#\n",
                               "\xef\xbb\xbf" + v + "f 1 2 3\n",
                               "f 1 2 3\n" + v,
                               "f 1 2 5\n" + v,
                               "v 0 0 0 1\nv 1 0 0 1 0 0\nv 0 1 0 1\nf 1 2 3\n",
                               "v 0 0\nf 1 1 1\n",
                               "v\n",
                               "v 5 5 5\n" + v + v + "f 6 7 8\nf 2 3 4\n",
                               "v 0 0 0\nv -0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\nf 1 3 4\n",
                               v + "f 1 1 2 3 3 1\n",
                               v + "f 1 1 1\n",
                               v + "vt 0 0\nvn 0 0 1\no a\ng b c\nusemtl d\ns off\nf 1 2 3\nl 1 2\np 1\n",
                               v + "f 1 2 18446744073709551617\n",
                               v + "f 1 2 4294967299\n",
                               v + "f 1 2 -4294967297\n",
                               "v 0 0 0 # a \\\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                               v + "g a#b\\\nf 1 2 3\n",
                               v + "usemtl x\\\n#\\\nf 1 2 3\n",
                               v + "o # \\\r\nf 1 2 3\r\n",
                               v + "f 1 2 3\\\n",
                               v + "f 1 2 3\ng a\\",
                               v + "f 1 2 3\\\n#x",
                               "v 0 0 0 1e99999\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                               "v 0 0 0 one\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                               "\xef\xbb\xbf \\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                               "v 0 0 \\\n\\\n0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"};
  int read = 0;
  for (const std::string& text : texts) read += compare(text);
  CHECK(read > 100);
}

TEST_CASE("Levels: forms of corners") {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
  const auto read = [&](const std::string& corner) { return compare(v + "f 1 2 " + corner + "\nv 2 2 2\n"); };
  const char* good[] = {"3",
                        "+3",
                        "-2",
                        "03",
                        "-02",
                        "+000000000000000000000000003",
                        "4",
                        "5",
                        "-1",
                        "-4",
                        "3/",
                        "3//",
                        "3/1",
                        "3/1/",
                        "3//1",
                        "3/1/1",
                        "-2/-1/-1",
                        "+3/+1/+1",
                        "3/0",
                        "3/0/-0",
                        "3//+0",
                        "3/007",
                        "-2//-7",
                        "3/99999999999999999999999",
                        "3/-99999999999999999999999/99999999999999999999999"};
  for (const char* corner : good) {
    INFO(corner);
    CHECK(read(corner) == 6);
  }
  const char* bad[] = {"0",
                       "+0",
                       "-0",
                       "00",
                       "6",
                       "-5",
                       "-05",
                       "2147483648",
                       "4294967295",
                       "4294967296",
                       "4294967297",
                       "4294967299",
                       "-4294967295",
                       "-4294967297",
                       "9223372036854775807",
                       "9223372036854775808",
                       "-9223372036854775808",
                       "-9223372036854775809",
                       "18446744073709551615",
                       "18446744073709551616",
                       "18446744073709551619",
                       "-18446744073709551614",
                       "99999999999999999999999",
                       "-99999999999999999999999",
                       "/",
                       "//",
                       "/3",
                       "//3",
                       "/3/3",
                       "+",
                       "-",
                       "+/",
                       "-/1",
                       "3+",
                       "3-",
                       "3-1",
                       "3+1",
                       "--2",
                       "++3",
                       "+-2",
                       "-+2",
                       "3/+",
                       "3/-",
                       "3/-/1",
                       "3//-",
                       "3//+",
                       "3/1/-",
                       "3/1-1",
                       "3/1+",
                       "3/--1",
                       "3/+-1",
                       "3//1-1",
                       "3/1/1-",
                       "3///",
                       "3///1",
                       "3/1//",
                       "3/1//1",
                       "3/1/1/",
                       "3/1/1/1",
                       "3//1/",
                       "3//1/1",
                       "3/x",
                       "3/1x",
                       "3//x",
                       "3/1/x",
                       "3x",
                       "x3",
                       "3/1.0",
                       "3.0/1",
                       "3\\1",
                       "3/1\\",
                       "3,1",
                       "3/1/1/1/1",
                       "0x3",
                       "3e0",
                       "3/1e0"};
  for (const char* corner : bad) {
    INFO(corner);
    CHECK(read(corner) == 0);
  }
}

TEST_CASE("Levels: corners of chance") {
  std::mt19937_64 random(8);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto integer = [&] {
    std::string text = below(3) ? "" : below(2) ? "-" : "+";
    text += std::string(below(8) ? 0 : 1 + below(3), '0');
    return text + (below(12) ? std::to_string(below(7)) : std::to_string(random() >> below(64)));
  };
  int good = 0, bad = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string corner;
    if (below(2)) {
      for (std::size_t k = 1 + below(6); k > 0; --k) corner += "0123//+-"[below(8)];
    } else {
      corner = integer();
      for (std::size_t k = below(4); k > 0; --k) corner += "/" + (below(3) ? integer() : "");
    }
    const int read = compare("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 " + corner + "\n");
    CHECK((read == 0 || read == 6));
    ++(read ? good : bad);
  }
  CHECK(good > 500);
  CHECK(bad > 500);
}

TEST_CASE("Levels: what holds surfaces that are not read is refused") {
  const std::string level = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\n";
  const std::string more[] = {"surf 0 1 0 1 1 2 3\n",
                              "bsp 1 2\n",
                              "bzp 1 2\n",
                              "cdp 1 2\n",
                              "call other.obj\n",
                              "csh ls\n",
                              "F 2 3 4\n",
                              "face 2 3 4\n",
                              "f2 3 4\n",
                              "# comment\rf 2 3 4\n",
                              "f 2 3 4\rf 2 3 4\n"};
  for (const std::string& m : more) CHECK(compare(level + m) == 0);
  CHECK(compare(level + std::string("f\0 2 3 4\n", 9)) == 0);
  CHECK(compare(level + std::string("f 2 3 4\0\n", 9)) == 0);
  CHECK(compare(level + "v 1 1 1\r") == 6);  // the end of a line that is the file's
  CHECK(compare(level + "call_of_duty\n") == 0);
  CHECK(compare(level + "curv 0 1 1 2\nsp 1\nend\nlod 1\n") == 6);  // no areas
}

TEST_CASE("checker: one long coordinate makes no other point long") {
  std::string text;
  for (int i = 0; i < 100; ++i)
    for (const char* z : {"0", "0.125", "0.75"}) text += "v " + std::to_string(i) + " 0.5 " + z + "\n";
  for (int i = 0; i < 100; ++i)
    text += "f " + std::to_string(3 * i + 1) + " " + std::to_string(3 * i + 2) + " " + std::to_string(3 * i + 3) + "\n";
  for (const char* tail : {"1e-300", "4.9e-324", "1e-45", "1e300"})
    for (const auto numbers : {plumb::checker::Numbers::binary64, plumb::checker::Numbers::decimal}) {
      const plumb::checker::Scene scene =
          plumb::checker::read_scene(text + "v 0 " + tail + " 9\nf 1 2 -1\n", numbers, false);
      const auto is_short = [](const plumb::checker::Point& p) { return p.is_short; };
      CHECK(std::count_if(scene.points.begin(), scene.points.end(), is_short) ==
            static_cast<long>(scene.points.size()) - 1);
      CHECK(scene.scale.bits() < 64);
    }
}
