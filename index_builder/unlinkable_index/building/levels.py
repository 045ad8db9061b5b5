"""Which phrases are kept: one level, that is one length of phrase, at a time.

A phrase of n words is looked at only where both its halves of n - 1 words are common (in two
documents or more): whatever contains a rare phrase need not be stored. Of the phrases looked at,
those are kept whose df is lower than that of both halves. The others are in the very documents
that one of their halves is in, so for a search they say nothing new; for any k, they can be neither
minimal rare nor make a combination that their half does not make. All phrases with df 1 that are
looked at are kept, since their halves are common.

Here is what the files of a level are, and what is in them; `counting` does the work. Knows nothing
of texts, nor of the layout of the index file.
"""

from dataclasses import dataclass, field

from unlinkable_index.building.scratch import Scratch, ScratchFile


@dataclass(frozen=True)
class PhraseLevel:
    """What every task of one level needs to know.

    - ``chunks``: how many chunks of words there are;
    - ``partition_bits``: how many high bits of keys tell their partition;
    - ``last``: no longer phrases will be asked for;
    - ``numbered``: its phrases, which are single words, are numbered for positions.
    """

    scratch: Scratch
    key: bytes = field(repr=False)  # engines may log what fails
    n: int
    chunks: int
    partition_bits: int
    last: bool
    numbered: bool = False

    @property
    def partitions(self) -> int:
        """How many partitions of keys there are."""
        return 1 << self.partition_bits

    @property
    def tasks(self) -> int:
        """How many tasks there are."""
        return self.partitions + self.chunks * (1 + self.numbered + (not self.last))

    @property
    def is_done(self) -> bool:
        """Whether all its tasks are done."""
        return self.scratch.has(self._done)

    def clear(self) -> None:
        """Note that the level is done, and remove what no later one needs."""
        self.scratch.write(self._done)
        for chunk in range(self.chunks):
            self.scratch.remove(self.sent(chunk), f"dfs-{self.n - 1}-{chunk}")
        for partition in range(self.partitions):
            self.scratch.remove(self.answers(partition), self.ranks(partition))
            self.scratch.remove(self.numbers_sent(partition))

    @property
    def _done(self) -> str:
        return f"level-{self.n}-done"

    def sent(self, chunk: int) -> str:
        """The file of what a chunk sends to the partitions."""
        return f"sent-{self.n}-{chunk}"

    def answers(self, partition: int) -> str:
        """The file of the dfs that a partition gives back to the chunks."""
        return f"answers-{self.n}-{partition}"

    def ranks(self, partition: int) -> str:
        """The file of which word of a partition, by rising keys, each word sent to it is."""
        return f"ranks-{partition}"

    def numbers_sent(self, partition: int) -> str:
        """The file of the numbers of words that a partition gives back to the chunks."""
        return f"numbers-sent-{partition}"

    def group(self, partition: int) -> str:
        """The file of a `Group`."""
        return f"group-{self.n}-{partition}"

    def dfs(self, chunk: int) -> str:
        """The file of the dfs in a chunk: of the phrase that starts at each word, 0 where that is
        in one document, or is not looked at."""
        return f"dfs-{self.n}-{chunk}"


@dataclass(frozen=True)
class Group:
    """The phrases of one level in one partition that are kept, in ``file``.

    - "rare_keys", "rare_documents": of the phrases with df 1 the key and the document;
    - "common_keys", "common_sets": of those with df 2 or more the key, and which document set;
    - "set_hashes", "set_sizes", "set_members": of each different document set its hash (rising) and
      how many documents it has, and all these documents;
    - "rare_frequencies", "common_frequencies": at level 1 how often a word stands in a document, at
      least 1: one number for each rare word, and one for each common word and each of its
      documents, in the order of "common_keys" and of document numbers.
    """

    name: str
    file: ScratchFile

    @classmethod
    def of(cls, scratch: Scratch, level: PhraseLevel, partition: int) -> "Group":
        """That of one partition at a level that is done."""
        name = level.group(partition)
        return cls(name, scratch.file(name))

    @property
    def rare(self) -> int:
        """How many phrases have df 1."""
        return self.file.count("rare_keys")

    @property
    def kept(self) -> int:
        """How many phrases of df 2 or more are kept."""
        return self.file.count("common_keys")

    @property
    def sets(self) -> int:
        """How many different document sets these have."""
        return self.file.count("set_sizes")

    @property
    def members(self) -> int:
        """How many documents these sets have in all."""
        return self.file.count("set_members")


def words_file(chunk: int) -> str:
    """The file of the words of a chunk, which are some runs of words.

    - "words": the hash of every word; a phrase never goes from run to run;
    - "records", "lengths": of each run, which record it is of and how many words it has;
    - "uncounted": how many of its first words do not count in frequencies, since they stand in
      another run as well, or only in another reading;
    - "repeated": how many of its first words are the last ones of the run before, which it goes on
      with: a long run is cut.
    """
    return f"words-{chunk}"


def text_file(chunk: int) -> str:
    """The file of the words of a chunk as "numbers" (int32); -1: of a copy, which does not count.

    They are those of `words_file`, in the same runs.
    """
    return f"text-{chunk}"


def vocabulary_file(partition: int) -> str:
    """The file of the words of one partition: "keys", rising, and their "numbers" (uint32)."""
    return f"vocabulary-{partition}"


DOCUMENTS_FILE = "documents"
"""The file of the records: "documents", the document of each, and "own", whether it counts at all:
a copy of an earlier record does not."""
