import {
  dialectNameOf,
  directionsDialect,
  type Dialect,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";

/** The dialect in which documents are compared: phases, if one of them is written in it. */
export function dialectFor(...documents: readonly JsonValue[]): Dialect {
  const isOfPhases = documents.some((one) => dialectNameOf(one) === "phases");
  return isOfPhases ? phasesDialect : directionsDialect;
}
