"""Tests of changes.py."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import changes


def case(name, revision, expect, uri="/a"):
    """Return a case of the vector `v`, which names its revision as the corpus does."""
    suffix = "" if revision == "any" else f"/{revision}"
    return {"id": f"{name}/to-cri{suffix}", "vector": name, "operation": "to-cri",
            "revision": revision, "input": {"uri": uri, "edn": "for readers"}, "expect": expect}


GOOD, OTHER = {"cbor": "81", "edn": "[]"}, {"cbor": "82"}
OLD = [case("v", "any", GOOD), case("w", "draft-16", GOOD, "/w")]
# The answer of one revision changed, so the case became two.
CHANGED = [case("v", "draft-16", GOOD), case("v", "rfc9988", OTHER), OLD[1]]
ENTRY = '- `v/to-cri/rfc9988`: "A URI is\n  an array." (draft-27, section 5)\n'


class Tests(unittest.TestCase):
    def compare(self, new, changelog=None):
        """Return the status, the first line and the last line of the output."""
        with tempfile.TemporaryDirectory() as folder:
            def file(name, text):
                path = pathlib.Path(folder, name)
                path.write_text(text, encoding="utf-8")
                return str(path)
            words = [file("old.json", json.dumps({"version": "1.0.0", "cases": OLD})),
                     "--cases", file("new.json", json.dumps({"version": "1.1.0", "cases": new}))]
            if changelog is not None:
                words += ["--changelog", file("CHANGES.md", "# Changes\n" + changelog)]
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                try:
                    status = changes.main(words)
                except SystemExit as error:
                    return error.code, "", ""
        lines = out.getvalue().splitlines()
        return status, lines[0], lines[-1]

    def assert_listed(self, is_listed, changelog):
        self.assertEqual(self.compare(CHANGED, changelog)[0], 0 if is_listed else 1)

    def test_an_answer_changes_in_one_revision(self):
        self.assertEqual(self.compare(CHANGED), (
            0, "changed  v/to-cri/rfc9988", "since 1.0.0: 1 changed, 0 removed, 0 added"))

    def test_an_alternative_is_an_answer(self):
        new = [{**OLD[0], "alternatives": [OTHER]}, OLD[1]]
        self.assertEqual(self.compare(new)[2], "since 1.0.0: 1 changed, 0 removed, 0 added")

    def test_ids_and_members_for_readers_change_no_answer(self):
        renamed = [case("x", "any", {**GOOD, "edn": "[ ]"}), OLD[1]]
        renamed[0]["input"]["edn"] = "[]"
        unchanged = "since 1.0.0: 0 changed, 0 removed, 0 added"
        self.assertEqual(self.compare(renamed, "\n## 1.0.0\n"), (0, unchanged, unchanged))

    def test_cases_are_removed_and_added(self):
        self.assertEqual(self.compare([OLD[0], case("w", "draft-16", GOOD, "/x")], "\n## 1.0.0\n"), (
            0, "removed  w/to-cri/draft-16", "since 1.0.0: 0 changed, 1 removed, 1 added"))

    def test_a_question_has_an_operation_a_revision_and_features(self):
        new = [{**OLD[1], "id": name, name: value, "expect": OTHER} for name, value in (
            ("operation", "encode"), ("revision", "rfc9988"), ("without", ["userinfo"]))]
        self.assertEqual(self.compare(OLD + new), (
            0, "added    operation", "since 1.0.0: 0 changed, 0 removed, 3 added"))

    def test_a_changed_case_needs_an_entry_with_a_quotation(self):
        self.assert_listed(True, f"\n## 1.1.0\n\n{ENTRY}\n## 1.0.0\n")
        self.assert_listed(True, f"\n## 1.1.0\n\n{ENTRY.replace('v/to-cri/rfc9988', 'v')}\n## 1.0.0\n")
        self.assert_listed(False, "\n## 1.1.0\n\n## 1.0.0\n")
        self.assert_listed(False, "\n## 1.1.0\n\n" + ENTRY.replace('"', "") + "\n## 1.0.0\n")

    def test_entries_of_the_older_version_do_not_count(self):
        self.assert_listed(False, f"\n## 1.1.0\n\n## 1.0.0\n\n{ENTRY}")

    def test_the_older_version_needs_a_section(self):
        self.assertEqual(self.compare(OLD, f"\n## 1.1.0\n\n{ENTRY}")[0], 2)


if __name__ == "__main__":
    unittest.main()
