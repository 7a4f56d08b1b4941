"""Standard streams that are closed, or that cannot show every sign."""

import codecs
import contextlib
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Iterator

# The suits, the sign in the French "n° 51", and the space that does not break a line.
_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "°": "o", "\u00a0": " "}
_IN_LETTERS = "handrank.in_letters"
_IN_LETTERS_OR_ESCAPES = "handrank.in_letters_or_escapes"


class _Closed(io.TextIOBase):
    """Stands for a closed stream: Python has None there, which `print` ignores in silence."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def usable_streams() -> Iterator[None]:
    """Let output that no one can get be an error, and signs that cannot be shown be letters."""
    with contextlib.ExitStack() as stack:
        if sys.stderr is None:
            stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
        elif isinstance(sys.stderr, io.TextIOWrapper):
            sys.stderr.reconfigure(errors=_IN_LETTERS_OR_ESCAPES)
        if sys.stdout is None:
            stack.enter_context(contextlib.redirect_stdout(_Closed()))
        elif isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors=_IN_LETTERS)
        yield


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(map(_in_ascii, signs)), error.end


def _in_letters_or_escapes(error: UnicodeError) -> tuple[str, int]:
    """Write the rest as Python does on stderr: a file's name must be told from another's."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(map(_in_ascii_or_escaped, signs)), error.end


def _in_ascii_or_escaped(sign: str) -> str:
    letter = _in_ascii(sign)
    return sign.encode("ascii", "backslashreplace").decode() if letter == "?" else letter


def _in_ascii(sign: str) -> str:
    """Return the letter of a suit, a letter without its accent, or a question mark.

    Examples
    --------
    >>> _in_ascii("♥"), _in_ascii("é"), _in_ascii("×")
    ('h', 'e', '?')
    """
    if sign in _LETTERS:
        return _LETTERS[sign]
    plain = unicodedata.normalize("NFD", sign)[0]
    return plain if plain.isascii() else "?"


codecs.register_error(_IN_LETTERS, _in_letters)
codecs.register_error(_IN_LETTERS_OR_ESCAPES, _in_letters_or_escapes)
