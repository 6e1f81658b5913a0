import type { CaseSettings, CompiledPolicy } from "@traffic-policy/policy-engine";
import { stubProblems } from "@traffic-policy/policy-engine/formats";
import { problemIn, type LoadedFile } from "./load-file.ts";

/**
 * Checks the stubs of a file: a stub for an action that no policy has would never run.
 *
 * @param given - JSON Pointers to the parts of the file that have stubs
 * @throws CommandError with the position of the first invalid stub
 */
export function checkStubs(
  given: readonly { readonly stubs: CaseSettings["stubs"] | undefined; readonly pointer: string }[],
  policies: readonly CompiledPolicy[],
  file: LoadedFile,
): void {
  const [problem] = stubProblems(given, ...policies);
  if (problem !== undefined) throw problemIn(file, problem);
}
