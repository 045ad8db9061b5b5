"""From a flagged phrase to a passage that no longer leads back: rewritten, or else masked.

How an editor uses it (every call blocks, so call it from a thread; none touches a draft's file)::

    model = Model(ModelOptions(path))             # costs nothing until first used
    rewriter = Rewriter(index, model)             # model=None: masking is the only fix
    draft = read_draft(text, markup, reading)     # the text as it is now
    proposal = rewriter.propose(draft, reading, markup, question, at, stop=..., progress=...)
    rewriter.rewrite_all(draft, ...)              # every finding, or those within a span
    rewriter.masks(draft, ...)                    # edits that mask the fewest words; no model
    model.close()

- ``at`` is the span of a finding (or of several). The proposal names the passage, up to
  ``ModelOptions.alternatives`` edits that passed every check, best first, and the mask edit.
- ``stop`` is asked often; once true the call raises ``StoppedError`` within a second.
- ``progress`` is called with a ``Progress`` (a phrase for people, and a fraction or None), from
  the calling thread; it must not raise.
- What goes wrong with the model raises ``UserError``, one sentence that says what to do. After a
  crash the next call starts the model afresh.
- Before applying an edit check ``edit.fits(text_now)``; a changed text needs a new proposal.

Knows nothing of LSP and of the command line. No text of a draft leaves the process but to the
model's own process on the same machine; nothing is logged.
"""
