import { gapKey, type CoverageGap, type CoverageCount } from "@traffic-policy/policy-engine";
import {
  coverageOf,
  gapSentence,
  percentOf,
  ruleName,
  shownText,
} from "@traffic-policy/policy-engine/report";
import { type SourceRange, printable } from "@traffic-policy/policy-language";
import { excerpt, padded, widest } from "@traffic-policy/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import type { Unreachable } from "../../cases/unreachable.ts";

/**
 * What cases have covered of policies: what they have not, each with its place, and a table of the
 * rules.
 *
 * @param sourceOf - gives the text of a file, relative to the working directory
 */
export function coverageLines(
  policies: readonly PolicyUnderTest[],
  sourceOf: (file: string) => string | undefined,
  style: Style,
  unreachable: Unreachable = new Map(),
): string[] {
  if (policies.every(({ coverage }) => coverage === undefined)) return [];
  return [
    ...policies.flatMap((under) =>
      (under.coverage?.gaps() ?? []).flatMap((gap) =>
        gapLines(gap, under, {
          sourceOf,
          style,
          reason: unreachable.get(under)?.get(gapKey(gap)),
        }),
      ),
    ),
    style.bold("coverage"),
    ...policies.flatMap((under) => policyLines(under, style)),
    "",
  ];
}

export function totalOf(policies: readonly PolicyUnderTest[]): CoverageCount {
  return coverageOf(policies.flatMap(({ coverage }) => coverage ?? []));
}

/** Where a gap is in what somebody wrote. */
export function placeOfGap(
  { path, span }: CoverageGap,
  { source }: PolicyUnderTest,
): SourceRange | undefined {
  return source.locate(path, span ?? "value");
}

function gapLines(
  gap: CoverageGap,
  under: PolicyUnderTest,
  {
    sourceOf,
    style,
    reason,
  }: {
    readonly sourceOf: (file: string) => string | undefined;
    readonly style: Style;
    /** Why no case can cover it. */
    readonly reason: string | undefined;
  },
): string[] {
  const range = placeOfGap(gap, under);
  const color = reason === undefined ? style.yellow : style.blue;
  const label = color(style.bold(reason === undefined ? "uncovered" : "unreachable"));
  const head = `${label}${style.bold(`: ${shownText(gapSentence(gap), 300)}`)}`;
  const note = reason === undefined ? [] : [`${style.blue("  note:")} ${shownText(reason, 300)}`];
  if (range === undefined) return [head, ...note, ""];
  const { file, start } = range;
  return [
    head,
    `${style.blue("  -->")} ${printable(file)}:${start.line}:${start.column}`,
    ...excerpt(range, sourceOf(file), color, style),
    ...note,
    "",
  ];
}

function policyLines({ source, coverage, environment }: PolicyUnderTest, style: Style): string[] {
  if (coverage === undefined) return [];
  const suffix = environment === undefined ? "" : ` (${environment})`;
  const rows = coverage.rules.map((rule) => {
    const { matched, notMatched, failed } = rule.counts;
    const count = rule.count();
    const name = shownText(`${rule.reference.direction}: ${ruleName(rule.reference)}`, 60);
    const failures = failed === 0 ? "" : `, failed ${failed}`;
    return {
      name,
      percent: percentOf(count),
      text: `matched ${matched}, not matched ${notMatched}${failures}`,
    };
  });
  const width = widest(rows.map(({ name }) => name));
  return [
    line(percentOf(coverage.count()), `${style.bold(printable(source.file))}${suffix}`, style),
    ...rows.map(({ name, percent, text }) =>
      line(percent, `  ${padded(name, width)}  ${style.dim(text)}`, style),
    ),
  ];
}

function line(percent: number, text: string, style: Style): string {
  const shown = `${percent} %`.padStart(7);
  return `${percent === 100 ? style.green(shown) : style.yellow(shown)}  ${text}`;
}
