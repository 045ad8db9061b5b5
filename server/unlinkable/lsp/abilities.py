"""What the client can do and what it asked for when it started the server. Knows the protocol's
capabilities; must know nothing of documents or findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lsprotocol.types import ClientCapabilities, InitializeParams, MarkupKind


@dataclass(frozen=True)
class InitializationOptions:
    """The ``initializationOptions``; whatever is malformed counts as absent."""

    settings: Mapping[str, object] = field(default_factory=dict)
    trusted: bool = True
    """Whether the workspace may choose the files that are opened (index, model, ...)."""
    locations: bool = False
    """Whether the client shows ``unlinkable/locations``."""
    alternatives: bool = False
    """Whether the client answers ``unlinkable/chooseAlternative``."""
    rewriting_unavailable: bool = False
    """Whether the client shows ``unlinkable/rewritingUnavailable``."""
    most_diagnostics: int = 1_000_000
    """How many diagnostics of a document the client shows."""
    left: bool = False
    """Whether the client shows ``unlinkable/left``."""
    no_index: bool = False
    """Whether the client itself says that no index is set, and offers one."""
    push: bool = False
    """Whether the client wants diagnostics sent, although it could fetch them."""
    status: bool = True
    """Whether the client wants ``unlinkable/status``."""

    @classmethod
    def of(cls, given: object) -> "InitializationOptions":
        """The options in what the client sent."""
        if not isinstance(given, Mapping):
            return cls()
        return cls(
            settings=_settings(given),
            trusted=given.get("trusted") is not False,
            locations=given.get("locations") is True,
            alternatives=given.get("alternatives") is True,
            rewriting_unavailable=given.get("rewritingUnavailable") is True,
            most_diagnostics=_number(given.get("mostDiagnostics"), cls.most_diagnostics),
            left=given.get("left") is True,
            no_index=given.get("noIndex") is True,
            push=given.get("push") is True,
            status=given.get("status") is not False,
        )


@dataclass(frozen=True)
class Abilities:
    """The abilities of the client that change what the server does."""

    options: InitializationOptions = field(default_factory=InitializationOptions)
    configuration: bool = False
    watches_files: bool = False
    work_done_progress: bool = False
    markdown: bool = False
    related_information: bool = False
    resolves_edits: bool = False
    versioned_edits: bool = False
    preferred_actions: bool = False
    confirms_changes: bool = False
    """Whether each change of an edit can carry its reason, and be left out."""
    fetches: bool = False
    """Whether the client can fetch diagnostics, and be told to fetch them anew."""
    code_pages: bool = False
    """Whether the client leads from the code of a diagnostic to the page on it."""
    applies_edits: bool = False
    """Whether the client makes edits that the server asks for."""

    @property
    def pulls(self) -> bool:
        """Whether the client fetches diagnostics, so that none are sent to it."""
        return self.fetches and not self.options.push

    @classmethod
    def of(cls, params: InitializeParams) -> "Abilities":
        """What the client said of itself."""
        return cls(
            InitializationOptions.of(params.initialization_options),
            *_abilities(params.capabilities),
        )


_OWN = {
    *("settings", "trusted", "status", "left", "noIndex", "push", "mostDiagnostics", "locations"),
    *("rewritingUnavailable", "alternatives"),
}


def _settings(options: Mapping[str, object]) -> Mapping[str, object]:
    """The settings in the options: their member ``settings``, or what else there is, since some
    editors send the settings of a server as they stand."""
    settings = options.get("settings")
    if isinstance(settings, Mapping):
        return settings
    return {name: value for name, value in options.items() if name not in _OWN}


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and value > 0 else otherwise


def _abilities(can: ClientCapabilities) -> tuple[bool, ...]:
    workspace, window, text = can.workspace, can.window, can.text_document
    edit = workspace and workspace.workspace_edit
    watched = workspace and workspace.did_change_watched_files
    hover = text and text.hover
    publish = text and text.publish_diagnostics
    action = text and text.code_action
    fetched = workspace and workspace.diagnostics
    resolve = action and action.resolve_support
    return (
        bool(workspace and workspace.configuration),
        bool(watched and watched.dynamic_registration),
        bool(window and window.work_done_progress),
        bool(hover and MarkupKind.Markdown in (hover.content_format or ())),
        bool(publish and publish.related_information),
        bool(resolve and action and action.data_support and "edit" in resolve.properties),
        bool(edit and edit.document_changes),
        bool(action and action.is_preferred_support),
        bool(edit and edit.document_changes and edit.change_annotation_support),
        bool(text and text.diagnostic and fetched and fetched.refresh_support),
        bool(publish and publish.code_description_support),
        bool(workspace and workspace.apply_edit),
    )
