"""The steps of building an index, in the order in which `unlinkable_index.builder` takes them.

`reading` and `units` (words and documents), `levels` (which phrases
are kept), `numbering` (of posting lists), `assembly` (the sections of the file). Needed only while
an index is built; the reader knows nothing of them.
"""
