"""What the class needs of openmediavault."""
_owner = {}  # /etc/default/openmediavault


def getenv(key, default=None):
    """The owner's value, or the default."""
    return _owner.get(key, default)
