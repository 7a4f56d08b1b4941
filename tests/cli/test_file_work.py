"""Files that commands write."""

import os
import resource
import subprocess
from pathlib import Path

import pytest

from command_line import COMMAND


@pytest.mark.parametrize("kind", ["npy", "csv", "parquet"])
def test_a_full_disk_leaves_no_output(tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"hands.{kind}"
    # A limit on the size of files fails as a full disk does.
    limits = (1 << 20, 1 << 20)
    done = subprocess.run(
        [*COMMAND, "deal", "1e6", "-o", out],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HANDRANK_CACHE": "off"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits),
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"handrank: cannot write {out}: ")
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
