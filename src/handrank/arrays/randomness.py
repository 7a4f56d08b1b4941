"""Where random numbers come from: the seed or the generator that the caller gives."""

import secrets

import numpy as np

from handrank.arrays.counts import as_count
from handrank.rulebook.errors import type_error, value_error

# Seeds that are made up here, and those drawn from a generator, fit into an int64.
_SEED_BITS = 63


def as_seed(seed: int | None, rng: np.random.Generator | None) -> int:
    """Return the seed that `seed`, or else `rng`, stands for; a new one where neither is given."""
    if seed is not None and rng is not None:
        raise value_error("give seed or rng, not both")
    if rng is not None:
        return int(_of_numpy(rng).integers(1 << _SEED_BITS))
    if seed is None:
        return secrets.randbits(_SEED_BITS)
    return as_count(seed, "seed")


def as_generator(seed: int | None, rng: np.random.Generator | None) -> np.random.Generator:
    """Return `rng`, or else a new generator with `seed`."""
    if rng is not None and seed is None:
        return _of_numpy(rng)
    return np.random.default_rng(as_seed(seed, rng))


def _of_numpy(rng: object) -> np.random.Generator:
    if not isinstance(rng, np.random.Generator):
        kind = type(rng).__name__
        raise type_error("rng must be a numpy.random.Generator, got {kind}", kind=kind)
    return rng
