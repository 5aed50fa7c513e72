"""Tests of run.py, with programs that answer correctly, answer wrongly, end
early, hang, or write something else."""

import contextlib
import io
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import types
import unicodedata
import unittest
from unittest import mock

import run

HERE = pathlib.Path(__file__).parent
# Longer than a shell takes to start.
PATIENCE = 2

ROWS = {"D16-6-01": "6", "D16-10.1-01": "10.1", "D16-6-C10-01": "6-C10",
        "D16-6-C9-01": "6-C9", "D16-A-01": "A", "D16-A-02": "A"}
# A result in both revisions, an error, and an outcome. Each has another basis.
CORPUS = {
    "version": "1.2.3",
    "requirements": {
        row: {"document": "draft-16", "section": section,
              "link": f"https://example.org/{row}", "text": f"Sentence of {row}."}
        for row, section in ROWS.items()},
    "cases": [
        {"id": "a/to-cri", "operation": "to-cri", "revision": "any", "shows": ["D16-6-01"],
         "note": "Why a is so.", "basis": "text", "input": {"uri": "/a"},
         "expect": {"cbor": "82f5816161", "edn": '[true, ["a"]]'}},
        {"id": "b/to-cri/draft-16", "operation": "to-cri", "revision": "draft-16",
         "shows": ["D16-6-01", "D16-10.1-01"], "without": ["userinfo"], "basis": "reading",
         "gap": ["D16-6-01"], "input": {"uri": "//h:"},
         "expect": {"error": {"kind": "empty-port", "component": "port", "offset": 3}},
         "alternatives": [{"cbor": "8101"}, {"cbor": "8102"}]},
        {"id": "c/decode", "operation": "decode", "revision": "rfc9988",
         "shows": ["D16-A-01", "D16-A-02", "D16-10.1-01", "D16-6-C10-01", "D16-6-C9-01"],
         "basis": "choice", "gap": ["D16-A-01"],
         "input": {"cbor": "83", "reader": "liberal"},
         "expect": {"outcome": "rejected", "error": {"kind": "end-of-input", "offset": 1}}}],
}
# The answers to them. The first one answers two cases.
A = '{"id":"a/to-cri","cbor":"82f5816161"}'
B = ('{"id":"b/to-cri/draft-16","error":'
     '{"kind":"empty-port","component":"port","offset":3,"more":1}}')
C = '{"id":"c/decode","outcome":"rejected","error":{"kind":"end-of-input","offset":1}}'

# Answers each line by the name of the case, whenever it is started.
SERVE = f"""
serve() {{ case $1 in *a/to-cri*) echo '{A}';; *b/to-cri*) echo '{B}';; *) echo '{C}';; esac; }}
while read -r line; do case $line in
*FAULT*) %s ;;
*) serve "$line" ;;
esac; done"""


def serve(case, action):
    """Return a script that answers all cases but one."""
    return (SERVE % action).replace("FAULT", case)


def answers(*lines):
    """Return a script that reads a line before it writes each of `lines`."""
    return "".join(f"read -r line; echo '{line}'\n" for line in lines)


class Tests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cases = self.file("cases.json", json.dumps(CORPUS))

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_words(self, *words):
        """Return the exit status, the output and the errors of the runner."""
        out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = run.main(["--cases", self.cases, *words])
            except SystemExit as error:
                status = error.code
        out.seek(0)
        return status, out.read(), err.getvalue()

    def report(self, script, *options):
        """Return the status, and the report about a shell script."""
        status, out, _ = self.run_words(f"--timeout={PATIENCE}", "--json", *options,
                                        "--", "sh", "-c", script)
        return status, json.loads(out)

    def text(self, script, *options):
        return self.run_words(f"--timeout={PATIENCE}", *options, "--", "sh", "-c", script)[1]

    def assert_counts(self, report, passed=0, failed=0, crashed=0, unsupported=0):
        found = [report[1][name] for name in run.VERDICTS]
        self.assertEqual(found, [passed, failed, crashed, unsupported], report)

    def assert_crashes(self, case, action, reason, crashed=1):
        """Assert that a fault at one case leaves the others as they are."""
        report = self.report(serve(case, action))
        self.assert_counts(report, passed=4 - crashed, crashed=crashed)
        self.assertEqual(report[0], 1)
        for failure in report[1]["failures"]:
            self.assertIn(case, failure["id"])
            self.assertIn(reason, failure["reason"])

    def test_a_case_of_any_revision_is_asked_in_both(self):
        log = self.folder / "log"
        self.report(f"while read -r line; do echo \"$line\" >>{log}; echo '{A}'; done")
        asked = [json.loads(line) for line in log.read_text().splitlines()]
        self.assertEqual(asked[:3], [
            {"id": "a/to-cri", "operation": "to-cri", "revision": "draft-16",
             "input": {"uri": "/a"}},
            {"id": "a/to-cri", "operation": "to-cri", "revision": "rfc9988",
             "input": {"uri": "/a"}},
            {"id": "b/to-cri/draft-16", "operation": "to-cri", "revision": "draft-16",
             "without": ["userinfo"], "input": {"uri": "//h:"}}])

    def test_repetitions_are_asked_and_compared_in_full(self):
        self.cases = self.file("cases.json", json.dumps({**CORPUS, "cases": [
            {"id": "a/compose", "operation": "compose", "revision": "rfc9988",
             "shows": ["D16-6-01"], "basis": "text",
             "input": {"options": [{"number": 3, "value": "68"}, {"repeat": {
                 "number": 11, "value": {"concat": [{"repeat": "61", "times": 3}, "62"]}},
                 "times": 300}]},
             "expect": {"cbor": {"concat": ["82", {"repeat": "6161", "times": 2}]}}}]}))
        log = self.folder / "log"
        good = f"""read -r line; echo "$line" >{log}
            echo '{{"id":"a/compose","cbor":"8261616161"}}'"""
        self.assert_counts(self.report(good), passed=1)
        self.assertEqual(json.loads(log.read_text())["input"], {"options": [
            {"number": 3, "value": "68"}, *[{"number": 11, "value": "61616162"}] * 300]})
        self.assert_counts(self.report(good.replace("8261616161", "826161")), failed=1)
        # It is too long to be changed.
        self.assertEqual(self.report_error("--reference", "true")[0], 2)

    def test_questions_are_as_short_as_the_readme_says(self):
        longest = max(len(run.question(case)) for case in run.read_cases(run.CASES)["cases"])
        self.assertTrue(1 << 17 < longest <= 1 << 20, longest)

    def test_correct_answers_pass(self):
        for level in run.LEVELS:
            report = self.report(answers(A, A, B, C), "--level", level)
            self.assert_counts(report, passed=4)
            self.assertEqual((report[0], report[1]["broken"]), (0, None))

    def test_wrong_answers_fail(self):
        for lines in [
            ('{"id":"a/to-cri","cbor":"82f5816162"}', A, B, C),
            ('{"id":"a/to-cri","error":{}}', A, B, C),
            ('{"id":"a/to-cri","cbor":"82f5816161","error":{}}', A, B, C),
            ('{"id":"a/to-cri"}', A, B, C),
            (A, A, '{"id":"b/to-cri/draft-16","cbor":"82f6816168"}', C),
            (A, A, '{"id":"b/to-cri/draft-16","error":"empty-port"}', C),
            (A, A, B, '{"id":"c/decode","outcome":"unprocessable","error":{}}'),
            (A, A, B, '{"id":"c/decode","error":{}}'),
        ]:
            report = self.report(answers(*lines))
            self.assert_counts(report, passed=3, failed=1)
            self.assertEqual((report[0], report[1]["broken"]), (1, None))

    def test_an_answer_of_a_wrong_form_fails_with_a_reason(self):
        for operation, expect, found, reason in [
            ("to-cri", {"cbor": "80"}, {"cbor": 80}, "`cbor` is a number, and must be a text"),
            ("to-cri", {"cbor": "8a"}, {"cbor": "8A"},
             "`cbor` must be bytes as hexadecimal digits in lower case"),
            ("to-cri", {"cbor": "80"}, {"cbor": "8"},
             "`cbor` must be bytes as hexadecimal digits in lower case"),
            ("to-cri", {"cbor": "80", "edn": "[]"}, {}, "`cbor` is missing"),
            ("to-cri", {"cbor": "80"}, {"error": "no"},
             "`error` is a text, and must be an object"),
            ("to-cri", {"error": {"kind": "k"}}, {"error": True},
             "`error` is a boolean, and must be an object"),
            ("to-cri", {"error": {"kind": "k"}}, {},
             "the answer has neither a result nor an error"),
            ("parse", {"port": "80", "path": ""}, {"port": 80, "path": ""},
             "`port` is a number, and must be a text"),
            ("compare", {"equal": True}, {"equal": 1}, "`equal` is a number, and must be a boolean"),
            ("decompose", {"options": [{"number": 3, "value": "00"}]},
             {"options": [{"number": 3, "value": [0]}]}, "`value` is a list, and must be a text"),
            ("decode", {"outcome": "rejected", "error": {"kind": "k"}}, {"error": {}},
             "`outcome` is missing"),
            # Only values are wrong, or the form is not known.
            ("to-cri", {"cbor": "80"}, {"cbor": "81"}, None),
            ("to-cri", {"cbor": "80"}, {"error": {}}, None),
            ("to-cri", {"error": {"kind": "k"}}, {"cbor": 80}, None),
            ("to-cri", {"cbor": "80"}, {"internal": True}, None),
            ("parse", {"port": None, "path": ""}, {"port": 80, "path": ""}, None),
            ("decompose", {"options": [{"number": 3, "value": "00"}]}, {"options": []}, None),
            ("decode", {"outcome": "rejected", "error": {"kind": "k"}},
             {"outcome": "unprocessable"}, None),
        ]:
            case = {"operation": operation, "expect": expect}
            self.assertFalse(run.is_expected(operation, expect, found, "outcome", {}), found)
            self.assertEqual(run.wrong_form(case, found), reason, found)
        wrong = answers('{"id":"a/to-cri","cbor":80}', A, B, C)
        self.assertEqual(self.report(wrong)[1]["failures"][0]["reason"],
                         "`cbor` is a number, and must be a text")
        self.assertIn("    reason    `cbor` is a number, and must be a text\n", self.text(wrong))
        report = self.report(answers('{"id":"a/to-cri","cbor":"81"}', A, B, C))
        self.assertNotIn("reason", report[1]["failures"][0])

    def test_an_internal_error_fails(self):
        for fault in ('"error":{"kind":"internal"}', '"error":{},"internal":"KeyError"',
                      '"error":{},"internal":true'):
            line = f'{{"id":"b/to-cri/draft-16",{fault}}}'
            self.assert_counts(self.report(answers(A, A, line, C)), passed=3, failed=1)
        none = B.replace("}}", '},"internal":false}')
        self.assert_counts(self.report(answers(A, A, none, C)), passed=4)

    def test_levels_compare_kinds_and_the_other_members_of_errors(self):
        vague = ('{"id":"b/to-cri/draft-16","error":{}}', '{"id":"c/decode","outcome":"rejected"}')
        kinds = ('{"id":"b/to-cri/draft-16","error":{"kind":"empty-port","offset":4}}',
                 '{"id":"c/decode","outcome":"rejected","error":{"kind":"end-of-input"}}')
        for lines, passed in (vague, (4, 2, 2)), (kinds, (4, 4, 2)):
            for level, count in zip(run.LEVELS, passed):
                report = self.report(answers(A, A, *lines), "--level", level)
                self.assert_counts(report, passed=count, failed=4 - count)

    def test_kinds_are_translated(self):
        own = ('{"id":"b/to-cri/draft-16","error":{"kind":"PORT"}}',
               '{"id":"c/decode","outcome":"rejected","error":{"kind":"CBOR"}}')
        for kinds, passed in (({"PORT": ["port-range", "empty-port"], "CBOR": "end-of-input"}, 4),
                              ({"PORT": ["port-range"], "CBOR": "end-of-input"}, 3),
                              ({}, 2)):
            path = self.file("kinds.json", json.dumps(kinds))
            report = self.report(answers(A, A, *own), "--kinds", path)
            self.assert_counts(report, passed=passed, failed=4 - passed)
        path = self.file("kinds.json", json.dumps({"PORT": "empty-port"}))
        own = B.replace("empty-port", "PORT")
        options = ("--kinds", path, "--level", "diagnosis")
        self.assert_counts(self.report(answers(A, A, own, C), *options), passed=4)

    def test_unsupported_is_neither_passed_nor_failed(self):
        report = self.report(answers('{"id":"a/to-cri","unsupported":true}', A, B, C))
        self.assert_counts(report, passed=3, unsupported=1)
        self.assertEqual(report[0], 0)
        for value in "false", "1":
            line = f'{{"id":"a/to-cri","unsupported":{value}}}'
            self.assert_counts(self.report(answers(line, A, B, C)), passed=3, failed=1)

    def test_unsupported_fails_if_the_program_must_be_complete(self):
        unsupported = '{"id":"b/to-cri/draft-16","unsupported":true}'
        report = self.report(answers(A, A, unsupported, C), "--complete")
        self.assert_counts(report, passed=3, failed=1)
        self.assertEqual(report[0], 1)
        failure = report[1]["failures"][0]
        self.assertEqual((failure["found"], failure["basis"]), ({"unsupported": True}, "reading"))

    def test_members_that_are_null_may_be_missing(self):
        expect = {"name": None, "list": [{"a": 1, "b": None}], "full": True}
        for found, same in [
            (expect, True),
            ({"list": [{"a": 1}], "full": True}, True),
            ({"list": [{"a": 1, "c": 2}], "full": True, "more": 1}, True),
            ({"name": "coap", "list": [{"a": 1}], "full": True}, False),
            ({"name": None, "full": True}, False),
            ({"list": [{"a": 1}, {"a": 1}], "full": True}, False),
            ({"list": [{"a": None}], "full": True}, False),
            ({"list": [{"a": True}], "full": True}, False),
            ({"list": [{"a": 1, "b": 2}], "full": True}, False),
            ({"list": {"a": 1}, "full": True}, False),
            ({"list": ["a"], "full": True}, False),
            ({"list": [{"a": 1}], "full": 1}, False),
        ]:
            self.assertEqual(run.is_same(expect, found), same, found)

    def test_an_error_that_is_null_is_no_error(self):
        null = '{"id":"a/to-cri","cbor":"82f5816161","error":null}'
        missing = '{"id":"b/to-cri/draft-16","error":null}'
        self.assert_counts(self.report(answers(null, null, missing, C)), passed=3, failed=1)

    def test_a_program_that_dies_is_started_again(self):
        self.assert_crashes("b/to-cri", "exit 3", "ended with the status 3")
        self.assert_crashes("b/to-cri", "kill -SEGV $$", "was killed by SIGSEGV")
        self.assert_crashes("a/to-cri", "exit 0", "ended with the status 0", crashed=2)
        self.assert_crashes("c/decode", "printf '{\"id\":'; exit 1", "status 1")

    def test_a_program_that_hangs_is_started_again(self):
        self.assert_crashes("b/to-cri", "sleep 60", "wrote no line in 2 s")
        self.assert_crashes("b/to-cri", "printf '{'; sleep 60", "wrote no line in 2 s")

    def assert_ended(self, fifo):
        """Assert that soon no process has a FIFO open for writing."""
        self.assertTrue(select.select([fifo], [], [], PATIENCE)[0], "a process is left")
        self.assertEqual(os.read(fifo, 1), b"")

    def fifo(self):
        """Return the path of a new FIFO, and its end for reading."""
        path = tempfile.mktemp(dir=self.folder)
        os.mkfifo(path)
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, file)
        return path, file

    def test_no_process_is_left(self):
        for end in "exit 1", "sleep 60; exit 1":
            path, file = self.fifo()
            self.assert_crashes("b/to-cri", f"exec 3>{path}; sleep 60 >&3 & {end}", "")
            self.assert_ended(file)

    def start(self, *words):
        """Start the runner in a process of its own."""
        words = [sys.executable, HERE / "run.py", "--cases", self.cases, *words]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        return process

    def test_the_program_ends_with_the_runner(self):
        path, file = self.fifo()
        runner = self.start("--", "sh", "-c", f"exec 3>{path}; echo >&3; sleep 60; :")
        select.select([file], [], [])
        os.read(file, 1)
        # A shell lets programs in its background ignore SIGINT.
        runner.send_signal(signal.SIGTERM)
        self.assertEqual((runner.communicate()[1], runner.returncode), (b"", 130))
        self.assert_ended(file)

    def test_the_report_may_have_no_reader(self):
        runner = self.start("--", "sh", "-c", answers(A, A, B, C))
        runner.stdout.close()
        self.assertEqual((runner.stderr.read(), runner.wait()), (b"", 1))
        runner.stderr.close()

    def test_a_program_that_closes_a_stream_is_started_again(self):
        self.assert_crashes("b/to-cri", "exec >&-; exec sleep 60", "closed its standard output")
        # The case after the fault gets no answer.
        report = self.report(serve("b/to-cri", f"exec <&-; echo '{B}'; exec sleep 60"))
        self.assert_counts(report, passed=3, crashed=1)
        self.assertIn("closed its standard input", report[1]["failures"][0]["reason"])

    def test_a_line_that_is_no_answer_is_a_crash(self):
        for line in "hello", "[]", "", '{"id":"b/to-cri/draft-16"', "[" * 100000, *(
                f'{{"id":"b/to-cri/draft-16","cbor":{number}}}' for number in ("NaN", "1e999")):
            self.assert_crashes("b/to-cri", f"echo '{line}'", "not a JSON object")
        self.assert_crashes("b/to-cri", f"echo '{A}'", 'has the id "a/to-cri"')
        self.assert_crashes("b/to-cri", "echo '{\"error\":{}}'", "has no id")
        self.assert_crashes("b/to-cri", f"printf '%s\\n' '{B}' '{B}'", "more than one line")

    def test_a_huge_line_is_a_crash(self):
        self.assert_crashes("b/to-cri", "yes x | tr -d '\\n'", "of more than 16777216 bytes")

    def test_a_large_answer_is_shown_in_part(self):
        large = f"head -c 1000000 /dev/zero | tr '\\0' x; echo '\"}}'"
        large = f"printf '{{\"id\":\"b/to-cri/draft-16\",\"cbor\":\"'; {large}"
        self.assert_counts(self.report(serve("b/to-cri", large)), passed=3, failed=1)
        self.assertLess(len(self.text(serve("b/to-cri", large))), 5000)

    def test_control_characters_of_the_program_do_not_reach_the_terminal(self):
        escape = r'{"id":"b/to-cri/draft-16","cbor":"\u009b31m\ud800"}'
        name = r'{"id":"\u009b31m"}'
        for action in r"printf '\033[31m\n'", *(f"printf '%s\\n' '{it}'" for it in (escape, name)):
            text = self.text(serve("b/to-cri", action))
            self.assertIn("\ufffd", text)
            self.assertTrue(all(c.isprintable() or c == "\n" for c in text), text)
        script = serve("b/to-cri", f"printf '%s\\n' '{escape}'")
        found = self.report(script)[1]["failures"][0]["found"]
        self.assertEqual(found, {"cbor": "\u009b31m\ud800"})

    def test_an_answer_of_any_depth_is_shown_or_is_no_answer(self):
        depths = range(sys.getrecursionlimit() - 100, sys.getrecursionlimit())
        cases = [{**CORPUS["cases"][1], "id": str(depth)} for depth in depths]
        self.cases = self.file("cases.json", json.dumps({**CORPUS, "cases": cases}))
        program = self.file("program.py", """\
import json, sys
for line in sys.stdin:
    name = json.loads(line)["id"]
    nested = "[" * int(name) + "]" * int(name)
    print(f'{{"id":"{name}","cbor":{nested}}}', flush=True)
""")
        report = self.report(f"exec {sys.executable} {program}")[1]
        self.assertEqual((report["broken"], report["failed"] + report["crashed"]), (None, 100))

    def test_the_run_ends_early_if_no_case_gets_an_answer(self):
        self.assertIn("Does it flush", self.report("sleep 60")[1]["broken"])
        cases = [{**CORPUS["cases"][1], "id": f"{i}/to-cri"} for i in range(20)]
        self.cases = self.file("cases.json", json.dumps({**CORPUS, "cases": cases}))
        report = self.report("exit 1")
        self.assert_counts(report, crashed=10)
        self.assertIn("10 of 20 cases were asked", report[1]["broken"])
        self.assertIn("10 of 20 cases were asked", self.text("exit 1"))

    def test_the_run_ends_early_if_many_cases_get_no_answer_in_time(self):
        with mock.patch.object(run, "MOST_FAULTS", 1):
            report = self.report(serve("b/to-cri", "sleep 60"))
        self.assert_counts(report, passed=2, crashed=1)
        self.assertIn("1 cases got no answer in time\n3 of 4 cases", report[1]["broken"])

    def test_lines_after_the_last_answer_are_reported(self):
        report = self.report(answers(A, A, B, C) + "cat; echo bye")
        self.assert_counts(report, passed=4)
        self.assertEqual(report[0], 1)
        self.assertIn("after the last answer: bye", report[1]["broken"])

    def test_a_program_that_fails_after_the_last_answer_is_reported(self):
        for end, reason in (("cat; exit 3", "ended with the status 3"),
                            ("exec >&-; exec sleep 60", "did not end in 2 s"),
                            ("exec sleep 60", "did not end in 2 s")):
            report = self.report(answers(A, A, B, C) + end)
            self.assert_counts(report, passed=4)
            self.assertEqual(report[0], 1)
            self.assertIn(reason, report[1]["broken"])

    def test_a_program_that_cannot_be_started_is_an_error(self):
        status, _, _ = self.run_words("--", "a program that does not exist")
        self.assertIn("cannot start `a program that does not exist`", status)

    def test_the_report_counts_a_case_in_each_of_its_sections(self):
        script = answers(A, A, '{"id":"b/to-cri/draft-16","cbor":"80"}',
                         '{"id":"c/decode","unsupported":true}')
        lines = self.text(script).splitlines()
        self.assertEqual([line.split() for line in lines[:7]], [
            ["document", "section", *run.VERDICTS],
            ["draft-16", "6", "2", "1", "0", "0"],
            ["draft-16", "6-C9", "0", "0", "0", "1"],
            ["draft-16", "6-C10", "0", "0", "0", "1"],
            ["draft-16", "10.1", "0", "1", "0", "1"],
            ["draft-16", "A", "0", "0", "0", "1"],
            ["all", "cases", "2", "1", "0", "1"]])
        report = self.report(script)[1]
        self.assertEqual(report["sections"][3]["section"], "10.1")
        case = {name: CORPUS["cases"][1][name]
                for name in ("id", "operation", "revision", "input", "expect", "basis")}
        self.assertEqual(report["failures"], [
            {**case, "found": {"cbor": "80"}, "verdict": "failed", "known": False}])

    def test_failures_are_grouped_by_the_requirement_that_fails_most(self):
        wrong = '{"id":"a/to-cri","cbor":"80"}'
        lines = self.text(answers(A, wrong, '{"id":"b/to-cri/draft-16","cbor":"80"}', C))
        self.assertEqual(lines.splitlines()[8:], [
            "D16-6-01, section 6 of draft-16: 2 of 3 cases failed",
            "  Sentence of D16-6-01.",
            "  https://example.org/D16-6-01",
            "  failed: a/to-cri (to-cri, rfc9988)",
            '    input     {"uri":"/a"}',
            '    expected  {"cbor":"82f5816161","edn":"[true, [\\"a\\"]]"}',
            '    found     {"cbor":"80"}',
            "    note      Why a is so.",
            "  failed: b/to-cri/draft-16 (to-cri, draft-16)",
            '    input     {"uri":"//h:"}',
            "    without   userinfo",
            '    expected  {"error":{"kind":"empty-port","component":"port","offset":3}}',
            '    or        {"cbor":"8101"}',
            '    or        {"cbor":"8102"}',
            '    found     {"cbor":"80"}',
            "    basis     reading, D16-6-01",
            "    shows     also D16-10.1-01",
            "",
            "failures against the text: 1, a reading: 1, a choice: 0"])
        with mock.patch.object(run, "SHOWN", 1):
            lines = self.text(answers(A, wrong, '{"id":"b/to-cri/draft-16","cbor":"80"}', C))
        self.assertIn("\n  1 more; --json lists them all\n", lines)

    def test_alternatives_pass_and_are_counted(self):
        for level in run.LEVELS:
            other = '{"id":"b/to-cri/draft-16","cbor":"8102"}'
            report = self.report(answers(A, A, other, C), "--level", level)
            self.assert_counts(report, passed=4)
            self.assertEqual((report[0], report[1]["by_alternative"]), (0, 1))
        self.assertIn("\npassed by an alternative: 1\n", self.text(answers(A, A, other, C)))
        self.assertNotIn("alternative", self.text(answers(A, A, B, C)))

    def test_the_error_of_an_alternative_has_a_kind(self):
        case = {"operation": "to-cri", "basis": "text", "expect": {"cbor": "80"},
                "alternatives": [{"error": {"kind": "k"}}]}
        for level, kind, *expected in [
            ("outcome", "l", "passed", None), ("kind", "k", "passed", None),
            ("kind", "l", "failed", "choice"),
        ]:
            options = types.SimpleNamespace(level=level, kinds={}, complete=False)
            result = run.result(case, {"error": {"kind": kind}}, options)
            self.assertEqual([result["verdict"], result.get("basis")], expected)

    def test_the_basis_says_which_failures_count(self):
        text = '{"id":"a/to-cri","cbor":"80"}'
        reading = '{"id":"b/to-cri/draft-16","cbor":"80"}'
        choice = '{"id":"c/decode","outcome":"processable","full":true}'
        # Only the kind is wrong, which is ours whatever the basis of the case is.
        kind = '{"id":"b/to-cri/draft-16","error":{"kind":"no-port"}}'
        internal = '{"id":"c/decode","outcome":"rejected","error":{"kind":"internal"}}'
        for lines, fails, good in [
            ((text, A, reading, choice), (1, 1, 1), ()),
            ((A, A, reading, choice), (0, 1, 1), ("text",)),
            ((A, A, B, choice), (0, 0, 1), ("text", "reading")),
            ((A, A, kind, C), (0, 0, 1), ("text", "reading")),
            ((A, A, B, internal), (1, 0, 0), ()),
            ((A, A, B, "no answer"), (1, 0, 0), ()),
        ]:
            for basis in run.BASES:
                options = ("--basis", basis, "--level", "kind")
                status, report = self.report(answers(*lines), *options)
                self.assertEqual(tuple(report["fails"].values()), fails)
                self.assertEqual(status, 0 if basis in good else 1, (lines, basis))
        self.assertEqual([failure["basis"] for failure in self.report(
            answers(text, A, reading, choice))[1]["failures"]], list(run.BASES))
        out = self.text(answers(text, A, reading, choice), "--basis", "reading")
        self.assertIn("failed: b/to-cri", out)
        self.assertNotIn("failed: c/decode", out)
        self.assertTrue(out.endswith("failures against the text: 1, a reading: 1, a choice: 1\n"))

    def test_known_failures_do_not_count(self):
        known = self.file("known", "\ufeff# ours\na/to-cri  # why\r\n\n")
        script = serve("a/to-cri", "exit 1")
        self.assertEqual(self.report(script)[0], 1)
        status, report = self.report(script, "--known-failures", known)
        self.assertEqual((status, report["crashed"], report["fails"]["text"]), (0, 2, 2))
        text = self.text(script, "--known-failures", known)
        self.assertIn("2 of these failures are known", text)
        self.assertNotIn("crashed:", text)
        script = serve("[ab]/to-cri", "exit 1")
        status, _, err = self.run_words("--known-failures", known, "--", "sh", "-c", script)
        self.assertEqual((status, err), (
            1, "the program does not conform to version 1.2.3 of the corpus\n"))
        # The list must get shorter where the program gets better.
        status, report = self.report(answers(A, A, B, C), "--known-failures", known)
        self.assertEqual((status, report["mended"]), (1, ["a/to-cri"]))
        self.assertIn("\nknown to fail, but did not fail: a/to-cri\n",
                      self.text(answers(A, A, B, C), "--known-failures", known))
        only = ("--known-failures", known, "--operation", "decode")
        self.assertEqual(self.report(answers(C), *only)[0], 0)
        unknown = self.file("known", "z/to-cri\n")
        self.assertEqual(self.report_error("--known-failures", unknown)[0], 2)

    def report_error(self, *options):
        status, _, err = self.run_words(*options, "--", "true")
        return status, err

    def test_options_choose_cases(self):
        for options, chosen in [
            (("--id", "b/*"), "b"), (("--id", "a"), "aa"), (("--id", "[bc]"), "bc"),
            (("--operation", "decode"), "c"), (("--revision", "draft-16"), "ab"),
            (("--section", "6"), "aabc"), (("--section", "draft-16/6-C10"), "c"),
            (("--section", "10"), "bc"), (("--section", "1"), None),
            (("--section", "rfc3986/6"), None), (("--operation", "fold"), None),
            (("--id", "a", "--id", "z"), None), (("--id", "c", "--revision", "draft-16"), None),
            (("--id", "a", "--revision", "rfc9988"), "a"), (("--id", "a", "--id", "c"), "aac"),
        ]:
            if chosen is None:
                self.assertEqual(self.report_error(*options)[0], 2)
                continue
            lines = {"a": A, "b": B, "c": C}
            report = self.report(answers(*map(lines.get, chosen)), *options)
            self.assert_counts(report, passed=len(chosen))
            self.assertEqual(report[0], 0)

    def test_options_that_would_have_no_effect_are_refused(self):
        known = self.file("known", "a/to-cri\n")
        for options, message in [
            (("--count", "7"), "--count and --seed are about the inputs of --reference"),
            (("--seed", "0"), "--count and --seed are about the inputs of --reference"),
            (("--reference", "true", "--known-failures", known), "give one of the two"),
            (("--reference", "true", "--basis", "text"), "give one of the two"),
            (("--reference", ""), "--reference names no command"),
        ]:
            status, err = self.report_error(*options)
            self.assertEqual(status, 2, options)
            self.assertIn(message, err)

    def test_wrong_usage_ends_with_the_status_2(self):
        for words in ["--"], ["sh"], ["--revision", "draft-30", "--", "sh"], \
                ["--level", "high", "--", "sh"], ["--basis", "defect", "--", "sh"], ["--level"], \
                ["--kinds", "nothing", "--", "sh"], ["--timeout", "0", "--", "sh"], \
                ["--timeout", "nan", "--", "sh"], ["--timeout", "inf", "--", "sh"], \
                ["--reference", "sh", "--count", "0", "--", "sh"]:
            self.assertEqual(self.run_words(*words)[0], 2, words)


class Comparisons(unittest.TestCase):
    """Two programs that answer generated inputs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def adapter(self, name, action):
        """Return the command of a program that answers all cases by one action."""
        path = self.folder / name
        path.write_text("import json, sys\nfor line in sys.stdin:\n    case = json.loads(line)\n"
                        "    op = case['operation']\n    answer = {'unsupported': True}\n"
                        f"    {action}\n    answer['id'] = case['id']\n"
                        "    print(json.dumps(answer), flush=True)\n")
        return [sys.executable, str(path)]

    def compare(self, reference, program, *options):
        words = [sys.executable, HERE / "run.py", "--json", "--count=40", *options,
                 "--reference", " ".join(self.adapter("reference.py", reference)),
                 "--", *self.adapter("program.py", program)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr

    def test_answers_are_compared(self):
        def difference(reference, found, operation="to-cri", level="outcome", reader="liberal"):
            case = {"operation": operation, "input": {"reader": reader}}
            options = types.SimpleNamespace(level=level, kinds={"K": "k"})
            members = {"outcome", "full"} if operation == "decode" else {"cbor", "more"}
            return run.difference(case, reference, found, members, options)

        error = {"error": {"kind": "k", "offset": 1, "message": "a"}}
        other = {"error": {"kind": "l", "offset": 1}}
        none = run.NoAnswer("died")
        internal = {"error": {"kind": "internal"}}
        for expected, *arguments in [
            (None, {"cbor": "80"}, {"cbor": "80", "more": None, "debug": 1}),
            (None, {"cbor": "80", "edn": "[]"}, {"cbor": "80"}),
            ("the answers differ", {"cbor": "80"}, {"cbor": "81"}),
            ("the answers differ", {"cbor": "80"}, {"cbor": "80", "more": 1}),
            ("the answers differ", {"cbor": "80"}, {}),
            ("only the program fails", {"cbor": "80"}, error),
            ("only the reference fails", error, {"cbor": "80"}),
            (None, error, {"error": {}}),
            (None, error, other),
            (None, error, {"error": {"kind": "K", "offset": 2}}, "to-cri", "kind"),
            ("the answers differ", error, other, "to-cri", "kind"),
            ("the answers differ", error, {"error": {"kind": "K"}}, "to-cri", "diagnosis"),
            (None, {"error": {}}, other, "to-cri", "diagnosis"),
            (None, {"error": "k"}, other, "to-cri", "diagnosis"),
            (None, {"outcome": "rejected", **error}, {"outcome": "rejected"}, "decode"),
            ("the answers differ", {"outcome": "rejected", **error},
             {"outcome": "unprocessable", **error}, "decode"),
            ("the answers differ", {"outcome": "rejected", **error},
             {"outcome": "rejected", **other}, "decode", "kind"),
            (None, {"outcome": "rejected", **error},
             {"outcome": "rejected", **other}, "decode", "kind", "strict"),
            ("unsupported", {"unsupported": True}, error),
            ("unsupported", error, {"unsupported": True}),
            ("the program gives no answer", error, none),
            ("the reference gives no answer", none, error),
            ("the program answers with an internal error", error, internal),
            ("the reference answers with an internal error", internal, internal),
        ]:
            self.assertEqual(difference(*arguments), expected, arguments)

    def test_bytes_that_the_reference_cannot_process_are_only_decoded(self):
        log = self.folder / "log"
        note = f"open({str(log)!r}, 'a').write(op + '\\n')"
        for operation, outcome, asked in [
            ("to-uri", "{'outcome': 'unprocessable', 'error': {}}", {"decode"}),
            ("to-uri", "{'outcome': 'processable', 'full': False}", {"to-uri"}),
            ("to-uri", "{'unsupported': True}", {"to-uri"}),
            ("compare", "{'outcome': 'processable', 'full': False}", {"decode"}),
            ("compare", "{'outcome': 'processable', 'full': True}", {"compare"}),
            ("encode-embedded", "{'outcome': 'processable', 'full': False}", {"decode"}),
            ("decode-tagged", "sys.exit(1)", {"decode-tagged"}),
        ]:
            log.write_text("")
            reference = f"if op == 'decode': answer = {outcome}"
            self.compare(reference, note, "--operation", operation)
            self.assertEqual(set(log.read_text().split()), asked, operation)

    def test_a_program_that_dies_or_fails_does_not_agree(self):
        good = "answer = {'uri': 'a:'} if op == 'to-uri' else {'outcome': 'processable'}"
        options = ("--operation", "to-uri")
        status, report = self.compare(good, good, *options)
        self.assertEqual((status, report), (0, {
            "equal": 40, "differ": 0, "unsupported": 0, "differences": [], "broken": None}))
        dies = good + "; case['id'].endswith('7') and sys.exit(1)"
        status, report = self.compare(good, dies, *options)
        self.assertEqual((status, report["equal"], report["differ"]), (1, 36, 4))
        self.assertEqual({item["difference"] for item in report["differences"]},
                         {"the program gives no answer"})
        status, report = self.compare(good, "sys.exit(1)", *options)
        self.assertEqual((status, report["differ"]), (1, 10))
        self.assertIn("10 of 40 cases were asked", report["broken"])
        status, message = self.compare("sys.exit(1)", good, *options)
        self.assertEqual(status, 1)
        self.assertIn("the reference: the run ended early", message)

    def test_unsupported_differs_if_the_program_must_be_complete(self):
        good = "answer = {'uri': 'a:'} if op == 'to-uri' else {'outcome': 'processable'}"
        lacks = "if op == 'decode': answer = {'outcome': 'processable'}"
        options = ("--operation", "to-uri")
        for reference, program in (good, lacks), (lacks, good):
            status, report = self.compare(reference, program, *options)
            self.assertEqual((status, report["unsupported"], report["differ"]), (0, 40, 0))
            status, report = self.compare(reference, program, *options, "--complete")
            self.assertEqual((status, report["unsupported"], report["differ"]), (1, 0, 40))

    def test_generated_inputs_keep_what_they_need(self):
        corpus = run.read_cases(run.CASES)
        generator = run.Generator(run.short(corpus["cases"]), 0)

        def asked(case):
            members = {name: value for name, value in case["input"].items()
                       if not name.endswith("edn")}
            return run.shown([case["operation"], members])

        def schemes(case):
            """Return the scheme numbers, and what depends on them."""
            data = case["input"]
            return case["revision"], data.get("default_port"), *run.scheme_numbers(data)

        inputs = set(map(asked, corpus["cases"]))
        known_schemes = set(map(schemes, corpus["cases"]))
        operations = set()
        changed = 0
        for number in range(3000):
            case = generator.case(number)
            operations.add(case["operation"])
            for name, value in case["input"].items():
                if run.is_bytes(case["operation"], name):
                    bytes.fromhex(value)
            self.assertIn(schemes(case), known_schemes)
            changed += asked(case) not in inputs
        self.assertEqual(operations, {case["operation"] for case in corpus["cases"]})
        self.assertGreater(changed, 2000)

    def test_changes_keep_what_values_need(self):
        generator = run.Generator([], 0)
        generator.items = [b"\0"]
        generator.values = {("to-cri", "uri"): ["\u0301"], ("scheme-name", "number"): [7],
                            ("compose", "options"): [[{"number": 3, "value": ""}]]}
        for _ in range(200):
            text = generator.changed("to-cri", "uri", "e")
            self.assertTrue(unicodedata.is_normalized("NFC", text), text)
            number = generator.changed("scheme-name", "number", run.LARGEST_NUMBER)
            self.assertLessEqual(number, run.LARGEST_NUMBER)
            options = generator.changed("compose", "options", [{"number": 11, "value": ""}])
            numbers = [option["number"] for option in options]
            self.assertEqual(numbers, sorted(numbers))

    def test_a_seed_makes_the_same_inputs_again(self):
        def inputs(seed):
            generator = run.Generator(cases, seed)
            return [generator.case(number) for number in range(20)]

        cases = run.read_cases(run.CASES)["cases"][:100]
        self.assertEqual(inputs(1), inputs(1))
        self.assertNotEqual(inputs(1), inputs(2))

    def test_items_of_cbor_are_found(self):
        for data, spans in [
            ("8220816168", [(1, 2), (3, 5), (2, 5), (0, 5)]),
            ("a16161c100", [(1, 3), (4, 5), (3, 5), (0, 5)]),
            ("8119ffff", [(1, 4), (0, 4)]),
            ("811affffffff", [(1, 6), (0, 6)]),
            ("811bffffffffffffffff", [(1, 10), (0, 10)]),
            ("5803000000", [(0, 5)]), ("f6", [(0, 1)]),
            ("", []), ("81", []), ("19ff", []), ("6261", []), ("8000", []), ("9fff", []),
        ]:
            self.assertEqual(run.spans(bytes.fromhex(data)), spans, data)


class Adapters(unittest.TestCase):
    """The implementation in Python, and a fault in it."""

    ADAPTER = HERE.parent / "reference" / "conform.py"

    def run_adapter(self, adapter, *options):
        command = [sys.executable, HERE / "run.py", *options, "--", sys.executable, adapter]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_answers_bad_lines_with_errors(self):
        def line(revision, data):
            return json.dumps({"id": "a", "operation": "encode", "revision": revision,
                               "without": None, "input": data}).encode()
        lines = [(line("rfc9988", {"cbor": "80"}), "80"),
                 (line("rfc9988", {"cbor": "8g"}), "internal"),
                 (line("rfc9988", {}), "internal"),
                 (line("rfc9988", None), "internal"),
                 (line("draft-3", {"cbor": "80"}), "internal"),
                 (b'{"operation":"encode"}', "not-a-case"),
                 (b"[]", "not-a-case"),
                 (b"\xff", "not-a-case")]
        asked = b"".join(line + b"\n" for line, _ in lines)
        found = subprocess.run([sys.executable, self.ADAPTER], input=asked,
                               capture_output=True, check=True).stdout.splitlines()
        found = [json.loads(line) for line in found]
        self.assertEqual([answer.get("cbor") or answer["error"]["kind"] for answer in found],
                         [kind for _, kind in lines])

    def test_comparing_two_programs_finds_a_fault(self):
        reference = f"{sys.executable} {self.ADAPTER}"
        with tempfile.TemporaryDirectory() as folder:
            faulty = pathlib.Path(folder, "faulty.py")
            faulty.write_text(
                f"import sys\nsys.path.insert(0, {str(self.ADAPTER.parent)!r})\n"
                "import conform, rfc3986\n"
                "def to_uri(data, *rest):\n"
                "    answer = conform.to_uri(data, *rest)\n"
                "    if '%' in answer['uri'][9:]: raise rfc3986.Invalid('no')\n"
                "    return answer\n"
                "conform.OPERATIONS['to-uri'] = to_uri\nconform.main()\n")
            options = ("--reference", reference, "--operation", "to-uri", "--count", "200")
            same = self.run_adapter(self.ADAPTER, *options)
            self.assertEqual((same.returncode, same.stderr), (0, ""), same.stdout)
            self.assertIn("200 generated inputs, seed 0: 200 equal, 0 differ", same.stdout)
            found = self.run_adapter(faulty, *options)
            self.assertEqual(found.returncode, 1)
            self.assertIn("\nto-uri: only the program fails: ", found.stdout)


if __name__ == "__main__":
    unittest.main()
