"""The steps of building an index, in the order in which `unlinkable_index.builder` takes them.

`plan` (how the work is divided), `reading` with `hashing` and `records` (words and documents),
`levels` and `counting` (which phrases are kept), `numbering` (of posting lists), and `files`, for
which `entries`, `assembly` and `word_counts` make the sections. What lies on disk meanwhile is
`scratch`'s, in the folder that `workplace` gives; `workers` and `engines` do the work. Needed only
while an index is built; the reader knows nothing of them.
"""
