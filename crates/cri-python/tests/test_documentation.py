import doctest
import pathlib

import cri
import cri.columns
import pytest

README = pathlib.Path(__file__).parents[1] / "README.md"


@pytest.mark.parametrize("module, least", [(cri, 26), (cri.columns, 17)])
def test_examples_of_docstrings(module, least):
    failed, attempted = doctest.testmod(module, extraglobs={"cri": cri})
    assert failed == 0 and attempted >= least


def test_examples_of_the_readme():
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert failed == 0 and attempted >= 17


def test_the_recipe_of_the_readme_is_that_of_the_example():
    example = (README.parent / "examples/aiocoap_client.py").read_text()
    recipe = README.read_text().split("```python\ndef request")[1].split("```")[0].strip()
    assert recipe in example
