"""NumPy's own files: read in any layout, refused where they hold something else."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hand_files import HANDS, RANKS, TEXTS, ranked
from handrank.files import sources
from handrank.files.file_errors import FileError
from handrank.files.formats import open_source


@pytest.mark.parametrize("dtype", ["u1", "i1", "<i2", ">i4", "<u8", ">i8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_of_any_integer_dtype_and_order(tmp_path: Path, dtype: str, order: Any) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.asarray(HANDS.astype(dtype), order=order))
    assert np.array_equal(np.load(ranked(path)), RANKS)


@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_blocks_join_without_a_seam(
    tmp_path: Path, order: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "ARRAY_BLOCK", 7)
    path = tmp_path / "hands.npy"
    np.save(path, np.asarray(HANDS, order=order))
    result = np.load(ranked(path))
    assert result.dtype == np.uint16
    assert np.array_equal(result, RANKS)


def test_npy_of_one_hand_and_of_none(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS[0])
    assert np.load(ranked(path)).tolist() == [RANKS[0]]
    np.save(path, HANDS[:0])
    assert np.load(ranked(path)).shape == (0,)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 4), np.uint8), "hands of 4 cards; a hand has 5, 6 or 7"),
        (np.zeros((3, 8), np.uint8), "hands of 8 cards"),
        (np.zeros((2, 3, 7), np.uint8), r"shape \(2, 3, 7\)"),
        (np.zeros((), np.uint8), r"shape \(\)"),
        (np.zeros((3, 7)), "float64"),
        (np.zeros((3, 7), bool), "bool"),
        (np.array(TEXTS), "<U20"),
        (np.zeros(7, [("a", "u1")]), "must be integers"),
    ],
)
def test_npy_of_a_wrong_kind_is_refused(tmp_path: Path, array: Any, message: str) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, array)
    with pytest.raises(FileError, match=message) as caught:
        open_source(path)
    assert str(path) in str(caught.value)


def test_npy_with_pickled_objects_is_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.array([[{}] * 7], dtype=object), allow_pickle=True)
    with pytest.raises(FileError, match="pickled Python objects, which are never loaded"):
        open_source(path)


@pytest.mark.parametrize("cut", [0, 3, 8, 40, 128, 200])
def test_truncated_npy_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(FileError, match=r"hands\.npy is (truncated|not a \.npy file)"):
        open_source(path)


def test_npy_that_shrinks_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    source = open_source(path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FileError, match="became shorter"):
        list(source.blocks())


def test_a_negative_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    path.write_bytes(path.read_bytes().replace(b"(50, 7)", b"(-5, 7)"))
    with pytest.raises(FileError, match=r"is not a \.npy file: its header has shape \(-5, 7\)"):
        open_source(path)


@pytest.mark.parametrize("place", range(10, 118))
def test_damaged_headers_are_refused_in_one_line(tmp_path: Path, place: int) -> None:
    path = tmp_path / "h.npy"
    np.save(path, np.zeros((3, 7), dtype=np.uint8))
    whole = path.read_bytes()
    for sign in b"\x00(['{,9\xff\\\n":
        damaged = bytearray(whole)
        damaged[place] = sign
        path.write_bytes(damaged)
        said = ""
        try:
            open_source(path)
        except FileError as error:
            said = str(error)
        assert "\n" not in said
