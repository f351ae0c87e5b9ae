// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/number_lines.h"

#include <optional>
#include <string_view>
#include <utility>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

class LineReader {
 public:
  LineReader(const std::string& file, std::size_t least, std::size_t most, const std::string& wanted)
      : file_(file), least_(least), most_(most), wanted_(wanted) {}

  // Returns false if the line is wrong.
  bool take(std::string_view line) {
    ++line_;
    if (without_blanks(line).empty()) return true;
    std::vector<mpq_class> numbers;
    std::optional<std::string_view> wrong;
    for (const std::string_view& field : list_entries(line))
      if (const auto number = kernel::parse_rational(field)) numbers.push_back(*number);
      else if (!wrong) wrong = field;
    if (numbers.empty() && line_ == 1) return true;
    if (wrong)
      return fail(ErrorCode::bad_number,
                  "'" + std::string(*wrong) + "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3");
    if (numbers.size() < least_ || numbers.size() > most_)
      return fail(ErrorCode::syntax, counted_text(numbers.size(), "number") + " " + wanted_);
    lines_.push_back({line_, std::move(numbers)});
    return true;
  }
  Result<std::vector<NumberLine>> result() {
    if (error_) return *error_;
    if (lines_.empty()) return Error{ErrorCode::syntax, "there is no question in it; give one on a line", file_, 0};
    return std::move(lines_);
  }

 private:
  bool fail(ErrorCode code, std::string message) {
    error_ = Error{code, std::move(message), file_, line_};
    return false;
  }

  const std::string& file_;
  const std::size_t least_, most_;
  const std::string& wanted_;
  std::uint64_t line_ = 0;
  std::vector<NumberLine> lines_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<NumberLine>> read_number_lines(const std::string& file, std::size_t least, std::size_t most,
                                                  const std::string& wanted) {
  LineReader reader(file, least, most, wanted);
  std::string rest;
  bool good = true;
  const auto error = read_blocks(file, [&](std::string_view block) {
    rest += block;
    std::size_t at = 0;
    for (std::size_t end; good && (end = rest.find('\n', at)) != std::string::npos; at = end + 1)
      good = reader.take(std::string_view(rest).substr(at, end - at));
    rest.erase(0, at);
  });
  if (error) return *error;
  if (good && !rest.empty()) reader.take(rest);
  return reader.result();
}

}  // namespace plumb::pipeline
