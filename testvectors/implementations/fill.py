"""Ask implementations of CRIs the cases of the corpus, and write down what they answer: in
the table of README.md, and in the tables of the reports.

In a report, a table follows the comment `cases: PATTERN`. The pattern is a regular expression
for lines "URI → right answer → their answer". A failed case is in the first table whose pattern
its line matches.

An implementation of this project has no report, and must be right in all cases that it supports.
"""

import argparse
import datetime
import difflib
import json
import pathlib
import re
import shlex
import subprocess
import sys
from collections import Counter, defaultdict, namedtuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(HERE.parent / "json"), str(HERE.parent / "reference")]

import cbor  # noqa: E402
import run  # noqa: E402

# The manifest has the version: the first text in quotes that is one. `download` needs a network. An
# implementation without a report is right in all cases, at its `level`. A `complete` one supports all.
Implementation = namedtuple(
    "Implementation", "name manifest download build command complete level report",
    defaults=(False, "diagnosis", None))
CBOR2 = "testvectors/implementations/cbor2/Cargo.toml"
IMPLEMENTATIONS = [
    Implementation("this project, in Rust", "Cargo.toml", None,
                   "cargo build --quiet --workspace --all-features --bin conform",
                   "target/debug/conform", True),
    Implementation("this project, in C", "Cargo.toml", None,
                   "make --silent -C bindings/c/conformance", "target/c/adapter"),
    Implementation("this project, in Python", "Cargo.toml", None,
                   "true", "python3 testvectors/reference/conform.py", True, "outcome"),
    Implementation("this project, for Python", "bindings/python/pyproject.toml",
                   "bindings/python/check tools", "bindings/python/check install",
                   "target/python/tools/bin/python bindings/python/conform.py"),
    Implementation("`cbor2` of crates.io", CBOR2,
                   f"cargo fetch --quiet --locked --manifest-path {CBOR2}",
                   f"cargo build --quiet --offline --locked --manifest-path {CBOR2}"
                   " --target-dir target/cbor2",
                   "target/cbor2/debug/conform-cbor2", report=HERE / "cbor2/REPORT.md"),
]
README = HERE / "README.md"
COLUMNS = ("implementation", "version", "date", "revisions", "operations", "cases", "passed",
           *(f"failures: {basis}" for basis in run.BASES))
# For the table, unsupported cases do not fail, and an error needs no kind.
OUTCOME = argparse.Namespace(complete=False, level="outcome", kinds={})
# A table of a report shows this many inputs, the shortest ones.
SHOWN = 8


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if another "
                        "answer would be written. The dates are not compared")
    check = parser.parse_args().check
    corpus = run.read_cases(run.CASES)
    readme = README.read_text(encoding="utf-8")
    table = re.search(r"(?m)(^\|.*\n)+", readme)[0]
    rows, written = [COLUMNS, ("---",) * 5 + ("--:",) * 5], {}
    for it in IMPLEMENTATIONS:
        old = [cells(line) for line in table.splitlines() if line.startswith(f"| {it.name} ")]
        if it.download and subprocess.run(shlex.split(it.download), cwd=ROOT).returncode:
            print(f"NOT CHECKED: the answers of {it.name}, which cannot be downloaded")
            rows += old
            continue
        subprocess.run(shlex.split(it.build), cwd=ROOT, check=True)
        results = ask(it, corpus)
        date = old[0][2] if check and old else datetime.date.today().isoformat()
        rows += [(it.name, version(it), date, *row) for row in counts(results)]
        if it.report:
            written[it.report] = report(it.report.read_text(encoding="utf-8"), results)
    new = "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)
    written[README] = readme.replace(table, new, 1)
    stale = [path for path, text in written.items() if path.read_text(encoding="utf-8") != text]
    for path in stale:
        old = path.read_text(encoding="utf-8").splitlines(keepends=True)
        new = written[path].splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(old, new, n=0))
    if check and stale:
        sys.exit(f"stale: {', '.join(str(path.relative_to(ROOT)) for path in stale)}; "
                 "run testvectors/implementations/fill.py")
    for path in stale:
        path.write_text(written[path], encoding="utf-8")


def cells(line):
    return tuple(line.strip("| ").split(" | "))


def version(implementation):
    text = (ROOT / implementation.manifest).read_text(encoding="utf-8")
    return re.search(r'"=?(\d+\.\d+\.\d+)"', text)[1]


def ask(implementation, corpus):
    """Return the results of the cases that the implementation supports."""
    cases = corpus["cases"]
    answers, broken = run.ask(shlex.split(implementation.command), cases, patience=10)
    if broken:
        sys.exit(f"{implementation.name}: {broken}")

    def results(options):
        return [run.result(case, answer, options) for case, answer in zip(cases, answers)]

    if not implementation.report:
        options = argparse.Namespace(
            complete=implementation.complete, level=implementation.level, kinds={})
        diagnosis = run.Report(corpus, results(options), set(), "choice", None)
        if not diagnosis.is_good():
            sys.exit(f"{diagnosis.text()}\n{implementation.name} gives wrong answers")
    return [it for it in results(OUTCOME) if it["verdict"] != "unsupported"]


def counts(results):
    """Return a row for each operation that has failed cases, and one for all the others."""
    failing = {it["case"]["operation"] for it in results if it["verdict"] != "passed"}
    groups = defaultdict(list)
    for it in results:
        operation = it["case"]["operation"]
        groups[operation if operation in failing else ""].append(it)
    for operation, group in sorted(groups.items()):
        names = {it["case"]["operation"] for it in group}
        revisions = {it["case"]["revision"] for it in group}
        fails = Counter(it["basis"] for it in group if it["verdict"] != "passed")
        yield (", ".join(sorted(revisions)), f"`{operation}`" if operation else f"all {len(names)}",
               len(group), len(group) - fails.total(), *(fails[basis] for basis in run.BASES))


def report(text, results):
    """Return the report with tables of the failed cases."""
    patterns = re.findall(r"<!-- cases: (.*) -->\n", text)
    tables = defaultdict(list)
    for it in results:
        if it["verdict"] != "passed":
            case = it["case"]
            row = case["input"]["uri"], shown(case["expect"]), shown(it.get("found", it))
            line = " → ".join(row)
            pattern = next((pattern for pattern in patterns if re.search(pattern, line)), None)
            if pattern is None:
                sys.exit(f"no table of the report has the case {case['id']}: {line}")
            tables[pattern].append((*row, it["basis"]))
    return re.sub(r"<!-- cases: (.*) -->\n(?:\n\d+ cases: .*\n\n(?:\|.*\n)*)?",
                  lambda found: found[0].split("\n")[0] + table_of(tables[found[1]]), text)


def table_of(results):
    """Return the number of cases, and a table of their inputs. Several may have the same one."""
    rows = sorted({row[:3] for row in results}, key=lambda row: (len(row[0]), row))
    bases = Counter(row[3] for row in results)
    counts = ", ".join(f"{bases[basis]} of the basis `{basis}`" for basis in run.BASES if bases[basis])
    return (f"\n\n{len(results)} cases: {counts}.\n\n"
            "| input | right | found |\n|---|---|---|\n"
            + "".join(f"| {' | '.join(map(cell, row))} |\n" for row in rows[:SHOWN]))


def shown(answer):
    """Return the bytes of a CRI, or the error, as text."""
    if "error" in answer:
        return f"error: {answer['error'].get('message') or answer['error'].get('kind')}"
    if "cbor" not in answer:
        return answer["reason"]
    return f"{edn(cbor.read_item(bytes.fromhex(answer['cbor']), 0))} {answer['cbor']}"


def edn(item):
    """Return the diagnostic notation of an item of a CRI."""
    if item.major == cbor.ARRAY:
        return f"[{', '.join(map(edn, item.children()))}]"
    if item.major == cbor.TEXT:
        return run.shown(item.bytes().decode())
    if item.major == cbor.BYTES:
        return f"h'{item.bytes().hex().upper()}'"
    if item.major == cbor.SIMPLE:
        return {20: "false", 21: "true", 22: "null"}[item.argument]
    return str(item.argument if item.major == cbor.UINT else -1 - item.argument)


def cell(text):
    text = run.visible(text, 90).replace("|", "\\|")
    return f"`{text}`" if text else "(empty)"


if __name__ == "__main__":
    main()
