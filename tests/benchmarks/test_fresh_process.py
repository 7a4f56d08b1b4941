"""What a user waits for in a new process can be measured."""

import pytest

from fresh_process import SCRIPTS, Script, time_script


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts(script: Script) -> None:
    (seconds,) = time_script(script, rounds=1)
    assert seconds > 0
