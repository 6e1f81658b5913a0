import type { LintOptions } from "./command.ts";

export function isFixing({ fix, fixUnsafe, fixDryRun }: LintOptions): boolean {
  return fix === true || fixUnsafe === true || fixDryRun === true;
}
