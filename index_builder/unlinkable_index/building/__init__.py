"""The steps of building an index, in the order in which `unlinkable_index.builder` takes them.

`reading` and `units` (words and documents), `levels` (which phrases are kept), `numbering` (of
posting lists), and `files`, for which `entries`, `assembly`, `word_counts` and `ids` make the
sections. Needed only while an index is built; the reader knows nothing of them.
"""
