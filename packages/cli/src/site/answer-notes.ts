import type { SiteAnswer } from "@traffic-policy/policy-proof";
import { notProvedNotes } from "../proving/open-answers.ts";

/** Says with which other answers to open questions a proof does not hold. */
export function notesOn(answer: SiteAnswer | undefined): readonly string[] {
  return answer?.kind === "none" ? notProvedNotes(answer.dependsOn) : [];
}
