import {
  gapKey,
  type CoverageCount,
  type CoverageGap,
  type PolicyCoverage,
} from "@traffic-policy/policy-engine";
import {
  coverageOf,
  gapSentence,
  percentOf,
  ruleName,
  shownText,
} from "@traffic-policy/policy-engine/report";
import { type SourceRange } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeText } from "@traffic-policy/project";
import {
  excerpt,
  aligned,
  bar,
  inset,
  type ReportContext,
  type Section,
  type Style,
} from "@traffic-policy/report";
import type { Unreachable } from "../../cases/unreachable-gaps.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import { policyName } from "../../report/print-report.ts";

export function coverageSection(
  under: PolicyUnderTest,
  unreachable: Unreachable = new Map(),
  view: Pick<ReportContext, "sourceOf" | "style">,
): Section[] {
  const { coverage, source } = under;
  if (coverage === undefined) return [];
  const percent = percentOf(coverage.count());
  const gaps = coverage.gaps().map((gap) => {
    const reason = unreachable.get(under)?.get(gapKey(gap));
    return { gap, range: placeOfGap(gap, under), reason };
  });
  return [
    {
      name: policyName(under),
      columns,
      result: `${percentText(percent, view.style)} covered`,
      ...(percent === 100 && { isGood: true }),
      subject: "what is not covered",
      lines: [...ruleLines(coverage, view.style), ...gaps.flatMap((one) => gapLines(one, view))],
      findings: gaps.map(({ gap, range, reason }) => ({
        severity: "info",
        title: reason === undefined ? "Uncovered" : "Unreachable",
        message: [gapSentence(gap), reason ?? []].flat().join("\n"),
        location: range ?? { file: source.file },
      })),
    },
  ];
}

const columns = ["policy", "result"];

export function totalOf(policies: readonly PolicyUnderTest[]): CoverageCount {
  return coverageOf(policies.flatMap(({ coverage }) => coverage ?? []));
}

export function placeOfGap(
  { path, span }: CoverageGap,
  { source }: PolicyUnderTest,
): SourceRange | undefined {
  return source.locate(path, span ?? "value");
}

interface Gap {
  readonly gap: CoverageGap;
  readonly range: SourceRange | undefined;
  readonly reason: string | undefined;
}

function gapLines(
  { gap, range, reason }: Gap,
  { sourceOf, style }: Pick<ReportContext, "sourceOf" | "style">,
): string[] {
  const color = reason === undefined ? style.yellow : style.blue;
  const label = color(style.bold(reason === undefined ? "uncovered" : "unreachable"));
  return [
    "",
    `  ${label}${style.bold(`: ${shownText(gapSentence(gap), 300)}`)}`,
    ...[
      ...(range === undefined
        ? []
        : [
            `${style.blue("  -->")} ${printable(placeText(range.file, range.start))}`,
            ...excerpt(range, sourceOf(range.file), color, inset(style, 2)),
          ]),
      ...(reason === undefined ? [] : [`${style.blue("  note:")} ${shownText(reason, 300)}`]),
    ].map((line) => `  ${line}`),
  ];
}

function ruleLines({ rules }: PolicyCoverage, style: Style): string[] {
  const rows = rules.map((rule) => {
    const { matched, notMatched, failed } = rule.counts;
    const name = shownText(`${rule.reference.direction}: ${ruleName(rule.reference)}`, 60);
    const failures = failed === 0 ? "" : `, failed ${failed}`;
    const text = `matched ${matched}, not matched ${notMatched}${failures}`;
    const percent = percentOf(rule.count());
    const drawn = style[coverageColor(percent)](bar(percent / 100, 10, style));
    return [percentText(percent, style), drawn, name, style.dim(text)];
  });
  return aligned(rows, style, { numbers: [0], indent: 2 });
}

function percentText(percent: number, style: Style): string {
  return style[coverageColor(percent)](`${percent} %`);
}

function coverageColor(percent: number): "green" | "yellow" {
  return percent === 100 ? "green" : "yellow";
}
