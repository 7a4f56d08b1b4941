"""The search for changes that no test notices."""

import pytest

import mutants

SOURCE = '''
"""Text 1 < 2."""

def f(a: int, b: list[int] | None = None) -> int | None:
    """Add 1."""
    if not a < 3 and b is not None:
        raise ValueError(f"{a + 1} é")
    return -a + 7  # é < 1
'''


def test_every_kind_of_change_in_the_order_of_the_text() -> None:
    found = [(m.line, SOURCE[m.start : m.end], m.text) for m in mutants.mutants_of(SOURCE)]
    assert found == [
        (6, "not a < 3 and b is not None", "False"),
        (6, "not ", ""),
        (6, "<", "<="),
        (6, "<", ">="),
        (6, "3", "4"),
        (6, "and", "or"),
        (6, "is not", "is"),
        (7, 'raise ValueError(f"{a + 1} é")', "pass"),
        (8, "-", ""),
        (8, "+", "-"),
        (8, "7", "8"),
    ]


def test_tests_are_found_by_the_name_of_the_module() -> None:
    assert mutants.tests_of("files/saving") == ("tests/files/test_saving.py",)


@pytest.mark.slow
def test_mutants_are_killed_or_survive(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["arrays/counts", "--tests", "tests/arrays/test_counts.py"]) == 0
    assert mutants.main(["arrays/counts", "--tests", "tests/arrays/test_blocks.py"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("arrays/counts: ")
    assert told[1].startswith("survived: arrays/counts.py:")
