"""Expected results for implementations of Constrained Resource Identifiers
(CRIs) and of URIs."""

import json
import pathlib
import runpy

#: The folder with README.md, `json/` and `reference/`.
folder = pathlib.Path(__file__).parent


def corpus():
    """Return json/vectors.json as an object. Long texts have repetitions."""
    return json.loads((folder / "json/vectors.json").read_text(encoding="utf-8"))


def cases(revision):
    """Return the cases of `draft-16` or `rfc9988`, with all repetitions written out."""
    expanded = runpy.run_path(str(folder / "json/run.py"))["expanded"]
    return [expanded(case) for case in corpus()["cases"] if case["revision"] in (revision, "any")]


def main():
    """Run the runner, json/run.py, as a program."""
    runpy.run_path(str(folder / "json/run.py"), run_name="__main__")
