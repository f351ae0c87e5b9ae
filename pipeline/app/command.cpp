// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "messages.h"
#include "plumb/pipeline/version.h"

namespace plumb::app {
namespace {

// CLI11 puts two blank lines between groups of options.
class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
  }
};

}  // namespace

CLI::Option* Command::titled(CLI::Option* option) const {
  return title_.empty() || option->get_positional() ? option : option->group(title_);
}

void Command::one(const char* name, std::string& value, const char* text, const char* type) {
  titled(app_->add_option(name, value, text))->type_name(type);
}

void Command::one(const char* name, std::optional<std::string>& value, const char* text, const char* type) {
  titled(app_->add_option(name, value, text))->type_name(type);
}

void Command::required(const char* name, std::string& value, const char* text, const char* type) {
  titled(app_->add_option(name, value, text))->required()->type_name(type);
}

void Command::file(const char* name, std::string& value, const char* text, const char* type) {
  titled(app_->add_option(name, value, text))->type_name(type)->check([](const std::string& s) {
    return s.empty() ? "it names no file" : "";
  });
}

void Command::list(const char* name, std::vector<std::string>& values, const char* text, const char* type) {
  titled(app_->add_option(name, values, text))->allow_extra_args(false)->type_name(type);
}

void Command::flag(const char* name, bool& value, const char* text) { titled(app_->add_flag(name, value, text)); }

bool Command::called() const { return app_->parsed(); }

bool Command::given(const char* name) const { return app_->count(name) > 0; }

std::optional<std::string> Command::given_under(const char* title) const {
  for (const CLI::Option* option : app_->get_options())
    if (option->get_group() == title && option->count() > 0) return option->get_name();
  return std::nullopt;
}

Commands::Commands()
    : app_(std::make_unique<CLI::App>("plumb: which parts of a 3D level an agent can stand on, with exact arithmetic",
                                      "plumb")) {
  app_->formatter(std::make_shared<Help>());
  app_->set_version_flag("--version", std::string("plumb ") + pipeline::version(), "print the version");
  app_->set_help_flag("-h,--help", "print this help");
  app_->footer(
      "`plumb COMMAND --help` explains a command.\n"
      "Exit status: 0 done, 1 the answer is no, 2 bad input or bad options, 3 a bug of plumb.");
}

Commands::~Commands() = default;

Command Commands::add(const char* name, const char* text, const char* footer) {
  CLI::App* command = app_->add_subcommand(name, text);
  command->footer(footer);
  return Command(*command);
}

std::optional<int> Commands::parse(int argc, char** argv) {
  if (argc < 2) return fail("no command given; 'plumb --help' lists the commands");
  const auto commands = app_->get_subcommands([](const CLI::App*) { return true; });
  if (argv[1][0] != '-' && std::ranges::find(commands, std::string(argv[1]), &CLI::App::get_name) == commands.end())
    return fail("unknown command '" + std::string(argv[1]) + "'; 'plumb --help' lists the commands");
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int status = app_->exit(success, text, text);
    if (!print(text.str())) return fail("the text cannot be written to standard output; see where it is sent");
    return status == 0 ? exit_done : exit_internal;
  } catch (const CLI::ParseError& error) {
    const std::string command = app_->get_subcommands().empty() ? "" : app_->get_subcommands()[0]->get_name() + " ";
    return fail(std::string(error.what()) + "; 'plumb " + command + "--help' lists the options");
  }
  return std::nullopt;
}

}  // namespace plumb::app
