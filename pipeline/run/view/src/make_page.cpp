// SPDX-License-Identifier: GPL-3.0-or-later
#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "page_bytes.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/svg_layout.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk_bytes = 1u << 20;

// Data compressed by itself as a part of a gzip stream; `last`: ends the stream. The parts of one stream lie one behind
// the other, each from a byte of its own on, as pigz has them.
std::string deflated(std::string_view data, bool last) {
  z_stream stream{};
  constexpr int without_header = -15, good_enough = 5;  // the best takes four times as long, for a tenth less
  if (deflateInit2(&stream, good_enough, Z_DEFLATED, without_header, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, static_cast<uLong>(data.size())) + 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int state = deflate(&stream, last ? Z_FINISH : Z_SYNC_FLUSH);
  out.erase(stream.total_out);
  const bool complete = stream.avail_in == 0;
  deflateEnd(&stream);
  if (state != (last ? Z_STREAM_END : Z_OK) || !complete)
    throw std::runtime_error("the page's data could not be compressed");
  return out;
}

// The chunks of data: each part begins one.
std::vector<std::string_view> chunks_of(const PageData& data) {
  std::vector<std::string_view> out;
  const std::string_view all = data.bytes;
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    const std::size_t end = i + 1 < data.parts.size() ? data.parts[i + 1] : all.size();
    for (std::size_t at = data.parts[i]; at < end; at += chunk_bytes)
      out.push_back(all.substr(at, std::min(chunk_bytes, end - at)));
  }
  return out;
}

std::vector<std::string> compress(const std::vector<std::string_view>& chunks, unsigned threads) {
  std::vector<std::string> out(chunks.size());
  parallel_chunks(chunks.size(), threads, [&](unsigned) {
    return [&](std::size_t i) { out[i] = deflated(chunks[i], i + 1 == chunks.size()); };
  });
  return out;
}

void append_number(std::string& out, uLong value) {
  for (int byte = 0; byte < 4; ++byte) out += static_cast<char>(value >> 8 * byte & 255);
}

// A gzip stream without a date and without a name, so that equal data give equal bytes.
std::string gzip(const PageData& data, unsigned threads) {
  const auto chunks = chunks_of(data);
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  for (const std::string& part : compress(chunks, threads)) out += part;
  uLong sum = crc32(0, nullptr, 0);
  for (const std::string_view chunk : chunks)
    sum = crc32(sum, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size()));
  append_number(out, sum);
  append_number(out, static_cast<uLong>(data.bytes.size() & 0xffffffffu));
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

// A gzip stream ends with how many bytes it stands for.
std::size_t script_size() {
  if (page_script.empty()) return 0;
  const auto* end = reinterpret_cast<const unsigned char*>(page_script.data() + page_script.size());
  return end[-4] | end[-3] << 8 | end[-2] << 16 | static_cast<std::size_t>(end[-1]) << 24;
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out((bytes.size() + 2) / 3 * 4, '=');
  char* at = out.data();
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k, ++at)
      if (i + k <= bytes.size()) *at = digits[group >> (18 - 6 * k) & 63];
  }
  return out;
}

std::string unpacked_script() {
  if (page_script.empty()) return {};
  std::string out(script_size(), '\0');
  z_stream stream{};
  constexpr int of_gzip = 15 + 16;
  if (inflateInit2(&stream, of_gzip) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(page_script.data()));
  stream.avail_in = static_cast<uInt>(page_script.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int state = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("the page's script could not be unpacked");
  return out;
}

std::uint64_t least_page_bytes(const PageData& data, unsigned threads) {
  std::uint64_t sum = 0;
  for (const std::string& part : compress(chunks_of(data), threads)) sum += part.size();
  return sum / 3 * 4 + page_template.size() + page_style.size() + script_size();
}

PageFrame page_frame() {
  PageFrame out;
  const std::string script = unpacked_script();
  std::string* part = &out.before_title;
  std::string_view rest = page_template;
  // The template marks places by {{name}}.
  for (std::size_t at; (at = rest.find("{{")) != std::string_view::npos;) {
    *part += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    assert(end != std::string_view::npos);
    const std::string_view name = rest.substr(at + 2, end - at - 2);
    rest.remove_prefix(end + 2);
    if (name == "policy")
      *part += "default-src 'none'; script-src " + policy_hash(script) + "; style-src " + policy_hash(page_style);
    else if (name == "title") part = &out.before_data;
    else if (name == "style") *part += page_style;
    else if (name == "data") part = &out.after_data;
    else if (name == "script") *part += script;
    else throw std::logic_error("the page's template names an unknown part");
  }
  *part += rest;
  return out;
}

std::string make_page(const std::string& title, const PageData& data, unsigned threads) {
  const PageFrame frame = page_frame();
  return frame.before_title + svg::escaped(title) + frame.before_data + base64(gzip(data, threads)) + frame.after_data;
}

}  // namespace plumb::pipeline
