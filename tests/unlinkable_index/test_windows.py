"""Where phrases can be that an index does not store, as a dictionary of all phrases says."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.twin import Twin
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.file.postings import ABSENT
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings

words = st.lists(st.sampled_from("abcde"), max_size=12)
segmented = st.lists(st.lists(st.sampled_from("abcdez"), min_size=1, max_size=10), max_size=3)


@given(texts=st.lists(words.map(" ".join), min_size=1, max_size=12), draft=segmented)
@examples(40)
def test_a_phrase_is_in_the_documents_that_are_told_or_in_none(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], draft: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("collection")
    records = [{"id": f"r{number}", "text": text} for number, text in enumerate([*texts, "a"])]
    source = write_jsonl(folder / "c.jsonl", records)
    build_index([source], folder / "i", Options(max_words=5, processes=1))
    twin = Twin(records, 5)
    with Index.open(Path(folder / "i")) as index:
        # the draft, and every original as a draft: whatever stands in one is told to be there
        for run in [*draft, *(text.split() for text in texts if text)]:
            forms = [*run, "b"]
            segments = np.array([*(0 for _ in run), 1])
            levels = possible_postings(index, index.hasher.words(forms), segments, 4)
            assert len(levels) == min(4, len(forms))
            for n, postings in enumerate(levels, start=1):
                assert len(postings) == len(forms) - n + 1
                for start, posting in enumerate(postings.tolist()):
                    if n > 1 and start + n > len(run):  # over the end of a segment
                        assert posting == ABSENT
                        continue
                    documents = twin.documents_of.get(tuple(forms[start : start + n]), set())
                    told = set() if posting == ABSENT else set(index.documents_of(posting))
                    assert documents in (told, set())
