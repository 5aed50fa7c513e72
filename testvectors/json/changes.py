"""Compare the cases with those of an older version.

A case is changed if its question has other answers than before, whatever the
ids are. It is added or removed if only one version asks its question.
"""

import argparse
import json
import re
import sys

import run

KINDS = ("changed", "removed", "added")


def read_questions(path):
    """Return the version of a corpus, and a case for each question."""
    corpus = run.read_cases(path)
    return corpus["version"], {question(case): case for case in corpus["cases"]}


def question(case):
    asked = [case["operation"], case["revision"], case.get("without"), compared(case["input"])]
    return json.dumps(asked, sort_keys=True)


def answers(case):
    """Return the expected answer, and the others that conform."""
    return [compared(answer) for answer in (case["expect"], *case.get("alternatives", ()))]


def compared(members):
    """Return the members that are not only for readers."""
    return {name: value for name, value in members.items() if not name.endswith("edn")}


def differences(old, new):
    """Return the older and the newer case by the kind of difference and the id."""
    found = {}
    for asked in {**old, **new}:
        was, now = old.get(asked), new.get(asked)
        if was and now and answers(was) == answers(now):
            continue
        kind = "added" if not was else "changed" if now else "removed"
        case = now or was
        # A case of both revisions has two questions.
        found[kind, case["id"]] = was, now
    return found


def read_entries(path, version):
    """Return the cases and vectors that a changelog lists, with a quotation,
    in the sections of newer versions."""
    with open(path, encoding="utf-8") as file:
        newer, heading, _ = file.read().partition(f"\n## {version}\n")
    if not heading:
        raise ValueError(f"{path}: there is no heading `## {version}`")
    entries = [entry.partition(": ") for entry in newer.split("\n- ")[1:]]
    return {name for names, _, reason in entries if reason.count('"') >= 2
            for name in re.findall("`([^`]+)`", names)}


def main(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("old", metavar="OLD", help="vectors.json of the older version")
    add("--cases", metavar="FILE", default=run.CASES,
        help="the cases (default: vectors.json beside this file)")
    add("--changelog", metavar="FILE",
        help="fail if a changed case has no entry in this file, with a quotation")
    options = parser.parse_args(words)
    try:
        version, old = read_questions(options.old)
        found = differences(old, read_questions(options.cases)[1])
        entries = options.changelog and read_entries(options.changelog, version)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    for (kind, name), (was, now) in sorted(found.items(), key=lambda item: KINDS.index(item[0][0])):
        print(f"{kind:8} {name}")
        if kind == "changed":
            print(f"         from {run.shown(answers(was))}\n         to   {run.shown(answers(now))}")
    counts = [f"{sum(kind == it for it, _ in found)} {kind}" for kind in KINDS]
    print(f"since {version}: {', '.join(counts)}")
    if not options.changelog:
        return 0
    missing = [name for (kind, name), (_, now) in found.items()
               if kind == "changed" and not {name, now["vector"]} & entries]
    for name in missing:
        print(f"{options.changelog} has no entry for `{name}` that quotes the document",
              file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
