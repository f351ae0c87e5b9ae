// SPDX-License-Identifier: LGPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>
#include <vector>

#include "base/verdict.h"
#include "check.h"
#include "plumb/certificate.h"
#include "program_memory.h"

namespace plumb::checker {
namespace {

constexpr unsigned most_threads = 1024;

// Names of files and words of the level may hold anything; a message is one line.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

int say(const char* name, const std::string& message, int status) {
  std::cerr << name << ": " << one_line(message) << "\n";
  return status;
}

int print(const char* name, const std::string& text) {
  std::cout << text << std::flush;
  return std::cout ? 0 : say(name, "standard output cannot be written; see where it is sent", 2);
}

std::string place(const std::string& path, std::uint64_t line) {
  return (path.empty() ? "(no name)" : path) + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
}

// Pipes and devices may have no end.
std::ifstream open(const std::string& path) {
  using std::filesystem::file_type;
  std::error_code error;
  const file_type type = std::filesystem::status(path, error).type();
  if (type == file_type::directory) throw Refused("is a directory; name a file in it");
  if (!error && type != file_type::regular)
    throw Refused("is no regular file; save its content to a file and name that");
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open())
    throw Refused("cannot open" + (error ? ": " + error.message() : "") + "; check the path and its permissions");
  file.peek();
  if (file.bad()) throw Refused("cannot read; check the file");
  return file;
}

// Where the standard error is a terminal: one line, rewritten, until it goes.
class TerminalProgress {
 public:
  explicit TerminalProgress(const char* name) : name_(name) {}
  ~TerminalProgress() {
    if (visible_) std::fputs("\r\033[K", stderr);
  }

  /// Such a share of the check is done.
  void show(double done) {
    if (!terminal_) return;
    const auto now = Clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    visible_ = true;
    const double passed = std::chrono::duration<double>(now - begun_).count();
    std::fprintf(stderr, "\r\033[K%s: %3.0f %%", name_, 100 * done);
    if (done > 0.05 && passed > 1) std::fprintf(stderr, ", %.0f s left", passed * (1 - done) / done);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const char* name_;
  bool terminal_ = ::isatty(STDERR_FILENO) == 1, visible_ = false;
  Clock::time_point begun_ = Clock::now(), shown_ = begun_;
};

// Memory may run out within GMP, which cannot be unwound, and within streams, which would only end early: so the
// process ends there, with words that were made before.
std::string last_words;

[[noreturn]] void out_of_memory() {
  std::fputs(last_words.c_str(), stderr);
  std::_Exit(2);
}

void prepare_for_little_memory(const char* name, const std::string& path) {
  last_words = one_line(name + (": " + place(path, 0)) + "there is not enough memory; use a machine with more") + "\n";
  std::set_new_handler(out_of_memory);
  prepare_memory(out_of_memory);
}

}  // namespace

int run(const std::string& scene, const std::string& certificate, const std::string& threads, const char* name) {
  unsigned count = 0;
  if (!threads.empty()) {
    const auto [end, error] = std::from_chars(threads.data(), threads.data() + threads.size(), count);
    if (error != std::errc() || end != threads.data() + threads.size() || count < 1 || count > most_threads)
      return say(
          name,
          "--threads '" + threads + "' is out of range; give a whole number from 1 to " + std::to_string(most_threads),
          2);
  }
  std::string file = scene;
  try {
    prepare_for_little_memory(name, scene);
    std::ostringstream text;
    text << open(scene).rdbuf();
    file = certificate;
    prepare_for_little_memory(name, certificate);
    std::ifstream in = open(certificate);
    TerminalProgress progress(name);
    Records records(in);
    records.tell([&](double done) { progress.show(done); }, std::filesystem::file_size(certificate));
    std::ostringstream out;
    try {
      check(std::move(text).str(), records, out, count);
    } catch (const Refutation& e) {
      return say(name, place(certificate, records.line()) + e.what(), 1);
    } catch (const NoCertificate&) {
      throw;
    } catch (const Refused&) {
      file = scene;
      throw;
    }
    return print(name, out.str());
  } catch (const Refused& e) {
    return say(name, place(file, e.line) + e.what(), 2);
  }
}

int run(int argc, const char* const* argv, const char* name) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  for (const std::string& a : arguments)
    if (a == "--help" || a == "-h")
      return print(name, std::string("usage: ") + name + " [--threads N] LEVEL.obj CERTIFICATE.cert\n" +
                             "Verifies every record of a certificate of a bake. Exit status: 0 all hold, 1 one does "
                             "not, 2 bad input.\n"
                             "What it says does not depend on the number of threads (default: all cores).\n");
  if (arguments == std::vector<std::string>{"--version"})
    return print(name, std::string(name).append(" " PLUMB_VERSION "\n"));
  std::string threads;
  if (const auto at = std::find(arguments.begin(), arguments.end(), "--threads"); at != arguments.end()) {
    threads = at + 1 == arguments.end() ? "" : at[1];
    if (threads.empty()) return say(name, "--threads wants a number; give one from 1 to 1024", 2);
    arguments.erase(at, at + 2);
  }
  for (const std::string& a : arguments)
    if (a.size() > 1 && a.starts_with('-'))
      return say(
          name,
          "unknown option '" + a + "'; name LEVEL.obj and CERTIFICATE.cert, with ./ before a name that begins with -",
          2);
  if (arguments.size() != 2)
    return say(
        name, "two files are wanted, not " + std::to_string(arguments.size()) + "; name LEVEL.obj and CERTIFICATE.cert",
        2);
  return run(arguments[0], arguments[1], threads, name);
}

}  // namespace plumb::checker
