"""What the system says when a file cannot be had, in the person's language; what is rare keeps the system's words."""

from __future__ import annotations

import errno

from game.i18n import gettext, marked

_SAID = {
    errno.ENOENT: marked("No such file or directory"),
    errno.EACCES: marked("Permission denied"),
    errno.EPERM: marked("Operation not permitted"),
    errno.EISDIR: marked("Is a directory"),
    errno.ENOTDIR: marked("Not a directory"),
    errno.ENOSPC: marked("No space left on device"),
    errno.EROFS: marked("Read-only file system"),
    errno.EEXIST: marked("File exists"),
    errno.ENAMETOOLONG: marked("File name too long"),
    errno.EIO: marked("Input/output error"),
    errno.EMFILE: marked("Too many open files"),
    errno.ENFILE: marked("Too many open files in system"),
}


def system_words(error: OSError) -> str:
    """Why the system refused something, without the number and the path: whoever tells it names the file."""
    said = _SAID.get(error.errno or 0)
    return gettext(said) if said else error.strerror or str(error)
