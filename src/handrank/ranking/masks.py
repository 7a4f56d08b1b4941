"""`evaluate_masks`: hands given as masks of 52 bits in, hand ranks out."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, row_index
from handrank.arrays.reading import as_integers
from handrank.kernels.families import rank_masks_kernel
from handrank.kernels.portable.rank_hands import NO_BAD_ROW
from handrank.lookup.encoding import HAND_SIZES
from handrank.lookup.tables import Tables, load_tables
from handrank.ranking.bulk import (
    Ranks,
    flat_target,
    in_blocks,
    rank_undecided,
    store_block,
)
from handrank.ranking.hands import finish, result_array
from handrank.rulebook.cards import N_CARDS, format_cards, lowest_card
from handrank.rulebook.errors import CardError

Masks = NDArray[np.uint64]


def evaluate_masks(
    masks: ArrayLike,
    *,
    rules: str = "high",
    out: Ranks | None = None,
    check: bool = True,
    threads: int | None = None,
) -> Any:
    """Rank hands of five, six or seven cards given as masks.

    Parameters
    ----------
    masks : array_like of int, shape (...)
        A mask a hand: bit i is set if the hand holds the card with id i (``4 * rank + suit``), so
        five to seven of the bits 0..51 are.
    rules : str, optional
        How hands are ordered, as in `evaluate`.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    check : bool, optional
        Whether to refuse masks that are no hand. Without the check all masks must have as many
        cards as the first; others get a meaningless rank.
    threads : int, optional
        How many threads to use for large batches, as in `evaluate`.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)
        Hand ranks, the same as `evaluate` gives for the cards.

    Raises
    ------
    TypeError
        If the dtype of `masks` is no integer's or that of `out` is not uint16.
    ValueError
        If a mask has too few or too many bits or one that is no card, the shape of `out` does not
        fit or `rules` is unknown.

    Examples
    --------
    >>> from handrank import parse_cards
    >>> mask = sum(1 << int(card) for card in parse_cards("AsKsQsJsTs2c3d"))
    >>> evaluate_masks(mask)
    np.uint16(36865)
    """
    tables, check = load_tables(rules), bool(check)
    given = as_integers(masks, "masks", (1 << N_CARDS) - 1)
    ranks, asked = result_array(given.shape, out, (given,))
    if given.size:
        _rank(given, ranks, tables, check, threads)
    return finish(ranks, asked)


def _rank(
    given: NDArray[Any], ranks: Ranks, tables: Tables, check: bool, threads: int | None
) -> None:
    # Hands are nearly always of one size. The kernel for the first one's finds out if not.
    size = int(given.flat[0]).bit_count()
    size = size if size in HAND_SIZES else HAND_SIZES[-1]
    lowest = lowest_card(tables.rules)

    def rank_block(index: Index) -> None:
        block = given[index].reshape(-1)
        masks = _to_native(block)
        if check:
            negative = block.dtype.kind == "i" and int(block.min()) < 0
            lacking = lowest > 0 and bool((masks & np.uint64((1 << lowest) - 1)).any())
            if negative or lacking:
                raise _first_error(block, index, ranks.shape, lowest)
        target = flat_target(ranks[index])
        if not _rank_size(masks, target, tables, size, check):
            sizes = np.bitwise_count(masks)
            if not np.isin(sizes, HAND_SIZES).all() or (masks >> np.uint64(N_CARDS)).any():
                raise _first_error(block, index, ranks.shape, lowest)
            for other in HAND_SIZES:
                rows = np.flatnonzero(sizes == other)
                part = np.empty(len(rows), dtype=np.uint16)
                _rank_size(masks[rows], part, tables, other, False)
                target[rows] = part
        store_block(ranks, index, target)

    native = given.dtype == np.uint64 and given.flags.c_contiguous and given.flags.writeable
    in_blocks(rank_block, ranks.shape, native=native, threads=threads)


def _rank_size(masks: Masks, target: Ranks, tables: Tables, size: int, check: bool) -> bool:
    """Rank masks of one hand size; return whether they all are of it."""
    kernel = rank_masks_kernel(size, checked=check)
    if kernel(masks, tables.for_hands(size), target) != NO_BAD_ROW:
        return False
    rank_undecided(target, lambda rows: _cards_of(masks[rows], size), tables, size)
    return True


def _to_native(block: NDArray[Any]) -> Masks:
    """Return masks as a kernel reads them: writeable, contiguous uint64."""
    if block.dtype == np.uint64 and block.flags.c_contiguous and block.flags.writeable:
        return block
    return np.array(block, order="C").astype(np.uint64)


def _cards_of(masks: Masks, size: int) -> NDArray[np.uint8]:
    """Return the card ids of masks of one size, shape (n, size)."""
    held = masks[:, None] >> np.arange(N_CARDS, dtype=np.uint64) & np.uint64(1)
    return np.nonzero(held)[1].reshape(-1, size).astype(np.uint8)


def _first_error(
    block: NDArray[Any], index: Index, shape: tuple[int, ...], lowest: int
) -> CardError:
    for row, mask in enumerate(block.tolist()):
        reason = _bad_mask_reason(mask, lowest)
        if reason:
            return CardError(row_index(index, row, shape), reason)
    raise AssertionError("all masks are hands")


def _bad_mask_reason(mask: int, lowest: int) -> str:
    if mask < 0:
        return f"mask {mask} is negative"
    if mask >> N_CARDS:
        return f"mask {mask:#x} has bit {mask.bit_length() - 1} set, but cards are bits 0..51"
    if mask.bit_count() not in HAND_SIZES:
        return f"mask {mask:#x} has {mask.bit_count()} cards, but a hand has 5, 6 or 7"
    card = (mask & -mask).bit_length() - 1
    if card < lowest:
        deck = f"{format_cards([lowest])} to {format_cards([N_CARDS - 1])}"
        return f"{format_cards([card])} (card id {card}) is not in the deck, which is {deck}"
    return ""
