// SPDX-License-Identifier: LGPL-3.0-or-later
// Result<T> for programs that include little: the same values and errors, but an Error is only named here.
// plumb/error.h declares it.
#pragma once
#include <iosfwd>  // declares std::string, too
#include <optional>
#include <utility>

namespace plumb {

namespace pipeline {
struct Error;
}

/// Whether something was done, or the reason why not.
class [[nodiscard]] Done {
 public:
  Done() = default;
  Done(const pipeline::Error& error);
  Done(Done&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  Done& operator=(Done&& other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Done();

  explicit operator bool() const { return !error_; }
  /// The reason. Throws NotThere if there is none.
  const pipeline::Error& error() const;
  /// Error::text(): one line, what is wrong and what to do. Empty if nothing is.
  std::string why() const;

 protected:
  /// Throws NotThere if there is an error.
  void require() const {
    if (error_) refuse();
  }

 private:
  [[noreturn]] void refuse() const;

  const pipeline::Error* error_ = nullptr;
};

/// A value or the reason why there is none. Taking what it does not have throws NotThere, with the text of the error.
template <class T>
class [[nodiscard]] Reply : public Done {
 public:
  Reply(T value) : value_(std::move(value)) {}
  Reply(const pipeline::Error& error) : Done(error) {}

  T& operator*() & { return value(); }
  const T& operator*() const& {
    require();
    return *value_;
  }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &**this; }

 private:
  T& value() {
    require();
    return *value_;
  }

  std::optional<T> value_;
};

}  // namespace plumb
