import { withoutColors } from "@traffic-policy/report";
import type { Behaviour } from "./behaviour.ts";
import { behaviourLines, type BehaviourView } from "./report.ts";

/** What a difference means, as lines below a diff in a block of Markdown; none when nobody asked. */
export function behaviourMarkdown(
  behaviour: Behaviour | undefined,
  { sides, mask }: Pick<BehaviourView, "sides" | "mask">,
): string[] {
  if (behaviour === undefined) return [];
  const [verdict = "", ...lines] = behaviourLines(behaviour, { sides, mask, style: withoutColors });
  return [`@@ ${verdict} @@`, ...lines];
}
