import { cel } from "../cel.ts";
import { places } from "../expressions/cel-expression.ts";
import type { Condition } from "../expressions/condition.ts";
import type { PlaceSet, Restriction } from "../restriction.generated.ts";
import { celCode } from "./cel-code.ts";
import type { Built } from "./code.ts";
import { typedCondition } from "./expression/typed-expression.ts";

/** A condition as typed calls; as text when there are none, or none that fits any of these places. */
export function conditionCode(text: string, allowed: PlaceSet): Built<Condition<Restriction>> {
  const typed = typedCondition(text);
  return typed !== undefined && (typed.value[places] & allowed) !== 0
    ? typed
    : { code: celCode(text), value: cel.text(text) };
}
