import type { BuiltPolicy, Problem } from "../work/messages.ts";
import type { PlaygroundState } from "./state.ts";

/** A project as a zip: what `traffic-policy init` writes, with the policy, cases and assertions of a state. */
export type PackedProject =
  | { readonly state: "packed"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly state: "refused"; readonly problem: Problem };

/**
 * Packs a state as a project.
 *
 * @param built - what the policy has built, when it is in TypeScript and runs: it may say what it is for
 */
export function packProject(state: PlaygroundState, built?: BuiltPolicy): Promise<PackedProject> {
  throw new Error(`not there yet: ${state.policy.language} ${built?.language ?? ""}`);
}
