// SPDX-License-Identifier: LGPL-3.0-or-later
// The command plumb-check, and `plumb check`: what is said of files, and with which status.
//
// 1. run() takes the words apart, and refuses those that it does not know.
// 2. check_files() has a certificate checked and, in the same pass, other files of the bake (Files). With the outer
//    bound of a radius it does so twice, for that first.
// 3. An audit comes last, since it is of the exact navmesh that was checked before.
//
// What is wrong ends it: with 1 where a file says what is not so, with 2 where it cannot be judged.
// Cost: that of the checks.
//
// Source: docs/reference/certificate.md.
#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <tuple>
#include <vector>

#include "base/verdict.h"
#include "check.h"
#include "check_store.h"
#include "command.h"
#include "files/audit.h"
#include "files/files.h"
#include "plumb/certificate.h"
#include "read/text_file.h"

namespace plumb::checker {
namespace {

constexpr unsigned most_threads = 1024;

template <class Number>
bool read_whole(const std::string& text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// None: it is no number of threads. Empty: as many as the machine runs at once, 0.
std::optional<unsigned> thread_count(const std::string& threads) {
  unsigned count = 0;
  if (threads.empty()) return count;
  if (!read_whole(threads, count) || count < 1 || count > most_threads) return std::nullopt;
  return count;
}

int refuse_threads(const char* name, const std::string& threads) {
  return say(
      name,
      "--threads '" + threads + "' is out of range; give a whole number from 1 to " + std::to_string(most_threads), 2);
}

Checked checked(std::string_view level, Records& records, unsigned threads, Listener* listener = nullptr) {
  using enum Checked::Answer;
  std::ostringstream out;
  try {
    check(level, records, out, threads, listener);
  } catch (const Refutation& e) {
    return {refuted, e.what(), records.line(), false};
  } catch (const NoCertificate& e) {
    return {refused, e.what(), e.line, false};
  } catch (const Refused& e) {
    return {refused, e.what(), e.line, true};
  }
  return {holds, out.str(), 0, false};
}

}  // namespace

Checked check(std::string_view level, std::string_view certificate, unsigned threads) {
  std::istringstream in{std::string(certificate)};
  Records records(in);
  return checked(level, records, threads);
}

namespace {

// Checks a certificate of the level, then other files by it, and says what holds. None: all does.
std::optional<int> check_files(const std::string& scene, const std::string& text, const std::string& certificate,
                               Files* files, unsigned threads, const char* name) {
  prepare_for_little_memory(name, certificate);
  FileStream in(certificate);
  TerminalProgress progress(name);
  Records records(in);
  records.tell([&](double done) { progress.show(done); }, in.size());
  const Checked found = checked(text, records, threads, files);
  if (found.answer != Checked::Answer::holds)
    return say(name, place(found.of_level ? scene : certificate, found.line) + found.text,
               found.answer == Checked::Answer::refuted ? 1 : 2);
  const int printed = print(name, found.text + (files ? files->text() : ""));
  if (printed != 0) return printed;
  return std::nullopt;
}

}  // namespace

int run(const std::string& scene, const std::string& certificate, const std::string& threads, const char* name,
        const OtherFiles& others) {
  const auto count = thread_count(threads);
  if (!count) return refuse_threads(name, threads);
  std::string file = scene;
  try {
    prepare_for_little_memory(name, scene);
    const std::string text = TextFile(scene).text();
    std::optional<Files> outer;
    if (!others.outer.empty()) {
      file = others.outer[0];
      outer.emplace(file, std::vector{others.outer[1]});
      if (const auto status = check_files(scene, text, file, &*outer, *count, name)) return *status;
      if (!outer->navmesh())
        return say(name, "--outer wants the exact navmesh of the outer bound; " + others.outer[1] + " is none", 2);
    }
    file = certificate;
    Files files(certificate, others.of_the_bake, others.updates);
    const bool any = !others.of_the_bake.empty() || !others.updates.empty();
    if (const auto status = check_files(scene, text, certificate, any ? &files : nullptr, *count, name)) return *status;
    if (others.audit.empty()) return 0;
    file = others.audit[0];
    prepare_for_little_memory(name, file);
    if (!files.navmesh())
      return say(name, "--audit wants the exact navmesh of the level, too; name X.json before it", 2);
    return print(name, file + ": " +
                           check_audit(*files.navmesh(), outer ? outer->navmesh() : nullptr, file, others.audit[1],
                                       Threads(*count)));
  } catch (const Refutation& e) {
    return say(name, place(file, 0) + e.what(), 1);
  } catch (const InFile& e) {
    return say(name, place(e.path, e.line) + e.what, e.status);
  } catch (const Refused& e) {
    return say(name, place(file, e.line) + e.what(), 2);
  }
}

int run_store(const std::string& store, const std::vector<std::string>& levels, const std::string& threads,
              const char* name, const std::vector<std::string>& only) {
  const auto count = thread_count(threads);
  if (!count) return refuse_threads(name, threads);
  std::optional<Tile> tile;
  if (!only.empty()) {
    tile.emplace();
    if (only.size() != 2 || !read_whole(only[0], tile->i) || !read_whole(only[1], tile->j))
      return say(name, "--only wants the two numbers of a tile; give them as --only 0 -1", 2);
  }
  return check_store(store, levels, *count, name, tile, navmeshes_of_tiles());
}

int run(int argc, const char* const* argv, const char* name) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  for (const std::string& a : arguments)
    if (a == "--help" || a == "-h")
      return print(name,
                   std::string("Usage: ") + name + " [--threads N] LEVEL.obj CERTIFICATE.cert [FILE]...\n" +
                       "         [--outer OUTER.cert OUTER.json] [--audit AUDIT.json NAVMESH]\n" + "  or:  " + name +
                       " [--threads N] --store STORE [--only I J] LEVEL.obj...\n" +
                       "Verifies every record of a certificate of a bake, or of all tiles of a store, or of one tile.\n"
                       "Each FILE of the same bake is held against what the certificate proves.\n\n"
                       "Options:\n"
                       "  --threads N     what it says does not depend on it (default: all cores)\n"
                       "  --store STORE   the folder of plumb tiles, with a certificate for each tile\n"
                       "  --only I J      of a store, one tile\n"
                       "  --audit A M     also the audit A of the navmesh M, by the exact navmesh among the files\n"
                       "  --outer C X     for an audit with a radius: certificate and navmesh of the outer bound\n"
                       "  --updates BASE.json UPDATES.json NOW.json\n"
                       "                  what a list of updates makes of a navmesh\n"
                       "  --help          print this help\n"
                       "  --version       print the version\n\n"
                       "Exit status: 0 all hold, 1 one does not, 2 bad input.\n");
  if (arguments == std::vector<std::string>{"--version"})
    return print(name, std::string(name).append(" " PLUMB_VERSION "\n"));
  std::string threads, store;
  for (const auto& [option, value, wanted] :
       {std::tuple("--threads", &threads, " wants a number; give one from 1 to 1024"),
        std::tuple("--store", &store, " wants a folder; name one that 'plumb tiles seams' was given")}) {
    const auto at = std::find(arguments.begin(), arguments.end(), option);
    if (at == arguments.end()) continue;
    *value = at + 1 == arguments.end() ? "" : at[1];
    if (value->empty()) return say(name, option + std::string(wanted), 2);
    arguments.erase(at, at + 2);
  }
  std::vector<std::string> only;
  if (const auto at = std::find(arguments.begin(), arguments.end(), "--only"); at != arguments.end()) {
    if (store.empty()) return say(name, "--only is of a store; name its folder with --store", 2);
    const auto end = at + 1 + std::min<std::ptrdiff_t>(2, arguments.end() - (at + 1));
    only.assign(at + 1, end);
    only.resize(2);
    arguments.erase(at, end);
  }
  OtherFiles others;
  for (const auto& [option, value, count, wanted] :
       {std::tuple("--audit", &others.audit, 2, " wants two files; give AUDIT.json and the navmesh that it judged"),
        std::tuple("--outer", &others.outer, 2, " wants two files; give OUTER.cert and OUTER.json"),
        std::tuple("--updates", &others.updates, 3, " wants three files; give BASE.json UPDATES.json NOW.json")}) {
    const auto at = std::find(arguments.begin(), arguments.end(), option);
    if (at == arguments.end()) continue;
    if (!store.empty()) return say(name, option + std::string(" does not go with --store; leave one of them out"), 2);
    if (arguments.end() - at <= count) return say(name, option + std::string(wanted), 2);
    value->assign(at + 1, at + 1 + count);
    arguments.erase(at, at + 1 + count);
  }
  if (!others.outer.empty() && others.audit.empty())
    return say(name, "--outer is of an audit; give it with --audit", 2);
  for (const std::string& a : arguments)
    if (a.size() > 1 && a.starts_with('-'))
      return say(
          name,
          "unknown option '" + a + "'; name LEVEL.obj and CERTIFICATE.cert, with ./ before a name that begins with -",
          2);
  if (!store.empty() && !arguments.empty()) return run_store(store, arguments, threads, name, only);
  if (!store.empty()) return say(name, "a level is wanted beside --store; name the files that were cut", 2);
  if (arguments.size() < 2)
    return say(
        name, "two files are wanted, not " + std::to_string(arguments.size()) + "; name LEVEL.obj and CERTIFICATE.cert",
        2);
  others.of_the_bake.assign(arguments.begin() + 2, arguments.end());
  return run(arguments[0], arguments[1], threads, name, others);
}

}  // namespace plumb::checker
