/**
 * Looks for the server around this window: settings, workspace, Python environment, PATH. It knows
 * VS Code and the file system; the order of belief is that of `location`.
 */
import { access, constants } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { findServer, type ServerLocation } from "./location.ts";

/** The part of the Python extension's interface that is used when that extension is there. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly sysPrefix?: string } } | undefined>;
  };
}

export function configuredServer(): string {
  return vscode.workspace.getConfiguration("unlinkable").get("server.path", "").trim();
}

/** Where the extension for one platform has the program itself. */
function bundledProgram(extension: string): string {
  return path.join(extension, "dist", "program");
}

/** Where this extension installs a server for itself. */
export function ownEnvironment(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, "server");
}

export async function searchServer(
  context: vscode.ExtensionContext,
): Promise<ServerLocation | undefined> {
  const setting = configuredServer();
  return findServer({
    setting,
    bundled: bundledProgram(context.extensionPath),
    environments: setting === "" ? await environments() : [],
    searchPath: process.env["PATH"] ?? "",
    ownEnvironment: ownEnvironment(context),
    platform: process.platform,
    isExecutable,
  });
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Nothing of a workspace is believed, nor the environment chosen in it, before it is trusted. */
async function environments(): Promise<string[]> {
  const found = vscode.workspace.isTrusted
    ? [
        ...(vscode.workspace.workspaceFolders ?? [])
          .filter((folder) => folder.uri.scheme === "file")
          .flatMap((folder) => [".venv", "venv"].map((name) => path.join(folder.uri.fsPath, name))),
        await activePython(),
      ]
    : [];
  return [...found, process.env["VIRTUAL_ENV"], process.env["CONDA_PREFIX"]].filter(
    (folder) => folder !== undefined,
  );
}

async function activePython(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) return undefined;
  try {
    const { environments } = await extension.activate();
    const active = environments.getActiveEnvironmentPath(
      vscode.workspace.workspaceFolders?.[0]?.uri,
    );
    return (await environments.resolveEnvironment(active))?.executable.sysPrefix;
  } catch {
    return undefined; // Another extension's trouble is not ours.
  }
}
