#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks proofs that partitions have the fewest transfers: shares nothing with the programs that write them.

  check_layers_proof.py FILE...   prints what each proves; fails unless every one is sound and shows its transfers to be the fewest
"""
import sys
from fractions import Fraction

IMPOSSIBLE = float("inf")


class Unsound(Exception):
    pass


def demand(condition, what):
    if not condition:
        raise Unsound(what)


def ascending(numbers):
    return all(a < b for a, b in zip(numbers, numbers[1:]))


class Sets:
    def __init__(self):
        self.parent = {}

    def find(self, v):
        while self.parent.setdefault(v, v) != v:
            v = self.parent[v]
        return v

    def unite(self, a, b):
        self.parent[self.find(a)] = self.find(b)


class File:
    def __init__(self, lines):
        self.lines = [line.split() for line in lines]
        self.at = 0

    def peek(self):
        demand(self.at < len(self.lines) and self.lines[self.at], "ends too early")
        return self.lines[self.at]

    def take(self, keyword):
        words = self.peek()
        demand(words[0] == keyword, f"line {self.at + 1}: '{keyword}' expected")
        self.at += 1
        return words[1:]

    def while_at(self, keyword):
        while self.peek()[0] == keyword:
            yield self.take(keyword)

    def read(self):
        demand(self.take("plumb-layers-proof") == ["1"], "not version 1")
        (nodes,) = map(int, self.take("nodes"))
        self.arcs = [tuple(map(int, w)) for w in self.while_at("arc")]
        self.conflicts = {tuple(map(int, w)) for w in self.while_at("conflict")}
        for pair in list(self.arcs) + list(self.conflicts):
            demand(len(pair) == 2 and pair[0] != pair[1] and all(0 <= v < nodes for v in pair), "not a graph")
        demand(all(a < b for a, b in self.conflicts), "conflicts out of order")
        self.transfers = [int(w[0]) for w in self.while_at("transfer")]
        demand(ascending(self.transfers) and all(0 <= a < len(self.arcs) for a in self.transfers), "not transfers")

    def check_transfers(self):
        layers = Sets()
        cut = set(self.transfers)
        for i, (a, b) in enumerate(self.arcs):
            if i not in cut:
                layers.unite(a, b)
        demand(all(layers.find(a) != layers.find(b) for a, b in self.conflicts), "a conflict within a layer")
        demand(all(layers.find(a) != layers.find(b) for a, b in (self.arcs[i] for i in cut)), "a transfer within a layer")

    def bound(self):
        claimed = set()
        total = 0
        for words in self.while_at("block"):
            block = set(map(int, words))
            demand(len(block) == len(words) and block <= set(range(len(self.arcs))), "not arcs of the graph")
            demand(not block & claimed, "an arc in two blocks")
            claimed |= block
            needed = self.tree(block, [], set())
            demand(needed != IMPOSSIBLE, "no partition at all would agree")
            total += needed
        demand(self.take("end") == [] and self.at == len(self.lines), "more after the end")
        return total

    def tree(self, free, groups, fixed):
        """The least that any partition has that agrees with the decisions; `fixed` arcs are no transfers."""
        if self.peek()[0] == "branch":
            arcs = set(map(int, self.take("branch")))
            demand(arcs and arcs <= free, "a branch on what is decided or elsewhere")
            return min(self.tree(free - arcs, groups + [arcs], fixed), self.tree(free - arcs, groups, fixed | arcs))
        self.take("leaf")
        rest = {}
        bound = Fraction(0)
        none_agrees = False
        decided = set().union(*groups) if groups else set()
        for words in self.while_at("cover"):
            demand(len(words) > 2 and words[1] == "ends" and "arcs" in words, "not a cover")
            middle = words.index("arcs")
            weight = Fraction(words[0])
            ends, arcs = list(map(int, words[2:middle])), list(map(int, words[middle + 1:]))
            demand(weight >= 0, "a weight below 0")
            demand(len(ends) >= 2 and ascending(ends) and arcs and ascending(arcs), "ends or arcs out of order")
            demand(all(a in free or a in fixed or a in decided for a in arcs), "an arc of another block")
            demand(all((u, v) in self.conflicts for j, v in enumerate(ends) for u in ends[:j]), "ends not in conflict")
            sets = Sets()
            for a in arcs:
                sets.unite(*self.arcs[a])
            demand(len({sets.find(v) for v in ends}) == 1, "ends not connected")
            bound += weight * (len(ends) - 1)
            none_agrees = none_agrees or all(a in fixed for a in arcs)
            for a in arcs:
                rest[a] = rest.get(a, Fraction(1)) - weight
        if none_agrees:
            return IMPOSSIBLE
        bound += sum(r for a, r in rest.items() if a in free and r < 0)
        for group in groups:
            left = [rest.get(a, Fraction(1)) for a in group]
            bound += sum(r for r in left if r < 0) if min(left) < 0 else min(left)
        return max(0, -((-bound.numerator) // bound.denominator))


def main():
    sys.setrecursionlimit(100000)
    failed = not sys.argv[1:]
    for name in sys.argv[1:]:
        try:
            with open(name, encoding="ascii") as lines:
                proof = File(lines)
            proof.read()
            proof.check_transfers()
            bound = proof.bound()
            demand(bound == len(proof.transfers), f"{len(proof.transfers)} transfers, only {bound} proved to be needed")
            print(f"{name}: {bound} transfers are the fewest")
        except (Unsound, ValueError, TypeError, ZeroDivisionError, IndexError) as error:
            print(f"{name}: not a proof: {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
