"""Protecting a draft with wordings put in before it is masked, and none in place of masks."""

from collections.abc import Sequence

from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.reworded import Reworded
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, never


class OnlyBefore(Rewriter):
    """A rewriter to measure and test against."""

    def instead_of_masks(
        self,
        task: Task,  # noqa: ARG002
        reworded: Reworded,
        masks: Sequence[Edit],
        *,
        stop: Stop = never,  # noqa: ARG002
    ) -> tuple[Reworded, tuple[Edit, ...]]:
        return reworded, tuple(masks)
