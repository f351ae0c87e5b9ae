// SPDX-License-Identifier: GPL-3.0-or-later
// What the module of WebAssembly exports: the command line, which any runtime of WASI starts (_start), and a Door.
//
// 1. Who wants the door calls plumb_open() once, in place of _start.
// 2. plumb_request(size) returns where a request is to be put. plumb_answer() answers it; plumb_reply() is where the
//    reply is, of the size that plumb_answer() has returned.
// 3. Meanwhile the door writes lines of JSON to the standard output: {"done": 0.25, "stage": "decompose"}, and
//    {"interesting": "FILE"}, after which it reads a byte from the standard input: 1 for yes.
//
// Cost: a copy of each text. Source: ours; src/kept.js is the other side.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "door.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/system.h"
#include "program_memory.h"

extern "C" void __wasm_call_ctors();
extern "C" int __main_void();

namespace plumb::javascript {
namespace {

using pipeline::Json;
using pipeline::json_text;

std::string request, reply;
Door* door = nullptr;

void tell(const Json& line) {
  std::puts(json_text(line).c_str());
  std::fflush(stdout);
}

bool ask(std::string_view obj) {
  constexpr const char* file = "/interesting.obj";
  std::FILE* out = std::fopen(file, "wb");
  if (out == nullptr) return false;
  const bool written = std::fwrite(obj.data(), 1, obj.size(), out) == obj.size();
  if (std::fclose(out) != 0 || !written) return false;
  tell({{"interesting", file}});
  return std::getchar() == 1;
}

[[noreturn]] void out_of_memory() {
  pipeline::system::write_error("plumb: out of memory; bake a smaller scene\n");
  std::_Exit(2);
}

}  // namespace
}  // namespace plumb::javascript

// As crt1 has it, in place of which this is linked: with it, every export would make all global objects anew. WASI has
// no folder that a program is in; PWD says it, and relative paths are from there.
extern "C" __attribute__((export_name("_start"))) void _start() {
  __wasm_call_ctors();
  if (const char* folder = std::getenv("PWD")) static_cast<void>(::chdir(folder));
  std::exit(__main_void());
}

extern "C" __attribute__((export_name("plumb_open"))) void plumb_open() {
  using namespace plumb::javascript;
  __wasm_call_ctors();
  std::set_new_handler(out_of_memory);
  plumb::checker::prepare_memory(out_of_memory);
  std::setvbuf(stdin, nullptr, _IONBF, 0);
  door = new Door({.told =
                       [](double done, std::string_view stage) {
                         tell({{"done", done}, {"stage", std::string(stage)}});
                       },
                   .is_interesting = ask});
}

extern "C" __attribute__((export_name("plumb_request"))) char* plumb_request(std::size_t size) {
  plumb::javascript::request.resize(size);
  return plumb::javascript::request.data();
}

extern "C" __attribute__((export_name("plumb_answer"))) std::size_t plumb_answer() {
  using namespace plumb::javascript;
  try {
    reply = door->answer(request);
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "plumb: internal check failed: %s; please report it with the scene and the options\n",
                 e.what());
    std::_Exit(3);
  }
  return reply.size();
}

extern "C" __attribute__((export_name("plumb_reply"))) const char* plumb_reply() {
  return plumb::javascript::reply.data();
}
