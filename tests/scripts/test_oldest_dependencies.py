"""The constraints for the run with the oldest dependencies."""

import tomllib

import pytest

from oldest_dependencies import PYPROJECT, oldest_dependencies


def test_lower_bounds() -> None:
    text = """
[project]
dependencies = ["numpy>=2.0", "some-name >= 10.3.1"]
optional-dependencies = {parquet = ["pyarrow>=15"], test = ["pytest"]}
"""
    assert oldest_dependencies(text) == ["numpy==2.0.*", "some-name==10.3.1.*", "pyarrow==15.*"]


@pytest.mark.parametrize("text", ["numpy", "numpy==2.0", "numpy>=2,<3", "numpy>=2; os_name"])
def test_other_forms(text: str) -> None:
    with pytest.raises(ValueError, match="not of the form"):
        oldest_dependencies(f"project.dependencies = ['{text}']")


def test_each_dependency_of_this_project_has_one() -> None:
    text = PYPROJECT.read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["parquet"]
    names = [line.partition("==")[0] for line in oldest_dependencies(text)]
    assert names == [requirement.partition(">=")[0] for requirement in needed]
    assert {"numpy", "numba", "pyarrow"} <= {*names}
