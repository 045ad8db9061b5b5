"""WordNet: how its files are written, and what of it is shipped, which words are related.

Princeton's licence is beside this module.
"""

from unlinkable.language.wordnet.thesaurus import Thesaurus, read_thesaurus

__all__ = ["Thesaurus", "read_thesaurus"]
