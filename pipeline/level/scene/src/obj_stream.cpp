// SPDX-License-Identifier: GPL-3.0-or-later
// Problem. Tell the faces of an OBJ one by one, with the coordinates of their vertices, where neither fit the memory.
// So the text is read twice from front to back, some chunks at a time: first the vertices, then the faces, which may
// name vertices that come later.
// 1. open() copies the text to a scratch file, which nobody can change or make shorter while it is mapped, cuts it into
//    chunks (obj_chunk.cpp), reads as many at a time as there are threads, and appends their coordinates to a scratch
//    file. It keeps the first fault, whose place decides which faces are told.
// 2. for_each_face() reads the chunks again, turns corners into vertices of the file, and tells the faces.
// Cost: twice the reading of the text. Memory: the chunks that are read at a time.
// Exact: coordinates are rounded at most once, by `numbers`; about() encloses them.
// Source: import_obj.cpp, whose chunks and faults these are.
#include "plumb/pipeline/obj_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "file_content.h"
#include "obj_chunk.h"
#include "obj_faults.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scratch_file.h"
#include "positions.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

template <class T>
std::span<const T> values_in(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

// Of a decimal that has few digits; else everything.
kernel::Interval about_decimal(const CoordinateWord& c) {
  static constexpr auto powers = [] {
    std::array<double, 23> p{1};  // exact
    for (std::size_t i = 1; i < p.size(); ++i) p[i] = 10 * p[i - 1];
    return p;
  }();
  const auto mantissa = static_cast<std::int64_t>(c.word);
  const auto power = static_cast<std::size_t>(std::abs(c.exponent));
  if (c.exponent == wide_exponent || power >= powers.size() || std::abs(mantissa) >= std::int64_t{1} << 53)
    return {-HUGE_VAL, HUGE_VAL};
  const auto m = static_cast<double>(mantissa);
  const double rounded = c.exponent < 0 ? m / powers[power] : m * powers[power];
  return kernel::outward(rounded, rounded);
}

}  // namespace

class ObjStream::Reading {
 public:
  Reading(std::string name, ImportOptions options, ScratchFile copy, ScratchFile words, ScratchFile exponents)
      : name_(std::move(name)),
        options_(options),
        copy_(std::move(copy)),
        words_file_(std::move(words)),
        exponents_file_(std::move(exponents)) {
    options_.max_vertices = std::min<std::uint64_t>(options.max_vertices, obj::beyond_any - 1);
    options_.max_corners = std::min<std::uint64_t>(options.max_corners, 0xffffffff);
    threads_ = options_.threads ? options_.threads : hardware_threads();
  }

  std::optional<Error> copy() {
    checker::Sha256 digest;
    auto error = read_blocks(name_, [&](std::string_view block) {
      copy_.append_values<char>(block);
      if (options_.digest) digest.add(block);
    });
    if (error) return error;
    const auto bytes = copy_.map();
    if (!bytes) return bytes.error();
    text_ = {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
    if (options_.digest) sha256_ = digest.hex();
    return std::nullopt;
  }

  std::optional<Error> read_vertices() {
    const std::string_view text = text_;
    if (text.empty()) return Error{ErrorCode::no_face, "the file is empty; export the level again", name_, 0};
    const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    chunks_ = obj::cut_into_chunks(text, start, 1 + text.size() / std::max<std::size_t>(options_.min_chunk_bytes, 1));
    faulty_ = chunks_.size();
    std::uint64_t corners = 0;
    for_each_chunk(chunks_.size(), [&](std::size_t i, obj::Chunk& chunk) {
      if (auto fault = too_many_vertices(text, chunk, vertices_, options_)) blame(std::move(*fault), i);
      vertices_before_.push_back(vertices_);
      vertices_ += chunk.vertex_records;
      if (i >= faulty_) return true;
      append(chunk.positions);
      if (auto fault = too_many_corners(text, chunk, corners, options_)) blame(std::move(*fault), i);
      corners += chunk.corners.size();
      faces_ += chunk.face_ends.size();
      if (chunk.fault) blame(std::move(*chunk.fault), i);
      return true;
    });
    if (fault_) return first_fault();
    if (faces_ == 0)
      return Error{ErrorCode::no_face, "no face (f) among " + std::to_string(vertices_) + " vertices; export polygons",
                   name_, 0};
    const auto words = words_file_.map(), exponents = exponents_file_.map();
    if (!words) return words.error();
    if (!exponents) return exponents.error();
    words_ = values_in<std::uint64_t>(*words);
    exponents_ = values_in<std::int16_t>(*exponents);
    return std::nullopt;
  }

  std::optional<Error> for_each_face(const TakeFace& face) {
    std::optional<obj::Fault> bad;
    for_each_chunk(chunks_.size(), [&](std::size_t i, obj::Chunk& chunk) {
      bad = name_vertices(text_, chunk, vertices_before_[i], vertices_);
      if (bad) return false;
      const std::span<const std::uint32_t> corners(chunk.corners);
      std::size_t begin = 0;
      for (const std::uint32_t end : chunk.face_ends) {
        if (!face(corners.subspan(begin, end - begin))) return false;
        begin = end;
      }
      return true;
    });
    if (bad) return of_fault(*bad);
    return std::nullopt;
  }

  CoordinateWord word(std::uint32_t vertex, int axis) const {
    const std::size_t i = 3 * std::size_t{vertex} + static_cast<std::size_t>(axis);
    return {words_[i], is_decimal() ? exponents_[i] : std::int16_t{0}};
  }
  mpq_class exact(std::uint32_t vertex, int axis) const {
    return value_of(word(vertex, axis), wide_, options_.numbers);
  }
  kernel::Interval about(std::uint32_t vertex, int axis) const {
    const CoordinateWord c = word(vertex, axis);
    return is_decimal() ? about_decimal(c) : kernel::Interval(std::bit_cast<double>(c.word));
  }
  void append_text(std::string& out, std::uint32_t vertex) const {
    for (int i = 0; i < 3; ++i) {
      const bool turned = options_.up == UpAxis::y && i > 0;  // (x, -z, y) was (x, y, z)
      const CoordinateWord c = word(vertex, turned ? 3 - i : i);
      const bool negate = turned && i == 2;
      out += ' ';
      if (!is_decimal()) {
        const auto value = std::bit_cast<double>(c.word);
        kernel::append_decimal(out, negate ? -value : value);
        continue;
      }
      const mpz_class mantissa = mantissa_of(c, wide_);
      out += mpz_class(negate ? mpz_class(-mantissa) : mantissa).get_str();
      if (const std::int32_t exponent = exponent_of(c, wide_); exponent != 0) out += "e" + std::to_string(exponent);
    }
  }
  std::uint64_t vertices() const { return vertices_; }
  std::uint64_t faces() const { return faces_; }
  const std::string& sha256() const { return sha256_; }
  std::uint64_t bytes() const { return text_.size(); }

 private:
  bool is_decimal() const { return options_.numbers == Numbers::decimal; }

  // Reads the first chunks, some at a time; calls take(number, chunk) in their order, until it returns false.
  template <class Take>
  void for_each_chunk(std::size_t count, const Take& take) {
    for (std::size_t first = 0; first < count; first += threads_) {
      cancellation_point();
      std::vector<obj::Chunk> some(chunks_.begin() + static_cast<std::ptrdiff_t>(first),
                                   chunks_.begin() + static_cast<std::ptrdiff_t>(std::min(count, first + threads_)));
      for_chunks(some.size(), some.size(), threads_,
                 [&](std::size_t i, std::size_t, std::size_t) { read_chunk(text_, options_, some[i]); });
      for (std::size_t i = 0; i < some.size(); ++i)
        if (!take(first + i, some[i])) return;
    }
  }

  void append(Positions& part) {
    for (std::size_t k = 0; k < part.exponents.size(); ++k)
      if (part.exponents[k] == wide_exponent) part.words[k] += wide_.size();
    std::ranges::move(part.wide, std::back_inserter(wide_));
    words_file_.append_values<std::uint64_t>(part.words);
    exponents_file_.append_values<std::int16_t>(part.exponents);
  }

  // Keeps the fault that is the first in the file.
  void blame(obj::Fault fault, std::size_t chunk) {
    faulty_ = std::min(faulty_, chunk);
    if (!fault_ || fault.begin < fault_->begin) fault_ = std::move(fault);
  }
  Error of_fault(const obj::Fault& fault) const {
    return {fault.code, fault.message, name_, line_of(text_, fault.begin)};
  }
  // The fault that was kept, or a face before it that names no vertex.
  Error first_fault() {
    for_each_chunk(faulty_ + 1, [&](std::size_t i, obj::Chunk& chunk) {
      auto bad = name_vertices(text_, chunk, vertices_before_[i], vertices_);
      if (bad) blame(std::move(*bad), i);
      return !bad;
    });
    return of_fault(*fault_);
  }

  std::string name_;
  ImportOptions options_;
  unsigned threads_ = 1;
  std::vector<obj::Chunk> chunks_;  // their places alone
  std::vector<std::uint64_t> vertices_before_;
  std::uint64_t vertices_ = 0, faces_ = 0;
  std::size_t faulty_ = 0;  // the chunk of the first fault
  std::optional<obj::Fault> fault_;
  ScratchFile copy_, words_file_, exponents_file_;  // of the text; and as Positions has them
  std::string_view text_;
  std::span<const std::uint64_t> words_;
  std::span<const std::int16_t> exponents_;
  std::vector<WideDecimal> wide_;
  std::string sha256_;
};

ObjStream::ObjStream(std::unique_ptr<Reading> reading) : reading_(std::move(reading)) {}
ObjStream::ObjStream(ObjStream&&) noexcept = default;
ObjStream::~ObjStream() = default;

Result<ObjStream> ObjStream::open(const std::string& path, const ImportOptions& options, const std::string& folder) {
  auto copy = ScratchFile::create(folder), words = ScratchFile::create(folder), exponents = ScratchFile::create(folder);
  if (!copy) return copy.error();
  if (!words) return words.error();
  if (!exponents) return exponents.error();
  auto reading = std::make_unique<Reading>(path, options, std::move(*copy), std::move(*words), std::move(*exponents));
  if (auto error = reading->copy()) return *error;
  if (auto error = reading->read_vertices()) return *error;
  return ObjStream(std::move(reading));
}

std::uint64_t ObjStream::vertices() const { return reading_->vertices(); }
std::uint64_t ObjStream::faces() const { return reading_->faces(); }
const std::string& ObjStream::sha256() const { return reading_->sha256(); }
std::uint64_t ObjStream::bytes() const { return reading_->bytes(); }
mpq_class ObjStream::exact(std::uint32_t vertex, int axis) const { return reading_->exact(vertex, axis); }
kernel::Interval ObjStream::about(std::uint32_t vertex, int axis) const { return reading_->about(vertex, axis); }
void ObjStream::append_text(std::string& out, std::uint32_t vertex) const { reading_->append_text(out, vertex); }
std::optional<Error> ObjStream::for_each_face(const TakeFace& face) { return reading_->for_each_face(face); }

}  // namespace plumb::pipeline
