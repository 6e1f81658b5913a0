import type { Static } from "@sinclair/typebox";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import { answerJson } from "../proving/open-answers.ts";
import { jsonWithBytes } from "../report/json.ts";
import { outcomeJson } from "../simulation/report/outcome-json.ts";
import type { Behaviour } from "./behaviour.ts";
import { behaviourWithoutSecrets } from "./report.ts";
import type { behaviourSchema } from "./schema.ts";

export function behaviourJson(
  behaviour: Behaviour,
  mask: SecretMask,
): Static<typeof behaviourSchema> {
  const { kind, groups, unknown, dependsOn } = behaviourWithoutSecrets(behaviour, mask);
  const output = {
    verdict: kind,
    groups: groups.map(
      ({ which, condition, exchange, times, before, after, differences, ...group }) => ({
        which,
        condition,
        exchange,
        times,
        before: outcomeJson(before, false),
        after: outcomeJson(after, false),
        differences,
        dependsOn: group.dependsOn.map(answerJson),
      }),
    ),
    unknown,
    dependsOn: dependsOn.map(answerJson),
  };
  return JSON.parse(jsonWithBytes(output)) as Static<typeof behaviourSchema>;
}
