"""The sections of an index, of all that was counted. The order is known to `building.files`."""
