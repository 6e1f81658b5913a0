import { canHoldPolicy, isCode, type Files } from "@traffic-policy/project";
import type { Changes } from "../changed/changes.ts";
import type { UnreadFile } from "./expand-paths.ts";

/** The files that changed and could hold a policy, where none of them affects one. */
export function changedInVain({ files: changed, named }: Changes, files: Files): UnreadFile[] {
  return [...(named ?? changed)]
    .filter(canHoldPolicy)
    .filter((file) => files.exists(file))
    .map((file) => ({
      file,
      reason: isCode(file) ? "not named like web.policy.ts" : "without a policy",
    }));
}
