"""Ranges: notation, weights, set operations."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrank import Range, format_cards, parse_cards
from handrank.equities.combos import all_combos, class_names, combo_classes, read_combos
from handrank.equities.range_text import CLASS_ORDER

ORDER_FIGURES = Path(__file__).parents[1] / "data" / "holdem_169_vs_random.csv"


def combos_of(*classes: str) -> set[frozenset[int]]:
    """Return the combos of classes, spelled out suit by suit."""
    found = set()
    for name in classes:
        for one in "cdhs":
            for two in "cdhs":
                if name[0] == name[1] and one == two:
                    continue
                if len(name) == 3 and (one == two) != (name[2] == "s"):
                    continue
                found.add(frozenset(parse_cards(name[0] + one + name[1] + two).tolist()))
    return found


def as_sets(hole: Range) -> set[frozenset[int]]:
    return {frozenset(combo) for combo in hole.combos.tolist()}


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("22", ["22"]),
        ("AKs", ["AKs"]),
        ("AKo", ["AKo"]),
        ("AK", ["AKs", "AKo"]),
        ("QQ+", ["QQ", "KK", "AA"]),
        ("AA+", ["AA"]),
        ("AJo+", ["AJo", "AQo", "AKo"]),
        ("KTo+", ["KTo", "KJo", "KQo"]),
        ("76s+", ["76s"]),
        ("AQ+", ["AQs", "AQo", "AKs", "AKo"]),
        ("QQ-99", ["QQ", "JJ", "TT", "99"]),
        ("99-QQ", ["QQ", "JJ", "TT", "99"]),
        ("A2s-A5s", ["A2s", "A3s", "A4s", "A5s"]),
        ("A5s - A2s", ["A2s", "A3s", "A4s", "A5s"]),
        ("JTs-98s", ["JTs", "T9s", "98s"]),
        ("98s-JTs", ["JTs", "T9s", "98s"]),
        ("AKs-QJs", ["AKs", "KQs", "QJs"]),
        ("86o-97o", ["86o", "97o"]),
        ("K9-KJ", ["K9s", "K9o", "KTs", "KTo", "KJs", "KJo"]),
        ("aks, qq", ["AKs", "QQ"]),
        (
            "QQ+, AKs, A2s-A5s, KTo+, 76s",
            ["QQ", "KK", "AA", "AKs", "A2s", "A3s", "A4s", "A5s", "KTo", "KJo", "KQo", "76s"],
        ),
        ("  QQ ;AKs\n72o, ", ["QQ", "AKs", "72o"]),
        # 60 of at most 66.3 combos: AKo, the next class, has 12.
        ("5%", ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "AKs", "AQs", "AJs"]),
    ],
)
def test_notation(text: str, classes: list[str]) -> None:
    assert as_sets(Range.parse(text)) == combos_of(*classes)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("22", 6),
        ("AJo+", 36),
        ("AKs", 4),
        ("AK", 16),
        ("random", 1326),
        ("RANDOM", 1326),
        ("100%", 1326),
    ],
)
def test_sizes(text: str, size: int) -> None:
    hole = Range.parse(text)
    assert hole.size == len(hole) == len(hole.combos) == size
    assert hole.weights.shape == (1326,)
    assert hole.combos.dtype == np.uint8


def test_single_combos_in_any_spelling() -> None:
    for text in ("AhKh", "KhAh", "ahkh", "A♥K♥"):
        assert Range.parse(text).combos.tolist() == [[46, 50]]
    assert Range.parse("10h10d") == Range.parse("ThTd")


def test_space_of_every_kind_parts_entries() -> None:
    for space in (" ", "\t", "\n", "\r\n", "\x0b", "\u00a0", "\u2003", ",", ";", " ,; "):
        text = f"{space}QQ{space}AKs:0.5{space}"
        assert Range.parse(text) == Range.parse("QQ, AKs:0.5"), repr(space)


def test_percentages_take_whole_classes_from_the_top() -> None:
    sizes = [Range.parse(f"{percent}%").size for percent in range(1, 101)]
    assert sizes == sorted(sizes)
    for percent, size in enumerate(sizes, 1):
        assert size <= percent / 100 * 1326 < size + 12 + 1e-9
    # 13 of 1,326 are 0.98 %: AA and KK; AKs is the eighth class.
    assert str(Range.parse("1%")) == "KK+"
    assert Range.parse(f"{52 / 1326 * 100}%").size == 52


def test_the_class_order_is_complete() -> None:
    assert sorted(CLASS_ORDER) == sorted(class_names())
    assert CLASS_ORDER[:8] == ("AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs")
    assert CLASS_ORDER[-1] == "32o"


def test_the_class_order_is_that_of_the_reference_figures() -> None:
    rows = [line.split(",") for line in ORDER_FIGURES.read_text().split()[1:]]
    # hand, combos, win, lose, tie, equity
    points = {row[0]: (2 * int(row[2]) + int(row[4])) for row in rows}
    assert list(CLASS_ORDER) == sorted(points, key=lambda name: -points[name])


def test_classes_divide_the_combos() -> None:
    names = class_names()
    assert len(names) == len(set(names)) == 169
    assert names[12] == "A2s"
    assert names[12 * 13] == "A2o"
    for i, name in enumerate(names):
        members = all_combos()[combo_classes() == i]
        assert {frozenset(combo) for combo in members.tolist()} == combos_of(name)


def test_combo_indices_are_places_in_the_list() -> None:
    assert read_combos(all_combos()).tolist() == list(range(1326))
    assert read_combos(all_combos()[:, ::-1].astype(np.int64)).tolist() == list(range(1326))


def test_weights() -> None:
    hole = Range.parse("AA, KK:0.5, QsQh:.25")
    assert hole.size == 13
    assert hole.weights[read_combos("AsAh")] == 1
    assert hole.weights[read_combos("KsKh")] == 0.5
    assert hole.weights[read_combos("QsQh")] == 0.25
    assert hole.weights.sum() == 9.25


def test_of_a_combo_given_twice_the_larger_weight_counts() -> None:
    assert Range.parse("AKs:0.5, AhKh, AK:0.25") == Range.parse("AhKh, AK:0.25, AKs:0.5")
    hole = Range.from_combos(["AhKh", "KhAh", "2c2d"], [0.2, 0.7, 1])
    assert hole.size == 2
    assert hole.weights[read_combos("AhKh")] == 0.7


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "^range '' is empty$"),
        (" , ", "^range ' , ' is empty$"),
        ("QQ+, foo, AK", "'foo' at position 5 of range 'QQ\\+, foo, AK' is not an entry"),
        ("AKx", "^'AKx' is not an entry of a range"),
        ("QQ, AKs+x", "'AKs\\+x' at position 4"),
        ("Ah", "'Ah' is not an entry"),
        ("AhKhQh", "is not an entry"),
        ("25", "write the higher rank first"),
        ("QQs", "a pair is neither suited nor offsuit"),
        ("AKs-AKo", "both ends must be suited, offsuit or neither"),
        ("AKs-A2", "both ends must be suited, offsuit or neither"),
        ("A5s-K2s", "share the higher card or the gap"),
        ("QQ-AK", "share the higher card or the gap"),
        ("QQ-QJ", "share the higher card or the gap"),
        ("AKs-AAs", "share the higher card or the gap"),
        ("KQs-KAs", "share the higher card or the gap"),
        ("AsAs", "As \\(card id 51\\) is given twice"),
        ("AA:0", "is not a finite number above 0"),
        ("AA:", "is not an entry"),
        ("AA:-1", "is not an entry"),
        ("KK, AA:0.5x", "'AA:0.5x' at position 4 of range 'KK, AA:0.5x' is not an entry"),
        ("KK, AA:0", "'AA:0' at position 4 .*: its weight 0 is not a finite number above 0"),
        ("AA:1e999", "is not a finite number above 0"),
        ("120%", "at most 100%"),
        ("100.1%", "at most 100%"),
        ("0.1%", "holds no whole class"),
        ("AKſ", "is not an entry"),
        ("QQ AA/KK", "'AA/KK' at position 3"),
    ],
)
def test_a_range_that_parses_in_part_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Range.parse(text)


def test_membership() -> None:
    hole = Range.parse("QQ+, AhKh:0.1")
    assert "KhAh" in hole
    assert [50, 46] in hole
    assert "AdKd" not in hole
    with pytest.raises(ValueError, match="combo"):
        assert "Ah" in hole
    with pytest.raises(ValueError, match="takes one combo"):
        assert ["AhKh", "AdKd"] in hole


def test_union_takes_the_larger_weight() -> None:
    union = Range.parse("AA:0.5, KK") | Range.parse("AA, QQ:0.5, KK:0.3")
    assert union == Range.parse("AA, KK, QQ:0.5")


def test_ranges_and_other_things() -> None:
    hole: object = Range.parse("AA")
    assert hole != "AA"
    assert hole != Range.parse("KK")
    with pytest.raises(TypeError, match="unsupported operand"):
        Range.parse("AA") | "KK"


def test_removal_of_dead_cards() -> None:
    assert Range.parse("AA").without("As").size == 3
    assert Range.parse("random").without("As Kd 2c").size == 49 * 48 // 2
    assert Range.parse("AA").without("") == Range.parse("AA")
    assert Range.parse("AA").without([]) == Range.parse("AA")
    with pytest.raises(ValueError, match="the range is empty"):
        Range.parse("AA").without("As Ah Ad")
    with pytest.raises(ValueError, match="given twice"):
        Range.parse("AA").without("As As")


def test_a_range_does_not_change() -> None:
    hole = Range.parse("AA")
    with pytest.raises(ValueError, match="read-only"):
        hole.weights[0] = 1.0
    given_weights = np.ones(1326)
    copied = Range(given_weights)
    given_weights[:] = 0
    assert copied.size == 1326
    assert len({Range.parse("AA"), Range.parse("aa"), Range.parse("KK")}) == 2


def test_wrong_weights_are_refused() -> None:
    with pytest.raises(TypeError, match="real numbers"):
        Range(["a"] * 1326)
    with pytest.raises(ValueError, match="shape"):
        Range(np.ones(1325))
    for bad in (-1.0, np.nan, np.inf):
        weights = np.ones(1326)
        weights[7] = bad
        with pytest.raises(ValueError, match="weight 7 is"):
            Range(weights)
    with pytest.raises(ValueError, match="empty"):
        Range(np.zeros(1326))
    with pytest.raises(ValueError, match="weights must have shape \\(2,\\)"):
        Range.from_combos(["AhKh", "AdKd"], [1])
    with pytest.raises(ValueError, match="weight 0 is -1"):
        Range.from_combos(["AhKh"], [-1])
    with pytest.raises(ValueError, match="combo 1: card id 52"):
        Range.from_combos([[0, 1], [3, 52]])
    with pytest.raises(TypeError, match=r"^range text must be a string, got int$"):
        Range.parse(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AKs, AKo", "AKs, AKo"),
        ("22+", "22+"),
        ("AQ+ 76s-54s KK:0.5", "AQs+, 76s, 65s, 54s, AQo+, KK:0.5"),
        ("A5s-A2s", "A5s-A2s"),
        ("random:0.5", "random:0.5"),
        ("2d2c", "2d2c"),
        ("2c2d, AdKd, AhKh, 7c2d", "AhKh, AdKd, 7c2d, 2d2c"),
    ],
)
def test_ranges_are_written_shortly(text: str, written: str) -> None:
    assert str(Range.parse(text)) == written
    assert repr(Range.parse(text)) == f"Range.parse({written!r})"


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.integers(0, 1325), st.sampled_from([0.1, 0.25, 0.3333333333333333, 1.0, 3.0]), min_size=1
    ),
    st.lists(st.sampled_from(class_names()), max_size=30),
)
def test_written_ranges_read_back(weights: dict[int, float], classes: list[str]) -> None:
    array = np.zeros(1326)
    for name in classes:
        array[combo_classes() == class_names().index(name)] = 1
    for index, weight in weights.items():
        array[index] = weight
    hole = Range(array)
    assert Range.parse(str(hole)) == hole
    assert Range.from_combos(hole.combos, hole.weights[hole.weights > 0]) == hole
    assert Range.from_combos([str(format_cards(c, sep="")) for c in hole.combos]).size == hole.size
