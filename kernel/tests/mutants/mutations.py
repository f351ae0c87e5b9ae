# SPDX-License-Identifier: LGPL-3.0-or-later
"""All changes of one line of C++ that random_mutants.py draws from.

Lines are taken as clang-format leaves them: an operator between two operands has a space on both sides, which no bracket of a template and
no star of a pointer has. What does not compile is found out by compiling it."""
import re
from dataclasses import dataclass

OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/",
             "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
             "&=": "|=", "|=": "&=", "<<=": ">>=", ">>=": "<<="}
INFIX = re.compile(r"(?<= )(<<=|>>=|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/&|]=|[-+*/%&|^<>])(?= |$)")
STEP = re.compile(r"\+\+|--")
PREFIX = re.compile(r"(?<=[\s(\[{,])[-!](?=[\w(])")  # "-x" or "!x"
WORD = re.compile(r"\b(true|false)\b")
NUMBER = re.compile(r"(?<![\w.'])\d+(?=u?(?![\w.']))")
CONDITION = re.compile(r"\b(?:if|while) \(|\bif constexpr \(")
STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'')
# Lines whose change says nothing of the tests: assertions are no behaviour, declarations compute nothing, and of how much memory is kept nothing
# that is computed depends.
NO_CODE = re.compile(r"\bassert\(|\bstatic_assert\b|\.(?:reserve|shrink_to_fit)\(|\berror_bound\b"
                     r"|^\s*(?:#|template\b|using\b|namespace\b|friend\b|public:|private:|case [\w:]+:$|default:$)")
DECLARATION = re.compile(r"^(?:const|constexpr|static|thread_local|auto|return \S|else\b|case\b|default\b|[}{])")


@dataclass(frozen=True)
class Mutation:
    kind: str
    after: str  # the whole line


def code_of(line):
    """The line with blanks for its strings and its comment."""
    code = STRING.sub(lambda m: '"' + " " * (len(m[0]) - 2) + '"', line)
    return code.split("//")[0].rstrip()


def matching(code, opening):
    """Where the bracket closes that opens at `opening`; None if not on this line."""
    depth = 0
    for i in range(opening, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    return None


def condition(code, found):
    """From where to where the condition of an if or a while goes, after what it may begin with; None if it does not end on this line."""
    end = matching(code, found.end() - 1)
    if end is None:
        return None
    begin, depth = found.end(), 0
    for i in range(begin, end):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if code[i] == ";" and depth == 0:
            begin = i + 2
    return begin, end


def is_statement(code, before):
    """Whether the line is one whole statement, and no declaration. `before`: the code of the line above."""
    text = code.strip()
    return (text.endswith(";") and not DECLARATION.match(text) and (not before or before[-1] in ";{})" or before.endswith("else"))
            and text.count("(") == text.count(")") and text.count("{") == text.count("}") and (matching("(" + text[:-1] + ")", 0) == len(text)))


def mutations(line, before=""):
    """All changes of the line, in a fixed order. `before`: the line above."""
    code = code_of(line)
    if NO_CODE.search(code):
        return []
    out = []

    def add(kind, begin, end, new):
        out.append(Mutation(kind, line[:begin] + new + line[end:]))

    for m in INFIX.finditer(code):
        add("operator", *m.span(1), OPERATORS[m[1]])
    for m in STEP.finditer(code):
        add("operator", *m.span(), "--" if m[0] == "++" else "++")
    for m in PREFIX.finditer(code):
        add("operator", *m.span(), "")
    for m in WORD.finditer(code):
        add("constant", *m.span(), "false" if m[0] == "true" else "true")
    for m in NUMBER.finditer(code):
        for step in (1, -1):
            add("constant", *m.span(), str(int(m[0]) + step))
    for m in CONDITION.finditer(code):
        if (at := condition(code, m)) is not None:
            add("condition", *at, f"!({line[at[0]:at[1]]})")
    if is_statement(code, code_of(before).strip()):
        indent = len(code) - len(code.lstrip())
        add("statement", indent, len(code), "{}")
    return out
