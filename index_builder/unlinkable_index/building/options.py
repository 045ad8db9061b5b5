"""How an index is to be built, what has come of it, and who is told how far it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol

from unlinkable_index.building.plan import MEGABYTE
from unlinkable_index.collection import USUAL_SOURCES, SourceOptions
from unlinkable_index.file.header import Header


class OnStage(Protocol):
    """Told how far the work is: a name for the stage, and the part of the whole that is done."""

    def __call__(self, stage: str, done: float) -> None: ...


class Keep(Enum):
    """What is kept beside an index for the next time: see `kept`.

    - ``NOTHING``;
    - ``STATE``: of what it was built, so that a build of the same does nothing;
    - ``WORDS``: that, and the words of the originals, so that others can be added.
    """

    NOTHING = "nothing"
    STATE = "state"
    WORDS = "words"


@dataclass(frozen=True)
class Options:
    """How to build.

    - ``memory``: bytes, the bound of all processes together (at least 300 MiB);
    - ``key``: seals the index;
    - ``identities``: without them no id, title or other metadata is kept, and documents are only
      numbered;
    - ``range_bits``: the phrases are spread, by ranges of their keys, over 2^range_bits files (at
      most 64) beside the index;
    - ``work``: a folder to work in, in which a build that was interrupted leaves what it has done,
      and the next one with the same options goes on from there;
    - ``engine``, ``scheduler``: what runs the long part of the work, and where a cluster is;
    - ``shared``: the address, as fsspec names it, of a place for what its workers tell each other;
      None: the folder that is worked in, which then all of them must see;
    - ``sources``: how the sources are read;
    - ``groups``: a file that says which records count as one, beside their own groups;
    - ``keep``: what is kept beside the index;
    - ``stems``: the name of the stems that stand for word forms, if any (`name_of_stems`);
    - ``positions``: the index tells which word stands where.
    """

    max_words: int = 7
    processes: int = 2
    memory: int = 1024 * MEGABYTE
    key: bytes | None = None
    identities: bool = True
    range_bits: int = 0
    work: Path | None = None
    engine: str = "local"
    scheduler: str | None = None
    shared: str | None = None
    sources: SourceOptions = USUAL_SOURCES
    groups: Path | None = None
    keep: Keep = Keep.NOTHING
    stems: tuple[str, ...] = ()
    positions: bool = True


@dataclass(frozen=True)
class Built:
    """What was built, in bytes of all files, how many records have no words, and the files of
    folders that hold no record, each with the reason.

    ``anew``: false where the index was there already and nothing had changed.
    """

    header: Header
    size: int
    records_without_words: int
    left_out: Mapping[Path, str] = field(default_factory=dict)
    anew: bool = True


USUAL = Options()
"""How to build where nothing else is said."""
