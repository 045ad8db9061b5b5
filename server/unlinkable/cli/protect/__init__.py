"""`unlinkable protect`: drafts in which nothing leads back any more."""
