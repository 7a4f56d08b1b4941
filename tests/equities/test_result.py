"""Results as text and as plain data."""

import json
from typing import Any

import numpy as np
import pytest

from handrank import equity


def test_results_as_text_and_as_plain_data() -> None:
    result = equity(["AdKd", "AcAs"], board="6s Jc 5h", dead="2c")
    text = str(result)
    assert "board 5h 6s Jc, dead 2c: exact, 946 boards" in text
    assert "AdKd" in text
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["players"] == ["AdKd", "AcAs"]
    assert plain["shared"] == [[0], [0]]
    sampled = equity(["AdKd", "random"], method="sampled", trials=1000, seed=1)
    assert "sampled, 1,000 deals, standard error up to" in str(sampled)
    assert json.loads(json.dumps(sampled.to_dict()))["trials"] == 1000
    with pytest.raises(AttributeError):
        result.method = "x"  # type: ignore[misc]


def test_a_seed_of_numpys_is_an_int_in_the_result() -> None:
    seed: Any = np.int64(3)
    result = equity(["AA", "KK", "QQ"], method="sampled", trials=1000, seed=seed)
    assert json.loads(json.dumps(result.to_dict()))["seed"] == 3
