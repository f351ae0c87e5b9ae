// SPDX-License-Identifier: GPL-3.0-or-later
// A glTF file out of its container: the JSON document, and the bytes of buffers and of buffer views.
//
// 1. The constructor of File opens a .glb (open_container) or takes a .gltf as JSON, parses it (parse_json), and checks
//    the version and the extensions that it requires.
// 2. Field reads a value of the document by its path. A value that is missing, or of the wrong type or range, is
//    refused by name, never taken for absent.
// 3. buffer() loads a buffer when it is first asked for: the chunk of a .glb, a data URI (decode_base64), or a file
//    beside this one (decode_percent for its name, MappedFile).
// 4. view() returns the part of a buffer that a buffer view shows. If the view is compressed, decode_meshopt() checks
//    what the extension demands (read_layout), and the library decodes it.
//
// Cost: linear in the bytes read. What decoding may allocate is bounded by the compressed bytes, before it is
// allocated. Exact: the JSON's numbers are the nearest binary64; bytes are as stored, or as the decoder of the library
// makes them. Source: the specification of glTF 2.0; Khronos' registry of extensions;
// meshoptimizer. tinygltf is not used: in 2.7 a member of the wrong
// type counts as absent (a matrix of strings is then the identity), a truncated GLB is read beyond its end, and nested
// "extras" overflow the stack.
#include "gltf/gltf_file.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <boost/archive/iterators/binary_from_base64.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <cmath>

#include "file_content.h"

#include "plumb/pipeline/paths.h"

namespace plumb::pipeline::gltf {
namespace {

// Parses the JSON of a glTF file. Refused: no JSON, a key twice in one object (the specification forbids it), numbers
// beyond binary64. `lines`: errors tell their line, which is of no use where the JSON is a part of a .glb.
JsonDocument parse_json(std::string_view text, bool lines) {
  try {
    return JsonDocument::parse(text);
  } catch (const JsonError& e) {
    if (e.kind == JsonError::Kind::key_twice)
      throw Refused{ErrorCode::syntax,
                    "the JSON has the key " + in_quotes(e.what()) + " twice in one object; keep one"};
    if (e.kind == JsonError::Kind::number_range)
      throw Refused{ErrorCode::out_of_range,
                    "a number of the JSON is beyond the range of double; export the file again"};
    const std::size_t at = std::min<std::size_t>(e.byte > 0 ? e.byte - 1 : 0, text.size());
    throw Refused{ErrorCode::syntax,
                  "this is no JSON (at byte " + std::to_string(at) + " of it); export the file again",
                  lines ? line_of(text, at) : 0};
  }
}

// Whether a file that requires this extension can be read as if it did not, or with what is read of it. Most that do
// not bear on surfaces say what they are about in the second word of their names.
bool is_readable(std::string_view extension) {
  static constexpr std::array about{"animation", "audio", "lights", "materials", "packing", "texture", "xmp"};
  static constexpr std::array others{
      // Read.
      "EXT_mesh_gpu_instancing", "EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_mesh_quantization",
      "KHR_meshopt_compression",
      // Metadata, and what programs do with nodes and meshes that are where they are.
      "AGI_articulations", "AGI_stk_metadata", "CESIUM_primitive_outline", "EXT_feature_metadata",
      "EXT_instance_features", "EXT_mesh_features", "EXT_mesh_manifold", "EXT_mesh_primitive_edge_visibility",
      "EXT_property_animation", "EXT_structural_metadata", "FB_geometry_metadata", "GODOT_single_root",
      "GRIFFEL_bim_data", "KHR_interactivity", "KHR_node_hoverability", "KHR_node_selectability",
      "KHR_techniques_webgl", "KHR_xmp", "MPEG_media", "MPEG_viewport_recommended"};
  const auto same = [&](std::string_view name) { return name == extension; };
  if (std::ranges::any_of(others, same)) return true;
  const std::string_view name = extension.substr(std::min(extension.find('_'), extension.size() - 1) + 1);
  return std::ranges::any_of(about, [&](std::string_view word) {
    return name.starts_with(word) && name.size() > word.size() && name[word.size()] == '_';
  });
}

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
                      "has mode " + in_quotes(l.mode) + ", which is not known; export without compression");
  const bool octahedral = l.filter == "OCTAHEDRAL", quaternion = l.filter == "QUATERNION",
             exponential = l.filter == "EXPONENTIAL";
  if (l.filter != "NONE" && (indices || !(octahedral || quaternion || exponential)))
    compressed.refuse(ErrorCode::unsupported_format,
                      "has filter " + in_quotes(l.filter) + ", which is not known in its mode; export without it");
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

// What a buffer view shows whose data is compressed as EXT_meshopt_compression says: `bytes`, by the layout, mode and
// filter of `compressed`, the view's extension. KHR_meshopt_compression is the same but for the data's version 1 and a
// filter for colours, both of which are refused. Throws Refused.
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
  if (layout.count * layout.stride > PTRDIFF_MAX)
    compressed.refuse(ErrorCode::too_large, "is larger than memory; use a machine with more");
  std::vector<char> out(layout.count * layout.stride);
  if (decode(layout, bytes, out) != 0)
    compressed.refuse(ErrorCode::syntax, "is damaged, or not of its mode; export the file again");
  undo_filter(layout, out);
  return out;
}

Refused no_glb(const std::string& what) {
  return {ErrorCode::syntax, "this is no GLB: " + what + "; export the file again"};
}

// Four characters of base64 for each three bytes, padded with '='.
std::string decode_base64(const Field& uri, std::string_view text) {
  using namespace boost::archive::iterators;
  using Bytes = transform_width<binary_from_base64<const char*>, 8, 6>;
  std::string_view digits = text;
  for (int padding = 0; padding < 2 && digits.ends_with('='); ++padding) digits.remove_suffix(1);
  std::string out;
  try {
    // The library would take '=' for a zero anywhere.
    if (text.size() % 4 != 0 || digits.find('=') != digits.npos) throw dataflow_exception();
    out.reserve(text.size() / 4 * 3);
    Bytes byte(digits.data());
    for (std::size_t i = 0; i < digits.size() * 6 / 8; ++i, ++byte) out += static_cast<char>(*byte);
  } catch (const dataflow_exception&) {
    uri.refuse(ErrorCode::syntax, "holds what is no base64; export the file again");
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// A file name with %20 and the like in it.
std::string decode_percent(const Field& uri, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1,
              low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0)
      uri.refuse(ErrorCode::syntax, "has a % that two hexadecimal digits do not follow; correct it");
    out += static_cast<char>(16 * high + low);
    i += 2;
  }
  return out;
}

}  // namespace

void Field::refuse(ErrorCode code, const std::string& what) const {
  throw Refused{code, (path_.empty() ? "the document" : path_) + " " + what};
}

std::optional<Field> Field::find(const char* key) const {
  if (!json_.is_object()) refuse(ErrorCode::syntax, "is no object; correct it");
  const auto found = json_.find(key);
  if (!found) return std::nullopt;
  return Field(*found, path_.empty() ? key : path_ + "." + key);
}

Field Field::member(const char* key) const {
  if (auto field = find(key)) return *field;
  refuse(ErrorCode::syntax, std::string("has no '") + key + "'; correct it");
}

std::optional<Field> Field::extension(const char* name) const {
  const auto extensions = find("extensions");
  return extensions ? extensions->find(name) : std::nullopt;
}

std::size_t Field::size() const {
  if (!json_.is_array()) refuse(ErrorCode::syntax, "is no array; correct it");
  return json_.size();
}

Field Field::entry(std::size_t i) const { return Field(json_[i], path_ + "[" + std::to_string(i) + "]"); }

std::uint64_t Field::whole() const {
  // Below 2^53 a double holds every whole number, however it is written.
  const double n = json_.is_number() ? json_.number() : -1;
  if (!(n >= 0 && n < 0x1p53 && n == std::floor(n)))
    refuse(n >= 0x1p53 ? ErrorCode::too_large : ErrorCode::syntax,
           n >= 0x1p53 ? "is 2^53 or more; correct it" : "is no whole number of 0 or more; correct it");
  return static_cast<std::uint64_t>(n);
}

std::size_t Field::index(std::size_t count, const char* what) const {
  const std::uint64_t n = whole();
  if (n >= count)
    refuse(ErrorCode::bad_index, "is " + std::to_string(n) + ", but the file has " + std::to_string(count) + " " +
                                     what + ", counted from 0; correct it");
  return static_cast<std::size_t>(n);
}

double Field::number() const {
  if (!json_.is_number()) refuse(ErrorCode::bad_number, "is no number; correct it");
  return json_.number();
}

bool Field::boolean() const {
  if (!json_.is_boolean()) refuse(ErrorCode::syntax, "is neither true nor false; correct it");
  return json_.boolean();
}

const std::string& Field::text() const {
  if (!json_.is_text()) refuse(ErrorCode::syntax, "is no text; correct it");
  return json_.text();
}

File::File(std::string_view bytes, std::string name, bool binary)
    : name_(std::move(name)), text_(bytes), binary_(binary) {
  if (binary) open_container(bytes);
  else if (bytes.starts_with("glTF"))
    throw Refused{ErrorCode::syntax, "this is a binary glTF (GLB), and no JSON; name the file .glb"};
  json_ = parse_json(text_, !binary);
  check_version();
  check_extensions();
}

// Twelve bytes of header, then chunks: their length, their type, their bytes. The first is the JSON, the second, if
// any, the buffer; others are extensions.
void File::open_container(std::string_view bytes) {
  constexpr std::uint32_t json_chunk = 0x4E4F534A, buffer_chunk = 0x004E4942;
  if (const auto first = bytes.find_first_not_of("\xef\xbb\xbf \t\r\n"); first != bytes.npos && bytes[first] == '{')
    throw Refused{ErrorCode::syntax, "this is a glTF of JSON, and no GLB; name the file .gltf"};
  if (bytes.size() < 12 || !bytes.starts_with("glTF")) throw no_glb("it does not begin with 'glTF' and a header");
  if (const auto version = stored<std::uint32_t>(bytes.data() + 4); version != 2)
    throw Refused{ErrorCode::unsupported_format,
                  "GLB version " + std::to_string(version) + " is not read; export glTF 2.0"};
  if (const auto length = stored<std::uint32_t>(bytes.data() + 8); length != bytes.size())
    throw no_glb("it says that it has " + std::to_string(length) + " bytes, but it has " +
                 std::to_string(bytes.size()));
  bytes.remove_prefix(12);
  for (int chunk = 0; !bytes.empty(); ++chunk) {
    if (bytes.size() < 8) throw no_glb("a chunk is cut off");
    const auto length = stored<std::uint32_t>(bytes.data()), type = stored<std::uint32_t>(bytes.data() + 4);
    bytes.remove_prefix(8);
    if (length > bytes.size()) throw no_glb("a chunk is cut off");
    if (chunk == 0 && type != json_chunk) throw no_glb("its first chunk is no JSON");
    if (chunk == 0) text_ = bytes.substr(0, length);
    else if (chunk == 1 && type == buffer_chunk) chunk_ = bytes.substr(0, length);
    bytes.remove_prefix(length);
    if (bytes.empty()) return;
  }
  throw no_glb("it holds no JSON");
}

void File::check_version() const {
  const Field asset = root().member("asset");
  const auto minimum = asset.find("minVersion");
  const Field version = minimum ? *minimum : asset.member("version");
  if (minimum ? version.text() != "2.0" : !version.text().starts_with("2."))
    version.refuse(ErrorCode::unsupported_format, "is " + in_quotes(version.text()) + "; export glTF 2.0");
}

void File::check_extensions() const {
  const auto required = root().find("extensionsRequired");
  for (std::size_t i = 0, n = required ? required->size() : 0; i < n; ++i)
    if (const std::string& name = required->entry(i).text(); !is_readable(name))
      throw Refused{ErrorCode::unsupported_format,
                    "the file requires the extension " + in_quotes(name) + ", which is not read; export without it"};
}

std::size_t File::count(const char* key) const {
  const auto field = root().find(key);
  return field ? field->size() : 0;
}

std::string_view File::buffer(std::size_t i) {
  const auto [at, fresh] = buffers_.try_emplace(i);
  Content& content = at->second;
  if (!fresh) return content.bytes;
  const Field buffer = item("buffers", i);
  const std::uint64_t length = buffer.member("byteLength").whole();
  const auto uri = buffer.find("uri");
  if (!uri && !(binary_ && i == 0))
    buffer.refuse(ErrorCode::unsupported_format,
                  std::string("has no 'uri', so no data; export ") +
                      (buffer.find("extensions") ? "without compression" : "the file again"));
  const std::string_view bytes = uri ? load(*uri, content) : chunk_;
  if (bytes.size() < length)
    buffer.refuse(ErrorCode::syntax, "has " + std::to_string(bytes.size()) + " bytes of the " + std::to_string(length) +
                                         " that it says; export the file again");
  return content.bytes = bytes.substr(0, length);
}

// The bytes that a buffer view, or its compressed form, names by buffer, offset and length.
std::string_view File::part_of_buffer(const Field& part) {
  const std::string_view bytes = buffer(part.member("buffer").index(count("buffers"), "buffers"));
  const std::uint64_t begin = whole_or(part.find("byteOffset"), 0), length = part.member("byteLength").whole();
  if (begin > bytes.size() || length > bytes.size() - begin)
    part.refuse(ErrorCode::syntax, "reaches beyond its buffer; export the file again");
  return bytes.substr(begin, length);
}

View File::view(std::size_t i) {
  const Field view = item("bufferViews", i);
  const auto stride = view.find("byteStride");
  auto compressed = view.extension("EXT_meshopt_compression");
  if (!compressed) compressed = view.extension("KHR_meshopt_compression");
  if (!compressed) return {part_of_buffer(view), stride};
  const auto [at, fresh] = decoded_.try_emplace(i);
  if (fresh) at->second = decode_meshopt(view, *compressed, part_of_buffer(*compressed));
  return {{at->second.data(), at->second.size()}, stride};
}

std::string_view File::load(const Field& uri, Content& to) const {
  const std::string_view text = uri.text();
  if (text.starts_with("data:")) {
    const auto comma = text.find(',');
    if (comma == text.npos || !text.substr(0, comma).ends_with(";base64"))
      uri.refuse(ErrorCode::unsupported_format, "is a data URI of another kind than base64; export it so");
    return to.decoded = decode_base64(uri, text.substr(comma + 1));
  }
  const std::string path = decode_percent(uri, text);
  // A scheme has a colon before any slash; what follows '?' or '#' is no part of a file's name.
  if (path.empty() || path.front() == '/' || text.find(':') < text.find('/') || text.find_first_of("?#") != text.npos)
    uri.refuse(ErrorCode::unsupported_format, "is no file name relative to the scene; save the buffer beside it");
  const std::string& full = to.file_name = in_folder(folder_of(name_), path);
  auto file = MappedFile::open(full);
  if (!file) uri.refuse(ErrorCode::cannot_open, "names " + in_quotes(path) + ": " + file.error().message);
  to.file.emplace(std::move(*file));
  return to.file->text();
}

std::vector<std::string> File::other_files() const {
  std::vector<std::string> out;
  for (const auto& [i, content] : buffers_)
    if (content.file) out.push_back(content.file_name);
  return out;
}

}  // namespace plumb::pipeline::gltf
