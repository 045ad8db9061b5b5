"""The index file: what lies where in it, and how each part is read and, mostly, written.

`blocks` and `storage` (checksums and sections), `header`, `index_file` and `index_files` (checked
reading, also of an index in several files), `block_array` (numbers of a section); then what the
sections hold: `phrase_table` with `bloom_filter`, `document_sets`, `word_postings` with
`frequencies`, and `hash_table`. Knows nothing of texts and words.
"""
