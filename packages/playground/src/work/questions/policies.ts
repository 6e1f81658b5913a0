import { heldPoliciesIn, nameOf } from "../held-policies.ts";
import type { HeldPolicies, Question } from "../messages.ts";

/** Lists the policies that a text holds, so that one can be chosen. */
export default async function policies({ policy }: Question<"policies">): Promise<HeldPolicies> {
  if (policy.language === "typescript") return { policies: [] };
  const { all, usual } = await heldPoliciesIn(policy, "policy");
  if (usual === undefined || (all.length < 2 && usual.held === undefined)) return { policies: [] };
  return {
    policies: all.map((source) => {
      const { holder: { protocol } = {}, unread } = source.held ?? {};
      return {
        name: nameOf(source, all),
        ...(protocol && { protocol }),
        ...(unread !== undefined && { unread }),
      };
    }),
    usual: nameOf(usual, all),
  };
}
