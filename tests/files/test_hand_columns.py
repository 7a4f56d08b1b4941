"""Headers and columns are told from cards."""

from handrank.files.hand_columns import columns_by_content, looks_like_header


def test_header_and_columns_are_told_from_cards() -> None:
    assert looks_like_header(["hand_id", "As dealt"])
    assert not looks_like_header(["1", "hand"])
    assert not looks_like_header(["As"])
    assert not looks_like_header([""])
    assert not looks_like_header(["?? ??"])
    sample = [["1", "AsKsQsJsTs"], ["2", "AdKdQdJdTd"], ["x", "bad"]]
    assert columns_by_content(sample, ["a", "b"], "f") == [1]
