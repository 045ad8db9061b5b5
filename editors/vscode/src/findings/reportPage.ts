/**
 * The page that shows what was found in one draft or in many. It makes HTML without scripts from
 * reports; it must never know where they come from.
 */
import type { Report, ReportedFinding } from "../server/protocol.ts";
import { counted, findingsInWords } from "../status/statusText.ts";

export interface ReportedDraft {
  /** What the user calls it. */
  readonly name: string;
  readonly report: Report;
  /** Where a link to the draft, or to a finding in it, leads. */
  readonly link: (finding?: ReportedFinding) => string;
}

export function reportPage(title: string, drafts: readonly ReportedDraft[]): string {
  const flagged = drafts.filter((draft) => draft.report.findings.length > 0);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body { max-width: 60rem; padding: 0 1.5rem 2rem; line-height: 1.5; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0;
  border-bottom: 1px solid var(--vscode-widget-border, #8888); }
td.number, th.number { text-align: right; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(summary(drafts, flagged.length))}</p>
${drafts.length > 1 ? overview(drafts) : ""}
${flagged.map(section).join("\n")}
</body>
</html>`;
}

function summary(drafts: readonly ReportedDraft[], flagged: number): string {
  const first = drafts[0]?.report;
  if (first === undefined) return "There are no drafts here.";
  const { k, max_terms: terms } = first.settings;
  const asked =
    terms === 1
      ? "single phrases"
      : `single phrases, and combinations of up to ${terms} search terms`;
  const against = `Checked against ${counted(first.index.documents, "original", "originals")}: ${asked} that lead to fewer than ${k}.`;
  const result =
    flagged === 0
      ? `${drafts.length === 1 ? "The draft is" : "All drafts are"} clean.`
      : drafts.length === 1
        ? "The draft has findings."
        : `${flagged} of ${drafts.length} drafts ${flagged === 1 ? "has" : "have"} findings.`;
  return `${result} ${against}`;
}

function overview(drafts: readonly ReportedDraft[]): string {
  const rows = drafts.map(
    ({ name, report, link }) =>
      `<tr><td><a href="${escaped(link())}">${escaped(name)}</a></td>` +
      `<td>${report.findings.length === 0 ? "clean" : findingsInWords(byKind(report))}</td>` +
      `<td class="number">${report.words}</td>` +
      `<td>${escaped(report.likely_source?.document ?? "")}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Draft</th><th scope="col">Findings</th><th scope="col" class="number">Words</th><th scope="col">Likely source</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

function section({ name, report, link }: ReportedDraft): string {
  const source = report.likely_source;
  const likely =
    source === null
      ? ""
      : `<p>Likely source: ${escaped(source.document)}, to which ${counted(source.phrases, "finding leads", "findings lead")}.</p>`;
  const rows = report.findings.map((finding) => {
    const others = finding.with?.map((term) => `“${escaped(term.text)}”`).join(" and ") ?? "";
    return (
      `<tr><td>${finding.kind}</td>` +
      `<td><a href="${escaped(link(finding))}">${escaped(finding.text)}</a>${others === "" ? "" : ` together with ${others}`}</td>` +
      `<td class="number">${finding.joint_df ?? finding.df}</td>` +
      `<td>${escaped(finding.documents.join(", "))}</td></tr>`
    );
  });
  return `<h2>${escaped(name)}: ${findingsInWords(byKind(report))}</h2>
${likely}
<table><thead><tr><th scope="col">Kind</th><th scope="col">Text</th><th scope="col" class="number">How many</th><th scope="col">Which originals</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

function byKind(report: Report): { phrases: number; combinations: number } {
  const phrases = report.findings.filter((finding) => finding.kind === "phrase").length;
  return { phrases, combinations: report.findings.length - phrases };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
