// SPDX-License-Identifier: LGPL-3.0-or-later
// Texts of numbers: which texts are numbers, and their values as double, float (rounded once, as the C library does),
// decimal and fraction (as GMP has them).
#include "plumb/kernel/number.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/points.h"

using namespace plumb::kernel;

namespace {

// The reference: the C library, which rounds correctly too (the tests run in the C locale), but for the sign: musl's
// rounds the least negative numbers otherwise. Infinite: out of range.
double magnitude(const char* text, double) { return std::strtod(text, nullptr); }
float magnitude(const char* text, float) { return std::strtof(text, nullptr); }
template <class Float>
Float reference(const std::string& token, Float) {
  return token.starts_with('-') ? -magnitude(token.c_str() + 1, Float{}) : magnitude(token.c_str(), Float{});
}

NumberStatus parse(const std::string& token, double& value) { return parse_binary64(token, value); }
NumberStatus parse(const std::string& token, float& value) { return parse_binary32(token, value); }

template <class Float>
bool agrees(const std::string& token) {
  const Float expected = reference(token, Float{});
  Float value = 42;
  const NumberStatus status = parse(token, value);
  if (std::isinf(expected)) return status == NumberStatus::out_of_range;
  return status == NumberStatus::ok && value == expected && std::signbit(value) == std::signbit(expected);
}

mpq_class power(int e) {
  mpz_class p;
  mpz_ui_pow_ui(p.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(e)));
  return e < 0 ? mpq_class(1, p) : mpq_class(p);
}

// The value of a parsed decimal.
std::optional<mpq_class> exact(const std::string& token) {
  Decimal d;
  mpz_class wide;
  if (parse_decimal(token, d, wide) != NumberStatus::ok) return std::nullopt;
  return mpq_class(d.wide ? wide : mpz_class(to_gmp(d.mantissa))) * power(d.exponent10);
}

std::string shortest(double v) {
  std::array<char, 64> buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), v).ptr};
}

// The exact decimal expansion of a dyadic rational: halves of doubles are where rounding is hardest.
std::string expansion(mpq_class q) {
  int shift = 0;
  while (q.get_den() != 1) {
    q *= 10;
    ++shift;
  }
  return q.get_num().get_str() + "e-" + std::to_string(shift);
}

std::string random_numeral() {
  const auto digits = [](int least, int most) {
    return *rc::gen::resize(static_cast<int>(*rc::gen::inRange(least, most + 1)),
                            rc::gen::container<std::string>(rc::gen::inRange('0', static_cast<char>('9' + 1))));
  };
  std::string s = *rc::gen::element<std::string>("", "-", "+");
  s += "0" + digits(0, 25);
  if (*rc::gen::arbitrary<bool>()) s += "." + digits(0, 25);
  if (*rc::gen::arbitrary<bool>())
    s += *rc::gen::element<std::string>("e", "E") + std::to_string(*rc::gen::inRange(-350, 350));
  return s;
}

}  // namespace

TEST_CASE("numerals: what is one and what is not") {
  for (const char* good :
       {"0", "1", "-1", "+1", "1.", ".5", "-.5", "+0.5e+1", "1E-2", "007", "1e0005", "0e99999999999999999999"}) {
    INFO(good);
    CHECK(agrees<double>(good));
    CHECK(agrees<float>(good));
    CHECK(exact(good));
    CHECK(parse_rational(good));
  }
  for (const char* bad : {"",      ".",     "-",   "+",   "e5",    "1e",    "1e+", "1e-",      "--1",      "+-1",
                          "1..2",  "1.2.3", "1,5", "nan", "NaN",   "-nan",  "inf", "-inf",     "Infinity", "0x10",
                          "0x1p3", "1f",    "1 ",  " 1",  "1_000", "1'000", "1d5", "\xc2\xb2", "1e5.0",    ".e5"}) {
    INFO(bad);
    double d;
    float f;
    Decimal x;
    mpz_class wide;
    CHECK(parse_binary64(bad, d) == NumberStatus::not_a_number);
    CHECK(parse_binary32(bad, f) == NumberStatus::not_a_number);
    CHECK(parse_decimal(bad, x, wide) == NumberStatus::not_a_number);
    CHECK_FALSE(parse_rational(bad));
  }
  CHECK_FALSE(parse_rational(std::string_view("1\0", 2)));
}

TEST_CASE("scan_numeral takes the longest numeral") {
  const auto taken = [](std::string_view text) {
    Numeral n;
    const char* end = scan_numeral(text.data(), text.data() + text.size(), n);
    return end ? std::string(n.text) : "none";
  };
  CHECK(taken("1.5m") == "1.5");
  CHECK(taken("1e+x") == "1");
  CHECK(taken("1e5e5") == "1e5");
  CHECK(taken("-.x") == "none");
  CHECK(taken("") == "none");
}

TEST_CASE("binary64 and binary32: nearest, ties to even, at every border") {
  for (const char* token :
       {"0.1", "-0", "-0.0e5", "9007199254740993", "9007199254740992.5", "9007199254740993.00000000000000000000001",
        "9007199254740993e1", "9007199254740993e-1", "16777217e1", "16777217e-1", "16777217", "16777217.0000001",
        "1e22", "1e23", "123456789012345678901234567890", "18446744073709551616",
        // halfway between two floats, seen through a double that is itself a rounding
        "1.00000017881393432617187499", "1.00000017881393432617187500", "1.00000017881393432617187501", "7.038531e-26",
        "8.589973e9",
        // the largest finite, the first that rounds to infinity
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e309",
        "1e99999999999", "3.4028234663852886e38", "3.4028235677973366e38", "3.4028235677973365e38", "3.4028236e38",
        "1e39", "-1e39",
        // subnormals, and below: the nearest may be zero
        "2.2250738585072014e-308", "2.2250738585072011e-308", "5e-324", "4.9e-324", "2.4703282292062328e-324",
        "2.4703282292062327e-324", "2.5e-324", "2.4e-324", "1e-400", "-1e-400", "1e-99999999999", "1.1754943e-38",
        "1e-45", "7.0064923216240853e-46", "7.0064923216240854e-46", "7.1e-46", "6.9e-46", "1e-46"}) {
    INFO(token);
    CHECK(agrees<double>(token));
    CHECK(agrees<float>(token));
  }
  double d = 1;
  CHECK(parse_binary64("-1e-400", d) == NumberStatus::ok);
  CHECK((d == 0 && std::signbit(d)));
  CHECK(parse_binary64("4.9e-324", d) == NumberStatus::ok);
  CHECK(d == std::numeric_limits<double>::denorm_min());
  CHECK(parse_binary64("1.8e308", d) == NumberStatus::out_of_range);
  float f;
  CHECK(parse_binary32("1e39", f) == NumberStatus::out_of_range);
}

TEST_CASE("binary32 is rounded once") {
  // Just above halfway between 1 and the next float, but nearer to halfway than a double can tell.
  const std::string token = "1.00000005960464477539062500000001";
  float f;
  REQUIRE(parse_binary32(token, f) == NumberStatus::ok);
  CHECK(f == std::nextafter(1.0f, 2.0f));
  CHECK(static_cast<float>(std::strtod(token.c_str(), nullptr)) == 1.0f);  // what rounding twice would give
}

TEST_CASE("long tokens") {
  const std::string zeros(100'000, '0'), ones(100'000, '1');
  CHECK(agrees<double>("1." + zeros + "1"));
  CHECK(agrees<double>("0." + zeros + "1e100000"));
  CHECK(agrees<double>("1" + zeros + "e-100000"));
  CHECK(agrees<float>("0." + ones));
  CHECK(agrees<double>(ones));
  CHECK(exact("1" + zeros + "e-100000") == mpq_class(1));
  CHECK(exact("0." + zeros + "1e100000") == mpq_class(1, 10));
  CHECK(exact("1." + zeros) == mpq_class(1));
  CHECK_FALSE(exact("0." + ones));
}

TEST_CASE("decimals: normalised, wide only where needed, within the limits") {
  Decimal d;
  mpz_class wide;
  const auto status = [&](const std::string& token) { return parse_decimal(token, d, wide); };
  REQUIRE(status("-120.500") == NumberStatus::ok);
  CHECK((d.mantissa == -1205 && d.exponent10 == -1 && !d.wide));
  REQUIRE(status("-0.00e7") == NumberStatus::ok);
  CHECK((d.mantissa == 0 && d.exponent10 == 0 && !d.wide));
  REQUIRE(status("9223372036854775807") == NumberStatus::ok);
  CHECK((d.mantissa == std::numeric_limits<std::int64_t>::max() && !d.wide));
  REQUIRE(status("-9223372036854775808") == NumberStatus::ok);  // its negative would not fit
  CHECK((d.wide && wide == mpz_class("-9223372036854775808") && d.exponent10 == 0));
  REQUIRE(status("1234567890123456789.10") == NumberStatus::ok);
  CHECK((d.wide && wide == mpz_class("12345678901234567891") && d.exponent10 == -1));
  REQUIRE(status("50000000000000000000000000.000") == NumberStatus::ok);
  CHECK((d.mantissa == 5 && d.exponent10 == 25 && !d.wide));
  CHECK(status("1e4096") == NumberStatus::ok);
  CHECK(status("1e-4096") == NumberStatus::ok);
  CHECK(status("10e4095") == NumberStatus::ok);
  CHECK(status("10e4096") == NumberStatus::out_of_range);
  CHECK(status("1e4097") == NumberStatus::out_of_range);
  CHECK(status("1e-4097") == NumberStatus::out_of_range);
  CHECK(status("1e999999999") == NumberStatus::out_of_range);
  CHECK(status("1e-99999999999999999999999") == NumberStatus::out_of_range);
  CHECK(status(std::string(4096, '7')) == NumberStatus::ok);
  CHECK(status(std::string(4097, '7')) == NumberStatus::out_of_range);
  CHECK(status(std::string(4096, '7') + "e4096") == NumberStatus::ok);
  CHECK(status(std::string(30, '7') + "e4097") == NumberStatus::out_of_range);
}

TEST_CASE("option values: decimals and fractions") {
  CHECK(parse_rational("1.8") == mpq_class(9, 5));
  CHECK(parse_rational("9/5") == mpq_class(9, 5));
  CHECK(parse_rational("-18/10") == mpq_class(-9, 5));
  CHECK(parse_rational("+1/3") == mpq_class(1, 3));
  CHECK(parse_rational("0/7") == mpq_class(0));
  CHECK(parse_rational("2e3") == mpq_class(2000));
  CHECK(parse_rational("007/002") == mpq_class(7, 2));
  for (const char* bad :
       {"1/0", "1/-2", "1/+2", "1.5/2", "1/2/3", "/2", "1/", "/", "-/2", "1 /2", "1e2/3", "nan", "1e5000"}) {
    INFO(bad);
    CHECK_FALSE(parse_rational(bad));
  }
  CHECK_FALSE(parse_rational("1/" + std::string(5000, '3')));
}

TEST_CASE("points from scaled doubles are those from the same integers") {
  const std::vector<double> xyz = {0, 1, -3, 1024, -0x1p53, 5};
  std::vector<mpz_class> integers;
  for (const double v : xyz) integers.emplace_back(v);
  const auto a = PointTable::from_scaled_doubles(xyz, 1000), b = PointTable::from_integers(integers, 1000);
  CHECK(a.bits() == b.bits());
  CHECK(a.denominator() == b.denominator());
  CHECK(a.approx_is_exact());
  for (PointId p = 0; p < 2; ++p)
    for (int axis = 0; axis < 3; ++axis) CHECK(a.integer(p, axis) == b.integer(p, axis));
  CHECK(PointTable::from_scaled_doubles({0, 0, 0}, 1).bits() == 0);
}

TEST_CASE("number properties") {
  CHECK(rc::check("random numerals: binary values agree with the C library, decimals with GMP", [] {
    const std::string token = random_numeral();
    RC_ASSERT(agrees<double>(token));
    RC_ASSERT(agrees<float>(token));
    // Exactly, by GMP alone: digits over a power of ten.
    std::string digits;
    int e = 0;
    const auto mark = token.find_first_of("eE");
    if (mark != token.npos) e = std::stoi(token.substr(mark + 1));
    const std::string mantissa = token.substr(0, mark);
    for (const char c : mantissa)
      if (c != '.' && c != '+') digits += c;
    if (const auto point = mantissa.find('.'); point != mantissa.npos)
      e -= static_cast<int>(mantissa.size() - point - 1);
    RC_ASSERT(exact(token) == mpq_class(mpz_class(digits, 10)) * power(e));
    RC_ASSERT(parse_rational(token) == exact(token));
  }));
  CHECK(rc::check("any double: its shortest text reads back, its exact text is its value", [] {
    const auto v = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
    RC_PRE(std::isfinite(v));
    double back;
    RC_ASSERT(parse_binary64(shortest(v), back) == NumberStatus::ok);
    RC_ASSERT(back == v);
    RC_ASSERT(exact(expansion(mpq_class(v))) == mpq_class(v));
  }));
  CHECK(rc::check("halfway between two neighbours, and a hair to either side", [] {
    const auto bits = *rc::gen::inRange<std::uint64_t>(0, 0x7feffffffffffffe);
    const bool narrow = *rc::gen::arbitrary<bool>();
    mpq_class low, high;
    if (narrow) {
      const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(bits % 0x7f7ffffe));
      low = f;
      high = std::nextafter(f, HUGE_VALF);
    } else {
      low = std::bit_cast<double>(bits);
      high = std::bit_cast<double>(bits + 1);
    }
    const std::string half = expansion((low + high) / 2);
    const auto mark = half.find('e');
    const std::string digits = half.substr(0, mark);
    const int e = std::stoi(half.substr(mark + 1));
    const auto hair = [&](const mpz_class& change) {
      return mpz_class(mpz_class(digits) * 100000 + change).get_str() + "e" + std::to_string(e - 5);
    };
    for (const std::string& token : {half, hair(1), hair(-1)}) {
      RC_ASSERT(agrees<double>(token));
      RC_ASSERT(agrees<float>(token));
      RC_ASSERT(agrees<float>("-" + token));
    }
  }));
  CHECK(rc::check("fractions", [] {
    const auto p = *rc::gen::arbitrary<std::int64_t>();
    const auto q = *rc::gen::inRange<std::int64_t>(1, std::numeric_limits<std::int64_t>::max());
    mpq_class expected(to_gmp(p), to_gmp(q));
    expected.canonicalize();
    RC_ASSERT(parse_rational(std::to_string(p) + "/" + std::to_string(q)) == expected);
  }));
  CHECK(rc::check("arbitrary bytes: never anything but an answer, the same in every mode", [] {
    const auto token = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0019+-.eE/ xn,")));
    double d;
    Decimal x;
    mpz_class wide;
    const bool number = parse_binary64(token, d) != NumberStatus::not_a_number;
    RC_ASSERT(number == (parse_decimal(token, x, wide) != NumberStatus::not_a_number));
    if (token.find_first_of(" xn/") == token.npos && !token.empty()) {
      char* end;
      std::strtod(token.c_str(), &end);
      RC_ASSERT(number == (*end == 0));
    }
  }));
}
