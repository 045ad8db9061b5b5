"""The rulings that vote on the versions of one draft, from mask to mask.

Which rulings are nearest, and how near, is asked of every version; but these are nearly always the
same, so each is read once, and what was found in them is kept. Knows drafts and an attacker; must
know nothing of how masks are chosen.
"""

from unlinkable.attackers.attacker import Attacker, weight
from unlinkable.attackers.votes import Voter, Voters
from unlinkable.draft import Draft

_READ = 150
"""So many rulings are read where one is missing: the next versions will have most of these."""


class VotersOfVersions:
    """The rulings of an attacker before the versions of one draft that was made from ``source``;
    None: from the document that it ranks first."""

    def __init__(self, attacker: Attacker, draft: Draft, source: int | None) -> None:
        """Raises UserError when the index is damaged."""
        self._attacker = attacker
        self._left_out = attacker.left_out(draft, source)
        self._read: set[str] = set()
        self._voters = Voters([], attacker.masks)

    def of(self, version: Draft) -> Voters | None:
        """Those that vote on a version; None where there are none. Raises UserError when the index
        is damaged."""
        near = self._attacker.nearest(version, self._left_out)
        if not near:
            return None
        if not self._read.issuperset(one.id for one in near):
            more = self._attacker.nearest(version, self._left_out, _READ)
            new = [Voter(one.id, one.text, 0.0) for one in more if one.id not in self._read]
            self._read.update(voter.id for voter in new)
            self._voters = self._voters.joined_by(new)
        return self._voters.weighing({one.id: weight(one, near[0]) for one in near})
