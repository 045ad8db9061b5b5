/**
 * Which files are documents: no texts, but what their pages show can be read; and what that text is
 * called while it is shown. It must never know VS Code.
 */

/** The scheme of a document's text; the server knows it, too. */
export const SCHEME = "unlinkable-document";
const ENDING = ".txt";
const DOCUMENTS = /\.(?:docx|docm|odt|pdf|html?|xhtml|xml|eml)$/iu;
const WRITTEN_ANEW = /\.(docx|docm|odt)$/iu;

/** Whether the file at `path` is a document. */
export function isDocument(path: string): boolean {
  return DOCUMENTS.test(path);
}

/** The path of the text of the document at `path`. */
export function textPath(path: string): string {
  return path + ENDING;
}

/** The path of the document whose text is shown under `path`. */
export function documentPath(path: string): string {
  return path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path;
}

/** Where the protected version of the document at `path` goes unless the user says otherwise, and
 * the ending that it must have; `undefined` where only texts and other documents can be written. */
export function protectedVersion(
  path: string,
): { readonly path: string; readonly ending: string } | undefined {
  const ending = WRITTEN_ANEW.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  const written = ending === "docm" ? "docx" : ending; // the result has no macros
  return { path: `${path.slice(0, -ending.length - 1)}-protected.${written}`, ending: written };
}
