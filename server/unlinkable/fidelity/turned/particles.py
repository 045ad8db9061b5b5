"""Whether a small word that says much came where nothing of its kind was said: "although", "even",
"still", "back".

Good wordings seldom bring one; what is turned without an opposite word often does. Knows what
`sense` read.
"""

from collections.abc import Iterator

from unlinkable.fidelity.sense.sense import Sense


def new_particles(before: Sense, after: Sense) -> Iterator[str]:
    for kind, shown in after.particles.items():
        if kind not in before.answering and kind not in before.particles:
            yield f"“{shown}” was not there before."
