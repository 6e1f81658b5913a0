import { conjunctionOf } from "../logic/conjunction-of.ts";
import type { Formula } from "../logic/formula.ts";
import { ofEqualConditions } from "../equal-rules.ts";

/** What has to be true together for a rule to match, as far as it is understood. */
export const formulasOf = ofEqualConditions((rule): readonly Formula[] =>
  conjunctionOf(rule).map(({ formula }) => formula),
);
