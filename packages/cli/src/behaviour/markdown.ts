import { withoutColors } from "../report/without-colors.ts";
import type { Behaviour } from "./behaviour.ts";
import { behaviourLines } from "./report.ts";

/** What a difference means, as lines below a diff in a block of Markdown; none when nobody asked. */
export function behaviourMarkdown(
  behaviour: Behaviour | undefined,
  sides: readonly [before: string, after: string],
): string[] {
  if (behaviour === undefined) return [];
  const [verdict = "", ...lines] = behaviourLines(behaviour, { sides, style: withoutColors });
  return [`@@ ${verdict} @@`, ...lines];
}
