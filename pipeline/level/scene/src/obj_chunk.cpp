// SPDX-License-Identifier: GPL-3.0-or-later
// One chunk of an OBJ text into numbers: the part of reading that takes the time, done by each thread on its own.
//
// cut_into_chunks() cuts the text at line ends that join no line, so that a record starts after each.
// Reader::read() then walks over a chunk's records:
// 1. find_stray() looks for a zero byte, or a carriage return that ends no line, with memchr before anything is read;
//    such a byte is the fault of the record that it is in, unless that record has a fault before it.
// 2. read_record_at() dispatches on the keyword: read_vertex(), read_face() with read_corner(), read_name(), or
//    nothing. Coordinates are converted at once (convert, positions.h), with y and z exchanged for --up y.
// 3. The first fault ends the reading; count_vertices_after() counts the vertices that are left, because positive
//    indices before the fault may name them.
//
// Cost: one pass over the text besides memchr; memory in proportion to the numbers read.
// Exact: a coordinate is rounded at most once.
// Source: Wavefront's Object Files (.obj).
#include "obj_chunk.h"

#include <algorithm>
#include <cassert>

#include "file_content.h"
#include "plumb/kernel/number.h"

namespace plumb::pipeline::obj {

const char* next_record(const char* p, const char* end) {
  while (true) {
    const char* next = next_line(p, end);
    if (next == p || next[-1] != '\n') return next;
    const char* tail = next - 1;
    if (tail != p && tail[-1] == '\r') --tail;
    const bool joined = tail != p && tail[-1] == '\\';
    if (!joined || std::memchr(p, '#', static_cast<std::size_t>(tail - p))) return next;
    p = next;
  }
}

Record read_record(const char* p, const char* end) {
  while (true) {
    p = skip_blanks(p, end);
    if (p == end) return {{}, end};
    if (class_of(*p) == other) break;
    p = next_line(p, end);
  }
  const char* stop = token_end(p, end);
  return {{p, static_cast<std::size_t>(stop - p)}, next_record(p, end)};
}

namespace {

enum class Keyword { vertex, face, object, group, material, skipped, other_file, surface, unknown };

Keyword classify(std::string_view k) {
  static constexpr std::string_view skipped[] = {
      "bevel",      "c_interp", "cdc",   "con",    "cstype",    "ctech",  "curv",   "curv2", "d_interp", "deg", "end",
      "hole",       "l",        "lod",   "maplib", "mg",        "mtllib", "p",      "parm",  "res",      "s",   "scrv",
      "shadow_obj", "sp",       "stech", "step",   "trace_obj", "trim",   "usemap", "vn",    "vp",       "vt",  "bmat"};
  if (k == "v") return Keyword::vertex;
  if (is_face_keyword(k)) return Keyword::face;
  if (k == "o") return Keyword::object;
  if (k == "g") return Keyword::group;
  if (k == "usemtl") return Keyword::material;
  if (std::find(std::begin(skipped), std::end(skipped), k) != std::end(skipped)) return Keyword::skipped;
  if (k == "call" || k == "csh") return Keyword::other_file;
  if (k == "surf" || k == "bsp" || k == "bzp" || k == "cdp") return Keyword::surface;
  return Keyword::unknown;
}

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// Skips the optional integer of a texture or normal reference.
const char* skip_reference(const char* p, const char* end) {
  const char* digits = p != end && (*p == '-' || *p == '+') ? p + 1 : p;
  const char* q = digits;
  while (q != end && is_digit(*q)) ++q;
  return q == digits ? p : q;
}

template <Numbers numbers>
class Reader {
 public:
  Reader(std::string_view text, const ImportOptions& options, Chunk& chunk)
      : text_(text.data()),
        end_(text.data() + chunk.end),
        options_(options),
        chunk_(chunk),
        first_(chunk.begin == 0 || text.substr(0, chunk.begin) == "\xef\xbb\xbf") {}

  void read() {
    const char* p = text_ + chunk_.begin;
    const char* stray = find_stray(p);
    while (p != end_) {
      p = skip_blanks(p, end_);
      if (p == end_) break;
      if (class_of(*p) == newline) {
        ++p;
        continue;
      }
      const char* record = p;
      p = class_of(*p) == hash ? next_line(p, end_) : read_record_at(p);
      // A stray byte is the record's fault, unless it has another one before it.
      if (chunk_.fault ? text_ + chunk_.fault->end >= stray : p > stray) blame_stray(stray);
      if (chunk_.fault) return count_vertices_after(record);
    }
    if (stray < end_) blame_stray(stray);  // among the last blanks
  }

 private:
  // The first zero byte, or carriage return that ends no line; `end_ + 1` if there is none, which no address passes.
  const char* find_stray(const char* p) const {
    const auto size = static_cast<std::size_t>(end_ - p);
    const char* stray = end_ + 1;
    if (const void* zero = size ? std::memchr(p, '\0', size) : nullptr) stray = static_cast<const char*>(zero);
    while (p < end_ && p < stray) {
      const void* found = std::memchr(p, '\r', static_cast<std::size_t>(std::min(end_, stray) - p));
      if (!found) break;
      p = static_cast<const char*>(found) + 1;
      if (p != end_ && *p != '\n') return p - 1;
    }
    return stray;
  }

  void blame_stray(const char* stray) {
    chunk_.fault.reset();
    const bool zero = *stray == '\0';
    fail(stray, stray + 1, ErrorCode::unsupported_format,
         zero ? "a zero byte: this is binary data or UTF-16, no OBJ text; export as OBJ text in ASCII or UTF-8"
              : "a carriage return within the line; convert the line ends to LF or CRLF");
  }

  // Counts the vertices after a fault: their number decides which indices before the fault are good.
  void count_vertices_after(const char* record) {
    const char* p = next_record(record, end_);
    while (p != end_) {
      const Record r = obj::read_record(p, end_);
      chunk_.vertex_records += r.keyword == "v";
      p = r.next;
    }
  }

  // Reads the record at p. Returns the address after it; after a fault, the address has no meaning.
  const char* read_record_at(const char* p) {
    if (at_token_end(p + 1, end_)) {
      if (*p == 'f') return read_face(p, p + 1);
      if (*p == 'v') return read_vertex(p);
    }
    const char* stop = shown_end(p);
    const std::string_view keyword(p, static_cast<std::size_t>(stop - p));
    switch (classify(keyword)) {
      case Keyword::face: return read_face(p, stop);
      case Keyword::vertex: return read_vertex(p);
      case Keyword::object: return read_name(p, stop, NameChange::object);
      case Keyword::group: return read_name(p, stop, NameChange::group);
      case Keyword::material: return read_name(p, stop, NameChange::material);
      case Keyword::skipped: break;
      case Keyword::other_file:
        return fail(p, stop, ErrorCode::unsupported_format,
                    in_quotes(keyword) + " refers to another file, which is not read; export one file with everything");
      case Keyword::surface:
        return fail(p, stop, ErrorCode::unsupported_format,
                    in_quotes(keyword) + " is a free-form surface; export it as polygons (f records)");
      case Keyword::unknown: {
        const bool ascii = std::all_of(keyword.begin(), keyword.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
        if (!ascii)
          return fail(p, stop, ErrorCode::unsupported_format,
                      in_quotes(keyword) + " is no OBJ keyword; this looks like binary data, export as OBJ text");
        return fail(p, stop, ErrorCode::syntax,
                    in_quotes(keyword) + " is no OBJ keyword; correct it, or remove the line or make it a comment (#)");
      }
    }
    return next_record(p, end_);
  }

  // The end of the token at p, but at most 64 characters on: no keyword is longer, and no message shows more.
  const char* shown_end(const char* p) const { return token_end(p, end_ - p > 64 ? p + 64 : end_); }

  // The address after a record. Requires that p is at its end: at a comment or at the line's end.
  const char* end_record(const char* p) const { return next_line(p, end_); }

  const char* read_vertex(const char* record) {
    ++chunk_.vertex_records;
    const char* p = record + 1;
    CoordinateWord coordinate[3];
    for (int i = 0; i < 3; ++i) {
      p = skip_blanks(p, end_);
      if (at_record_end(p, end_)) {
        const char* found[] = {"no coordinate", "only x", "only x and y"};
        return fail(record, p, ErrorCode::missing_coordinate,
                    std::string("this v has ") + found[i] + "; give it x, y and z");
      }
      kernel::Numeral numeral;
      const char* q = kernel::scan_numeral(p, end_, numeral);
      if (!q || !at_token_end(q, end_)) return bad_number(p, "coordinate ");
      // --up y: (x, y, z) becomes (x, -z, y).
      const int to = options_.up == UpAxis::y && i > 0 ? 3 - i : i;
      const bool negate = options_.up == UpAxis::y && i == 2;
      if (!convert<numbers>(numeral, negate, chunk_.positions, wide_, coordinate[to])) return out_of_range(p, q);
      p = q;
    }
    p = skip_blanks(p, end_);
    for (int extra = 0; !at_record_end(p, end_); ++extra) {
      if (extra == 5)
        return fail(p, shown_end(p), ErrorCode::syntax,
                    in_quotes({p, static_cast<std::size_t>(shown_end(p) - p)}) +
                        " is the ninth entry of this v, which takes three coordinates, a weight and a colour; "
                        "give each vertex its own line");
      kernel::Numeral numeral;
      const char* q = kernel::scan_numeral(p, end_, numeral);
      if (!q || !at_token_end(q, end_)) return bad_number(p, "weight or colour ");
      p = skip_blanks(q, end_);
    }
    const auto& [x, y, z] = coordinate;
    Positions& all = chunk_.positions;
    all.words.insert(all.words.end(), {x.word, y.word, z.word});
    if constexpr (numbers == Numbers::decimal)
      all.exponents.insert(all.exponents.end(), {x.exponent, y.exponent, z.exponent});
    return end_record(p);
  }

  const char* bad_number(const char* p, const char* what) {
    const char* stop = shown_end(p);
    return fail(p, stop, ErrorCode::bad_number,
                what + in_quotes({p, static_cast<std::size_t>(stop - p)}) +
                    " is no finite decimal number; write one such as -1.5 or 2e-3");
  }

  const char* out_of_range(const char* p, const char* stop) {
    return fail(p, stop, ErrorCode::out_of_range,
                "coordinate " + in_quotes({p, static_cast<std::size_t>(stop - p)}) + out_of_range_reason(numbers));
  }

  const char* read_face(const char* record, const char* p) {
    const std::size_t before = chunk_.corners.size(), relative_before = chunk_.relative.size();
    for (p = skip_blanks(p, end_); !at_record_end(p, end_); p = skip_blanks(p, end_)) {
      if (chunk_.corners.size() - before < options_.max_face_corners) {
        p = read_corner(p);
      } else {
        fail(record, p, ErrorCode::too_large,
             "this face has more than " + std::to_string(options_.max_face_corners) + " corners; split it");
      }
      if (chunk_.fault) break;
    }
    const std::size_t corners = chunk_.corners.size() - before;
    if (!chunk_.fault && corners < 3)
      fail(record, p, ErrorCode::too_few_vertices,
           "this face has " + std::to_string(corners) + (corners == 1 ? " corner" : " corners") +
               "; give it at least three, or remove it");
    if (!chunk_.fault && chunk_.corners.size() > options_.max_corners)
      fail(record, p, ErrorCode::too_large, too_many_corners(options_));
    if (chunk_.fault) {
      chunk_.corners.resize(before);
      chunk_.relative.resize(relative_before);
      return p;
    }
    chunk_.face_ends.push_back(static_cast<std::uint32_t>(chunk_.corners.size()));
    return end_record(p);
  }

  // Reads one entry a, a/b, a//c or a/b/c. After a fault, the address is of no meaning.
  const char* read_corner(const char* token) {
    const char* p = token;
    const bool negative = *p == '-';
    if (*p == '-' || *p == '+') ++p;
    const char* digits = p;
    std::uint64_t n = 0;
    for (; p != end_ && is_digit(*p); ++p)
      if (n <= beyond_any) n = 10 * n + static_cast<unsigned>(*p - '0');
    bool good = p != digits;
    for (int reference = 0; reference < 2 && p != end_ && *p == '/'; ++reference) p = skip_reference(p + 1, end_);
    good = good && at_token_end(p, end_);
    if (!good || n == 0) {
      const char* stop = shown_end(token);
      return fail(token, stop, ErrorCode::bad_index,
                  "face entry " + in_quotes({token, static_cast<std::size_t>(stop - token)}) +
                      (good ? " has index 0; vertices count from 1 (or from -1, backwards)"
                            : " is no vertex index; write a, a/b, a//c or a/b/c with whole numbers"));
    }
    if (!negative) {
      chunk_.corners.push_back(n - 1 < beyond_any ? static_cast<std::uint32_t>(n - 1) : beyond_any);
      return p;
    }
    const std::int64_t vertex = static_cast<std::int64_t>(chunk_.vertex_records) - static_cast<std::int64_t>(n);
    if (first_) {  // no vertex precedes the first chunk, so the index is final
      chunk_.corners.push_back(vertex >= 0 && vertex < beyond_any ? static_cast<std::uint32_t>(vertex) : beyond_any);
    } else {
      chunk_.relative.push_back({static_cast<std::uint32_t>(chunk_.corners.size()), vertex});
      chunk_.corners.push_back(0);
    }
    return p;
  }

  const char* read_name(const char* record, const char* p, NameChange::Kind kind) {
    const char* next = next_record(record, end_);
    p = skip_blanks(p, next);
    if (p != next && class_of(*p) == newline) p = next;
    const char* stop = next;
    const auto joins = [&](const char* c) {
      const char* line = *c == '\\' ? joined_line(c, next) : nullptr;
      return line && line != next;
    };
    while (stop != p && (class_of(stop[-1]) == blank || class_of(stop[-1]) == newline || joins(stop - 1))) --stop;
    if (static_cast<std::size_t>(stop - p) > options_.max_name_bytes)
      return fail(p, stop, ErrorCode::too_large,
                  "a name of more than " + std::to_string(options_.max_name_bytes) + " bytes; shorten it");
    chunk_.names.push_back({kind, static_cast<std::uint32_t>(chunk_.face_ends.size()),
                            static_cast<std::size_t>(p - text_), static_cast<std::size_t>(stop - text_)});
    return next;
  }

  const char* fail(const char* begin, const char* stop, ErrorCode code, std::string message) {
    assert(!chunk_.fault);
    chunk_.fault = Fault{static_cast<std::size_t>(begin - text_), static_cast<std::size_t>(stop - text_), code,
                         std::move(message)};
    return stop;
  }

  const char* text_;
  const char* end_;
  const ImportOptions& options_;
  Chunk& chunk_;
  bool first_;
  mpz_class wide_;
};

bool ends_in_backslash(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line.ends_with('\\');
}

}  // namespace

std::string too_many_corners(const ImportOptions& options) {
  return "the faces have more than " + std::to_string(options.max_corners) + " corners together; cut the level up";
}

std::vector<Chunk> cut_into_chunks(std::string_view text, std::size_t begin, std::size_t count) {
  std::vector<Chunk> chunks;
  const char* end = text.data() + text.size();
  for (std::size_t i = 0; i < count && begin < text.size(); ++i) {
    const char* p = end;
    if (i + 1 < count) {
      // A record starts after the first line end from here on that joins no line, whatever precedes it.
      p = next_line(text.data() + begin + (text.size() - begin) / (count - i), end);
      while (p != end && ends_in_backslash(text.substr(0, static_cast<std::size_t>(p - text.data()) - 1)))
        p = next_line(p, end);
    }
    Chunk chunk;
    chunk.begin = begin;
    chunk.end = begin = static_cast<std::size_t>(p - text.data());
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

void read_chunk(std::string_view text, const ImportOptions& options, Chunk& chunk) {
  switch (options.numbers) {
    case Numbers::binary64: return Reader<Numbers::binary64>(text, options, chunk).read();
    case Numbers::binary32: return Reader<Numbers::binary32>(text, options, chunk).read();
    case Numbers::decimal: return Reader<Numbers::decimal>(text, options, chunk).read();
  }
}

}  // namespace plumb::pipeline::obj
