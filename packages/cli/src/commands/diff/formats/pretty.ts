import { padded, widest, visible } from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { behaviourText, type BehaviourView } from "../../../behaviour/report.ts";
import { counted } from "@traffic-policy/policy-language/internal";
import type { TargetComparison, TargetDiff } from "../compare.ts";
import type { FilesDiff } from "../compare-files.ts";
import type { Terminal } from "../../../context.ts";
import { renderChanges, wordings } from "@traffic-policy/report/changes";
import { printTargetErrors } from "../../../report/error.ts";
import { describeTarget } from "../../../service/target-words.ts";

/** More identical targets than this are reported as a number. */
const mostIdentical = 20;

export default function prettyDiff(
  diffs: readonly TargetDiff[],
  verbose: boolean,
  terminal: Terminal,
): void {
  const { out, style } = terminal;
  const mask = new SecretMask();
  const identical = diffs.filter(({ comparison }) => comparison?.state === "identical");
  const isCounted = identical.length > mostIdentical && !verbose;
  const shown = isCounted
    ? diffs.filter(({ comparison }) => comparison?.state !== "identical")
    : diffs;
  const width = widest(shown.map(({ name }) => visible(name)));
  for (const { name, target, comparison } of shown) {
    if (comparison === undefined) continue;
    const { state, changes, note: stored } = comparison;
    const isWriting = state === "equivalent" && !verbose;
    const note = isWriting
      ? style.dim(`, written differently in ${counted(changes.length, "place")}`)
      : "";
    out(
      `${style.bold(padded(visible(name), width))}  ${stateText(comparison, style)}  ${style.dim(visible(describeTarget(target)))}${note}\n`,
    );
    if (stored !== undefined) out(`  ${style.yellow("note:")} ${visible(stored)}\n`);
    if (!isWriting) out(renderChanges(changes, { wording: "diff", style, mask, verbose }));
    out(meaning(comparison, { sides: wordings.diff.sides, verbose, style, mask }));
  }
  if (isCounted) out(`${style.green(`${identical.length} targets are identical.`)}\n`);
  printTargetErrors(diffs, terminal);
}

export function printFilesDiff(diff: FilesDiff, verbose: boolean, { out, style }: Terminal): void {
  const { files, changes, note } = diff;
  const mask = new SecretMask();
  const names = files.map((file) => visible(file)).join(" → ");
  out(`${stateText(diff, style).trimEnd()}  ${style.dim(names)}\n`);
  if (note !== undefined) out(`  ${style.yellow("note:")} ${visible(note)}\n`);
  out(renderChanges(changes, { wording: "files", style, mask, verbose }));
  out(meaning(diff, { sides: wordings.files.sides, verbose, style, mask }));
}

function meaning({ state, behaviour }: TargetComparison, view: BehaviourView): string {
  if (state === "identical" || state === "equivalent") return "";
  return behaviourText(behaviour, view);
}

function stateText({ state }: TargetComparison, style: Terminal["style"]): string {
  const color = {
    identical: style.green,
    equivalent: style.green,
    different: style.red,
    absent: style.red,
  };
  return color[state](state.padEnd("equivalent".length));
}
