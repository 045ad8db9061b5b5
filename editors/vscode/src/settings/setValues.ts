/**
 * The settings that the user has set, without the defaults, so that a default of the editor never
 * hides what `unlinkable.toml` says. It knows VS Code's settings; it must never know what they do.
 */
import * as vscode from "vscode";

const OWN = ["unlinkable.server.", "unlinkable.trace."];

export interface Schema {
  /** Names such as `unlinkable.model.path`, those of this extension alone left out. */
  readonly names: readonly string[];
  /** Names that an untrusted workspace must not choose. */
  readonly restricted: ReadonlySet<string>;
}

interface Manifest {
  readonly contributes: { readonly configuration: readonly { properties: object }[] };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

export function schemaOf(extension: vscode.Extension<unknown>): Schema {
  const manifest = extension.packageJSON as Manifest;
  return {
    names: manifest.contributes.configuration
      .flatMap((page) => Object.keys(page.properties))
      .filter((name) => !OWN.some((prefix) => name.startsWith(prefix))),
    restricted: new Set(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations),
  };
}

export type SetValues = Record<string, unknown>;

/**
 * What is set for `scope`, as the server takes it: what the user has set for all work, and beside it,
 * as `workspace`, what is set for this workspace alone.
 */
export function setValues(schema: Schema, scope: vscode.Uri | undefined): SetValues {
  const configuration = vscode.workspace.getConfiguration(undefined, scope ?? null);
  const user: SetValues = {};
  const workspace: SetValues = {};
  for (const name of schema.names) {
    const found = configuration.inspect(name);
    const keep = (values: SetValues, value: unknown) => {
      const empty = isEmpty(value) && isEmpty(found?.defaultValue);
      if (value !== undefined && !empty) values[name.slice("unlinkable.".length)] = value;
    };
    keep(user, found?.globalValue);
    if (vscode.workspace.isTrusted || !schema.restricted.has(name)) {
      keep(workspace, found?.workspaceFolderValue ?? found?.workspaceValue);
    }
  }
  return { ...nested(user), workspace: nested(workspace) };
}

/** The settings page has no way to say "not set" but an empty field or list. */
function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (Array.isArray(value) && value.length === 0);
}

/** `{"model.path": p}` as `{model: {path: p}}`. */
function nested(values: SetValues): SetValues {
  const result: SetValues = {};
  for (const [name, value] of Object.entries(values)) {
    const parts = name.split(".");
    const last = parts.pop() ?? name;
    let group = result;
    for (const part of parts) group = (group[part] ??= {}) as SetValues;
    group[last] = value;
  }
  return result;
}
