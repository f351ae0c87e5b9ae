// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "plumb/pipeline/output.h"

namespace plumb::pipeline {

/// Writes the records of a certificate: words with one space between them. No more than a piece of the text is held.
class CertificateText {
 public:
  explicit CertificateText(Output& file) : file_(file) {}

  /// Begins a record with its first word.
  CertificateText& record(std::string_view name) {
    text_ += name;
    return *this;
  }
  CertificateText& word(std::string_view text) {
    text_ += ' ';
    text_ += text;
    return *this;
  }
  CertificateText& word(std::integral auto value) {
    text_ += ' ';
    append(value);
    return *this;
  }
  CertificateText& word(const mpz_class& value) {
    text_ += ' ';
    append(value);
    return *this;
  }
  /// A fraction in lowest terms.
  CertificateText& word(const mpq_class& value) {
    word(value.get_num());
    if (value.get_den() != 1) {
      text_ += '/';
      append(value.get_den());
    }
    return *this;
  }
  void end() {
    text_ += '\n';
    if (text_.size() >= piece) flush();
  }
  /// Hands everything to the file; to be called at the end.
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t piece = 1 << 16;

  void append(std::integral auto value) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void append(const mpz_class& value) {
    if (value.fits_slong_p()) return append(value.get_si());
    const std::size_t before = text_.size();
    text_.resize(before + mpz_sizeinbase(value.get_mpz_t(), 10) + 2);  // a sign and the end
    mpz_get_str(text_.data() + before, 10, value.get_mpz_t());
    text_.resize(text_.find('\0', before));
  }

  Output& file_;
  std::string text_;
};

}  // namespace plumb::pipeline
