// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.h"
#include "base/threads.h"

namespace plumb::checker {

/// Some whole lines of a certificate, to be read on their own.
struct Section {
  std::string_view text;
  std::uint64_t line = 1;                                         ///< the number of the first in the file
  std::uint64_t lines = 0, records = 0, surfaces = 0, cells = 0;  ///< in it, by how they begin

  static constexpr std::size_t usual_size = 1 << 14;
  bool is_large() const { return text.size() > 4 * usual_size; }
};

/// A fraction in the one way in which it is written: in lowest terms, without signs that say nothing. Throws
/// Refutation.
Ratio read_ratio(std::string_view text);

/// The records of a certificate, one at a time. Every reader throws Refutation for what is not written as
/// docs/reference/certificate.md says.
class Records {
 public:
  explicit Records(std::istream& in) : in_(&in) {}
  /// Of a part of a file. Behind its last record there is one that has no name.
  explicit Records(const Section& section) : rest_(section.text), line_(section.line - 1) {}

  /// told: at times, about which share of the check is done. size: of the file, in characters.
  void tell(std::function<void(double)> told, std::uint64_t size) {
    told_ = std::move(told);
    size_ = static_cast<double>(size);
  }
  /// Such a share of the check comes after the last record, and so much of that is done.
  void work_after(double share) { after_ = share; }
  void done_after(double done) const {
    if (told_) told_(1 - after_ + done * after_);
  }

  /// Whether the present record has this name.
  bool is(std::string_view name) const { return !words_.empty() && words_[0] == name; }
  /// Whether a section has no more.
  bool at_end() const { return words_.empty(); }
  void next();
  /// Requires that nothing but comments follows.
  void finish();
  /// The number of its line in the file.
  std::uint64_t line() const { return line_; }
  /// The last comment before the present record and behind the one before, or nothing.
  const std::string& comment() const { return comment_; }

  /// The present record and those behind it, parted into at most so many sections of 16,384 characters or a little
  /// more; perhaps none. They end where a record begins that is named like the present one, or another that may stand
  /// behind all of its kind. Good until the next record is asked for.
  std::vector<Section> sections(std::size_t most);
  /// Goes on behind these sections; or with the present record of one that is read on its own.
  void go_behind(const std::vector<Section>& sections);
  void go_to(const Records& within);
  /// From now on the present line is said to be that one.
  void say_line(std::uint64_t line) { line_ = line; }

  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t i) const;
  /// A number from 0 to below the limit, itself an index.
  Index number(std::size_t i, std::size_t limit) const;
  Integer integer(std::size_t i) const;
  /// A fraction, in lowest terms as all are written.
  Ratio ratio(std::size_t i) const;
  Fraction fraction(std::size_t i) const;
  void require_size(std::size_t n) const;

 private:
  bool next_line();
  bool read_more();
  void go_to(const char* text, std::uint64_t line);

  std::istream* in_ = nullptr;  // none: all of it is in rest_
  std::function<void(double)> told_;
  double size_ = 1, read_ = 0, after_ = 0;
  std::string buffer_;
  std::string_view rest_;  // what was read and is no record yet
  std::uint64_t line_ = 0;
  std::string_view text_;  // the present line
  std::string comment_;
  std::vector<std::string_view> words_;
};

/// Reads the sections that begin with the present record, on all threads. read(i, records) reads the records of section
/// i from its first one on; it may stop at a record that it does not know, or throw.
///
/// Then the sections are passed in the order of the file, so that the outcome is that of one thread: take(i) is called;
/// an exception of read(i) is thrown again, with `records` at its line; and a record at which read(i) has stopped
/// becomes the present one, and false is returned. If no section ends early, `records` continues behind the last one.
bool read_sections(Records& records, const std::vector<Section>& sections, const Threads& threads,
                   const std::function<void(std::size_t, Records&)>& read,
                   const std::function<void(std::size_t)>& take);

}  // namespace plumb::checker
