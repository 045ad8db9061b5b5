/**
 * The page that shows what was found in one draft or in many. It makes HTML without scripts from
 * reports; it must never know where they come from.
 */
import type { Report, ReportedFinding } from "../server/protocol.ts";
import { findingsInWords } from "../status/statusText.ts";
import { counted } from "../status/words.ts";

export interface ReportedDraft {
  /** What the user calls it. */
  readonly name: string;
  readonly report: Report;
  /** Where a link to the draft, or to a finding in it, leads. */
  readonly link: (finding?: ReportedFinding) => string;
}

/** What is missing from a page. */
export interface Unfinished {
  /** Why some drafts could not be read, a sentence each. */
  readonly unread: readonly string[];
  /** How far the check came before the user stopped it. */
  readonly stoppedAt: { readonly checked: number; readonly of: number } | undefined;
}

/** What a check of the draft as it is cannot tell. */
const AS_MASKED =
  "<p>All this is said of the draft with its masks as they are. What leads back once a guesser has filled in " +
  "what other rulings tell of them is said in reports of <code>unlinkable protect</code> alone.</p>";

export function reportPage(
  title: string,
  drafts: readonly ReportedDraft[],
  unfinished: Unfinished,
): string {
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
${missing(unfinished)}
<p>${escaped(summary(drafts, flagged.length, unfinished))}</p>
${drafts.length > 1 ? overview(drafts) : ""}
${drafts
  .filter(({ report }) => report.findings.length > 0 || isDoubtful(report))
  .map(section)
  .join("\n")}
${drafts.length === 0 ? "" : AS_MASKED}
</body>
</html>`;
}

/** What was not checked is said before anything else. */
function missing({ unread, stoppedAt }: Unfinished): string {
  const stopped =
    stoppedAt === undefined
      ? ""
      : `<p><strong>Stopped: ${stoppedAt.checked} of ${counted(stoppedAt.of, "draft", "drafts")} were checked.</strong> Nothing is known of the others.</p>`;
  if (unread.length === 0) return stopped;
  const reasons = unread.map((one) => `<li>${escaped(one)}</li>`).join("\n");
  return `${stopped}<p><strong>${counted(unread.length, "draft was", "drafts were")} not checked:</strong></p>
<ul>${reasons}</ul>`;
}

function summary(
  drafts: readonly ReportedDraft[],
  flagged: number,
  { unread, stoppedAt }: Unfinished,
): string {
  const first = drafts[0]?.report;
  if (first === undefined) return "No draft was checked.";
  const all = unread.length === 0 && stoppedAt === undefined;
  const doubtful = drafts.filter(({ report }) => isDoubtful(report)).length;
  const { k, max_terms: terms } = first.settings;
  const ranks = drafts.some(({ report }) => report.ranked != null);
  const asked = [
    "single phrases",
    ...(terms === 1 ? [] : [`combinations of up to ${terms} search terms`]),
    ...(ranks ? ["passages put to an engine that ranks"] : []),
  ].join(", ");
  const against = `Checked against ${counted(first.index.documents, "original", "originals")}: ${asked} that lead to fewer than ${k}.`;
  const result =
    flagged === 0
      ? `In ${drafts.length === 1 ? "the draft" : all ? "all drafts" : "those that were checked"}, nothing leads back by these searches.`
      : drafts.length === 1
        ? "The draft has findings."
        : `${flagged} of ${drafts.length} drafts ${flagged === 1 ? "has" : "have"} findings.`;
  const doubts =
    doubtful === 0
      ? ""
      : ` In ${counted(doubtful, "draft", "drafts")} nothing was found, but that is not to be relied on.`;
  return `${against} ${flagged === 0 && doubtful > 0 ? "" : result}${doubts}`.trim();
}

function overview(drafts: readonly ReportedDraft[]): string {
  const rows = drafts.map(
    ({ name, report, link }) =>
      `<tr><td><a href="${escaped(link())}">${escaped(name)}</a></td>` +
      `<td>${resultInWords(report)}</td>` +
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
  const inOrder = [...report.findings].sort((a, b) => a.start - b.start || a.end - b.end);
  const rows = inOrder.map((finding) => {
    const others = finding.with?.map((term) => `“${escaped(term.text)}”`).join(" and ") ?? "";
    const carry = finding.terms?.map((term) => `“${escaped(term.text)}”`).join(", ") ?? "";
    const guess = finding.guess === undefined ? "" : `, guessed as “${escaped(finding.guess)}”`;
    const place = finding.place === undefined ? "" : ` (${escaped(finding.place.text)})`;
    return (
      `<tr><td>${finding.kind}</td>` +
      `<td><a href="${escaped(link(finding))}">${escaped(finding.text)}</a>${place}${others === "" ? "" : ` together with ${others}`}${carry === "" ? "" : `, carried by ${carry}`}${guess}</td>` +
      `<td class="number">${finding.joint_df ?? finding.df ?? "–"}</td>` +
      `<td>${escaped(finding.documents.join(", "))}</td></tr>`
    );
  });
  const doubts = report.doubts.map(({ message }) => `<li>${escaped(message)}</li>`).join("\n");
  if (report.findings.length === 0) {
    return `<h2>${escaped(name)}: ${resultInWords(report)}</h2>\n<ul>${doubts}</ul>`;
  }
  return `<h2>${escaped(name)}: ${resultInWords(report)}</h2>
${doubts === "" ? "" : `<ul>${doubts}</ul>`}
${likely}
<table><thead><tr><th scope="col">Kind</th><th scope="col">Text</th><th scope="col" class="number">How many</th><th scope="col">Which originals</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

/** Nothing was found, but something speaks against relying on that. */
function isDoubtful(report: Report): boolean {
  return report.findings.length === 0 && report.doubts.length > 0;
}

function resultInWords(report: Report): string {
  if (isDoubtful(report)) return "nothing found, not to be relied on";
  const whole = report.ranked?.rank === 1 ? ", but recognised by its whole text" : "";
  return report.findings.length === 0
    ? `nothing leads back${whole}`
    : findingsInWords(byKind(report));
}

function byKind(report: Report): Parameters<typeof findingsInWords>[0] {
  const of = (kind: string): number =>
    report.findings.filter((finding) => finding.kind === kind).length;
  return {
    phrases: of("phrase"),
    combinations: of("combination"),
    near: of("window") + of("gap"),
    leading: of("ranking"),
    guessable: of("guessable-mask"),
  };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
