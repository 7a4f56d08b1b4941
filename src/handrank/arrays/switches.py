"""The environment variables that switch something on or off."""

import os
from functools import cache

from handrank.rulebook.errors import value_error

# Compiled code on disk, and vector kernels.
CACHE, SIMD = SWITCHES = ("HANDRANK_CACHE", "HANDRANK_SIMD")

_ON = {"", "auto", "on", "1", "true", "yes"}
_OFF = {"off", "0", "false", "no"}


def switched_on(variable: str) -> bool:
    """Say whether an environment variable means on, as it does where it is not set."""
    return _means_on(variable, os.environ.get(variable, ""))


@cache
def _means_on(variable: str, word: str) -> bool:
    if word.lower() in _ON | _OFF:
        return word.lower() in _ON
    raise value_error(
        "the environment variable {variable} must be on or off, got {word!r}",
        variable=variable,
        word=word,
    )
