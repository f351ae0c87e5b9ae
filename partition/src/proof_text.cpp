// SPDX-License-Identifier: GPL-3.0-or-later
// The text form of proofs; docs/theory/layers.md says what it is.
#include <charconv>
#include <istream>
#include <ostream>
#include <sstream>

#include "plumb/partition/proof.h"

namespace plumb::partition {
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
