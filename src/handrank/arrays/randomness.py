"""Where random numbers come from: a seed or a generator, whichever the caller gives."""

import secrets
from operator import index as as_index

import numpy as np

from handrank.rulebook.errors import Message

# Seeds that are made up here, and those drawn from a generator, fit into an int64.
_SEED_BITS = 63


def as_seed(seed: int | None, rng: np.random.Generator | None) -> int:
    """Return the seed that `seed`, or else `rng`, stands for; a new one where neither is given.

    Raises
    ------
    TypeError
        If the seed is no integer or the generator none of NumPy's.
    ValueError
        If both are given or the seed is negative.
    """
    if seed is not None and rng is not None:
        raise ValueError(Message("give seed or rng, not both"))
    if rng is not None:
        return int(_checked_generator(rng).integers(1 << _SEED_BITS))
    if seed is None:
        return secrets.randbits(_SEED_BITS)
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(Message("seed must be an integer, got {kind}", kind=type(seed).__name__))
    if as_index(seed) < 0:
        raise ValueError(Message("seed must be at least 0, got {seed}", seed=seed))
    return as_index(seed)


def as_generator(seed: int | None, rng: np.random.Generator | None) -> np.random.Generator:
    """Return `rng`, or else a new generator with `seed`; errors as in `as_seed`."""
    if rng is not None and seed is None:
        return _checked_generator(rng)
    return np.random.default_rng(as_seed(seed, rng))


def _checked_generator(rng: object) -> np.random.Generator:
    if not isinstance(rng, np.random.Generator):
        kind = type(rng).__name__
        raise TypeError(Message("rng must be a numpy.random.Generator, got {kind}", kind=kind))
    return rng
