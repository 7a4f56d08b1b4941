"""Many cells are read as one is."""

import numpy as np

from hand_files import HANDS, LAYOUTS, TEXTS
from handrank.files.cells import read_cell, read_hand_cells, read_single_cards, write_hands


def test_card_text_in_bulk_equals_one_by_one() -> None:
    spellings = [*LAYOUTS["text"], *LAYOUTS["symbols"], *(t.upper() for t in TEXTS)]
    spellings += [text.replace("T", "10") for text in TEXTS]
    cards, problems = read_hand_cells(spellings, 7)
    assert not problems
    assert cards.tolist() == [read_cell(text).tolist() for text in spellings]
    assert (
        read_single_cards(list(zip(*map(str.split, TEXTS), strict=True)))[0].tolist()
        == HANDS.tolist()
    )
    assert write_hands(HANDS) == TEXTS


def test_cells_one_by_one() -> None:
    assert read_cell("51 47 43").tolist() == read_cell("AsKsQs").tolist() == [51, 47, 43]
    assert read_cell("R♠ D♦").tolist() == [47, 41]
    assert read_hand_cells(["As Ks Qs Js Ts", "AsKsQsJs"], 5)[1] == {
        1: "4 cards where the file has hands of 5: 'AsKsQsJs'"
    }
    assert read_single_cards([["As", "2c"], ["Ks", "3d"]])[0].tolist() == [[51, 47], [0, 5]]
    assert write_hands(np.array([[51, 0], [77, 1]])) == ["As 2c", "77 2d"]
