"""Data sets on the page: each once, without repeated names and words, safe inside a script element."""

import json

import pytest

from dhstats.report.page.packing import embed_json, pack

ROWS = [{"name": "a", "value": 1}, {"name": "b", "value": None}, {"name": "a", "value": 0.5}]


def test_a_data_set_is_packed_once_for_all_charts_that_share_it() -> None:
    """Charts refer to data sets by number; equal ones have the same."""
    packed = pack({"one": {"mark": "bar", "datasets": {"x": ROWS}}, "two": {"datasets": {"y": ROWS}}})
    assert packed == {
        "tables": [{"names": ["name", "value"], "words": {"name": ["a", "b"]}, "rows": [[0, 1], [1, None], [0, 0.5]]}],
        "charts": [
            {"id": "one", "spec": {"mark": "bar"}, "tables": {"x": 0}},
            {"id": "two", "spec": {}, "tables": {"y": 0}},
        ],
    }


def test_a_column_with_words_and_gaps_keeps_both() -> None:
    """A missing word is a word of its own kind."""
    packed = pack({"one": {"datasets": {"x": [{"name": None}, {"name": "b"}]}}})
    assert packed["tables"] == [{"names": ["name"], "words": {"name": [None, "b"]}, "rows": [[0], [1]]}]


@pytest.mark.parametrize("text", ["</script>", "<!--", "a & b", "line\u2028end\u2029", "\"'\\"])
def test_embedded_json_cannot_end_its_element(text: str) -> None:
    """No letter that markup or an old script parser could take as its own remains, and nothing is lost."""
    embedded = embed_json({"name": text})
    assert not set(embedded) & set("<>&\u2028\u2029")
    assert json.loads(embedded) == {"name": text}


def test_embedded_json_has_no_numbers_that_json_lacks() -> None:
    """Infinity is a mistake of ours, not of the page's reader."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        embed_json(float("inf"))


def test_invisible_letters_are_spelt_out() -> None:
    """What turns text round, breaks lines or is half a letter is shown as what it is, in every chart."""
    told = embed_json({"name": "a\u202eb\u2066c\x9bd\ud800e"})
    assert told.isprintable()
    assert json.loads(told) == {"name": "a\\x202eb\\x2066c\\x9bd\\xd800e"}
    told.encode()
