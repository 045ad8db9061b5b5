"""The steps of building an index, in the order in which `work` takes them.

`plan` (how the work is divided), `taking_in` (words and documents), `levels` and `counting` (which
phrases are kept), and `files`, for which `sections` makes the sections; `in_place` puts them where
they belong. What does the work, and where it lies meanwhile, is `running`. Needed only while an
index is built; the reader knows nothing of them.
"""
