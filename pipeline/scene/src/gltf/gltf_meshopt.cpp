// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_meshopt.h"

#include <meshoptimizer.h>

#include "obj_text.h"

namespace plumb::pipeline::gltf {
namespace {

// `count` elements of `stride` bytes each, and how they are compressed.
struct Layout {
  std::uint64_t count, stride;
  std::string_view mode, filter;
};

[[noreturn]] void refuse_stride(const Field& compressed) {
  compressed.member("byteStride")
      .refuse(ErrorCode::syntax, "is no distance that its mode and filter allow; export the file again");
}

// What the extension demands, and the library.
Layout read_layout(const Field& view, const Field& compressed) {
  const auto filter = compressed.find("filter");
  const Layout l{compressed.member("count").whole(), compressed.member("byteStride").whole(),
                 compressed.member("mode").text(), filter ? std::string_view(filter->text()) : "NONE"};
  const bool indices = l.mode == "TRIANGLES" || l.mode == "INDICES";
  if (!indices && l.mode != "ATTRIBUTES")
    compressed.refuse(ErrorCode::unsupported_format,
                      "has mode " + obj::quote(l.mode) + ", which is not known; export without compression");
  const bool octahedral = l.filter == "OCTAHEDRAL", quaternion = l.filter == "QUATERNION",
             exponential = l.filter == "EXPONENTIAL";
  if (l.filter != "NONE" && (indices || !(octahedral || quaternion || exponential)))
    compressed.refuse(ErrorCode::unsupported_format,
                      "has filter " + obj::quote(l.filter) + ", which is not known in its mode; export without it");
  const bool good = indices      ? l.stride == 2 || l.stride == 4
                    : octahedral ? l.stride == 4 || l.stride == 8
                    : quaternion ? l.stride == 8
                                 : l.stride > 0 && l.stride % 4 == 0 && l.stride <= 256;
  const auto same = view.find("byteStride");
  if (!good || (same && same->whole() != l.stride)) refuse_stride(compressed);
  if (l.mode == "TRIANGLES" && l.count % 3 != 0)
    compressed.refuse(ErrorCode::syntax, "makes no whole triangles; export the file again");
  // No overflow: whole() is below 2^53, a stride at most 2^8.
  if (view.member("byteLength").whole() != l.count * l.stride)
    view.refuse(ErrorCode::syntax, "has another length than its compressed data; export the file again");
  return l;
}

// Whether so few bytes may hold so many: of attributes, 16 bytes of the elements take at least 2 bits; an index takes
// at least a third of a byte in a triangle, and a byte elsewhere.
bool may_hold(const Layout& l, std::size_t bytes) { return l.count * l.stride / 64 <= bytes; }

// 0 if all went well.
int decode(const Layout& l, std::string_view bytes, std::vector<char>& out) {
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  if (l.mode == "TRIANGLES") return meshopt_decodeIndexBuffer(out.data(), l.count, l.stride, from, bytes.size());
  if (l.mode == "INDICES") return meshopt_decodeIndexSequence(out.data(), l.count, l.stride, from, bytes.size());
  return meshopt_decodeVertexBuffer(out.data(), l.count, l.stride, from, bytes.size());
}

void undo_filter(const Layout& l, std::vector<char>& out) {
  if (l.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out.data(), l.count, l.stride);
  if (l.filter == "QUATERNION") meshopt_decodeFilterQuat(out.data(), l.count, l.stride);
  if (l.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out.data(), l.count, l.stride);
}

}  // namespace

std::vector<char> decode_meshopt(const Field& view, const Field& compressed, std::string_view bytes) {
  const Layout layout = read_layout(view, compressed);
  constexpr unsigned char attributes = 0xa0;  // the first byte; beside it stands the version
  if (layout.mode == "ATTRIBUTES" && !bytes.empty() && (static_cast<unsigned char>(bytes[0]) & 0xf0) == attributes &&
      static_cast<unsigned char>(bytes[0]) != attributes)
    compressed.refuse(ErrorCode::unsupported_format,
                      "is of version " + std::to_string(bytes[0] & 0x0f) +
                          " of its format, of which 0 is read; export with EXT_meshopt_compression");
  if (!may_hold(layout, bytes.size()))
    compressed.refuse(ErrorCode::syntax, "says more elements than its bytes can hold; export the file again");
  std::vector<char> out(layout.count * layout.stride);
  if (decode(layout, bytes, out) != 0)
    compressed.refuse(ErrorCode::syntax, "is damaged, or not of its mode; export the file again");
  undo_filter(layout, out);
  return out;
}

}  // namespace plumb::pipeline::gltf
