"""Files take their place when they are whole."""

from pathlib import Path

import pytest

from handrank.files.file_errors import FileError, WriteError
from handrank.files.saving import written_whole


def test_written_whole_keeps_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.npy"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(RuntimeError), written_whole(path) as part:  # noqa: PT012
        part.write_text("half")
        raise RuntimeError
    assert path.read_text() == "old"
    with pytest.raises(WriteError, match="No space"), written_whole(path):
        raise OSError(28, "No space left on device")
    with written_whole(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_written_whole_through_a_link_and_never_over_the_source(tmp_path: Path) -> None:
    path, link = tmp_path / "out.npy", tmp_path / "link.npy"
    path.write_text("old")
    link.symlink_to(path)
    with written_whole(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    with pytest.raises(FileError, match="it is the file being read"), written_whole(link, path):
        pass
    with pytest.raises(FileError, match="not a regular file"), written_whole(Path("/dev/null")):
        pass
    with (
        pytest.raises(FileError, match=r"cannot write .*: No such file"),
        written_whole(tmp_path / "missing" / "out.npy"),
    ):
        pass
