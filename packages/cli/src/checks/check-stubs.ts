import type { CaseSettings, CompiledPolicy } from "@traffic-policy/policy-engine";
import { stubProblems } from "@traffic-policy/policy-engine/formats";
import { problemIn, type LoadedFile } from "./load-file.ts";

/**
 * Checks the stubs of a file: one for an action that the policy does not have would never be asked.
 *
 * @param given - where stubs stand in the file: JSON Pointers to what has them
 * @throws CommandError with the place of the first one
 */
export function checkStubs(
  given: readonly { readonly stubs: CaseSettings["stubs"] | undefined; readonly pointer: string }[],
  policy: CompiledPolicy,
  file: LoadedFile,
): void {
  const [problem] = stubProblems(given, policy);
  if (problem !== undefined) throw problemIn(file, problem);
}
