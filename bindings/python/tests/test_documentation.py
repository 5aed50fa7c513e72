import doctest
import pathlib
import re

import cri_uri as cri
import pytest

README = pathlib.Path(__file__).parents[1] / "README.md"
GUIDE = README.parents[2] / "docs/src/python.md"


@pytest.mark.parametrize("module, least", [(cri, 40), (cri.columns, 23), (cri._cri, 2)])
def test_examples_of_docstrings(module, least):
    failed, attempted = doctest.testmod(module, extraglobs={"cri": cri})
    assert failed == 0 and attempted >= least


@pytest.mark.parametrize("path, least", [(README, 17), (GUIDE, 34)])
def test_examples_of_documents(path, least):
    # A block of code ends where its fence does.
    text = re.sub("(?m)^```$", "", path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0 and results.attempted >= least


def test_code_of_documents_is_that_of_the_examples():
    examples = [path.read_text(encoding="utf-8") for path in (README.parent / "examples").glob("*.py")]
    scale = README.parents[2] / "docs/src/at-scale.md"
    texts = [path.read_text(encoding="utf-8") for path in (README, scale)]
    blocks = [block for text in texts for block in re.findall(r"(?s)```python\n(def .*?)\n```", text)]
    assert len(blocks) == 3
    for block in blocks:
        assert any(block in example for example in examples), block
