import { Type, type Static } from "@sinclair/typebox";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { diagnostic } from "../lint/diagnostic-schema.ts";
import * as Json from "../report/schema.ts";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { commitSchema, commitText } from "../git/checked-out-commit.ts";

export const planDetails = Type.Object(
  {
    description: Type.String(),
    environment: Type.Optional(Type.String()),
    environments: Type.Optional(Type.Array(Type.String())),
    promotedFrom: Type.Optional(Type.String()),
    linted: Type.Boolean(),
    commit: Type.Optional(commitSchema),
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

export function environmentsOf({
  environment,
  environments = [],
}: Pick<PlanDetails, "environment" | "environments">): readonly string[] {
  return environment === undefined ? environments : [environment];
}

export function savedFindings({ diagnostics }: PlanDetails): readonly Diagnostic[] | undefined {
  return diagnostics as readonly Diagnostic[] | undefined;
}
