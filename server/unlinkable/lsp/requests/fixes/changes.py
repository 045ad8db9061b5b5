"""From the edits that rewriting makes to the changes of documents.

Knows nothing of how edits come about.
"""

from collections.abc import Iterable, Sequence

from unlinkable.lsp.text.documents import Splice
from unlinkable.lsp.text.edits import DocumentChange
from unlinkable.rewriting.edits.proposals import Edit, Remedy

_DONE = {Remedy.REWORD: "reworded", Remedy.REWRITE: "rewritten", Remedy.MASK: "masked"}


def splice(edit: Edit) -> Splice:
    """An edit, in the form that documents have."""
    return Splice(edit.start, edit.end, edit.after)


def splices(edits: Iterable[Edit]) -> list[Splice]:
    """Edits, in the form that documents have."""
    return [splice(edit) for edit in edits]


def change(edit: Edit, kinds: Sequence[Remedy], reasons: Sequence[str]) -> DocumentChange:
    """An edit that someone may leave out, with what it does and why it is made."""
    label = " and ".join(_DONE[kind] for kind in kinds).capitalize()
    return DocumentChange(splice(edit), label, " ".join(reasons))
