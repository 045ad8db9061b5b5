"""What is easily missed or misread in a file is read, or the file is refused."""

from pathlib import Path

import pytest

from tests.unlinkable_index.documents.constructs import CONSTRUCTS, Construct
from unlinkable_index.documents import reader
from unlinkable_index.documents.shared.visible_text import FLOW_END
from unlinkable_index.errors import UserError


@pytest.mark.parametrize(
    "construct", [pytest.param(one, id=f"{one.suffix} {one.name}") for one in CONSTRUCTS]
)
def test_it_is_read_or_refused(construct: Construct) -> None:
    path = Path(f"a{construct.suffix}")
    if construct.refused:
        with pytest.raises(UserError, match=construct.refused):
            reader(construct.suffix)(construct.data, path)
        return
    text = reader(construct.suffix)(construct.data, path).text
    assert " | ".join(" ".join(flow.split()) for flow in text.split(FLOW_END)) == construct.reads
