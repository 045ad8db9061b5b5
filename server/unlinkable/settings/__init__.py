"""What the user may set, and where it may be set.

One schema for the command line and every editor. Knows files and names; must never know the
protocol of an editor, an index or a model.
"""

from unlinkable.settings.layers import (
    WORKSPACE_FILE,
    Layer,
    Settled,
    editor_layer,
    file_layer,
    flags_layer,
    settle,
    settle_for,
    user_file,
    without_restricted,
)
from unlinkable.settings.schema import (
    ModelSettings,
    Settings,
    Severities,
    Severity,
    restricted_keys,
    settings_schema,
)

__all__ = [
    "WORKSPACE_FILE",
    "Layer",
    "ModelSettings",
    "Settings",
    "Settled",
    "Severities",
    "Severity",
    "editor_layer",
    "file_layer",
    "flags_layer",
    "restricted_keys",
    "settings_schema",
    "settle",
    "settle_for",
    "user_file",
    "without_restricted",
]
