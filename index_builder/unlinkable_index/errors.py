"""The one error meant for people: a sentence that says what is wrong, where, and what to do."""


class UserError(Exception):
    """Something the user can mend. Its text never holds text of a draft or of the collection."""
