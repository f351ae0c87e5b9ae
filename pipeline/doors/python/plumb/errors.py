# SPDX-License-Identifier: GPL-3.0-or-later
"""What Plumb raises. Every exception is a plumb.Error; its text is one line that says what is wrong and what to do."""
import errno
import os
import re

# By the number of the code in C++ (plumb/error.h).
CODES = ("cannot_open", "cannot_write", "unsupported_format", "syntax", "missing_coordinate", "bad_number", "out_of_range", "bad_index", "too_few_vertices", "no_face",
         "bad_face", "too_large", "bad_option", "no_floor", "unreachable", "bad_scene", "cancelled")


class Error(Exception):
    """The base of all. `code` is a word that does not change, such as "bad_index"; `file` and `line` say where, if it is about a file, else None."""

    def __init__(self, message, code, file=None, line=None):
        where = "" if file is None else file + (f":{line}" if line else "") + ": "
        super().__init__(where + message)
        self.message, self.code, self.file, self.line = message, code, file, line

    def __reduce__(self):
        return type(self), (self.message, self.code, self.file, self.line)


class InputError(Error):
    """A file or an array that cannot be used. `face` is the number of the face that is wrong, or None."""

    @property
    def face(self):
        """The number of the face that the message names, or None."""
        found = re.search(r"\bface (\d+)", self.message)
        return int(found[1]) if found else None


class OptionError(Error, ValueError):
    """An option of a call that cannot be used."""


class UnknownOption(OptionError, TypeError):
    """A keyword that is no option of the call; the message names the nearest one that is."""


class Warning(UserWarning):
    """What looks wrong with a level or with options, and is baked all the same. `code` is a word that does not change, such as "other_axis" (docs/reference/bake.md, Warnings); `option` is
    the keyword that mends it, such as "up = z", or None."""

    def __init__(self, message, code="", option=None):
        super().__init__(message)
        self.code, self.option = code, option

    def __reduce__(self):
        return type(self), (self.args[0], self.code, self.option)


class NoRoute(Error):
    """There is no way, or no floor below one of its ends."""


class Cancelled(Error):
    """The function that was told of the progress returned False."""


def _of_files(number, base):
    """InputError that is also what open() raises for this number."""
    def __init__(self, message, code, file=None, line=None):
        Error.__init__(self, message, code, file, line)
        self.errno, self.strerror, self.filename = number, os.strerror(number), file

    return type(base.__name__, (InputError, base), {"__init__": __init__, "__str__": Exception.__str__, "__module__": __name__, "__doc__": f"An InputError that is a {base.__name__}, too.",
                                                    "__reduce__": lambda self: (refused_file, (self.message, self.code, self.file, self.line))})


# By the words that the system has for them, which messages of C++ repeat.
OF_FILES = {os.strerror(number): _of_files(number, base) for number, base in (
    (errno.ENOENT, FileNotFoundError), (errno.EACCES, PermissionError), (errno.EPERM, PermissionError), (errno.EISDIR, IsADirectoryError), (errno.ENOTDIR, NotADirectoryError))}


def refused_file(message, code, file=None, line=None):
    """The exception for a file that cannot be read or written: an InputError, and where the system has an exception for the reason, that too."""
    said = os.strerror(errno.EISDIR) if message.startswith("is a directory") else message
    kinds = [kind for words, kind in OF_FILES.items() if words in said]
    return (kinds[0] if kinds else InputError)(message, code, file, line)


def make(code, message, file, line):
    """The exception for an Error of C++."""
    code = CODES[code]
    if code in ("cannot_open", "cannot_write"):
        return refused_file(message, code, file or None, line or None)
    kind = {"bad_option": OptionError, "no_floor": NoRoute, "unreachable": NoRoute, "cancelled": Cancelled}.get(code, InputError)
    return kind(message, code, file or None, line or None)
