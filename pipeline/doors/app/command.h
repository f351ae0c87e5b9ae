// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the program and their options. Only command.cpp knows the library that reads them, which takes long
// to compile.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumb::app {

/// One command. Parsing fills the values that are named here. Lives no longer than its Commands.
class Command {
 public:
  /// `wanted`: whether an argument has its name. Else its options are not made: those of all commands take as long as a
  /// small bake. `words`: the arguments that are still to be parsed.
  Command(CLI::App& app, std::set<std::string>& detailed, std::vector<std::string>& words, bool studies, bool wanted)
      : app_(&app), detailed_(&detailed), words_(&words), studies_(studies), wanted_(wanted) {}

  /// Options from here on have this title in the help, until the next; "" stands for none of their own.
  void title(const char* text) { title_ = text; }
  /// The same, of options that --help leaves to --help-all.
  void detail_title(const char* text);
  /// Whether options of studies are wanted.
  bool studies() const { return studies_; }

  /// An option with one value, which the help calls `type`; without "--" in its name it is known by its place.
  void one(const char* name, std::string& value, const char* text, const char* type);
  void one(const char* name, std::optional<std::string>& value, const char* text, const char* type);
  /// The same, and it has to be given.
  void required(const char* name, std::string& value, const char* text, const char* type);
  /// One that must name a file: an empty name, of an unset variable of a shell, must not pass for "not asked for".
  void file(const char* name, std::string& value, const char* text, const char* type);
  /// Repeatable, with one value each time: otherwise the list would swallow the scene behind it.
  void list(const char* name, std::vector<std::string>& values, const char* text, const char* type);
  /// One with so many values.
  void several(const char* name, std::vector<std::string>& values, int count, const char* text, const char* type);
  void flag(const char* name, bool& value, const char* text);
  /// Any arguments, which are not looked at: of a command that only says why it does nothing.
  void anything();
  /// All arguments behind the first "--", as they are: the command line of another program.
  void behind_dashes(std::vector<std::string>& values);

  /// After parsing:
  bool called() const;
  bool given(const char* name) const;
  /// The first option under a title that was given.
  std::optional<std::string> given_under(const char* title) const;

 private:
  CLI::Option* titled(CLI::Option* option) const;

  CLI::App* app_;
  std::set<std::string>* detailed_;
  std::vector<std::string>* words_;
  bool studies_, wanted_;
  std::string title_;
};

class Commands {
 public:
  /// Of the program with this name in its help, called with these arguments; `studies`: with the options of studies.
  Commands(const char* name, bool studies, int argc, char** argv);
  ~Commands();

  Command add(const char* name, const char* text, const char* footer);

  /// Reads the program's arguments. The exit status, if help or a fault ended it there; that is then printed.
  std::optional<int> parse();

 private:
  std::unique_ptr<CLI::App> app_;
  std::set<std::string> detailed_;  // titles that --help leaves to --help-all
  bool studies_;
  std::vector<std::string> words_;  // the arguments
};

}  // namespace plumb::app
