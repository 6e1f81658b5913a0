import type { Static } from "@sinclair/typebox";
import { jsonWithBytes } from "../report/json.ts";
import { outcomeJson } from "../simulation/report/outcome-json.ts";
import type { Behaviour } from "./behaviour.ts";
import type { behaviourSchema } from "./schema.ts";

/** Whether policies do the same, for other programs. */
export function behaviourJson({
  kind,
  groups,
  unknown,
}: Behaviour): Static<typeof behaviourSchema> {
  const output = {
    verdict: kind,
    groups: groups.map(({ condition, exchange, before, after, differences }) => ({
      condition,
      exchange,
      before: outcomeJson(before, false),
      after: outcomeJson(after, false),
      differences,
    })),
    unknown,
  };
  return JSON.parse(jsonWithBytes(output)) as Static<typeof behaviourSchema>;
}
