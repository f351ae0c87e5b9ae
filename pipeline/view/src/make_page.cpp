// SPDX-License-Identifier: GPL-3.0-or-later
#include <zlib.h>

#include <cassert>
#include <stdexcept>

#include "page_bytes.h"
#include "plumb/pipeline/svg_layout.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

// A gzip stream without a date and without a name, so that equal data give equal bytes.
std::string gzip(const std::string& data) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, static_cast<uLong>(data.size())), '\0');
  std::size_t read = 0, written = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    const std::size_t most = 1u << 30;  // the library counts in 32 bits
    const std::size_t in = std::min(most, data.size() - read), room = std::min(most, out.size() - written);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data() + read));
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
    stream.avail_out = static_cast<uInt>(room);
    state = deflate(&stream, read + in == data.size() ? Z_FINISH : Z_NO_FLUSH);
    read += in - stream.avail_in;
    written += room - stream.avail_out;
  }
  deflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("the page's data could not be compressed");
  out.resize(written);
  return out;
}

// The hash of a text as a content security policy names it.
std::string policy_hash(std::string_view text) {
  const std::string hex = checker::sha256_hex(text);
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  return "'sha256-" + base64(bytes) + "'";
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
  }
  return out;
}

std::string make_page(const std::string& title, const std::string& data) {
  std::string out;
  std::string_view rest = page_template;
  // The template marks places by {{name}}.
  for (std::size_t at; (at = rest.find("{{")) != std::string_view::npos;) {
    out += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    assert(end != std::string_view::npos);
    const std::string_view name = rest.substr(at + 2, end - at - 2);
    rest.remove_prefix(end + 2);
    if (name == "policy")
      out += "default-src 'none'; script-src " + policy_hash(page_script) + "; style-src " + policy_hash(page_style);
    else if (name == "title") out += svg::escaped(title);
    else if (name == "style") out += page_style;
    else if (name == "data") out += base64(gzip(data));
    else if (name == "script") out += page_script;
    else throw std::logic_error("the page's template names an unknown part");
  }
  return out.append(rest);
}

}  // namespace plumb::pipeline
