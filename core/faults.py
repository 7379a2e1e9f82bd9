"""Errors that are the user's to mend, told apart from our own bugs."""


class UserError(Exception):
    """Something a person gave us cannot be used; the message is one clear line for that person.

    Everything else that is raised is a bug of ours and may show a traceback.
    """


def in_words(fault: Exception) -> str:
    """A fault as one line for a person: one of the system by what cannot be used and why, without numbers."""
    if not isinstance(fault, OSError) or not fault.strerror:
        return str(fault)
    return f"{fault.filename} cannot be used: {fault.strerror}" if fault.filename else fault.strerror
