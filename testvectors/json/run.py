#!/usr/bin/env python3
"""Ask a program the cases of the corpus, and report its answers by section.

The program reads one JSON object per line from its standard input, and writes
one for each to its standard output, before it waits for the next line.
testvectors/README.md explains the lines and the operations, and has an adapter
to begin with.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import random
import re
import select
import shlex
import signal
import subprocess
import sys
import time
import unicodedata
from collections import Counter, defaultdict

REVISIONS = ("draft-16", "rfc9988")
LEVELS = ("outcome", "kind", "diagnosis")
# What a case rests on, the firmest first.
BASES = ("text", "reading", "choice")
VERDICTS = ("passed", "failed", "crashed", "unsupported")
# Members of inputs.
BYTES = {"cbor", "base", "reference", "target", "a", "b", "content"}
TEXTS = {"uri", "text", "name", "scheme", "authority", "path", "query", "fragment"}
# Operations whose members `base`, `reference` and `target` are texts.
TEXT_OPERATIONS = {"resolve-uri", "relativize-uri"}
# Operations whose bytes are CRI references that a receiver can process.
CRI_OPERATIONS = {"encode", "to-uri", "resolve", "compare", "relativize-cri",
                  "decompose", "encode-tagged", "encode-embedded", "proxy-option"}
# Members that are full CRIs in these operations.
FULL = {"base", "target", "a", "b"}
PROXY_SCHEME_NUMBER = 239
# No number of a case is larger, so that every JSON parser reads it exactly.
LARGEST_NUMBER = 2**53 - 1
# Members of answers that are bytes.
HEX = {"cbor", "content", "value", "token"}
NoneType = type(None)
TYPES = {dict: "an object", list: "a list", str: "a text", int: "a number", float: "a number",
         bool: "a boolean", NoneType: "null"}

CASES = pathlib.Path(__file__).resolve().with_name("vectors.json")
LONGEST_LINE = 16 << 20
# Inputs are made only from cases whose line is not longer. A change to a long input takes time,
# and seldom leads to another answer.
LONGEST_CHANGED = 8192
# The run ends after this many hangs. If no case has got an answer, it ends after the first hang, or
# after this many cases.
MOST_FAULTS = 10
# The text report shows this many failures of each requirement.
SHOWN = 5


# The program


class NoAnswer(Exception):
    """Why a case has no answer."""


class Hangs(NoAnswer):
    pass


class Program:
    """A running program."""

    def __init__(self, command, patience):
        self.patience = patience
        # The program may be a shell or cargo, which starts another one. In a
        # session of its own, all of them can be stopped.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            start_new_session=True)
        self.stdin = self.process.stdin.fileno()
        self.stdout = self.process.stdout.fileno()
        os.set_blocking(self.stdin, False)
        os.set_blocking(self.stdout, False)

    def answer(self, case):
        """Ask one case, and return the answer as an object."""
        line = self.exchange(question(case))
        try:
            answer = json.loads(line)
            # The report writes answers again, within lists and objects. It cannot write NaN.
            json.dumps([[[[answer]]]], allow_nan=False)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise NoAnswer("the program wrote a line that is not a JSON "
                           f"object: {visible(line)}")
        if "id" not in answer:
            raise NoAnswer("the answer has no id")
        name = answer.pop("id")
        if name != case["id"]:
            raise NoAnswer(f"the answer has the id {visible(shown(name))}, which is "
                           "not that of the case")
        return answer

    def exchange(self, line):
        """Write a line, and return the one that answers it."""
        end = time.monotonic() + self.patience
        received = bytearray()
        while True:
            rest = max(0, end - time.monotonic())
            readable, writable, _ = select.select(
                [self.stdout], [self.stdin] if line else [], [], rest)
            if readable:
                start = len(received)
                block = os.read(self.stdout, 1 << 16)
                received += block
                newline = received.find(b"\n", start)
                if newline + 1 == len(received) > 0:
                    return received.decode(errors="replace")
                if newline >= 0:
                    raise NoAnswer("the program wrote more than one line")
                if not block:
                    raise NoAnswer(self.end("output"))
                if len(received) > LONGEST_LINE:
                    raise NoAnswer("the program wrote a line of more than "
                                   f"{LONGEST_LINE} bytes")
            elif writable:
                try:
                    line = line[os.write(self.stdin, line):]
                except BrokenPipeError:
                    raise NoAnswer(self.end("input")) from None
            else:
                raise Hangs(f"the program wrote no line in {self.patience:g} s")

    def end(self, stream):
        """Say how the program ended, or which stream it closed."""
        try:
            status = self.process.wait(timeout=min(1, self.patience))
        except subprocess.TimeoutExpired:
            return f"the program closed its standard {stream}"
        return f"the program {how(status)}"

    def finish(self):
        """Wait until the program ends by itself. Return what is wrong."""
        self.process.stdin.close()
        end = time.monotonic() + self.patience
        try:
            if not select.select([self.stdout], [], [], self.patience)[0]:
                return f"the program did not end in {self.patience:g} s"
            rest = os.read(self.stdout, 1 << 12).decode(errors="replace")
            if rest:
                return ("the program wrote a line after the last answer: "
                        f"{visible(rest)}")
            status = self.process.wait(max(0.01, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return f"the program did not end in {self.patience:g} s"
        return f"the program {how(status)}" if status else None

    def stop(self):
        try:
            # What the program started may run even if the program has ended.
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def how(status):
    """Say how a program ended."""
    if status >= 0:
        return f"ended with the status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by the signal {-status}"


def question(case):
    """Return the line that asks a case, without what only readers need."""
    members = ("id", "operation", "revision", "without", "input")
    members = {name: case[name] for name in members if name in case}
    members["input"] = {name: value for name, value in members["input"].items()
                        if not name.endswith("edn")}
    return shown(members).encode() + b"\n"


def ask(command, cases, patience):
    """Ask a program all cases. Start it again after each one without an answer.

    Return the answers, of which each is an object or a NoAnswer, and why the
    run ended early, or what was wrong after the last case.
    """
    answers = []
    program = None
    hangs = 0
    try:
        for case in cases:
            program = program or start(command, patience)
            try:
                answers.append(program.answer(case))
                continue
            except NoAnswer as reason:
                answers.append(reason)
                hangs += isinstance(reason, Hangs)
            program.stop()
            program = None
            useless = all(isinstance(answer, NoAnswer) for answer in answers)
            if useless and hangs:
                why = "it writes no answers. Does it flush its output?"
            elif useless and len(answers) == MOST_FAULTS:
                why = f"none of {MOST_FAULTS} cases got an answer"
            elif hangs == MOST_FAULTS:
                why = f"{MOST_FAULTS} cases got no answer in time"
            else:
                continue
            return answers, (f"the run ended early: {why}\n{len(answers)} of "
                             f"{len(cases)} cases were asked")
        broken = program and program.finish()
        return answers, f"after the last case: {broken}" if broken else None
    finally:
        if program:
            program.stop()


def start(command, patience):
    try:
        return Program(command, patience)
    except OSError as error:
        sys.exit(f"cannot start `{command[0]}`: {error.strerror}")


# Answers


def result(case, answer, options):
    """Compare an answer with what the case expects."""
    if isinstance(answer, NoAnswer):
        # Parsers MUST fail gracefully (section 10 of the draft).
        return {"case": case, "verdict": "crashed", "basis": "text", "reason": str(answer)}
    found = {"case": case, "found": answer}
    if answer.get("unsupported") is True:
        verdict = "failed" if options.complete else "unsupported"
        return {**found, "verdict": verdict, "basis": case["basis"]}
    if is_expected(case["operation"], case["expect"], answer, options.level, options.kinds):
        return {**found, "verdict": "passed"}
    if is_alternative(case, answer, options.level, options.kinds):
        return {**found, "verdict": "passed", "by_alternative": True}
    failed = {**found, "verdict": "failed", "basis": basis_of(case, answer)}
    reason = wrong_form(case, answer)
    return {**failed, "reason": reason} if reason else failed


def is_alternative(case, answer, level, kinds):
    return any(is_expected(case["operation"], expect, answer, level, kinds)
               for expect in case.get("alternatives", ()))


def basis_of(case, answer):
    """Say what a failure contradicts."""
    if is_internal(answer):
        return "text"
    # No document names kinds of errors, or says where they are.
    only_diagnosis = (is_expected(case["operation"], case["expect"], answer, "outcome", {})
                      or is_alternative(case, answer, "outcome", {}))
    return "choice" if only_diagnosis else case["basis"]


def is_expected(operation, expect, answer, level, kinds):
    error, expected = answer.get("error"), expect.get("error")
    if is_internal(answer):
        return False
    if operation == "decode":
        # The outcome says whether there is an error.
        good = is_same(without(expect, "error"), answer)
    elif expected is not None:
        good = isinstance(error, dict)
    else:
        good = error is None and is_same(without(expect, "edn"), answer)
    if not good or expected is None or level == "outcome":
        return good
    # An implementation may have one kind for several of the corpus.
    found = kinds.get(kind_of(error), kind_of(error))
    found = found if isinstance(found, list) else [found]
    if "kind" in expected and expected["kind"] not in found:
        return False
    return level == "kind" or is_same(without(expected, "kind"), error)


def is_internal(answer):
    """Whether the program is at fault. No case expects such an error."""
    return (answer.get("internal") not in (None, False)
            or kind_of(answer.get("error")) == "internal")


def kind_of(error):
    kind = error.get("kind") if isinstance(error, dict) else None
    return kind if isinstance(kind, str) else None


def without(members, name):
    return {key: value for key, value in members.items() if key != name}


def is_same(expected, found):
    """Compare a value with the expected one. A member that is expected to be
    null may be missing."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            is_same(value, found.get(name)) for name, value in expected.items())
    if isinstance(expected, list):
        return (isinstance(found, list) and len(found) == len(expected)
                and all(map(is_same, expected, found)))
    # In Python, True equals 1.
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)


def wrong_form(case, answer):
    """Say what is wrong with the form of an answer, whatever its values are.
    Return nothing if the form is good, or if it is not known."""
    error, expect = answer.get("error"), without(case["expect"], "edn")
    if is_internal(answer):
        return None
    if not isinstance(error, (dict, NoneType)):
        return f"`error` is {TYPES[type(error)]}, and must be an object"
    if case["operation"] == "decode":
        expect = without(expect, "error")
    elif error is not None:
        return None
    elif "error" in expect:
        return None if answer else "the answer has neither a result nor an error"
    return misfit(None, expect, answer)


def misfit(name, expected, found):
    """Say which type is not the expected one. Where null is expected, the type
    is not known."""
    if expected is None:
        return None
    if found is None:
        return f"`{name}` is missing"
    wanted, given = TYPES[type(expected)], TYPES[type(found)]
    if wanted != given:
        return f"`{name}` is {given}, and must be {wanted}"
    if name in HEX and not re.fullmatch("([0-9a-f]{2})*", found):
        return f"`{name}` must be bytes as hexadecimal digits in lower case"
    parts = []
    if isinstance(expected, dict):
        parts = [misfit(key, value, found.get(key)) for key, value in expected.items()]
    elif isinstance(expected, list):
        parts = [misfit(name, *pair) for pair in zip(expected, found)]
    return next(filter(None, parts), None)


# Cases


def read_cases(path):
    """Return the corpus. A case of revision `any` is asked in each."""
    with open(path, encoding="utf-8") as file:
        corpus = json.load(file)
    corpus["cases"] = [
        {**case, "revision": revision} for case in map(expanded, corpus["cases"])
        for revision in REVISIONS if case["revision"] in (revision, "any")]
    return corpus


def expanded(value):
    """Return the value that one with repetitions stands for."""
    if isinstance(value, list):
        return [item for part in value for item in (
            [expanded(part["repeat"])] * part["times"]
            if isinstance(part, dict) and "repeat" in part else [expanded(part)])]
    if isinstance(value, dict) and "concat" in value:
        return "".join(expanded(value["concat"]))
    if isinstance(value, dict):
        return {name: expanded(member) for name, member in value.items()}
    return value


def chosen(options, corpus):
    """Return the cases that the options ask for."""
    def shows(case, section):
        return any(is_in(corpus["requirements"][row], section) for row in case["shows"])

    cases = corpus["cases"]
    for option, matches in (
            ("revision", lambda case, name: case["revision"] == name),
            ("operation", lambda case, name: case["operation"] == name),
            ("id", has_name), ("section", shows)):
        values = getattr(options, option)
        for value in values or ():
            if not any(matches(case, value) for case in corpus["cases"]):
                raise ValueError(f"no case has the {option} `{value}`")
        if values:
            cases = [case for case in cases if any(matches(case, value) for value in values)]
    return cases


def has_name(case, pattern):
    names = (case["id"], case["id"].split("/")[0])
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def is_in(requirement, section):
    """Whether a requirement is in `5.1` or `draft-16/5.1`, with subsections."""
    document, _, number = section.rpartition("/")
    found = requirement["section"]
    return (document in ("", requirement["document"])
            and found.startswith(number)
            and not found[len(number):][:1].isalnum())


# The report


def shown(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def visible(text, longest=2000):
    """Return a text for a terminal, which obeys control characters."""
    text = text.strip("\n")
    cut = text if len(text) <= longest else text[:longest] + "…"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut)


class Report:
    """The verdicts of all cases that were asked."""

    def __init__(self, corpus, results, known, basis, broken):
        self.requirements = corpus["requirements"]
        self.broken = broken
        self.by_alternative = sum("by_alternative" in result for result in results)
        self.all = Counter(result["verdict"] for result in results)
        self.failures = [result for result in results
                         if result["verdict"] in ("failed", "crashed")]
        failed = {failure["case"]["id"] for failure in self.failures}
        asked = {result["case"]["id"] for result in results}
        for failure in self.failures:
            failure["known"] = failure["case"]["id"] in known
        self.fails = Counter(failure["basis"] for failure in self.failures)
        counts = BASES[:BASES.index(basis) + 1]
        self.faults = [failure for failure in self.failures
                       if not failure["known"] and failure["basis"] in counts]
        self.mended = sorted(known & asked - failed)
        # A case counts once in each section that it shows a requirement of.
        self.sections = defaultdict(Counter)
        for result in results:
            rows = [self.requirements[row] for row in result["case"]["shows"]]
            for section in {(row["document"], row["section"]) for row in rows}:
                self.sections[section][result["verdict"]] += 1
        self.shown_by = Counter(
            row for result in results for row in result["case"]["shows"])

    def is_good(self):
        return not self.broken and not self.mended and not self.faults

    def ordered_sections(self):
        """Return the sections in the order of their numbers: 10 follows 9."""
        def order(item):
            document, section = item[0]
            return document, re.sub("[0-9]+", lambda run: run[0].zfill(8), section)
        return sorted(self.sections.items(), key=order)

    def by_requirement(self):
        """Return the faults by one requirement each: the one of which most
        cases failed, in proportion."""
        failed = Counter(row for failure in self.failures
                         for row in failure["case"]["shows"])
        groups = defaultdict(list)
        for failure in self.faults:
            row = max(failure["case"]["shows"], key=lambda row: (
                failed[row] / self.shown_by[row], failed[row]))
            groups[row].append(failure)
        return [(row, failed[row], groups[row])
                for row in self.requirements if groups[row]]

    def text(self):
        lines = [row("document", "section", VERDICTS)]
        for (document, section), counts in self.ordered_sections():
            lines.append(row(document, section, map(counts.get, VERDICTS)))
        lines.append(row("all cases", "", map(self.all.get, VERDICTS)))
        known = sum(failure["known"] for failure in self.failures)
        if known:
            lines.append(f"{known} of these failures are known")
        for requirement, failed, failures in self.by_requirement():
            about = self.requirements[requirement]
            lines += ["", f"{requirement}, section {about['section']} of {about['document']}: "
                      f"{failed} of {self.shown_by[requirement]} cases failed",
                      f"  {about['text']}", f"  {about['link']}"]
            for failure in failures[:SHOWN]:
                lines += text_of(failure, requirement)
            if len(failures) > SHOWN:
                lines.append(f"  {len(failures) - SHOWN} more; --json lists them all")
        lines += ["", *(f"known to fail, but did not fail: {name}" for name in self.mended)]
        if self.broken:
            lines.append(self.broken)
        if self.by_alternative:
            lines.append(f"passed by an alternative: {self.by_alternative}")
        fails = self.fails
        lines.append(f"failures against the text: {fails['text']}, a reading: {fails['reading']}, "
                     f"a choice: {fails['choice']}")
        return "\n".join(lines)

    def json(self):
        return {
            **counts_of(self.all),
            "by_alternative": self.by_alternative,
            "fails": {basis: self.fails[basis] for basis in BASES},
            "sections": [
                {**counts_of(counts), "document": document, "section": section}
                for (document, section), counts in self.ordered_sections()],
            "failures": [
                {**{name: failure["case"][name] for name in (
                    "id", "operation", "revision", "input", "expect")},
                 **without(failure, "case")} for failure in self.failures],
            "mended": self.mended,
            "broken": self.broken,
        }


def counts_of(counts):
    return {verdict: counts[verdict] for verdict in VERDICTS}


def row(document, section, cells):
    numbers = "".join(f"{cell or 0:>{width}}" for cell, width in zip(
        cells, (8, 8, 9, 13)))
    return f"{document:<24}{section:<14}{numbers}"


def text_of(failure, requirement):
    case = failure["case"]
    lines = [f"  {failure['verdict']}: {case['id']} ({case['operation']}, {case['revision']})",
             f"    input     {visible(shown(case['input']))}"]
    if "without" in case:
        lines.append(f"    without   {', '.join(case['without'])}")
    lines.append(f"    expected  {visible(shown(case['expect']))}")
    lines += [f"    or        {visible(shown(other))}" for other in case.get("alternatives", ())]
    if "found" in failure:
        lines.append(f"    found     {visible(shown(failure['found']))}")
    if "reason" in failure:
        lines.append(f"    reason    {failure['reason']}")
    if failure["basis"] != "text":
        lines.append(f"    basis     {failure['basis']}"
                     + "".join(f", {row}" for row in case.get("gap", ())))
    others = [row for row in case["shows"] if row != requirement]
    if others:
        lines.append(f"    shows     also {', '.join(others)}")
    if "note" in case:
        lines.append(f"    note      {case['note']}")
    return lines


# Two programs compared


def short(cases):
    """Return the cases of which inputs are made."""
    return [case for case in cases if len(question(case)) <= LONGEST_CHANGED]


class Generator:
    """Makes cases by changing the inputs of others."""

    def __init__(self, cases, seed):
        self.random = random.Random(seed)
        self.cases = cases
        self.by_operation = defaultdict(list)
        # The values of a member, and all CBOR items.
        self.values = defaultdict(list)
        self.items = []
        for case in cases:
            self.by_operation[case["operation"]].append(case)
            for name, value in case["input"].items():
                self.values[case["operation"], name].append(value)
                if is_bytes(case["operation"], name):
                    data = bytes.fromhex(value)
                    self.items += [data[start:end] for start, end in spans(data)]

    def case(self, number):
        # Half of the inputs are for operations that have few cases, too.
        operation = self.random.choice(list(self.by_operation))
        case = self.random.choice(self.random.choice((self.cases, self.by_operation[operation])))
        operation = case["operation"]
        data = {name: value for name, value in case["input"].items()
                if not name.endswith("edn")}
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            # This port is that of a scheme, which is in the options.
            name = self.random.choice([name for name in data if name != "default_port"])
            data[name] = self.changed(operation, name, data[name])
        if scheme_numbers(data) != scheme_numbers(case["input"]):
            data = case["input"]
        return {**case, "id": f"generated-{number}", "input": data}

    def changed(self, operation, name, value):
        other = self.random.choice(self.values[operation, name])
        if isinstance(value, list):
            return self.options(value, other)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.random.choice((max(0, value - 1), min(value + 1, LARGEST_NUMBER), other))
        if is_bytes(operation, name):
            return self.bytes(bytes.fromhex(value), bytes.fromhex(other)).hex()
        if name in TEXTS or operation in TEXT_OPERATIONS:
            text = self.text(value, other)
            # The documents leave open what becomes of other text.
            return text if unicodedata.is_normalized("NFC", text) else value
        return other

    def options(self, options, other):
        options = [dict(option) for option in options]
        if options and self.random.random() < 0.5:
            option = self.random.choice(options)
            option["value"] = self.bytes(bytes.fromhex(option["value"]), b"").hex()
        elif other:
            options.append(self.random.choice(other))
        elif options:
            options.remove(self.random.choice(options))
        return sorted(options, key=lambda option: option["number"])

    def bytes(self, data, other):
        items = spans(data)
        if not items or self.random.random() < 0.4:
            return self.spliced(data, other, bytes([self.random.choice(
                (0, 0x20, 0x40, 0x60, 0x80, 0xff, self.random.randrange(256)))]))
        start, end = self.random.choice(items)
        item, rest = data[start:end], data[end:]
        new = self.random.choice(self.items)
        # The head of a short array: the last item goes, or another one comes.
        if 0x81 <= item[0] < 0x97 and self.random.random() < 0.5:
            last = min(at for at, to in items if at > start and to == end)
            item = (bytes([item[0] + 1]) + item[1:] + new if self.random.random() < 0.5
                    else bytes([item[0] - 1]) + data[start + 1:last])
        else:
            item = new
        return data[:start] + item + rest

    def text(self, text, other):
        return self.spliced(text, other, self.random.choice((
            "/", "//", "/.", "/..", "?", "#", ":", "@", "[", "]", "%", "%2F", "%2e",
            "%25", "%c3%a4", "%C3", "ä", "\U0001f600", "a", "A", "0", "-", "~", "\\",
            "|", " ", "::1", "127.0.0.1", "\1")))

    def spliced(self, value, other, new):
        """Return text or bytes with one change."""
        start, end = sorted(self.random.choices(range(len(value) + 1), k=2))
        at = self.random.randrange(len(other) + 1)
        return self.random.choice((
            value[:start] + new + value[start:],
            value[:start] + new + value[start + 1:],
            value[:start] + value[end:],
            value[:end] + value[start:],
            value[:start] + other[at:]))


def scheme_numbers(data):
    """Return the values of Proxy-Scheme-Number."""
    return [option["value"] for option in data.get("options", ())
            if option["number"] == PROXY_SCHEME_NUMBER]


def is_bytes(operation, name):
    return name in BYTES and operation not in TEXT_OPERATIONS


def spans(data):
    """Return the start and the end of each CBOR item, or nothing if the data
    is not one item. Items of indefinite length are left to other changes."""
    found, stack, at = [], [], 0
    while at < len(data):
        start, major, info = at, data[at] >> 5, data[at] & 31
        width = {24: 1, 25: 2, 26: 4, 27: 8}.get(info, 0)
        if info > 27 or at + width >= len(data):
            return []
        count = int.from_bytes(data[at + 1:at + 1 + width], "big") if width else info
        at += 1 + width + (count if major in (2, 3) else 0)
        stack.append([start, {4: count, 5: 2 * count, 6: 1}.get(major, 0)])
        while stack and stack[-1][1] == 0:
            found.append((stack.pop()[0], at))
            if stack:
                stack[-1][1] -= 1
        if not stack:
            return found if at == len(data) else []
    return []


def generated(cases, options):
    """Return cases that expect nothing. Where an operation needs a CRI that the
    reference cannot process, its bytes become a case of `decode`."""
    generator = Generator(cases, options.seed)
    cases = [generator.case(number) for number in range(options.count)]
    checks = [
        (case, name, {**case, "operation": "decode",
                      "input": {"cbor": value, "reader": "liberal"}})
        for case in cases if case["operation"] in CRI_OPERATIONS
        for name, value in case["input"].items() if is_bytes(case["operation"], name)]
    answers, broken = ask(options.reference, [check for _, _, check in checks], options.timeout)
    if broken:
        sys.exit(f"the reference: {broken}")
    for (case, name, check), answer in zip(checks, answers):
        needs_full = name in FULL or case["operation"] == "encode-embedded"
        is_good = not isinstance(answer, NoAnswer) and (
            answer.get("unsupported") is True
            or answer.get("outcome") == "processable" and (answer.get("full") or not needs_full))
        if not is_good:
            case.update(check)
    return cases


def compare(corpus, cases, options):
    """Ask two programs the same generated cases, and print where they differ.
    Return whether they agree."""
    cases = generated(cases, options)
    references, its_fault = ask(options.reference, cases, options.timeout)
    answers, fault = ask(options.command, cases, options.timeout)
    broken = fault or its_fault and f"the reference: {its_fault}"
    # The members of answers to each operation.
    members = defaultdict(set)
    for case in corpus["cases"]:
        members[case["operation"]] |= case["expect"].keys() - {"edn", "error"}
    counts = Counter(equal=0, differ=0, unsupported=0)
    differences = defaultdict(list)
    for case, reference, found in zip(cases, references, answers):
        kind = difference(case, reference, found, members[case["operation"]], options)
        if kind is None:
            counts["equal"] += 1
        elif kind == "unsupported" and not options.complete:
            counts["unsupported"] += 1
        else:
            counts["differ"] += 1
            differences[case["operation"], kind].append({
                "question": json.loads(question(case)), "difference": kind,
                "reference": described(reference), "found": described(found)})
    if options.json:
        print(shown({**counts, "differences": sum(differences.values(), []), "broken": broken}))
    else:
        print(f"{len(cases)} generated inputs, seed {options.seed}: "
              + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
        for (operation, kind), group in sorted(differences.items()):
            print(f"\n{operation}: {kind}: {len(group)}")
            group.sort(key=lambda item: len(shown(item["question"])))
            for item in group[:SHOWN]:
                print(f"  question   {visible(shown(item['question']))}")
                print(f"  reference  {visible(shown(item['reference']))}")
                print(f"  found      {visible(shown(item['found']))}")
        if broken:
            print(broken)
    return not counts["differ"] and not broken


def described(answer):
    return str(answer) if isinstance(answer, NoAnswer) else answer


def difference(case, reference, found, members, options):
    """Say how two answers differ, if they do."""
    for name, answer in ("reference", reference), ("program", found):
        if isinstance(answer, NoAnswer):
            return f"the {name} gives no answer"
        if is_internal(answer):
            return f"the {name} answers with an internal error"
    if True in (reference.get("unsupported"), found.get("unsupported")):
        return "unsupported"
    error = reference.get("error")
    if error is None:
        expect = {name: reference.get(name) for name in members}
    else:
        expect = {"outcome": reference.get("outcome")}
        # No kind of error is compared for a strict reader.
        if case["input"].get("reader") != "strict":
            expect["error"] = without(error, "message") if isinstance(error, dict) else {}
    if is_expected(case["operation"], expect, found, options.level, options.kinds):
        return None
    fails = found.get("error") is not None
    if fails == (error is not None):
        return "the answers differ"
    return "only the program fails" if fails else "only the reference fails"


# The command line


def parse(words):
    parser = argparse.ArgumentParser(
        usage="%(prog)s [OPTIONS] -- COMMAND", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter, epilog=(
            "Exit status:\n"
            "  0  no case failed, apart from known failures and those that --basis leaves out\n"
            "  1  another case failed, a known failure passed, an answer differs from that of\n"
            "     --reference, or the program did not end as it should\n"
            "  2  wrong usage"),
        allow_abbrev=False)
    add = parser.add_argument
    add("--level", choices=LEVELS,
        help="compare only the outcome (the default), also the kinds of errors (the default "
        "with --kinds), or also where they are")
    add("--basis", choices=BASES,
        help="count only failures that contradict the text of the documents, also those that "
        "contradict a reading, or also those that contradict a choice (the default). A crash "
        "contradicts the text, and a wrong kind of error a choice")
    add("--kinds", metavar="FILE", help="a JSON object that maps each kind of error of the "
        "program to a kind of the corpus, or to a list of kinds")
    add("--known-failures", metavar="FILE", help="ids of cases that may fail, one per line")
    add("--complete", action="store_true", help="count unsupported cases as failed")
    add("--id", action="append", metavar="PATTERN", help="ask only cases whose id or vector "
        "matches, such as 'coap-*'; may be repeated, like the next three options")
    add("--operation", action="append", metavar="NAME", help="ask only cases of this operation")
    add("--section", action="append", metavar="SECTION", help="ask only cases of this section, "
        "such as 5.1 or draft-16/5.1, and of its subsections")
    add("--revision", action="append", choices=REVISIONS, help="ask only in this revision")
    add("--cases", metavar="FILE", help="the cases (default: vectors.json beside run.py)")
    add("--timeout", type=seconds, default=10, metavar="SECONDS",
        help="how long to wait for each answer (default: 10)")
    add("--json", action="store_true", help="report as JSON")
    add("--reference", type=shlex.split, metavar="COMMAND",
        help="compare the program with another one, on inputs that are made from the cases "
        "of up to 8 KiB")
    add("--count", type=count, metavar="N",
        help="with --reference: how many inputs to make (default: 10000)")
    add("--seed", type=int, metavar="N",
        help="with --reference: another seed makes other inputs (default: 0)")
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.command = words[end + 1:]
    if not options.command:
        parser.error("a command must follow --")
    if options.reference is not None:
        if options.known_failures is not None:
            parser.error("--known-failures names cases, and --reference makes other inputs: "
                         "give one of the two")
        if options.basis is not None:
            parser.error("--basis is about cases, and --reference makes other inputs: "
                         "give one of the two")
        if not options.reference:
            parser.error("--reference names no command")
    elif (options.count, options.seed) != (None, None):
        parser.error("--count and --seed are about the inputs of --reference, which is absent")
    options.count = 10000 if options.count is None else options.count
    options.seed = options.seed or 0
    options.basis = options.basis or "choice"
    options.level = options.level or ("kind" if options.kinds else "outcome")
    try:
        corpus = read_cases(options.cases or CASES)
        options.kinds = read_kinds(options.kinds)
        options.known = read_known(options.known_failures, corpus)
        cases = chosen(options, corpus)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if options.reference:
        cases = short(cases)
    if not cases:
        parser.error("no case matches")
    return options, corpus, cases


def seconds(text):
    value = float(text)
    if not 0 < value <= 86400:
        raise ValueError
    return value


def count(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def read_kinds(path):
    if path is None:
        return {}
    with open(path, encoding="utf-8") as file:
        kinds = json.load(file)
    if not isinstance(kinds, dict):
        raise ValueError(f"{path}: not a JSON object")
    return kinds


def read_known(path, corpus):
    if path is None:
        return set()
    with open(path, encoding="utf-8-sig") as file:
        known = {line.split("#")[0].strip() for line in file} - {""}
    unknown = known - {case["id"] for case in corpus["cases"]}
    if unknown:
        raise ValueError(f"{path}: no case has the id `{min(unknown)}`")
    return known


def main(words):
    options, corpus, cases = parse(words)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if options.reference:
        return 0 if compare(corpus, cases, options) else 1
    answers, broken = ask(options.command, cases, options.timeout)
    results = [result(case, answer, options)
               for case, answer in zip(cases, answers)]
    report = Report(corpus, results, options.known, options.basis, broken)
    print(shown(report.json()) if options.json else report.text())
    if report.is_good():
        return 0
    if report.broken or report.faults:
        print(f"the program does not conform to version {corpus['version']} of the corpus",
              file=sys.stderr)
    return 1


if __name__ == "__main__":
    # The program ends with the runner.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        STATUS = main(sys.argv[1:])
        sys.stdout.flush()
        sys.exit(STATUS)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the report has seen enough.
        os._exit(1)
