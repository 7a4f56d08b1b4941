"""`evaluate_masks`: hands given as masks of 52 bits in, hand ranks out."""

from typing import Any, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import (
    COPIED_BLOCK,
    Index,
    block_indices,
    for_each_block,
    is_native,
    row_index,
    to_native,
)
from handrank.arrays.legality import not_in_deck
from handrank.arrays.output import Ranks, finish, flat_target, result_array, store_block
from handrank.arrays.reading import as_integers, as_truth_value
from handrank.kernels.families import family_in_use
from handrank.kernels.portable.best_of_subsets import rank_undecided
from handrank.kernels.protocols import NO_BAD_ROW, with_rows_of
from handrank.lookup.encoding import HAND_SIZES
from handrank.lookup.tables import Tables, load_tables
from handrank.ranking.classes import OneNumber
from handrank.rulebook.cards import N_CARDS, lowest_card
from handrank.rulebook.errors import CardError, Message
from handrank.rulebook.rules import RulesName

Masks = NDArray[np.uint64]


class _MaskOptions(TypedDict, total=False):
    rules: RulesName
    check: bool
    threads: int | None


@overload
def evaluate_masks(
    masks: OneNumber, *, out: None = None, **options: Unpack[_MaskOptions]
) -> np.uint16: ...
@overload
def evaluate_masks(
    masks: ArrayLike, *, out: Ranks | None = None, **options: Unpack[_MaskOptions]
) -> NDArray[np.uint16]: ...
def evaluate_masks(
    masks: ArrayLike,
    *,
    rules: RulesName = "high",
    check: bool = True,
    out: Ranks | None = None,
    threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16]:
    """Rank hands of five, six or seven cards given as masks.

    Parameters
    ----------
    masks : array_like of int, shape (...)
        A mask a hand: bit i is set if the hand holds the card with id i (``4 * rank + suit``), so
        five to seven of the bits 0..51 are.
    rules : RulesName, optional
        How hands are ordered, as in `evaluate`.
    check : bool, optional
        Whether to refuse masks that are not hands. Without the check such masks get a meaningless
        rank, and so do hands with more or fewer cards than the first one.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    threads : int, optional
        How many threads to use for large batches, as in `evaluate`.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)
        Hand ranks, the same as `evaluate` gives for the cards.

    Raises
    ------
    TypeError
        If the masks are not integers, `out` is not of dtype uint16, or `check` is not True or
        False.
    ValueError
        If a mask has too few or too many bits or one past 51, the shape of `out` does not fit or
        `rules` is unknown.

    Examples
    --------
    >>> from handrank import parse_cards
    >>> mask = sum(1 << int(card) for card in parse_cards("AsKsQsJsTs2c3d"))
    >>> evaluate_masks(mask)
    np.uint16(36865)
    """
    tables, checked = load_tables(rules), as_truth_value(check, "check")
    given = as_integers(masks, "masks", (1 << N_CARDS) - 1)
    ranks = result_array(given.shape, out, (given,))
    if given.size:
        _rank_masks(given, ranks, tables, checked, threads)
    return finish(ranks, out)


def _rank_masks(
    given: NDArray[Any], ranks: Ranks, tables: Tables, check: bool, threads: int | None
) -> None:
    # Hands are nearly always of one size. The kernel for the first one's finds out if not.
    first = int(given.flat[0])
    size = first.bit_count()
    if first >> N_CARDS or size not in HAND_SIZES:
        size = HAND_SIZES[-1] if check else _size_to_expect(given)
    lowest = lowest_card(tables.rules)

    def work(index: Index) -> None:
        block = given[index].reshape(-1)
        masks = to_native(block, np.uint64)
        # To kernels a deck has 52 cards. Negative masks have bits past them.
        if check and lowest and (masks & np.uint64((1 << lowest) - 1)).any():
            raise _first_bad_mask(block, index, ranks.shape, lowest)
        target = flat_target(ranks, index)
        if not _rank_size(masks, target, tables, size, check):
            sizes = _sizes(masks)
            if not sizes.all():
                raise _first_bad_mask(block, index, ranks.shape, lowest)
            for other in HAND_SIZES:
                rows = np.flatnonzero(sizes == other)
                part = np.empty(len(rows), dtype=np.uint16)
                _rank_size(masks[rows], part, tables, other, False)
                target[rows] = part
        store_block(ranks, index, target)

    for_each_block(work, ranks.shape, threads, native=is_native(given, np.uint64))


def _size_to_expect(given: NDArray[Any]) -> int:
    """Return how many cards the first mask that is a hand has."""
    for index in block_indices(given.shape, COPIED_BLOCK):
        sizes = _sizes(to_native(np.reshape(given[index], -1), np.uint64))
        if sizes.any():
            return int(sizes[sizes.argmax()])
    return HAND_SIZES[-1]


def _sizes(masks: Masks) -> NDArray[np.uint8]:
    """Return how many cards each hand has; 0 for masks that are not hands."""
    sizes = np.bitwise_count(masks)
    sizes[~np.isin(sizes, HAND_SIZES) | (masks >> np.uint64(N_CARDS) != 0)] = 0
    return sizes


def _rank_size(masks: Masks, target: Ranks, tables: Tables, size: int, check: bool) -> bool:
    """Rank masks of one hand size; return whether they all are of it."""
    kernel = family_in_use().masks(size, check)
    if kernel(masks, tables.for_hands(size), with_rows_of(target, masks)) != NO_BAD_ROW:
        return False

    def cards_of(rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        # Unchecked masks of other sizes would shift the cards of those after them.
        chosen = masks[rows]
        return _cards_of(np.where(_sizes(chosen) == size, chosen, (1 << size) - 1), size)

    rank_undecided(target, cards_of, tables, size)
    return True


def _cards_of(masks: Masks, size: int) -> NDArray[np.uint8]:
    """Return the card ids of masks of one size, shape (n, size)."""
    held = masks[:, None] >> np.arange(N_CARDS, dtype=np.uint64) & np.uint64(1)
    return np.nonzero(held)[1].reshape(-1, size).astype(np.uint8)


def _first_bad_mask(
    block: NDArray[Any], index: Index, shape: tuple[int, ...], lowest: int
) -> CardError:
    for row, mask in enumerate(block.tolist()):
        reason = _bad_mask_reason(mask, lowest)
        if reason is not None:
            return CardError(row_index(index, row, shape), reason)
    raise AssertionError("all masks are hands")


def _bad_mask_reason(mask: int, lowest: int) -> Message | None:
    if mask < 0:
        return Message("mask {mask:d} is negative", mask=mask)
    if mask >> N_CARDS:
        return Message(
            "mask {mask:#x} has bit {bit} set, but cards are bits 0..51",
            mask=mask,
            bit=mask.bit_length() - 1,
        )
    n = mask.bit_count()
    if n not in HAND_SIZES:
        return Message("mask {mask:#x} has {n} cards, but a hand has 5, 6 or 7", mask=mask, n=n)
    card = (mask & -mask).bit_length() - 1
    return not_in_deck(card, lowest) if card < lowest else None
