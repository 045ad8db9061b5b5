"""What the user may set, and where it may be set.

One schema for the command line and every editor. Knows files and names; must never know the
protocol of an editor, an index or a model.
"""

from unlinkable.settings.choices import RankedSearch, Severity
from unlinkable.settings.layers import (
    WORKSPACE_FILE,
    Layer,
    editor_layer,
    editor_layers,
    file_layer,
    flags_layer,
    folder_layer,
    folders_ignored,
    own_layer,
    user_file,
    without_restricted,
    workspace_of,
)
from unlinkable.settings.schema import ModelSettings, SearchSettings, Settings
from unlinkable.settings.settling import Settled, implied_searchers, settle, settle_for
from unlinkable.settings.values import restricted_keys, settings_schema

__all__ = [
    "WORKSPACE_FILE",
    "Layer",
    "ModelSettings",
    "RankedSearch",
    "SearchSettings",
    "Settings",
    "Settled",
    "Severity",
    "editor_layer",
    "editor_layers",
    "file_layer",
    "flags_layer",
    "folder_layer",
    "folders_ignored",
    "implied_searchers",
    "own_layer",
    "restricted_keys",
    "settings_schema",
    "settle",
    "settle_for",
    "user_file",
    "without_restricted",
    "workspace_of",
]
