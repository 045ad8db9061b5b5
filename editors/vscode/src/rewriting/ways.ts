/**
 * The ways to protect a draft, in words, as the user chooses among them.
 */

export const MASKING = {
  label: "$(eye-closed) Mask",
  detail: "Replaces the fewest words that break each finding. Quick, and works without a model.",
};

export const REWORDING = {
  label: "$(edit) Reword, and mask what remains",
  detail:
    "Says phrases otherwise where that is safe. Quick; with a language model, which rewrites more, it takes a while.",
};
