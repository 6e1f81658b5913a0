import { verdictText } from "@traffic-policy/policy-proof/report";
import {
  aligned,
  literalCode,
  longestComment,
  markdownTable,
  withFolded,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { behaviourText } from "../../behaviour/report.ts";
import type { Terminal } from "../../context.ts";
import { differenceLines } from "../../deploying/target-rows.ts";
import { renderChanges, wordings } from "@traffic-policy/report/changes";
import { printError, toReportedError } from "../../report/error.ts";
import { printJson } from "../../report/json.ts";
import { counted } from "@traffic-policy/policy-language/internal";
import { visible } from "@traffic-policy/report";
import type { PolicyComparison, PolicyDiff, RevisionsDiff } from "./compare-revisions.ts";
import type { RevisionsDiffOutput } from "./output.ts";
import { comparisonJson, notComparedText, printNotCompared, type DiffView } from "./report.ts";

const { sides } = wordings.files;

export function printRevisionsDiff(
  diff: RevisionsDiff,
  { format, verbose, quiet }: DiffView,
  terminal: Terminal,
): void {
  if (format === "json") {
    printJson(revisionsJson(diff), terminal);
    return;
  }
  if (quiet) printNotCompared(diff.notCompared, terminal.err);
  else if (format === "markdown") terminal.out(revisionsMarkdown(diff));
  else printPretty(diff, verbose === true, terminal);
  for (const { error } of diff.policies) if (error !== undefined) printError(error, { terminal });
}

function printPretty(diff: RevisionsDiff, verbose: boolean, { print, style }: Terminal): void {
  const { policies, notCompared } = diff;
  const mask = new SecretMask();
  print(
    policies.length === 0 ? `${noneText(diff)}\n` : `Comparison ${rangeText(diff, visible)}:\n`,
  );
  const heads = aligned(
    policies.map(({ name, comparison }) => {
      const state = comparison?.state ?? "";
      const isWell = state === "new" || (comparison !== undefined && isSame(comparison));
      return [style.bold(visible(name)), (isWell ? style.green : style.red)(state)];
    }),
    style,
  );
  for (const [index, { comparison }] of policies.entries()) {
    if (comparison === undefined) continue;
    const { changes, behaviour } = comparison;
    print(`${heads[index]}\n`);
    print(renderChanges(changes, { wording: "files", style, mask, verbose }));
    if (!isSame(comparison)) print(behaviourText(behaviour, { sides, verbose, style, mask }));
  }
  printNotCompared(notCompared, print);
}

function rangeText({ before, after }: RevisionsDiff, shown: (name: string) => string): string {
  if (after === undefined) return `with ${shown(before.name)}`;
  return `of ${shown(before.name)} with ${shown(after.name)}`;
}

function noneText({ before, after, notCompared }: RevisionsDiff): string {
  const from = visible(before.name);
  const where = after === undefined ? `from ${from}` : `between ${from} and ${visible(after.name)}`;
  const which = notCompared.length > 0 ? "that was compared" : "in JSON or YAML";
  return `No policy ${which} differs ${where}.`;
}

function isSame({ state }: PolicyComparison): boolean {
  return state === "identical" || state === "equivalent";
}

const states = ["not read", "different", "new", "removed", "equivalent", "identical"] as const;

function stateOf({ comparison }: PolicyDiff): (typeof states)[number] {
  return comparison?.state ?? "not read";
}

/** Maximum length of the table in a comment, so that the differences have room. */
const longestTable = 20_000;

function revisionsMarkdown(diff: RevisionsDiff): string {
  const { policies, notCompared } = diff;
  const mask = new SecretMask();
  const sorted = policies.toSorted(
    (one, other) => states.indexOf(stateOf(one)) - states.indexOf(stateOf(other)),
  );
  const headings = ["policy", "state", "differences"];
  const table = markdownTable(headings, sorted.map(cellsOf), {
    noun: "file",
    longest: longestTable,
  });
  const left = notComparedText(notCompared, asCode);
  const text = [
    `### Traffic policies\n\nComparison ${rangeText(diff, asCode)}: ${countsText(diff)}.\n`,
    ...(policies.length === 0 ? [] : [`\n${table}`]),
    ...left.map((line) => `\n${line}\n`),
  ].join("");
  const parts = sorted.flatMap(({ name, comparison }) => {
    if (comparison === undefined || isSame(comparison)) return [];
    const lines = differenceLines(comparison, "files", mask);
    return [{ heading: literalCode(name), lines, language: "diff" }];
  });
  return withFolded(
    text,
    parts,
    longestComment,
    (count) =>
      `The differences of ${counted(count, "file")} are omitted, because a comment holds at most 65,536 characters. \`traffic-policy diff\` shows them.`,
  );
}

function asCode(name: string): string {
  return literalCode(name);
}

function countsText({ policies, notCompared }: RevisionsDiff): string {
  const counts = states.flatMap((state) => {
    const count = policies.filter((one) => stateOf(one) === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  if (counts.length > 0) return counts.join(", ");
  return notCompared.length > 0
    ? "no policy that was compared differs"
    : "no policy in JSON or YAML differs";
}

function cellsOf(diff: PolicyDiff): string[] {
  const { name, comparison, error } = diff;
  const state = stateOf(diff);
  if (comparison === undefined) {
    return [literalCode(name), `**${state}**`, literalCode(toReportedError(error).message)];
  }
  const { changes, behaviour } = comparison;
  if (isSame(comparison)) return [literalCode(name), state, ""];
  const meaning = behaviour === undefined ? [] : [verdictText(behaviour)];
  return [literalCode(name), `**${state}**`, [changes.length, ...meaning].join("; behaviour ")];
}

function revisionsJson({
  before,
  after,
  policies,
  notCompared,
}: RevisionsDiff): RevisionsDiffOutput {
  const mask = new SecretMask();
  return {
    version: 1,
    before: before.commit,
    after: after?.commit,
    policies: policies.map(({ name: policy, comparison, error }) => {
      if (comparison === undefined) return { policy, error: toReportedError(error) };
      return { policy, ...comparisonJson(comparison, mask) };
    }),
    notCompared,
  };
}
