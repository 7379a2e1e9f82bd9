"""Errors that are the user's to mend, told apart from our own bugs."""


class UserError(Exception):
    """Something a person gave us cannot be used; the message is one clear line for that person.

    Everything else that is raised is a bug of ours and may show a traceback.
    """
