"""Print pip constraints for the oldest versions that pyproject.toml admits: >=1.2 gives ==1.2.*."""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
_LOWER_BOUND = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\d.]+)")


def oldest_dependencies(pyproject: str) -> list[str]:
    """Return a constraint for each dependency of the package and of its optional features.

    Parameters
    ----------
    pyproject : str
        The text of pyproject.toml.

    Raises
    ------
    ValueError
        If a dependency has no lower bound, or more than that.

    Examples
    --------
    >>> oldest_dependencies("project.dependencies = ['numpy>=2.0']")
    ['numpy==2.0.*']
    """
    project = tomllib.loads(pyproject)["project"]
    wanted = project["dependencies"] + project.get("optional-dependencies", {}).get("parquet", [])
    constraints = []
    for text in wanted:
        match = _LOWER_BOUND.fullmatch(text.replace(" ", ""))
        if not match:
            raise ValueError(f"{text!r} is not of the form name>=version")
        constraints.append(f"{match['name']}=={match['version']}.*")
    return constraints


if __name__ == "__main__":
    sys.stdout.writelines(
        f"{line}\n" for line in oldest_dependencies(PYPROJECT.read_text(encoding="utf-8"))
    )
