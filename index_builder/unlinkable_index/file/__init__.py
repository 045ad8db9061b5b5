"""The index file: what lies where in it, and how each part is read and, mostly, written.

`storage` (checksums and sections), `header`, `index_file` and `index_files` (checked reading of
numbers, also of an index in several files); then what the sections hold: `postings` and `texts`,
with `key_tables` and `packing`. Knows nothing of texts and words.
"""
