// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: commands with their options, help, and messages about what is wrong. It is the only source that
// knows CLI11, which takes long to compile.
//
// 1. Command's functions add options to a command, unless no argument has the command's name.
// 2. Commands::parse() turns the words `help` and `version` into options, refuses a command that is not known, and lets
//    CLI11 parse the rest.
// 3. Help is how CLI11 prints help: without the titles of details, which it names at the end, unless --help-all asks
//    for them.
// 4. Errors are printed in our words, with the option or the command that was probably meant (did_you_mean()).
// Source: CLI11 (package libcli11-dev).
#include "command.h"

#ifdef _LIBCPP_HAS_NO_FILESYSTEM  // WebAssembly: for files with options, which no command reads
#include <fstream>
#include <sstream>
#define ifstream istringstream
#include <CLI/CLI.hpp>
#undef ifstream
#else
#include <CLI/CLI.hpp>
#endif
#include <algorithm>
#include <sstream>

#include "plumb/pipeline/text.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// The help that fits on a screen leaves out titles of details and names them; --help-all has them, too. CLI11 puts two
// blank lines between groups of options.
class Help : public CLI::Formatter {
 public:
  explicit Help(const std::set<std::string>& detailed) : detailed_(&detailed) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    all_ = mode == CLI::AppFormatMode::All;
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    return all_ || !detailed_->contains(group) ? CLI::Formatter::make_group(group, is_positional, options) : "";
  }

  std::string make_footer(const CLI::App* app) const override {
    std::string left_out;
    for (const std::string& group : app->get_groups())
      if (!all_ && detailed_->contains(group)) left_out += (left_out.empty() ? "" : "; ") + group;
    return (left_out.empty() ? "" : "With --help-all also: " + left_out + ".\n") + CLI::Formatter::make_footer(app);
  }

 private:
  const std::set<std::string>* detailed_;
  mutable bool all_ = false;
};

// What nobody asked for: an option that there is not, or one name too many.
std::string unexpected(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  const auto option = std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with("-"); });
  if (option == rest.end()) return "'" + (rest.empty() ? "" : rest[0]) + "' is one argument too many";
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options())
    for (const std::string& other : known->get_lnames()) names.push_back("--" + other);
  return "unknown option '" + name + "'" + pipeline::did_you_mean(name, names);
}

}  // namespace

CLI::Option* Command::titled(CLI::Option* option) const {
  return title_.empty() || option->get_positional() ? option : option->group(title_);
}

void Command::detail_title(const char* text) {
  detailed_->insert(text);
  title_ = text;
}

void Command::one(const char* name, std::string& value, const char* text, const char* type) {
  if (!wanted_) return;
  titled(app_->add_option(name, value, text))->type_name(type);
}

void Command::one(const char* name, std::optional<std::string>& value, const char* text, const char* type) {
  if (!wanted_) return;
  titled(app_->add_option(name, value, text))->type_name(type);
}

void Command::required(const char* name, std::string& value, const char* text, const char* type) {
  if (!wanted_) return;
  titled(app_->add_option(name, value, text))->required()->type_name(type);
}

void Command::file(const char* name, std::string& value, const char* text, const char* type) {
  if (!wanted_) return;
  titled(app_->add_option(name, value, text))->type_name(type)->check([](const std::string& s) {
    return s.empty() ? "it names no file" : "";
  });
}

void Command::list(const char* name, std::vector<std::string>& values, const char* text, const char* type) {
  if (!wanted_) return;
  // An option takes one value each time it is given; a list of files behind a command, all that is left.
  titled(app_->add_option(name, values, text))->allow_extra_args(name[0] != '-')->type_name(type);
}

void Command::several(const char* name, std::vector<std::string>& values, int count, const char* text,
                      const char* type) {
  if (!wanted_) return;
  titled(app_->add_option(name, values, text))
      ->expected(count)
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
      ->type_name(type);
}

void Command::flag(const char* name, bool& value, const char* text) {
  if (!wanted_) return;
  titled(app_->add_flag(name, value, text))->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

void Command::behind_dashes(std::vector<std::string>& values) {
  if (!wanted_) return;
  const auto dashes = std::ranges::find(*words_, "--");
  if (dashes == words_->end()) return;
  values.assign(dashes + 1, words_->end());
  words_->erase(dashes, words_->end());
}

void Command::anything() {
  app_->allow_extras();
  std::vector<std::string> not_looked_at;
  behind_dashes(not_looked_at);
}

bool Command::called() const { return app_->parsed(); }

bool Command::given(const char* name) const { return app_->count(name) > 0; }

std::optional<std::string> Command::given_under(const char* title) const {
  for (const CLI::Option* option : app_->get_options())
    if (option->get_group() == title && option->count() > 0) return option->get_name();
  return std::nullopt;
}

Commands::Commands(const char* name, bool studies, int argc, char** argv)
    : app_(std::make_unique<CLI::App>("plumb: which parts of a 3D level an agent can stand on, with exact arithmetic",
                                      name)),
      studies_(studies),
      words_(argv + 1, argv + argc) {
  app_->formatter(std::make_shared<Help>(detailed_));
  app_->allow_windows_style_options(false);  // what begins with / is a path there, too
  app_->set_version_flag("--version", std::string("plumb ") + pipeline::version(), "print the version");
  app_->set_help_flag("-h,--help", "print this help");
  app_->footer(
      "`plumb help COMMAND` explains a command.\n"
      "Exit status: 0 done, 1 the answer is no, 2 bad input or bad options, 3 a bug of plumb.");
}

Commands::~Commands() = default;

Command Commands::add(const char* name, const char* text, const char* footer) {
  CLI::App* command = app_->add_subcommand(name, text);
  command->footer(footer);
  command->set_help_all_flag("--help-all", "print this help with all options");
  // What stands behind "--" is another program's.
  const auto end = std::ranges::find(words_, "--");
  const bool is_named = std::find(words_.begin(), end, name) != end;
  return Command(*command, detailed_, words_, studies_, is_named);
}

std::optional<int> Commands::parse() {
  std::vector<std::string>& words = words_;
  if (words.empty()) return fail("no command given; 'plumb --help' lists the commands");
  // Words for what options do: the help lists them.
  app_->add_subcommand("help", "Explain a command");
  app_->add_subcommand("version", "Print the version");
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  const bool is_help = words[0] == "help", is_version = words[0] == "version";
  const std::size_t most = is_help ? 2 : 1;
  if ((is_help || is_version) && (words.size() == 1 || !words[1].starts_with("-"))) {
    if (words.size() > most)
      return fail("'" + words[most] + "' is one argument too many; 'plumb --help' lists the commands");
    words.erase(words.begin());
    words.push_back(is_help ? "--help" : "--version");
  }
  if (!words[0].starts_with("-") && std::ranges::find(names, words[0]) == names.end())
    return fail("unknown command '" + words[0] + "'" + pipeline::did_you_mean(words[0], names) +
                "; 'plumb --help' lists the commands");
  std::ranges::reverse(words);  // as CLI11 wants them
  try {
    app_->parse(std::move(words));
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int status = app_->exit(success, text, text);
    if (!print(text.str())) return fail("the text cannot be written to standard output; see where it is sent");
    return status == 0 ? exit_done : exit_internal;
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = app_->get_subcommands().empty() ? *app_ : *app_->get_subcommands()[0];
    std::string what = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
      what = unexpected(command.remaining().empty() ? *app_ : command);  // before the command, or behind it
    if (const std::size_t twice = what.find(": At Most 1 required"); twice != std::string::npos)
      what = what.substr(0, twice) + " is given more than once";
    return fail(what + "; 'plumb " + (&command == app_.get() ? "" : command.get_name() + " ") +
                "--help' lists the options");
  }
  return std::nullopt;
}

}  // namespace plumb::app
