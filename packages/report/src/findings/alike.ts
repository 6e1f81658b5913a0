import { type Diagnostic, type Severity } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";

/** Findings that say the same of different places, in their order. */
export type AlikeFindings = readonly [Diagnostic, ...Diagnostic[]];

/**
 * Five findings with their lines fill a screen, and each can be fixed from it. Further excerpts say nothing new, and
 * would scroll other findings away.
 */
const mostShownSingly = 5;

/**
 * Groups findings for people, in the order of the findings: single findings, or equal findings at more than five
 * places together.
 *
 * @param moreOf - the report's text for a finding besides its message and help, without the place
 */
export function alikeFindings(
  diagnostics: readonly Diagnostic[],
  moreOf: (diagnostic: Diagnostic) => string | undefined = () => undefined,
): AlikeFindings[] {
  const groups = new Map<string, Diagnostic[]>();
  const found = diagnostics.map((diagnostic): [Diagnostic, Diagnostic[]] => {
    const { rule, severity, message, help, related = [], environments } = diagnostic;
    const notes = related.map((other) => other.message);
    const more = moreOf(diagnostic);
    const key = JSON.stringify([rule, severity, message, help, notes, environments, more]);
    const group = getOrAdd(groups, key, () => []);
    group.push(diagnostic);
    return [diagnostic, group];
  });
  return found.flatMap(([diagnostic, group]): AlikeFindings[] => {
    if (group.length <= mostShownSingly) return [[diagnostic]];
    return group[0] === diagnostic ? [group as unknown as AlikeFindings] : [];
  });
}

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Severity as a number; smaller is more severe. */
export function rankOf({ severity }: Pick<Diagnostic, "severity">): number {
  return ranks[severity];
}

/**
 * Limits findings to the number that may be shown, in order. Leaves out the least severe findings: infos that come
 * first must not hide an error.
 */
export function mostSevere(
  groups: readonly AlikeFindings[],
  most = Infinity,
): readonly AlikeFindings[] {
  if (groups.length <= most) return groups;
  const bySeverity = groups.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  const shown = new Set(bySeverity.slice(0, most));
  return groups.filter((one) => shown.has(one));
}

/** The environments of findings: ` (staging)`; empty when they apply to all. */
export function environmentsText({
  environments,
}: {
  readonly environments?: readonly string[];
}): string {
  return environments === undefined ? "" : ` (${environments.join(", ")})`;
}

/** In how many places findings are: ` (12 times in 3 files)`; nothing of a single one. */
export function timesText(alike: AlikeFindings): string {
  if (alike.length === 1) return "";
  const files = new Set(alike.flatMap(({ location }) => location?.file ?? [])).size;
  const where = files === 0 ? "" : ` in ${files} ${files === 1 ? "file" : "files"}`;
  return ` (${alike.length} times${where})`;
}
