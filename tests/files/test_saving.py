"""Files take their place when they are whole."""

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from handrank.files import saving
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


def test_two_writers_of_one_name_never_mix(tmp_path: Path) -> None:
    path, start = tmp_path / "out.csv", threading.Barrier(8)

    def write(sign: str) -> None:
        with written_whole(path) as part, part.open("w") as file:
            start.wait()
            for _ in range(2000):
                file.write(sign)
                file.flush()

    writers = [threading.Thread(target=write, args=[sign]) for sign in "abcdefgh"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    text = path.read_text()
    assert text == text[0] * 2000
    assert list(tmp_path.iterdir()) == [path]


def test_names_cannot_be_foreseen_and_files_are_made_by_us_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, names = tmp_path / "out.npy", set()
    for _ in range(20):
        with written_whole(path) as part:
            names.add(part.name)
            assert part.parent == tmp_path
    assert len(names) == 20
    victim = tmp_path / "victim"
    victim.write_text("mine")
    monkeypatch.setattr("secrets.token_hex", lambda n: "known")
    (tmp_path / ".handrank-known.part").symlink_to(victim)
    with pytest.raises(FileError, match=r"cannot write .*exists"), written_whole(path):
        pass
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
def test_the_mode_is_the_old_files_from_the_start(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "out.npy"
    path.touch()
    path.chmod(mode)
    with written_whole(path) as part:
        assert stat.S_IMODE(part.stat().st_mode) == mode
    assert stat.S_IMODE(path.stat().st_mode) == mode
    before = os.umask(0o027)
    try:
        with written_whole(tmp_path / "new.npy") as part:
            assert stat.S_IMODE(part.stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_names_as_long_as_there_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 251 + ".npy")
    with written_whole(path) as part:
        part.write_text("whole")
    assert path.read_text() == "whole"


def test_a_file_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "out.npy", []

    def sync(descriptor: int) -> None:
        synced.append((stat.S_ISREG(os.fstat(descriptor).st_mode), path.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    with written_whole(path) as part:
        part.write_text("whole")
    assert synced == [(True, False), (False, True)]


_WRITE = """
import sys, time
from pathlib import Path
from handrank.files.saving import written_whole
with written_whole(Path(sys.argv[1])) as part:
    part.write_text("half")
    print("begun", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_program_left_goes_with_the_next_file(tmp_path: Path) -> None:
    path = tmp_path / "out.npy"
    writer = subprocess.Popen([sys.executable, "-c", _WRITE, path], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"begun\n"
    with written_whole(tmp_path / "other.npy"):
        pass
    # A file that is still being written stays.
    (left,) = tmp_path.glob(".handrank-*.part")
    writer.send_signal(signal.SIGKILL)
    writer.communicate()
    assert left.read_text() == "half"
    assert not path.exists()
    with written_whole(tmp_path / "other.npy"):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["other.npy"]


def test_what_cannot_be_replaced_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, mounts = tmp_path / "a b.npy", tmp_path / "mountinfo"
    path.write_text("old")
    place = str(path).replace(" ", "\\040")
    mounts.write_text(f"36 35 98:0 /x {place} rw - ext4 /dev/x rw\n")
    with monkeypatch.context() as patch:
        patch.setattr(saving, "_MOUNTS", mounts)
        with pytest.raises(FileError, match="mount point"), written_whole(path):
            pytest.fail("the work has begun")
    if sys.platform != "win32":
        tmp_path.chmod(0o1777)
        monkeypatch.setattr(os, "geteuid", lambda: 4321)
        with pytest.raises(FileError, match="belongs to somebody else"), written_whole(path):
            pytest.fail("the work has begun")
    assert path.read_text() == "old"


def test_a_loop_of_links(tmp_path: Path) -> None:
    one, other = tmp_path / "one.npy", tmp_path / "other.npy"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(FileError, match=r"cannot write .*one\.npy"), written_whole(one):
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give")
def test_owners_are_kept_where_we_may_give_files_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.npy"
    path.touch()
    os.chown(path, 4321, 1234)
    path.chmod(0o640)
    with written_whole(path) as part:
        assert (part.stat().st_uid, part.stat().st_gid) == (4321, 1234)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def refused(*arguments: int) -> None:
        raise PermissionError

    # Another group has nothing of what the old one had.
    monkeypatch.setattr(os, "fchown", refused)
    with written_whole(path) as part:
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
