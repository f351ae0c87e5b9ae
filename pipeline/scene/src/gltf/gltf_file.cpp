// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_file.h"

#include <boost/archive/iterators/binary_from_base64.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <filesystem>

#include "gltf/gltf_meshopt.h"
#include "obj_text.h"
#include "stored_number.h"

namespace plumb::pipeline::gltf {
namespace {

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

File::File(std::string_view bytes, std::string name, bool binary)
    : name_(std::move(name)), text_(bytes), binary_(binary) {
  if (binary) open_container(bytes);
  json_ = parse_json(text_, !binary);
  check_version();
}

// Twelve bytes of header, then chunks: their length, their type, their bytes. The first is the JSON, the second, if
// any, the buffer; others are extensions.
void File::open_container(std::string_view bytes) {
  constexpr std::uint32_t json_chunk = 0x4E4F534A, buffer_chunk = 0x004E4942;
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
    version.refuse(ErrorCode::unsupported_format, "is " + obj::quote(version.text()) + "; export glTF 2.0");
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
    buffer.refuse(ErrorCode::unsupported_format, "has no 'uri', so no data; export without compression");
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
  const std::string& full = to.file_name = (std::filesystem::path(name_).parent_path() / path).string();
  auto file = MappedFile::open(full);
  if (!file) uri.refuse(ErrorCode::cannot_open, "names " + obj::quote(path) + ": " + file.error().message);
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
