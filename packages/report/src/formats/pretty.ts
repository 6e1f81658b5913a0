import { type Diagnostic, type Severity, type SourceRange } from "@traffic-policy/policy-language";
import { counted, getOrAdd, placeText, printable } from "@traffic-policy/policy-language/internal";
import {
  alikeFindings,
  environmentsText,
  mostSevere,
  rankOf,
  timesText,
  type AlikeFindings,
} from "../findings/alike.ts";
import type { LintReport, Report, Section } from "../report.ts";
import { excerpt } from "../findings/excerpt.ts";
import { fixSummary, fixText } from "../findings/fixes.ts";
import { secretsOf, type SecretsOf } from "../findings/hidden-secrets.ts";
import type { FormatTraits, ReportContext, Reporter, ShownFindings } from "../reporter.ts";
import { laidOut } from "../text/layout.ts";
import type { Style } from "../text/style.ts";
import { areMany, baselineText, countLines, foundText, leftOutText } from "../findings/summary.ts";

/**
 * Prints the report for people: every file with its checks, every finding with its source line, errors first, and a
 * summary. Equal findings at many places are shown once, and of hundreds of others the least severe are counted.
 */
const prettyReport: Reporter = (report, context) => {
  const seen = new Set<string>();
  const secrets = secretsOf(report);
  const { style } = context;
  const { diagnostics, fixes } = report;
  const { groups, shown } = groupsOf(report, context);
  const findings = shown.map((alike) => {
    const [first] = alike;
    const isFirst = !seen.has(first.rule);
    seen.add(first.rule);
    return finding(alike, fixText(first, fixes), isFirst, { ...context, secrets });
  });
  const isPart = shown.length < groups.length;
  const counts =
    isPart || areMany(diagnostics) ? [`${countLines(diagnostics, style).join("\n")}\n`] : [];
  const { sections = [], notes = [] } = report;
  const lines = [
    ...sectionLines(sections, style),
    ...findings,
    ...counts,
    ...notShown(groups, shown, context),
    ...notes,
    ...(report.summary === undefined
      ? summary(report, style)
      : [report.summary, ...leftOutText(report)]),
  ];
  return laidOut(`${lines.join("\n")}\n`, style);
};

export default prettyReport;

export const traits: FormatTraits = {
  reportsFixes: true,
  reportsNotChecked: true,
  takesMaxDiagnostics: true,
  printsExchangesOf: (report, context) => groupsOf(report, context).shown.map(([first]) => first),
};

interface PrettyContext extends Pick<ReportContext, "style" | "sourceOf"> {
  readonly secrets: SecretsOf;
}

function sectionLines(sections: readonly Section[], style: Style): string[] {
  const lines = sections.flatMap(({ name, about, result, isGood, lines: more }) => {
    const sign = isGood === undefined ? [] : [isGood ? style.green("✓") : style.red("✗")];
    const what = about === undefined ? [] : [style.dim(`for ${printable(about)}`)];
    const head = [[...sign, style.bold(printable(name))].join(" "), ...what, result].join("  ");
    return more.length === 0 ? [head] : [head, ...more, ""];
  });
  const isClosed = lines.length === 0 || lines.at(-1) === "";
  return [...lines, ...(isClosed ? [] : [""])].map((line) => line.trimEnd());
}

function groupsOf(
  { diagnostics, fixes }: LintReport,
  { all, maxDiagnostics }: ShownFindings,
): { readonly groups: readonly AlikeFindings[]; readonly shown: readonly AlikeFindings[] } {
  const ordered = byFile(diagnostics).toSorted((one, other) => rankOf(one) - rankOf(other));
  const groups = all
    ? ordered.map((diagnostic): AlikeFindings => [diagnostic])
    : alikeFindings(ordered, (diagnostic) => fixText(diagnostic, fixes));
  const errors = groups.filter(([first]) => first.severity === "error").length;
  const most = maxDiagnostics ?? (all ? Infinity : Math.max(mostShown, errors));
  return { groups, shown: mostSevere(groups, most) };
}

/** Of hundreds of findings, nobody reads more; errors are all shown. */
const mostShown = 50;

function byFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    getOrAdd(files, diagnostic.location?.file, () => []).push(diagnostic);
  }
  return [...files.values()].flat();
}

const mostPlaces = 3;

function finding(
  alike: AlikeFindings,
  fix: string | undefined,
  isFirst: boolean,
  context: PrettyContext,
): string {
  const { style } = context;
  const [diagnostic, ...others] = alike;
  const { severity, rule, message, help, location, related = [], witness, docs } = diagnostic;
  const color = colorOf(severity, style);
  const lines = [
    `${color(style.bold(severity))}${style.bold(`: ${printable(message)}`)} ${style.dim(printable(rule))}${environmentsText(alike[0])}${timesText(alike)}`,
  ];
  if (location !== undefined) {
    lines.push(`${style.blue("  -->")} ${placeOf(location)}${holderText(diagnostic)}`);
    const { file } = location;
    lines.push(...excerpt(location, context.sourceOf(file), color, style, context.secrets(file)));
  }
  for (const other of others.slice(0, mostPlaces - 1)) {
    const { location: place } = other;
    if (place === undefined) continue;
    lines.push(`${style.blue("  -->")} ${placeOf(place)}${holderText(other)}`);
  }
  if (alike.length > mostPlaces) {
    lines.push(style.dim(`      and ${alike.length - mostPlaces} more`));
  }
  for (const other of related) {
    const place = other.location === undefined ? printable(other.path) : placeOf(other.location);
    lines.push(`${style.blue("  note:")} ${printable(other.message)} (${place})`);
  }
  if (witness !== undefined) {
    lines.push(`${style.blue("  note:")} ${printable(witness.message)}`);
  }
  // The title of a fix may say all that the help does.
  if (help !== undefined && help !== `${diagnostic.fix?.title}.`) {
    lines.push(`${style.blue("  help:")} ${printable(help)}`);
  }
  if (fix !== undefined) lines.push(`${style.blue("   fix:")} ${printable(fix)}`);
  // A section of a page is about a rule that is none of lint's.
  const isSection = docs?.includes("#") === true;
  const more = isSection ? docs : `traffic-policy explain ${printable(rule)}`;
  if (isFirst) lines.push(`${style.blue("  more:")} ${more}`);
  return `${lines.join("\n")}\n`;
}

function placeOf({ file, start }: SourceRange): string {
  return placeText(printable(file), start);
}

function holderText({ holder }: Diagnostic): string {
  return holder === undefined ? "" : ` (${printable(holder)})`;
}

function colorOf(severity: Severity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.blue }[severity];
}

function notShown(
  groups: readonly AlikeFindings[],
  shown: readonly AlikeFindings[],
  { maxDiagnostics }: ShownFindings,
): string[] {
  const of = (some: readonly AlikeFindings[]): number =>
    some.reduce((sum, { length }) => sum + length, 0);
  const all = of(groups);
  const left = all - of(shown);
  const leftOut = `${left} of ${counted(all, "finding")}`;
  return [
    ...(shown.some(({ length }) => length > 1)
      ? ["Equal findings are shown once; `traffic-policy lint --all` shows each."]
      : []),
    ...(left === 0
      ? []
      : maxDiagnostics === undefined
        ? [
            `${leftOut} are counted only, the least severe; \`traffic-policy lint --all\` shows each.`,
          ]
        : [`--max-diagnostics leaves out ${leftOut}.`]),
  ];
}

function summary(report: Report, style: Style): string[] {
  const { files, failures } = report;
  const isNothing = files.length === 0 && failures.some(({ rule }) => rule === undefined);
  const { notChecked = [] } = report;
  const help = notChecked.some(({ reason }) => reason === "used by no target")
    ? " To lint more, name files or folders."
    : "";
  const left = leftOutText(report).map((text) => text + help);
  if (isNothing) return [foundText(report, style), ...left];
  return [foundText(report, style), ...left, ...fixSummary(report), ...baselineText(report)];
}
