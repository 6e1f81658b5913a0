import { withoutColors } from "@traffic-policy/report";
import type { Behaviour } from "./behaviour.ts";
import { behaviourLines, type BehaviourView } from "./report.ts";

export function behaviourMarkdown(
  behaviour: Behaviour | undefined,
  { sides, mask }: Pick<BehaviourView, "sides" | "mask">,
): string[] {
  if (behaviour === undefined) return [];
  const [verdict = "", ...lines] = behaviourLines(behaviour, { sides, mask, style: withoutColors });
  return [`@@ ${verdict} @@`, ...lines];
}
