// SPDX-License-Identifier: GPL-3.0-or-later
#include "trials.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "plumb/pipeline/parallel.h"
#include "sha256.h"

namespace plumb::pipeline {

// What cancels the trial of one scene: an earlier one is interesting, the time is over, or the whole is cancelled.
class Trials::Ahead : public Progress {
 public:
  Ahead(Trials& trials, const std::atomic<std::size_t>& found, std::size_t number)
      : trials_(trials), found_(found), number_(number) {}
  bool cancelled() override { return is_needless() || trials_.time_is_over() || trials_.progress_.cancelled(); }
  bool is_needless() const { return found_.load() < number_; }

 private:
  Trials& trials_;
  const std::atomic<std::size_t>& found_;
  std::size_t number_;
};

bool Trials::time_is_over() const { return settings_.until && std::chrono::steady_clock::now() >= *settings_.until; }

bool Trials::ask(const PlainScene& scene, std::string& digest) {
  const std::string text = obj_text(scene);
  digest = checker::sha256_hex(text);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = answers_.find(digest); known != answers_.end()) return known->second.interesting;
  }
  const bool interesting = interesting_(scene, text);
  const std::lock_guard lock(mutex_);
  answers_.try_emplace(digest, Answer{interesting, false});
  return interesting;
}

std::optional<Trials::Found> Trials::first(std::size_t count,
                                           const std::function<std::optional<PlainScene>(std::size_t)>& make) {
  std::atomic<std::size_t> next{0}, found{count};
  std::vector<std::string> digests(count);  // of the scenes that were tried
  std::optional<PlainScene> best;           // the scene of the number `found`
  on_threads(static_cast<unsigned>(std::min<std::size_t>(settings_.jobs, count)), [&](unsigned) {
    for (std::size_t number; (number = next.fetch_add(1)) < found;) {
      Ahead ahead(*this, found, number);
      const CancellationScope scope(&ahead);
      try {
        cancellation_point();
        std::optional<PlainScene> scene = make(number);
        if (!scene || !ask(*scene, digests[number])) continue;
        const std::lock_guard lock(mutex_);
        if (number < found) {
          found = number;
          best = std::move(scene);
        }
      } catch (const Cancelled&) {
        if (!ahead.is_needless()) throw;
        return;
      } catch (...) {
        next = count, found = 0;
        throw;
      }
    }
  });
  for (std::size_t number = 0; number < count && number <= found; ++number) {
    const auto answer = answers_.find(digests[number]);
    if (answer != answers_.end() && !std::exchange(answer->second.counted, true)) ++count_;
  }
  if (!best) return std::nullopt;
  return Found{found, std::move(*best)};
}

}  // namespace plumb::pipeline
