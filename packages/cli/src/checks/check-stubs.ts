import type { CaseSettings, CompiledPolicy } from "@traffic-policy/policy-engine";
import { didYouMean, toPointer } from "@traffic-policy/policy-language";
import { problemIn, type LoadedFile } from "./load-file.ts";

/**
 * Checks the stubs of a file: one for an action that the policy does not have would never be asked.
 *
 * @param given - where stubs stand in the file: JSON Pointers to what has them
 * @throws CommandError with the place of the first one
 */
export function checkStubs(
  given: readonly { readonly stubs: CaseSettings["stubs"] | undefined; readonly pointer: string }[],
  { directions }: CompiledPolicy,
  file: LoadedFile,
): void {
  const types = new Set(
    directions
      .flatMap(({ rules }) => rules)
      .flatMap(({ actions }) => actions.map(({ type }) => type)),
  );
  for (const { stubs = {}, pointer } of given) {
    for (const type of Object.keys(stubs)) {
      if (types.has(type)) continue;
      throw problemIn(file, {
        path: `${pointer}/stubs${toPointer([type])}`,
        part: "key",
        message: `The policy has no action "${type}".`,
        help: didYouMean(type, types) ?? "Remove the stub.",
      });
    }
  }
}
