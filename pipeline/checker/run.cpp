// SPDX-License-Identifier: LGPL-3.0-or-later
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>

#include "check.h"
#include "verdict.h"

namespace checker {
namespace {

std::ifstream open(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.peek();  // a folder opens, but cannot be read
  if (!file.is_open() || file.bad()) throw Refused("it cannot be read; name a file that can");
  return file;
}

}  // namespace

int run(int argc, const char* const* argv, const char* name) {
  if (argc != 3) {
    const bool help = argc == 2 && (std::string(argv[1]) == "--help" || std::string(argv[1]) == "-h");
    (help ? std::cout : std::cerr) << "usage: " << name << " LEVEL.obj CERTIFICATE.cert\nVerifies every record of a certificate of a bake. Exit status: 0 all hold, 1 one does not, 2 bad input.\n";
    return help ? 0 : 2;
  }
  const std::string scene = argv[1], certificate = argv[2];
  std::string file = scene;
  try {
    std::ostringstream text;
    text << open(scene).rdbuf();
    file = certificate;
    std::ifstream in = open(certificate);
    Records records(in);
    std::ostringstream out;
    try {
      check(std::move(text).str(), records, out);
    } catch (const False& e) {
      std::cerr << name << ": " << certificate << ":" << records.line() << ": " << e.what() << "\n";
      return 1;
    } catch (const Refused&) {
      file = scene;
      throw;
    }
    std::cout << out.str() << std::flush;
    if (!std::cout) throw Refused("standard output cannot be written");
    return 0;
  } catch (const Refused& e) {
    std::cerr << name << ": " << file << ": " << e.what() << "\n";
  } catch (const std::bad_alloc&) {
    std::cerr << name << ": " << file << ": there is not enough memory\n";
  }
  return 2;
}

}  // namespace checker
