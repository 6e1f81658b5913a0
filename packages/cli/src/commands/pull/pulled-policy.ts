import type { Target } from "@traffic-policy/api";
import type { PullOutput } from "./output.ts";

/**
 * What became of pulling a policy: `unchanged` when the file held it already, `absent` when the
 * service holds none, `refused` when the file holds something else, `failed` for every other reason,
 * `skipped` when it was not tried because others were refused.
 */
export type PullOutcome = PullOutput["targets"][number]["outcome"];

/** What became of pulling the policy of a target. */
export interface PulledPolicy {
  /** The target's name. */
  readonly name: string;
  readonly target: Target;
  /** Absolute path of the policy's file; of a text that is no policy, the file for it. */
  readonly file: string;
  readonly isText?: true;
  readonly outcome: PullOutcome;
  /** What is still to be done by hand, or not as it would be expected, in one sentence. */
  readonly note?: string | undefined;
  /** Why it was refused, or failed. */
  readonly error?: Error | undefined;
  /** What is written to the file. */
  readonly change?: FileChange | undefined;
}

/** A new text for a file. */
export interface FileChange {
  /** What the file held; nothing when there was none. */
  readonly before: Buffer | undefined;
  readonly text: string;
}
