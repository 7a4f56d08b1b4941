"""Many cells are read as one is."""

from hand_files import HANDS, LAYOUTS, TEXTS
from handrank.files.cells import read_cell, read_hands, read_single_cards, write_hands


def test_card_text_in_bulk_equals_one_by_one() -> None:
    spellings = [*LAYOUTS["text"], *LAYOUTS["symbols"], *(t.upper() for t in TEXTS)]
    spellings += [text.replace("T", "10") for text in TEXTS]
    cards, problems = read_hands(spellings, 7)
    assert not problems
    assert cards.tolist() == [read_cell(text).tolist() for text in spellings]
    assert (
        read_single_cards(list(zip(*map(str.split, TEXTS), strict=True)))[0].tolist()
        == HANDS.tolist()
    )
    assert write_hands(HANDS) == TEXTS
