import type { Formula } from "@traffic-policy/policy-logic";
import { conjunctionOf } from "../logic/operands.ts";
import { ofEqualConditions } from "../equal-rules.ts";

/** What has to be true together for a rule to match, as far as it is known. */
export const formulasOf = ofEqualConditions((rule): readonly Formula[] =>
  conjunctionOf(rule).map(({ formula }) => formula),
);
