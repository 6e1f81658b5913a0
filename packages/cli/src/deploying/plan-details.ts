import { Type, type Static } from "@sinclair/typebox";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { diagnostic } from "../lint/diagnostic-schema.ts";
import * as Json from "../report/schema.ts";
import { enumerated } from "../report/text.ts";
import { commitSchema, commitText } from "../git/checked-out-commit.ts";

/** What a saved plan holds beside its targets, so that it can be shown as when it was made. */
export const planDetails = Type.Object(
  {
    /** The services, in words. */
    description: Type.String(),
    /** The environment, if it is one. */
    environment: Type.Optional(Type.String()),
    /** The environments, if it is not for one as a whole. */
    environments: Type.Optional(Type.Array(Type.String())),
    /** The environment whose policies are promoted. */
    promotedFrom: Type.Optional(Type.String()),
    /** Whether the policies were linted. */
    linted: Type.Boolean(),
    /** What was checked out when it was made. */
    commit: Type.Optional(commitSchema),
    /** What lint found; left out when nothing was linted. */
    diagnostics: Json.optional(Json.list(diagnostic, "The findings.")),
  },
  { additionalProperties: false },
);

export type PlanDetails = Static<typeof planDetails>;

/** The first line of a plan: `Plan for staging at the emulator, from commit 1a2b3c4d5e6f`. */
export function planTitle(
  { description, promotedFrom, commit, ...about }: Omit<PlanDetails, "linted" | "diagnostics">,
  what = promotedFrom === undefined ? "Plan for" : `Plan to promote ${promotedFrom} to`,
): string {
  const from = commit === undefined ? "" : `, from ${commitText(commit)}`;
  const environments = environmentsOf(about);
  const where = environments.length === 0 ? "" : `${enumerated(environments)} at `;
  return `${what} ${where}${description}${from}`;
}

/** The environments that a plan is for; none where the configuration has none. */
export function environmentsOf({
  environment,
  environments = [],
}: Pick<PlanDetails, "environment" | "environments">): readonly string[] {
  return environment === undefined ? environments : [environment];
}

/** What lint found when a plan was made; nothing when nothing was linted. */
export function savedFindings({ diagnostics }: PlanDetails): readonly Diagnostic[] | undefined {
  return diagnostics as readonly Diagnostic[] | undefined;
}
