"""From a flagged phrase to a passage that no longer leads back: rewritten, or else masked.

How an editor uses it (every call blocks, so call it from a thread; none touches a file)::

    from unlinkable.model.process.process import Model
    from unlinkable.model.author import ModelOptions
    from unlinkable.rewriting.rewriter import Rewriter
    from unlinkable.rewriting.task import Task

    model = Model(ModelOptions(path))             # costs nothing until first used
    rewriter = Rewriter(index, model, tables=Tables())    # either may be None
    task = Task.of(text, markup, reading, question)       # the text as it is now
    proposal = rewriter.propose(task, at, stop=..., report=...)
    rewriting = rewriter.rewrite_all(task, within, stop=..., report=...)
    revision = rewriter.masks(task, within)       # .edits, .text; needs no model
    model.close()

- ``at`` is the span of a finding (or of several). The `edits.Proposal` names the passage, up
  to ``ModelOptions.alternatives`` edits that passed every check, best first, the mask edit, what
  was refused and why, and a ``message`` where there is no rewriting.
- ``within``: a span, a paragraph's for instance, or None for the whole draft. ``.edits`` are in
  offsets of the task's text, in order and apart: one workspace edit makes them one undo step.
- ``stop`` (`stopping.Stop`) is asked often; once true the call raises ``StoppedError`` within a
  second. ``report`` is called with a `stopping.Progress` (a phrase for people, and a fraction or
  None) from the calling thread, and must not raise.
- What goes wrong with the model raises ``UserError``, one sentence that says what to do: at once
  `failures.ModelUnavailableError`; a `ModelFailedError` becomes the proposal's ``message``.
- Before applying an edit check ``edit.fits(text_now)``; a changed text needs a new proposal. For
  one replacement per phrase throughout a draft, keep an `edits.Replacements` for each
  document, have `Rewriter.remembering` use it, and after applying a proposal call
  ``replacements.learn_from(task.draft, proposal, alternative)``. ``rewrite_all`` does so by itself.

Knows nothing of LSP and of the command line. No text of a draft leaves the process but to the
model's own process on the same machine; nothing is logged. Nothing is exported here, so that the
model's process imports little.
"""
