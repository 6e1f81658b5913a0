import type { Style } from "../context.ts";
import type { Behaviour } from "./behaviour.ts";
import { behaviourLines } from "./report.ts";

const plain: Style = {
  isColorSupported: false,
  bold: String,
  dim: String,
  inverse: String,
  red: String,
  green: String,
  yellow: String,
  blue: String,
  cyan: String,
};

/** What a difference means, as lines below a diff in a block of Markdown; none when nobody asked. */
export function behaviourMarkdown(
  behaviour: Behaviour | undefined,
  sides: readonly [before: string, after: string],
): string[] {
  if (behaviour === undefined) return [];
  const [verdict = "", ...lines] = behaviourLines(behaviour, { sides, style: plain });
  return [`@@ ${verdict} @@`, ...lines];
}
