// SPDX-License-Identifier: GPL-3.0-or-later
// The check of proofs that a partition has the fewest transfers, and their text form (docs/theory/layers.md).
// 1. Checker goes through the tree of each block with the decisions made so far. For a leaf it tests that every cover
//    is one, subtracts the weights of covers from their arcs, and adds up the bound in fractions (proof.h has the
//    formula). A branch is worth the lesser of its two parts. A leaf with a cover of which no arc is left is
//    impossible, and bounds nothing.
// 2. write_proof() writes one statement a line; Reader reads them again, and says in which line it failed.
// The check uses nothing of what makes proofs, and trusts nothing but the graph: claims of a proof are tested, never
// taken.
// Cost. For each leaf n log n in the arcs of its covers and of the groups above it, and the square of the ends of each
// cover. Recursion is as deep as the branches; Reader refuses what is deeper than a limit.
// Exactness. Fractions only.
#include "plumb/partition/proof.h"

#include <algorithm>
#include <charconv>
#include <istream>
#include <ostream>
#include <sstream>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/union_find.h"

namespace plumb::partition {
namespace {

enum class Decided : std::uint8_t { outside, free, transfer, no_transfer };

template <class T>
bool ascending(const std::vector<T>& v) {
  return std::adjacent_find(v.begin(), v.end(), [](const T& a, const T& b) { return !(a < b); }) == v.end();
}

class Checker {
 public:
  explicit Checker(const EnvironmentGraph& graph)
      : graph_(graph),
        arc_(graph.arcs.size(), Decided::outside),
        claimed_(graph.arcs.size(), false),
        sets_(static_cast<NodeId>(graph.nodes)) {
    for (const auto& [a, b] : graph.conflicts) conflicts_.push_back({std::min(a, b), std::max(a, b)});
    std::sort(conflicts_.begin(), conflicts_.end());
  }

  // The transfers that a block needs; none: not sound.
  std::optional<std::uint32_t> block(const BlockProof& proof) {
    if (!ascending(proof.arcs)) return std::nullopt;
    if (!proof.arcs.empty() && proof.arcs.back() >= arc_.size()) return std::nullopt;
    for (const ArcId a : proof.arcs) {
      if (claimed_[a]) return std::nullopt;  // by another block
      claimed_[a] = true;
      arc_[a] = Decided::free;
    }
    const auto needed = tree(proof.tree);
    for (const ArcId a : proof.arcs) arc_[a] = Decided::outside;
    // Cutting every arc separates everything, so some leaf always has partitions that agree with it.
    if (!needed || *needed == impossible) return std::nullopt;
    return needed;
  }

 private:
  static constexpr std::uint32_t impossible = ~0u;

  std::optional<std::uint32_t> tree(const ProofTree& t) {
    if (t.arcs.empty()) return t.parts.empty() ? leaf(t.covers) : std::nullopt;
    if (t.parts.size() != 2 || !t.covers.empty() || !ascending(t.arcs)) return std::nullopt;
    for (const ArcId a : t.arcs)
      if (a >= arc_.size() || arc_[a] != Decided::free) return std::nullopt;
    const auto part = [&](Decided d, const ProofTree& below) {
      for (const ArcId a : t.arcs) arc_[a] = d;
      return tree(below);
    };
    groups_.push_back(&t.arcs);
    const auto with = part(Decided::transfer, t.parts[0]);
    groups_.pop_back();
    const auto without = with ? part(Decided::no_transfer, t.parts[1]) : std::nullopt;
    for (const ArcId a : t.arcs) arc_[a] = Decided::free;
    if (!with || !without) return std::nullopt;
    return std::min(*with, *without);
  }

  std::optional<std::uint32_t> leaf(const std::vector<Cover>& covers) {
    mpq_class bound = 0;
    std::vector<std::pair<ArcId, const mpq_class*>> loads;
    bool none_agrees = false;
    for (const Cover& c : covers) {
      if (!sound(c)) return std::nullopt;
      bound += c.weight * kernel::to_gmp(c.ends.size() - 1);
      bool may_be_cut = false;
      for (const ArcId a : c.arcs)
        if (arc_[a] != Decided::no_transfer) {
          may_be_cut = true;
          loads.push_back({a, &c.weight});
        }
      if (!may_be_cut) none_agrees = true;
    }
    if (none_agrees) return impossible;
    std::sort(loads.begin(), loads.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<std::pair<ArcId, mpq_class>> rest;  // r of the arcs with a load
    for (const auto& [a, weight] : loads) {
      if (rest.empty() || rest.back().first != a) rest.push_back({a, 1});
      rest.back().second -= *weight;
    }
    const auto r = [&](ArcId a) {
      const auto at = std::lower_bound(rest.begin(), rest.end(), a, [](const auto& x, ArcId b) { return x.first < b; });
      return at != rest.end() && at->first == a ? at->second : mpq_class(1);
    };
    for (const auto& [a, left] : rest)
      if (arc_[a] == Decided::free && left < 0) bound += left;
    for (const auto* group : groups_) {
      mpq_class below = 0, least = r(group->front());
      for (const ArcId a : *group) {
        const mpq_class left = r(a);
        if (left < 0) below += left;
        if (left < least) least = left;
      }
      bound += least < 0 ? below : least;
    }
    if (bound <= 0) return 0;
    mpz_class up;
    mpz_cdiv_q(up.get_mpz_t(), bound.get_num_mpz_t(), bound.get_den_mpz_t());
    if (up > kernel::to_gmp(graph_.arcs.size())) return impossible;  // more than there are: no partition agrees
    return static_cast<std::uint32_t>(up.get_ui());
  }

  bool sound(const Cover& c) {
    if (c.ends.size() < 2 || c.arcs.empty() || !ascending(c.ends) || !ascending(c.arcs) || c.weight < 0) return false;
    for (const ArcId a : c.arcs)
      if (a >= arc_.size() || arc_[a] == Decided::outside) return false;
    for (std::size_t i = 0; i < c.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!std::binary_search(conflicts_.begin(), conflicts_.end(), std::array{c.ends[j], c.ends[i]})) return false;
    for (const ArcId a : c.arcs) sets_.unite(graph_.arcs[a][0], graph_.arcs[a][1]);
    const bool connected =
        std::all_of(c.ends.begin(), c.ends.end(), [&](NodeId v) { return sets_.find(v) == sets_.find(c.ends[0]); });
    for (const ArcId a : c.arcs)
      for (const NodeId v : graph_.arcs[a]) sets_.part(v);
    return connected;
  }

  const EnvironmentGraph& graph_;
  std::vector<Decided> arc_;
  std::vector<bool> claimed_;
  kernel::UnionFind sets_;
  std::vector<std::array<NodeId, 2>> conflicts_;
  std::vector<const std::vector<ArcId>*> groups_;
};

}  // namespace

std::optional<std::uint32_t> proved_bound(const EnvironmentGraph& graph, const Proof& proof) {
  if (!is_valid(graph)) return std::nullopt;
  Checker checker(graph);
  std::uint32_t sum = 0;
  for (const BlockProof& block : proof.blocks) {
    const auto needed = checker.block(block);
    if (!needed) return std::nullopt;
    sum += *needed;
  }
  return sum;
}

namespace {

constexpr const char* first_line = "plumb-layers-proof 1";
constexpr std::uint32_t most_nodes = 100'000'000;  // what one line may ask for
constexpr int deepest = 10'000;

void write_list(std::ostream& out, const std::vector<std::uint32_t>& list) {
  for (const std::uint32_t i : list) out << ' ' << i;
}

void write_tree(std::ostream& out, const ProofTree& tree) {
  if (!tree.arcs.empty()) {
    out << "branch";
    write_list(out, tree.arcs);
    out << '\n';
    for (const ProofTree& part : tree.parts) write_tree(out, part);
    return;
  }
  out << "leaf\n";
  for (const Cover& c : tree.covers) {
    out << "cover " << c.weight << " ends";
    write_list(out, c.ends);
    out << " arcs";
    write_list(out, c.arcs);
    out << '\n';
  }
}

class Reader {
 public:
  explicit Reader(std::istream& in) : in_(in) {}

  std::optional<ProofFile> file(std::string* error) {
    ProofFile f;
    const bool good = read(f);
    if (!good && error) *error = std::to_string(line_number_) + ": " + what_;
    return good ? std::optional(std::move(f)) : std::nullopt;
  }

 private:
  // One line as words; false at the end.
  bool next() {
    words_.clear();
    std::string line;
    ++line_number_;
    if (!std::getline(in_, line)) return false;
    std::istringstream words(line);
    for (std::string w; words >> w;) words_.push_back(w);
    return true;
  }
  bool fail(const char* what) {
    what_ = what;
    return false;
  }
  bool is(const char* keyword) const { return !words_.empty() && words_[0] == keyword; }
  static bool number(const std::string& word, std::uint32_t& n) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
    return error == std::errc() && end == word.data() + word.size();
  }
  bool numbers(std::size_t from, std::size_t to, std::vector<std::uint32_t>& list) {
    for (std::size_t i = from; i < to; ++i) {
      list.emplace_back();
      if (!number(words_[i], list.back())) return fail("not a number");
    }
    return true;
  }
  bool pair(std::vector<std::array<NodeId, 2>>& list) {
    std::vector<std::uint32_t> two;
    if (words_.size() != 3) return fail("two nodes expected");
    if (!numbers(1, 3, two)) return false;
    list.push_back({two[0], two[1]});
    return true;
  }

  bool read(ProofFile& f) {
    if (!next() || words_.size() != 2 || words_[0] + " " + words_[1] != first_line)
      return fail("not a proof of layers, version 1");
    if (!next() || !is("nodes") || words_.size() != 2 || !number(words_[1], f.graph.nodes) ||
        f.graph.nodes > most_nodes)
      return fail("'nodes' and their number expected");
    bool more = next();
    for (; more && is("arc"); more = next())
      if (!pair(f.graph.arcs)) return false;
    for (; more && is("conflict"); more = next())
      if (!pair(f.graph.conflicts)) return false;
    if (!is_valid(f.graph)) return fail("arcs and conflicts are not those of a graph");
    for (; more && is("transfer"); more = next()) {
      if (words_.size() != 2 || !numbers(1, 2, f.transfers)) return fail("an arc expected");
      if (f.transfers.back() >= f.graph.arcs.size()) return fail("no such arc");
      if (f.transfers.size() > 1 && f.transfers[f.transfers.size() - 2] >= f.transfers.back())
        return fail("transfers must ascend");
    }
    while (more && is("block")) {
      BlockProof& block = f.proof.blocks.emplace_back();
      if (!numbers(1, words_.size(), block.arcs)) return false;
      if (!(more = next()) || !tree(block.tree, more, 0)) return false;
    }
    if (!more || !is("end") || words_.size() != 1) return fail("'end' expected, or a statement out of place");
    return true;
  }

  bool tree(ProofTree& t, bool& more, int depth) {
    if (depth > deepest) return fail("branches within branches, too many");
    if (more && is("branch")) {
      if (words_.size() < 2) return fail("an arc expected");
      if (!numbers(1, words_.size(), t.arcs)) return false;
      t.parts.resize(2);
      more = next();
      return tree(t.parts[0], more, depth + 1) && tree(t.parts[1], more, depth + 1);
    }
    if (!more || !is("leaf") || words_.size() != 1) return fail("'branch' or 'leaf' expected");
    for (more = next(); more && is("cover"); more = next())
      if (!cover(t.covers.emplace_back())) return false;
    return true;
  }

  bool cover(Cover& c) {
    if (words_.size() < 3 || words_[2] != "ends") return fail("'cover WEIGHT ends NODES arcs ARCS' expected");
    if (words_[1].find_first_not_of("0123456789/") != std::string::npos || c.weight.set_str(words_[1], 10) != 0 ||
        c.weight.get_den() == 0)
      return fail("not a weight");
    c.weight.canonicalize();
    std::size_t arcs = 3;
    while (arcs < words_.size() && words_[arcs] != "arcs") ++arcs;
    if (arcs == words_.size()) return fail("'arcs' expected");
    return numbers(3, arcs, c.ends) && numbers(arcs + 1, words_.size(), c.arcs);
  }

  std::istream& in_;
  std::vector<std::string> words_;
  std::size_t line_number_ = 0;
  const char* what_ = "";
};

}  // namespace

void write_proof(std::ostream& out, const EnvironmentGraph& graph, const std::vector<ArcId>& transfers,
                 const Proof& proof) {
  out << first_line << "\nnodes " << graph.nodes << '\n';
  for (const auto& [a, b] : graph.arcs) out << "arc " << a << ' ' << b << '\n';
  for (const auto& [a, b] : graph.conflicts) out << "conflict " << a << ' ' << b << '\n';
  for (const ArcId a : transfers) out << "transfer " << a << '\n';
  for (const BlockProof& block : proof.blocks) {
    out << "block";
    write_list(out, block.arcs);
    out << '\n';
    write_tree(out, block.tree);
  }
  out << "end\n";
}

std::optional<ProofFile> read_proof(std::istream& in, std::string* error) { return Reader(in).file(error); }

}  // namespace plumb::partition
